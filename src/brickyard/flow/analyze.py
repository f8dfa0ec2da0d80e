"""analyze: what a build will ask, before it asks anything, and what that comes to in tokens.

Questions are rendered with what is known: the plan and the tests of the lock, of a person, or of
answers in the record. What is not known yet is stood in for: interfaces grow with the words of the
recipe, code with the interfaces, and cases are asked for in proportion to code (`red.question`).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

from brickyard.ask.ask import generation
from brickyard.ask.frames import BadAnswer
from brickyard.ask.microtask import In, Microtask, Out
from brickyard.ask.parsing import parse
from brickyard.ask.rendering import render
from brickyard.drafts.code import code_inputs, code_question, groups
from brickyard.drafts.question import WRITE_CODE
from brickyard.flow.analysis import Analysis, Asking, Sum
from brickyard.flow.tests import lock_names, property_lock_name, rules_lock_name
from brickyard.holdouts.draw import (
    draws,
    held_out_batches,
    hold_outs_question,
    lock_inputs,
    lock_name,
)
from brickyard.holdouts.question import DRAW_HOLD_OUTS
from brickyard.models.base import Message, Reply, Request
from brickyard.models.tokens import CHARACTERS_A_TOKEN
from brickyard.plans.agreed import settled
from brickyard.plans.plan import assembled, misfits, package_name, plan_question, planned
from brickyard.plans.question import PLAN
from brickyard.proofs.artefact import (
    ARTEFACT_RULES,
    WRITE_ARTEFACTS,
    artefact_lock_name,
    artefact_question,
    asked_for,
    files_question,
)
from brickyard.proofs.external import WRITE_SERVICE_CASES, service_question
from brickyard.proofs.kinds import Site
from brickyard.proofs.performance import MEASURE, measure_question
from brickyard.proofs.property import WRITE_PROPERTY, WRITE_RULES, property_question, rules_question
from brickyard.recipe.lock import Lock, plan_inputs
from brickyard.red.batches import Batch, batches, has_cases, question
from brickyard.red.question import WRITE_CASES, sized
from brickyard.settings import Settings
from brickyard.values import Brick, Kind, Level, Plan, ProofLevel, Recipe, RecipeType, TestLevel

TYPICAL = {"cases": 2300, "property": 2000, "rules": 150}
"""Characters of an answer about one requirement that is proven in its own way."""

INTERFACES = 1.9
"""Characters of interfaces to one of the recipe, as the field trials had them."""

OF_INTERFACES = {"plan": 1.35, "code": 2.0}
"""Characters of these answers to one of the interfaces."""

OF_CODE = {"cases": 1.5, "quick": 2 / 3, "hold-outs": 0.5, "repair": 0.15}
"""Characters of these answers to one of code; the questions ask for the first three."""

IN_A_BRICK = 5
"""Requirements to a brick, where the design does not name more bricks."""

IN_A_REPAIR = 4
"""Bricks that such a question shows."""

TO_A_REPAIR = 60
"""Of so many requirements more, one more question is asked because something went wrong."""

MOST = {"components": 10, "MUSTs": 20}
"""Beyond these a recipe is better split into several."""

Look = Callable[[Request], Reply | None]
"""The answer to a question, if the record has it."""


def analyze(
    recipe: Recipe,
    *,
    lock: Lock | None = None,
    given: Plan | None = None,
    settings: Settings | None = None,
    look: Look = lambda request: None,
    again: Mapping[str, int] | None = None,
) -> Analysis:
    """Every question that a build of this recipe asks when all goes well.

    A plan that does not fit the recipe is as good as none: a build refuses it. `again` is as in
    `ask.ask.generation`.
    """
    analyst = _Analyst(recipe, lock or Lock(), look, settings or Settings(), again or {})
    plan = given or analyst.lock.plan_for(plan_inputs(recipe)) or analyst.plan()
    plan = None if plan and misfits(recipe, plan) else plan
    known = plan or stand_in(recipe)
    analyst.exact = plan is not None
    analyst.recipe = settled(recipe, known).recipe
    analyst.size = _code_of(*known.bricks)
    analyst.tests(known)
    analyst.code(known)
    analyst.hold_outs(known)
    return Analysis(
        recipe=recipe.name,
        bricks=len(known.bricks),
        planned=plan is not None,
        askings=tuple(analyst.asked),
        repair=analyst.repair(known),
        advice=tuple(_advice(recipe)),
    )


def stand_in(recipe: Recipe) -> Plan:
    """A plan of the usual size, for prompts that cannot be rendered yet."""
    ids = [item.id for item in planned(recipe)]
    names = [component.name for component in recipe.components]
    names += [f"brick_{number}" for number in range(len(names), -(-len(ids) // IN_A_BRICK))]
    names = names or [package_name(recipe)]
    interface = round(INTERFACES * _words(recipe) / len(names))
    bricks = [
        Brick(
            name=name,
            spec="x" * round((OF_INTERFACES["plan"] - 1) * interface),
            serves=tuple(ids[number :: len(names)]) or tuple(ids[:1]),
            depends=tuple(names[max(0, number - 1) : number]),
            interface="x" * interface,
        )
        for number, name in enumerate(names)
    ]
    entry = f"{names[-1]}:main" if recipe.type is RecipeType.TOOL else ""
    return Plan(package=package_name(recipe), bricks=tuple(bricks), entry=entry)


def _words(recipe: Recipe) -> int:
    """Characters of all that the recipe says."""
    parts = [part for item in recipe.requirements for part in (item, *item.clauses)]
    return len(recipe.context) + len(recipe.design) + sum(len(part.text) for part in parts)


def _code_of(*bricks: Brick) -> int:
    """Characters of code that their interfaces bring."""
    return round(OF_INTERFACES["code"] * sum(len(brick.interface) for brick in bricks))


class _Analyst:
    """Goes through the stages' questions without asking them."""

    def __init__(
        self,
        recipe: Recipe,
        lock: Lock,
        look: Look,
        settings: Settings,
        again: Mapping[str, int],
    ) -> None:
        self.recipe, self.lock, self.look, self.settings = recipe, lock, look, settings
        self.again = again
        self.asked: list[Asking] = []
        self.exact = True
        self.size = 0
        """Characters of all code, as far as it can be told."""

    def plan(self) -> Plan | None:
        size = OF_INTERFACES["plan"] * INTERFACES * _words(self.recipe)
        out = self._ask("plan", PLAN, plan_question(self.recipe), self.recipe.name, round(size))
        return assembled(self.recipe, out) if out else None

    def tests(self, plan: Plan) -> None:
        for batch in batches(self.recipe, plan, self.settings):
            self._cases(batch, plan)
        for item in self.recipe.requirements:
            if item.kind is Kind.PROPERTY:
                if not self._is_locked(*property_lock_name(item, self.recipe, plan)):
                    asked = property_question(item, self.recipe, plan)
                    self._ask("tests", WRITE_PROPERTY, asked, item.id, TYPICAL["property"])
            elif item.kind is Kind.STATIC and not self._is_locked(*rules_lock_name(item)):
                rules = rules_question(item, self.recipe, plan)
                self._ask("tests", WRITE_RULES, rules, item.id, TYPICAL["rules"])
            elif item.kind in (Kind.PERFORMANCE, Kind.ARTEFACT, Kind.EXTERNAL):
                self._other(Site(item=item, recipe=self.recipe, plan=plan))

    def _other(self, site: Site) -> None:
        """What `proofs.kinds` asks; whether files are to be written is known by their rules."""
        about, kind = site.item.id, site.item.kind
        if kind is Kind.ARTEFACT:
            if not self._is_locked(*artefact_lock_name(site)):
                asked = artefact_question(site)
                out = self._ask("tests", ARTEFACT_RULES, asked, about, TYPICAL["rules"])
                rules = asked_for(out.rules) if out else ()
                if rules or out is None:
                    files = files_question(site, rules)
                    self._ask("tests", WRITE_ARTEFACTS, files, about, TYPICAL["property"])
        elif not self._is_locked(site.name, site.inputs):
            if kind is Kind.PERFORMANCE:
                asked = measure_question(site)
                self._ask("tests", MEASURE, asked, about, TYPICAL["cases"])
            else:
                asked = service_question(site)
                self._ask("tests", WRITE_SERVICE_CASES, asked, about, TYPICAL["cases"])

    def code(self, plan: Plan) -> None:
        missing: list[Brick] = []
        for brick in plan.in_order:
            if self.lock.code_for(brick.name, code_inputs(brick, plan, self.recipe)):
                self._note("code", WRITE_CODE.name, brick.name)
            else:
                missing.append(brick)
        for group in groups(missing, self.settings):
            asked = code_question(group, self.recipe, plan)
            about = ", ".join(brick.name for brick in group)
            self._ask("code", WRITE_CODE, asked, about, _code_of(*group))

    def repair(self, plan: Plan) -> Sum:
        """What usually goes wrong: questions that show some code, answered by what changes."""
        count = 1 + len(self.recipe.requirements) // TO_A_REPAIR
        shown = plan.in_order[:IN_A_REPAIR]
        asked = len(render(WRITE_CODE, code_question(shown, self.recipe, plan)).text)
        return Sum(
            questions=count,
            input_tokens=count * tokens(asked + _code_of(*shown)),
            output_tokens=tokens(round(OF_CODE["repair"] * self.size)),
        )

    def _share(self, kind: str, ids: Sequence[str]) -> int:
        """Characters of an answer about these of all requirements that have cases."""
        every = sum(has_cases(item) for item in self.recipe.requirements)
        return round(OF_CODE[kind] * self.size * len(ids) / max(1, every))

    def hold_outs(self, plan: Plan) -> None:
        for batch in held_out_batches(self.recipe, plan, self.settings):
            for number in range(draws(self.settings.proof)):
                self._held(batch, number, plan)

    def _held(self, batch: Batch, number: int, plan: Plan) -> None:
        missing = [
            id
            for id in batch.ids
            if not self._is_locked(
                lock_name(id, number), lock_inputs(id, self.recipe, plan), "hold-outs"
            )
        ]
        if missing:
            asked = batch.model_copy(update={"ids": tuple(missing)})
            value = hold_outs_question(asked, self.recipe, plan)
            about, size = ", ".join(missing), self._share("hold-outs", missing)
            self._ask("hold-outs", DRAW_HOLD_OUTS, value, about, size, sample=number)

    def _cases(self, batch: Batch, plan: Plan) -> None:
        names = lock_names(batch, self.recipe, plan)
        missing = [
            id
            for name, (ids, wanted) in names.items()
            if not self._is_locked(name, wanted)
            for id in ids
        ]
        if not missing:
            return
        asked = batch.model_copy(update={"ids": tuple(missing)})
        kind = "quick" if self.settings.proof is ProofLevel.QUICK else "cases"
        about, size = ", ".join(missing), self._share(kind, missing)
        if batch.level is TestLevel.BRICK:
            about, size = batch.brick, round(OF_CODE[kind] * _code_of(plan.brick(batch.brick)))
        task = sized(WRITE_CASES, self.settings.proof)
        self._ask("tests", task, question(asked, self.recipe, plan), about, size)

    def _is_locked(self, name: str, inputs: dict[str, str], stage: str = "tests") -> bool:
        if found := self.lock.tests_for(name, inputs):
            self._note(stage, "", name)
        return found is not None

    def _note(self, stage: str, task: str, about: str) -> None:
        self.asked.append(Asking(stage=stage, task=task, about=about, known="lock"))

    def _ask(
        self,
        stage: str,
        task: Microtask[In, Out],
        value: In,
        about: str,
        size: int,
        *,
        sample: int = 0,
    ) -> Out | None:
        """Note the question; its answer, if the record has one that can be read."""
        rendered = render(task, value)
        message = Message(role="user", text=rendered.text)
        request = Request(
            task=task.name,
            system=rendered.system,
            messages=(message,),
            sample=sample,
            generation=generation(task, value, self.again),
        )
        exact = self.exact or stage == "plan"
        reply = self.look(request) if exact else None
        self.asked.append(
            Asking(
                stage=stage,
                task=task.name,
                about=about,
                input_tokens=tokens(len(rendered.system) + len(rendered.text)),
                output_tokens=tokens(size),
                known="record" if reply else "",
                exact=exact,
            )
        )
        try:
            return parse(task, rendered.marker, reply.text, reply.finish) if reply else None
        except BadAnswer:
            return None


def tokens(characters: int) -> int:
    return round(characters / CHARACTERS_A_TOKEN)


def _advice(recipe: Recipe) -> Iterator[str]:
    """What makes a recipe better split into several."""
    counts = {
        "components": len(recipe.components),
        "MUSTs": sum(item.level is Level.MUST for item in recipe.requirements),
    }
    for what, most in MOST.items():
        if counts[what] > most:
            yield f"{counts[what]} {what}, more than {most}: consider splitting it into recipes."

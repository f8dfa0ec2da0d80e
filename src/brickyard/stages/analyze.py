"""analyze: what a build will ask, before it asks anything, and what that comes to in tokens.

Questions are rendered with what is known: the plan and the tests of the lock, of a person, or of
answers in the record. What is not known yet is stood in for at the sizes in `TYPICAL`.
"""

from collections.abc import Callable, Iterator, Mapping

from brickyard.models.base import Message, Reply, Request
from brickyard.recipe.lock import Lock, LockedTests, plan_inputs
from brickyard.stages.analysis import Analysis, Asking
from brickyard.stages.artefacts import (
    artefact_lock_name,
    artefact_question,
    asked_for,
    files_question,
)
from brickyard.stages.batches import Batch, batches, question
from brickyard.stages.cases import modules_of, read_cases, valid_cases
from brickyard.stages.code import code_inputs, code_question
from brickyard.stages.holdouts import draws, hold_outs_question, lock_inputs, lock_name
from brickyard.stages.kinds import Site
from brickyard.stages.measures import measure_question
from brickyard.stages.plan import assembled, misfits, package_name, plan_question, planned
from brickyard.stages.properties import property_question, rules_question
from brickyard.stages.services import service_question
from brickyard.stages.tests import Tests, lock_names, property_lock_name, rules_lock_name
from brickyard.tasks.artefacts import ARTEFACT_RULES, WRITE_ARTEFACTS
from brickyard.tasks.ask import generation
from brickyard.tasks.cases import WRITE_CASES, CasesOut, sized
from brickyard.tasks.code import WRITE_CODE
from brickyard.tasks.frames import BadAnswer
from brickyard.tasks.holdouts import DRAW_HOLD_OUTS
from brickyard.tasks.microtask import In, Microtask, Out
from brickyard.tasks.parsing import parse
from brickyard.tasks.performance import MEASURE
from brickyard.tasks.plan import PLAN
from brickyard.tasks.properties import WRITE_PROPERTY
from brickyard.tasks.rendering import render
from brickyard.tasks.rules import WRITE_RULES
from brickyard.tasks.services import WRITE_SERVICE_CASES
from brickyard.values import Brick, Kind, Level, Plan, ProofLevel, Recipe, RecipeType, TestLevel

CHARACTERS_A_TOKEN = 3.5
TYPICAL = {
    "interface": 2000,
    "spec": 600,
    "cases": 1600,
    "property": 2000,
    "hold-outs": 2300,
    "rules": 150,
    "code": 3900,
    "tests": 2500,
}
"""Characters of an answer, or for `cases` and `tests` of what it holds for one requirement, as
seen in the shipped example's cassette."""

MOST = {"components": 10, "MUSTs": 20}
"""Beyond these a recipe is better split into several."""

Look = Callable[[Request], Reply | None]
"""The answer to a question, if the record has it."""


def analyze(
    recipe: Recipe,
    *,
    lock: Lock | None = None,
    given: Plan | None = None,
    proof: ProofLevel = ProofLevel.STANDARD,
    look: Look = lambda request: None,
    again: Mapping[str, int] | None = None,
) -> Analysis:
    """Every question that a build of this recipe asks when all goes well.

    A plan that does not fit the recipe is as good as none: a build refuses it. `again` is as in
    `tasks.ask.generation`.
    """
    analyst = _Analyst(recipe, lock or Lock(), look, proof, again or {})
    plan = given or analyst.lock.plan_for(plan_inputs(recipe)) or analyst.plan()
    plan = None if plan and misfits(recipe, plan) else plan
    known = plan or stand_in(recipe)
    analyst.exact = plan is not None
    analyst.tests(known)
    analyst.code(known)
    analyst.hold_outs(known)
    return Analysis(
        recipe=recipe.name,
        bricks=len(known.bricks),
        planned=plan is not None,
        askings=tuple(analyst.asked),
        advice=tuple(_advice(recipe)),
    )


def stand_in(recipe: Recipe) -> Plan:
    """A plan of the usual size, one brick a component, for prompts that cannot be rendered yet."""
    names = [component.name for component in recipe.components] or [package_name(recipe)]
    ids = [item.id for item in planned(recipe)]
    bricks = [
        Brick(
            name=name,
            spec="x" * TYPICAL["spec"],
            serves=tuple(ids[number :: len(names)]) or tuple(ids[:1]),
            depends=tuple(names[max(0, number - 1) : number]),
            interface="x" * TYPICAL["interface"],
        )
        for number, name in enumerate(names)
    ]
    entry = f"{names[-1]}:main" if recipe.type is RecipeType.TOOL else ""
    return Plan(package=package_name(recipe), bricks=tuple(bricks), entry=entry)


class _Analyst:
    """Goes through the stages' questions without asking them."""

    def __init__(
        self, recipe: Recipe, lock: Lock, look: Look, proof: ProofLevel, again: Mapping[str, int]
    ) -> None:
        self.recipe, self.lock, self.look, self.proof = recipe, lock, look, proof
        self.again = again
        self.asked: list[Asking] = []
        self.locked: dict[str, LockedTests] = {}
        self.exact = True

    def plan(self) -> Plan | None:
        size = max(1, len(self.recipe.components)) * (TYPICAL["interface"] + TYPICAL["spec"])
        out = self._ask("plan", PLAN, plan_question(self.recipe), self.recipe.name, size)
        return assembled(self.recipe, out) if out else None

    def tests(self, plan: Plan) -> None:
        for batch in batches(self.recipe, plan):
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
        """What stages.kinds asks; whether files are to be written is known by their rules."""
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
        for brick in plan.in_order:
            locked = self.locked.get(f"brick/{brick.name}")
            inputs = code_inputs(brick, plan, self.recipe, Tests(locked=self.locked))
            batch = _batch_of(brick.name, self.recipe, plan)
            if (locked or not batch) and self.lock.code_for(brick.name, inputs):
                self._note("code", WRITE_CODE.name, brick.name)
                continue
            modules = ()
            if self.exact and locked and batch:
                cases, _ = valid_cases(locked.cases, batch, self.recipe, plan)
                modules = modules_of(cases, batch, self.recipe, plan)
            asked = code_question(brick, self.recipe, plan, modules)
            unseen = 0 if modules or not batch else TYPICAL["tests"] * len(batch.ids)
            self._ask("code", WRITE_CODE, asked, brick.name, TYPICAL["code"], unseen=unseen)

    def hold_outs(self, plan: Plan) -> None:
        for batch in batches(self.recipe, plan):
            if batch.level is TestLevel.ACCEPTANCE:
                for number in range(draws(self.proof)):
                    self._held(batch, number, plan)

    def _held(self, batch: Batch, number: int, plan: Plan) -> None:
        missing = [
            id
            for id in batch.ids
            if not self._is_locked(
                lock_name(id, number), lock_inputs(id, self.recipe, plan), "prove"
            )
        ]
        if missing:
            asked = batch.model_copy(update={"ids": tuple(missing)})
            value = hold_outs_question(asked, self.recipe, plan)
            about, size = ", ".join(missing), TYPICAL["hold-outs"] * len(missing)
            self._ask("prove", DRAW_HOLD_OUTS, value, about, size, sample=number)

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
        about = batch.brick if batch.level is TestLevel.BRICK else ", ".join(missing)
        size = TYPICAL["cases"] * len(missing)
        task = sized(WRITE_CASES, self.proof)
        out = self._ask("tests", task, question(asked, self.recipe, plan), about, size)
        if isinstance(out, CasesOut) and batch.level is TestLevel.BRICK:
            cases, _ = read_cases(out.cases, batch, self.recipe, plan)
            self.locked[f"brick/{batch.brick}"] = LockedTests(inputs={}, cases=tuple(cases))

    def _is_locked(self, name: str, inputs: dict[str, str], stage: str = "tests") -> bool:
        if found := self.lock.tests_for(name, inputs):
            self.locked[name] = found
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
        unseen: int = 0,
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
        exact = (self.exact or stage == "plan") and not unseen
        reply = self.look(request) if exact else None
        self.asked.append(
            Asking(
                stage=stage,
                task=task.name,
                about=about,
                input_tokens=tokens(len(rendered.system) + len(rendered.text) + unseen),
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


def _batch_of(brick: str, recipe: Recipe, plan: Plan) -> Batch | None:
    every = batches(recipe, plan)
    return next((b for b in every if b.level is TestLevel.BRICK and b.brick == brick), None)


def _advice(recipe: Recipe) -> Iterator[str]:
    """What makes a recipe better split into several."""
    counts = {
        "components": len(recipe.components),
        "MUSTs": sum(item.level is Level.MUST for item in recipe.requirements),
    }
    for what, most in MOST.items():
        if counts[what] > most:
            yield f"{counts[what]} {what}, more than {most}: consider splitting it into recipes."

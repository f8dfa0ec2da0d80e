"""analyze: a dry run of the flow, with an asker that counts and a sandbox that runs nothing.

What the record or the lock has is taken from there. What is not known raises `Pending`, as a
question does that waits for a person: the step sets it aside and goes on to its other questions.
Only where the plan is not known is one stood in for, and what goes wrong later is taken as usual.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from pydantic import Field, PrivateAttr

from brickyard.ask.ask import Asker, Check
from brickyard.ask.frames import BadAnswer
from brickyard.ask.lengths import (
    INTERFACES_OF_WORDS,
    PLAN_OF_INTERFACES,
    of_example,
    words,
)
from brickyard.ask.microtask import In, Microtask, Out
from brickyard.ask.parsing import parse
from brickyard.ask.rendering import render
from brickyard.catalogue import MICROTASKS, STAGES
from brickyard.context import BuildContext
from brickyard.decompose.plan import in_parts, questions, sized
from brickyard.decompose.question import PLAN_PART
from brickyard.engine.local import LocalEngine
from brickyard.errors import NotMet, Pending, Waiting
from brickyard.events import Decomposed, Event
from brickyard.files import Files
from brickyard.flow.pipeline import drafts
from brickyard.models.base import Reply, Request, Tool
from brickyard.models.scripted import Scripted
from brickyard.models.tokens import Sum, tokens
from brickyard.plans.agreed import settled
from brickyard.plans.carried import carry
from brickyard.plans.delta import Replanned, expected, replan
from brickyard.plans.examples import weigh
from brickyard.plans.plan import misfits, package_name, plan_question, planned, proposed
from brickyard.recipe.lock import Lock, LockedTests, plan_inputs
from brickyard.recipe.lock_names import is_held_out
from brickyard.sandbox.base import NO_FILES, Limits, Outcome
from brickyard.settings import Settings
from brickyard.values import Brick, Plan, Recipe, RecipeType, Strategy, Value

IN_A_BRICK = 5
"""Requirements to a brick, where the design does not name more bricks."""

Look = Callable[[Request], Reply | None]
"""The answer to a question, if the record has it."""


class Asking(Value):
    """One question. `known`: where its answer is, if it is; `exact`: its prompt was rendered."""

    stage: str
    task: str
    about: str
    input_tokens: int = 0
    output_tokens: int = 0
    known: str = ""
    exact: bool = False


class Analysis(Value):
    """`planned`: the bricks are known; else as many of the usual size are taken to be there."""

    recipe: str
    bricks: int
    planned: bool
    plan: Plan | None = Field(default=None, exclude=True)
    """Where it is planned."""
    askings: tuple[Asking, ...]
    later: dict[str, Sum] = Field(default_factory=dict)
    """Stage → what is usually asked once there is code, mostly because something went wrong."""
    advice: tuple[str, ...] = ()

    @property
    def stages(self) -> dict[str, Sum]:
        """In the flow's order; where nothing new is written, nothing has to be repaired."""
        every = {stage: [one for one in self.askings if one.stage == stage] for stage in STAGES}
        found = {stage: sum(map(_sum, each), Sum()) for stage, each in every.items() if each}
        new = found.get("tests", Sum()) + found.get("code", Sum())
        return found | (self.later if new.left else {})

    @property
    def total(self) -> Sum:
        return sum(self.stages.values(), Sum())


def _sum(item: Asking) -> Sum:
    if item.known:
        return Sum(questions=1, known=1)
    return Sum(questions=1, input_tokens=item.input_tokens, output_tokens=item.output_tokens)


async def analyze(
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
    settings, noted = settings or Settings(), NotedLock(**dict(lock or Lock()))
    asker = CountingAsker(look, settings, again or {})
    context = BuildContext(asker, NothingRuns(), LocalEngine(), settings, noted)
    with suppress(Pending, NotMet):
        await weigh(recipe, context)
    change, is_known = (None, True) if given else await _change(recipe, context)
    plan = change.plan if change else await _plan(recipe, context, asker, given)
    asker.exact = plan is not None and is_known
    known = plan or stand_in(recipe)
    agreed = settled(recipe, known).recipe
    context = carry(agreed, change, context) if change else context
    with suppress(Waiting):
        await drafts(agreed, known, context)
    return Analysis(
        recipe=recipe.name,
        bricks=len(known.bricks),
        planned=plan is not None,
        plan=plan,
        askings=(*noted.found, *asker.asked),
        later=_later(agreed, known),
        advice=tuple(_advice(recipe, settings)),
    )


async def _change(recipe: Recipe, context: BuildContext) -> tuple[Replanned | None, bool]:
    """What an edit comes to, and whether that is known or only usual."""
    with suppress(Pending):
        return await replan(recipe, context), True
    found = expected(recipe, context.lock)
    return found, found is None or not found.changes.may_move_bricks


async def _plan(
    recipe: Recipe, context: BuildContext, asker: "CountingAsker", given: Plan | None
) -> Plan | None:
    found = given or context.lock.plan_for(plan_inputs(recipe))
    strategy = None if found else sized(recipe, context.settings).strategy
    with suppress(Pending):
        if strategy:
            found = await _in_parts(recipe, strategy, context, asker)
        found = found or await proposed(recipe, context)
    return found if found and not misfits(recipe, found) else None


async def _in_parts(
    recipe: Recipe, strategy: Strategy, context: BuildContext, asker: "CountingAsker"
) -> Plan:
    """The plan, if all its answers are known; else what is left to be asked is noted."""
    told: list[Decomposed] = []

    def hear(event: Event) -> None:
        told.extend([event] if isinstance(event, Decomposed) else [])

    with suppress(Pending, Waiting):
        return await in_parts(recipe, strategy, replace(context, waiting=[], tell=hear))
    asked = {one.about for one in asker.asked if one.task == PLAN_PART.name}
    for about, question in questions(recipe, strategy, told).items():
        with suppress(Pending):
            if about not in asked:
                await asker.ask(PLAN_PART, question, about=about)
    raise Pending("", PLAN_PART.name, "an answer that is not known yet")


class CountingAsker(Asker):
    """Notes each question, and answers those whose answers are known.

    An answer is not checked again: what is wrong with it was asked about when it came.
    """

    def __init__(self, look: Look, settings: Settings, again: Mapping[str, int]) -> None:
        super().__init__(Scripted(lambda request: ""), parameters=settings.parameters, again=again)
        self.asked: list[Asking] = []
        self.exact = True
        """Questions are rendered as a build will: their answers may be known."""
        self._look = look

    async def ask(
        self,
        task: Microtask[In, Out],
        value: In,
        *,
        check: Check[Out] | None = None,
        sample: int = 0,
        about: str = "",
        escalated: bool = False,
        tools: Sequence[Tool] = (),
        max_turns: int = 1,
        splits: bool = False,
    ) -> Out:
        question = render(task, value)
        request = self.request(task, value, question, sample, about, escalated)
        reply = self._look(request) if self.exact else None
        length = task.length(value) if task.length else of_example(task.example, value)
        self.asked.append(
            Asking(
                stage=task.counted,
                task=task.name,
                about=about,
                input_tokens=tokens(len(question.system) + len(question.text)),
                output_tokens=tokens(length),
                known="record" if reply else "",
                exact=self.exact,
            )
        )
        if reply:
            with suppress(BadAnswer):
                return parse(task, question.marker, reply.text, reply.finish)
        elif task.leads_on and task.example is not None:
            return task.example
        raise Pending("", task.name, "an answer that is not known yet", request.title)


class NotedLock(Lock):
    """Notes what of it is used, each once: a question less."""

    _found: dict[str, Asking] = PrivateAttr(default_factory=dict[str, Asking])

    @property
    def found(self) -> tuple[Asking, ...]:
        return tuple(self._found.values())

    def tests_for(self, name: str, inputs: Mapping[str, str]) -> LockedTests | None:
        stage = "hold-outs" if is_held_out(name) else "tests"
        return self._noted(stage, name, super().tests_for(name, inputs))

    def code_for(self, brick: str, inputs: Mapping[str, str]) -> str | None:
        return self._noted("code", brick, super().code_for(brick, inputs))

    def _noted(self, stage: str, name: str, found: Any) -> Any:
        if found:
            self._found[f"{stage} {name}"] = Asking(stage=stage, task="", about=name, known="lock")
        return found


class NothingRuns:
    """A sandbox whose verdicts are not known. Only a program that tries out what the sandbox can
    do, with no file of ours to judge by, is taken to have found it."""

    name = "none is opened"
    environment = ""

    async def run(
        self,
        files: Files,
        command: tuple[str, ...],
        limits: Limits,
        *,
        readonly: Files = NO_FILES,
    ) -> Outcome:
        if command[0] == "python" and not readonly:
            return Outcome(exit=0, stdout=b"", stderr=b"")
        raise Pending("", command[0], "a verdict that is not known yet")

    def recall(self, key: str) -> str | None:
        """Before anything is made ready that would be run."""
        raise Pending("", key, "a verdict that is not known yet")

    def keep(self, key: str, text: str) -> None:
        """Nothing was concluded."""


def stand_in(recipe: Recipe) -> Plan:
    """A plan of the usual size, for prompts that cannot be rendered yet."""
    ids = [item.id for item in planned(recipe)]
    names = [component.name for component in recipe.components]
    names += [f"brick_{number}" for number in range(len(names), -(-len(ids) // IN_A_BRICK))]
    names = names or [package_name(recipe)]
    interface = round(INTERFACES_OF_WORDS * words(plan_question(recipe)) / len(names))
    bricks = [
        Brick(
            name=name,
            spec="x" * round((PLAN_OF_INTERFACES - 1) * interface),
            serves=tuple(ids[number :: len(names)]) or tuple(ids[:1]),
            depends=tuple(names[max(0, number - 1) : number]),
            interface="x" * interface,
        )
        for number, name in enumerate(names)
    ]
    entry = f"{names[-1]}:main" if recipe.type is RecipeType.TOOL else ""
    return Plan(package=package_name(recipe), bricks=tuple(bricks), entry=entry)


def _later(recipe: Recipe, plan: Plan) -> dict[str, Sum]:
    found: dict[str, Sum] = {}
    for task in MICROTASKS.values():
        if task.usual:
            found[task.counted] = found.get(task.counted, Sum()) + task.usual(recipe, plan)
    return found


def _advice(recipe: Recipe, settings: Settings) -> Iterator[str]:
    """How much it is for one plan, and what becomes of it."""
    size = sized(recipe, settings)
    if size.reasons or size.strategy:
        yield size.told.sentence

"""code (GREEN): drafts in parallel along interfaces, then proven in dependency order."""

import asyncio
from functools import partial

from pydantic import Field

from brickyard.evidence.proving import prove_tests
from brickyard.files import Files
from brickyard.gates import Allowed, allowed_by, format_code
from brickyard.gates.base import refusals
from brickyard.interfaces import normalised
from brickyard.models.base import Tool
from brickyard.record.keys import digest
from brickyard.stages.amended import Amended
from brickyard.stages.docket import Docket
from brickyard.stages.gates import check_gates
from brickyard.stages.repair import Judged, climb, failures, passed
from brickyard.stages.tests import Tests
from brickyard.stages.toolbox import TURNS, code_tools
from brickyard.stages.yard import Yard
from brickyard.tasks.code import REPAIR, WRITE_CODE, CodeIn, RepairIn
from brickyard.tasks.views import owners, shared_plan
from brickyard.values import Brick, Dispute, Plan, Recipe, TestModule, Value

CHEAP = ("syntax", "placeholders", "interface", "honesty", "security", "dependencies")
"""Gates that read the code alone: asked of every draft, before its tests are run."""


class Laid(Value):
    """A brick's code, and what is still wrong with it (nothing, when it is GREEN)."""

    brick: str
    source: str
    problems: tuple[str, ...] = ()
    amended: dict[str, Amended] = Field(default_factory=dict)
    """Its test files that changed on the way."""
    disputes: tuple[Dispute, ...] = ()


Laying = dict[str, "asyncio.Future[Laid | None]"]


async def code(recipe: Recipe, plan: Plan, tests: Tests, yard: Yard) -> tuple[Laid, ...]:
    """Every brick that has its tests; one that stands on a brick set aside is set aside too."""
    yard.tell("stage.started", "code")
    loop = asyncio.get_running_loop()
    laying: Laying = {brick.name: loop.create_future() for brick in plan.bricks}

    async def lay(brick: Brick) -> Laid | None:
        result = None
        try:
            result = await _lay(brick, recipe, plan, tests, yard, laying)
        finally:
            laying[brick.name].set_result(result)
        return result

    results = await yard.each(lay, plan.in_order)
    done = tuple(item for item in results if item is not None)
    yard.tell("stage.ended", "code", detail=f"{sum(not item.problems for item in done)} green")
    return done


async def _lay(
    brick: Brick, recipe: Recipe, plan: Plan, tests: Tests, yard: Yard, laying: Laying
) -> Laid | None:
    if brick.name in tests.set_aside:
        return None
    modules = tests.of_brick(brick.name)
    question = code_question(brick, recipe, plan, modules)
    inputs = code_inputs(brick, plan, recipe, tests)
    yard.tell("brick.state", "code", brick.name, state="drafting")
    source = yard.lock.code_for(brick.name, inputs)
    if source is None:
        draft = await yard.asker.ask(
            WRITE_CODE,
            question,
            about=f"brick {brick.name}",
            tools=_tools(
                brick, plan, _written(brick, plan, laying), modules, yard, allowed_by(recipe)
            ),
            max_turns=TURNS,
        )
        source = await tidy(plan, brick.name, draft.code, yard)
    below = Files()
    for name in plan.beneath(brick.name):
        beneath = await laying[name]
        if beneath is None:
            return None
        below |= {module_path(plan, name): beneath.source}
    yard.tell("brick.state", "code", brick.name, state="testing")
    docket = Docket(modules, recipe, plan, yard)
    start = Files({f"src/{plan.package}/__init__.py": ""})

    async def judge(source: str) -> Judged[str]:
        return await _judge(source, brick, plan, below, docket, yard, allowed_by(recipe))

    async def reconsider(state: Judged[str]) -> bool:
        return await docket.reconsider(start | below | {module_path(plan, brick.name): state.state})

    async def propose(state: Judged[str], tried: int, escalated: bool = False) -> str:
        round = f"repair {tried + 1}" + (", escalated" if escalated else "")
        yard.tell("brick.state", "repair", brick.name, state=round)
        asked = code_question(brick, recipe, plan, docket.modules)
        problem = RepairIn(
            **dict(asked), code=state.state, problems=docket.told(state.problems), tried=tried
        )
        answer = await yard.asker.ask(
            REPAIR,
            problem,
            about=f"brick {brick.name}",
            escalated=escalated,
            tools=_tools(brick, plan, below, docket.modules, yard, allowed_by(recipe)),
            max_turns=TURNS,
        )
        docket.contest(answer.disputes)
        source = await tidy(plan, brick.name, answer.code, yard)
        if source == state.state:
            docket.insist()
        return source

    best = await climb(
        source,
        judge,
        propose,
        rounds=yard.settings.repair_rounds,
        stronger=partial(propose, escalated=True) if yard.settings.models.escalate else None,
        reconsider=reconsider,
    )
    yard.tell("brick.state", "code", brick.name, state="not met" if best.problems else "green")
    return Laid(
        brick=brick.name,
        source=best.state,
        problems=best.problems,
        amended=docket.amended,
        disputes=tuple(docket.disputes),
    )


async def _judge(
    source: str,
    brick: Brick,
    plan: Plan,
    below: Files,
    docket: Docket,
    yard: Yard,
    allowed: Allowed,
) -> Judged[str]:
    path = module_path(plan, brick.name)
    alone = plan.model_copy(update={"bricks": (brick,)})
    files = Files({path: source})
    gates = await check_gates(files, alone, yard.sandbox, only=CHEAP, allowed=allowed)
    if problems := refusals(gates):
        return Judged(state=source, problems=problems, score=-len(problems))
    if not docket.modules:
        return Judged(state=source)
    package = below | {path: source, f"src/{plan.package}/__init__.py": ""}
    seconds = yard.settings.test_seconds
    run = await prove_tests(yard.sandbox, package, plan, docket.modules, seconds=seconds)
    docket.note(run)
    return Judged(state=source, problems=failures(run), score=passed(run))


def _tools(
    brick: Brick,
    plan: Plan,
    below: Files | None,
    modules: tuple[TestModule, ...],
    yard: Yard,
    allowed: Allowed,
) -> tuple[Tool, ...]:
    alone = plan.model_copy(update={"bricks": (brick,)})
    paths = [module_path(plan, brick.name)]
    return code_tools(paths, alone, below, modules, yard, allowed)


def _written(brick: Brick, plan: Plan, laying: Laying) -> Files | None:
    """The code that a brick stands on, if all of it is there: a draft does not wait for it."""
    below: dict[str, str] = {}
    for name in plan.beneath(brick.name):
        laid = laying[name].result() if laying[name].done() else None
        if laid is None:
            return None
        below[module_path(plan, name)] = laid.source
    return Files(below)


def module_path(plan: Plan, brick: str) -> str:
    return f"src/{plan.package}/{brick}.py"


async def tidy(plan: Plan, brick: str, source: str, yard: Yard) -> str:
    """One final newline, mended and formatted: style never costs a repair round."""
    path = module_path(plan, brick)
    text = source.replace("\r\n", "\n").strip("\n") + "\n"
    return (await format_code(Files({path: text}), yard.sandbox, plan))[path]


def code_question(
    brick: Brick, recipe: Recipe, plan: Plan, modules: tuple[TestModule, ...]
) -> CodeIn:
    return CodeIn(
        **shared_plan(recipe, plan),
        ids=owners(recipe, brick.serves),
        bricks=plan.beneath(brick.name),
        brick=brick.name,
        spec=brick.spec,
        tests=Files({module.path: module.source for module in modules}),
    )


def code_inputs(brick: Brick, plan: Plan, recipe: Recipe, tests: Tests) -> dict[str, str]:
    """What code is accepted for: its spec, its interface and those below, its cases.

    Cases, not the pytest files made of them: a better renderer does not rebuild anything.
    """
    locked = tests.locked.get(f"brick/{brick.name}")
    cases = [case.text for case in locked.cases] if locked else []
    return {
        "spec": digest(brick.spec),
        "packages": digest(sorted(recipe.packages)),
        "cases": digest(cases),
        **{
            f"interface {name}": digest(normalised(plan.brick(name).interface))
            for name in (*plan.beneath(brick.name), brick.name)
        },
    }

"""code (GREEN): drafts in parallel along interfaces, then proven in dependency order."""

import asyncio
from functools import partial

from brickyard.evidence.proving import prove_tests
from brickyard.files import Files
from brickyard.gates import format_code
from brickyard.interfaces import normalised
from brickyard.models.base import Tool
from brickyard.record.keys import digest
from brickyard.stages.batches import interfaces
from brickyard.stages.gates import check_gates
from brickyard.stages.repair import Judged, climb, failures, passed, refusals
from brickyard.stages.tests import Tests
from brickyard.stages.toolbox import TURNS, code_tools
from brickyard.stages.yard import Yard
from brickyard.tasks.code import REPAIR, WRITE_CODE, CodeIn, RepairIn
from brickyard.tasks.views import all_wanted
from brickyard.values import Brick, Plan, Recipe, TestModule, Value

CHEAP = ("syntax", "placeholders", "interface", "honesty")
"""Gates that need no sandbox: asked of every draft, before its tests are run."""


class Laid(Value):
    """A brick's code, and what is still wrong with it (nothing, when it is GREEN)."""

    brick: str
    source: str
    inputs: dict[str, str]
    problems: tuple[str, ...] = ()


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
                brick, plan, _written(brick, plan, laying), modules, yard, recipe.packages
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

    async def judge(source: str) -> Judged[str]:
        return await _judge(source, brick, plan, below, modules, yard, recipe.packages)

    async def propose(state: Judged[str], tried: int, escalated: bool = False) -> str:
        round = f"repair {tried + 1}" + (", escalated" if escalated else "")
        yard.tell("brick.state", "repair", brick.name, state=round)
        problem = RepairIn(**dict(question), code=state.state, problems=state.problems, tried=tried)
        answer = await yard.asker.ask(
            REPAIR,
            problem,
            about=f"brick {brick.name}",
            escalated=escalated,
            tools=_tools(brick, plan, below, modules, yard, recipe.packages),
            max_turns=TURNS,
        )
        return await tidy(plan, brick.name, answer.code, yard)

    best = await climb(
        source,
        judge,
        propose,
        rounds=yard.settings.repair_rounds,
        stronger=partial(propose, escalated=True) if yard.settings.models.escalate else None,
    )
    yard.tell("brick.state", "code", brick.name, state="not met" if best.problems else "green")
    return Laid(brick=brick.name, source=best.state, inputs=inputs, problems=best.problems)


async def _judge(
    source: str,
    brick: Brick,
    plan: Plan,
    below: Files,
    modules: tuple[TestModule, ...],
    yard: Yard,
    packages: tuple[str, ...],
) -> Judged[str]:
    path = module_path(plan, brick.name)
    alone = plan.model_copy(update={"bricks": (brick,)})
    files = Files({path: source})
    gates = await check_gates(files, alone, yard.sandbox, only=CHEAP, packages=packages)
    if problems := refusals(gates):
        return Judged(state=source, problems=problems, score=-len(problems))
    if not modules:
        return Judged(state=source)
    package = below | {path: source, f"src/{plan.package}/__init__.py": ""}
    seconds = yard.settings.test_seconds
    run = await prove_tests(yard.sandbox, package, plan, modules, seconds=seconds)
    return Judged(state=source, problems=failures(run), score=passed(run))


def _tools(
    brick: Brick,
    plan: Plan,
    below: Files | None,
    modules: tuple[TestModule, ...],
    yard: Yard,
    packages: tuple[str, ...],
) -> tuple[Tool, ...]:
    alone = plan.model_copy(update={"bricks": (brick,)})
    paths = [module_path(plan, brick.name)]
    return code_tools(paths, alone, below, modules, yard, packages)


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
    """One final newline, formatted: style never costs a repair round."""
    path = module_path(plan, brick)
    text = source.replace("\r\n", "\n").strip("\n") + "\n"
    return (await format_code(Files({path: text}), yard.sandbox))[path]


def code_question(
    brick: Brick, recipe: Recipe, plan: Plan, modules: tuple[TestModule, ...]
) -> CodeIn:
    return CodeIn(
        package=plan.package,
        brick=brick.name,
        spec=brick.spec,
        requirements=all_wanted(recipe, brick.serves),
        packages=recipe.packages,
        interface=brick.interface,
        dependencies=interfaces(plan, plan.beneath(brick.name)),
        tests=Files({module.path: module.source for module in modules}),
    )


def code_inputs(brick: Brick, plan: Plan, recipe: Recipe, tests: Tests) -> dict[str, str]:
    """What code is accepted for: its spec, its interface and those below, its cases.

    Cases, not the pytest files made of them: a better renderer does not rebuild anything.
    """
    locked = tests.locked.get(f"brick/{brick.name}")
    cases = [case.model_dump(mode="json") for case in locked.cases] if locked else []
    return {
        "spec": digest(brick.spec),
        "packages": digest(sorted(recipe.packages)),
        "cases": digest(cases),
        **{
            f"interface {name}": digest(normalised(plan.brick(name).interface))
            for name in (*plan.beneath(brick.name), brick.name)
        },
    }

"""The whole: acceptance tests and gates on all bricks together, with repair of what they find."""

from collections.abc import Sequence
from functools import partial

from brickyard.evidence.proving import prove_tests
from brickyard.files import Files
from brickyard.gates import GateResult, allowed_by
from brickyard.gates.base import refusals
from brickyard.stages.amended import amend
from brickyard.stages.batches import serving
from brickyard.stages.code import Laid, module_path, tidy
from brickyard.stages.docket import Docket
from brickyard.stages.gates import check_gates
from brickyard.stages.repair import Judged, climb, failures, passed
from brickyard.stages.tests import Tests
from brickyard.stages.toolbox import TURNS, code_tools
from brickyard.stages.yard import Yard
from brickyard.tasks.code import REPAIR_WHOLE, RepairWholeIn, RepairWholeOut
from brickyard.tasks.views import owners, shared_plan
from brickyard.values import Plan, Recipe, TestModule, Value


class Whole(Value):
    """The package's code as it stands, and what tests and gates say of it."""

    code: Files
    gates: tuple[GateResult, ...]
    problems: tuple[str, ...] = ()

    @property
    def gated(self) -> bool:
        """Every gate passed; one without a result did not."""
        return bool(self.gates) and all(gate.passed for gate in self.gates)

    @property
    def passed(self) -> bool:
        """Every test and every gate."""
        return not self.problems and self.gated


def joined(plan: Plan, laid: Sequence[Laid]) -> Files:
    """The package made of these bricks."""
    return Files(
        {f"src/{plan.package}/__init__.py": ""}
        | {module_path(plan, item.brick): item.source for item in laid}
    )


async def join(
    recipe: Recipe,
    plan: Plan,
    tests: Tests,
    start: Files,
    yard: Yard,
    *,
    known: Sequence[str] = (),
) -> tuple[Whole, Tests]:
    """All bricks together until acceptance tests and gates pass, or the rounds are used up.

    `known`: problems that single bricks still have; repairing the whole would be in vain.
    """
    yard.tell("stage.started", "gates")
    gates: dict[str, tuple[GateResult, ...]] = {}
    docket = Docket(tests.modules, recipe, plan, yard, tests.disputes)

    async def judge(code: Files) -> Judged[Files]:
        seconds = yard.settings.test_seconds
        run = await prove_tests(yard.sandbox, code, plan, docket.modules, seconds=seconds)
        docket.note(run)
        gates[code.digest] = results = await check_gates(
            code, plan, yard.sandbox, allowed=allowed_by(recipe)
        )
        problems = (*failures(run), *refusals(results))
        return Judged(state=code, problems=problems, score=passed(run) - 0.01 * len(problems))

    async def propose(state: Judged[Files], tried: int, escalated: bool = False) -> Files:
        round = f"repair {tried + 1}" + (", escalated" if escalated else "")
        yard.tell("brick.state", "repair", "", state=round)
        code = await _propose(recipe, plan, docket, state, yard, escalated)
        if code.digest == state.state.digest:
            docket.insist()
        return code

    async def reconsider(state: Judged[Files]) -> bool:
        return await docket.reconsider(state.state)

    best = await climb(
        start,
        judge,
        propose,
        rounds=0 if known else yard.settings.repair_rounds,
        stronger=partial(propose, escalated=True) if yard.settings.models.escalate else None,
        reconsider=None if known else reconsider,
        identity=lambda code: code.digest,
    )
    problems = tuple(dict.fromkeys((*best.problems, *known)))
    yard.tell("stage.ended", "gates", detail=f"{len(problems)} problems")
    whole = Whole(code=best.state, gates=gates[best.state.digest], problems=problems)
    return whole, amend(tests, docket.amended, docket.disputes, recipe)


async def _propose(
    recipe: Recipe,
    plan: Plan,
    docket: Docket,
    state: Judged[Files],
    yard: Yard,
    escalated: bool,
) -> Files:
    failing = tuple(
        module for module in docket.modules if any(module.path in text for text in state.problems)
    )
    bricks = _blamed(recipe, plan, failing, state)
    paths = {module_path(plan, brick) for brick in bricks}
    question = RepairWholeIn(
        **shared_plan(recipe, plan),
        ids=owners(recipe, _ids(plan, bricks)),
        bricks=_with_beneath(plan, bricks),
        code=Files({path: text for path, text in state.state.items() if path in paths}),
        tests=Files({module.path: module.source for module in failing}),
        problems=docket.told(state.problems),
    )

    def check(out: RepairWholeOut) -> list[str]:
        return [
            f"{path} is not one of the files that may change: {', '.join(sorted(paths))}"
            for path in out.code
            if path not in paths
        ] or ([] if out.code or out.disputes else ["The answer changes no file."])

    answer = await yard.asker.ask(
        REPAIR_WHOLE,
        question,
        check=check,
        about="the whole",
        escalated=escalated,
        tools=code_tools(
            sorted(paths), plan, state.state, docket.modules, yard, allowed_by(recipe)
        ),
        max_turns=TURNS,
    )
    docket.contest(answer.disputes)
    changed: dict[str, str] = {}
    for brick in bricks:
        if (path := module_path(plan, brick)) in answer.code:
            changed[path] = await tidy(plan, brick, answer.code[path], yard)
    return state.state | changed


def _blamed(
    recipe: Recipe, plan: Plan, failing: Sequence[TestModule], state: Judged[Files]
) -> tuple[str, ...]:
    """The bricks that serve what failed, and those that a gate names; all of them, if none."""
    names = {
        brick
        for module in failing
        for id in module.tests.values()
        for brick in serving(plan, recipe, id)
    }
    for brick in plan.bricks:
        if any(text.startswith(module_path(plan, brick.name)) for text in state.problems):
            names.add(brick.name)
    chosen = tuple(brick.name for brick in plan.in_order if brick.name in names)
    return chosen or tuple(brick.name for brick in plan.in_order)


def _with_beneath(plan: Plan, bricks: Sequence[str]) -> tuple[str, ...]:
    seen = {*bricks, *(below for name in bricks for below in plan.beneath(name))}
    return tuple(brick.name for brick in plan.in_order if brick.name in seen)


def _ids(plan: Plan, bricks: Sequence[str]) -> list[str]:
    return [id for brick in bricks for id in plan.brick(brick).serves]

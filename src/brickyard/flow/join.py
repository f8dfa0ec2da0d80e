"""The whole: all bricks together against tests and gates, with repair of what these find."""

from collections.abc import Sequence
from functools import partial

from brickyard import cases as room
from brickyard.ask.views import few, owners, shared_plan
from brickyard.cases import alone, offered_by, one_row, written
from brickyard.context import BuildContext
from brickyard.disputes import OF_ONE, groups
from brickyard.disputes.amended import amend
from brickyard.disputes.failing import cases_by_test
from brickyard.disputes.tracker import DisputeTracker
from brickyard.drafts.code import TURNS, code_tools, module_path, shown_path, tidy
from brickyard.drafts.question import REPAIR, RepairIn, RepairOut
from brickyard.events import BrickMoved, StageEnded, StageStarted, Warned
from brickyard.evidence.proving import prove_tests
from brickyard.files import Files
from brickyard.gates import GateResult, allowed_by
from brickyard.gates.base import refusals
from brickyard.gates.run import FIRST, check_gates
from brickyard.proofs.tests import Tests
from brickyard.red.batches import serving
from brickyard.repair.climb import Candidate, climb
from brickyard.repair.edits import edited_files
from brickyard.repair.question import FailedCheck
from brickyard.repair.tracing import Traced, traced
from brickyard.values import Failure, Plan, Recipe, TestModule, Value, WrittenCase

MOST_CHECKS = 24
"""Checks in one question."""


class Joined(Value):
    """The package's code as it stands, and what gates say of it; tests speak in the matrix."""

    code: Files
    gates: tuple[GateResult, ...]
    problems: tuple[str, ...] = ()
    failing: tuple[Failure, ...] = ()

    @property
    def gated(self) -> bool:
        """Every gate passed; one without a result did not."""
        return bool(self.gates) and all(gate.passed for gate in self.gates)

    @property
    def passed(self) -> bool:
        """Every gate, and nothing else in the way; tests speak in the matrix."""
        return not self.problems and self.gated


async def join(
    recipe: Recipe, plan: Plan, tests: Tests, start: Files, context: BuildContext
) -> tuple[Joined, Tests]:
    """All bricks together until tests and gates pass, or the rounds are used up."""
    context.tell(StageStarted(stage="gates"))
    work = _Joining(recipe, plan, tests, context)
    best = await climb(
        start,
        work.judged,
        work.proposed,
        rounds=0 if context.edited else context.settings.repair_rounds,
        stronger=partial(work.proposed, escalated=True)
        if context.settings.models.escalate
        else None,
        reconsider=work.reconsider,
        identity=lambda code: code.digest,
    )
    whole = work.wholes[best.state.digest]
    for text in best.problems:
        if text not in work.told[best.state.digest]:
            context.tell(Warned(stage="repair", message=text))
    count = len(whole.problems) + len({one.test for one in whole.failing})
    context.tell(StageEnded(stage="gates", detail=f"{count} problems"))
    return whole, amend(tests, work.tracker.amended, work.tracker.disputes, recipe)


class _Joining:
    """The climb of one package: how it is judged, and how repairs are asked for."""

    def __init__(self, recipe: Recipe, plan: Plan, tests: Tests, context: BuildContext) -> None:
        self.recipe, self.plan, self.context = recipe, plan, context
        self.tracker = DisputeTracker(tests.modules, recipe, plan, context, tests.disputes)
        self.wholes: dict[str, Joined] = {}
        self.told: dict[str, tuple[str, ...]] = {}

    async def judged(self, code: Files) -> Candidate[Files]:
        whole, score = await self._whole(code)
        failed = tuple(f"{one.id}: {one.reason}" for one in whole.failing)
        problems = (*failed, *whole.problems)
        self.wholes[code.digest], self.told[code.digest] = whole, problems
        return Candidate(state=code, problems=problems, score=score - 0.01 * len(problems))

    async def _whole(self, code: Files) -> tuple[Joined, int]:
        allowed, sandbox = allowed_by(self.recipe), self.context.sandbox
        first = await check_gates(code, self.plan, sandbox, only=FIRST, allowed=allowed)
        if problems := refusals(first):
            return Joined(code=code, gates=first, problems=problems), -1
        seconds = self.context.settings.test_seconds
        modules = self.tracker.modules
        run = await prove_tests(sandbox, code, self.plan, modules, seconds=seconds)
        await self.tracker.note(run, code)
        level = self.context.settings.proof
        gates = await check_gates(code, self.plan, sandbox, allowed=allowed, level=level)
        problems = (*refusals(gates), *([run.problem] if run.problem else []))
        failing = self.tracker.failures.get(code.digest, ())
        whole = Joined(code=code, gates=gates, problems=problems, failing=failing)
        return whole, sum(outcome.passed for outcome in run.outcomes.values())

    async def reconsider(self, state: Candidate[Files]) -> bool:
        return await self.tracker.reconsider(state.state)

    async def proposed(self, state: Candidate[Files], tried: int, escalated: bool = False) -> Files:
        round = f"repair {tried + 1}" + (", escalated" if escalated else "")
        self.context.tell(BrickMoved(stage="repair", state=round))
        whole = self.wholes[state.state.digest]
        failing = self.tracker.as_heard(whole.failing)
        shown = self._shown(failing)
        trace = await self._traced(whole)
        question = self._question(whole, shown, tried, trace)
        paths = [f"src/{path}" for path in question.code]
        found: list[Files] = []

        def check(out: RepairOut) -> Sequence[str]:
            code, problems = edited(out, question.code)
            found.append(code)
            return problems

        answer = await self.context.asker.ask(
            REPAIR,
            question,
            check=check,
            about=few(question.ids) or "the whole",
            escalated=escalated,
            tools=code_tools(
                paths,
                self.plan,
                state.state,
                self.tracker.modules,
                self.context,
                allowed_by(self.recipe),
            ),
            max_turns=TURNS,
        )
        self.tracker.contest(answer.disputes, _named(shown, failing))
        changed = {f"src/{path}": text for path, text in found[-1].items()}
        code = (
            await tidy(state.state | changed, self.plan, self.context) if changed else state.state
        )
        if code.digest == state.state.digest:
            self.tracker.insist()
        return code

    def _shown(self, failing: Sequence[Failure]) -> dict[str, Failure]:
        """What a question calls a check → the check: a few of each group."""
        cases = self._cases
        known = [one for one in failing if one.test in cases]
        chosen = [one for group in groups(known).values() for one in group[:OF_ONE]][:MOST_CHECKS]
        return {f"check_{number}": one for number, one in enumerate(chosen, 1)}

    @property
    def _cases(self) -> dict[str, WrittenCase]:
        modules = self.tracker.modules
        return {test: case for each in modules for test, case in cases_by_test(each).items()}

    async def _traced(self, whole: Joined) -> Traced:
        ids = owners(self.recipe, [one.requirement for one in whole.failing])
        blamed = self._blamed(ids, whole.problems)
        failing = {one.test for one in whole.failing}
        modules = self.tracker.modules
        certain = self._named(whole.problems)
        return await traced(
            blamed, certain, failing, modules, whole.code, self.recipe, self.plan, self.context
        )

    def _question(
        self, whole: Joined, shown: dict[str, Failure], tried: int, trace: Traced
    ) -> RepairIn:
        names = offered_by(self.plan)
        cases = self._cases
        files = {one.test: alone(cases[one.test], names) for one in shown.values()}
        parts = [one_row(one, files, name) for name, one in shown.items()]
        written_tests = [
            module
            for module in self.tracker.modules
            if not module.cases and any(one.test in module.tests for one in whole.failing)
        ]
        ids = owners(self.recipe, [one.requirement for one in whole.failing])
        bricks = trace.bricks
        return RepairIn(
            **shared_plan(self.recipe, self.plan),
            ids=ids,
            bricks=bricks,
            command=f"{self.recipe.name} ({self.plan.entry})" if self.plan.entry else "",
            checks=tuple(FailedCheck.of(one, name) for name, one in shown.items()),
            problems=(*_unlisted(written_tests, whole.failing), *whole.problems, *trace.told),
            tried=tried,
            cases=written(room.join(parts)) if parts else "",
            tests=Files({module.path: module.source for module in written_tests}),
            code=Files(
                {
                    shown_path(self.plan, brick): whole.code[module_path(self.plan, brick)]
                    for brick in bricks
                }
            ),
        )

    def _named(self, problems: Sequence[str]) -> set[str]:
        """The bricks that a gate names."""
        paths = {module_path(self.plan, brick.name): brick.name for brick in self.plan.bricks}
        return {paths[path] for text in problems if (path := text.partition(":")[0]) in paths}

    def _blamed(self, ids: Sequence[str], problems: Sequence[str]) -> tuple[str, ...]:
        """The bricks that serve what failed, those that a gate names, and what they stand on; all
        of them, if none."""
        names = {brick for id in ids for brick in serving(self.plan, self.recipe, id)}
        names |= self._named(problems)
        names |= {below for name in names for below in self.plan.beneath(name)}
        every = tuple(
            brick.name for brick in self.plan.in_order if brick.name not in self.recipe.given
        )
        return tuple(name for name in every if name in names) or every


def edited(answer: RepairOut, shown: Files) -> tuple[Files, list[str]]:
    """The files that an answer changes; one that changes none must dispute something."""
    found, problems = edited_files(answer.edits, answer.code, shown)
    if not problems and not found and not answer.disputes:
        problems.append("The answer changes no file and disputes nothing.")
    return found, problems


def _named(shown: dict[str, Failure], failing: Sequence[Failure]) -> dict[str, tuple[str, ...]]:
    """What an answer may call a test → the tests it stands for: who disputes one check of a group
    disputes the cause."""
    known = {one.test.split("::")[-1]: (one.test,) for one in failing}
    for group in groups(failing).values():
        tests = tuple(dict.fromkeys(one.test for one in group))
        known |= {name: tests for name, one in shown.items() if one in group}
    return known


def _unlisted(modules: Sequence[TestModule], failing: Sequence[Failure]) -> list[str]:
    """What failed of tests that are no cases."""
    own = {test for module in modules for test in module.tests}
    return [f"{one.test}: {one.reason}" for one in failing if one.test in own]

"""GREEN that generated code cannot forge: in process as people will run it, and judged outside."""

import asyncio
from collections.abc import Sequence
from typing import NamedTuple

from brickyard.cases import CaseFile, CaseResult, Names, file_of, judge, offered_by
from brickyard.cases.inside.standins import HIDDEN
from brickyard.evidence.memory import Conclusion
from brickyard.evidence.parts import Part, merged, parts
from brickyard.evidence.reports import TestOutcome, TestRun
from brickyard.evidence.runs import enough, run_apart, run_tests
from brickyard.files import Files
from brickyard.sandbox.base import Sandbox
from brickyard.values import Plan, TestModule


async def prove_tests(
    sandbox: Sandbox,
    package: Files,
    plan: Plan,
    modules: Sequence[TestModule],
    *,
    seconds: float,
    seed: int = 0,
    cover: bool = False,
    thorough: bool = False,
) -> TestRun:
    """Run the tests; what passed and comes from cases counts only if it passes outside too.

    Nothing is judged outside while a test fails in process: that decides already. `thorough`:
    each of them counts by itself, so those that passed are judged all the same, and no test keeps
    the others from being run.
    """
    how = _How(seconds, seed, cover, thorough)
    proofs = [_Proof(sandbox, plan, part, how) for part in parts(package, modules)]
    known = [run for proof in proofs if (run := proof.known)]
    fresh = [proof for proof in proofs if not proof.known]
    runs = await asyncio.gather(*(proof.run() for proof in fresh))
    whole = merged([*known, *runs])
    if whole.problem or not (whole.passed or thorough):
        return whole
    pairs = zip(fresh, runs, strict=True)
    return merged([*known, *await asyncio.gather(*(proof.judged(run) for proof, run in pairs))])


class _How(NamedTuple):
    seconds: float
    seed: int
    cover: bool
    thorough: bool


class _Proof:
    """How one part of the tests is proven; `known`: what was shown of it when all of it passed."""

    def __init__(self, sandbox: Sandbox, plan: Plan, part: Part, how: _How) -> None:
        self.sandbox, self.plan, self.part, self.how = sandbox, plan, part, how
        self.seconds = enough(how.seconds, part.modules)
        tests = [module.model_dump(mode="json", exclude={"bricks"}) for module in part.modules]
        bricks = sorted({module.bricks for module in part.modules})
        shown = (plan.package, plan.entry, plan.interfaces, bricks)
        self.conclusion = Conclusion(sandbox, TestRun, part.package.digest, tests, shown, how)
        self.known = self.conclusion.recall()

    async def run(self) -> TestRun:
        started = run_apart if self.how.thorough else run_tests
        return await started(
            self.sandbox,
            self.part.package,
            self.part.modules,
            seconds=self.seconds,
            seed=self.how.seed,
            cover=self.how.cover,
        )

    async def judged(self, run: TestRun) -> TestRun:
        """What passed in process and comes from cases, outside too."""
        outside = await judge_modules(
            self.sandbox,
            self.part.package,
            self.plan,
            self.part.modules,
            seconds=self.seconds,
            seed=self.how.seed,
        )
        outcomes = {test: _together(one, outside.get(test)) for test, one in run.outcomes.items()}
        both = run.model_copy(update={"outcomes": outcomes})
        if both.passed:
            self.conclusion.keep(both)
        return both


def _together(inside: TestOutcome, outside: TestOutcome | None) -> TestOutcome:
    """Both must have passed; where both failed, the reason is the one that people see too when
    they run the test."""
    if outside is None or (outside.passed and not inside.passed):
        return inside
    if inside.passed:
        return outside
    return outside.model_copy(update={"reason": inside.reason, "is_fatal": inside.is_fatal})


async def judge_modules(
    sandbox: Sandbox,
    package: Files,
    plan: Plan,
    modules: Sequence[TestModule],
    *,
    seconds: float,
    seed: int = 0,
) -> dict[str, TestOutcome]:
    """Test id → outcome, for those tests that came from cases."""
    files = [case_file(module, plan) for module in modules if module.cases]
    if not files:
        return {}
    found = await judge(sandbox, package, files, seconds=seconds, seed=seed)
    return {test: _outcome(one) for test, one in found.items() if not _is_hidden(one)}


def _is_hidden(one: CaseResult) -> bool:
    """Nothing differs but what cannot cross, such as a function in a field: that is for whoever
    has the objects themselves to say."""
    wrong = [row for row in one.rows if not row.passed]
    return bool(wrong) and all(row.got == row.expected and HIDDEN in row.got for row in wrong)


def _outcome(one: CaseResult) -> TestOutcome:
    found = TestOutcome(id=one.test, passed=one.passed, reason=one.reason, judged=one.judged)
    wrong = next(((at, row) for at, row in enumerate(one.rows) if not row.passed), None)
    return found.model_copy(update={"at": wrong[0], "failing": wrong[1]} if wrong else {})


def names_of(module: TestModule, plan: Plan) -> Names:
    """Names mean what they meant when the test was rendered: only its bricks are known."""
    if module.bricks == plan.names:
        return offered_by(plan)
    seen = {*module.bricks}
    bricks = tuple(brick for brick in plan.bricks if brick.name in seen)
    return offered_by(plan.model_copy(update={"bricks": bricks}))


def case_file(module: TestModule, plan: Plan) -> CaseFile:
    names = names_of(module, plan)
    return CaseFile(path=module.path, cases=file_of(module.cases, names), names=names)

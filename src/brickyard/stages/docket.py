"""The tests of a piece of work as they stand, and the disputes about them.

Code is not blamed before several candidates failed the same test: such a test is judged first,
once. Whoever repairs may name a test as well; nobody can change one.
"""

from collections.abc import Iterable, Mapping, Sequence

from brickyard.cases import Names
from brickyard.errors import AnswerRefused
from brickyard.evidence.reports import TestRun
from brickyard.files import Files
from brickyard.stages.amended import Amended, batch_of, named_in, proven
from brickyard.stages.cases import clashes, names_for
from brickyard.stages.rewritten import settle_written
from brickyard.stages.settle import DROPPED, STANDS, UNSETTLED, Bench, Settled
from brickyard.stages.yard import Yard
from brickyard.tasks.code import Contested
from brickyard.values import Dispute, Plan, Recipe, TestModule, WrittenCase

CANDIDATES = 2
"""So many candidates in a row must have failed a test before it is judged; one more if most tests
fail."""

MOST = 8
"""Tests that are judged without anybody having named them, while none of them falls."""


class Docket:
    """`modules` is what code is judged by; `amended` is what has become of those that changed."""

    def __init__(
        self,
        modules: Sequence[TestModule],
        recipe: Recipe,
        plan: Plan,
        yard: Yard,
        heard: Iterable[Dispute] = (),
    ) -> None:
        self.modules = tuple(modules)
        self.amended: dict[str, Amended] = {}
        self.disputes: list[Dispute] = []
        self._recipe, self._plan, self._yard = recipe, plan, yard
        self._heard = {one.test: one for one in heard}
        self._runs: list[dict[str, str]] = []
        self._named: dict[str, str] = {}
        self._unnamed = 0

    def note(self, run: TestRun) -> None:
        """One more candidate, and what failed on it; a run without a report says nothing."""
        if run.problem:
            return
        self._runs.append({outcome.id: outcome.reason for outcome in run.failures})

    def insist(self) -> None:
        """Whoever repairs proposes the same code again: it stands by it."""
        self._runs += self._runs[-1:]

    def contest(self, disputes: Iterable[Contested]) -> None:
        for one in disputes:
            self._named[one.test.split("::")[-1]] = one.reason

    async def reconsider(self, code: Files) -> bool:
        """Settle what is ripe for it; whether any test changed."""
        named, failed = self._claims()
        self._unnamed += len(failed)
        claims = named | failed
        changed = False
        for module in self.modules:
            ours = {test: claims[test] for test in module.tests if test in claims}
            if ours:
                changed |= await self._hear(module, ours, code)
        return changed

    def told(self, problems: Iterable[str]) -> tuple[str, ...]:
        """The problems, with what the judge said of tests that were disputed and stand."""
        standing = {
            f"{test}:": one.reason for test, one in self._heard.items() if one.settled == STANDS
        }
        return tuple(
            next(
                (
                    f"{text}\nThis test was disputed and stands: {reason}"
                    for mark, reason in standing.items()
                    if text.startswith(mark)
                ),
                text,
            )
            for text in problems
        )

    def _claims(self) -> tuple[dict[str, str], dict[str, str]]:
        """Test → what speaks for the code: of tests that somebody named, and of others."""
        failing = self._runs[-1] if self._runs else {}
        open = {test: why for test, why in failing.items() if test not in self._heard}
        named = {
            test: f"Whoever repairs the code says: {self._named[name]}"
            for test in open
            if (name := test.split("::")[-1]) in self._named
        }
        total = sum(len(module.tests) for module in self.modules)
        enough = CANDIDATES + (2 * len(failing) > total)
        last = self._runs[-enough:]
        if len(last) < enough:
            return named, {}
        more = {
            test: f"{enough} proposals in a row failed it: {why}"
            for test, why in open.items()
            if test not in named and all(test in run for run in last)
        }
        return named, dict(list(more.items())[: max(0, MOST - self._unnamed)])

    async def _hear(self, module: TestModule, claims: Mapping[str, str], code: Files) -> bool:
        try:
            if not module.cases:
                return await self._hear_written(module, claims)
            return await self._hear_cases(module, claims, code)
        except AnswerRefused as error:
            message = f"A dispute was not settled: {error.message}"
            self._yard.tell("warning", "repair", module.brick, message=message)
            self._enter(module, (self._open(module, test, claims[test]) for test in claims))
            return False

    def _open(self, module: TestModule, test: str, claim: str) -> Dispute:
        """Nobody ruled on it."""
        return Dispute(
            test=test.split("::")[-1],
            requirement=self._recipe.requirement(module.tests[test]).id,
            expects="what it says",
            claim=claim,
            ruling="none",
            reason="No answer could be used.",
            settled=UNSETTLED,
        )

    async def _hear_cases(self, module: TestModule, claims: Mapping[str, str], code: Files) -> bool:
        by_id = {
            case.name: claims[test]
            for case, test in zip(module.cases, module.tests, strict=True)
            if test in claims
        }
        disputed = [case for case in module.cases if case.name in by_id]
        batch = batch_of(module, self._recipe)
        bench = Bench(batch, self._recipe, self._plan, code, self._yard, "repair")
        settled = await bench.settle(disputed, by_id)
        tests = {case.name: test for case, test in zip(module.cases, module.tests, strict=True)}
        left = [tests[case.name] for case in disputed if case.name not in settled]
        self._enter(module, (self._open(module, test, claims[test]) for test in left))
        if all(one.stands for one in settled.values()):
            self._enter(module, (one.dispute for one in settled.values()))
            return False
        cases = _after(module.cases, settled, names_for(batch, self._plan))
        amended = await proven(module, cases, self._recipe, self._plan, self._yard)
        self._enter(module, _told(settled, amended))
        self._amend(module, amended)
        return True

    async def _hear_written(self, module: TestModule, claims: Mapping[str, str]) -> bool:
        dispute, amended = await settle_written(
            module, claims, self._recipe, self._plan, self._yard
        )
        self._enter(module, [dispute])
        if amended is not None:
            self._amend(module, amended)
        return amended is not None

    def _enter(self, module: TestModule, disputes: Iterable[Dispute]) -> None:
        for dispute in named_in(module, disputes):
            self.disputes.append(dispute)
            self._heard[dispute.test] = dispute

    def _amend(self, module: TestModule, amended: Amended) -> None:
        self.amended[module.path] = amended
        kept = ((amended.module if one is module else one) for one in self.modules)
        self.modules = tuple(one for one in kept if one is not None)
        self._runs, self._unnamed = [], 0


def _told(settled: Mapping[str, Settled], amended: Amended) -> list[Dispute]:
    """A replacement that did not prove itself RED, or contradicts another case, is not there."""
    left = {case.name for case in amended.module.cases} if amended.module else set[str]()
    return [
        one.dispute.model_copy(update={"settled": DROPPED}) if id not in left else one.dispute
        for id, one in settled.items()
    ]


def _after(
    cases: Sequence[WrittenCase], settled: Mapping[str, Settled], names: Names
) -> list[WrittenCase]:
    """The cases as they are now, without a replacement that contradicts another case."""
    now = [settled[case.name].case if case.name in settled else case for case in cases]
    left = [case for case in now if case is not None]
    torn = clashes(left, names)
    return [case for case in left if case.name not in torn or case.name not in settled]

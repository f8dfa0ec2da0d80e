"""The tests of a build as they stand, and the disputes about them.

The author sees what fails first, once, and mends it or contests it. What is contested is judged,
and so is what two candidates in a row failed; each test once. Nobody who writes code can change
a test.
"""

from collections.abc import Iterable, Mapping, Sequence

from brickyard.cases import named_apart, offered_by
from brickyard.context import BuildContext
from brickyard.disputes.amended import Amended, proven
from brickyard.disputes.court import DROPPED, STANDS, UNSETTLED, SettledTest, settle
from brickyard.disputes.failing import cases_by_test, failing
from brickyard.disputes.rewritten import settle_written
from brickyard.drafts.question import Contested
from brickyard.errors import AnswerRefused
from brickyard.events import Warned
from brickyard.evidence.reports import TestRun
from brickyard.files import Files
from brickyard.red.cases import clashes
from brickyard.values import Dispute, Failure, Plan, Recipe, TestModule, WrittenCase

CANDIDATES = 2
"""So many candidates in a row must have failed a test before it is judged unasked."""


class DisputeTracker:
    """`modules` is what code is judged by; `amended` is what has become of those that changed."""

    def __init__(
        self,
        modules: Sequence[TestModule],
        recipe: Recipe,
        plan: Plan,
        context: BuildContext,
        heard: Iterable[Dispute] = (),
    ) -> None:
        self.modules = tuple(modules)
        self.amended: dict[str, Amended] = {}
        self.disputes: list[Dispute] = []
        self.failures: dict[str, tuple[Failure, ...]] = {}
        """Digest of code → what fails on it, row by row."""
        self._recipe, self._plan, self._context = recipe, plan, context
        self._heard = {one.test: one for one in (*map(_given, _examples(modules)), *heard)}
        self._runs: list[dict[str, str]] = []
        self._named: dict[str, str] = {}

    async def note(self, run: TestRun, code: Files) -> None:
        """One more candidate, and what failed on it; a run without a report says nothing."""
        if run.problem:
            return
        self._runs.append({outcome.id: outcome.reason for outcome in run.failures})
        found = await failing(run, self.modules, self._recipe, self._plan, code, self._context)
        self.failures[code.digest] = tuple(found)

    def as_heard(self, failing: Iterable[Failure]) -> list[Failure]:
        """Each with the words by which it stands, if it was judged."""
        stands = {test: one for test, one in self._heard.items() if one.settled == STANDS}
        return [
            one.model_copy(update={"quote": stands[one.test].reason}) if one.test in stands else one
            for one in failing
        ]

    def insist(self) -> None:
        """Whoever repairs proposes the same code again: it stands by it."""
        self._runs += self._runs[-1:]

    def contest(self, disputes: Iterable[Contested], names: Mapping[str, Iterable[str]]) -> None:
        """`names`: what was named in the question → the tests that it stands for."""
        for one in disputes:
            self._named |= dict.fromkeys(names.get(one.test, ()), one.reason)

    async def reconsider(self, code: Files) -> bool:
        """Settle what is ripe for it; whether any test changed."""
        claims = self._claims()
        if not claims:
            return False
        changed = False
        for module in self.modules:
            ours = {test: claims[test] for test in module.tests if test in claims}
            if ours and not module.cases:
                changed |= await self._hear_written(module, ours)
        return await self._hear_cases(claims, code) or changed

    def _claims(self) -> dict[str, str]:
        """Test → what speaks for the code."""
        last = self._runs[-CANDIDATES:]
        if not last:
            return {}
        open = {test: why for test, why in last[-1].items() if test not in self._heard}
        ripe = len(last) == CANDIDATES
        return {
            test: f"Whoever wrote the code says: {self._named[test]}"
            if test in self._named
            else f"{CANDIDATES} proposals in a row failed it: {why}"
            for test, why in open.items()
            if test in self._named or (ripe and all(test in run for run in last))
        }

    async def _hear_cases(self, claims: Mapping[str, str], code: Files) -> bool:
        cases = {t: case for module in self.modules for t, case in cases_by_test(module).items()}
        every = self.failures.get(code.digest, ())
        found = [one for one in every if one.test in claims and one.test in cases]
        settled = await settle(
            found, cases, claims, self._recipe, self._plan, code, self._context, stage="repair"
        )
        changed = False
        for module in self.modules:
            ours = {test: settled[test] for test in module.tests if test in settled}
            if all(one.case == cases[test] for test, one in ours.items()):
                self._enter(one.dispute for one in ours.values())
                continue
            after = _after(module, ours, self._plan)
            amended = await proven(module, after, self._recipe, self._plan, self._context)
            self._enter(_told(module, ours, amended))
            self._heard |= _as_ruled(ours, amended)
            self._amend(module, amended)
            changed = True
        return changed

    async def _hear_written(self, module: TestModule, claims: Mapping[str, str]) -> bool:
        try:
            dispute, amended = await settle_written(
                module, claims, self._recipe, self._plan, self._context
            )
        except AnswerRefused as error:
            message = f"A dispute was not settled: {error.message}"
            self._context.tell(Warned(stage="repair", brick=module.brick, message=message))
            self._enter(self._open(module, test, claims[test]) for test in claims)
            return False
        self._enter([dispute])
        if amended is not None:
            self._amend(module, amended)
        return amended is not None

    def _open(self, module: TestModule, test: str, claim: str) -> Dispute:
        """Nobody ruled on it."""
        return Dispute(
            test=test,
            requirement=self._recipe.requirement(module.tests[test]).id,
            expects="what it says",
            claim=claim,
            ruling="none",
            reason="No answer could be used.",
            settled=UNSETTLED,
        )

    def _enter(self, disputes: Iterable[Dispute]) -> None:
        for dispute in disputes:
            self.disputes.append(dispute)
            self._heard[dispute.test] = dispute

    def _amend(self, module: TestModule, amended: Amended) -> None:
        self.amended[module.path] = amended
        kept = ((amended.module if one is module else one) for one in self.modules)
        self.modules = tuple(one for one in kept if one is not None)
        self._runs = []


def _examples(modules: Sequence[TestModule]) -> list[tuple[str, str]]:
    """Tests that a person gave, with their ids."""
    return [one for module in modules if module.given for one in module.tests.items()]


def _given(example: tuple[str, str]) -> Dispute:
    """Settled before anybody disputes it."""
    test, id = example
    reason = "A person gave this example: it stands as it is."
    told = {"expects": "what it says", "claim": "", "ruling": "", "settled": STANDS}
    return Dispute(test=test, requirement=id, reason=reason, **told)


def _after(module: TestModule, settled: Mapping[str, SettledTest], plan: Plan) -> list[WrittenCase]:
    """The cases as they are now, without a replacement that contradicts another case."""
    kept: list[WrittenCase] = []
    anew: list[WrittenCase] = []
    for test, case in cases_by_test(module).items():
        one = settled.get(test)
        left = one.case if one else case
        kept += [left] if left else []
        anew += one.anew if one else ()
    every = [*kept, *named_apart(anew, (case.name for case in kept))]
    torn = clashes(every, offered_by(plan))
    return [case for case in every if case in kept or case.name not in torn]


def _as_ruled(settled: Mapping[str, SettledTest], amended: Amended) -> dict[str, Dispute]:
    """What the judge wrote is the ruling: it stands by its words, and is not contested again."""
    module = amended.module
    places = {case.name: test for test, case in cases_by_test(module).items()} if module else {}
    return {
        places[case.name]: one.dispute.model_copy(update={"settled": STANDS})
        for one in settled.values()
        for case in one.anew
        if case.name in places
    }


def _told(
    module: TestModule, settled: Mapping[str, SettledTest], amended: Amended
) -> list[Dispute]:
    """A replacement that did not prove itself RED, or contradicts another case, is not there."""
    before = {case.name for case in module.cases}
    there = {case.name for case in amended.module.cases} - before if amended.module else set[str]()
    return [
        one.dispute
        if not one.anew or one.stands or any(case.name in there for case in one.anew)
        else one.dispute.model_copy(update={"settled": DROPPED})
        for one in settled.values()
    ]

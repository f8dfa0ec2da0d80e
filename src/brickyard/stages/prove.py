"""prove: what was accepted is put to the test again, by differences and by hold-outs.

First what the tests let pass goes back to their writer; then cases are drawn by someone who saw
neither code nor tests. One that fails is settled first; one that stands is revealed: it joins the
tests, the code is repaired, and fresh ones are drawn.
"""

from collections.abc import Sequence
from functools import partial

from brickyard.cases import named_apart
from brickyard.files import Files
from brickyard.recipe.lock import LockedTests
from brickyard.stages.amended import amend
from brickyard.stages.batches import Batch, batches
from brickyard.stages.cases import valid_cases
from brickyard.stages.holdouts import Held, draw, draws, lock_inputs, lock_name, owner
from brickyard.stages.strengthen import strengthen
from brickyard.stages.tests import Tests
from brickyard.stages.trials import Tried, joined_by, tried, usable
from brickyard.stages.whole import Whole, join
from brickyard.stages.yard import Yard
from brickyard.values import Level, Plan, ProofLevel, Recipe, TestLevel, Value, WrittenCase

REVEALS = 2
"""How often hold-outs may stand against the code and be repaired; then the proof has failed."""


Job = tuple[Batch, int, tuple[str, ...]]
"""A batch, the number of the draw, and the requirements that hold-outs are wanted for."""

Drawn = tuple[dict[str, tuple[WrittenCase, ...]], str]


class Proved(Value):
    """Tests and code as they stand after it, and the hold-outs that are not spent."""

    tests: Tests
    whole: Whole
    held: Held = Held()


async def prove(recipe: Recipe, plan: Plan, tests: Tests, whole: Whole, yard: Yard) -> Proved:
    """Nothing at the level `quick`; no hold-outs for what tests already show to be wrong, and no
    stronger tests where the build cannot be met any more."""
    if yard.settings.proof is ProofLevel.QUICK:
        return Proved(tests=tests, whole=whole)
    yard.tell("stage.started", "prove")
    asked = tuple(b for b in batches(recipe, plan) if b.level is TestLevel.ACCEPTANCE)
    fresh = tuple(batch for batch in asked if not _was_proven(batch, recipe, plan, yard))
    if whole.gated and not _musts(_broken(recipe, tests, whole), recipe):
        tests, stands = await strengthen(recipe, plan, tests, whole.code, asked, fresh, yard)
        if stands:
            whole, tests = await join(recipe, plan, tests, whole.code, yard)
    trial = HoldOuts(recipe, plan, asked, yard)
    result = await trial.run(tests, whole)
    count = len(result.held.of([item.id for item in recipe.requirements]))
    yard.tell("stage.ended", "prove", detail=f"{count} hold-outs, {trial.revealed} revealed")
    return result


def _broken(recipe: Recipe, tests: Tests, whole: Whole) -> set[str]:
    """Requirements with a test that fails on the code."""
    said = {problem.partition(": ")[0] for problem in whole.problems}
    every = ((test, part) for module in tests.modules for test, part in module.tests.items())
    return {recipe.requirement(part).id for test, part in every if test in said}


def _musts(ids: set[str], recipe: Recipe) -> bool:
    return any(recipe.requirement(id).level is Level.MUST for id in ids)


def _was_proven(batch: Batch, recipe: Recipe, plan: Plan, yard: Yard) -> bool:
    """The lock's tests were strengthened when its hold-outs were drawn."""
    return all(
        yard.lock.tests_for(lock_name(id, number), lock_inputs(id, recipe, plan))
        for id in batch.ids
        for number in range(draws(yard.settings.proof))
    )


class HoldOuts:
    """Draws, tries and reveals until every hold-out holds, or too often one does not."""

    def __init__(self, recipe: Recipe, plan: Plan, asked: Sequence[Batch], yard: Yard) -> None:
        self.recipe, self.plan, self.asked, self.yard = recipe, plan, asked, yard
        self.revealed = 0
        names = [
            lock_name(id, n)
            for batch in asked
            for id in batch.ids
            for n in range(draws(yard.settings.proof))
        ]
        self._cases: dict[str, tuple[WrittenCase, ...]] = dict.fromkeys(names, ())
        self._silent: set[str] = set()
        self._fallen: dict[str, bool] = {}
        """Name → whether all that fell so far did so because the requirement is silent."""
        self._wanted: list[str] = [name for name in names if not self._from_lock(name)]
        self._spent: list[WrittenCase] = []
        self._broken: set[str] = set()
        """Requirements with a test that fails: their hold-outs would say it again."""
        self._problems: dict[str, str] = {}

    def _from_lock(self, name: str) -> bool:
        wanted = lock_inputs(owner(name), self.recipe, self.plan)
        known = self.yard.lock.tests_for(name, wanted)
        if known and known.silent:
            self._silent.add(name)
        if known:
            self._cases[name] = known.cases
        return known is not None and bool(known.cases or known.silent)

    async def _sift_locked(self) -> None:
        """What the lock says is not taken on trust: what proves nothing is drawn anew."""
        for batch in self.asked:
            for number in range(draws(self.yard.settings.proof)):
                names = [lock_name(id, number) for id in batch.ids]
                cases = [case for name in names for case in self._cases[name]]
                if not cases:
                    continue
                read = valid_cases(cases, batch, self.recipe, self.plan)
                good, _ = await usable(
                    *read, batch, self.recipe, self.plan, self.yard, beside=(), known=()
                )
                for name in names:
                    kept = tuple(case for case in self._cases[name] if case in good)
                    if self._cases[name] and not kept:
                        self._wanted.append(name)
                    self._cases[name] = kept

    async def run(self, tests: Tests, whole: Whole) -> Proved:
        await self._sift_locked()
        for round in range(REVEALS + 1):
            self._broken = _broken(self.recipe, tests, whole)
            await self._draw(tests)
            results = await self.yard.every(partial(self._try, whole.code), self.asked)
            standing = [case for result in results for case in result.stand]
            disputes = [dispute for result in results for dispute in result.disputes]
            if not standing or round == REVEALS:
                tests = amend(tests, {}, disputes, self.recipe)
                if not standing and self._wanted and round < REVEALS:
                    continue
                break
            tests = await joined_by(tests, standing, disputes, self.recipe, self.plan, self.yard)
            self._reveal(standing)
            whole, tests = await join(self.recipe, self.plan, tests, whole.code, self.yard)
        return self._proved(tests, whole)

    async def _draw(self, tests: Tests) -> None:
        """Ask for what is wanted, a batch and draw at a time."""
        jobs: list[Job] = []
        for batch in self.asked:
            for number in range(draws(self.yard.settings.proof)):
                ids = tuple(
                    id
                    for id in batch.ids
                    if lock_name(id, number) in self._wanted and id not in self._broken
                )
                jobs += [(batch, number, ids)] if ids else []

        async def drawn(job: Job) -> Drawn:
            batch, number, ids = job
            asked = batch.model_copy(update={"ids": ids})
            spent = [case for case in self._spent if self._owner(case) in ids]
            held = [case for case in self._all() if self._owner(case) in ids]
            return await draw(
                asked, number, self.recipe, self.plan, tests, self.yard, spent=spent, beside=held
            )

        for (_, number, _), found in zip(jobs, await self.yard.every(drawn, jobs), strict=True):
            self._take(number, *found)
        self._wanted = []

    def _take(self, number: int, found: dict[str, tuple[WrittenCase, ...]], problem: str) -> None:
        for id, cases in found.items():
            name = lock_name(id, number)
            self._cases[name] = (
                *self._cases[name],
                *named_apart(cases, (case.name for case in self._all())),
            )
            if not cases:
                self._problems[id] = problem or "No hold-out could be used."

    async def _try(self, code: Files, batch: Batch) -> Tried:
        """Keep what holds; what fell is drawn anew once."""
        ids = {*batch.ids} - self._broken
        names = [name for name in self._cases if owner(name) in ids]
        result = await tried(
            [case for name in names for case in self._cases[name]],
            batch,
            self.recipe,
            self.plan,
            code,
            self.yard,
        )
        now = {case.name: case for case in (*result.hold, *result.stand, *result.open)}
        for name in names:
            before = self._cases[name]
            self._cases[name] = tuple(now[case.name] for case in before if case.name in now)
            self._note_fallen(name, [case for case in before if case.name not in now], result)
        return result

    def _note_fallen(self, name: str, fallen: Sequence[WrittenCase], result: Tried) -> None:
        """Where none is left they are drawn anew once, and those that fell are not drawn again."""
        if not fallen or self._cases[name]:
            return
        again = name in self._fallen
        silent = all(case.name in result.silent for case in fallen)
        self._fallen[name] = silent and self._fallen.get(name, True)
        if not again:
            self._spent += fallen
            self._wanted.append(name)
        elif self._fallen[name]:
            self._silent.add(name)
        else:
            self._problems[owner(name)] = (
                "Its hold-outs fell in disputes in which nobody expected the same: see there."
            )

    def _reveal(self, standing: Sequence[WrittenCase]) -> None:
        """They are spent, and fresh ones are wanted."""
        self.revealed += len(standing)
        shown = {case.name for case in standing}
        self._spent += standing
        for name, cases in self._cases.items():
            left = tuple(case for case in cases if case.name not in shown)
            if len(left) < len(cases):
                self._cases[name] = left
                self._wanted.append(name)

    def _proved(self, tests: Tests, whole: Whole) -> Proved:
        have = {owner(name) for name, cases in self._cases.items() if cases}
        silent = {owner(name) for name in self._silent} - have - self._problems.keys()
        held = Held(
            cases={name: cases for name, cases in self._cases.items() if cases},
            problems=self._problems,
            silent=tuple(sorted(silent)),
        )
        locked = {
            name: LockedTests(
                inputs=lock_inputs(owner(name), self.recipe, self.plan),
                cases=cases,
                silent=name in self._silent,
            )
            for name, cases in self._cases.items()
            if cases or name in self._silent
        }
        tests = tests.model_copy(update={"locked": {**tests.locked, **locked}})
        return Proved(tests=tests, whole=whole, held=held)

    def _all(self) -> list[WrittenCase]:
        return [case for cases in self._cases.values() for case in cases]

    def _owner(self, case: WrittenCase) -> str:
        return self.recipe.requirement(case.requirement).id

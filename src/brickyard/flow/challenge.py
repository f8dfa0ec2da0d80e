"""challenge: what was accepted is put to the test again, by differences and by hold-outs.

Hold-outs are drawn by someone who sees neither code nor tests, while these are being written; they
are tried when the code passes its own. One that fails is settled first; one that stands is
revealed: it joins the tests, the code is repaired, and fresh ones are drawn.
"""

from collections.abc import Sequence

from brickyard.cases import named_apart
from brickyard.context import BuildContext
from brickyard.disputes.amended import amend
from brickyard.disputes.late import TriedCases, joined_by, tried, usable
from brickyard.events import StageEnded, StageStarted
from brickyard.files import Files
from brickyard.flow.join import Joined, join
from brickyard.flow.strengthen import strengthen
from brickyard.holdouts.draw import (
    Drawn,
    Held,
    draw,
    draws,
    held_out_batches,
    lock_inputs,
)
from brickyard.proofs.tests import Tests
from brickyard.recipe.lock import LockedTests
from brickyard.recipe.lock_names import held_out, owner
from brickyard.red.batches import Batch, acceptance
from brickyard.red.cases import valid_cases
from brickyard.values import Level, Plan, ProofLevel, Recipe, Value, WrittenCase, counted

REVEALS = 2
"""How often hold-outs may stand against the code and be repaired; then the proof has failed."""


Job = tuple[Batch, int, tuple[str, ...]]
"""A batch, the number of the draw, and the requirements that hold-outs are wanted for."""


class Challenged(Value):
    """Tests and code as they stand after it, and the hold-outs that are not spent."""

    tests: Tests
    whole: Joined
    held: Held = Held()


async def challenge(
    recipe: Recipe,
    plan: Plan,
    tests: Tests,
    whole: Joined,
    holdouts: "HoldOuts",
    context: BuildContext,
) -> Challenged:
    """Nothing at the level `quick`; nothing more is paid for where the build is lost already."""
    if context.settings.proof is ProofLevel.QUICK:
        return Challenged(tests=tests, whole=whole)
    context.tell(StageStarted(stage="prove"))
    lost = _is_lost(recipe, whole)
    if not lost:
        asked = acceptance(recipe, plan, context.settings)
        fresh = tuple(batch for batch in asked if not _was_proven(batch, recipe, plan, context))
        tests, stands = await strengthen(recipe, plan, tests, whole.code, asked, fresh, context)
        if stands:
            whole, tests = await join(recipe, plan, tests, whole.code, context)
    result = await holdouts.run(tests, whole, 0 if lost else REVEALS)
    count = len(result.held.of([item.id for item in recipe.requirements]))
    context.tell(
        StageEnded(stage="prove", detail=f"{count} hold-outs, {holdouts.revealed} revealed")
    )
    return result


def _is_lost(recipe: Recipe, whole: Joined) -> bool:
    """A gate says no, or a MUST fails its own tests: only what the others have is shown."""
    failed = {recipe.requirement(one.requirement).level for one in whole.failing}
    return not whole.passed or Level.MUST in failed


def _was_proven(batch: Batch, recipe: Recipe, plan: Plan, context: BuildContext) -> bool:
    """The lock's tests were strengthened when its hold-outs were drawn."""
    return all(
        context.lock.tests_for(held_out(id, number), lock_inputs(id, recipe, plan))
        for id in batch.ids
        for number in range(draws(context.settings.proof))
    )


class HoldOuts:
    """Draws, tries and reveals until every hold-out holds, or too often one does not."""

    def __init__(self, recipe: Recipe, plan: Plan, context: BuildContext) -> None:
        self.recipe, self.plan, self.context = recipe, plan, context
        self.asked = held_out_batches(recipe, plan, context.settings)
        self.revealed = 0
        names = [
            held_out(id, n)
            for batch in self.asked
            for id in batch.ids
            for n in range(draws(context.settings.proof))
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
        known = self.context.lock.tests_for(name, wanted)
        if known and known.silent:
            self._silent.add(name)
        if known:
            self._cases[name] = known.cases
        return known is not None and bool(known.cases or known.silent)

    async def _sift_locked(self) -> None:
        """What the lock says is not taken on trust: what proves nothing is drawn anew."""
        settings = self.context.settings
        every = [(batch, n) for batch in self.asked for n in range(draws(settings.proof))]
        await self.context.each(self._sift, every)

    async def _sift(self, drawn: tuple[Batch, int]) -> None:
        batch, number = drawn
        names = [held_out(id, number) for id in batch.ids]
        cases = [case for name in names for case in self._cases[name]]
        if not cases:
            return
        read = valid_cases(cases, batch, self.recipe, self.plan)
        good, _ = await usable(
            *read, batch, self.recipe, self.plan, self.context, beside=(), known=()
        )
        for name in names:
            kept = tuple(case for case in self._cases[name] if case in good)
            if self._cases[name] and not kept:
                self._wanted.append(name)
            self._cases[name] = kept

    async def prepare(self) -> None:
        """Drawn before there is any code; what the lock has stays."""
        if self._cases:
            self.context.tell(StageStarted(stage="hold-outs"))
            await self._sift_locked()
            await self._draw()
            drawn = counted(len(self._all()), "hold-out")
            self.context.tell(StageEnded(stage="hold-outs", detail=drawn))

    async def run(self, tests: Tests, whole: Joined, reveals: int) -> Challenged:
        for round in range(reveals + 1):
            self._broken = {one.requirement for one in whole.failing}
            await self._draw()
            result = await self._try(whole.code)
            standing, disputes = list(result.stand), list(result.disputes)
            if not standing or round == reveals:
                tests = amend(tests, {}, disputes, self.recipe)
                if not standing and self._wanted and round < reveals:
                    continue
                break
            tests = await joined_by(tests, standing, disputes, self.recipe, self.plan, self.context)
            self._reveal(standing)
            whole, tests = await join(self.recipe, self.plan, tests, whole.code, self.context)
        return self._proved(tests, whole)

    async def _draw(self) -> None:
        """Ask for what is wanted, a batch and draw at a time."""
        jobs: list[Job] = []
        for batch in self.asked:
            for number in range(draws(self.context.settings.proof)):
                ids = tuple(
                    id
                    for id in batch.ids
                    if held_out(id, number) in self._wanted and id not in self._broken
                )
                jobs += [(batch, number, ids)] if ids else []

        async def drawn(job: Job) -> tuple[Drawn, str]:
            batch, number, ids = job
            asked = batch.model_copy(update={"ids": ids})
            spent = [case for case in self._spent if self._owner(case) in ids]
            held = [case for case in self._all() if self._owner(case) in ids]
            return await draw(
                asked, number, self.recipe, self.plan, self.context, spent=spent, beside=held
            )

        for (_, number, ids), found in zip(
            jobs, await self.context.every(drawn, jobs), strict=True
        ):
            self._take(ids, number, *found)
        self._wanted = []

    def _take(self, ids: Sequence[str], number: int, found: Drawn, problem: str) -> None:
        for id in ids:
            name, cases = held_out(id, number), found.get(id, ())
            self._cases[name] = (
                *self._cases[name],
                *named_apart(cases, (case.name for case in self._all())),
            )
            if not cases:
                self._problems[id] = problem or "No hold-out could be used."

    async def _try(self, code: Files) -> TriedCases:
        """Keep what holds; what fell is drawn anew once."""
        cases = [case for case in self._all() if self._owner(case) not in self._broken]
        result = await tried(cases, self.recipe, self.plan, code, self.context)
        now = {case.name: case for case in (*result.hold, *result.stand, *result.open)}
        before = {name: own for name, own in self._cases.items() if owner(name) not in self._broken}
        for name, cases in before.items():
            self._cases[name] = tuple(now.pop(case.name) for case in cases if case.name in now)
        for case in now.values():
            name = held_out(self._owner(case), 0)
            self._cases[name] = (*self._cases[name], case)
        for name, cases in before.items():
            kept = {case.name for case in self._cases[name]}
            self._note_fallen(name, [case for case in cases if case.name not in kept], result)
        return result

    def _note_fallen(self, name: str, fallen: Sequence[WrittenCase], result: TriedCases) -> None:
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
        """They are spent, and fresh ones are wanted where none is left."""
        self.revealed += len(standing)
        shown = {case.name for case in standing}
        self._spent += standing
        for name, cases in self._cases.items():
            left = tuple(case for case in cases if case.name not in shown)
            if len(left) < len(cases):
                self._cases[name] = left
                self._wanted += [] if left else [name]

    def _proved(self, tests: Tests, whole: Joined) -> Challenged:
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
        return Challenged(tests=tests, whole=whole, held=held)

    def _all(self) -> list[WrittenCase]:
        return [case for cases in self._cases.values() for case in cases]

    def _owner(self, case: WrittenCase) -> str:
        return self.recipe.requirement(case.requirement).id

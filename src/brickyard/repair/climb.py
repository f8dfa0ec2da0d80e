"""repair: a bounded climb. The work may get worse on the way; the best state so far is kept."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from brickyard.errors import AnswerRefused
from brickyard.evidence.reports import TestRun
from brickyard.record.keys import digest

S = TypeVar("S")

STUBBORN = 2
"""Proposals in a row that were seen before, after which no more are asked for."""


LAST_ROUNDS = 2
"""Rounds that are kept for the stronger model, where there is one."""


@dataclass(frozen=True)
class Candidate(Generic[S]):
    """A state, what execution found wrong with it, and how good it is (higher is better)."""

    state: S
    problems: tuple[str, ...] = ()
    score: float = 0.0

    def better_than(self, other: "Candidate[S]") -> bool:
        return (not self.problems, self.score) > (not other.problems, other.score)


async def climb(
    start: S,
    judge: Callable[[S], Awaitable[Candidate[S]]],
    propose: Callable[[Candidate[S], int], Awaitable[S]],
    *,
    rounds: int,
    stronger: Callable[[Candidate[S], int], Awaitable[S]] | None = None,
    reconsider: Callable[[Candidate[S]], Awaitable[bool]] | None = None,
    identity: Callable[[S], str] = digest,
) -> Candidate[S]:
    """Propose and judge at most `rounds` times; a state seen before is not judged again.

    `reconsider` is asked after each state that has problems; when it says that what is judged by
    has changed, the best state is judged anew before anybody proposes on.

    A proposal that cannot be used ends the climb, and its reason stands beside the others. Who
    proposes twice in a row what was seen before stands by it: asking on would be in vain. Before
    either ends the climb, and for the last rounds in any case, `stronger` takes over.
    """
    current = best = await judge(start)
    seen = {identity(start)}
    repeated = 0
    for tried in range(rounds):
        if stronger and (repeated == STUBBORN or (tried and tried >= rounds - LAST_ROUNDS)):
            propose, stronger, repeated = stronger, None, 0
        if not best.problems or repeated == STUBBORN:
            break
        if reconsider and await reconsider(current):
            current = best = await judge(best.state)
            if not best.problems:
                break
        try:
            state = await propose(current, tried)
        except AnswerRefused as error:
            if stronger and tried + 1 < rounds:
                propose, stronger, repeated = stronger, None, 0
                continue
            return replace(best, problems=(*best.problems, error.message))
        if identity(state) in seen:
            current = best
            repeated += 1
            continue
        repeated = 0
        seen.add(identity(state))
        current = await judge(state)
        if current.better_than(best):
            best = current
    if best.problems and reconsider and await reconsider(best):
        best = await judge(best.state)
    return best


def failures(run: TestRun) -> tuple[str, ...]:
    """What the tests say, as a repairer reads it."""
    failed = tuple(f"{outcome.id}: {outcome.reason}" for outcome in run.failures)
    return (*failed, run.problem) if run.problem else failed


def passed(run: TestRun) -> int:
    return sum(outcome.passed for outcome in run.outcomes.values())

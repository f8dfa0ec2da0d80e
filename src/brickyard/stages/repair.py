"""repair: a bounded climb. The work may get worse on the way; the best state so far is kept."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from brickyard.record.keys import digest

S = TypeVar("S")


@dataclass(frozen=True)
class Judged(Generic[S]):
    """A state, what execution found wrong with it, and how good it is (higher is better)."""

    state: S
    problems: tuple[str, ...] = ()
    score: float = 0.0

    def better_than(self, other: "Judged[S]") -> bool:
        return (not self.problems, self.score) > (not other.problems, other.score)


async def climb(
    start: S,
    judge: Callable[[S], Awaitable[Judged[S]]],
    propose: Callable[[Judged[S], int], Awaitable[S]],
    *,
    rounds: int,
    identity: Callable[[S], str] = digest,
) -> Judged[S]:
    """Propose and judge at most `rounds` times; a state seen before is not judged again."""
    current = best = await judge(start)
    seen = {identity(start)}
    for tried in range(rounds):
        if not best.problems:
            break
        state = await propose(current, tried)
        if identity(state) in seen:
            current = best
            continue
        seen.add(identity(state))
        current = await judge(state)
        if current.better_than(best):
            best = current
    return best

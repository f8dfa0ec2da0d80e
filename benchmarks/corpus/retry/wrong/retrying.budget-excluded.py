"""Calls that are repeated after transient failures."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field


class Transient(Exception):
    """A failure that may pass; `after` is how many seconds to wait at least, if that is known."""

    after: float | None

    def __init__(self, after: float | None = None) -> None:
        """Keep `after`."""
        super().__init__(after)
        self.after = after


class Broken(Exception):
    """A failure that does not pass; an example of an exception that is not Transient."""


class GaveUp(Exception):
    """The action failed too often; `attempts` calls were made and `last` was the last failure."""

    attempts: int
    last: Transient

    def __init__(self, attempts: int, last: Transient) -> None:
        """Keep both and say `gave up after N attempts`, or `gave up after 1 attempt`."""
        super().__init__(f"gave up after {attempts} attempt{'' if attempts == 1 else 's'}")
        self.attempts = attempts
        self.last = last


@dataclass(frozen=True)
class Policy:
    """How often to call and how long to wait, in seconds."""

    attempts: int = 3
    first: float = 1.0
    factor: float = 2.0
    longest: float = 60.0
    budget: float | None = None


@dataclass
class Script:
    """An action that raises or returns its outcomes one by one and counts its calls."""

    outcomes: list[object]
    calls: int = 0

    async def __call__(self) -> object:
        outcome = self.outcomes[self.calls]
        self.calls += 1
        if isinstance(outcome, Exception):
            raise outcome
        return outcome


@dataclass
class Sleeps:
    """A way to sleep that takes no time and remembers the seconds."""

    seconds: list[float] = field(default_factory=list[float])

    async def __call__(self, seconds: float) -> None:
        self.seconds.append(seconds)


async def retry(
    action: Callable[[], Awaitable[object]],
    sleep: Callable[[float], Awaitable[None]],
    policy: Policy,
) -> object:
    """Return what the action returns, calling it again after each Transient.

    Raises GaveUp when the attempts or the budget are used up, ValueError for a bad policy, and
    whatever else the action raises.
    """
    _check(policy)
    slept = 0.0
    calls = 0
    usual = min(policy.first, policy.longest)
    while True:
        calls += 1
        try:
            return await action()
        except Transient as failure:
            wait = usual if failure.after is None else max(usual, failure.after)
            if calls >= policy.attempts or _exceeds(slept + wait, policy):
                raise GaveUp(calls, failure) from failure
        if wait > 0:
            await sleep(wait)
            slept += wait
        usual = min(usual * policy.factor, policy.longest)


def _exceeds(slept: float, policy: Policy) -> bool:
    return policy.budget is not None and slept >= policy.budget


def _check(policy: Policy) -> None:
    if policy.attempts < 1:
        raise ValueError(f"{policy.attempts} attempts")
    if policy.first < 0 or policy.longest < 0 or policy.factor < 1:
        raise ValueError("waits cannot be negative or shrink")
    if policy.budget is not None and policy.budget < 0:
        raise ValueError(f"a budget of {policy.budget} seconds")

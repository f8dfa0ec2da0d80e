"""A limiter of calls by a sliding window of time; the time is always given, never read."""


class CostError(ValueError):
    """The cost of a call is lower than 1 or higher than the limit."""


class ClockError(ValueError):
    """The time given is before the latest time that the limiter has seen."""


class Limiter:
    """Allows calls of a total cost of at most `limit` for each key in any `window` seconds."""

    def __init__(self, limit: int, window: int) -> None:
        """Make a limiter without counted calls; raise ValueError when either is lower than 1."""
        if limit < 1 or window < 1:
            raise ValueError("limit and window must be at least 1")
        self._limit = limit
        self._window = window
        self._latest: int | None = None
        self._counted: dict[str, list[tuple[int, int]]] = {}

    def allow(self, key: str, now: int, cost: int = 1) -> bool:
        """Return whether the call may go ahead at `now`; if so, count it.

        Raises CostError for a cost lower than 1 or higher than the limit, and then ClockError for
        a `now` before the latest time given to an `allow` that raised nothing.
        """
        self._check(now, cost)
        self._latest = now
        if self._used(key, now) + cost > self._limit:
            return False
        self._counted.setdefault(key, []).append((now, cost))
        return True

    def remaining(self, key: str, now: int) -> int:
        """Return the cost that could still be allowed for the key at `now`; change nothing.

        Raises ClockError as `allow` does.
        """
        self._check(now, 1)
        return self._limit - self._used(key, now)

    def wait(self, key: str, now: int, cost: int = 1) -> int:
        """Return the seconds from `now` until a call of that cost would be allowed; change nothing.

        0 when it would be allowed at `now`. Raises CostError and ClockError as `allow` does.
        """
        self._check(now, cost)
        excess = self._used(key, now) + cost - self._limit
        seconds = 0
        for time, spent in self._recent(key, now):
            if excess <= 0:
                break
            excess -= spent
            seconds = self._window - now % self._window
        return seconds

    def reset(self, key: str) -> None:
        """Forget the calls counted for the key; the latest time and other keys stay."""
        self._counted.pop(key, None)

    def _check(self, now: int, cost: int) -> None:
        if cost < 1 or cost > self._limit:
            raise CostError(f"cost must be from 1 to {self._limit}: {cost}")
        if self._latest is not None and now < self._latest:
            raise ClockError(f"time {now} is before {self._latest}")

    def _recent(self, key: str, now: int) -> list[tuple[int, int]]:
        """The counted calls of the key that still weigh at `now`, the oldest first."""
        counted = self._counted.get(key, [])
        return [
            (time, cost) for time, cost in counted if time // self._window == now // self._window
        ]

    def _used(self, key: str, now: int) -> int:
        return sum(cost for _, cost in self._recent(key, now))

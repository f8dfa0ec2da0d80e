"""The bookings of a room on one day."""

from dataclasses import dataclass, replace

DAY = 1440


class InvalidSlot(ValueError):
    """The slot is empty, outside the opening hours or off the grid."""


class Taken(Exception):
    """The slot has a minute in common with a booking."""


class UnknownBooking(KeyError):
    """There is no booking with this id."""


@dataclass(frozen=True)
class Booking:
    """From `start` (included) to `end` (excluded), in minutes after midnight."""

    id: int
    start: int
    end: int
    name: str


class Room:
    """A room, open from `opens` to `closes`, with its bookings."""

    def __init__(self, opens: int, closes: int, step: int = 1) -> None:
        """Make a room without bookings; raise ValueError for impossible hours or a bad step."""
        if not 0 <= opens < closes <= DAY:
            raise ValueError(f"open from {opens} to {closes}")
        _at_least_one(step)
        self._opens, self._closes, self._step = opens, closes, step
        self._bookings: dict[int, Booking] = {}

    def book(self, start: int, end: int, name: str) -> int:
        """Add a booking and return its id; raise InvalidSlot or Taken."""
        self._check(start, end, list(self._bookings.values()))
        id = max(self._bookings, default=0) + 1
        self._bookings[id] = Booking(id, start, end, name)
        return id

    def cancel(self, id: int) -> None:
        """Remove a booking; raise UnknownBooking."""
        self._known(id)
        del self._bookings[id]

    def move(self, id: int, start: int, end: int) -> None:
        """Give a booking another slot; raise UnknownBooking, InvalidSlot or Taken."""
        booking = self._known(id)
        self._check(start, end, [other for other in self._bookings.values() if other.id != id])
        self._bookings[id] = replace(booking, start=start, end=end)

    def bookings(self) -> list[Booking]:
        """Return the bookings in the order of their starts."""
        return sorted(self._bookings.values(), key=lambda booking: booking.start)

    def at(self, minute: int) -> int | None:
        """Return the id of the booking that the minute belongs to, or None."""
        for booking in self._bookings.values():
            if booking.start <= minute < booking.end:
                return booking.id
        return None

    def free(self, minimum: int = 1) -> list[tuple[int, int]]:
        """Return the free slots of at least `minimum` minutes; raise ValueError below 1."""
        _at_least_one(minimum)
        starts = [self._opens, *(booking.end for booking in self.bookings())]
        ends = [*(booking.start for booking in self.bookings()), self._closes]
        gaps = zip(starts, ends, strict=True)
        return [(start, end) for start, end in gaps if end - start >= minimum]

    def first_free(self, length: int) -> int | None:
        """Return the earliest start for a booking of this length, or None.

        The length is rounded up to a multiple of the step; below 1 it raises ValueError.
        """
        steps = -(-_at_least_one(length) // self._step)
        slots = self.free(steps * self._step)
        return slots[0][0] if slots else None

    def _known(self, id: int) -> Booking:
        if id not in self._bookings:
            raise UnknownBooking(id)
        return self._bookings[id]

    def _check(self, start: int, end: int, others: list[Booking]) -> None:
        if start >= end or start < self._opens or end > self._closes:
            raise InvalidSlot(f"{start} to {end}")
        if (start - self._opens) % self._step or (end - self._opens) % self._step:
            raise InvalidSlot(f"{start} to {end} is not in steps of {self._step}")
        for other in others:
            if start < other.end and other.start < end:
                raise Taken(f"by {other.name} from {other.start} to {other.end}")


def _at_least_one(minutes: int) -> int:
    if minutes < 1:
        raise ValueError(f"{minutes} minutes")
    return minutes

"""Do batches agree? Each is asked by itself, so its cases may contradict those of another."""

from collections.abc import Mapping, Sequence

from brickyard.cases import Names, alone, renamed, situations
from brickyard.red.cases import clashes
from brickyard.values import WrittenCase


class Rivals:
    """The cases of the batches that decide, by batch, found by the situations they lead to."""

    def __init__(self, batches: Mapping[int, Sequence[WrittenCase]], names: Names) -> None:
        self._names = names
        self._cases = [
            (number, renamed(case, f"acceptance_{case.name}"))
            for number, cases in batches.items()
            for case in cases
        ]
        self._places: dict[str, list[int]] = {}
        for place, (_, case) in enumerate(self._cases):
            for situation in situations(alone(case, names), names):
                self._places.setdefault(situation, []).append(place)

    def torn(self, number: int, cases: Sequence[WrittenCase]) -> dict[str, str]:
        """Which of the cases of this batch cannot hold beside those of the others, and why."""
        return clashes([*cases, *self._near(number, cases)], self._names)

    def _near(self, number: int, cases: Sequence[WrittenCase]) -> list[WrittenCase]:
        places = {
            place
            for case in cases
            for situation in situations(alone(case, self._names), self._names)
            for place in self._places.get(situation, ())
        }
        found = (self._cases[place] for place in sorted(places))
        return [case for owner, case in found if owner != number]

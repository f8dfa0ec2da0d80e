"""Do batches agree? Each is asked by itself, so its cases may contradict those of another."""

from collections.abc import Iterable, Mapping, Sequence

from brickyard.evidence.contradictions import situations
from brickyard.stages.cases import clashes
from brickyard.values import Case


class Rivals:
    """The cases of the batches that decide, by batch, found by the situations they lead to."""

    def __init__(self, batches: Mapping[int, Sequence[Case]]) -> None:
        self._cases = [
            (number, case.model_copy(update={"id": f"acceptance {case.id}"}))
            for number, cases in batches.items()
            for case in cases
        ]
        self._places: dict[str, list[int]] = {}
        for place, (_, case) in enumerate(self._cases):
            for situation in situations(case):
                self._places.setdefault(situation, []).append(place)

    def torn(self, number: int, cases: Sequence[Case]) -> dict[str, str]:
        """Which of the cases of this batch cannot hold beside those of the others, and why."""
        return clashes([*cases, *self._near(number, cases)])

    def _near(self, number: int, cases: Iterable[Case]) -> list[Case]:
        places = {
            place
            for case in cases
            for situation in situations(case)
            for place in self._places.get(situation, ())
        }
        found = (self._cases[place] for place in sorted(places))
        return [case for owner, case in found if owner != number]

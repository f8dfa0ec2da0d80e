"""How much one recipe asks for: what is counted, what is much, and the reasons in words."""

from collections.abc import Sequence

from brickyard.values import Component, Level, Requirement, Value

MOST = {"components": 10, "MUSTs": 20, "functional areas": 3}


class Measure(Value):
    """One thing that is counted; `most` is what one recipe should have of it."""

    what: str
    count: int
    most: int

    @property
    def share(self) -> float:
        return self.count / self.most

    @property
    def named(self) -> str:
        return f"{self.count} of {self.most} {self.what}"

    @property
    def told(self) -> str:
        return f"{self.count} {self.what} (more than {self.most})"


class Complexity(Value):
    measures: tuple[Measure, ...]

    @property
    def score(self) -> float:
        """Beyond 1 a recipe is much for one plan."""
        return round(max(one.share for one in self.measures), 1)

    @property
    def beyond(self) -> tuple[Measure, ...]:
        """What is too much, the worst first."""
        found = [one for one in self.measures if one.count > one.most]
        return tuple(sorted(found, key=lambda one: -one.share))

    @property
    def reasons(self) -> tuple[str, ...]:
        return tuple(one.told for one in self.beyond)


def complexity(requirements: Sequence[Requirement], components: Sequence[Component]) -> Complexity:
    counts = {
        "components": len(components),
        "MUSTs": sum(item.level is Level.MUST for item in requirements),
        "functional areas": len({item.area for item in requirements if item.area}),
    }
    return Complexity(
        measures=tuple(
            Measure(what=what, count=count, most=MOST[what]) for what, count in counts.items()
        )
    )

"""The plan: bricks, and what the recipe asks for besides cases."""

from collections.abc import Collection, Iterable
from enum import StrEnum
from functools import cached_property
from typing import Optional

from pydantic import Field

from brickyard.values.base import Indexed, Value


class Brick(Value):
    """One module: what it promises, whom it serves, what it stands on."""

    name: str
    spec: str
    serves: tuple[str, ...]
    depends: tuple[str, ...] = ()
    interface: str


class PlannedProof(Value):
    """Another proof than cases that a plan proposes; `plans.agreed` decides whether it is taken.

    Kind and rule are plain texts: a name that we do not know is not taken, and refuses no plan.
    """

    requirement: str = Field(description="its id")
    kind: str = Field(description="property, performance, static, artefact or external")
    words: str = Field(description="the recipe's words that ask for it, as they stand there")
    rule: str = Field(default="", description="of static alone: the rule")


class PlannedPermission(Value):
    """What the recipe's words ask for and a gate would refuse."""

    name: str
    words: str = Field(description="the recipe's words that ask for it, as they stand there")


class Strategy(StrEnum):
    """By what a recipe is split into parts: its areas, its layers, or what is riskiest."""

    FUNCTIONAL = "functional"
    LAYERED = "layered"
    RISK = "risk"


class Part(Value):
    """One of the parts that a recipe was split into: a sub-package, with bricks of its own."""

    name: str
    purpose: str = ""
    ids: tuple[str, ...]
    """The requirements that it meets, all by itself or with the parts that it stands on."""
    components: tuple[str, ...] = ()
    depends: tuple[str, ...] = ()
    inner: Optional["Decomposition"] = None


class Decomposition(Value):
    """Each requirement is in exactly one part, or crosses them and is proven on the whole."""

    strategy: Strategy
    parts: tuple[Part, ...]
    crossing: tuple[str, ...] = ()


def module_file(package: str, brick: str) -> str:
    """The file of a brick, below `src`: `package/part/brick.py` for `part.brick`."""
    return f"{package}/{brick.replace('.', '/')}.py"


def package_files(package: str, bricks: Iterable[str]) -> tuple[str, ...]:
    """The files that make packages of the folders in which these bricks lie, below `src`."""
    folders = {package: None}
    for brick in bricks:
        above, parts = package, brick.split(".")[:-1]
        for part in parts:
            above = f"{above}/{part}"
            folders[above] = None
    return tuple(f"{folder}/__init__.py" for folder in folders)


class Plan(Indexed):
    """The bricks as a graph without cycles; `entry` is `brick:operation` of a tool's command.

    A brick of a part is called `part.brick`, and its module lies in that sub-package.
    """

    package: str
    bricks: tuple[Brick, ...]
    entry: str = ""
    proofs: tuple[PlannedProof, ...] = ()
    permissions: tuple[PlannedPermission, ...] = ()
    decomposition: Decomposition | None = None

    def path(self, brick: str) -> str:
        return module_file(self.package, brick)

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(brick.name for brick in self.bricks)

    @property
    def homes(self) -> tuple[str, ...]:
        return package_files(self.package, self.names)

    @cached_property
    def interfaces(self) -> tuple[tuple[str, str], ...]:
        """Brick and interface: what of a plan others can see."""
        return tuple((brick.name, brick.interface) for brick in self.bricks)

    def brick(self, name: str) -> Brick:
        return self.by_name[name]

    @cached_property
    def by_name(self) -> dict[str, Brick]:
        return {brick.name: brick for brick in reversed(self.bricks)}

    @cached_property
    def by_path(self) -> dict[str, Brick]:
        return {self.path(brick.name): brick for brick in self.bricks}

    @cached_property
    def by_requirement(self) -> dict[str, frozenset[str]]:
        """Id → the bricks that serve it."""
        found: dict[str, set[str]] = {}
        for brick in self.bricks:
            for id in brick.serves:
                found.setdefault(id, set()).add(brick.name)
        return {id: frozenset(names) for id, names in found.items()}

    def ordered(self, names: Collection[str]) -> tuple[str, ...]:
        """Those of these bricks that there are, lowest first."""
        return tuple(
            sorted((one for one in names if one in self.places), key=self.places.__getitem__)
        )

    @cached_property
    def places(self) -> dict[str, int]:
        return {brick.name: at for at, brick in enumerate(self.in_order)}

    def beneath(self, name: str) -> tuple[str, ...]:
        """Every brick that `name` stands on, directly or not, lowest first."""
        found: dict[str, None] = {}

        def visit(brick: str) -> None:
            for below in self.brick(brick).depends:
                if below not in found:
                    visit(below)
                    found[below] = None

        visit(name)
        return tuple(found)

    @cached_property
    def in_order(self) -> tuple[Brick, ...]:
        """Dependencies before what depends on them; otherwise in the order of the plan."""
        known = self.by_name
        found: dict[str, Brick] = {}

        def visit(name: str) -> None:
            if name not in found:
                for below in known[name].depends:
                    visit(below)
                found[name] = known[name]

        for brick in self.bricks:
            visit(brick.name)
        return tuple(found.values())

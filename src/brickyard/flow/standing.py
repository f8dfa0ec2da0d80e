"""Recipes that a recipe depends on: their interfaces are seen, their wheels installed, no more."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from pydantic import Field

from brickyard.errors import BadInput
from brickyard.packaging.manifest import digest, read_manifest
from brickyard.packaging.project import project_name
from brickyard.packaging.write import DIST
from brickyard.recipe import load, seat
from brickyard.recipe.graph import normal
from brickyard.recipe.lock import read_lock
from brickyard.recipe.reading import beside
from brickyard.values import Plan, Recipe, Value

BUILD = "build"
"""The folder in a recipe's own that it is built into, if nobody names another."""

_TOLD = """

## What is there already

Each of these packages is installed, proven, and to be used as it is; the code below is its public
interface.
"""


class Standing(Value):
    """A recipe as it stands on others; `wheels` are theirs, and those that they stand on."""

    recipe: Recipe
    wheels: dict[str, Path] = Field(default_factory=dict)

    @property
    def contents(self) -> dict[str, bytes]:
        """They go along in `dist/`: without an index, the package is installed from there."""
        return {name: path.read_bytes() for name, path in self.wheels.items()}


def standing(recipe: Recipe, folder: Path) -> Standing:
    """The recipe with what it stands on among its packages and in its design: what others promise
    decides how it is built. BadInput if one of them is not built."""
    if not recipe.dependencies:
        return Standing(recipe=recipe)
    known = {name: _built(name, folder) for name in recipe.dependencies}
    wheels = dict(_wheels(folder, recipe.dependencies))
    told = "".join(_interfaces(below, plan) for below, plan in known.values())
    packages = (f"{project_name(below)}>={_series(below)}" for below, _ in known.values())
    update = {"packages": (*recipe.packages, *packages), "design": recipe.design + _TOLD + told}
    return Standing(recipe=recipe.model_copy(update=update), wheels=wheels)


def _built(name: str, folder: Path) -> tuple[Recipe, Plan]:
    """What a recipe below says, and the plan that it was accepted with."""
    home = beside(folder, name)
    below, locked = load(home).recipe, read_lock(seat(home)).plan
    if below is None or locked is None or not (seat(home) / BUILD).is_dir():
        place = home.resolve() if home.is_symlink() else home
        raise BadInput(
            f"It depends on {name}, which is not built.",
            hint=f"Build it first: brickyard build {place}",
        )
    return below, locked.plan


def _wheels(folder: Path, names: tuple[str, ...]) -> Iterator[tuple[str, Path]]:
    for name in names:
        home = beside(folder, name)
        yield from wheels_in(seat(home) / BUILD, proven=True).items()


def wheels_in(project: Path, *, proven: bool = False) -> dict[str, Path]:
    """The wheels in the project's `dist/`, each as BUILD.json knows it; its own is among them only
    where it is what is `proven`."""
    built = read_manifest(project)
    found: dict[str, Path] = {}
    for path, known in built.files.items():
        wheel = project / path
        if not (path.startswith(DIST) and path.endswith(".whl")):
            continue
        if not proven and normal(wheel.name.split("-")[0]) == normal(built.name):
            continue
        if not wheel.is_file() or digest(wheel.read_bytes()) != known:
            raise BadInput(
                f"{wheel} is not the wheel that was built.", hint="Build that recipe again."
            )
        found[wheel.name] = wheel
    return found


def _series(recipe: Recipe) -> str:
    """`1.4` of `1.4.2`: a mended version asks nothing of who stands on it."""
    return ".".join(recipe.version.split(".")[:2])


def _interfaces(recipe: Recipe, plan: Plan) -> str:
    parts = [f"\n### {project_name(recipe)}\n"]
    for brick in plan.in_order:
        where = f"{plan.package}.{brick.name}"
        parts.append(f"\nModule `{where}`:\n\n```python\n{brick.interface.strip()}\n```\n")
    return "".join(parts)


def own_packages(packages: tuple[str, ...], wheels: Mapping[str, Path]) -> tuple[str, ...]:
    """Of a project's packages those that an index has to give."""
    ours = {normal(name.split("-")[0]) for name in wheels}
    return tuple(one for one in packages if normal(one.split(">=")[0]) not in ours)

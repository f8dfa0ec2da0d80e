"""Many recipes: each after those that it depends on, the others side by side, each once."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from brickyard.errors import BadInput, BrickyardError
from brickyard.flow.check import sound
from brickyard.flow.results import Result
from brickyard.recipe import Parsed, load_all
from brickyard.recipe.foreign import spec_at
from brickyard.recipe.graph import normal
from brickyard.recipe.reading import beside

AT_ONCE = 4
"""Recipes in the works at the same time; each asks and runs as much at once as its settings say."""


@dataclass(frozen=True)
class Ordered:
    """A recipe to be built; `is_named` where a person asked for it, not only what stands on it."""

    name: str
    folder: Path
    below: tuple[str, ...]
    is_named: bool


@dataclass(frozen=True)
class Ended:
    """How it ended: by a result, by an error, or never begun because of what is `missing`."""

    recipe: Ordered
    result: Result | None = None
    error: BrickyardError | None = None
    missing: tuple[str, ...] = ()

    @property
    def done(self) -> bool:
        return self.result is not None and self.result.exit_code == 0

    @property
    def exit_code(self) -> int:
        """0 where it never began: what is missing has a code of its own."""
        ended = self.result or self.error
        return ended.exit_code if ended else 0


Build = Callable[[Ordered], Awaitable[Result]]


def exit_code(ended: Iterable[Ended]) -> int:
    """What has to be seen to first: bad input, the environment, what waits, what is not met."""
    codes = {one.exit_code for one in ended}
    return next((code for code in (2, 3, 4, 1) if code in codes), 0)


def order(folders: Sequence[Path]) -> tuple[Ordered, ...]:
    """These recipes and all below them, lowest first; BadInput with what is wrong with any."""
    wanted = [one for folder in folders for one in recipes_in(folder)]
    parsed = sound(load_all(wanted))
    named = {one.resolve() for one in wanted}
    every = {normal(name): one for one in parsed if (name := _name(one))}
    found: dict[str, Ordered] = {}

    def visit(key: str) -> None:
        if key in found:
            return
        one = every[key]
        below = tuple(map(normal, one.manifest.dependencies if one.manifest else ()))
        folder = Path(one.folder)
        for each in below:
            _insist_on_neighbours(folder, every[each])
            visit(each)
        found[key] = Ordered(_name(one), folder, below, folder.resolve() in named)

    for key in every:
        visit(key)
    return tuple(found.values())


def _insist_on_neighbours(folder: Path, below: Parsed) -> None:
    """Whatever command builds it, what a recipe stands on is found in one way."""
    place = beside(folder, _name(below))
    if not (place.is_dir() and place.samefile(below.folder)):
        raise BadInput(
            f"{folder} depends on {_name(below)}, which lies in {below.folder}; "
            f"{_name(below)} is looked for in {place}.",
            hint="Put both recipes into one folder, each under its own name.",
        )


def recipes_in(folder: Path) -> list[Path]:
    """The folder, if it is a recipe; else the recipes that lie in it."""
    if (folder / "requirements.md").exists() or not folder.is_dir() or spec_at(folder):
        return [folder]
    found = sorted(each.parent for each in folder.glob("*/requirements.md"))
    return found or [folder]


async def build_many(recipes: Sequence[Ordered], build: Build) -> tuple[Ended, ...]:
    """Each once, as soon as what it stands on is done; one that fails stops what stands on it."""
    room = asyncio.Semaphore(AT_ONCE)
    running: dict[str, asyncio.Future[Ended]] = {}
    for one in recipes:
        below = [running[name] for name in one.below]
        running[normal(one.name)] = asyncio.ensure_future(_after(one, below, build, room))
    try:
        return tuple(await asyncio.gather(*running.values()))
    finally:
        for task in running.values():
            task.cancel()
        await asyncio.gather(*running.values(), return_exceptions=True)


async def _after(
    recipe: Ordered,
    below: Sequence[asyncio.Future[Ended]],
    build: Build,
    room: asyncio.Semaphore,
) -> Ended:
    ended = [await task for task in below]
    if missing := tuple(one.recipe.name for one in ended if not one.done):
        return Ended(recipe, missing=missing)
    async with room:
        try:
            return Ended(recipe, result=await build(recipe))
        except BrickyardError as error:
            return Ended(recipe, error=error)


def _name(parsed: Parsed) -> str:
    return parsed.manifest.name if parsed.manifest else ""

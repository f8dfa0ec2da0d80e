"""Runs that create: an idea is analysed, and what was settled becomes a recipe."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Unpack

from brickyard.doors.create.idea import Analysis, Idea, StoredIdea
from brickyard.doors.create.writing import analyse as analyse_idea
from brickyard.doors.create.writing import write_recipe
from brickyard.files import Files
from brickyard.flow.estimates import Estimate, estimate
from brickyard.flow.session import RunOptions, opened
from brickyard.models.choose import pick
from brickyard.settings import Settings
from brickyard.values import Component, Kind, Level, Recipe, RecipeType, Requirement

WHAT = "create"


async def analyse(folder: Path | str, stored: StoredIdea, **given: Unpack[RunOptions]) -> Analysis:
    """What the idea comes to, and what only its owner can decide."""
    name = stored.idea.name
    async with opened(folder, options={"what": WHAT}, named=name, **given) as work:
        return await analyse_idea(stored.idea, work.context)


async def write(folder: Path | str, stored: StoredIdea, **given: Unpack[RunOptions]) -> Files:
    """The recipe of what was settled, checked; nothing is written to disk."""
    name = stored.idea.name
    async with opened(folder, options={"what": WHAT}, named=name, **given) as work:
        return await write_recipe(stored, work.context)


def price(idea: Idea, analysis: Analysis, models: Sequence[str], settings: Settings) -> Estimate:
    """What a build would ask and cost, as far as an outline tells."""
    names = [*models] or [pick("", settings, Path()).name]
    return asyncio.run(estimate(outlined(idea, analysis), names, settings=settings))


def outlined(idea: Idea, analysis: Analysis) -> Recipe:
    """As if the outline were the recipe: good enough to count questions by."""
    return Recipe(
        name=idea.name,
        version="0",
        type=RecipeType(analysis.kind),
        requirements=tuple(
            Requirement(id=f"R{number}", level=Level.MUST, kind=Kind.BEHAVIOUR, text=text)
            for number, text in enumerate(analysis.requirements, 1)
        ),
        components=tuple(Component(name=one.name, text=one.purpose) for one in analysis.modules),
        design="\n".join((analysis.problem, *analysis.flows, *analysis.critical)),
    )

"""Runs that create: an idea is analysed, and what was settled becomes a recipe."""

from pathlib import Path
from typing import Unpack

from brickyard.doors.create.idea import Analysis, StoredIdea
from brickyard.doors.create.writing import analyse as analyse_idea
from brickyard.doors.create.writing import write_recipe
from brickyard.files import Files
from brickyard.flow.session import RunOptions, opened

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

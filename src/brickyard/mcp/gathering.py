"""An idea becomes a recipe, then a build: a process of its own, as `python -m` starts it.

usage: gathering FOLDER RECORD MODEL -- ARGUMENTS of the build; nothing after -- stops at the recipe

What a person has to decide is told in the last line, and read from `idea.json` when it is started
again: an answer there is as good as one at the terminal of `brickyard create`.
"""

import asyncio
import json
import os
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

from brickyard.doors.create.idea import FILE, StoredIdea, edited_files, read_idea
from brickyard.errors import BadInput, BrickyardError, NotMet
from brickyard.events import Event, RunStarted
from brickyard.flow.create import analyse, write
from brickyard.flow.results import Tally
from brickyard.recipe.parsing import REQUIREMENTS
from brickyard.settings import Settings

R = TypeVar("R")


class Gathering:
    """One idea on its way to a recipe; whatever was learned is kept at once."""

    def __init__(self, folder: Path, record: Path, model: str) -> None:
        self.folder = folder
        settings = Settings.load(folder).asking(model)
        self.options = {"model": model, "home": record, "settings": settings}
        self.tally, self.run = Tally(), ""

    def recipe(self) -> tuple[StoredIdea, bool]:
        """What is known of the idea, and whether its recipe is there: else it has questions."""
        stored = read_idea(self.folder)
        if stored is None:
            raise BadInput(f"There is no {self.folder / FILE}.", hint="Start it with an idea.")
        if stored.known is None:
            stored = stored.with_analysis(self._run(analyse, stored))
            stored.keep(self.folder)
        assert stored.known is not None
        if stored.known.contradictions and not stored.accepted:
            why = "; ".join(f"“{one.quote}”: {one.why}" for one in stored.known.contradictions)
            raise NotMet(
                f"An example contradicts the idea: {why}",
                hint="Start it again in another folder, with one of them changed.",
            )
        if stored.open:
            return stored, False
        is_there = (self.folder / REQUIREMENTS).is_file()
        is_edited = bool(edited_files(stored, self.folder))
        if not is_there or not (stored.written_for == stored.says or is_edited):
            files = self._run(write, stored)
            files.write(self.folder)
            stored = stored.with_recipe(files)
            stored.keep(self.folder)
        return stored, True

    def _run(self, step: Callable[..., Awaitable[R]], stored: StoredIdea) -> R:
        async def done() -> R:
            return await step(self.folder, stored, listener=self._tell, **self.options)

        return asyncio.run(done())

    def _tell(self, event: Event) -> None:
        self.tally(event)
        if isinstance(event, RunStarted):
            self.run = event.run
        print(event.model_dump_json(), flush=True)


def main(folder: str, record: str, model: str, mark: str, *build: str) -> int:
    """The exit code; where a build follows, its own."""
    assert mark == "--"
    gathering = Gathering(Path(folder), Path(record), model)
    try:
        stored, is_there = gathering.recipe()
    except BrickyardError as error:
        ended = gathering.tally.ended(gathering.run, Path(folder).name, error)
        return _end(error.exit_code, **ended.model_dump(mode="json"))
    if not is_there:
        asked = [one.model_dump(mode="json") for one in stored.open]
        return _end(4, status="waiting", questions=asked)
    if build:
        os.execv(sys.executable, [sys.executable, "-P", "-m", "brickyard", *build])
    return _end(0, status="done", out=folder)


def _end(code: int, **document: Any) -> int:
    print(json.dumps({**document, "exit_code": code}), flush=True)
    return code


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

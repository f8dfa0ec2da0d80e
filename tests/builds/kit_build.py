"""A build in a process of its own, which writes down every moment and kills itself at one.

usage: kit_build.py ORDER    ORDER: JSON of kit_order.Order
"""

import asyncio
import json
import os
import signal
import sys
from pathlib import Path
from typing import Any

import kit_greeter
from kit_order import Moment, Order

from brickyard.errors import BrickyardError
from brickyard.events import Event
from brickyard.flow.session import build
from brickyard.models.base import Model, Request
from brickyard.models.recorded import identify
from brickyard.models.scripted import Scripted
from brickyard.recipe.lock import LOCK
from brickyard.sandbox.processes import descendants
from brickyard.settings import Settings
from brickyard.testing import script

QUESTIONS = ("question.asked", "answer.received", "answer.stored")
OURS = (b"bwrap", b"launcher.py", b"keeper.py", b"kit_build.py")


class Diary:
    """A listener: each moment is on disk before anything else happens, or the process is dead."""

    def __init__(self, order: Order) -> None:
        self._at = order.at
        self._log = os.open(order.log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
        self._stage = ""
        self._watch: asyncio.Task[None] | None = None

    def __call__(self, event: Event) -> None:
        if event.kind in ("stage.started", "package.started"):
            self._stage = event.stage
        if event.kind in QUESTIONS:
            self.note(Moment(event.kind, event.data["key"]))
        elif event.kind == "stage.ended":
            self.note(Moment(event.kind, event.stage))
        elif event.kind == "sandbox.started":
            self.note(Moment(event.kind, self._stage))
            self._watch = asyncio.get_running_loop().create_task(self._see_it_run())
        elif event.kind == "sandbox.ended" and self._watch:
            self._watch.cancel()

    def note(self, moment: Moment) -> None:
        os.write(self._log, (json.dumps(moment) + "\n").encode())
        os.fsync(self._log)
        if moment == self._at:
            os.kill(os.getpid(), signal.SIGKILL)

    async def _see_it_run(self) -> None:
        while not any(map(_is_sandboxed, descendants(os.getpid()))):  # noqa: ASYNC110
            await asyncio.sleep(0.005)
        kind = "package.running" if self._stage == "package" else "sandbox.running"
        self.note(Moment(kind, self._stage))


def _is_sandboxed(pid: int) -> bool:
    """Past all that is ours, the program itself runs."""
    try:
        command = Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return False
    return bool(command) and not any(name in command for name in OURS)


def hear_disk(diary: Diary, recipe: Path) -> None:
    """Each file of the final write, shortly before it gets its name; each temporary folder."""

    def hear(name: str, arguments: tuple[Any, ...]) -> None:
        if name == "tempfile.mkdtemp":
            diary.note(Moment("folder.made", arguments[0]))
        if name == "os.rename":
            target = Path(os.fsdecode(arguments[1]))
            if target.is_relative_to(recipe):
                kind = "lock.placed" if target.name == LOCK else "file.placed"
                diary.note(Moment(kind, str(target.relative_to(recipe))))

    sys.addaudithook(hear)


def scripted(diary: Diary) -> Model:
    """Takes a few turns to answer, so that several questions are in the air at once."""
    answer = script(kit_greeter.answers())

    async def function(request: Request) -> str:
        diary.note(Moment("model.asked", identify(request, "scripted").key))
        for _ in range(3):
            await asyncio.sleep(0)
        return answer(request)

    return Scripted(function)


async def main(order: Order) -> int:
    recipe = Path(order.recipe).resolve()
    diary = Diary(order)
    hear_disk(diary, recipe)
    settings = Settings.load(recipe).model_copy(update={"sandboxes": 1})
    model = f"replay:{order.cassette}" if order.cassette else scripted(diary)
    try:
        result = await build(
            recipe, model=model, home=recipe / ".brickyard", settings=settings, listener=diary
        )
    except BrickyardError as error:
        print(f"{error.message}\n{error.hint}", file=sys.stderr)
        return error.exit_code
    return result.exit_code


if __name__ == "__main__":
    sys.exit(asyncio.run(main(Order.read(sys.argv[1]))))

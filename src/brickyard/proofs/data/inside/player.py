"""Plays scripts in a forked child of the driver: the one process that generated code runs in."""

import builtins
import importlib
import inspect
import io
import json
import os
import sys
from ast import PyCF_ALLOW_TOP_LEVEL_AWAIT
from pathlib import Path
from typing import Any

from brickyard.proofs.data.inside.crossing import Crossing
from brickyard.proofs.data.inside.looking import Captured, NoInput, look, shown

LONGEST_MESSAGE = 100_000


def run_child(job: dict[str, Any], first: int, pipe: int, nothing: int) -> None:
    """Never returns: what follows in the parent is not for the child."""
    code = 1
    try:
        for descriptor in (0, 1, 2):
            os.dup2(nothing, descriptor)
        sys.path.insert(0, str(Path.cwd() / "src"))
        forget_own_modules()
        player = Player(job)
        for number in range(first, len(job["scripts"])):
            left = json.dumps(player.play(number)).encode() + b"\n"
            while left:
                left = left[os.write(pipe, left) :]
        code = 0
    finally:
        os._exit(code)


def forget_own_modules() -> None:
    """They are loaded and go on working; code that looks for a judge finds none by name."""
    for name in [*sys.modules]:
        if name.partition(".")[0] == "brickyard":
            del sys.modules[name]


class Player:
    def __init__(self, job: dict[str, Any]) -> None:
        self.job = job
        self.temporary = Path(os.environ["TMPDIR"])
        self.argv = sys.argv[:1]
        self.crossing = Crossing(job["classes"])
        self.modules: dict[str, Any] = {}
        for module in job["modules"]:
            self.load(module)

    def load(self, module: str) -> Any:
        """The module, or what came of importing it."""
        if module not in self.modules:
            try:
                self.modules[module] = importlib.import_module(module)
            except BaseException as error:  # noqa: BLE001 (whatever generated code raises, it is told)
                self.modules[module] = error
        return self.modules[module]

    def play(self, number: int) -> dict[str, Any]:
        script = self.job["scripts"][number]
        folder = self.temporary / f"tmp{script['id'][:5]}{number:03x}"
        folder.mkdir()
        for name, content in script["files"].items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(content.encode())
        os.chdir(folder)
        sys.stdin, sys.argv = NoInput(), [*self.argv]
        sys.stdout, sys.stderr = out, err = Captured(), Captured()
        try:
            names = self.names(script["imports"])
        except BaseException as error:  # noqa: BLE001 (whatever generated code raises, it is told)
            return {"id": script["id"], "unread": self.raised(error), "steps": []}
        steps = Steps(self, names, folder, out, err).play(script["steps"])
        told = self.awaited(steps) if script["is_async"] else finished(steps)
        return {"id": script["id"], "unread": None, "steps": told}

    def awaited(self, steps: Any) -> list[dict[str, Any]]:
        return importlib.import_module("asyncio").run(steps)

    def names(self, imports: list[list[str]]) -> dict[str, Any]:
        found: dict[str, Any] = {"__builtins__": builtins}
        for module, name, local in imports:
            home = self.load(module)
            if isinstance(home, BaseException):
                raise home
            found[local] = getattr(home, name)
        return found

    def raised(self, error: BaseException) -> dict[str, Any]:
        kinds = [name for kind in type(error).__mro__ if (name := self.kind(kind))]
        try:
            message = str.__str__(str(error))
        except BaseException:  # noqa: BLE001 (whatever generated code raises, it is told)
            message = ""
        return {
            "kinds": kinds,
            "name": str.__str__(type(error).__name__)[:200],
            "message": message[:LONGEST_MESSAGE],
        }

    def kind(self, kind: type) -> str:
        if getattr(builtins, kind.__name__, None) is kind:
            return kind.__name__
        return self.crossing.home(kind)


def finished(steps: Any) -> list[dict[str, Any]]:
    """The result of a coroutine that waits for nothing, without a loop around it."""
    try:
        steps.send(None)
    except StopIteration as end:
        return end.value
    raise RuntimeError("a step waits that should not")


class Steps:
    """The steps of one script, and what was to be seen after each."""

    def __init__(
        self, player: Player, names: dict[str, Any], folder: Path, out: Captured, err: Captured
    ) -> None:
        self.player, self.names, self.folder = player, names, folder
        self.out, self.err = out, err

    async def play(self, steps: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Goes on after an exception: whether it was right is not known here."""
        told: list[dict[str, Any]] = []
        for step in steps:
            shown(self.out)
            shown(self.err)
            seen: dict[str, Any]
            try:
                seen = self.run(step) if step["run"] is not None else await self.call(step)
            except BaseException as error:  # noqa: BLE001 (whatever generated code raises, it is told)
                seen = {"raised": self.player.raised(error)}
            printed = {"out": shown(self.out), "err": shown(self.err, seen.pop("said", ""))}
            seen |= {name: text for name, text in printed.items() if step[name]}
            told.append(
                seen | {"files": {path: look(self.folder / path) for path in step["paths"]}}
            )
        return told

    async def call(self, step: dict[str, Any]) -> dict[str, Any]:
        code = compile(step["call"], "<step>", "eval", flags=PyCF_ALLOW_TOP_LEVEL_AWAIT)
        value = eval(code, self.names)
        if code.co_flags & inspect.CO_COROUTINE:
            value = await value
        if step["save"]:
            self.names[step["save"]] = value
        return {"value": self.player.crossing.encode(value)} if step["value"] else {}

    def run(self, step: dict[str, Any]) -> dict[str, Any]:
        job = self.player.job
        module, name = job["entry"]
        given = io.BytesIO(step["stdin"].encode())
        sys.stdin = io.TextIOWrapper(given, encoding="utf-8", newline="")
        sys.argv = [job["command"], *step["run"]]
        home = self.player.load(module)
        if isinstance(home, BaseException):
            raise home
        try:
            code = getattr(home, name)(list(step["run"]))
        except SystemExit as stop:
            code = stop.code
        if code is None or isinstance(code, int):
            return {"exit": self.player.crossing.encode(int(code or 0))}
        return {"exit": 1, "said": f"{code}\n"}

"""Which lines and functions of the package are executed while a row is played."""

import os
import sys
import threading
from collections.abc import Generator
from contextlib import contextmanager
from types import FrameType
from typing import Any

from brickyard.cases.inside.steps import Report

_PROCESS = "a process of its own was started"
_STARTS = frozenset(
    {"subprocess.Popen", "os.fork", "os.forkpty", "os.posix_spawn", "os.system", "os.exec"}
)
"""Audit events after which code may run that nobody traces."""
_SPAWNED = frozenset({"multiprocessing.popen_spawn_posix", "multiprocessing.popen_forkserver"})
"""Modules that start processes without such an event."""


class Lines:
    """The lines and functions of the package that are executed, in all threads that start
    meanwhile; and why some may be hidden."""

    def __init__(self, source: str) -> None:
        self.folder = f"{source}{os.sep}"
        self.seen: dict[str, set[int]] = {}
        self.functions: dict[str, set[str]] = {}
        self.hidden = ""
        self.is_on = self.is_heard = False

    def __enter__(self) -> None:
        self.begin(self.entered)
        threading.settrace(self.entered)

    def __exit__(self, *_: object) -> None:
        self.end(self.entered)
        threading.settrace(None)  # type: ignore[arg-type]

    @contextmanager
    def calls(self) -> Generator[None]:
        """Functions alone: what no case itself executes is none of its lines."""
        self.begin(self.passed)
        try:
            yield
        finally:
            self.end(self.passed)

    def begin(self, tracer: Any) -> None:
        if not self.is_heard:
            sys.addaudithook(self.heard)
            self.is_heard = True
        if threading.active_count() > 1:
            self.hidden = "threads of the package ran already"
        self.is_on = True
        sys.settrace(tracer)

    def end(self, tracer: Any) -> None:
        if sys.gettrace() != tracer:
            self.hidden = "the package exchanged what traces it"
        sys.settrace(None)
        self.is_on = False
        if not _SPAWNED.isdisjoint(sys.modules):
            self.hidden = _PROCESS

    def heard(self, event: str, _: Any) -> None:
        if self.is_on and event in _STARTS:
            self.hidden = _PROCESS

    def called(self, frame: FrameType) -> str:
        """The file of the package whose function is entered; nothing if it is none."""
        path = frame.f_code.co_filename
        if not path.startswith(self.folder):
            return ""
        file = path.removeprefix(self.folder)
        name = frame.f_code.co_qualname.partition(".<locals>")[0]
        self.functions.setdefault(file, set()).add(name)
        return file

    def passed(self, frame: FrameType, event: str, argument: Any) -> None:
        self.called(frame)

    def entered(self, frame: FrameType, event: str, argument: Any) -> Any:
        file = self.called(frame)
        if not file:
            return None
        seen = self.seen.setdefault(file, set())

        def noted(frame: FrameType, event: str, argument: Any) -> Any:
            if event == "line":
                seen.add(frame.f_lineno)
            return noted

        return noted

    def taken(self) -> dict[str, list[int]]:
        found = {path: sorted(lines) for path, lines in self.seen.items() if lines}
        self.seen = {}
        return found

    def told(self) -> Report:
        functions = {path: sorted(names) for path, names in self.functions.items()}
        found: Report = {"functions": functions, "hidden": self.hidden}
        self.functions, self.hidden = {}, ""
        return found

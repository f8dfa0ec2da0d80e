"""Runs tests that lie beside somebody's code, with their own conftest, on it and on disguises."""

import importlib
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

watcher: Any = importlib.import_module("watcher")
changing: Any = importlib.import_module("brickyard.doors.prove.inside.changing")

HANG_SECONDS = 5.0
"""Processor time of one test at most on code that only pretends."""

Send = Callable[[dict[str, Any]], None]


def run_child(job: dict[str, Any], variant: str, send: Send) -> None:
    limited = {**job, "hang_seconds": HANG_SECONDS if variant else 0}
    own = Own(limited, send, *watcher.enter(job, variant))
    problem = ""
    try:
        if variant:
            own.disguise(variant)
        own.run()
    except BaseException as error:  # noqa: BLE001 (whatever the code raises, it is told)
        problem = f"the tests could not be run: {own.described(error)}"
    send({"event": "done", "problem": problem, "lines": {}})
    os._exit(0)


class Own(watcher.Watcher):
    """The same plugin; nothing of ours is beside the tests."""

    def disguise(self, kind: str) -> None:
        for module in self.job["offers"]:
            with suppress(BaseException):
                importlib.import_module(module)
        changing.Disguise(self.job, f"{self.source}{os.sep}", kind).put_on()

    def run(self) -> None:
        import pytest

        os.chdir(self.scratch.parent)
        if self.job["hypothesis"]:
            self.set_hypothesis(importlib.import_module("hypothesis"))
        sys.path.insert(1, str(watcher.TRUSTED / self.job["folder"]))
        pytest.main(self.arguments(), plugins=[self])

    def arguments(self) -> list[str]:
        root = Path(watcher.TRUSTED)
        fixed = ["-c", str(root / "pytest.ini"), f"--rootdir={root}", "--tb=no", "-vv"]
        fixed += ["--import-mode=importlib", "-p", "no:cacheprovider"]
        fixed += ["--continue-on-collection-errors", f"--basetemp={self.scratch}"]
        for plugin in self.job["plugins"]:
            fixed += ["-p", plugin]
        return [*fixed, *(str(root / place) for place in self.job["modules"])]

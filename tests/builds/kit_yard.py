"""Builds of the same recipe to compare: run in a process of their own, read back as bytes."""

import fcntl
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import kit_greeter
import pytest
from kit_order import Moment, Order, moments

HERE = Path(__file__).parent
SECONDS = 300


@dataclass(frozen=True)
class Site:
    """One recipe with its record, and a log for each time that it was built."""

    folder: Path

    @property
    def recipe(self) -> Path:
        return self.folder / "recipe"

    @property
    def home(self) -> Path:
        return self.recipe / ".brickyard"

    @property
    def logs(self) -> list[Path]:
        return sorted(self.folder.glob("*.log"))

    def prepare(self) -> "Site":
        kit_greeter.write_recipe(self.recipe)
        return self

    def build(
        self,
        at: Moment | None = None,
        *,
        cassette: Path | None = None,
        environment: Mapping[str, str] | None = None,
        starter: str = "kit_reaper.py",
    ) -> "Built":
        """Until it ends or is killed, and nothing that it started is left."""
        log = self.folder / f"{len(self.logs):02}.log"
        order = Order(str(self.recipe), str(log), at, str(cassette) if cassette else "")
        starting = (sys.executable, str(HERE / starter))
        done = subprocess.run(
            (*starting, sys.executable, str(HERE / "kit_build.py"), order.text()),
            env={**os.environ, **(environment or {})},
            cwd=self.folder,
            capture_output=True,
            encoding="utf-8",
            timeout=SECONDS,
            check=False,
        )
        return Built(done.returncode, moments(log) if log.exists() else [], done.stderr)

    def product(self) -> dict[str, bytes]:
        """Every file beside the recipe that a build made, but the record."""
        return {
            str(path.relative_to(self.recipe)): path.read_bytes()
            for path in sorted(self.recipe.rglob("*"))
            if path.is_file() and ".brickyard" not in path.relative_to(self.recipe).parts
        }


@dataclass(frozen=True)
class Built:
    code: int
    moments: list[Moment]
    said: str

    def of(self, kind: str) -> list[str]:
        return [moment.what for moment in self.moments if moment.kind == kind]


def reference(factory: pytest.TempPathFactory) -> Site:
    """One undisturbed build, made by whichever worker comes first and read by all."""
    base = factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    site, complete = Site(shared / "reference"), shared / "reference.complete"
    with (shared / "reference.lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not complete.exists():
            built = site.prepare().build()
            assert (built.code, built.said) == (0, "")
            complete.touch()
    return site

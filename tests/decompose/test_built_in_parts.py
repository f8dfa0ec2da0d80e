"""A recipe that is planned in parts, from its text to its package; and edited afterwards."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from kit_sums import CASES, INTERFACES, REQUIREMENTS, answers, write_recipe

from brickyard.drafts.question import AmendOut
from brickyard.errors import BadInput
from brickyard.events import Decomposed, Event, Sized
from brickyard.files import Files
from brickyard.flow.estimates import analyze
from brickyard.flow.results import Result
from brickyard.flow.session import build
from brickyard.models.base import Request
from brickyard.models.scripted import Scripted
from brickyard.plans.delta import ChangedBrick, DeltaOut
from brickyard.recipe import load_all
from brickyard.recipe import check as check_recipes
from brickyard.recipe.lock import read_lock
from brickyard.repair.question import END, NEW, OLD
from brickyard.settings import Settings
from brickyard.testing import script
from brickyard.values import Plan, ProofLevel, Verdict

SMALL = Settings(answer_tokens=500, proof=ProofLevel.QUICK)
"""So small that the plan, and that of one part, would not fit in an answer."""


@dataclass
class World:
    """A recipe, its record, and what was asked and told."""

    folder: Path
    home: Path
    asked: list[str] = field(default_factory=list[str])
    told: list[Event] = field(default_factory=list[Event])
    result: Result | None = None

    def build(self, settings: Settings = SMALL, **changed: Any) -> "World":
        def answer(request: Request) -> str:
            self.asked.append(request.task)
            return script({**answers(), **changed})(request)

        self.asked, self.told = [], []
        self.result = asyncio.run(
            build(
                self.folder,
                model=Scripted(answer, name="parts"),
                home=self.home,
                settings=settings,
                listener=self.told.append,
            )
        )
        return self

    @property
    def plan(self) -> Plan:
        locked = read_lock(self.folder).plan
        assert locked
        return locked.plan

    def product(self) -> dict[str, str]:
        root = self.folder / "build" / "src" / "sums"
        paths = sorted(root.rglob("*.py"))
        return {str(path.relative_to(root)): path.read_text("utf-8") for path in paths}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> World:
    base = tmp_path_factory.mktemp("parts")
    return World(write_recipe(base / "sums"), base / ".brickyard").build()


@pytest.fixture
def world(built: World, tmp_path: Path) -> Iterator[World]:
    """A copy of what was built, to be edited."""
    folder = tmp_path / "sums"
    Files.read(built.folder).write(_made(folder))
    yield World(folder, built.home)


def _made(folder: Path) -> Path:
    folder.mkdir()
    return folder

"""Measurements as strangers write them: whether they hand over what the requirement speaks of."""

import json
from pathlib import Path
from typing import Any

import pytest

from brickyard.files import Files
from brickyard.proofs.base import Site
from brickyard.proofs.measurement import Limit, Measurement, wrong_measurement
from brickyard.proofs.sizes import Sizes
from brickyard.sandbox import Sandbox
from brickyard.values import Brick, Kind, Level, Plan, Recipe, RecipeType, Requirement

HERE = Path(__file__).parent / "strangers"
FOLDERS = sorted(path for path in HERE.iterdir() if path.is_dir())


class Trial:
    """One requirement of speed, its interface and code, and measurements of it."""

    def __init__(self, folder: Path) -> None:
        told = json.loads((folder / "requirement.json").read_text("utf-8"))
        text = told.pop("text")
        self.item = Requirement(id="R1", level=Level.MUST, kind=Kind.PERFORMANCE, text=text)
        interface = (folder / "interface.py").read_text("utf-8")
        brick = Brick(name="work", spec="", serves=("R1",), interface=interface)
        entry = "work:main" if "def main(" in interface else ""
        self.plan = Plan(package=folder.name, bricks=(brick,), entry=entry)
        code = (folder / "code.py").read_text("utf-8")
        home = f"src/{folder.name}"
        self.code = Files({f"{home}/__init__.py": "", f"{home}/work.py": code})
        recipe = Recipe(
            name=folder.name, version="1.0", type=RecipeType.LIBRARY, requirements=(self.item,)
        )
        self.site = Site(item=self.item, recipe=recipe, plan=self.plan)
        self.right, self.small = (
            self.read(folder / name, told) for name in ("right.py", "small.py")
        )

    def read(self, path: Path, told: dict[str, Any]) -> list[Measurement]:
        cases, problems = self.site.read(path.read_text("utf-8")) if path.exists() else ([], [])
        assert problems == []
        limits = [Limit(case=case.name, **told) for case in cases]
        pairs = zip(cases, limits, strict=True)
        return [Measurement(case=case, limit=limit) for case, limit in pairs]


LARGE = {"dedupe", "search"}
EACH = [
    pytest.param(path, id=path.name, marks=pytest.mark.slow if path.name in LARGE else ())
    for path in FOLDERS
]


@pytest.mark.parametrize("folder", EACH)
async def test_what_strangers_measure_is_taken_where_it_is_large_and_refused_where_it_is_small(
    folder: Path, sandbox: Sandbox
) -> None:
    trial = Trial(folder)
    sizes = Sizes(sandbox, trial.item, trial.plan, 120)
    every = [*trial.right, *trial.small]
    for one in every:
        assert wrong_measurement(one, trial.item, trial.plan, ("R1",)) == []
    late = await sizes.late(every, trial.code)
    refused = {one.case.name for one in every if any(f"'{one.case.name}'" in why for why in late)}
    small = {one.case.name for one in trial.small}
    print("taken though small:", *small - refused, "refused though right:", *refused - small)
    assert refused == small


@pytest.mark.slow
async def test_what_is_known_to_be_small_before_there_is_code_goes_back_then(
    sandbox: Sandbox,
) -> None:
    """All but what an earlier call gives."""
    early: list[str] = []
    for folder in FOLDERS:
        trial = Trial(folder)
        every = [*trial.right, *trial.small]
        early += await Sizes(sandbox, trial.item, trial.plan, 120).early(every)
    assert sorted(why.split("'")[1] for why in early) == [
        "a_file_of_long_rows",
        "a_thousand_receipts",
        "among_five_thousand",
        "only_its_beginning",
        "ten_thousand_characters",
    ]

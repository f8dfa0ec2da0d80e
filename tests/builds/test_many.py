"""Recipes that depend on recipes: in order, each once, by interfaces and wheels alone."""

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
import sample
from kit_many import ADDS, write_recipes

from brickyard.errors import BadInput, ModelUnavailable
from brickyard.flow.many import Ended, Ordered, build_many, exit_code, order
from brickyard.flow.results import Result

HERE = Path(__file__).parent
ALL = ("plusone", "plustwo", "plusthree")


def named(*folders: Path) -> dict[str, bool]:
    """Recipe → whether a person named it, in the order in which they are built."""
    return {one.name: one.is_named for one in order(folders)}


def test_what_lies_below_comes_first_and_once(tmp_path: Path) -> None:
    one, two, three = write_recipes(tmp_path, *ALL)
    assert [*named(three).items()] == [("plusone", False), ("plustwo", False), ("plusthree", True)]
    assert named(two, one) == {"plusone": True, "plustwo": True}
    assert [*named(tmp_path)] == [*ALL]


def test_a_circle_is_shown_and_nothing_is_begun(tmp_path: Path) -> None:
    one, two = write_recipes(tmp_path, "plusone", "plustwo")
    text = (one / "components.json").read_text()
    (one / "components.json").write_text(text.replace("[]", '["plustwo"]'))
    with pytest.raises(BadInput) as refused:
        order([two])
    assert "plusone → plustwo → plusone" in " ".join(x.message for x in refused.value.findings)


def test_what_is_not_beside_it_is_said(tmp_path: Path) -> None:
    (two,) = write_recipes(tmp_path, "plustwo")
    with pytest.raises(BadInput) as refused:
        order([two])
    assert "plusone" in refused.value.findings[0].message


def test_what_lies_elsewhere_is_said(tmp_path: Path) -> None:
    (one,) = write_recipes(tmp_path / "away", "plusone")
    (two,) = write_recipes(tmp_path / "here", "plustwo")
    with pytest.raises(BadInput, match="plusone is looked for in") as refused:
        order([one, two])
    assert "one folder" in refused.value.hint


def recipe(name: str, *below: str) -> Ordered:
    return Ordered(name, Path(name), below, is_named=True)


FOUR = (recipe("base"), recipe("left", "base"), recipe("right", "base"), recipe("top", "left"))


async def test_independent_recipes_are_built_side_by_side() -> None:
    met = asyncio.Barrier(2)
    began: list[str] = []

    async def build(one: Ordered) -> Result:
        began.append(one.name)
        if one.name in ("left", "right"):
            await asyncio.wait_for(met.wait(), 30)
        return Result(run=one.name, status="done")

    ended = await build_many(FOUR, build)
    assert exit_code(ended) == 0
    assert (began[0], {*began[1:3]}, began[3]) == ("base", {"left", "right"}, "top")


async def test_one_that_fails_stops_what_stands_on_it_and_nothing_else() -> None:
    async def build(one: Ordered) -> Result:
        if one.name == "left":
            raise ModelUnavailable("It is away.")
        return Result(run=one.name, status="not met" if one.name == "right" else "done")

    ended = {one.recipe.name: one for one in await build_many(FOUR, build)}
    assert [name for name, one in ended.items() if one.done] == ["base"]
    assert ended["top"] == Ended(FOUR[3], missing=("left",))
    assert {name: one.exit_code for name, one in ended.items()} == {
        "base": 0,
        "left": 3,
        "right": 1,
        "top": 0,
    }
    assert exit_code(ended.values()) == 3


# ---------------------------------------------------------------- built


def brickyard(*arguments: object) -> subprocess.CompletedProcess[str]:
    paths = os.pathsep.join((str(HERE), str(Path(sample.__file__).parent)))
    return subprocess.run(
        [sys.executable, "-m", "brickyard", *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
        env={**os.environ, "PYTHONPATH": paths, "COLUMNS": "120"},
    )


QUICK = ("--proof", "quick", "-m")


@pytest.mark.slow
def test_a_recipe_is_built_on_the_wheel_of_another(tmp_path: Path) -> None:
    *_, three = write_recipes(tmp_path, *ALL)
    early = brickyard("build", three, "--dry-run", "--json", "-m", "scripted:kit_many:answer")
    told = json.loads(early.stdout)["recipes"]
    assert ["error" in one for one in told] == [False, True, True]
    assert "depends on plusone, which is not built" in told[1]["error"]
    done = brickyard("build", three, *QUICK, "scripted:kit_many:answer", "--json")
    assert done.returncode == 0, done.stdout + done.stderr
    found = json.loads(done.stdout)["recipes"]
    assert [(one["recipe"], one["status"]) for one in found] == [(name, "done") for name in ALL]
    dist = sorted(path.name for path in (three / "build" / "dist").glob("*.whl"))
    assert dist == [f"{name}-1.0.0-py3-none-any.whl" for name in sorted(ALL)]
    project = (three / "build" / "pyproject.toml").read_text()
    assert 'dependencies = ["plustwo>=1.0", "plusone>=1.0"]' in project
    again = brickyard("test", three / "build")
    assert again.returncode == 0, again.stdout + again.stderr
    assert _edited_below(tmp_path, three) == ["delta"]


def _edited_below(folder: Path, top: Path) -> list[str]:
    """What is asked of the topmost recipe when an interface below it says something else."""
    lock = folder / "plusone" / "brickyard.lock"
    body = folder / "plusone" / "build" / "src" / "plusone" / "adding.py"
    body.write_text(body.read_text().replace("value + 1", "1 + value"))
    done = brickyard("build", top, *QUICK, "scripted:kit_many:answer", "--json")
    assert done.returncode == 0, done.stdout + done.stderr
    assert [one["asked"] for one in json.loads(done.stdout)["recipes"]] == [0, 0, 0]
    assert "1 + value" in lock.read_text()
    lock.write_text(lock.read_text().replace("plus more", "plus one more"))
    ordered = ("build", top, "--dry-run", "--json", *QUICK, "scripted:kit_many:answer")
    foretold = brickyard(*ordered)
    *_, last = json.loads(foretold.stdout)["recipes"]
    return [one["task"] for one in last["analysis"]["askings"] if not one["known"]]


@pytest.mark.slow
def test_what_fails_below_is_said_once_and_the_rest_is_built(tmp_path: Path) -> None:
    write_recipes(tmp_path, *ALL)
    done = brickyard("build", tmp_path, *QUICK, "scripted:kit_many:broken")
    assert done.returncode == 1, done.stdout + done.stderr
    assert "plusone    done: 1 met; " in done.stdout
    assert "plusthree  not started: it stands on plustwo" in done.stdout
    assert "plustwo: Run " in done.stderr
    assert len(ADDS) == 3

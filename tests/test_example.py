"""The shipped example: rebuilt from its cassette with no model, to the byte; and the demo."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import brickyard
from brickyard.record import read_cassette
from brickyard.values import Kind, ProofLevel, Verdict

EXAMPLE = Path(__file__).parent.parent / "examples" / "purse"
RECIPE = ("requirements.md", "design.md", "components.json", "cassette.jsonl")


@pytest.fixture
def recipe(tmp_path: Path) -> Path:
    folder = tmp_path / "somewhere else" / "purse"
    folder.mkdir(parents=True)
    for name in RECIPE:
        shutil.copy(EXAMPLE / name, folder / name)
    return folder


async def test_the_example_is_rebuilt_from_its_cassette_or_its_lock_to_the_byte(
    recipe: Path, tmp_path: Path
) -> None:
    used: set[str] = set()

    def listen(event: brickyard.Event) -> None:
        if event.kind == "answer.reused":
            used.add(event.data["key"])

    full = brickyard.Settings(proof=ProofLevel.FULL)
    replayed = await brickyard.build(
        recipe, out=tmp_path / "replayed", home=tmp_path / "one", listener=listen, settings=full
    )

    assert replayed.status == "done"
    assert (recipe / "brickyard.lock").read_bytes() == (EXAMPLE / "brickyard.lock").read_bytes()
    assert {row.verdict for row in replayed.matrix.rows} == {Verdict.MET}
    assert len({row.kind for row in replayed.matrix.rows}) > 1
    assert {name.rpartition(".")[2] for name in replayed.artefacts} == {"whl", "gz"}
    assert used == {answer.key for answer in read_cassette(recipe / "cassette.jsonl")}

    unheard = brickyard.Scripted(lambda request: pytest.fail(f"asked: {request.task}"))
    locked = await brickyard.build(
        recipe, out=tmp_path / "locked", model=unheard, home=tmp_path / "one", settings=full
    )

    assert locked.status == "done"
    assert _contents(tmp_path / "replayed") == _contents(tmp_path / "locked")


def test_a_changed_requirement_says_which_questions_the_cassette_does_not_answer(
    recipe: Path,
) -> None:
    page = recipe / "requirements.md"
    page.write_text(page.read_text("utf-8").replace("two decimals", "three decimals"), "utf-8")

    done = _brickyard("build", str(recipe))

    assert done.returncode == 3
    assert "'plan'" in done.stderr
    assert "three decimals" in done.stderr


def test_the_demo_builds_a_wheel_and_runs_its_command(tmp_path: Path) -> None:
    done = _brickyard("demo", str(tmp_path / "demo"))

    assert done.returncode == 0, done.stderr
    assert "R1" in done.stdout
    assert "food: 60.70 (over by 10.70)" in done.stdout
    assert "total: 1,373.60" in done.stdout
    assert list((tmp_path / "demo" / "purse" / "dist").glob("purse-*.whl"))


def test_the_example_has_three_bricks_with_edges_and_more_than_one_kind_of_proof() -> None:
    plan = brickyard.Plan.model_validate_json(
        _locked_plan((EXAMPLE / "brickyard.lock").read_text("utf-8"))
    )
    kinds = {item.kind for item in brickyard.read(EXAMPLE).requirements}

    assert len(plan.bricks) >= 3
    assert any(brick.depends for brick in plan.bricks)
    assert {Kind.BEHAVIOUR, Kind.PROPERTY, Kind.STATIC} <= kinds


def _locked_plan(lock: str) -> str:
    return json.dumps(json.loads(lock)["plan"]["plan"])


def _contents(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def _brickyard(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "brickyard", *arguments],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )

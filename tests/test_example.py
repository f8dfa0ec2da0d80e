"""The shipped example: rebuilt from its cassette with no model, to the byte; and the demo."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import brickyard
from brickyard.cases import CaseFile, file_of, judge, offered_by
from brickyard.files import Files
from brickyard.record import read_cassette
from brickyard.record.metrics import summarise
from brickyard.sandbox import Sandbox
from brickyard.values import Kind, ProofLevel, Verdict, WrittenCase

ROOT = Path(__file__).parent.parent
EXAMPLE = ROOT / "examples" / "purse"
RECIPE = ("requirements.md", "design.md", "components.json", "cassette.jsonl")


@pytest.fixture
def recipe(tmp_path: Path) -> Path:
    folder = tmp_path / "somewhere else" / "purse"
    folder.mkdir(parents=True)
    for name in RECIPE:
        shutil.copy(EXAMPLE / name, folder / name)
    return folder


@pytest.mark.slow
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


@pytest.mark.slow
@pytest.mark.parametrize("sandbox", ["auto", "sandlock"])
def test_the_demo_does_its_work_and_what_it_says_next_works(
    sandbox: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a machine that has no program for it: none can be found."""
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.setenv("BRICKYARD_SANDBOX", sandbox)
    done = _brickyard("demo", "demo", cwd=tmp_path)

    assert done.returncode == 0, done.stderr
    shown = (ROOT / "README.md").read_text("utf-8").partition("purse: what execution proved\n")[2]
    matrix, _, run = shown.partition("```")[0].partition("\n\n")
    assert len(matrix.splitlines()) == 10
    assert matrix in done.stdout, "the README shows what the demo prints"
    assert run in done.stdout
    assert "food: 60.70 (over by 10.70)" in run
    assert list((tmp_path / "demo" / "purse" / "dist").glob("purse-*.whl"))
    told = [line.strip().partition("  ")[0] for line in done.stdout.splitlines()[-3:]]
    assert [line.partition(" -m brickyard ")[2] for line in told] == [
        "test demo/purse",
        "report --home demo/.brickyard",
        "init hello",
    ]
    for line in told:
        subprocess.run(line, shell=True, cwd=tmp_path, check=True, capture_output=True)


def test_the_example_has_three_bricks_with_edges_and_more_than_one_kind_of_proof() -> None:
    plan = brickyard.Plan.model_validate_json(
        _locked_plan((EXAMPLE / "brickyard.lock").read_text("utf-8"))
    )
    kinds = {item.kind for item in brickyard.read(EXAMPLE).requirements}

    assert len(plan.bricks) >= 3
    assert any(brick.depends for brick in plan.bricks)
    assert {Kind.BEHAVIOUR, Kind.PROPERTY, Kind.STATIC} <= kinds


def test_most_of_what_the_example_asks_began_as_an_earlier_question_did() -> None:
    """What a provider's cache can take, and what the page about it says."""
    asked = [json.loads(one.request) for one in read_cassette(EXAMPLE / "cassette.jsonl")]
    asked.sort(key=lambda one: one["task"] != "plan")
    lines = [
        {"what": "request", "time": "2026-01-01T00:00:00", "key": str(at), **one}
        for at, one in enumerate(asked)
    ]
    share = summarise(lines)["shared_prefix"]
    assert share >= 0.6
    page = (ROOT / "docs" / "models.md").read_text("utf-8")
    assert f"{round(100 * share)} % for the shipped example" in page


async def test_the_example_with_a_debug_line_and_a_traceback_is_refused(sandbox: Sandbox) -> None:
    lock = json.loads((EXAMPLE / "brickyard.lock").read_text("utf-8"))
    plan = brickyard.Plan.model_validate_json(json.dumps(lock["plan"]["plan"]))
    cases = [WrittenCase.model_validate(one) for one in lock["tests"]["acceptance/R7"]["cases"]]
    names = offered_by(plan)
    file = CaseFile(path="t.py", cases=file_of(cases, names), names=names)
    code = {f"src/purse/{name}.py": one["source"] for name, one in lock["code"].items()}
    line = '        _write(sys.stderr, f"purse: {line}\\n")\n'
    noise = {
        "debug": f'        _write(sys.stderr, "DEBUG oops\\n")\n{line}',
        "traceback": f"{line}        __import__('traceback').print_exc()\n",
    }
    assert code["src/purse/cli.py"].count(line) == 1

    right = await judge(sandbox, Files(code), [file], seconds=120)
    assert [one.reason for one in right.values() if not one.passed] == []
    for more in noise.values():
        wrong = code | {"src/purse/cli.py": code["src/purse/cli.py"].replace(line, more)}
        found = await judge(sandbox, Files(wrong), [file], seconds=120)
        assert [one for one in found.values() if not one.passed]


def _locked_plan(lock: str) -> str:
    return json.dumps(json.loads(lock)["plan"]["plan"])


def _contents(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def _brickyard(*arguments: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "brickyard", *arguments],
        capture_output=True,
        text=True,
        check=False,
        timeout=1200,
        cwd=cwd,
    )

"""`brickyard prove` and `brickyard test` as a person types them."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from cli_kit import brickyard
from prove_kit import TIMES, edit, readers, ruling, write_code, write_recipe

from brickyard.ask.rendering import marker_of, render_answer
from brickyard.cli.prove import run
from brickyard.cli.reports import Reports
from brickyard.disputes.question import Ruling
from brickyard.files import Files
from brickyard.flow.prove import prove
from brickyard.repair.question import MEND_CODE, MendOut
from brickyard.settings import Settings


@pytest.fixture
def place(tmp_path: Path, executed: Callable[[Path], Path]) -> Path:
    write_recipe(tmp_path)
    write_code(tmp_path)
    executed(tmp_path / ".brickyard")
    return tmp_path


def test_it_waits_for_two_answers_and_says_so(place: Path) -> None:
    done = brickyard("prove", "recipe", "--code", "code", "-m", "handoff", "--home", "h", cwd=place)

    assert done.returncode == 4
    assert "cases for R1, R2, R3 · clockwork" in done.stderr
    assert "hold-outs for R1, R2, R3 · clockwork" in done.stderr
    assert "Error" not in done.stderr


def test_what_leaves_the_machine_can_be_seen_before(place: Path) -> None:
    done = brickyard(
        "prove", "recipe", "--code", "code", "-m", "handoff", "--show", "--home", "h", cwd=place
    )

    assert done.returncode == 4
    for title in ("cases for R1, R2, R3 · clockwork", "hold-outs for R1, R2, R3 · clockwork"):
        _, asked = done.stderr.split(f"===== {title} =====")
        question = asked.partition("=====")[0]
        assert "def later(start: str, minutes: int) -> str:" in question
        assert "clockwork (clockwork.cli:main)" in question
        assert "partition" not in question, "a body is never shown"


@pytest.mark.parametrize(
    ("code", "said"),
    [("nowhere", "does not exist"), ("recipe", "no Python")],
)
def test_a_folder_without_code_is_refused(place: Path, code: str, said: str) -> None:
    done = brickyard("prove", "recipe", "--code", code, "-m", "handoff", cwd=place)

    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_a_fault_is_shown_with_the_words_that_it_rests_on(place: Path) -> None:
    write_code(place, TIMES.replace("% DAY", "% (DAY + 1)"))
    rule = ruling(Ruling.CODE_WRONG, quote="counts minutes past midnight")
    asyncio.run(
        prove(
            place / "recipe",
            place / "code",
            model=readers(rule=rule),
            home=place / ".brickyard",
            settings=Settings(proof="quick"),  # pyright: ignore
        )
    )

    report = brickyard("report", "--home", ".brickyard", cwd=place)

    assert report.returncode == 0, report.stderr
    assert "R2 is wrong: `later(" in report.stdout
    assert "It rests on: “counts minutes past midnight”" in report.stdout
    assert "Prove it again, with no model:" in report.stdout
    assert all(len(line) < 200 for line in report.stdout.splitlines())


@pytest.mark.slow
def test_it_is_proven_again_in_anyones_ci(place: Path) -> None:
    asyncio.run(
        prove(
            place / "recipe",
            place / "code",
            model=readers(),
            home=place / ".brickyard",
            settings=Settings(proof="quick"),  # pyright: ignore
        )
    )
    same = brickyard("test", ".", "--proof", "quick", "--junit", "junit.xml", cwd=place)
    assert (same.returncode, "Every proof holds." in same.stdout) == (0, True)

    write_code(place, TIMES.replace("% DAY", "% (DAY + 1)"))
    broken = brickyard("test", ".", "--proof", "quick", "--json", cwd=place)
    told = brickyard("test", ".", "--proof", "quick", "--junit", "junit.xml", cwd=place)

    assert broken.returncode == told.returncode == 1
    document = json.loads(broken.stdout)
    assert "R2" in [row["requirement"] for row in document["lost"]]
    assert "Lost since it was proven: R2" in told.stdout
    root = ElementTree.parse(place / "junit.xml").getroot()
    assert int(root.get("failures", "0")) >= 1


def test_prove_writes_what_ci_shows(
    place: Path, sarif_problems: Callable[[Any], list[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    write_code(place, TIMES.replace("% DAY", "% (DAY + 1)"))
    files = {name: place / f"ci.{name}" for name in ("junit", "sarif", "summary", "badge")}

    code = run(
        place / "recipe",
        place / "code",
        as_json=False,
        reports=Reports(**files),
        model=readers(rule=ruling(Ruling.CODE_WRONG, quote="counts minutes past midnight")),
        home=place / ".brickyard",
        settings=Settings(proof="quick"),  # pyright: ignore
    )

    assert (code, "R2 is wrong" in capsys.readouterr().out) == (1, True)
    log = json.loads(files["sarif"].read_text("utf-8"))
    assert sarif_problems(log) == []
    said = {one["ruleId"]: one["message"]["text"] for one in log["runs"][0]["results"]}
    assert "It rests on: “counts minutes past midnight”" in said["R2"]
    assert "assert later(" in said["R2"], "the check as it was written"
    shown = files["summary"].read_text("utf-8")
    assert "It rests on: `counts minutes past midnight`" in shown
    failures = ElementTree.parse(files["junit"]).getroot().get("failures")
    assert failures == str(len(said)), "what is green fails, for each"
    assert "1 of 3 proven" in files["badge"].read_text("utf-8")


@pytest.mark.slow
def test_edits_are_a_patch_where_nobody_can_be_asked_and_applied_with_yes(
    place: Path,
) -> None:
    """A person answers the one question; then `runs resume`, and the same again with --yes."""
    write_code(place, TIMES.replace("% DAY", "% (DAY + 1)"))
    times = place / "code" / "src" / "clockwork" / "times.py"
    wrong = times.read_bytes()
    asyncio.run(
        prove(
            place / "recipe",
            place / "code",
            model=readers(rule=ruling(Ruling.CODE_WRONG, quote="counts minutes past midnight")),
            home=place / ".brickyard",
            settings=Settings(proof="quick"),  # pyright: ignore
        )
    )
    command = ["prove", "recipe", "--code", "code", "--repair", "-m", "handoff"]
    command += ["--home", ".brickyard", "--proof", "quick"]

    waits = brickyard(*command, cwd=place)
    assert (waits.returncode, "edits for R2, R3 · clockwork" in waits.stderr) == (4, True)
    (page,) = (place / ".brickyard" / "questions").glob("*.md")
    line = "    total = (parse_time(start) + minutes) % (DAY + 1)"
    edits = Files({"clockwork/times.py": edit(line, line.replace("(DAY + 1)", "DAY"))})
    answer = MendOut(cause="It is so.", edits=edits)
    text = render_answer(MEND_CODE, marker_of(page.read_text()), answer)
    page.with_suffix(".answer.md").write_text(text)
    shown = brickyard("runs", "resume", "--home", ".brickyard", cwd=place)

    assert (shown.returncode, times.read_bytes()) == (1, wrong)
    assert "edits of src/clockwork/times.py that mend R2, R3 were not applied" in shown.stdout
    (patch,) = (place / ".brickyard" / "runs").glob("*/repair.patch")
    assert f"{patch.relative_to(place)}" in shown.stdout

    done = brickyard(*command, "--yes", "--json", cwd=place)

    document = json.loads(done.stdout)
    assert (done.returncode, document["asked"], document["repair"]["applied"]) == (0, 0, True)
    assert document["repair"]["diff"] == patch.read_text()
    assert times.read_text() == TIMES


def test_a_folder_that_nobody_proved_is_told_what_to_do(place: Path) -> None:
    done = brickyard("test", ".", cwd=place)

    assert done.returncode == 2
    assert "brickyard prove" in done.stderr

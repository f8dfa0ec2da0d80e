"""What `prove` and `test` write for CI: how bad, where, known by what, and hostile text in it."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from prove_kit import write_code, write_recipe

from brickyard.cases import CaseResult
from brickyard.cli.reports import Reports
from brickyard.doors.prove.again import Again
from brickyard.doors.prove.matrix import NAMES
from brickyard.doors.prove.meeting import meeting
from brickyard.doors.prove.verdicts import Proved, Said, Shown
from brickyard.errors import BadInput
from brickyard.reports.places import FileLine, Places, places_of_proof
from brickyard.reports.sarif import as_sarif
from brickyard.reports.summary import as_badge, as_summary
from brickyard.reports.told import ProofReport, told_of_again, told_of_proof
from brickyard.values import Failure, Level, Proof, Proven

Problems = Callable[[Any], list[str]]
FILE = "src/clockwork/times.py"


def row(id: str = "R1", said: Said = Said.WRONG, level: Level = Level.MUST, **more: Any) -> Shown:
    proofs = {name: Proven(state=Proof.PASSED) for name in NAMES}
    about = {"text": f"What {id} asks for.", "reason": "expected 1, got 2", "proofs": proofs}
    return Shown.model_validate({"requirement": id, "level": level, "said": said, **about, **more})


def proved(*rows: Shown) -> Proved:
    named = dict.fromkeys(("recipe", "package", "name"), "clockwork")
    return Proved.model_validate({**named, "version": "0.3", "code": "", "rows": rows})


@pytest.fixture
def places(tmp_path: Path) -> Places:
    (tmp_path / ".git").mkdir()
    return places_of_proof(write_recipe(tmp_path), write_code(tmp_path))


def results(told: ProofReport) -> list[dict[str, Any]]:
    return json.loads(as_sarif(told))["runs"][0]["results"]


# ---------------------------------------------------------------- how bad


@pytest.mark.parametrize(
    ("said", "level", "expected"),
    [
        (Said.WRONG, Level.MUST, "error"),
        (Said.NOT_THERE, Level.MUST, "error"),
        (Said.NOT_JUDGED, Level.MUST, "warning"),
        (Said.WRONG, Level.SHOULD, "note"),
        (Said.NOT_THERE, Level.COULD, "note"),
        (Said.NOT_JUDGED, Level.SHOULD, "note"),
    ],
)
def test_the_level_of_a_result_follows_the_verdict(
    said: Said, level: Level, expected: str, places: Places, sarif_problems: Problems
) -> None:
    told = told_of_proof(proved(row(said=said, level=level)), places)
    assert [result["level"] for result in results(told)] == [expected]
    assert sarif_problems(json.loads(as_sarif(told))) == []


def test_what_is_met_is_a_rule_and_no_result(places: Places) -> None:
    told = told_of_proof(proved(row(said=Said.MET)), places)
    assert (results(told), told.holds, told.counted) == ([], True, "1 of 1 requirements met")
    assert [rule.id for rule in told.rules] == ["R1"]


def test_what_was_lost_is_an_error_and_what_was_known_is_told_as_known(places: Places) -> None:
    lost, known = row("R2", level=Level.COULD), row("R3", level=Level.COULD)
    again = Again(project=".", proved=proved(lost, known), lost=(lost,))
    told = told_of_again(again, places)
    assert not told.holds
    assert [(one.rule, one.weight, one.is_known) for one in told.found] == [
        ("R2", "error", False),
        ("R3", "note", True),
    ]
    assert "### R3 is wrong (known)" in as_summary(told)


def test_the_schema_refuses_what_is_no_sarif(places: Places, sarif_problems: Problems) -> None:
    log = json.loads(as_sarif(told_of_proof(proved(row()), places)))
    log["runs"][0]["results"][0]["level"] = "fatal"
    assert sarif_problems(log)
    assert sarif_problems({"version": "2.1.0"})


# ---------------------------------------------------------------- where


def test_the_line_is_one_that_failing_cases_execute_and_passing_ones_do_not() -> None:
    def result(test: str, passed: bool, *lines: int) -> CaseResult:
        return CaseResult(test=test, passed=passed, lines={"clockwork/times.py": lines})

    found = {
        "a": result("a", False, 11, 12, 22),
        "b": result("b", False, 11, 22, 23),
        "c": result("c", True, 11, 12, 23),
        "d": result("d", False, 11, 30),
    }
    assert meeting(["a", "b"], found, {"a", "b", "d"}) == (FILE, 22)
    assert meeting(["gone"], found, {"gone"}) == ("", 0)
    assert meeting([], found, ()) == ("", 0)


def test_a_result_stands_at_the_code_where_that_is_known(places: Places) -> None:
    (found,) = told_of_proof(proved(row(file=FILE, line=22)), places).found
    assert found.place == FileLine(file="code/src/clockwork/times.py", line=22)


@pytest.mark.parametrize("file", ["", "src/clockwork/gone.py", "src/../../../etc/passwd"])
def test_else_it_stands_at_the_requirement(file: str, places: Places) -> None:
    (found,) = told_of_proof(proved(row("R2", file=file, line=3)), places).found
    assert found.place == FileLine(file="recipe/requirements.md", line=5)


def test_a_recipe_outside_of_the_repository_is_not_named(tmp_path: Path) -> None:
    code = write_code(tmp_path / "work")
    (tmp_path / "work" / ".git").mkdir()
    places = places_of_proof(write_recipe(tmp_path / "elsewhere"), code)
    (found,) = told_of_proof(proved(row("R2")), places).found
    assert found.place.file.startswith("code/src/clockwork/")


# ---------------------------------------------------------------- known by what


def test_a_result_is_known_again_where_lines_have_moved(places: Places) -> None:
    def marks(*rows: Shown) -> list[dict[str, str]]:
        found = results(told_of_proof(proved(*rows), places))
        return [result["partialFingerprints"] for result in found]

    before = marks(row("R1", file=FILE, line=12), row("R2", file=FILE, line=22))
    assert before == marks(row("R1", file=FILE, line=14), row("R2"))
    assert before[0] != before[1]


# ---------------------------------------------------------------- hostile text

HOSTILE = "x\x00\x1b[31m\udcff ](1) ```\n````\n<img src=x> | `a` \n::error::boom\n# Title"


def test_text_of_somebody_elses_code_stays_text(places: Places, sarif_problems: Problems) -> None:
    failure = Failure(
        test="t", case="c", requirement="R1", reason=HOSTILE, text=HOSTILE, quote=HOSTILE
    )
    told = told_of_proof(proved(row(reason=HOSTILE, text=HOSTILE, failure=failure)), places)

    log = json.loads(as_sarif(told).encode())
    assert sarif_problems(log) == []
    message = log["runs"][0]["results"][0]["message"]["text"]
    assert message.count("](1)") == 1, "the only link is ours"
    assert "\x1b" not in message

    shown = as_summary(told).encode().decode()
    fenced = shown[shown.index("`````text\n") :]
    assert fenced.index("# Title") < fenced.index("\n`````\n"), "the text does not end its fence"
    assert "<img" not in shown[: shown.index("`````text\n")]
    ElementTree.fromstring(as_badge(told.model_copy(update={"name": HOSTILE})))


def test_a_file_that_cannot_be_written_is_told_with_its_option(
    places: Places, tmp_path: Path
) -> None:
    told = told_of_proof(proved(row()), places)
    reports = Reports(sarif=tmp_path / "nowhere" / "b.sarif")
    with pytest.raises(BadInput, match="cannot be written") as refused:
        reports.write(lambda: told, lambda: "")
    assert "--sarif" in refused.value.hint

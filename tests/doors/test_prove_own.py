"""Tests that lie beside the code and name a requirement: shown as what they are."""

from collections.abc import Callable
from pathlib import Path

import pytest
from prove_kit import readers, write_code, write_recipe

from brickyard import recipe as recipes
from brickyard.doors.prove.own import marked_tests
from brickyard.doors.prove.verdicts import OwnTest, Said, Shown
from brickyard.flow.check import check
from brickyard.flow.prove import prove
from brickyard.flow.results import Result
from brickyard.reports.proved import story
from brickyard.settings import Settings
from brickyard.values import ProofLevel

CONFTEST = """\
import pytest


@pytest.fixture
def start():
    return "23:55"
"""
HELPERS = 'EXPECTED = "00:05"\n'
TESTS = """\
import pytest
from helpers import EXPECTED

from clockwork.times import InvalidTime, later, parse_time


@pytest.mark.requirement("R2")
@pytest.mark.requirement(id="R1")
def test_stands(start):
    assert later(start, 10) == EXPECTED


@pytest.mark.requirement("R1")
@pytest.mark.parametrize("text", ["noon", ""])
def test_each_is_refused(text):
    with pytest.raises(InvalidTime):
        parse_time(text)


@pytest.mark.requirement("R1")
def test_passes_whatever_the_code_does():
    parse_time("10:00")


class TestWrong:
    pytestmark = [pytest.mark.requirement("R2")]

    def test_is_wrong(self):
        assert later("10:00", 1) == "10:02"


@pytest.mark.requirement("R9")
def test_of_nothing():
    pass


def test_without_a_mark():
    raise RuntimeError
"""


def write_tests(folder: Path, text: str = TESTS) -> None:
    tests = folder / "code" / "tests"
    tests.mkdir(parents=True)
    (tests / "conftest.py").write_text(CONFTEST)
    (tests / "helpers.py").write_text(HELPERS)
    (tests / "test_times.py").write_text(text)


async def proven(folder: Path) -> Result:
    return await prove(
        folder / "recipe",
        folder / "code",
        model=readers(),
        home=folder / "home",
        settings=Settings(proof=ProofLevel.QUICK),
    )


@pytest.fixture
def place(tmp_path: Path, executed: Callable[[Path], Path]) -> Path:
    write_recipe(tmp_path)
    write_code(tmp_path)
    executed(tmp_path / "home")
    return tmp_path


async def test_own_tests_add_to_the_evidence_and_change_no_verdict(place: Path) -> None:
    write_tests(place)

    result = await proven(place)

    assert result.proved is not None
    rows = {row.requirement: row for row in result.proved.rows}
    assert {id: row.said for id, row in rows.items()} == dict.fromkeys(rows, Said.MET)
    assert _told(rows["R1"].own) == {
        "test_times.py::test_stands": (True, True),
        "test_times.py::test_each_is_refused": (True, True),
        "test_times.py::test_passes_whatever_the_code_does": (True, False),
    }
    assert _told(rows["R2"].own) == {
        "test_times.py::test_stands": (True, True),
        "test_times.py::TestWrong::test_is_wrong": (False, True),
    }
    text = "\n".join(story(result.proved))
    assert "R1: tests of the code's own that stand too (in process, by its author): 2." in text
    assert "R2 is in doubt: its author's own test_times.py::TestWrong::test_is_wrong fails" in text
    assert "passes on code that only pretends: test_times.py::test_passes_whatever" in text
    assert "Note: Tests name R9, which is no requirement of the recipe." in text


async def test_own_tests_alone_never_make_a_requirement_met(place: Path) -> None:
    write_tests(place)

    result = await prove(
        place / "recipe",
        place / "code",
        model=readers(cases="", held_out="", mended=""),
        home=place / "home",
        settings=Settings(proof=ProofLevel.QUICK),
    )

    assert result.proved is not None
    row: Shown = result.proved.rows[0]
    assert any(one.counts for one in row.own)
    assert (row.said, result.exit_code) == (Said.NOT_JUDGED, 1)


async def test_a_test_that_cannot_be_run_is_no_evidence_and_no_doubt(place: Path) -> None:
    write_tests(place, TESTS.replace("def test_stands(start):", "def test_stands(start, nobody):"))

    result = await proven(place)

    assert result.proved is not None
    (own,) = [one for one in result.proved.rows[0].own if one.test.endswith("test_stands")]
    assert (own.counts, own.is_doubt) == (False, False)
    assert "test_stands does not pass here" in "\n".join(story(result.proved))


async def test_a_test_that_ends_the_process_takes_the_others_with_it(place: Path) -> None:
    write_tests(place)
    (place / "code/tests/test_end.py").write_text(
        "import os\nimport pytest\n\n\n@pytest.mark.requirement('R3')\ndef test_end():\n"
        "    os._exit(0)\n"
    )

    result = await proven(place)

    assert result.proved is not None
    assert [one for row in result.proved.rows for one in row.own] == []
    assert "5 tests of the code's own could not be run" in "\n".join(result.proved.notes)
    assert result.exit_code == 0


def test_marks_are_found_by_syntax_and_nothing_is_imported(place: Path) -> None:
    write_tests(place, "raise SystemExit\n" + TESTS)
    recipe, _ = check(recipes.load_all([place / "recipe"]))

    found = marked_tests(place / "code", recipe)

    assert found.owners["own/test_times.py::test_stands"] == ("R2", "R1")
    assert found.owners["own/test_times.py::TestWrong::test_is_wrong"] == ("R2",)
    assert len(found.owners) == 4


def test_links_are_not_followed(place: Path) -> None:
    write_tests(place)
    (place / "secret").mkdir()
    (place / "secret/test_secret.py").write_text(TESTS)
    (place / "code/tests/more").symlink_to(place / "secret")
    (place / "code/tests/test_linked.py").symlink_to(place / "secret/test_secret.py")
    recipe, _ = check(recipes.load_all([place / "recipe"]))

    assert {*marked_tests(place / "code", recipe).files} == {
        "conftest.py",
        "helpers.py",
        "test_times.py",
    }


def _told(own: tuple[OwnTest, ...]) -> dict[str, tuple[bool, bool]]:
    return {one.test: (one.passed, one.is_red) for one in own}

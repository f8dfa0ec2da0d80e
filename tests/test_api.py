"""`import brickyard`: what it offers, that it is light, and that its page in the docs is true."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import brickyard
from brickyard.record import Record
from brickyard.record.home import user_home

PAGE = Path(__file__).parent.parent / "docs" / "api.md"
OFFERED = """
BadInput Brick BrickyardError Event Files Finding Matrix Model NotMet Pending Plan Recipe Reply
Request Requirement Result Scripted Settings Stopped Unavailable Waiting WrittenCase
build check opened plan prove_again read
"""


def test_what_is_offered_is_pinned() -> None:
    assert sorted(brickyard.__all__) == sorted(OFFERED.split())


@pytest.mark.parametrize("name", OFFERED.split())
def test_everything_that_is_offered_is_there_and_documented(name: str) -> None:
    offered = getattr(brickyard, name)
    assert offered.__name__ == name
    assert offered.__doc__ or issubclass(offered, brickyard.BrickyardError)


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'bake'"):
        brickyard.bake  # noqa: B018  # pyright: ignore


def test_the_import_is_light() -> None:
    code = "import brickyard, sys; brickyard.__all__; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"dspy", "litellm", "sqlalchemy", "pydantic", "rich"} & set(done.stdout.split())


def snippets() -> list[str]:
    return re.findall(r"^```python\n(.*?)^```$", PAGE.read_text("utf-8"), re.M | re.S)


@pytest.mark.slow
def test_the_snippets_of_the_page_run_and_say_what_they_promise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    scope: dict[str, Any] = {"__name__": "page"}
    said: list[str] = []
    for number, snippet in enumerate(snippets(), 1):
        exec(compile(snippet, f"{PAGE.name}, snippet {number}", "exec"), scope)
        said.append(capsys.readouterr().out)
    _, checked, _, built, heard, refused, _ = said
    assert "adders ['R1']" in checked
    assert "There is no 'nowhere'" in checked
    assert built.splitlines()[0] == "['adder']"
    assert "asked: write-code" in built
    assert "/built ('adders-1.0.0-py3-none-any.whl', 'adders-1.0.0.tar.gz')" in built
    assert "\ndone 0 /" in built
    assert "R1 met" in built
    assert "adder as it was accepted" in heard
    assert refused.startswith("1 The model's answer to 'plan' for adders could not be used")
    assert (tmp_path / "built" / "BUILD.json").is_file()
    with Record.open(user_home()) as record:
        ended = [run.status for run in record.runs.list()]
    assert ended == ["done", "failed", "done", "done", "done"]


def test_the_page_names_everything_that_can_be_called() -> None:
    page = PAGE.read_text("utf-8")
    for name in ("build", "check", "opened", "plan", "read"):
        assert f"brickyard.{name}(" in page

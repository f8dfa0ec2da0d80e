"""Questions as text: stable, complete, and with a marker that nothing in them holds."""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tasks_kit import ASKED, TASK, Asked, Part, answered

from brickyard.files import Files
from brickyard.tasks.microtask import Microtask
from brickyard.tasks.rendering import fresh_marker, marker_of, render, render_answer
from brickyard.values import Case

FULL = Asked(
    topic="walls",
    parts=(Part(name="a", tags=frozenset("zyxwv")), Part(name="b", weight=3)),
    tags=frozenset(str(number) for number in range(40)),
    notes="raw\n",
    sources=Files({"b.py": "b\n", "a.py": "a\n"}),
)


def test_the_same_value_gives_the_same_text_under_every_hash_seed_locale_and_time_zone() -> None:
    code = "from test_rendering import *; print(render(TASK, FULL).text)"
    texts = {
        subprocess.run(
            [sys.executable, "-c", code],
            cwd=Path(__file__).parent,
            env={**os.environ, "PYTHONHASHSEED": seed, "LC_ALL": "C", "TZ": f"UTC{seed}"},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert texts == {(render(TASK, FULL).text + "\n").encode()}


def naive_marker(text: str) -> str:
    return f"@@{hashlib.sha256(text.encode()).hexdigest()[:6]}"


def test_a_marker_that_occurs_in_the_inputs_is_hashed_again() -> None:
    crowd = "".join(f"@@000{number:03x}\n" for number in range(0x1000))
    texts = (f"{number}\n{crowd}" for number in range(100_000))
    text = next(text for text in texts if naive_marker(text) in text)
    assert fresh_marker([text]) not in text


def test_every_input_stands_in_the_question_and_nested_defaults_are_left_out() -> None:
    text = render(TASK, FULL).text
    assert '"topic": "walls"' in text
    assert '"tags": [\n        "v",\n        "w",\n        "x",\n        "y",\n        "z"' in text
    assert text.count('"weight": 3') == 1
    assert '"weight": 0' not in text
    assert text.index("FILE sources a.py\na\n") < text.index("FILE sources b.py\nb\n")
    assert "TEXT notes\nraw\n@@" in text


def test_an_input_without_files_says_so() -> None:
    assert "There are no files in `sources`." in render(TASK, ASKED).text


def test_the_answer_format_spells_out_fields_choices_and_descriptions() -> None:
    question = render(TASK, ASKED)
    form = question.text.partition("# Answer format")[2]
    assert '"title": string,  // a short title' in form
    assert '"mood": "calm" | "busy",  // optional' in form
    assert '"parts": [{  // optional\n    "name": string,' in form
    assert f"{question.marker} FILE files relative/path" in form
    assert f"{question.marker} TEXT story" in form
    assert "story" not in form.partition("JSON\n{")[2].partition("END")[0]
    assert form.rstrip().endswith(f"{question.marker} DONE")


def test_a_nested_model_is_spelled_out_to_its_depth() -> None:
    task = Microtask(name="x", instructions="x", input=Case, output=Case)
    form = render(task, Case(id="a", requirement="R1", title="t", steps=())).text
    assert '"stdout_has": [string, ...],' in form
    assert '"value": any JSON value,' in form


def test_an_example_is_shown_in_the_answer_format() -> None:
    task = Microtask(**{**vars(TASK), "example": answered(title="an example")})
    question = render(task, ASKED)
    assert render_answer(task, question.marker, answered(title="an example")) in question.text
    assert question.marker == marker_of(question.text)
    assert question.marker != render(TASK, ASKED).marker


def test_an_answer_that_holds_its_own_marker_is_not_rendered() -> None:
    with pytest.raises(ValueError, match="starts with the marker"):
        render_answer(TASK, "@@abcdef", answered(story="x\n@@abcdef END\n"))


def test_a_text_without_a_question_has_no_marker() -> None:
    with pytest.raises(ValueError, match="no question"):
        marker_of("hello\n@@abc DONE\n")

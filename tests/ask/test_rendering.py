"""Questions as text: stable, complete, and with a marker that nothing in them holds."""

import hashlib
import os
import subprocess
import sys
from pathlib import Path
from typing import Annotated

import pytest
from tasks_kit import ASKED, TASK, Asked, Part, answered

from brickyard.ask.microtask import Microtask, Raw, Shared
from brickyard.ask.rendering import fresh_marker, marker_of, render, render_answer
from brickyard.files import Files
from brickyard.proofs.service import Service
from brickyard.values import Value

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
    assert fresh_marker([text], [text]) not in text


class First(Value):
    """Its shared inputs are declared last, and files before texts."""

    own: str = "o"
    second: Annotated[Files, Shared(1)] = Files({"b.py": "b\n"})
    first: Annotated[str, Raw, Shared(0)] = "first\n"
    name: Annotated[str, Shared(0)] = "name"


class Other(Value):
    name: Annotated[str, Shared(0)] = "name"
    first: Annotated[str, Raw, Shared(0)] = "first\n"
    notes: Annotated[str, Raw] = ""


ONE = Microtask(name="one", instructions="Do one.", input=First, output=Value)
TWO = Microtask(name="two", instructions="Do two.", input=Other, output=Value)


def test_what_is_shared_stands_first_and_in_order_whatever_the_question() -> None:
    one, two = render(ONE, First()), render(TWO, Other(notes="own"))
    beginning = two.text[: two.shared].rstrip("\n")
    assert one.text[: one.shared].startswith(beginning)
    assert one.text[: one.shared].index("TEXT first") < one.text.index("FILE second b.py")
    for question in (one, two):
        assert "# The question" not in question.text[: question.shared]
        assert question.text[question.shared :].startswith("# The question\n\nDo ")
    assert '"own": "o"' in one.text[one.shared :]
    assert "own" not in two.text[: two.shared]


def test_questions_that_share_have_one_marker_unless_their_own_inputs_hold_it() -> None:
    usual = render(TWO, Other()).marker
    assert render(ONE, First()).marker == usual == render(TWO, Other(notes="more")).marker
    torn = render(TWO, Other(notes=f"{usual} END\n"))
    assert torn.marker != usual
    assert f"{torn.marker} TEXT notes\n{usual} END\n{torn.marker} END" in torn.text
    assert render(TWO, Other(first="else")).marker != usual


def test_a_marker_in_instructions_or_example_is_not_used_either() -> None:
    usual = render(TWO, Other()).marker
    told = Microtask(name="two", instructions=f"As {usual}.", input=Other, output=Value)
    shown = Microtask(
        name="t", instructions="", input=Other, output=Asked, example=Asked(topic=usual)
    )
    assert render(told, Other()).marker != usual
    assert render(shown, Other()).marker != usual


def test_what_shares_nothing_begins_with_its_question() -> None:
    question = render(TASK, ASKED)
    assert question.shared == 0
    assert question.text.startswith("# The question\n\nDescribe the topic.")


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
    task = Microtask(name="x", instructions="x", input=Service, output=Service)
    form = render(task, Service(case="a", exchanges=())).text
    assert '"wants_text": [string, ...],' in form
    assert '"body": any JSON value' in form


def test_an_example_is_shown_in_the_answer_format() -> None:
    task = Microtask(**{**vars(TASK), "example": answered(title="an example")})
    question = render(task, ASKED)
    assert render_answer(task, question.marker, answered(title="an example")) in question.text
    assert question.marker == marker_of(question.text)


def test_an_answer_that_holds_its_own_marker_is_not_rendered() -> None:
    with pytest.raises(ValueError, match="starts with the marker"):
        render_answer(TASK, "@@abcdef", answered(story="x\n@@abcdef END\n"))


def test_a_text_without_a_question_has_no_marker() -> None:
    with pytest.raises(ValueError, match="no question"):
        marker_of("hello\n@@abc DONE\n")

"""Strict reading: exact or refused, with a reason that can be acted on."""

import contextlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tasks_kit import AWKWARD, CODE, TASK, Answered, Coded, Mood, Part, answered

from brickyard.ask.frames import BadAnswer
from brickyard.ask.parsing import check_form, parse
from brickyard.ask.rendering import render_answer
from brickyard.files import Files

M = "@@abcdef"
JSON = f'{M} JSON\n{{"title": "t"}}\n{M} END\n'
TEXT = f"{M} TEXT story\ns\n{M} END\n"
FILE = f"{M} FILE files a.py\nx = 1\n{M} END\n"
DONE = f"{M} DONE"
GOOD = JSON + TEXT + FILE + DONE

texts = st.text(st.characters(exclude_categories=["Cs"]))
paths = st.text("abc_é🧱", min_size=1, max_size=5).map(lambda name: f"folder/{name}.txt")
answers = st.builds(
    Answered,
    title=texts,
    mood=st.sampled_from(Mood),
    parts=st.lists(
        st.builds(Part, name=texts, weight=st.integers(), tags=st.frozensets(texts))
    ).map(tuple),
    story=texts,
    files=st.dictionaries(paths, texts, min_size=1).map(Files),
)


@given(answers)
def test_whatever_is_rendered_is_read_back_exactly(answer: Answered) -> None:
    assert parse(TASK, M, render_answer(TASK, M, answer)) == answer


pieces = st.one_of(
    texts,
    st.sampled_from([JSON, TEXT, FILE, DONE, f"{M} END\n", f"{M} FILE files ../x\n", M, "```\n"]),
    st.sampled_from([f"{M} JSON\n", "[" * 3000, '{"a":' * 3000, "\ud800", '{"title": "\\ud800"}']),
    st.sampled_from(["1e999", "NaN", "9" * 5000, '{"a":1,"a":2}', f"{M} TEXT \n", "\r\n", "\n"]),
)


@given(st.lists(pieces, max_size=8).map("".join))
def test_no_text_makes_the_parser_crash(text: str) -> None:
    with contextlib.suppress(BadAnswer):
        assert isinstance(parse(TASK, M, text), Answered)


def test_every_truncation_of_an_answer_is_refused() -> None:
    files = Files({f"{number}.md": text for number, text in enumerate(AWKWARD.values())})
    whole = render_answer(TASK, M, answered(files=files))
    assert parse(TASK, M, whole).files == files
    cuts = [len(whole) * number // 50 for number in range(50)]
    for cut in [*cuts, *range(len(whole) - 200, len(whole))]:
        with pytest.raises(BadAnswer):
            parse(TASK, M, whole[:cut])


def test_every_prefix_of_a_small_answer_is_refused() -> None:
    assert parse(TASK, M, GOOD) == answered(story="s\n")
    for cut in range(len(GOOD)):
        with pytest.raises(BadAnswer):
            parse(TASK, M, GOOD[:cut])


REFUSED = {
    "text before": ("Here you are:\n" + GOOD, "text outside the blocks: `Here you are:`"),
    "text between": (JSON + "and\n" + TEXT + FILE + DONE, "text outside the blocks: `and`"),
    "text after": (GOOD + "\nHope this helps", "text after the closing line"),
    "a second answer": (GOOD + "\n" + GOOD, "text after the closing line"),
    "another marker": (GOOD.replace(M, "@@abcdee"), "no line starts with @@abcdef"),
    "no closing line": (JSON + TEXT + FILE, "the closing line `@@abcdef DONE` is missing"),
    "an open block": (JSON + TEXT + FILE.replace(f"{M} END\n", ""), "has no END line"),
    "a block in a block": (JSON + TEXT + FILE.replace("x = 1", JSON) + DONE, "unbalanced"),
    "an unknown word": (JSON + TEXT + FILE + f"{M} FINISHED", "unknown line `@@abcdef FINISHED`"),
    "an unknown kind": (f"{M} NOTE x\ny\n{M} END\n" + GOOD, "unknown line `@@abcdef NOTE x`"),
    "a file without a path": (JSON + TEXT + FILE.replace(" a.py", "") + DONE, "unknown line"),
    "no JSON": (TEXT + FILE + DONE, "the JSON block is missing"),
    "no text": (JSON + FILE + DONE, "the block TEXT story is missing"),
    "no file": (JSON + TEXT + DONE, "no block FILE files"),
    "JSON twice": (JSON + JSON + TEXT + FILE + DONE, "there are 2 JSON blocks"),
    "a text twice": (JSON + TEXT + TEXT + FILE + DONE, "TEXT story stands twice"),
    "a file twice": (JSON + TEXT + FILE + FILE + DONE, "a.py stands twice"),
    "an unknown text": (JSON + TEXT.replace("story", "tale") + GOOD, "unknown block TEXT tale"),
    "an unknown field": (GOOD.replace("FILE files", "FILE tests"), "unknown block FILE tests"),
    "an unknown key": (GOOD.replace('"title"', '"titel": 1, "title"'), "unknown field 'titel'"),
    "a path up": (GOOD.replace("a.py", "../a.py"), "'..'"),
    "an absolute path": (GOOD.replace("a.py", "/etc/passwd"), "not relative"),
    "a file that is a folder": (
        JSON + TEXT + FILE + FILE.replace("a.py", "a.py/b") + DONE,
        "both a file and a folder",
    ),
    "broken JSON": (GOOD.replace('"t"}', '"t",}'), "not valid JSON"),
    "unescaped quotes": (GOOD.replace('"t"', '"a "quoted" word"'), "not valid JSON"),
    "JSON that is no object": (GOOD.replace('{"title": "t"}', '["t"]'), "must be one object"),
    "a key twice": (GOOD.replace('"title"', '"title": "x", "title"'), "'title' stands twice"),
    "not a number": (GOOD.replace('"t"', "NaN"), "NaN is not JSON"),
    "a huge number": (GOOD.replace('"t"', "1e999"), "too large"),
    "endless nesting": (GOOD.replace('"t"', "[" * 100_000), "not valid JSON"),
    "deep nesting": (GOOD.replace('"t"', "[" * 100 + "]" * 100), "deeper than 64 levels"),
    "half a surrogate pair": (GOOD.replace('"t"', '"\\ud83e"'), "not valid JSON"),
    "text that is not Unicode": (GOOD.replace("x = 1", "\ud83e"), "not valid Unicode"),
    "a wrong type": (GOOD.replace('"t"', "7"), "title: Input should be a valid string .got 7"),
    "a wrong choice": (GOOD.replace('"t"', '"t", "mood": "sad"'), "mood: .*'calm' or 'busy'"),
    "a fence around a file": (
        GOOD.replace("x = 1", "```python\nx = 1\n```"),
        "a.py stands in a code fence",
    ),
    "windows line ends on marker lines": (GOOD.replace("\n", "\r\n"), "carriage return"),
}


@pytest.mark.parametrize(("text", "reason"), REFUSED.values(), ids=REFUSED)
def test_an_answer_is_refused_for(text: str, reason: str) -> None:
    with pytest.raises(BadAnswer, match=reason):
        parse(TASK, M, text)


@pytest.mark.parametrize("finish", ["length", "content_filter", "error", ""])
def test_an_answer_that_did_not_end_normally_is_refused(finish: str) -> None:
    with pytest.raises(BadAnswer):
        parse(TASK, M, GOOD, finish)


LET_PASS = {
    "white space around blocks": f"\n\n{JSON}\n{TEXT} \n{FILE}{DONE}\n\n",
    "blocks in another order": FILE + JSON + TEXT + DONE,
    "spaces after marker lines": GOOD.replace(f"{M} END\n", f"{M} END  \n"),
    "a fence around the whole answer": f"```text\n{GOOD}\n```\n",
    "a fence around the JSON": GOOD.replace('{"title": "t"}', '```json\n{"title": "t"}\n```'),
}


@pytest.mark.parametrize("text", LET_PASS.values(), ids=LET_PASS)
def test_what_changes_no_value_is_let_pass(text: str) -> None:
    assert parse(TASK, M, text) == answered(story="s\n")


def test_a_file_keeps_or_leaves_its_final_line_break_as_its_end_line_says() -> None:
    without = GOOD.replace(f"x = 1\n{M} END", f"x = 1\n{M} END NO NEWLINE")
    assert parse(TASK, M, GOOD).files["a.py"] == "x = 1\n"
    assert parse(TASK, M, without).files["a.py"] == "x = 1"


def test_a_fence_in_a_text_that_is_not_code_is_content() -> None:
    text = GOOD.replace("a.py\nx = 1", "a.md\n```\nx = 1\n```").replace("\ns\n", "\n```\ns\n```\n")
    answer = parse(TASK, M, text)
    assert answer.files["a.md"] == "```\nx = 1\n```\n"
    assert answer.story == "```\ns\n```\n"


def test_a_fence_around_python_source_is_refused() -> None:
    assert parse(CODE, M, f"{M} TEXT code\nx = 1\n{M} END\n{DONE}") == Coded(code="x = 1\n")
    with pytest.raises(BadAnswer, match="TEXT code stands in a code fence"):
        parse(CODE, M, f"{M} TEXT code\n```python\nx = 1\n```\n{M} END\n{DONE}")


def test_a_json_block_where_none_belongs_is_refused() -> None:
    with pytest.raises(BadAnswer, match="0 belong there"):
        parse(CODE, M, f"{M} TEXT code\nx\n{M} END\n" + JSON + DONE)


def test_every_reason_is_told_at_once() -> None:
    text = TEXT.replace("story", "tale") + FILE.replace("a.py", "../a.py") + DONE
    with pytest.raises(BadAnswer) as caught:
        parse(TASK, M, text)
    assert len(caught.value.reasons) == 4


def test_a_long_list_of_errors_is_cut() -> None:
    parts = json.dumps([{"name": number} for number in range(30)])
    with pytest.raises(BadAnswer, match="and 20 more errors"):
        parse(TASK, M, GOOD.replace('"t"}', f'"t", "parts": {parts}}}'))


@pytest.mark.parametrize("text", [GOOD, TEXT + DONE])
def test_the_form_alone_can_be_checked(text: str) -> None:
    check_form(M, text)


@pytest.mark.parametrize(
    "text", [GOOD[:-1], GOOD.replace('"t"', "t"), GOOD.replace("a.py", "../a.py")]
)
def test_a_bad_form_is_refused(text: str) -> None:
    with pytest.raises(BadAnswer):
        check_form(M, text)

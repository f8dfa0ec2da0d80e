"""Cassettes: the same bytes whoever exports, and nothing imported that does not hold."""

import json
import string
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from record_kit import make_answer

from brickyard.errors import BadInput
from brickyard.record import (
    Answer,
    Record,
    answer_key,
    digest,
    export_cassette,
    import_cassette,
    prompt_key,
    read_cassette,
)

awkward = st.text(
    st.one_of(
        st.characters(exclude_categories=("Cs",)),
        st.sampled_from(string.whitespace + "\x00\x1c\x85\u2028\u2029\ufeff\"'\\{}"),
    ),
    max_size=40,
)


@given(texts=st.lists(awkward, max_size=6), models=st.lists(awkward, min_size=1, max_size=2))
@settings(max_examples=25, deadline=None)
def test_export_import_export_gives_the_same_bytes(texts: list[str], models: list[str]) -> None:
    answers = {make_answer(text, model=model) for text in texts for model in models}
    with tempfile.TemporaryDirectory() as folder:
        first, second = Path(folder) / "1.jsonl", Path(folder) / "2.jsonl"
        with Record.open(Path(folder) / "a") as one, Record.open(Path(folder) / "b") as two:
            one.answers.put_all(answers)
            assert export_cassette(one, first) == len(answers)
            assert import_cassette(two, first) == len(answers)
            assert export_cassette(two, second) == len(answers)
            assert set(two.answers.all()) == answers
        assert first.read_bytes() == second.read_bytes()


def test_the_order_of_storing_does_not_show_in_the_file(record: Record, tmp_path: Path) -> None:
    answers = [make_answer(text, task=task) for text in "abc" for task in ("plan", "code")]
    record.answers.put_all(answers)
    export_cassette(record, tmp_path / "1.jsonl")
    with Record.open(tmp_path / "other") as other:
        other.answers.put_all(reversed(answers))
        export_cassette(other, tmp_path / "2.jsonl")
    assert (tmp_path / "1.jsonl").read_bytes() == (tmp_path / "2.jsonl").read_bytes()
    tasks = [stored.task for stored in read_cassette(tmp_path / "1.jsonl")]
    assert tasks == ["code"] * 3 + ["plan"] * 3


def test_a_cassette_is_readable_json_with_nothing_of_this_machine(
    record: Record, tmp_path: Path
) -> None:
    stored = record.answers.put(make_answer("grüße"))
    export_cassette(record, tmp_path / "c.jsonl")
    header, line = (tmp_path / "c.jsonl").read_text("utf-8").splitlines()
    assert header == '{"brickyard-cassette": 2}'
    assert "grüße" in line
    assert json.loads(line) == {
        "key": stored.key,
        "prompt_key": stored.prompt_key,
        "task": "plan",
        "model": "m",
        "request": json.loads(stored.request),
        "reply": json.loads(stored.reply),
    }


def test_only_the_answers_under_given_keys_are_exported(record: Record, tmp_path: Path) -> None:
    wanted = record.answers.put(make_answer("wanted"))
    record.answers.put(make_answer("not wanted"))
    assert export_cassette(record, tmp_path / "c.jsonl", {wanted.key}) == 1
    assert read_cassette(tmp_path / "c.jsonl") == [wanted]


def test_what_is_in_the_record_already_stays(record: Record, tmp_path: Path) -> None:
    mine = make_answer()
    with Record.open(tmp_path / "other") as other:
        theirs = Answer(mine.key, mine.prompt_key, "plan", "m", mine.request, '{"text":"other"}')
        other.answers.put_all([theirs, make_answer("new")])
        export_cassette(other, tmp_path / "c.jsonl")
    record.answers.put(mine)
    assert import_cassette(record, tmp_path / "c.jsonl") == 1
    assert record.answers.get(mine.key) == mine


def test_a_key_is_the_same_on_every_machine_and_tells_apart_all_that_is_asked() -> None:
    request = json.loads(make_answer().request)
    assert digest({"b": 1, "a": "ü"}) == digest({"a": "ü", "b": 1})
    assert digest({"a": "ü"}) == "fd621823002706e24604cb868a9f4f8850d6f01fb5040d49ba050482e1472437"
    assert prompt_key(request) == prompt_key(request | {"parameters": {"temperature": 1.0}})
    for change in ({"sample": 1}, {"generation": 1}, {"system": "x"}, {"task": "code"}):
        assert prompt_key(request) != prompt_key(request | change)
    keys = {answer_key("p", "m", {}), answer_key("p", "n", {}), answer_key("p", "m", {"t": 1})}
    assert len(keys) == 3


def test_what_is_not_a_number_has_no_key() -> None:
    with pytest.raises(ValueError, match="JSON"):
        digest(float("nan"))


def edited(**changes: Any) -> Callable[[dict[str, Any]], str]:
    return lambda line: json.dumps(line | changes)


def in_request(**changes: Any) -> Callable[[dict[str, Any]], str]:
    return lambda line: json.dumps(line | {"request": line["request"] | changes})


BAD_LINES: dict[str, tuple[Callable[[dict[str, Any]], str], str]] = {
    "cut": (lambda line: json.dumps(line)[:-9], "not JSON"),
    "blank": (lambda line: "", "not JSON"),
    "conflict": (lambda line: "<<<<<<< HEAD", "not JSON"),
    "number": (lambda line: "7", "not a JSON object"),
    "deep": (lambda line: "[" * 100_000, "nested too deeply"),
    "nan": (lambda line: json.dumps(line | {"reply": {"usd": float("nan")}}), "NaN"),
    "field missing": (lambda line: json.dumps({"key": line["key"]}), "exactly"),
    "field too many": (edited(host="here"), "exactly"),
    "reply": (edited(reply="text"), "reply is not"),
    "request": (edited(request=[]), "request is not"),
    "model": (edited(model=None), "must be text"),
    "parameters": (in_request(parameters=7), "parameters is not"),
    "surrogate": (edited(reply={"text": "\ud800"}), "half a surrogate"),
    "another task": (edited(task="code"), "task is not"),
    "another model": (edited(model="other"), "key does not match"),
    "another question": (in_request(system="tampered"), "prompt_key does not match"),
    "other parameters": (in_request(parameters={}), "key does not match"),
    "another key": (edited(key="0" * 64), "key does not match"),
    "another prompt key": (edited(prompt_key="0" * 64), "prompt_key does not match"),
    "twice": (lambda line: json.dumps(line) + "\n" + json.dumps(line), "that of line 3"),
}


@pytest.mark.parametrize("name", BAD_LINES)
def test_a_bad_line_is_refused_with_its_place_and_nothing_is_imported(
    record: Record, tmp_path: Path, name: str
) -> None:
    path = tmp_path / "c.jsonl"
    with Record.open(tmp_path / "other") as other:
        other.answers.put_all(make_answer(text) for text in "abc")
        export_cassette(other, path)
    lines = path.read_text("utf-8").split("\n")
    spoil, reason = BAD_LINES[name]
    lines[2] = spoil(json.loads(lines[2]))
    path.write_text("\n".join(lines), "utf-8")
    with pytest.raises(BadInput, match=reason) as error:
        import_cassette(record, path)
    assert error.value.message.startswith(f"{path}:{4 if name == 'twice' else 3}: ")
    assert list(record.answers.all()) == []


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", ":1: the first line"),
        (b'{"brickyard-cassette": 3}\n', ":1: the first line"),
        (b'{"brickyard-cassette": 1}\n', "recorded by an older Brickyard"),
        (b'{"brickyard-cassette": 2}\n\xff\n', ":2: not UTF-8"),
    ],
)
def test_a_file_that_is_no_cassette_is_refused(
    record: Record, tmp_path: Path, content: bytes, reason: str
) -> None:
    (tmp_path / "c.jsonl").write_bytes(content)
    with pytest.raises(BadInput, match=reason):
        import_cassette(record, tmp_path / "c.jsonl")


def test_a_file_that_is_not_there_or_cannot_be_written_is_refused(
    record: Record, tmp_path: Path
) -> None:
    with pytest.raises(BadInput, match="cannot be read"):
        read_cassette(tmp_path / "nothing.jsonl")
    with pytest.raises(BadInput, match="cannot be written"):
        export_cassette(record, tmp_path / "no" / "folder.jsonl")


def test_a_cassette_checked_out_with_other_line_ends_is_read(
    record: Record, tmp_path: Path
) -> None:
    stored = record.answers.put(make_answer("two\r\nlines"))
    export_cassette(record, tmp_path / "c.jsonl")
    content = (tmp_path / "c.jsonl").read_bytes().replace(b"\n", b"\r\n")
    (tmp_path / "c.jsonl").write_bytes(content)
    assert read_cassette(tmp_path / "c.jsonl") == [stored]

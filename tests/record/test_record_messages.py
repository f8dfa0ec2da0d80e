"""Files of a run: what was said, and what it came to."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from brickyard.record.masking import Mask
from brickyard.record.messages import FILE, METRICS, Messages, read_messages, run_folder
from brickyard.record.metrics import summarise, write_metrics


def no(message: str) -> None:
    raise AssertionError(message)


def test_lines_are_appended_and_read_back(tmp_path: Path) -> None:
    path = run_folder(tmp_path, "r") / FILE
    for number in range(2):
        with Messages(path, failed=no) as messages:
            messages.add({"what": "x", "number": number})
    assert [line["number"] for line in read_messages(path)] == [0, 1]
    assert path.stat().st_mode & 0o077 == 0


def test_a_line_that_a_kill_cut_short_costs_no_other(tmp_path: Path) -> None:
    path = tmp_path / FILE
    path.write_bytes(b'{"what": "first"}\n{"what": "half')
    with Messages(path, failed=no) as messages:
        messages.add({"what": "next"})
    assert [line["what"] for line in read_messages(path)] == ["first", "next"]


def test_known_secrets_are_blanked_in_what_is_written_and_shown(tmp_path: Path) -> None:
    secret = 'quo"ted-secret-ü'
    with Messages(tmp_path / FILE, mask=Mask({"K": secret}), failed=no) as messages:
        shown = messages.add({"what": "x", "deep": {"text": f"a {secret} b"}})
    assert shown["deep"] == {"text": "a *** b"}
    assert [*read_messages(tmp_path / FILE)] == [shown]


def test_a_folder_that_cannot_be_written_is_told_once_and_ends_nothing(tmp_path: Path) -> None:
    (tmp_path / "runs").write_text("in the way")
    told: list[str] = []
    path = run_folder(tmp_path, "r") / FILE
    with Messages(path, failed=told.append) as messages:
        assert messages.add({"what": "x"}) == {"what": "x"}
        messages.add({"what": "y"})
    write_metrics(path.parent, failed=told.append)
    assert [text.partition(FILE)[0] for text in told][:1] == [f"{path.parent}/"]
    assert len(told) == 2
    assert METRICS in told[1]


def test_a_disk_that_is_full_is_told_once(tmp_path: Path) -> None:
    path = tmp_path / FILE
    path.symlink_to("/dev/full")
    told: list[str] = []
    with Messages(path, failed=told.append) as messages:
        messages.add({"what": "x"})
        messages.add({"what": "y"})
    assert [os.strerror(28) in text for text in told] == [True]


def test_there_is_nothing_to_read_where_nothing_was_written(tmp_path: Path) -> None:
    assert [*read_messages(tmp_path / FILE)] == []


def line(what: str, second: int, **more: Any) -> dict[str, Any]:
    return {"what": what, "time": f"2026-01-01T00:00:{second:02}+00:00", **more}


def said(task: str, second: int, **more: Any) -> dict[str, Any]:
    about = {"stage": "code", "task": task, "model": "m", "calls": 1, "usd": 0.1, "seconds": 2.0}
    usage = {"usage": {"input_tokens": 10, "output_tokens": 5}}
    return line("reply", second, **(about | usage | more))


def asked(text: str, second: int, *later: str, key: str = "") -> dict[str, Any]:
    about = {"stage": "code", "task": "a", "model": "m", "key": key or f"key of {second}"}
    messages = [{"role": "user", "text": each} for each in (text, *later)]
    return line("request", second, **about, system="be brief", messages=messages)


LINES = [
    line("began", 0, run="r", model="m"),
    asked("", 1),
    line("retried", 2, stage="code", task="a", model="m"),
    said("a", 3, calls=2),
    line("refused", 4, stage="code", task="a", model="m"),
    line("error", 5, stage="tests", task="b", model="n", calls=1, seconds=1.0),
    line("began", 30, run="r", model="m"),
    said("a", 31, reused=True, calls=0),
    line("ended", 32, status="done"),
]


def test_metrics_add_up_by_stage_task_and_model() -> None:
    found = summarise(LINES)
    assert found["total"] == {
        "calls": 3,
        "reused": 1,
        "refused": 1,
        "retries": 1,
        "unanswered": 1,
        "input_tokens": 10,
        "output_tokens": 5,
        "usd": 0.1,
        "seconds": 3.0,
    }
    assert {name: [*found[name]] for name in ("stages", "tasks", "models")} == {
        "stages": ["code", "tests"],
        "tasks": ["a", "b"],
        "models": ["m", "n"],
    }
    assert found["models"]["n"]["unanswered"] == 1
    assert (found["run"], found["status"]) == ("r", "done")


def test_the_time_between_two_takes_of_a_run_is_not_its_own() -> None:
    assert summarise(LINES)["wall_seconds"] == 7.0


def test_what_was_asked_is_measured_by_how_much_of_it_was_asked_before() -> None:
    assert summarise([])["shared_prefix"] == 0.0
    first = asked("A" * 92, 1)
    assert summarise([first])["shared_prefix"] == 0.0
    half = asked("A" * 42 + "B" * 50, 2)
    assert summarise([first, half])["shared_prefix"] == 0.25
    sent_back = asked("A" * 92, 3, "C" * 100)
    assert summarise([first, half, sent_back])["shared_prefix"] == 0.375
    again = asked("A" * 92, 4)
    assert summarise([first, again])["shared_prefix"] == 0.5


def test_a_run_that_is_taken_up_again_counts_what_it_asks_once() -> None:
    first, half = asked("A" * 92, 1, key="x"), asked("A" * 42 + "B" * 50, 2, key="y")
    resumed = [first, half, asked("A" * 92, 3, key="x")]
    assert summarise(resumed)["shared_prefix"] == 0.25


def test_an_estimate_is_there_only_where_one_was_made() -> None:
    assert "estimate" not in summarise(LINES)
    estimated = [*LINES, line("estimate", 33, estimate={"usd": 1.0})]
    assert summarise(estimated)["estimate"] == {"usd": 1.0}


def test_metrics_are_written_whole(tmp_path: Path) -> None:
    with Messages(tmp_path / FILE, failed=no) as messages:
        for one in LINES:
            messages.add(one)
    write_metrics(tmp_path, failed=no)
    assert json.loads((tmp_path / METRICS).read_text("utf-8")) == summarise(LINES)
    assert sorted(path.name for path in tmp_path.iterdir()) == [FILE, METRICS]


@pytest.mark.parametrize("content", [b"", b"\n\n", b"\xff\xfe not text\n"])
def test_what_is_no_line_is_left_out(tmp_path: Path, content: bytes) -> None:
    (tmp_path / FILE).write_bytes(content)
    assert [*read_messages(tmp_path / FILE)] == []


def test_a_run_is_measured_by_what_was_foreseen_when_it_first_began() -> None:
    lines = [line("estimate", 1, estimate={"usd": 2}), line("estimate", 9, estimate={"usd": 1})]

    assert summarise(lines)["estimate"] == {"usd": 2}

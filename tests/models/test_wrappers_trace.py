"""What was said is kept, line by line."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from models_kit import known, question
from wrappers_kit import Time, busy, playing

from brickyard.errors import BudgetSpent, ModelUnavailable
from brickyard.events import AnswerUnusable, RunEnded, RunStarted, StageStarted
from brickyard.models.backends import Backends
from brickyard.models.base import Model, Reply, Request, Usage
from brickyard.models.compose import compose, compose_all
from brickyard.models.replay import Replay
from brickyard.models.scripted import Scripted
from brickyard.models.trace import Trace, Traced, preview_of
from brickyard.record import Record
from brickyard.record.messages import Line, Messages, read_messages
from brickyard.settings import Settings


def no(message: str) -> None:
    raise AssertionError(message)


def traced(record: Record, model: Model, path: Path, **more: Any) -> Model:
    def composed(backend: Model) -> Model:
        settings = more.get("settings", Settings())
        return compose(backend, record, "run", settings, clock=Time().clock)

    trace = Trace(Messages(path, failed=no).__enter__(), watch=more.get("watch"))
    return compose_all(Backends(model), composed, trace)


def told(path: Path, *fields: str) -> list[tuple[Any, ...]]:
    return [tuple(line.get(field) for field in fields) for line in read_messages(path)]


async def test_a_question_and_its_answer_are_kept_whole(record: Record, tmp_path: Path) -> None:
    reply = Reply(
        text="Guten\nTag",
        usage=Usage(input_tokens=3, output_tokens=4),
        usd=0.25,
        turns=2,
        session="s-1",
        model="m-1",
    )
    model = traced(record, Scripted(lambda request: reply), tmp_path / "m.jsonl")
    await model.complete(question("hello\nyou", about="brick a", parameters={"temperature": 0}))
    request, answer = read_messages(tmp_path / "m.jsonl")
    assert request["messages"] == [{"role": "user", "text": "hello\nyou"}]
    assert (request["what"], request["system"], request["preview"]) == (
        "request",
        "be brief",
        "hello … you",
    )
    assert request["exchange"] == answer["exchange"]
    [stored] = record.answers.all()
    assert (request["key"], answer["key"]) == (stored.key, stored.key)
    kept = {"what": "reply", "task": "greet", "about": "brick a", "model": "scripted"}
    kept |= {"text": "Guten\nTag", "finish": "stop", "usd": 0.25, "turns": 2, "session": "s-1"}
    kept |= {"usage": {"input_tokens": 3, "output_tokens": 4}, "answered_by": "m-1"}
    kept |= {"calls": 1, "reused": False, "preview": "Guten … Tag"}
    assert kept.items() <= answer.items()


async def test_a_preview_of_a_question_leaves_out_what_others_begin_with_too(
    record: Record, tmp_path: Path
) -> None:
    shared = "All of you begin so.\n"
    whole = f"{shared}Name a tree.\nThe end.\n"
    path = tmp_path / "messages.jsonl"
    model = traced(record, Scripted(lambda request: "Oak"), path)
    await model.complete(question(whole, shared=len(shared)))
    request = next(read_messages(path))
    assert request["preview"] == "Name a tree. … The end."
    assert request["messages"][0]["text"] == whole


async def test_what_came_from_the_record_or_a_cassette_is_said(
    record: Record, tmp_path: Path
) -> None:
    path = tmp_path / "m.jsonl"
    model = traced(record, playing([]), path)
    await model.complete(question())
    await model.complete(question())
    replay = traced(record, Replay([known(question("taped"), "from the tape")]), path)
    await replay.complete(question("taped"))
    replies = [line for line in told(path, "what", "reused", "calls") if line[0] == "reply"]
    assert replies == [("reply", False, 1), ("reply", True, 0), ("reply", True, 0)]


async def test_tries_and_errors_are_kept(record: Record, tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    model = traced(record, playing([busy(), busy(), busy()]), path)
    with pytest.raises(ModelUnavailable):
        await model.complete(question())
    assert told(path, "what", "error", "kind", "calls") == [
        ("request", None, None, None),
        ("retried", "busy", None, None),
        ("retried", "busy", None, None),
        ("error", "busy", "ModelUnavailable", 3),
    ]


async def test_a_question_that_was_not_asked_made_no_call(record: Record, tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    model = traced(record, playing([]), path, settings=Settings(max_calls=0))
    with pytest.raises(BudgetSpent):
        await model.complete(question())
    assert told(path, "what", "calls")[-1] == ("error", 0)


async def test_a_question_that_was_stopped_ends_too(record: Record, tmp_path: Path) -> None:
    begun = asyncio.Event()

    async def script(request: Request) -> str:
        begun.set()
        await asyncio.Event().wait()
        return "never"

    call = asyncio.ensure_future(
        traced(record, Scripted(script), tmp_path / "m.jsonl").complete(question())
    )
    await begun.wait()
    call.cancel()
    await asyncio.wait([call])
    assert told(tmp_path / "m.jsonl", "what", "kind")[-1] == ("error", "CancelledError")


async def test_who_watches_sees_the_lines_and_the_pieces(record: Record, tmp_path: Path) -> None:
    seen: list[Line] = []
    heard: list[str] = []

    def script(request: Request) -> str:
        assert request.heard is not None
        request.heard("Hel")
        return "Hello"

    model = traced(record, Scripted(script), tmp_path / "m.jsonl", watch=seen.append)
    await model.complete(question(heard=heard.append))
    assert [(line["what"], line.get("text")) for line in seen] == [
        ("request", None),
        ("piece", "Hel"),
        ("reply", "Hello"),
    ]
    assert heard == ["Hel"]
    assert [what for (what,) in told(tmp_path / "m.jsonl", "what")] == ["request", "reply"]


async def test_nobody_watching_pieces_are_not_asked_for(tmp_path: Path) -> None:
    asked: list[Request] = []

    def script(request: Request) -> str:
        asked.append(request)
        return "Hello"

    trace = Trace(Messages(tmp_path / "m.jsonl", failed=no))
    await Traced(Scripted(script), trace).complete(question())
    assert asked[0].heard is None


def test_events_tell_the_stage_and_what_was_refused(tmp_path: Path) -> None:
    with Messages(tmp_path / "m.jsonl", failed=no) as messages:
        trace = Trace(messages, clock=Time().clock)
        trace.listen(RunStarted(run="r", model="m"))
        trace.listen(StageStarted(stage="code"))
        trace.listen(AnswerUnusable(key="k", task="t", about="a", reason="no", model="m"))
        trace.listen(RunEnded(status="done"))
    assert told(tmp_path / "m.jsonl", "what", "stage", "reason", "status") == [
        ("began", None, None, None),
        ("refused", "code", "no", None),
        ("ended", None, None, "done"),
    ]


@pytest.mark.parametrize(
    ("text", "preview"),
    [
        ("", ""),
        ("one", "one"),
        ("\n\n one \ntwo\n three\n\n", "one … three"),
        ('@@0a1b JSON\n{\n  "id": 1\n}\n@@0a1b END', '"id": 1'),
        ("x" * 500, "x" * 100),
    ],
)
def test_a_preview_is_the_first_line_and_the_last(text: str, preview: str) -> None:
    assert preview_of(text) == preview


async def test_lines_are_json_that_any_tool_reads(record: Record, tmp_path: Path) -> None:
    model = traced(record, Scripted(lambda request: "☃ \u2028 \x1b"), tmp_path / "m.jsonl")
    await model.complete(question("☃"))
    lines = (tmp_path / "m.jsonl").read_bytes().decode().removesuffix("\n").split("\n")
    assert [json.loads(line)["what"] for line in lines] == ["request", "reply"]

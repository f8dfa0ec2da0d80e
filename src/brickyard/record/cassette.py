"""Answers as JSONL, to commit, share and replay: the same answers give the same bytes."""

import json
from collections.abc import Collection
from dataclasses import asdict
from pathlib import Path
from typing import Any, cast

from brickyard.errors import BadInput
from brickyard.files import write_atomically
from brickyard.record.answers import Answer
from brickyard.record.damage import whole
from brickyard.record.keys import answer_key, canonical, prompt_key
from brickyard.record.store import Record

HEADER = {"brickyard-cassette": 2}
OLDER = {"brickyard-cassette": 1}
FIELDS = ("key", "model", "prompt_key", "reply", "request", "task")


def export_cassette(record: Record, path: Path, keys: Collection[str] | None = None) -> int:
    """Write the answers, or those under `keys`, by task, prompt and model; how many they are."""
    wanted = [answer for answer in record.answers.all() if keys is None or answer.key in keys]
    wanted.sort(key=lambda answer: (answer.task, answer.prompt_key, answer.model, answer.key))
    lines = [_line(HEADER), *(_answer_line(answer, record.place) for answer in wanted)]
    try:
        write_atomically(path, "".join(lines).encode())
    except OSError as error:
        raise BadInput(
            f"{path} cannot be written: {error.strerror}", hint="Choose another file."
        ) from error
    return len(wanted)


def import_cassette(record: Record, path: Path) -> int:
    """Store the answers that are absent, all or none; how many were new."""
    return record.answers.put_all(read_cassette(path))


def read_cassette(path: Path) -> list[Answer]:
    """The answers of a cassette, each checked against its keys."""
    lines = _text(path).removesuffix("\n").split("\n")
    if lines[0] == _line(OLDER).strip():
        raise BadInput(
            f"{path} was recorded by an older Brickyard, which asked other questions.",
            hint="Build with a model and export it again; what the lock has is not asked again.",
        )
    if lines[0] != _line(HEADER).strip():
        raise _bad(path, 1, f"the first line is not {_line(HEADER).strip()}")
    answers: list[Answer] = []
    seen: dict[str, int] = {}
    for number, line in enumerate(lines[1:], 2):
        try:
            answer = _read(line)
        except UnicodeEncodeError as error:
            raise _bad(path, number, "the text holds half a surrogate pair") from error
        except ValueError as error:
            raise _bad(path, number, str(error)) from error
        if answer.key in seen:
            raise _bad(path, number, f"the key is that of line {seen[answer.key]}")
        seen[answer.key] = number
        answers.append(answer)
    return answers


def _answer_line(answer: Answer, place: str) -> str:
    with whole(f"the answer {answer.key[:12]} to '{answer.task}'", place):
        request, reply = json.loads(answer.request), json.loads(answer.reply)
    return _line({**asdict(answer), "request": request, "reply": reply})


def _line(value: dict[str, Any]) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False, allow_nan=False) + "\n"


def _read(line: str) -> Answer:
    """The answer on one line; ValueError says why there is none."""
    fields = _object(_parse(line), "the line")
    if sorted(fields) != list(FIELDS):
        raise ValueError(f"the line has not exactly {', '.join(FIELDS)}")
    request, reply = _object(fields["request"], "request"), _object(fields["reply"], "reply")
    texts = {name: fields[name] for name in ("key", "prompt_key", "task", "model")}
    if not all(isinstance(text, str) for text in texts.values()):
        raise ValueError(f"{', '.join(texts)} must be text")
    answer = Answer(**texts, request=canonical(request), reply=canonical(reply))
    _check_keys(answer, request)
    return answer


def _object(value: Any, name: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise ValueError(f"{name} is not a JSON object")
    return cast("dict[str, Any]", value)


def _check_keys(answer: Answer, request: dict[str, Any]) -> None:
    """The keys must say what was asked, of whom, and how."""
    parameters = _object(request.get("parameters", {}), "the request's parameters")
    if answer.task != request.get("task"):
        raise ValueError("task is not the task of the request")
    prompt = prompt_key(request)
    if answer.prompt_key != prompt:
        raise ValueError(f"prompt_key does not match the request, whose key is {prompt}")
    key = answer_key(prompt, answer.model, parameters)
    if answer.key != key:
        raise ValueError(f"key does not match the request and model, whose key is {key}")
    answer.reply.encode()


def _parse(line: str) -> Any:
    try:
        return json.loads(line, parse_constant=_refuse)
    except json.JSONDecodeError as error:
        raise ValueError(f"not JSON: {error.msg} at column {error.colno}") from error
    except RecursionError as error:
        raise ValueError("not usable JSON: it is nested too deeply") from error


def _refuse(constant: str) -> Any:
    raise ValueError(f"not JSON: {constant}")


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except OSError as error:
        raise BadInput(
            f"{path} cannot be read: {error.strerror}", hint="Check the path."
        ) from error
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise _bad(path, line, "not UTF-8") from error


def _bad(path: Path, line: int, what: str) -> BadInput:
    return BadInput(
        f"{path}:{line}: {what}",
        hint="A cassette is written by `brickyard cassette export`; export it again. "
        "Nothing was imported.",
    )

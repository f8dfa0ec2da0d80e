"""An answer read strictly: exact bytes, no repair, every reason for a refusal told at once."""

import json
import math
import re
from collections.abc import Iterable
from typing import Any, cast

from pydantic import BaseModel, ValidationError

from brickyard.ask.frames import BadAnswer, Content, read_blocks, short
from brickyard.ask.microtask import In, Microtask, Out, layout
from brickyard.files import Files, check_path

_FENCE = re.compile(r"\s*```")
_JSON_FENCE = re.compile(r"\A\s*```(?:json)?\n(.*)\n```\s*\Z", re.DOTALL)
"""Around JSON a fence changes no value, so it is let pass; around a file it would change bytes."""
MAX_DEPTH = 64
_NEVER_FENCED = (".py", ".pyi", ".json", ".toml")


def parse(task: Microtask[In, Out], marker: str, text: str, finish: str = "stop") -> Out:
    """The answer as a value, or BadAnswer."""
    content = read_blocks(marker, text, finish)
    reasons: list[str] = []
    values = {
        **_json_values(task.output, content, reasons),
        **_text_values(task.output, content, reasons),
        **_file_values(task.output, content, reasons),
    }
    if reasons:
        raise BadAnswer(*reasons)
    try:
        return task.output.model_validate(values)
    except ValidationError as error:
        raise BadAnswer(*_told(error)) from error


def check_form(marker: str, text: str) -> None:
    """BadAnswer for what is wrong with an answer whose microtask is not at hand."""
    content = read_blocks(marker, text)
    reasons: list[str] = []
    for body in content.json:
        try:
            _strict_json(body)
        except (ValueError, RecursionError) as error:
            reasons.append(f"the JSON block is not valid JSON: {error}")
    for _, path, _ in content.files:
        try:
            check_path(path)
        except ValueError as error:
            reasons.append(str(error))
    if reasons:
        raise BadAnswer(*reasons)


def _json_values(output: type[BaseModel], content: Content, reasons: list[str]) -> dict[str, Any]:
    names = layout(output).json
    if not content.json:
        if any(output.model_fields[name].is_required() for name in names):
            reasons.append("the JSON block is missing")
        return {}
    if len(content.json) > 1 or not names:
        reasons.append(
            f"there are {len(content.json)} JSON blocks; {1 if names else 0} belong there"
        )
        return {}
    try:
        data = _strict_json(content.json[0])
    except (ValueError, RecursionError) as error:
        reasons.append(f"the JSON block is not valid JSON: {error}")
        return {}
    unknown = sorted(set(data) - set(names))
    reasons.extend(f"the JSON block has an unknown field {short(name)!r}" for name in unknown)
    return data


def _strict_json(text: str) -> dict[str, Any]:
    data = json.loads(
        _JSON_FENCE.sub(r"\1", text),
        object_pairs_hook=_unique,
        parse_constant=_no_constant,
        parse_float=_finite,
    )
    if not isinstance(data, dict):
        raise ValueError("it must be one object, in braces")
    if _too_deep(data):
        raise ValueError(f"it is nested deeper than {MAX_DEPTH} levels")
    if "\\u" in text:
        json.dumps(data, ensure_ascii=False).encode()
    return cast("dict[str, Any]", data)


def _too_deep(data: Any) -> bool:
    """Deep nesting would exhaust the stack of whoever walks the value later."""
    level: list[Any] = [data]
    for _ in range(MAX_DEPTH):
        level = [child for item in level for child in _children(item)]
    return bool(level)


def _children(item: Any) -> Iterable[Any]:
    if isinstance(item, dict):
        return cast("dict[str, Any]", item).values()
    return cast("list[Any]", item) if isinstance(item, list) else ()


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"the key {short(twice)!r} stands twice in one object")
    return data


def _no_constant(name: str) -> float:
    raise ValueError(f"{name} is not JSON")


def _finite(text: str) -> float:
    number = float(text)
    if math.isinf(number):
        raise ValueError(f"the number {short(text)} is too large")
    return number


def _text_values(output: type[BaseModel], content: Content, reasons: list[str]) -> dict[str, str]:
    expected = layout(output).texts
    values: dict[str, str] = {}
    for name, body in content.texts:
        if name not in expected:
            reasons.append(f"unknown block TEXT {short(name)}")
        elif name in values:
            reasons.append(f"the block TEXT {name} stands twice")
        elif expected[name].python and _FENCE.match(body):
            reasons.append(
                f"TEXT {name} stands in a code fence; write the raw code, without fences"
            )
        values[name] = body
    reasons.extend(
        f"the block TEXT {name} is missing"
        for name in expected
        if name not in values and output.model_fields[name].is_required()
    )
    return values


def _file_values(output: type[BaseModel], content: Content, reasons: list[str]) -> dict[str, Files]:
    found: dict[str, dict[str, str]] = {}
    for name, path, body in content.files:
        problem = _wrong_file(output, found.get(name, {}), name, path, body)
        if problem:
            reasons.append(problem)
        found.setdefault(name, {})[path] = body
    for name in layout(output).files:
        if name not in found and output.model_fields[name].is_required():
            reasons.append(f"there is no block FILE {name}; at least one file is needed")
    return {} if reasons else _as_files(found)


def _wrong_file(
    output: type[BaseModel], before: dict[str, str], name: str, path: str, body: str
) -> str:
    if name not in layout(output).files:
        return f"unknown block FILE {short(name)} {short(path)}"
    try:
        check_path(path)
    except ValueError as error:
        return str(error)
    if path in before:
        return f"the file {path} stands twice in {name}"
    if path.endswith(_NEVER_FENCED) and _FENCE.match(body):
        return f"the file {path} stands in a code fence; write the raw file, without fences"
    return ""


def _as_files(found: dict[str, dict[str, str]]) -> dict[str, Files]:
    try:
        return {name: Files(files) for name, files in found.items()}
    except ValueError as error:
        raise BadAnswer(str(error)) from error


def _told(error: ValidationError) -> list[str]:
    details = error.errors(include_url=False, include_context=False)
    told = [
        f"{'.'.join(map(str, detail['loc'])) or 'the answer'}: {detail['msg']}"
        f" (got {short(repr(detail['input']))})"
        for detail in details[:10]
    ]
    return told + ([f"and {len(details) - 10} more errors like these"] if details[10:] else [])

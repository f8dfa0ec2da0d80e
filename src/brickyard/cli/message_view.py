"""The messages of a run, as a conversation: for the eye, in pages, or while they happen."""

import re
from collections.abc import Iterable, Iterator
from typing import Any

import click

from brickyard.record.messages import Line

SHOWN_LINES = 12
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")


def conversation(lines: Iterable[Line], *, full: bool) -> Iterator[str]:
    """Every question and answer in their order; long ones are shortened, unless `full`."""
    for line in lines:
        text = _body(line, full)
        yield f"{click.style(heading(line), bold=True, fg=_COLOURS.get(line['what']))}\n"
        yield f"{text}\n\n" if text else "\n"


def heading(line: Line) -> str:
    """One line on who says what to whom."""
    match line["what"]:
        case "began":
            return f"── run {line['run']} with {line['model']}{_others(line)}"
        case "ended":
            return f"── {line['status']}"
        case "estimate":
            told = line["estimate"]
            left = told["total"]["questions"] - told["total"]["known"]
            asked = told.get("spent", {}).get("questions", 0)
            return f"── about {left}{' more' if asked else ''} questions to ask"
        case "request":
            return f"→ {_topic(line)}, to {line['model']}"
        case "reply":
            return f"← {_topic(line)}, {_costs(line)}"
        case "retried":
            return f"↻ {_topic(line)}, again in {line['pause']:g} s: {visible(line['error'])}"
        case "waited":
            return f"… {_topic(line)}, waits {line['seconds']:g} s for its turn"
        case "error":
            return f"✗ {_topic(line)}: {visible(line['error'])}"
        case "refused":
            return f"✗ {_topic(line)}, refused"
        case what:
            return f"── {what}"


def visible(text: str) -> str:
    """Without what would move a terminal's cursor or change its colours."""
    return _CONTROL.sub("�", text)


_COLOURS = {"request": "cyan", "reply": "green", "error": "red", "refused": "yellow"}


def _topic(line: Line) -> str:
    return f"{line['task']} for {line['about']}" if line.get("about") else str(line["task"])


def _others(line: Line) -> str:
    others: dict[str, str] = line.get("models") or {}
    return "".join(f", {work}: {name}" for work, name in others.items())


def _costs(line: Line) -> str:
    if line["reused"]:
        return "from the record"
    usage: dict[str, Any] = line["usage"]
    tokens = f"{usage['input_tokens']}+{usage['output_tokens']} tokens"
    parts = [tokens, f"{line['usd']:.4f} USD", f"{line['seconds']:.1f} s"]
    parts += [f"{line['calls']} calls"] if line["calls"] > 1 else []
    parts += [f"{line['turns']} turns"] if line["turns"] > 1 else []
    parts += [f"ended by {line['finish']}"] if line["finish"] != "stop" else []
    parts += [f"session {visible(line['session'])}"] if line["session"] else []
    return ", ".join(parts)


def _body(line: Line, full: bool) -> str:
    match line["what"]:
        case "request":
            asked = "\n\n".join(message["text"] for message in _new(line))
            return _shortened(f"{line['system']}\n\n{asked}" if full else asked, full)
        case "reply":
            return _shortened(line["text"], full)
        case "refused":
            return visible(line["reason"])
        case _:
            return ""


def _new(line: Line) -> list[dict[str, str]]:
    """What was not said before: of an answer that is sent back, only why."""
    messages: list[dict[str, str]] = line["messages"]
    return messages if len(messages) == 1 else messages[-1:]


def _shortened(text: str, full: bool) -> str:
    lines = visible(text).rstrip("\n").split("\n")
    if not full and len(lines) > SHOWN_LINES:
        half = SHOWN_LINES // 2
        left = len(lines) - 2 * half
        lines = [*lines[:half], f"… {left} lines …", *lines[-half:]]
    return "\n".join(f"  {line}" for line in lines)

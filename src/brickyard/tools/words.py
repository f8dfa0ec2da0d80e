"""What tools are given, and what they say: checked on the way in, short on the way out."""

from collections.abc import Mapping, Sequence
from typing import Any

from brickyard.files import Files
from brickyard.values import Finding

MOST = 6000

FILES: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "files": {
            "type": "object",
            "description": "The complete text of each file, by its path.",
            "additionalProperties": {"type": "string"},
        }
    },
    "required": ["files"],
}


def files_of(arguments: Mapping[str, Any], paths: Sequence[str]) -> Files | str:
    """The files that were given, or what is wrong with them."""
    given = arguments.get("files")
    allowed = ", ".join(paths)
    if not isinstance(given, Mapping) or not given:
        return f"Nothing was done: `files` must map a path to the file's text, for {allowed}."
    texts: dict[str, str] = {}
    for path, text in given.items():  # pyright: ignore[reportUnknownVariableType]
        if path not in paths or not isinstance(text, str):
            return f"Nothing was done: {path!r} is not a file that you write, which are: {allowed}."
        if any("\ud800" <= letter <= "\udfff" for letter in text):
            return f"Nothing was done: {path!r} holds half of a surrogate pair."
        texts[path] = tidy(text)
    return Files(texts)


def tidy(text: str) -> str:
    return text.replace("\r\n", "\n").strip("\n") + "\n"


def listed(title: str, lines: Sequence[str]) -> str:
    """As many lines as fit, and how many did not."""
    kept: list[str] = []
    room = MOST - len(title)
    for line in lines:
        room -= len(line) + 3
        if room < 0:
            break
        kept.append(f"- {line}")
    left = len(lines) - len(kept)
    more = [f"- and {left} more, left out here"] if left else []
    return "\n".join([title, *kept, *more])


def told(finding: Finding) -> str:
    return f"{finding.file}:{finding.line}: [{finding.rule}] {finding.message}"

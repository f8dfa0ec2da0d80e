"""Pins of uv.lock and poetry.lock, as the lines of a constraint file."""

import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, cast

from packaging.utils import InvalidName, canonicalize_name
from packaging.version import InvalidVersion, Version

from brickyard.errors import BadInput
from brickyard.values import Value

LOCKS = ("uv.lock", "poetry.lock")
_UNREAD = ("pdm.lock", "Pipfile.lock", "pylock.toml")


class Pins(Value):
    lines: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def read_pins(root: Path) -> Pins:
    """Of the first lock file that there is; every version with the hashes that it has there."""
    for name in LOCKS:
        if (root / name).is_file():
            return _pins(root / name)
    unread = [name for name in _UNREAD if (root / name).is_file()]
    return Pins(notes=tuple(f"{name} was not read: its pins are not kept." for name in unread))


def _pins(path: Path) -> Pins:
    try:
        data = tomllib.loads(path.read_text("utf-8"))
        entries = [_dict(each) for each in _items(data.get("package"))]
        named = [(canonicalize_name(each["name"], validate=True), each) for each in entries]
        groups: dict[str, list[dict[str, Any]]] = {}
        for name, each in named:
            groups.setdefault(name, []).append(each)
        found = [_lines(name, several, path.name) for name, several in groups.items()]
    except (OSError, ValueError, KeyError, TypeError, InvalidName, InvalidVersion) as error:
        raise BadInput(
            f"{path} cannot be read as a lock file: {error}.", hint="Lock the project again."
        ) from None
    return Pins(
        lines=tuple(line for lines, _ in found for line in lines),
        notes=tuple(note for _, note in found if note),
    )


def _lines(name: str, entries: Sequence[dict[str, Any]], file: str) -> tuple[list[str], str]:
    """A line for each version; several are told apart by when each of them holds."""
    registered = [each for each in entries if _is_registered(each) and "version" in each]
    if len(registered) > 1 and not all(map(_when, registered)):
        return [], f"{file} has several versions of {name} and does not say when: it is not pinned."
    return [_line(name, each, is_one=len(registered) == 1) for each in registered], ""


def _line(name: str, entry: dict[str, Any], *, is_one: bool) -> str:
    """What is there once is pinned wherever it is needed."""
    when = "" if is_one else f" ; {_when(entry)}"
    hashes = "".join(f" --hash={each}" for each in dict.fromkeys(_hashes(entry)))
    return f"{name}=={Version(str(entry['version']))}{when}{hashes}"


def _is_registered(entry: dict[str, Any]) -> bool:
    """From an index: neither a part of the project nor from an address."""
    source = _dict(entry.get("source"))
    return not source or "registry" in source or source.get("type") == "legacy"


def _when(entry: dict[str, Any]) -> str:
    markers = entry.get("resolution-markers") or entry.get("markers")
    if isinstance(markers, str):
        return _marker(markers)
    return " or ".join(f"({_marker(str(each))})" for each in _items(markers))


def _marker(text: str) -> str:
    from packaging.markers import Marker

    return str(Marker(text))


def _hashes(entry: dict[str, Any]) -> Iterator[str]:
    files = [*_items(entry.get("wheels")), *_items(entry.get("files")), entry.get("sdist")]
    for each in files:
        told = _dict(each).get("hash")
        if isinstance(told, str) and told.partition(":")[2].isalnum():
            yield told.split()[0]


def _items(value: object) -> list[Any]:
    return cast("list[Any]", value) if isinstance(value, list) else []


def _dict(value: object) -> dict[str, Any]:
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}

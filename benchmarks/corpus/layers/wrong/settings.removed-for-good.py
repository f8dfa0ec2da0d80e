"""Settings in layers of files."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

_SPACES = " \t"
_KEY = re.compile(r"[a-z0-9_.]+")
_REFERENCE = re.compile(r"\$\$|\$\{([a-z0-9_.]+)\}")


class LayerError(ValueError):
    """A line of a layer's file is bad: `path` and `line` (from 1) say which."""

    path: str
    line: int

    def __init__(self, path: str, line: int) -> None:
        """Keep `path` and `line`; str(error) is f"{path}: bad line {line}"."""
        super().__init__(f"{path}: bad line {line}")
        self.path = path
        self.line = line


@dataclass(frozen=True)
class Entry:
    """One line of a layer: its key, its action (`set`, `append` or `remove`) and its value."""

    key: str
    action: str
    value: str = ""


def read_layer(path: str) -> list[Entry]:
    """Return the entries of the file in order.

    Raises LayerError for the first bad line and FileNotFoundError where there is no file.
    """
    entries: list[Entry] = []
    seen: set[str] = set()
    for number, raw in enumerate(Path(path).read_text("utf-8").split("\n"), start=1):
        line = raw.strip(_SPACES)
        if not line or line.startswith("#"):
            continue
        entry = _entry(line)
        if entry is None or entry.key in seen:
            raise LayerError(path, number)
        seen.add(entry.key)
        entries.append(entry)
    return entries


def merge(layers: Sequence[Sequence[Entry]]) -> dict[str, str]:
    """Return the values that the layers, the lowest first, give together."""
    values: dict[str, str] = {}
    removed: set[str] = set()
    for layer in layers:
        for entry in layer:
            if entry.action == "remove":
                values.pop(entry.key, None)
                removed.add(entry.key)
            elif entry.key in removed:
                continue
            elif entry.action == "append" and values.get(entry.key):
                values[entry.key] = f"{values[entry.key]},{entry.value}"
            else:
                values[entry.key] = entry.value
    return values


def resolve(values: Mapping[str, str]) -> dict[str, str]:
    """Return the values with all references replaced.

    Raises LookupError for a reference to a missing key or one that leads back to itself.
    """
    return {key: _resolved(key, values, ()) for key in values}


def load(paths: Sequence[str]) -> dict[str, str]:
    """Return the resolved values of the files, the lowest layer first.

    A path with a `?` in front may be missing. Raises FileNotFoundError, LayerError, LookupError.
    """
    layers: list[list[Entry]] = []
    for path in paths:
        name = path.removeprefix("?")
        if path != name and not Path(name).exists():
            continue
        layers.append(read_layer(name))
    return resolve(merge(layers))


def _entry(line: str) -> Entry | None:
    left, equals, right = line.partition("=")
    if not equals:
        key = left.removeprefix("-").strip(_SPACES)
        return Entry(key, "remove") if left.startswith("-") and _KEY.fullmatch(key) else None
    action = "append" if left.endswith("+") else "set"
    key = left.removesuffix("+").strip(_SPACES)
    if not _KEY.fullmatch(key):
        return None
    return Entry(key, action, _unquoted(right.strip(_SPACES)))


def _unquoted(value: str) -> str:
    if len(value) >= 2 and value.startswith('"') and value.endswith('"'):
        return value[1:-1]
    return value


def _resolved(key: str, values: Mapping[str, str], above: tuple[str, ...]) -> str:
    if key not in values or key in above:
        raise LookupError(f"bad reference: {key}")

    def replaced(match: re.Match[str]) -> str:
        return _resolved(match[1], values, (*above, key)) if match[1] else "$"

    return _REFERENCE.sub(replaced, values[key])

"""The command `inventory FILE add|take|drop|list ...`."""

import json
import re
import sys
from pathlib import Path
from typing import Any, cast

from inventory.stock import LARGEST, Impossible, add, clean_name, drop, listed, take

_USAGE = "FILE add NAME QUANTITY | take NAME QUANTITY | drop NAME | list [--low N]"


class _Misuse(Exception):
    """The command was used wrongly; the message says why."""


def main(arguments: list[str] | None = None) -> int:
    """Run the command with these arguments (None means those of the process).

    Prints the result to stdout and returns 0; or prints one line that begins with `inventory: ` to
    stderr and returns 1 when the command is impossible, 2 when it was used wrongly.
    """
    given = sys.argv[1:] if arguments is None else arguments
    try:
        lines = _run(given)
    except Impossible as error:
        return _refused(str(error), 1)
    except _Misuse as error:
        return _refused(str(error), 2)
    print("\n".join(lines))
    return 0


def _refused(message: str, code: int) -> int:
    print(f"inventory: {' '.join(message.split())}", file=sys.stderr)
    return code


def _run(given: list[str]) -> list[str]:
    match given:
        case [file, "add" | "take" as command, text, amount]:
            name, quantity = _name(text), _number(amount, 1)
            change = add if command == "add" else take
            before = _read(Path(file))
            if command == "take":
                _expect(before, name)
            items = change(before, name, quantity)
            _write(Path(file), items)
            return [f"{name}: {items.get(name, 0)}"]
        case [file, "drop", text]:
            name = _name(text)
            before = _read(Path(file))
            _expect(before, name)
            _write(Path(file), drop(before, name))
            return [f"{name}: dropped"]
        case [file, "list"]:
            return listed(_read(Path(file))) or ["nothing"]
        case [file, "list", "--low", text]:
            low = _number(text, 0)
            return listed(_read(Path(file)), low) or ["nothing"]
        case _:
            raise _Misuse(f"usage: inventory {_USAGE}")


def _name(text: str) -> str:
    name = clean_name(text)
    if not name:
        raise _Misuse("the name is empty")
    return name


def _expect(items: dict[str, int], name: str) -> None:
    if name not in items:
        raise _Misuse(f"no such item: {name}")


def _number(text: str, least: int) -> int:
    if not re.fullmatch(r"[0-9]+", text) or not least <= int(text) <= LARGEST:
        raise _Misuse(f"not a number from {least} to {LARGEST}: {text!r}")
    return int(text)


def _read(path: Path) -> dict[str, int]:
    try:
        content: Any = json.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise _Misuse(f"cannot read {path}: {error}") from error
    if not isinstance(content, dict):
        raise _Misuse(f"{path} holds no object")
    items = cast("dict[str, Any]", content)
    for name, quantity in items.items():
        if type(quantity) is not int or not 0 <= quantity <= LARGEST:
            raise _Misuse(f"{path}: bad quantity of {name!r}")
    return items


def _write(path: Path, items: dict[str, int]) -> None:
    path.write_text(json.dumps(items, indent=2, sort_keys=True) + "\n", "utf-8")

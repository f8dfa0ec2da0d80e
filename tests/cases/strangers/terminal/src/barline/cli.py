"""The command barline."""
from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Iterator

from barline.chart import InputError, Row, parse, render, sort_rows
from barline.term import can_encode, is_terminal, printable, want_color, width_of

_CHOICES = {"--color": ("auto", "always", "never"), "--sort": ("none", "name", "value")}


class _Fault(Exception):
    def __init__(self, text: str, code: int) -> None:
        super().__init__(text)
        self.code = code


def _options(argv: list[str]) -> tuple[dict[str, str], str | None]:
    options, file, arguments = {"--color": "auto", "--sort": "none"}, None, list(argv)
    while arguments:
        argument = arguments.pop(0)
        if argument in _CHOICES:
            choices = _CHOICES[argument]
            value = arguments.pop(0) if arguments else ""
            if value not in choices:
                raise _Fault(f"{argument} needs {choices[0]}, {choices[1]} or {choices[2]}", 2)
            options[argument] = value
        elif argument in ("--json", "--quiet"):
            options[argument] = "yes"
        elif argument.startswith("-") and argument != "-":
            raise _Fault(f"unknown option: {argument}", 2)
        elif file is not None:
            raise _Fault("too many arguments", 2)
        else:
            file = argument
    return options, file


def _watched(lines: Iterable[str], shown: list[int]) -> Iterator[str]:
    for number, line in enumerate(lines, 1):
        if number % 100 == 0:
            shown.append(number)
            sys.stdout.write(f"\rread {number} lines")
            sys.stdout.flush()
        yield line


def _read(file: str | None, progress: bool) -> list[Row]:
    if file is None and is_terminal(sys.stdin):
        raise _Fault("no input (give a FILE or pipe data in)", 2)
    shown: list[int] = []
    try:
        if file is None or file == "-":
            return parse(_watched(sys.stdin, shown) if progress else sys.stdin)
        try:
            stream = open(file, encoding="utf-8", errors="replace")
        except OSError as error:
            raise _Fault(f"cannot read {file}: {error.strerror}", 1) from None
        with stream:
            return parse(_watched(stream, shown) if progress else stream)
    except UnicodeDecodeError:
        raise _Fault("cannot read stdin: bad encoding", 1) from None
    except InputError as error:
        raise _Fault(str(error), 1) from None
    finally:
        if shown:
            sys.stdout.write("\r\x1b[K")
            sys.stdout.flush()


def _run(argv: list[str]) -> None:
    options, file = _options(argv)
    out = sys.stdout
    plain = "--json" in options
    rows = _read(file, is_terminal(out) and not plain and "--quiet" not in options)
    rows = sort_rows(rows, options["--sort"])
    if plain:
        values = [row.value for row in rows]
        found = [{"label": row.label, "value": row.value} for row in rows]
        lines = [json.dumps({"total": sum(values), "max": max(values, default=0), "rows": found})]
    else:
        rich = can_encode(out, "█…")
        color = want_color(options["--color"], out, os.environ)
        safe = [Row(printable(out, row.label), row.value) for row in rows]
        lines = render(safe, width_of(out, os.environ), fill="█" if rich else "#", cut="…" if rich else "~", color=color)
    out.write("".join(line + "\n" for line in lines))
    out.flush()


def main(argv: list[str]) -> int:
    """Run the command with its arguments; the exit code."""
    try:
        _run(argv)
    except _Fault as fault:
        print(f"barline: {printable(sys.stderr, str(fault))}", file=sys.stderr)
        return fault.code
    except BrokenPipeError:
        try:  # nothing can be written any more, also not at exit
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        except (OSError, ValueError, AttributeError):
            pass
        return 1
    return 0

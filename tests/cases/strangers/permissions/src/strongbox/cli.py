"""The command strongbox."""
from __future__ import annotations

import re
import sys

from strongbox.files import (
    SECRET_MODE, FileToolError, make_folder, mode_of, read_bytes, read_secret, write_bytes, write_secret)

#: Printed to stderr for wrong usage.
USAGE: str = "usage: strongbox write [--mode OCTAL] FILE | read FILE | put FILE | get FILE | mkdir FOLDER | check FILE..."


def _complain(path: str, error: Exception) -> int:
    text = f"{path}: {error.strerror}" if isinstance(error, OSError) else str(error)
    print(f"strongbox: {text}", file=sys.stderr)
    return 1


def _check(path: str) -> int:
    try:
        mode = mode_of(path)
    except (FileToolError, OSError) as error:
        return _complain(path, error)
    print(f"{path}: ok" if mode == SECRET_MODE else f"{path}: {mode:04o}")
    return int(mode != SECRET_MODE)


def _output(data: bytes) -> None:
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def main(argv: list[str]) -> int:
    """Run the command with its arguments; the exit code."""
    action, names = (argv[0], argv[1:]) if argv else ("", [])
    octal: str | None = None
    if action == "write" and len(names) > 1 and names[0] == "--mode":
        octal, names = names[1], names[2:]
    known = action in ("write", "read", "put", "get", "mkdir", "check")
    right = len(names) == 1 or (action == "check" and len(names) > 1)
    if not known or not right or any(name.startswith("--") for name in names):
        print(USAGE, file=sys.stderr)
        return 2
    if octal is not None and not re.fullmatch("0[0-7]{3}|[0-7]{1,3}", octal):
        print(f"strongbox: bad mode: {octal}", file=sys.stderr)
        return 2
    if action == "check":
        return max([_check(name) for name in names])
    path = names[0]
    try:
        if action == "write":
            write_bytes(path, sys.stdin.buffer.read(), None if octal is None else int(octal, 8))
        elif action == "read":
            _output(read_bytes(path))
        elif action == "put":
            write_secret(path, sys.stdin.buffer.read())
        elif action == "get":
            _output(read_secret(path))
        else:
            for folder in make_folder(path):
                print(folder)
    except (FileToolError, OSError) as error:
        return _complain(path, error)
    return 0

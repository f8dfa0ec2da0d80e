"""Given to every attack as `attempts.py`: tries things and says what came of each, line by line.

Runs inside the sandbox, where nothing of ours can be imported.
"""

# ruff: noqa: PTH123, PTH208

import ctypes
import errno
import json
import os
import sys
from collections.abc import Callable
from typing import Any

MARK = "the-hosts-" + "secret"
host: dict[str, Any] = json.loads(sys.argv[1])
libc = ctypes.CDLL(None, use_errno=True)
_NOT_THERE = {
    errno.ENOENT, errno.ESRCH, errno.ENXIO, errno.ENODEV, errno.ENOTDIR, errno.ECONNREFUSED,
    errno.ENETUNREACH, errno.EHOSTUNREACH, errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT,
}  # fmt: skip
_REFUSED = {
    errno.EPERM, errno.EACCES, errno.EROFS, errno.ENOSYS, errno.EXDEV, errno.ENOTTY, errno.ETXTBSY,
    errno.ENOSPC,
}  # fmt: skip


def say(status: str, what: str) -> None:
    print(status, what, sep="\t", flush=True)


def attempt(what: str, action: Callable[..., Any], *arguments: Any) -> Any:
    """Through when it works; an error must be one of those that mean that a wall stood there."""
    try:
        result = action(*arguments)
    except OSError as error:
        say(_meaning(error), f"{what}: {error}")
        return None
    say("through", what)
    return result


def _meaning(error: OSError) -> str:
    if type(error).__name__ == "gaierror" or error.errno in _NOT_THERE:
        return "not there"
    return "refused" if error.errno in _REFUSED else "through"


def meet(what: str, action: Callable[..., Any], *arguments: Any) -> None:
    """For what may well work inside: whether the host was reached, the host will tell."""
    try:
        action(*arguments)
    except OSError as error:
        say("not there" if error.errno in _NOT_THERE else "refused", f"{what}: {error}")
    else:
        say("contained", what)


def expect(what: str, harmless: bool) -> None:
    """For what is allowed inside, as long as it reaches nothing of the host."""
    say("contained" if harmless else "through", what)


def absent(what: str, found: bool) -> None:
    say("through" if found else "not there", what)


def call(number: int, *arguments: Any) -> int:
    """A system call by its number on x86-64; arguments are numbers or bytes."""
    wide = (ctypes.c_long(each) if isinstance(each, int) else each for each in arguments)
    result = libc.syscall(ctypes.c_long(number), *wide)
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


def read(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read(1 << 20)


def steal(path: str) -> None:
    """Read a file that holds the host's mark."""
    if MARK.encode() not in read(path):
        raise FileNotFoundError(errno.ENOENT, "another file of that name", path)


def processes() -> list[int]:
    listed = [int(name) for name in os.listdir("/proc") if name.isdigit()]
    return sorted({*listed, *range(1, 40), os.getppid(), *host["processes"]})


def finish() -> None:
    say("tried", "to the end")

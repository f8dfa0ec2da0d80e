"""Which process holds something, and whether it still runs."""

import os
import socket
from dataclasses import dataclass
from pathlib import Path

_PROC = Path("/proc")


@dataclass(frozen=True)
class Owner:
    """`host` tells apart machines and containers; `born` tells apart uses of one process id."""

    host: str
    pid: int
    born: str

    @property
    def alive(self) -> bool:
        """Seen running, on this machine."""
        return self.host == _host() and self.born == _born(self.pid) != ""

    @property
    def dead(self) -> bool:
        """Known to be gone; of another machine that cannot be known."""
        return self.host == _host() and not self.alive


def this_process() -> Owner:
    return Owner(_host(), os.getpid(), _born(os.getpid()))


def _host() -> str:
    """The machine's name, and its process space: a container may share the name."""
    try:
        return f"{socket.gethostname()} {(_PROC / 'self/ns/pid').readlink()}"
    except OSError:
        return socket.gethostname()


def _born(pid: int) -> str:
    """When the process began, on this boot; empty when there is no such process."""
    if not (_PROC / "self/stat").exists():
        return _answers_signals(pid)
    try:
        fields = (
            (_PROC / str(pid) / "stat").read_text("utf-8", "replace").rpartition(")")[2].split()
        )
        boot = (_PROC / "sys/kernel/random/boot_id").read_text("utf-8").strip()
    except OSError:
        return ""
    return "" if fields[0] in "ZX" else f"{boot} {fields[19]}"


def _answers_signals(pid: int) -> str:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return ""
    except PermissionError:
        pass
    return "running"

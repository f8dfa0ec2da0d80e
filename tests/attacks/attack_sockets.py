"""Listeners of the host that no attack should ever reach."""

import os
import socket
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any


class Sockets:
    """One of each kind, and a FIFO; `heard` says who was reached."""

    def __init__(self, folder: Path, token: str, stack: ExitStack) -> None:
        places: dict[str, tuple[int, int, Any]] = {
            "tcp": (socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", 0)),
            "udp": (socket.AF_INET, socket.SOCK_DGRAM, ("127.0.0.1", 0)),
            "stream": (socket.AF_UNIX, socket.SOCK_STREAM, str(folder / "stream")),
            "datagram": (socket.AF_UNIX, socket.SOCK_DGRAM, str(folder / "datagram")),
            "abstract": (socket.AF_UNIX, socket.SOCK_STREAM, f"\0{token}"),
        }
        self._all = {name: stack.enter_context(_listener(*place)) for name, place in places.items()}
        os.mkfifo(folder / "fifo")
        (folder / "fifo").chmod(0o666)
        self._fifo = os.open(folder / "fifo", os.O_RDONLY | os.O_NONBLOCK)
        stack.callback(os.close, self._fifo)
        for name in ("stream", "datagram"):
            (folder / name).chmod(0o777)

    @property
    def facts(self) -> dict[str, Any]:
        ports = {name: self._all[name].getsockname()[1] for name in ("tcp", "udp")}
        return {**ports, "abstract": self._all["abstract"].getsockname().decode()}

    def heard(self) -> list[str]:
        found = [f"reached: {name}" for name, each in self._all.items() if _reached(each)]
        return [*found, *(["reached: fifo"] if os.read(self._fifo, 1) else [])]


@contextmanager
def _listener(family: int, kind: int, address: Any) -> Generator[socket.socket]:
    with socket.socket(family, kind) as server:
        server.bind(address)
        server.setblocking(False)
        if kind == socket.SOCK_STREAM:
            server.listen()
        yield server


def _reached(server: socket.socket) -> bool:
    try:
        if server.type == socket.SOCK_STREAM:
            server.accept()[0].close()
        else:
            server.recv(1)
    except BlockingIOError:
        return False
    return True

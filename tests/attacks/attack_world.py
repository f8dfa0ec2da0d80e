"""A little host for one attack: files, sockets and processes to harm, and a look at them after."""

import os
import resource
import secrets
import signal
import subprocess
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

from attack_kit import MARK
from attack_sockets import Sockets

_KERNEL = (
    "/proc/sys/kernel/core_pattern",
    "/proc/sys/kernel/hostname",
    "/proc/sys/kernel/domainname",
    "/proc/self/mountinfo",
    "/proc/swaps",
)
_Thing = TypeVar("_Thing")
_OBJECTS = ("shm", "sem", "msg")


class World:
    """Made for one attack; `facts` is all that the attacker is told, `harm` what has changed."""

    def __init__(self, folder: Path, precious: Sequence[Path], stack: ExitStack) -> None:
        self.token = f"token-{secrets.token_hex(8)}"
        self.folder = folder
        self._sockets = Sockets(folder, self.token, stack)
        self._victim = stack.enter_context(_victim(self.token))
        self._stopped = stack.enter_context(_victim(self.token, stopped=True))
        self._paths = (*_files(folder), *precious)
        self._before = self._state()

    def facts(self, others: dict[str, Any]) -> dict[str, Any]:
        return {
            "folder": str(self.folder),
            "token": self.token,
            "supervisor": os.getpid(),
            "processes": [self._victim.pid, self._stopped.pid, os.getpid()],
            "victim": self._victim.pid,
            **self._sockets.facts,
            **others,
        }

    def harm(self) -> list[str]:
        """In words, everything that is not as it was."""
        after = self._state()
        changed = [name for name, state in self._before.items() if after[name] != state]
        return [*(f"changed: {name}" for name in changed), *self._sockets.heard(), *self._left()]

    def _state(self) -> dict[str, object]:
        states: dict[str, object] = {str(path): _found(_file_state, path) for path in self._paths}
        states |= {name: Path(name).read_bytes() for name in _KERNEL}
        states |= {name: _objects(Path("/proc/sysvipc", name)) for name in _OBJECTS}
        states["names in the folder"] = sorted(os.listdir(self.folder))  # noqa: PTH208
        states["names in the open folder"] = os.listdir(self.folder / "open")  # noqa: PTH208
        states["the clock"] = round((time.time() - time.monotonic()) / 60)
        states["/dev/null"] = Path("/dev/null").stat()[:6]
        states["a process"] = _found(_process_state, self._victim.pid)
        states["a stopped process"] = _found(_process_state, self._stopped.pid)
        states["our own process"] = _limits(os.getpid())
        return states

    def _left(self) -> list[str]:
        """Said, and then ended: a test that fails should not leave them to the machine."""
        left = set(running(self.token)) - {self._victim.pid, self._stopped.pid}
        for pid in left:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        return [f"still running: {pid}" for pid in sorted(left)]


def _found(look: Callable[[_Thing], object], thing: _Thing) -> object:
    try:
        return look(thing)
    except (FileNotFoundError, ProcessLookupError):
        return "gone"


def _objects(listing: Path) -> set[tuple[str, ...]]:
    """Keys and numbers of what outlives its maker."""
    return {tuple(line.split()[:2]) for line in listing.read_text().splitlines()[1:]}


def running(token: str, start: str = "") -> list[int]:
    """The processes of this machine whose command line begins so and holds `token`."""
    found: list[int] = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            line = path.read_bytes()
            if token.encode() in line and line.startswith(start.encode()):
                found.append(int(path.parent.name))
        except OSError:
            continue
    return found


def _files(folder: Path) -> tuple[Path, ...]:
    """Open to everyone, so that it is not their modes that protect them."""
    folder.chmod(0o777)
    (folder / "open").mkdir()
    (folder / "open").chmod(0o777)
    for name in ("secret", "victim"):
        (folder / name).write_text(f"{MARK}\n")
        (folder / name).chmod(0o666)
    os.setxattr(folder / "secret", "user.mark", b"1")
    return (folder / "secret", folder / "victim", folder / "open")


def _file_state(path: Path) -> tuple[object, ...]:
    """The time of the last change of anything tells what the other fields do not."""
    state = path.lstat()
    fields = (state.st_mode, state.st_uid, state.st_gid, state.st_nlink, state.st_size)
    attributes = {name: os.getxattr(path, name) for name in os.listxattr(path)}
    return (*fields, state.st_mtime_ns, state.st_ctime_ns, attributes)


def _process_state(pid: int) -> tuple[object, ...]:
    status = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    oom = Path(f"/proc/{pid}/oom_score_adj").read_text()
    return (status[0], status[16], oom, os.sched_getaffinity(pid), _limits(pid))


def _limits(pid: int) -> tuple[object, ...]:
    return (
        resource.prlimit(pid, resource.RLIMIT_NOFILE),
        os.sched_getscheduler(pid),
        os.getpriority(os.PRIO_PROCESS, pid),
    )


@contextmanager
def _victim(token: str, *, stopped: bool = False) -> Generator[subprocess.Popen[bytes]]:
    """Named after the token, which an attacker who sees command lines of the host would find."""
    process = subprocess.Popen(
        [f"victim-{MARK}-{token}", "600"],
        executable="/bin/sleep",
        env={"SECRET": MARK},
        start_new_session=True,
    )
    try:
        if stopped:
            process.send_signal(signal.SIGSTOP)
            os.waitid(os.P_PID, process.pid, os.WSTOPPED)
        _until_asleep(process.pid)
        yield process
    finally:
        process.kill()
        process.wait()


def _until_asleep(pid: int) -> None:
    """Until it has become the program: its state is then always the same."""
    while _process_state(pid)[0] not in ("S", "T") or b"victim" not in _command(pid):
        time.sleep(0.001)


def _command(pid: int) -> bytes:
    return Path(f"/proc/{pid}/cmdline").read_bytes()

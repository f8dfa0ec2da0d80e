"""What the words of the cases do in plain pytest: runs of the command, files, and fakes."""

import fcntl
import importlib
import inspect
import io
import json
import os
import random
import signal
import struct
import subprocess
import sys
import termios
import threading
from collections.abc import Callable, Generator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest.mock import patch

ENTRY = "package.module:main"
LIMIT = 30.0
"""Seconds that a process of the command may take."""


@dataclass(frozen=True)
class Ran:
    """What a run of the command left behind."""

    exit: int
    stdout: str
    stderr: str

    @property
    def json(self) -> Any:
        return json.loads(self.stdout)


def run(
    *arguments: object,
    stdin: str | bytes = "",
    env: Mapping[str, str] | None = None,
    terminal: bool | str = False,
    columns: int = 80,
    encoding: str = "",
) -> Ran:
    """Runs the command; as a process where its environment, streams or a terminal are asked for."""
    given = [str(each) for each in arguments]
    data = stdin if isinstance(stdin, bytes) else stdin.encode(encoding or "utf-8")
    if env is None and not terminal and not encoding:
        return _run_here(given, data)
    ends = ("stdin", "stdout", "stderr") if terminal is True else (terminal,) if terminal else ()
    environment = {name: os.environ[name] for name in os.environ.keys() - {"COLUMNS", "LINES"}}
    environment |= {"PYTHONIOENCODING": encoding} if encoding else {}
    environment |= {"TERM": "xterm"} if terminal else {}
    for name in env or {}:
        if name.startswith(("PYTHON", "LD_", "DYLD_")):
            raise ValueError(f"{name} changes what runs the command")
    done = _run_process(given, data, {**environment, **(env or {})}, ends, columns)
    return Ran(done[0], *(_text(each, encoding) for each in done[1:]))


def _text(data: bytes, encoding: str) -> str:
    """As its reader sees it; what is no text of the streams' encoding may well be UTF-8."""
    try:
        return data.decode(encoding or "utf-8")
    except UnicodeDecodeError:
        return data.decode("utf-8", "backslashreplace")


def _run_here(given: list[str], data: bytes) -> Ran:
    """In this process, as its entry point would."""
    module, _, name = ENTRY.partition(":")
    main = getattr(importlib.import_module(module), name)
    with _streams(data, [module.partition(".")[0], *given]) as (stdout, stderr):
        try:
            code = main(given) if takes_arguments(main) else main()
        except SystemExit as stop:
            code = stop.code
        if code is not None and not isinstance(code, int):
            print(code, file=sys.stderr)
            code = 1
    texts = (each.getvalue().decode("utf-8", "backslashreplace") for each in (stdout, stderr))
    return Ran(int(code or 0), *texts)


def takes_arguments(main: Callable[..., object]) -> bool:
    """Whether a command is handed its arguments, or takes them from `sys.argv` as scripts do."""
    try:
        given = [*inspect.signature(main).parameters.values()]
    except (TypeError, ValueError):
        return True
    first = next((one for one in given if one.kind is not one.KEYWORD_ONLY), None)
    if first is None or first.kind in (first.VAR_KEYWORD, first.VAR_POSITIONAL):
        return False
    return first.name.startswith("arg") or first.default is first.empty


class _Kept(io.BytesIO):
    """A command may close its streams; what it wrote is still there."""

    def close(self) -> None:
        pass


@contextmanager
def _streams(data: bytes, argv: list[str]) -> Generator[tuple[io.BytesIO, io.BytesIO], None, None]:
    """The three streams as a process has them: bytes below, UTF-8 above."""
    below = _Kept(data), _Kept(), _Kept()
    above = [io.TextIOWrapper(each, encoding="utf-8", newline="") for each in below]
    names = zip(("stdin", "stdout", "stderr"), above, strict=True)
    with patch.multiple(sys, argv=argv, **dict(names)):
        try:
            yield below[1], below[2]
        finally:
            for each in above[1:]:
                each.flush()
    for each in above:
        each.detach()


def starting() -> str:
    """Python that a process of the command runs before anything else."""
    return ""


_START = """\
import sys
sys.path[:] = {path!r}
{starting}
import random
random.seed({seed})
sys.argv[0] = {program!r}
from {module} import {name}
sys.exit({name}({given}))
"""
_OWN_TERMINAL = "import fcntl, termios\nfcntl.ioctl({number}, termios.TIOCSCTTY, 0)\n"


def _run_process(
    given: list[str], data: bytes, env: Mapping[str, str], ends: Sequence[str], columns: int
) -> tuple[int, bytes, bytes]:
    """A process of its own; these of its streams are one terminal, the others are pipes."""
    module, _, name = ENTRY.partition(":")
    program = module.partition(".")[0]
    main = getattr(importlib.import_module(module), name)
    given_it = "sys.argv[1:]" if takes_arguments(main) else ""
    start = _START.format(
        path=sys.path,
        starting=starting(),
        seed=random.getrandbits(64),
        program=program,
        module=module,
        name=name,
        given=given_it,
    )
    if not ends:
        return _waited(_started(start, given, env), data)
    number = ("stdin", "stdout", "stderr").index(ends[0])
    master, slave = _terminal(columns)
    try:
        start = _OWN_TERMINAL.format(number=number) + start
        process = _started(start, given, env, **dict.fromkeys(ends, slave))
    finally:
        os.close(slave)
    screen: list[bytes] = []
    threads = [threading.Thread(target=_watch, args=(master, screen))]
    if "stdin" in ends:
        threads.append(threading.Thread(target=_type, args=(process, master, data)))
    for each in threads:
        each.start()
    try:
        code, stdout, stderr = _waited(process, data)
    finally:
        for each in threads:
            each.join()
        os.close(master)
    seen = b"".join(screen).replace(b"\r\n", b"\n")
    return (code, stdout, seen) if ends == ("stderr",) else (code, stdout or seen, stderr)


def _started(
    start: str, given: list[str], env: Mapping[str, str], **ends: int
) -> subprocess.Popen[bytes]:
    pipe = subprocess.PIPE
    return subprocess.Popen(
        [sys.executable, "-c", start, *given],
        stdin=ends.get("stdin", pipe),
        stdout=ends.get("stdout", pipe),
        stderr=ends.get("stderr", pipe),
        env=env,
        start_new_session=True,
    )


def _waited(process: subprocess.Popen[bytes], data: bytes) -> tuple[int, bytes, bytes]:
    """How it ended. Nothing that it started outlives it."""
    try:
        stdout, stderr = process.communicate(data if process.stdin else None, timeout=LIMIT)
    except subprocess.TimeoutExpired:
        raise TimeoutError(f"the command took more than {LIMIT:g} seconds") from None
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    return process.returncode, stdout or b"", stderr or b""


def _terminal(columns: int) -> tuple[int, int]:
    """Our end of a terminal and that of the command; what is typed is not shown."""
    master, slave = os.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    mode = termios.tcgetattr(slave)
    mode[3] &= ~termios.ECHO
    termios.tcsetattr(slave, termios.TCSANOW, mode)
    return master, slave


def _watch(master: int, screen: list[bytes]) -> None:
    """Until the last process has closed its end, which is an error here."""
    with suppress(OSError):
        while block := os.read(master, 1 << 16):
            screen.append(block)


def _type(process: subprocess.Popen[bytes], master: int, data: bytes) -> None:
    """Line by line as a person would, each when the command waits; then Ctrl-D for as long."""
    pause, lines = threading.Event(), data.splitlines(keepends=True)
    with suppress(OSError):
        while process.returncode is None:
            if _sleeps(process.pid):
                os.write(master, lines.pop(0) if lines else b"\x04")
            pause.wait(0.01)


def _sleeps(pid: int) -> bool:
    """Whether a process waits for something; where nobody can tell, it is taken to."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] in "SZX"
    except OSError:
        return True


def write(path: str | Path, data: str | bytes, mode: int | None = None) -> None:
    """A file with exactly this in it, in folders that are made for it."""
    found = _inside(path)
    found.parent.mkdir(parents=True, exist_ok=True)
    found.write_bytes(data if isinstance(data, bytes) else data.encode())
    if mode is not None:
        found.chmod(mode & 0o777)


def read(path: str | Path) -> str | bytes:
    """What is in a file: its text, or its bytes where they are no text."""
    data = _inside(path).read_bytes()
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data


def files(folder: str | Path = "") -> list[str]:
    """The paths of all files in the folder of the test, or below one in it."""
    here = Path.cwd()
    found = (path for path in _inside(folder).rglob("*") if not path.is_dir() or path.is_symlink())
    return sorted(path.relative_to(here.resolve()).as_posix() for path in found)


def mode(path: str | Path) -> int:
    """The permissions of a file."""
    return _inside(path).stat().st_mode & 0o7777


def _inside(path: str | Path) -> Path:
    """Files of a test lie in its own folder."""
    here = Path.cwd().resolve()
    found = (here / path).resolve()
    if not found.is_relative_to(here):
        raise ValueError(f"{path} lies outside the folder of the test")
    return found


@dataclass
class Fake:
    """Remembers its calls; raises so many times, then gives values, the last for ever."""

    values: Sequence[Any] = (None,)
    error: type[BaseException] | BaseException = Exception
    times: int = 0
    calls: list[tuple[Any, ...]] = field(default_factory=list[tuple[Any, ...]])

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        self.calls.append((*arguments, *named.values()))
        count = len(self.calls) - self.times
        if count <= 0:
            raise self.error
        return self.values[min(count, len(self.values)) - 1]


def recorder() -> Fake:
    return Fake()


def returning(*values: Any) -> Fake:
    return Fake(values)


def failing(
    error: type[BaseException] | BaseException, times: int = sys.maxsize, then: Any = None
) -> Fake:
    return Fake((then,), error, times)


def together(times: int, call: Callable[[], Any]) -> list[Any]:
    """What the threads got that made one call at the same moment: a value or its error each."""
    barrier = threading.Barrier(times)

    def work() -> Any:
        barrier.wait()
        return call()

    with ThreadPoolExecutor(times) as pool:
        done = [pool.submit(work) for _ in range(times)]
    return [each.exception() or each.result() for each in done]

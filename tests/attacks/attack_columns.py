"""The columns of the table: each sandbox, as root and as an ordinary user."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from pathlib import Path

from attack_kit import Observed
from attack_list import EVERY

from brickyard.sandbox.bubblewrap import programs
from brickyard.sandbox.removal import remove
from brickyard.values import Value

ROOT = Path(__file__).parents[2]
_DRIVER = Path(__file__).with_name("attack_driver.py")
_USER = 61999
_BECOME = f"""
import os, sys
os.setgroups([])
os.setresgid({_USER}, {_USER}, {_USER})
os.setresuid({_USER}, {_USER}, {_USER})
os.execv(sys.argv[1], sys.argv[1:])
"""


Observations = Callable[["Column"], dict[str, Observed]]


class Column(Value):
    """A sandbox, and who runs it."""

    backend: str
    root: bool

    @property
    def title(self) -> str:
        if self.backend == "none":
            return "none"
        return f"{self.backend}, {'root' if self.root else 'user'}"


COLUMNS = (
    Column(backend="bubblewrap", root=True),
    Column(backend="bubblewrap", root=False),
    Column(backend="sandlock", root=True),
    Column(backend="sandlock", root=False),
    Column(backend="none", root=False),
)


def possible_here() -> tuple[Column, ...]:
    """Root can be anyone; an ordinary user only itself."""
    return tuple(column for column in COLUMNS if os.geteuid() == 0 or not column.root)


def observe(column: Column, tools: Path, names: tuple[str, ...] = ()) -> dict[str, Observed]:
    """Every attack on one sandbox, in a process of its own; without a sandbox, the mild ones."""
    mild = column.backend == "none"
    chosen = names or tuple(each.name for each in EVERY if each.works or not mild)
    told = driven(column, tools, _DRIVER, chosen)
    return {name: Observed(**each) for name, each in json.loads(told).items()}


def driven(column: Column, tools: Path, driver: Path, arguments: Sequence[str] = ()) -> str:
    """What `driver BACKEND TOOLS ARGUMENTS…` prints, run by whom the column names."""
    command = [sys.executable, str(driver), column.backend, str(tools), *arguments]
    with _home() as home:
        if os.geteuid() == 0 and not column.root:
            os.chown(home, _USER, _USER)
            command = [*_view(tools), sys.executable, "-c", _BECOME, *command]
        done = subprocess.run(
            command, cwd=home, env=_environment(home), capture_output=True, text=True
        )
        left = sorted(os.listdir(home))  # noqa: PTH208
    if done.returncode:
        raise AssertionError(f"{column.title}: {done.stderr[-4000:]}")
    assert left == [], f"{column.title} left behind: {left}"
    return done.stdout


def _environment(home: Path) -> dict[str, str]:
    return {
        "PATH": os.environ["PATH"],
        "HOME": str(home),
        "TMPDIR": str(home),
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(_DRIVER.parent)]),
        "SECRET": "the-hosts-secret",
    }


@contextmanager
def _home() -> Generator[Path]:
    """A folder that every user can reach, whatever the temporary folder of this one is."""
    home = Path(tempfile.mkdtemp(prefix="attacked-", dir="/tmp"))
    try:
        yield home
    finally:
        remove(home)


def _view(tools: Path) -> list[str]:
    """The machine as it is, but what we need is in reach although it may lie in a closed home."""
    view = [next(iter(programs())), "--dev-bind", "/", "/", "--die-with-parent"]
    needed = {ROOT, Path(sys.prefix), Path(sys.base_prefix), tools}
    for closed in sorted({_closed(path) for path in needed} - {None}, key=str):
        view += ["--perms", "0755", "--tmpfs", str(closed)]
    for path in sorted(needed):
        closed = _closed(path)
        if closed is None:
            continue
        for parent in reversed(path.relative_to(closed).parents[:-1]):
            view += ["--perms", "0755", "--dir", str(closed / parent)]
        view += ["--ro-bind", str(path), str(path)]
    return view


def _closed(path: Path) -> Path | None:
    """The uppermost folder on the way that others may not enter."""
    ways = (each for each in reversed(path.parents) if not each.stat().st_mode & 0o001)
    return next(ways, None)

"""Control groups: found only where they can be used, capped, and always taken away.

The groups here are plain folders, which keep what is written to them; a real group differs in that
it can be removed while the kernel's own files lie in it.
"""

import asyncio
import errno
import os
import resource
import shutil
import signal
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sandbox_kit import SMALL

from brickyard.sandbox import Limits
from brickyard.sandbox.cgroup import Groups, can_enter, find, groups_here
from brickyard.sandbox.child import Child
from brickyard.sandbox.supervisor import Start, supervise

NONCE = "n" * 32
BEGUN = f"import sys; sys.stderr.write('\\n{NONCE}\\n'); sys.stderr.flush()\n"


def group(folder: Path, handed: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "cgroup.subtree_control").write_text(handed)
    return folder


def here(folder: Path) -> Groups:
    return Groups(group(folder, "memory pids"), remove=shutil.rmtree)


@contextmanager
def no_file_can_grow() -> Generator[None]:
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


async def ended(child: Child) -> None:
    child.send(signal.SIGKILL)


def start(source: str, *arguments: str) -> Start:
    argv = (sys.executable, "-I", "-S", "-c", BEGUN + source, *arguments)
    return Start(argv=argv, environment={"PATH": "/usr/bin:/bin"}, nonce=NONCE)


# ---------------------------------------------------------------- where


def test_the_nearest_group_that_hands_down_both_controllers_is_found(tmp_path: Path) -> None:
    group(tmp_path, "cpu memory pids")
    slice = group(tmp_path / "user.slice", "memory pids")
    group(tmp_path / "user.slice" / "term.scope", "")
    assert find("/user.slice/term.scope", tmp_path) == slice
    assert find("/other", tmp_path) == tmp_path


@pytest.mark.parametrize("handed", ["", "memory", "pids cpu", "hugetlb"])
def test_a_machine_that_hands_down_too_little_has_none(tmp_path: Path, handed: str) -> None:
    group(tmp_path, handed)
    assert find("/", tmp_path) is None


def test_the_search_ends_at_the_root(tmp_path: Path) -> None:
    group(tmp_path, "memory pids")
    root = group(tmp_path / "root", "")
    assert find("/own", root) is None


def test_a_machine_without_control_groups_has_none(tmp_path: Path) -> None:
    assert find("/", tmp_path / "nowhere") is None


def test_one_that_cannot_be_written_to_is_refused_with_the_reason() -> None:
    assert "no group can be made in /proc" in Groups(Path("/proc")).why_not()


def test_one_that_takes_no_caps_is_refused(tmp_path: Path) -> None:
    groups = here(tmp_path)
    with no_file_can_grow():
        reason = groups.why_not()
    assert "take no caps" in reason
    assert list(tmp_path.glob("brickyard-*")) == []


def test_one_that_no_process_can_enter_is_refused(tmp_path: Path) -> None:
    assert can_enter(tmp_path)
    (tmp_path / "cgroup.procs").unlink()
    (tmp_path / "cgroup.procs").mkdir()
    assert not can_enter(tmp_path)


def test_a_trial_leaves_nothing(tmp_path: Path) -> None:
    groups = here(tmp_path)
    assert groups.why_not() == ""
    assert [path.name for path in tmp_path.iterdir()] == ["cgroup.subtree_control"]


def test_this_machine_is_asked_without_harm() -> None:
    groups = groups_here()
    assert groups is None or list(groups.place.glob(f"brickyard-{os.getpid()}-*")) == []


# ---------------------------------------------------------------- one for each program


SHOW = """
import glob, os, sys
own = glob.glob(sys.argv[1] + "/brickyard-*")
print(len(own), *(open(own[0] + "/" + name).read().strip() for name in sys.argv[2:]))
print(os.getpid())
"""


async def test_a_program_begins_inside_a_capped_group(tmp_path: Path) -> None:
    shown = ("memory.max", "memory.swap.max", "memory.oom.group", "pids.max", "cgroup.procs")
    limits = Limits(memory_mb=100, disk_mb=10, processes=8)
    begun = start(SHOW, str(tmp_path), *shown)
    outcome = await supervise(begun, limits, ended, groups=here(tmp_path))
    said, pid = outcome.stdout.decode().splitlines()
    assert said == f"1 {(100 + 2 * 10 + 160) << 20} 0 1 {8 + 24} {pid}"
    assert list(tmp_path.glob("brickyard-*")) == []


async def test_what_the_kernel_ends_for_its_memory_is_cut_by_memory(tmp_path: Path) -> None:
    """As the kernel does it: the event is counted, all processes of the group are killed."""
    source = r"""
import glob, os, sys
with open(glob.glob(sys.argv[1] + "/brickyard-*")[0] + "/memory.events", "w") as file:
    file.write(f"low 0\noom 1\noom_kill {sys.argv[2]}\noom_group_kill 0\n")
os._exit(137)
"""
    for killed, cut in (("1", "memory"), ("0", "")):
        begun = start(source, str(tmp_path), killed)
        outcome = await supervise(begun, SMALL, ended, groups=here(tmp_path))
        assert (outcome.cut, outcome.exit) == (cut, 137)


async def test_a_group_is_gone_after_a_cut_and_after_cancelling(tmp_path: Path) -> None:
    groups = here(tmp_path)
    endless = start("while True: pass")
    assert (await supervise(endless, Limits(seconds=0.1), ended, groups=groups)).cut == "time"
    assert list(tmp_path.glob("brickyard-*")) == []
    task = asyncio.create_task(supervise(endless, SMALL, ended, groups=groups))
    while not list(tmp_path.glob("brickyard-*/cgroup.procs")):  # noqa: ASYNC110 - the program
        await asyncio.sleep(0.01)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert list(tmp_path.glob("brickyard-*")) == []


async def test_a_group_that_is_busy_for_a_moment_is_taken_away_after_it(tmp_path: Path) -> None:
    tries = list[Path]()

    def remove(path: Path) -> None:
        tries.append(path)
        if len(tries) < 3:
            raise OSError(errno.EBUSY, "busy")
        assert (path / "cgroup.kill").read_text() == "1"
        shutil.rmtree(path)

    groups = Groups(group(tmp_path, "memory pids"), remove=remove)
    assert (await supervise(start(""), SMALL, ended, groups=groups)).exit == 0
    assert len(tries) == 3
    assert list(tmp_path.glob("brickyard-*")) == []


async def test_a_program_runs_without_a_group_where_none_can_be_made(tmp_path: Path) -> None:
    groups = Groups(tmp_path / "gone")
    outcome = await supervise(start("print('ran')"), SMALL, ended, groups=groups)
    assert (outcome.exit, outcome.stdout) == (0, b"ran\n")


def test_what_a_killed_process_left_is_swept_and_nothing_else(tmp_path: Path) -> None:
    dead = subprocess.Popen(["true"])
    dead.wait()
    names = [f"brickyard-{dead.pid}-0", f"brickyard-{os.getpid()}-7", "brickyard-x", "other"]
    for name in names:
        (tmp_path / name).mkdir()
    here(tmp_path).sweep()
    assert sorted(path.name for path in tmp_path.iterdir() if path.is_dir()) == sorted(names[1:])

"""What bubblewrap gives beyond the contract, as root and as an ordinary user."""

import asyncio
import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from sandbox_kit import SMALL, says

from brickyard.errors import SandboxBroken
from brickyard.files import Files
from brickyard.sandbox import Limits, Sandbox, Toolchain
from brickyard.sandbox.bubblewrap import Bubblewrap
from brickyard.sandbox.toolchain import default_cache

ROOT = Path(__file__).parents[2]
CROWD = """
import os, sys
read, write = os.pipe()
for _ in range(30):
    if os.fork() == 0:
        os.close(write)
        os.read(read, 1)
        os._exit(0)
print("thirty")
"""


async def test_four_sandboxes_of_thirty_processes_run_at_once(bubblewrap: Sandbox) -> None:
    limits = Limits(processes=40, memory_mb=1024)
    crowds = [says(bubblewrap, CROWD, limits=limits) for _ in range(4)]
    assert await asyncio.gather(*crowds) == ["thirty"] * 4


async def test_a_server_and_its_client_meet_inside(bubblewrap: Sandbox) -> None:
    source = """
import socket
with socket.create_server(("localhost", 0)) as server:
    with socket.create_connection(server.getsockname()) as client:
        client.sendall(b"x")
        print(server.accept()[0].recv(1))
"""
    assert await says(bubblewrap, source) == "b'x'"


async def test_processes_can_be_shared_out(bubblewrap: Sandbox) -> None:
    source = """
import multiprocessing
if __name__ == "__main__":
    with multiprocessing.Pool(2) as pool:
        print(pool.map(abs, [-1, -2]))
"""
    assert await says(bubblewrap, source) == "[1, 2]"


async def test_the_user_has_a_name_and_no_power(bubblewrap: Sandbox) -> None:
    source = """
import getpass, os
status = open("/proc/self/status").read()
lines = [line.split() for line in status.splitlines()]
powers = {int(line[1], 16) for line in lines if line[0] in ("CapEff:", "CapPrm:", "CapAmb:")}
print(getpass.getuser() == os.environ["USER"], os.getuid() > 0, powers, "NoNewPrivs:\\t1" in status)
"""
    assert await says(bubblewrap, source) == "True True {0} True"


@pytest.mark.parametrize(
    "call",
    [
        "unshare(0x10000000)",
        "unshare(0x20000)",
        "ptrace(16, 1, 0, 0)",
        "mount(b'x', b'/tmp', b'tmpfs', 0, 0)",
        "setuid(0)",
        "socket(16, 3, 0)",
        "memfd_create(b'x', 0)",
    ],
)
async def test_a_way_into_the_kernel_is_refused(bubblewrap: Sandbox, call: str) -> None:
    assert await says(bubblewrap, f"import ctypes; print(ctypes.CDLL(None).{call})") == "-1"


async def test_no_folder_of_the_host_shows_in_the_first_process(
    bubblewrap: Sandbox, tools: Toolchain
) -> None:
    source = "print(open('/proc/1/cmdline').read())"
    said = await says(bubblewrap, source)
    assert str(tools.path) not in said
    assert "/tmp/brickyard" not in said


async def test_no_namespace_is_shared_with_the_host(bubblewrap: Sandbox) -> None:
    kinds = ("cgroup", "ipc", "mnt", "net", "pid", "uts")
    source = f"import os; print(*(os.readlink('/proc/self/ns/' + kind) for kind in {kinds!r}))"
    said = await says(bubblewrap, source)
    assert not {*said.split()} & {str(Path("/proc/self/ns", kind).readlink()) for kind in kinds}


async def test_the_session_is_its_own(bubblewrap: Sandbox) -> None:
    assert await says(bubblewrap, "import os; print(os.getsid(0) > 0)") == "True"


async def test_only_its_own_folders_are_mounted_writable(bubblewrap: Sandbox) -> None:
    source = """
import os
for line in open("/proc/self/mountinfo"):
    place, options = line.split()[4:6]
    if "rw" in options.split(","):
        print(place)
print(os.environ["HOME"])
"""
    devices = ("null", "zero", "full", "random", "urandom", "tty", "pts", "shm")
    *found, home = (await says(bubblewrap, source)).split()
    assert {*found} == {home, "/tmp", "/proc", *(f"/dev/{name}" for name in devices)}


async def test_each_process_has_limits_of_its_own(bubblewrap: Sandbox) -> None:
    source = """
from resource import *
print(*(getrlimit(kind)[1] for kind in (RLIMIT_AS, RLIMIT_NPROC, RLIMIT_FSIZE, RLIMIT_CORE)))
"""
    assert await says(bubblewrap, source) == f"{256 << 20} 32 {16 << 20} 0"


async def test_the_first_process_has_no_power_either(bubblewrap: Sandbox) -> None:
    source = """
for line in open("/proc/1/status"):
    if line.startswith(("CapPrm", "CapEff", "CapBnd", "Seccomp:")):
        print(line.split()[1], end=" ")
"""
    permitted, effective, _, filtered = (await says(bubblewrap, source)).split()
    assert (int(permitted, 16), int(effective, 16), filtered) == (0, 0, "2")


async def test_shared_memory_is_capped(bubblewrap: Sandbox) -> None:
    source = "import os; s = os.statvfs('/dev/shm'); print(s.f_blocks * s.f_frsize >> 20)"
    assert await says(bubblewrap, source) == "64"


async def test_the_outside_cannot_be_seen_through_a_descriptor(bubblewrap: Sandbox) -> None:
    source = """
import os
assert len(os.listdir("/proc/self/fd")) == 4, os.listdir("/proc/self/fd")
"""
    assert await says(bubblewrap, source) == ""


def _locked_away(folder: Path) -> Toolchain:
    """An environment and its interpreter below a folder that only its owner may enter."""
    folder.mkdir(mode=0o700)
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    base, env = folder / "base", folder / "env"
    skip = shutil.ignore_patterns("test", "tests", "site-packages", "__pycache__", "idlelib")
    shutil.copytree(Path(sys.base_prefix, "lib", version), base / "lib" / version, ignore=skip)
    for path in (base / "bin", env / "bin", env / "lib" / version / "site-packages"):
        path.mkdir(parents=True)
    shutil.copy(Path(sys.executable).resolve(), base / "bin" / version)
    (env / "bin" / "python").symlink_to(base / "bin" / version)
    (env / "pyvenv.cfg").write_text(f"home = {base}/bin\n")
    return Toolchain(path=env, digest="locked")


async def test_interpreter_and_environment_may_lie_below_a_closed_folder(tmp_path: Path) -> None:
    tools = _locked_away(tmp_path / "closed")
    assert stat.S_IMODE((tmp_path / "closed").stat().st_mode) == 0o700
    said = await says(Bubblewrap(tools), "import json, sys; print(sys.prefix, sys.base_prefix)")
    prefix, base = said.split()
    assert prefix.startswith("/opt/")
    assert base == f"{tmp_path}/closed/base"


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        ("echo 'bwrap: no permissions' >&2; exit 1", "no permissions"),
        ("exit 0", "said nothing"),
        ("kill -9 $$", "said nothing"),
    ],
)
async def test_a_broken_bubblewrap_is_not_an_outcome(
    tmp_path: Path, tools: Toolchain, script: str, reason: str
) -> None:
    program = tmp_path / "bwrap"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    with pytest.raises(SandboxBroken, match=reason):
        await Bubblewrap(tools, str(program)).run(Files(), ("python", "-c", ""), SMALL)


async def test_a_missing_bubblewrap_is_said_to_be_missing(tools: Toolchain) -> None:
    with pytest.raises(SandboxBroken, match="no-such-bwrap is not installed"):
        await Bubblewrap(tools, "no-such-bwrap").run(Files(), ("python",), SMALL)


AS_A_USER = """
import os, sys
os.setgroups([])
os.setresgid(61999, 61999, 61999)
os.setresuid(61999, 61999, 61999)
os.execv(sys.argv[1], sys.argv[1:])
"""


@pytest.mark.skipif(os.geteuid() != 0, reason="the whole suite already runs as an ordinary user")
def test_an_ordinary_user_gets_the_same_promises(tools: Toolchain, open_folder: Path) -> None:
    """The suite again, as another user, who sees our interpreter although it may lie in /root."""
    view: list[str] = ["--dev-bind", "/", "/", "--perms", "0755", "--tmpfs", "/root"]
    for path in {Path(sys.base_prefix), default_cache(), ROOT, Path(sys.prefix)}:
        if path.is_relative_to("/root"):
            for parent in reversed(path.parents[:-2]):
                view += ["--perms", "0755", "--dir", str(parent)]
            view += ["--ro-bind", str(path), str(path)]
    home = open_folder
    os.chown(home, 61999, 61999)
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(home),
        "TMPDIR": str(home),
        "XDG_CACHE_HOME": str(default_cache().parent),
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONPATH": f"{ROOT}/src:{ROOT}",
    }
    done = subprocess.run(
        [
            *(
                Bubblewrap(tools).program,
                *view,
                sys.executable,
                "-c",
                AS_A_USER,
                sys.executable,
                "-m",
                "pytest",
            ),
            *("-q", "-p", "no:cacheprovider", "-k", "bubblewrap", f"--basetemp={home}/t"),
            *("tests/sandbox/test_contract.py", "tests/sandbox/test_isolation.py", __file__),
        ],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]
    assert " passed" in done.stdout

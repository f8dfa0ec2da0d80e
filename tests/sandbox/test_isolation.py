"""What a hostile program meets in every backend that isolates."""

import asyncio
import json
import os
import socket
from pathlib import Path

import pytest
from sandbox_kit import SMALL, run_python, says

from brickyard.files import Files
from brickyard.sandbox import Limits, Sandbox

REFUSED = """
import sys
def attempt():
    {}
try:
    attempt()
except OSError:
    print("refused")
else:
    print("done")
"""


def refused(code: str) -> str:
    return REFUSED.format(code)


@pytest.mark.parametrize("path", ["/etc/shadow", "/root/.bashrc", "/etc/group-", "/var/log"])
async def test_the_hosts_files_are_not_there(isolating: Sandbox, path: str) -> None:
    code = f"import os; os.listdir({path!r}) if os.path.isdir({path!r}) else open({path!r})"
    assert await says(isolating, refused(code)) == "refused"


async def test_a_file_that_everyone_may_read_is_not_there(
    isolating: Sandbox, open_folder: Path
) -> None:
    (open_folder / "secret").write_text("secret")
    assert await says(isolating, refused("open(sys.argv[1])"), f"{open_folder}/secret") == "refused"


async def test_nothing_can_be_written_outside(isolating: Sandbox, open_folder: Path) -> None:
    assert await says(isolating, refused("open(sys.argv[1], 'w')"), f"{open_folder}/x") == "refused"
    assert list(open_folder.iterdir()) == []


@pytest.mark.parametrize("path", ["/x", "/usr/x", "/etc/passwd", "/proc/sys/kernel/core_pattern"])
async def test_the_system_is_read_only(isolating: Sandbox, path: str) -> None:
    assert await says(isolating, refused(f"open({path!r}, 'w')")) == "refused"


@pytest.mark.parametrize("place", ["prefix", "base_prefix"])
async def test_interpreter_and_environment_are_read_only(isolating: Sandbox, place: str) -> None:
    assert await says(isolating, refused(f"open(sys.{place} + '/bin/python', 'a')")) == "refused"


@pytest.mark.parametrize(
    "code",
    [
        "open(sys.argv[1], 'a')",
        "os.remove(sys.argv[1])",
        "os.chmod(sys.argv[1], 0o777)",
        "os.utime(sys.argv[1], (1, 1))",
        "os.rename(sys.argv[1], sys.argv[1] + 'x')",
        "open(os.path.dirname(sys.argv[1]) + '/new', 'w')",
    ],
)
async def test_a_trusted_file_cannot_be_changed(isolating: Sandbox, code: str) -> None:
    outcome = await run_python(
        isolating,
        refused(f"import os; {code}"),
        "/trusted/test.py",
        readonly=Files({"test.py": "x"}),
    )
    assert outcome.stdout == b"refused\n"


async def test_no_variable_of_the_host_is_anywhere(
    isolating: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BRICKYARD_CANARY", "canary-5f1c")
    source = """
import glob
for path in ["/proc/self/environ", "/proc/thread-self/environ", *glob.glob("/proc/[0-9]*/environ"),
             *(f"/proc/{pid}/environ" for pid in range(1, 40))]:
    try:
        with open(path, "rb") as file:
            if b"canary-5f1c" in file.read():
                print(path)
    except OSError:
        pass
"""
    assert await says(isolating, source) == ""


async def test_the_environment_is_the_same_everywhere(isolating: Sandbox) -> None:
    source = "import os, json; print(json.dumps({**os.environ}))"
    given = json.loads(await says(isolating, source))
    assert set(given) - {"PWD", "LC_CTYPE"} == {
        "PATH", "HOME", "TMPDIR", "USER", "LOGNAME", "LANG", "TZ",
        "PYTHONDONTWRITEBYTECODE", "PYTHONHASHSEED",
    }  # fmt: skip


async def test_the_hosts_network_cannot_be_reached(isolating: Sandbox) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        code = f"import socket; socket.create_connection(('127.0.0.1', {port}), 5)"
        assert await says(isolating, refused(code)) == "refused"


async def test_no_name_can_be_looked_up_outside(isolating: Sandbox) -> None:
    code = "import socket; socket.create_connection(('192.0.2.1', 53), 5)"
    assert await says(isolating, refused(code)) == "refused"


async def test_a_local_socket_of_the_host_cannot_be_reached(
    isolating: Sandbox, open_folder: Path
) -> None:
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(f"{open_folder}/s")
        (open_folder / "s").chmod(0o777)
        server.listen()
        code = "import socket; socket.socket(socket.AF_UNIX).connect(sys.argv[1])"
        assert await says(isolating, refused(code), f"{open_folder}/s") == "refused"


async def test_a_process_of_the_host_cannot_be_signalled(isolating: Sandbox) -> None:
    sleeper = await asyncio.create_subprocess_exec("sleep", "600")
    try:
        await run_python(isolating, f"import os; os.kill({sleeper.pid}, 9)")
        await run_python(isolating, f"import os; os.kill({os.getpid()}, 15)")
        await asyncio.sleep(0)
        assert sleeper.returncode is None
        os.kill(sleeper.pid, 0)
    finally:
        sleeper.kill()
        assert await sleeper.wait() == -9


async def test_a_fork_bomb_is_contained(isolating: Sandbox) -> None:
    source = """
import os, time
made = 0
try:
    for _ in range(200):
        if os.fork() == 0:
            time.sleep(600)
            os._exit(0)
        made += 1
except OSError:
    pass
print(made)
"""
    assert 10 < int(await says(isolating, source)) < SMALL.processes


@pytest.mark.parametrize("folder", [".", "tempfile.gettempdir()", "'/dev/shm'"])
async def test_the_disk_cap_holds(isolating: Sandbox, folder: str) -> None:
    folder = "'.'" if folder == "." else folder
    source = f"""
import os, tempfile, time
try:
    for number in range(100):
        with open(os.path.join({folder}, str(number)), "wb") as file:
            file.write(b"x" * (1 << 20))
            time.sleep(0.005)
except OSError:
    print("full")
else:
    time.sleep(60)
"""
    outcome = await run_python(isolating, source)
    assert outcome.stdout == b"full\n" or outcome.cut == "disk"


async def test_a_huge_single_file_is_refused(isolating: Sandbox) -> None:
    code = "import os; os.truncate(os.open('big', os.O_CREAT | os.O_RDWR), 1 << 34)"
    outcome = await run_python(isolating, refused(code), limits=Limits(disk_mb=8))
    assert outcome.stdout == b"refused\n" or outcome.exit == 153

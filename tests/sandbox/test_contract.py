"""What every backend does for its caller."""

import asyncio

import pytest
from sandbox_kit import SMALL, new_token, run_python, running, says, until_running

from brickyard.errors import SandboxBroken
from brickyard.files import Files
from brickyard.sandbox import Limits, Sandbox

AWKWARD = "a\r\nb \t\n'''\"\"\"\\ ünïcödé \u2028 no newline at the end"


async def test_files_go_in_and_output_comes_out_byte_for_byte(sandbox: Sandbox) -> None:
    source = "import pathlib, sys; sys.stdout.buffer.write(pathlib.Path('d/e/f.txt').read_bytes())"
    outcome = await sandbox.run(Files({"d/e/f.txt": AWKWARD}), ("python", "-c", source), SMALL)
    assert outcome.stdout == AWKWARD.encode()
    assert (outcome.exit, outcome.stderr, outcome.cut) == (0, b"", "")


async def test_standard_error_is_the_programs_alone(sandbox: Sandbox) -> None:
    outcome = await run_python(sandbox, "import sys; sys.stderr.write('only this')")
    assert outcome.stderr == b"only this"


async def test_a_trusted_file_can_be_read_and_run(sandbox: Sandbox) -> None:
    trusted = Files({"lib/check.py": "print('checked')"})
    outcome = await sandbox.run(
        Files(), ("python", "/trusted/lib/check.py"), SMALL, readonly=trusted
    )
    assert outcome.stdout == b"checked\n"


@pytest.mark.parametrize(("body", "code"), [("exit 0", 0), ("exit 7", 7), ("kill -9 $$", 137)])
async def test_the_exit_code_is_the_programs(sandbox: Sandbox, body: str, code: int) -> None:
    assert (await sandbox.run(Files(), ("sh", "-c", body), SMALL)).exit == code


async def test_the_work_folder_is_where_a_program_begins_and_may_write(sandbox: Sandbox) -> None:
    source = """
import os, pathlib, tempfile
pathlib.Path("new").write_text("x")
with tempfile.NamedTemporaryFile() as file:
    file.write(b"x")
print(sorted(os.listdir(".")), os.path.dirname(os.getcwd()) == os.environ["HOME"])
pathlib.Path("~/.config").expanduser().mkdir()
"""
    assert await says(sandbox, source) == "['new', 'program.py'] True"


async def test_standard_input_is_empty(sandbox: Sandbox) -> None:
    assert await says(sandbox, "import sys; print(repr(sys.stdin.read()))") == "''"


async def test_the_tools_of_the_environment_are_found_by_name(sandbox: Sandbox) -> None:
    outcome = await sandbox.run(Files({"a.py": "import os\n"}), ("ruff", "check", "a.py"), SMALL)
    assert outcome.exit == 1
    assert b"F401" in outcome.stdout


async def test_a_command_that_does_not_exist_is_not_the_programs_fault(sandbox: Sandbox) -> None:
    with pytest.raises(SandboxBroken, match="no command 'no-such-tool'"):
        await sandbox.run(Files(), ("no-such-tool",), SMALL)


async def test_a_file_that_cannot_be_run_is_the_programs_fault(sandbox: Sandbox) -> None:
    outcome = await sandbox.run(Files({"plain": "text"}), ("./plain",), SMALL)
    assert outcome.exit == 126
    assert outcome.stderr == b"./plain: Permission denied\n"


async def test_an_endless_program_is_cut_by_time(sandbox: Sandbox) -> None:
    token = new_token()
    outcome = await run_python(
        sandbox, "print('begun', flush=True)\nwhile True: pass", token, limits=Limits(seconds=0.3)
    )
    assert (outcome.cut, outcome.exit, outcome.stdout) == ("time", 137, b"begun\n")
    assert running(token) == []


@pytest.mark.parametrize("stream", ["stdout", "stderr"])
async def test_endless_output_is_cut_at_the_cap(sandbox: Sandbox, stream: str) -> None:
    outcome = await run_python(sandbox, f"import sys\nwhile True: sys.{stream}.write('x' * 5000)")
    assert (outcome.cut, outcome.exit) == ("output", 137)
    assert len(outcome.stdout + outcome.stderr) == SMALL.output_bytes


async def test_output_of_exactly_the_cap_is_not_cut(sandbox: Sandbox) -> None:
    outcome = await run_python(sandbox, f"print('x' * {SMALL.output_bytes - 1})")
    assert (outcome.cut, outcome.exit) == ("", 0)


async def test_one_process_cannot_have_more_address_space_than_the_cap(sandbox: Sandbox) -> None:
    outcome = await run_python(sandbox, "bytearray(400 << 20)")
    assert b"MemoryError" in outcome.stderr


async def test_one_process_over_the_memory_cap_is_cut(sandbox: Sandbox) -> None:
    limits = Limits(memory_mb=100, address_space=False)
    source = "import time\nx = b'x' * (300 << 20)\ntime.sleep(60)"
    outcome = await run_python(sandbox, source, limits=limits)
    assert (outcome.cut, outcome.exit) == ("memory", 137)
    assert outcome.peak_mb >= 100


async def test_many_processes_over_the_memory_cap_together_are_cut(sandbox: Sandbox) -> None:
    source = """
import os, time
for _ in range(8):
    if os.fork() == 0:
        break
x = b"x" * (40 << 20)
time.sleep(60)
"""
    assert (await run_python(sandbox, source)).cut == "memory"


DAEMON = """
import os, subprocess, sys, time
if os.fork() == 0:
    os.setsid()
    sys.stdout.close()
    subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)", sys.argv[1]],
                     stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
    os._exit(0)
time.sleep(0.3)
"""


async def test_a_daemon_left_behind_is_gone_when_the_outcome_is_there(sandbox: Sandbox) -> None:
    token = new_token()
    outcome = await run_python(sandbox, DAEMON, token)
    assert outcome.exit == 0
    assert running(token) == []


async def test_cancelling_leaves_no_process(sandbox: Sandbox) -> None:
    token = new_token()
    task = asyncio.create_task(run_python(sandbox, "import time; time.sleep(600)", token))
    await until_running(token)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert running(token) == []


async def test_eight_at_once_do_not_mix(sandbox: Sandbox) -> None:
    source = "import pathlib, sys; pathlib.Path('own').write_text(sys.argv[1]); print(sys.argv[1])"
    names = [str(number) for number in range(8)]
    assert await asyncio.gather(*(says(sandbox, source, name) for name in names)) == names

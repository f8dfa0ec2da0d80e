"""Many files go in at once, and each arrives as it is."""

import hashlib
import json
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st
from sandbox_kit import SMALL

from brickyard.files import Files, as_bytes, as_text
from brickyard.sandbox import Sandbox
from brickyard.sandbox.own_folder import own_folder, sweep

LISTING = """
import hashlib, json, pathlib, sys
found = {}
for path in pathlib.Path(sys.argv[1]).rglob("*"):
    if path.is_file():
        name = path.relative_to(sys.argv[1]).as_posix()
        found[name] = hashlib.sha256(path.read_bytes()).hexdigest()
print(json.dumps(found))
"""
FILES = Files(
    {
        "empty": "",
        "a/b/c.py": "x = 1",
        "a/b/d.py": "no line break",
        "a/e.txt": "3 z\nabc",
        "a/ü ö.txt": "\r\n\ufeff\u2028",
        "looks/like/a/header": "12 a/e.txt\n" * 3,
        "large": "0123456789" * 40_000,
        "compiled.so": as_text(b"\x7fELF\x00\xff\xfe\r\n" + bytes(range(256))),
    }
)


def digests(files: Files) -> dict[str, str]:
    return {path: hashlib.sha256(as_bytes(text)).hexdigest() for path, text in files.items()}


async def test_every_file_of_many_arrives_in_the_work_folder(sandbox: Sandbox) -> None:
    command = ("python", "-c", LISTING, "/box")
    outcome = await sandbox.run(FILES, command, SMALL)
    assert json.loads(outcome.stdout) == digests(FILES)


async def test_every_trusted_file_of_many_arrives(sandbox: Sandbox) -> None:
    command = ("python", "-c", LISTING, "/trusted")
    outcome = await sandbox.run(Files(), command, SMALL, readonly=FILES)
    assert json.loads(outcome.stdout) == digests(FILES)


@given(contents=st.lists(st.binary(max_size=300), min_size=20, max_size=20))
@settings(max_examples=3, deadline=None)
async def test_any_bytes_arrive_as_they_were(sandbox: Sandbox, contents: list[bytes]) -> None:
    files = Files({f"bytes/{number}": as_text(each) for number, each in enumerate(contents)})
    outcome = await sandbox.run(files, ("python", "-c", LISTING, "/box"), SMALL)
    assert json.loads(outcome.stdout) == {
        f"bytes/{number}": hashlib.sha256(each).hexdigest() for number, each in enumerate(contents)
    }


async def test_no_path_of_an_archive_reaches_a_trusted_file(bubblewrap: Sandbox) -> None:
    """The one name that both folders have: the program's own does not shadow the trusted one."""
    own, trusted = Files({"same.py": "print('own')"}), Files({"same.py": "print('trusted')"})
    command = ("python", "-I", "/trusted/same.py")
    assert (await bubblewrap.run(own, command, SMALL, readonly=trusted)).stdout == b"trusted\n"


def test_what_a_kill_left_in_memory_is_swept_and_what_is_in_use_is_not() -> None:
    left = Path("/dev/shm/tmptestleft")
    left.mkdir()
    (left / ".brickyard-sandbox").touch()
    with own_folder(in_memory=True) as used:
        sweep()
        assert used.is_dir()
    assert not used.exists()
    assert not left.exists()

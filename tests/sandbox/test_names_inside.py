"""Inside, places are called as on a user's machine, and differently for each job."""

import asyncio
import json
import re

import pytest
from sandbox_kit import SMALL

from brickyard.files import Files
from brickyard.sandbox import Sandbox
from brickyard.sandbox.names import Names, names_for

LOOK = """
import getpass, json, os, platform, sys, tempfile
print(json.dumps({
    "work": os.getcwd(), "home": os.path.expanduser("~"), "temporary": tempfile.gettempdir(),
    "tools": sys.prefix, "argv": sys.argv[0], "user": getpass.getuser(), "host": platform.node(),
    "values": list(os.environ.values()), "command": open("/proc/self/cmdline").read(),
}))
"""
OURS = re.compile("/box|trusted|/env/|scratch|sandbox|brick|launcher", re.I)
COMMAND = ("python", "-I", "/trusted/look.py", "/box/a b", "x=/trusted", "/boxes", "a/trusted")


async def seen(sandbox: Sandbox, files: Files) -> dict[str, object]:
    readonly = Files({"look.py": LOOK})
    outcome = await sandbox.run(files, COMMAND, SMALL, readonly=readonly)
    return json.loads(outcome.stdout)


async def test_nothing_inside_has_a_name_of_ours(isolating: Sandbox) -> None:
    told = {
        name: str(one).replace("/boxes", "").replace("a/trusted", "")
        for name, one in (await seen(isolating, Files())).items()
    }
    assert {name for name, one in told.items() if OURS.search(one)} == set()


async def test_another_job_sees_other_names_and_the_same_job_the_same(bubblewrap: Sandbox) -> None:
    one, again, other = [
        await seen(bubblewrap, Files({"a.py": text})) for text in ("x = 1", "x = 1", "x = 2")
    ]
    assert one == again
    assert {name for name in one if one[name] == other[name]} == {"temporary"}


async def test_the_same_job_can_run_several_times_at_once(isolating: Sandbox) -> None:
    told = await asyncio.gather(*(seen(isolating, Files()) for _ in range(3)))
    assert len({one["user"] for one in told}) == 1


async def test_it_is_the_home_of_its_user(bubblewrap: Sandbox) -> None:
    told = await seen(bubblewrap, Files())
    assert told["home"] == f"/home/{told['user']}"
    assert str(told["work"]).startswith(f"{told['home']}/")


@pytest.mark.parametrize(
    ("files", "command", "readonly"),
    [
        (Files({"a": "2"}), COMMAND, Files({"b": "1"})),
        (Files({"a": "1"}), ("python",), Files({"b": "1"})),
        (Files({"a": "1"}), COMMAND, Files({"b": "2"})),
    ],
    ids=["code", "command", "tests"],
)
def test_each_part_of_a_job_changes_every_name(
    files: Files, command: tuple[str, ...], readonly: Files
) -> None:
    one = names_for(Files({"a": "1"}), COMMAND, Files({"b": "1"}))
    other = names_for(files, command, readonly)
    assert [name for name in Names.model_fields if getattr(one, name) == getattr(other, name)] == []


def test_only_whole_paths_in_arguments_are_translated() -> None:
    names = names_for(Files(), COMMAND, Files())
    assert names.translate(COMMAND) == (
        *("python", "-I", f"{names.trusted}/look.py", f"{names.box}/a b", f"x={names.trusted}"),
        *("/boxes", "a/trusted"),
    )

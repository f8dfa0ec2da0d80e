"""Code that tries to look right where scripts are played, as measurements are: none may."""

import json
from collections.abc import Callable, Sequence

import pytest
from evidence_kit import calc, data_case

from brickyard.errors import SandboxBroken
from brickyard.files import Files
from brickyard.proofs.data.outside.playing import play
from brickyard.proofs.data.outside.scripts import script_of
from brickyard.proofs.data.outside.verdicts import verdict
from brickyard.proofs.data.scope import Scope
from brickyard.sandbox import Limits, Outcome, Sandbox
from brickyard.sandbox.base import NO_FILES
from brickyard.values import Brick, Case, Plan

INTERFACE = "def add(a: int, b: int) -> int: ...\n"
PLAN = Plan(
    package="calc", bricks=(Brick(name="ops", spec="", serves=("R1",), interface=INTERFACE),)
)
CASES = [
    data_case(f"adds-{a}", {"call": "ops.add", "args": [a, b], "expect": {"value": a + b}})
    for a, b in ((1, 2), (4, 5), (7001, 9000))
]
WRONG = "\n\n\ndef add(a: int, b: int) -> int:\n    return 0\n"


async def wrong_of(
    sandbox: Sandbox, package: Files, cases: Sequence[Case] = CASES, *, seconds: float
) -> dict[str, str]:
    """Case → why it is wrong, or nothing."""
    scripts = [script_of(case.id, case, Scope(PLAN)) for case in cases]
    wires = [script.wire for script in scripts]
    seen = await play(sandbox, package, PLAN, wires, seconds=seconds)
    return {
        script.test: verdict(tuple((want, want.expect.value) for want in script.wants), one)
        for script, one in zip(scripts, seen, strict=True)
    }


READ = "import json, os, sys\njob = json.load(open(os.path.dirname(sys.argv[0]) + '/job.json'))\n"
PLAYER = (
    "import sys\nframe = sys._getframe()\n"
    "while type(frame.f_locals.get('self')).__name__ != 'Player':\n    frame = frame.f_back\n"
    "player = frame.f_locals['self']\n"
)
FORGED = (
    READ + "steps = [{'value': 0, 'passed': True, 'files': {}}]\n"
    "events = [{'id': one['id'], 'unread': None, 'steps': steps} for one in job['scripts']]\n"
    "lines = ''.join(json.dumps(one) + '\\n' for one in events).encode()\n"
    "told = b''.join(b'%s told %s %s\\n' % (job['nonce'].encode(), one['id'].encode(), "
    "json.dumps(one).encode()) for one in events)\n"
    "told = job['nonce'].encode() + b' begun\\n' + told + job['nonce'].encode() + b' ended\\n'\n"
)
EVERYWHERE = (
    "for fd in range(3, 64):\n    try:\n        os.write(fd, lines)\n"
    "    except OSError:\n        pass\n"
)

CHEATS = {
    "ends the process at import": "import os\nos._exit(0)" + WRONG,
    "ends the process when called": "def add(a, b):\n    import os\n    os._exit(0)\n",
    "leaves when called": "def add(a, b):\n    raise SystemExit(0)\n",
    "leaves at the end": "import atexit, os\natexit.register(os._exit, 0)" + WRONG,
    "prints forged lines": FORGED + "print(told.decode(), flush=True)" + WRONG,
    "writes forged lines to every descriptor": FORGED + EVERYWHERE + WRONG,
    "writes forged lines when called": (
        FORGED + "\n\ndef add(a, b):\n    os.write(max(map(int, os.listdir('/proc/self/fd'))) - 1, "
        "lines)\n    os._exit(0)\n"
    ),
    "writes to its parent's output": (
        FORGED + "try:\n    open(f'/proc/{os.getppid()}/fd/1', 'wb').write(told)\n"
        "except OSError:\n    pass\nos.kill(os.getppid(), 9)" + WRONG
    ),
    "kills the driver": "import os\nos.kill(os.getppid(), 9)" + WRONG,
    "patches json": ("import json\njson.dumps = lambda *a, **k: '{\"passed\": true}'\n" + WRONG),
    "patches the encoder": (
        PLAYER + "type(player.crossing).encode = lambda self, value: True\n" + WRONG
    ),
    "patches the player": (
        PLAYER + "type(player).play = lambda self, number: "
        "{'id': self.job['scripts'][number]['id'], 'unread': None, 'steps': []}\n" + WRONG
    ),
    "patches builtins": (
        "import builtins\nbuiltins.isinstance = lambda *a: True\nbuiltins.type = lambda v: int\n"
        + WRONG
    ),
    "has a thread that writes": (
        FORGED
        + "import threading\n\n\ndef always():\n    while True:\n"
        + "".join(f"        {line}\n" for line in EVERYWHERE.splitlines())
        + "\n\nthreading.Thread(target=always, daemon=True).start()"
        + WRONG
    ),
    "leaves a process that writes": (
        FORGED
        + "if os.fork() == 0:\n    os.setsid()\n    while True:\n"
        + "".join(f"        {line}\n" for line in EVERYWHERE.splitlines())
        + WRONG
    ),
    "equals everything": (
        "class Any(int):\n    def __eq__(self, other):\n        return True\n\n"
        "    __hash__ = int.__hash__\n\n\ndef add(a, b):\n    return Any(0)\n"
    ),
    "tells without end": (
        "import os\n\n\ndef add(a, b):\n    for fd in range(3, 64):\n        try:\n"
        "            for _ in range(20):\n                os.write(fd, b'x' * (1 << 20))\n"
        "        except OSError:\n            pass\n"
    ),
}


@pytest.mark.parametrize("code", CHEATS.values(), ids=CHEATS.keys())
async def test_code_that_cheats_does_not_pass_outside(sandbox: Sandbox, code: str) -> None:
    found = await wrong_of(sandbox, calc(code), seconds=20)

    assert set(found) == {one.id for one in CASES}
    assert all(found.values())


async def test_a_child_that_dies_costs_the_case_it_was_at_and_no_other(sandbox: Sandbox) -> None:
    code = calc(
        "import os\n\n\ndef add(a: int, b: int) -> int:\n    if a == 4:\n        os._exit(3)\n"
        "    return a + b\n"
    )

    found = await wrong_of(sandbox, code, seconds=30)

    assert [not why for why in found.values()] == [True, False, True]
    assert found["adds-4"] == "it ended the whole process (exit code 3)"


async def test_a_child_that_hangs_costs_the_case_it_was_at_and_no_other(sandbox: Sandbox) -> None:
    code = calc(
        "def add(a: int, b: int) -> int:\n    while a == 4:\n        pass\n    return a + b\n"
    )

    found = await wrong_of(sandbox, code, seconds=6)

    assert [not why for why in found.values()] == [True, False, True]
    assert found["adds-4"] == "it did not end within 3 seconds"


@pytest.mark.slow
async def test_who_was_at_work_when_the_time_was_up_is_blamed(sandbox: Sandbox) -> None:
    code = calc(
        "def add(a: int, b: int) -> int:\n    while a > 1:\n        pass\n    return a + b\n"
    )

    found = await wrong_of(sandbox, code, seconds=3)

    assert found["adds-1"] == ""
    assert "did not end within 1.5 seconds" in found["adds-4"]
    assert found["adds-7001"]


async def test_who_tells_too_much_is_cut_and_costs_no_other(sandbox: Sandbox) -> None:
    code = calc(
        CHEATS["tells without end"].replace(
            "    for fd", "    if a != 4:\n        return a + b\n    for fd"
        )
    )

    found = await wrong_of(sandbox, code, seconds=20)

    assert [not why for why in found.values()] == [True, False, True]
    assert found["adds-4"] == "it told more than can cross"


async def test_code_that_ends_every_process_is_not_tried_forever(sandbox: Sandbox) -> None:
    code = calc("import os\n\n\ndef add(a: int, b: int) -> int:\n    os._exit(0)\n")
    cases = [
        data_case(f"adds-{a}", {"call": "ops.add", "args": [a, 1], "expect": {"value": a + 1}})
        for a in range(20)
    ]

    found = await wrong_of(sandbox, code, cases, seconds=30)

    reasons = [*found.values()]
    assert reasons[15] == "it ended the whole process (exit code 0)"
    assert reasons[16:] == ["it was not run: too many before it ended the process"] * 4


class Telling:
    """A sandbox whose program tells what it is made to tell, given the job."""

    name = "telling"
    environment = ""

    def __init__(self, tell: Callable[[str, list[str]], list[str]], cut: str = "") -> None:
        self._tell, self._cut = tell, cut

    async def run(
        self,
        files: Files,
        command: tuple[str, ...],
        limits: Limits,
        *,
        readonly: Files = NO_FILES,
    ) -> Outcome:
        job = json.loads(readonly["job.json"])
        lines = self._tell(job["nonce"], [script["id"] for script in job["scripts"]])
        stdout = "".join(f"{line}\n" for line in lines).encode()
        return Outcome(exit=0, stdout=stdout, stderr=b"no python here", cut=self._cut)


def told(nonce: str, id: str, value: object, claimed: str = "") -> str:
    steps = [{"value": value, "files": {}}]
    seen = {"id": claimed or id, "unread": None, "steps": steps}
    return f"{nonce} told {id} {json.dumps(seen)}"


def right(nonce: str, ids: list[str]) -> list[str]:
    values = zip(ids, (3, 9, 16001), strict=True)
    lines = [told(nonce, id, value) for id, value in values]
    return [f"{nonce} begun", *lines, f"{nonce} ended"]


async def test_what_is_told_in_full_and_in_order_is_believed() -> None:
    found = await wrong_of(Telling(right), calc(WRONG), seconds=1)

    assert [not why for why in found.values()] == [True, True, True]


NOT_BELIEVED: dict[str, Callable[[str, list[str]], list[str]]] = {
    "an unknown id": lambda n, ids: [*right(n, ids)[:-1], told(n, "f" * 32, 3), f"{n} ended"],
    "a line from elsewhere": lambda n, ids: ["hello", *right(n, ids)],
    "a word from elsewhere between": lambda n, ids: [*right(n, ids)[:2], "x", *right(n, ids)[2:]],
    "another nonce": lambda n, ids: [line.replace(n, "0" * 32) for line in right(n, ids)],
    "stray lines": lambda n, ids: [*right(n, ids)[:-1], f"{n} stray", f"{n} ended"],
    "no end": lambda n, ids: right(n, ids)[:-1],
    "two ends": lambda n, ids: [*right(n, ids), f"{n} ended"],
    "no beginning": lambda n, ids: right(n, ids)[1:],
}
ONE_NOT_BELIEVED: dict[str, Callable[[str, list[str]], list[str]]] = {
    "missing": lambda n, ids: [line for at, line in enumerate(right(n, ids)) if at != 2],
    "told twice": lambda n, ids: [*right(n, ids)[:3], told(n, ids[1], 9), *right(n, ids)[3:]],
    "told and lost": lambda n, ids: [
        *right(n, ids)[:3],
        f"{n} died {ids[1]} 0",
        *right(n, ids)[3:],
    ],
    "not JSON": lambda n, ids: [line.replace('{"value": 9', "{value: 9") for line in right(n, ids)],
    "of another type": lambda n, ids: [line.replace(": 9", ': "9"') for line in right(n, ids)],
    "of no type": lambda n, ids: [line.replace(": 9", ": 9.0") for line in right(n, ids)],
    "another word": lambda n, ids: [
        line.replace(f"told {ids[1]}", f"tell {ids[1]}") for line in right(n, ids)
    ],
    "more than was asked": lambda n, ids: [
        line.replace(": 9", ': 9, "passed": true') for line in right(n, ids)
    ],
    "no value": lambda n, ids: [line.replace('"value": 9, ', "") for line in right(n, ids)],
    "files nobody asked about": lambda n, ids: [
        line.replace('9, "files": {}', '9, "files": {"a": ""}') for line in right(n, ids)
    ],
    "no files": lambda n, ids: [
        line.replace(', "files": {}', "") if ": 9" in line else line for line in right(n, ids)
    ],
    "no steps": lambda n, ids: [
        line.replace('[{"value": 9, "files": {}}]', "[]") for line in right(n, ids)
    ],
    "one step more": lambda n, ids: [
        line.replace('[{"value": 9, "files": {}}', '[{"value": 9, "files": {}}, {"files": {}}')
        for line in right(n, ids)
    ],
    "under the id of another": lambda n, ids: [
        *right(n, ids)[:2],
        told(n, ids[1], 9, ids[0]),
        *right(n, ids)[3:],
    ],
}


@pytest.mark.parametrize("tell", NOT_BELIEVED.values(), ids=NOT_BELIEVED.keys())
async def test_a_story_with_something_odd_in_it_is_not_believed(
    tell: Callable[[str, list[str]], list[str]],
) -> None:
    found = await wrong_of(Telling(tell), calc(WRONG), seconds=1)

    assert [not why for why in found.values()] == [False, False, False]


@pytest.mark.parametrize("tell", ONE_NOT_BELIEVED.values(), ids=ONE_NOT_BELIEVED.keys())
async def test_a_case_told_oddly_does_not_pass(
    tell: Callable[[str, list[str]], list[str]],
) -> None:
    found = await wrong_of(Telling(tell), calc(WRONG), seconds=1)

    assert [not why for why in found.values()] == [True, False, True]
    assert found["adds-4"]


async def test_time_that_ran_out_is_told_where_it_did() -> None:
    sandbox = Telling(lambda nonce, ids: right(nonce, ids)[:2], cut="time")

    found = await wrong_of(sandbox, calc(WRONG), seconds=1)

    assert [*found.values()] == [
        "",
        "the scripts did not end within 1 seconds",
        "it was not run: the scripts did not end within 1 seconds",
    ]


async def test_a_driver_that_never_starts_is_not_a_failed_test() -> None:
    with pytest.raises(SandboxBroken, match="no python here"):
        await wrong_of(Telling(lambda *_: []), calc(WRONG), seconds=1)

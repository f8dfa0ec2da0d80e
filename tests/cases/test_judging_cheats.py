"""Code that tries to look right to whoever judges its cases: none may pass."""

import json

import pytest

from brickyard.cases import CaseFile, Names, judge, read
from brickyard.errors import SandboxBroken
from brickyard.files import Files
from brickyard.sandbox import Limits, Outcome, Sandbox
from brickyard.sandbox.base import NO_FILES

NAMES = Names(package="calc", offers={"add": "calc.ops"})
CASES = """
@proves(R1)
def adds():
    assert add(1, 2) == 3

@table(R1, [(4, 5, 9), (7001, 9000, 16001)])
def adds_more(a, b, total):
    assert add(a, b) == total
"""
FILE = CaseFile(path="tests/test_calc.py", cases=read(CASES, NAMES), names=NAMES)
WRONG = "\n\n\ndef add(a: int, b: int) -> int:\n    return 0\n"
RIGHT = "\n\n\ndef add(a: int, b: int) -> int:\n    return a + b\n"
READ = (
    "import json, os, pathlib, sys\n"
    "ours = pathlib.Path(sys.modules['__main__'].__file__).parents[3]\n"
    "job = json.loads((ours / 'job.json').read_text())\n"
)
FORGED = (
    READ + "\n"
    "told = [{'id': one['id'], 'unread': None, 'told': [{'value': 3, 'passed': True}]} "
    "for one in job['rows']]\n"
    "lines = ''.join(f'told {json.dumps(one)}\\n' for one in told).encode()\n"
    "nonce = job['nonce'].encode()\n"
    "whole = b''.join(b'%s told %s %s\\n' % (nonce, one['id'].encode(), json.dumps(one).encode()) "
    "for one in told)\n"
    "whole = nonce + b' begun\\n' + whole + nonce + b' ended\\n'\n"
)
EVERYWHERE = (
    "for fd in range(3, 64):\n    try:\n        os.write(fd, lines)\n"
    "    except OSError:\n        pass\n"
)
ALWAYS = "".join(f"        {line}\n" for line in EVERYWHERE.splitlines())
LIE = "    def __eq__(self, other):\n        return True\n\n    __hash__ = {kind}.__hash__\n\n\n"

CHEATS = {
    "ends the process at import": "import os\nos._exit(0)" + WRONG,
    "ends the process when called": "def add(a, b):\n    import os\n    os._exit(0)\n",
    "leaves when called": "def add(a, b):\n    raise SystemExit(0)\n",
    "leaves at the end": "import atexit, os\natexit.register(os._exit, 0)" + WRONG,
    "prints forged lines": FORGED + "print(whole.decode(), flush=True)" + WRONG,
    "writes forged lines to every descriptor": FORGED + EVERYWHERE + WRONG,
    "writes forged lines when called": (
        FORGED
        + "\n\ndef add(a, b):\n    global lines\n"
        + "".join(f"    {line}\n" for line in EVERYWHERE.splitlines())
        + "    os._exit(0)\n"
    ),
    "writes right and forged lines": FORGED + EVERYWHERE + RIGHT,
    "writes to its parent's output": (
        FORGED + "try:\n    open(f'/proc/{os.getppid()}/fd/1', 'wb').write(whole)\n"
        "except OSError:\n    pass\nos.kill(os.getppid(), 9)" + WRONG
    ),
    "kills the driver": "import os\nos.kill(os.getppid(), 9)" + WRONG,
    "patches json": "import json\njson.dumps = lambda *a, **k: '{\"passed\": true}'\n" + WRONG,
    "patches the encoder": (
        "from brickyard.cases.inside.crossing import Crossing\n"
        "Crossing.encode = lambda self, value: True\n" + WRONG
    ),
    "patches the player": (
        "from brickyard.cases.inside.player import Player\n"
        "Player.play = lambda self, number: "
        "{'id': self.job['rows'][number]['id'], 'unread': None, 'told': []}\n" + WRONG
    ),
    "patches the equality": (
        "import brickyard.cases.equality\nbrickyard.cases.equality.same = lambda *a: True\n\n\n"
        "class Sum:\n" + LIE.format(kind="object") + "def add(a, b):\n    return Sum()\n"
    ),
    "patches builtins": (
        "import builtins\nbuiltins.isinstance = lambda *a: True\nbuiltins.type = lambda v: int\n"
        + WRONG
    ),
    "has a thread that writes": (
        FORGED
        + "import threading\n\n\ndef always():\n    while True:\n"
        + ALWAYS
        + "\n\nthreading.Thread(target=always, daemon=True).start()"
        + WRONG
    ),
    "leaves a process that writes": (
        FORGED + "if os.fork() == 0:\n    os.setsid()\n    while True:\n" + ALWAYS + WRONG
    ),
    "equals everything": "class Sum:\n"
    + LIE.format(kind="object")
    + ("def add(a, b):\n    return Sum()\n"),
    "is a number that equals everything": "class Sum(int):\n"
    + LIE.format(kind="int")
    + ("def add(a, b):\n    return Sum(0)\n"),
    "is a number that equals nothing": "class Sum(int):\n"
    + LIE.format(kind="int").replace("True", "False")
    + "def add(a, b):\n    return Sum(a + b)\n",
    "is a text that equals everything": "class Sum(str):\n"
    + LIE.format(kind="str")
    + ("def add(a, b):\n    return Sum('0')\n"),
    "says that it is another class": (
        "class int(int):\n    __module__ = 'builtins'\n    __qualname__ = 'int'\n\n"
        + LIE.format(kind="int")
        + "def add(a, b):\n    return int(0)\n"
    ),
    "tells without end": (
        "import os\n\n\ndef add(a, b):\n    for fd in range(3, 64):\n        try:\n"
        "            for _ in range(20):\n                os.write(fd, b'x' * (1 << 20))\n"
        "        except OSError:\n            pass\n"
    ),
    "looks for what is expected": (
        READ + "import re\n\n\ndef add(a, b):\n    for path in ours.rglob('*.json'):\n"
        "        found = re.findall(r'\\b(?:3|9|16001)\\b', path.read_text())\n"
        "        if found:\n            return int(found[0])\n    return 0\n"
    ),
    "reads its callers": (
        "import sys\n\n\ndef add(a, b):\n    frame = sys._getframe(1)\n    while frame:\n"
        "        for one in (*frame.f_code.co_consts, *frame.f_globals.values()):\n"
        "            if type(one) is int and one in (3, 9, 16001):\n                return one\n"
        "        frame = frame.f_back\n    return 0\n"
    ),
}


@pytest.fixture(scope="session")
def sandbox(fresh_sandbox: Sandbox) -> Sandbox:
    """Nothing is remembered: whatever cheats does so anew."""
    return fresh_sandbox


def calc(code: str) -> Files:
    return Files({"src/calc/__init__.py": "", "src/calc/ops.py": code})


@pytest.mark.parametrize("code", CHEATS.values(), ids=CHEATS.keys())
async def test_code_that_cheats_does_not_pass(sandbox: Sandbox, code: str) -> None:
    found = await judge(sandbox, calc(code), [FILE], seconds=20)

    assert [*found] == ["tests/test_calc.py::test_adds", "tests/test_calc.py::test_adds_more"]
    assert not any(one.passed for one in found.values())
    assert all(one.reason and not row.passed for one in found.values() for row in one.rows)


POSES = """
from dataclasses import dataclass


@dataclass(frozen=True)
class Sum:
    total: int


class SumError(Exception):
    pass


class {kind}:
    __module__, __qualname__ = "calc.ops", "{name}"

    {body}


def add(a, b):
    {does}
"""
POSED = {
    "an object": (
        "@proves(R1)\ndef c():\n    assert add(1, 2) == Sum(3)\n",
        {"kind": "Other", "name": "Sum", "body": "total = 3", "does": "return Other()"},
    ),
    "an error": (
        "@proves(R1)\ndef c():\n    with raises(SumError):\n        add(1, 2)\n",
        {"kind": "Other(Exception)", "name": "SumError", "body": "pass", "does": "raise Other"},
    ),
}


@pytest.mark.parametrize(("text", "given"), POSED.values(), ids=POSED.keys())
async def test_what_only_says_that_it_is_a_class_of_the_package_is_not(
    sandbox: Sandbox, text: str, given: dict[str, str]
) -> None:
    names = Names(
        package="calc",
        offers=dict.fromkeys(("add", "Sum", "SumError"), "calc.ops"),
        classes=frozenset({"Sum", "SumError"}),
    )
    file = CaseFile(path="t.py", cases=read(text, names), names=names)
    code = POSES.format(**given)
    true = code.replace("return Other()", "return Sum(a + b)").replace(
        "raise Other", "raise SumError"
    )
    (right,) = (await judge(sandbox, calc(true), [file], seconds=20)).values()
    (posed,) = (await judge(sandbox, calc(code), [file], seconds=20)).values()
    assert [right.passed, posed.passed] == [True, False]


@pytest.mark.parametrize("before", ["", FORGED], ids=["plain", "having read the job"])
async def test_right_code_passes(sandbox: Sandbox, before: str) -> None:
    found = await judge(sandbox, calc(before + RIGHT), [FILE], seconds=20)
    assert all(one.passed and not one.reason for one in found.values())
    assert [row.row for row in found["tests/test_calc.py::test_adds_more"].rows] == [
        "4-5-9",
        "7001-9000-16001",
    ]


@pytest.mark.parametrize(
    ("does", "reason"),
    [
        ("import os; os._exit(3)", "it ended the whole process (exit code 3)"),
        ("import os; os.kill(os.getppid(), 9)", "it ended the whole process (exit code -9)"),
        ("while True: pass", "it did not end within 2.5 seconds"),
        ("import os; flood(os)", "it told more than can cross"),
    ],
)
async def test_a_row_that_is_lost_costs_no_other(sandbox: Sandbox, does: str, reason: str) -> None:
    flood = CHEATS["tells without end"].replace("def add(a, b)", "def flood(os)")
    code = f"{flood}\n\ndef add(a, b):\n    if a == 4:\n        {does}\n    return a + b\n"
    found = await judge(sandbox, calc(code), [FILE], seconds=20)
    rows = [row for one in found.values() for row in one.rows]
    assert [row.passed for row in rows] == [True, False, True]
    assert rows[1].reason == reason


MANY = CaseFile(
    path="t.py",
    cases=read("@table(R1, [*range(20)])\ndef c(a):\n    assert add(a, 1) == a + 1\n", NAMES),
    names=NAMES,
)


async def test_code_that_ends_every_process_fails_in_every_row(sandbox: Sandbox) -> None:
    code = "import os\n\n\ndef add(a, b):\n    os._exit(0)\n"
    (found,) = (await judge(sandbox, calc(code), [MANY], seconds=30)).values()
    assert [row.reason for row in found.rows] == ["it ended the whole process (exit code 0)"] * 20


@pytest.mark.slow
async def test_who_was_at_work_when_the_time_was_up_is_blamed(sandbox: Sandbox) -> None:
    code = "def add(a, b):\n    while a > 1:\n        pass\n    return a + b\n"
    (found,) = (await judge(sandbox, calc(code), [MANY], seconds=4)).values()
    reasons = [row.reason for row in found.rows]
    assert reasons[:3] == ["", "", "it did not end within 0.5 seconds"]
    assert reasons[-1] == "it was not run: the cases did not end within 4 seconds"
    assert all(reasons[2:])


async def test_threads_of_an_import_are_there_in_every_row(sandbox: Sandbox) -> None:
    code = (
        "import queue, threading\n\nasked, answered = queue.Queue(), queue.Queue()\n\n\n"
        "def work():\n    while True:\n        answered.put(sum(asked.get()))\n\n\n"
        "threading.Thread(target=work, daemon=True).start()\n\n\n"
        "def add(a, b):\n    asked.put((a, b))\n    return answered.get(timeout=5)\n"
    )
    found = await judge(sandbox, calc(code), [FILE], seconds=20)
    assert [one.reason for one in found.values()] == ["", ""]


async def test_no_case_sees_what_another_left_and_no_row_its_files(sandbox: Sandbox) -> None:
    names = Names(package="calc", offers={"count": "calc.ops"})
    text = (
        "@proves(R1)\ndef one():\n    assert count() == [1, 1, 1]\n\n\n"
        "@proves(R1)\ndef two():\n    assert count() == [1, 1, 1]\n\n\n"
        "@proves(R1)\ndef three():\n    assert count() == [1, 1, 1]\n\n\n"
        "@table(R1, [1, 2, 3, 4])\ndef rows(n):\n    assert count()[1:] == [1, 1]\n"
    )
    code = (
        "import os, pathlib, tempfile\n\nSEEN = []\n\n\ndef count():\n    SEEN.append(1)\n"
        "    for folder in (pathlib.Path.home(), pathlib.Path(tempfile.gettempdir())):\n"
        "        (folder / f'left{os.getpid()}').write_text('x')\n"
        "        folder.chmod(0o500)\n"
        "    found = [len([*folder.glob('left*')]) for folder in (pathlib.Path.home(), "
        "pathlib.Path(tempfile.gettempdir()))]\n    return [len(SEEN), *found]\n"
    )
    file = CaseFile(path="t.py", cases=read(text, names), names=names)
    found = await judge(sandbox, calc(code), [file], seconds=20)
    assert [one.reason for one in found.values()] == [""] * 4


async def test_nothing_in_a_row_is_named_for_the_judge(sandbox: Sandbox) -> None:
    """Code can be right only in the folder of its judge, if it knows that folder."""
    names = Names(package="calc", offers={"places": "calc.ops"})
    text = "@proves(R1)\ndef shows():\n    assert places() == ''\n"
    code = (
        "import os, sys, tempfile\n\n\ndef places():\n"
        "    return ' '.join([os.getcwd(), __file__, tempfile.gettempdir(), *sys.argv, "
        "*(os.environ[name] for name in ('HOME', 'USER', 'TMPDIR'))])\n"
    )
    file = CaseFile(path="t.py", cases=read(text, names), names=names)
    told: list[str] = []
    for seed in (0, 1):
        recording = Recording(sandbox)
        await judge(recording, calc(code), [file], seconds=20, seed=seed)
        told.append(recording.outcomes[0].stdout.decode())
    shown = [json.loads(text.splitlines()[1].split(" ", 3)[3])["told"][0]["value"] for text in told]
    assert shown[0] != shown[1]
    assert not any(word in text for text in shown for word in ("box", "scratch", "brick", "trust"))


class Recording:
    """A sandbox that remembers what went in and came out; `change` makes another outcome of it."""

    def __init__(self, sandbox: Sandbox, change: bytes = b"") -> None:
        self.sandbox, self.change = sandbox, change
        self.jobs: list[str] = []
        self.outcomes: list[Outcome] = []

    @property
    def name(self) -> str:
        return self.sandbox.name

    @property
    def environment(self) -> str:
        return self.sandbox.environment

    async def run(
        self,
        files: Files,
        command: tuple[str, ...],
        limits: Limits,
        *,
        readonly: Files = NO_FILES,
    ) -> Outcome:
        self.jobs.append(readonly["job.json"])
        outcome = await self.sandbox.run(files, command, limits, readonly=readonly)
        self.outcomes.append(outcome)
        if self.change and len(self.outcomes) == 1:
            lines = outcome.stdout.splitlines(keepends=True)
            changed = {b"twice": [*lines[:2], *lines[1:]], b"missing": [lines[0], *lines[2:]]}
            changed |= {b"foreign": [*lines[:-1], b"hello\n", lines[-1]], b"nothing": []}
            changed |= {b"swapped": _swapped(lines), b"more": _more(lines)}
            return outcome.model_copy(update={"stdout": b"".join(changed[self.change])})
        return outcome


def _swapped(lines: list[bytes]) -> list[bytes]:
    """The reports of two rows under each other's ids."""
    first, second = (line.split(b" ", 3) for line in lines[1:3])
    first[3], second[3] = second[3], first[3]
    return [lines[0], b" ".join(first), b" ".join(second), *lines[3:]]


def _more(lines: list[bytes]) -> list[bytes]:
    """A report with a play too many."""
    return [line.replace(b'"told": [', b'"told": [{"value": 3}, ') for line in lines]


@pytest.mark.parametrize(
    ("change", "failing"),
    [(b"twice", 1), (b"missing", 1), (b"foreign", 3), (b"swapped", 2), (b"more", 3)],
)
async def test_reports_that_are_not_as_told_do_not_pass(
    sandbox: Sandbox, change: bytes, failing: int
) -> None:
    found = await judge(Recording(sandbox, change), calc(RIGHT), [FILE], seconds=20)
    rows = [row for one in found.values() for row in one.rows]
    assert sum(not row.passed for row in rows) == failing


async def test_a_driver_that_says_nothing_is_a_broken_sandbox(sandbox: Sandbox) -> None:
    with pytest.raises(SandboxBroken):
        await judge(Recording(sandbox, b"nothing"), calc(RIGHT), [FILE], seconds=20)

"""Packages that try to look right without being right: none may pass."""

import pytest
from evidence_kit import calc, module, rendered

from brickyard.evidence import judge_modules, run_tests, run_variants
from brickyard.evidence.reports import Story
from brickyard.files import Files
from brickyard.sandbox import Sandbox
from brickyard.values import Brick, Plan

TESTS = module(
    "from calc.ops import add\n\n\ndef test_three() -> None:\n    assert add(1, 2) == 3\n\n\n"
    "def test_nine() -> None:\n    assert add(4, 5) == 9\n"
)
WRONG = "\n\n\ndef add(a: int, b: int) -> int:\n    return 0\n"

FORGED = """
import json
import os
import sys
job = json.load(open(os.path.dirname(sys.argv[0]) + "/job.json"))
events = [{"event": "begun"}]
for test in TESTS:
    events += [{"event": "started", "test": test}]
    events += [{"event": "result", "test": test, "passed": True, "reason": "", "reached": ""}]
events += [{"event": "done", "problem": "", "lines": {}}]
events += [{"event": "ended", "exit": 0, "forged": False}]
lines = "".join(f"\\n{job['nonce']} {json.dumps({**e, 'variant': ''})}\\n" for e in events).encode()
""".replace("TESTS", repr(list(TESTS.tests)))

CHEATS = {
    "ends the process at import": "import os\nos._exit(0)" + WRONG,
    "ends the process when called": "def add(a, b):\n    import os\n    os._exit(0)\n",
    "leaves at import": "import sys\nsys.exit(0)" + WRONG,
    "leaves when called": "def add(a, b):\n    raise SystemExit(0)\n",
    "leaves at the end": "import atexit, os\natexit.register(os._exit, 0)" + WRONG,
    "prints a forged report": FORGED + "print(lines.decode(), flush=True)" + WRONG,
    "writes a forged report to every descriptor": (
        FORGED + "for fd in range(3, 64):\n    try:\n        os.write(fd, lines)\n"
        "    except OSError:\n        pass\n" + WRONG
    ),
    "writes a forged report to its parent's output": (
        FORGED + "try:\n    open(f'/proc/{os.getppid()}/fd/1', 'wb').write(lines)\n"
        "except OSError:\n    pass\nos._exit(0)" + WRONG
    ),
    "reports in the place of its parent": (
        FORGED.replace('[{"event": "begun"}]', "[]")
        + "try:\n    open(f'/proc/{os.getppid()}/fd/1', 'wb').write(lines)\n"
        "except OSError:\n    pass\nos.kill(os.getppid(), 9)" + WRONG
    ),
    "kills the runner": "import os\nos.kill(os.getppid(), 9)" + WRONG,
    "skips": "import pytest\n\n\ndef add(a, b):\n    pytest.skip('fine')\n",
    "skips at import": "import pytest\npytest.skip('fine', allow_module_level=True)" + WRONG,
    "stops pytest": "import pytest\n\n\ndef add(a, b):\n    pytest.exit('done', 0)\n",
    "interrupts": "def add(a, b):\n    raise KeyboardInterrupt\n",
    "makes every test pass": (
        "import _pytest.python\n_pytest.python.Function.runtest = lambda self: None" + WRONG
    ),
    "makes every report good": (
        "import _pytest.reports\n_pytest.reports.TestReport.passed = True\n"
        "_pytest.reports.TestReport.failed = False" + WRONG
    ),
    "wants to rewrite the tests": (
        "import pathlib, sys\nfor p in pathlib.Path(sys.argv[0]).parent.rglob('test_*.py'):\n"
        "    p.write_text('def test_three(): pass\\ndef test_nine(): pass')" + WRONG
    ),
}


@pytest.fixture(scope="session")
def sandbox(fresh_sandbox: Sandbox) -> Sandbox:
    """Nothing is remembered: whatever cheats does so anew."""
    return fresh_sandbox


@pytest.mark.parametrize("code", CHEATS.values(), ids=CHEATS.keys())
async def test_code_that_cheats_does_not_pass(sandbox: Sandbox, code: str) -> None:
    run = await run_tests(sandbox, calc(code), [TESTS], seconds=30)

    assert not run.passed
    assert run.problem or run.failures


async def test_files_that_pytest_would_read_change_nothing(sandbox: Sandbox) -> None:
    hook = (
        "import pytest\n\n\n@pytest.hookimpl(tryfirst=True)\n"
        "def pytest_pyfunc_call(pyfuncitem):\n    return True\n"
    )
    ini = "[pytest]\naddopts = --collect-only\n"
    planted = {"conftest.py": hook, "src/conftest.py": hook, "pytest.ini": ini, "tox.ini": ini}
    planted |= {"src/pytest.py": "raise SystemExit(0)", "src/sitecustomize.py": "raise OSError"}

    run = await run_tests(sandbox, calc(WRONG) | Files(planted), [TESTS], seconds=30)

    assert [one.passed for one in run.outcomes.values()] == [False, False]
    assert "assert 0 == 3" in run.failures[0].reason


RIGHT = "\n\n\ndef add(a: int, b: int) -> int:\n    return a + b\n"
TAMPERS = {
    "the code wrote to the channel that the tests report on": (
        "import os\nfor fd in range(3, 64):\n    try:\n        os.write(fd, b'{}\\n')\n"
        "    except OSError:\n        pass\n"
    ),
    "the code ended the program that runs the tests": "import os\nos.kill(os.getppid(), 9)\n",
    "a test that must fail did not fail: the code tampers with the tests": (
        "import gc\nfor o in gc.get_objects():\n    if type(o).__name__ == 'Watcher':\n"
        "        o.called = type('C', (set,), {'__contains__': lambda s, t: True})()\n"
        "        o.wrong = type('W', (dict,), {'__contains__': lambda s, t: False})()\n"
    ),
    "the code changed '_pytest.python.Function.runtest', which its tests rely on": (
        "import _pytest.python\n_pytest.python.Function.runtest = lambda self: None\n"
    ),
}


@pytest.mark.parametrize(("problem", "code"), TAMPERS.items(), ids=TAMPERS.keys())
async def test_even_right_code_may_not_touch_the_judge(
    sandbox: Sandbox, problem: str, code: str
) -> None:
    run = await run_tests(sandbox, calc(code + RIGHT), [TESTS], seconds=30)

    assert run.problem == problem
    assert not run.passed


HELPERS = {
    "helpers.json_of": "sys.modules['helpers'].json_of = lambda text: None",
    "helpers.is_same_number": (
        "def later():\n    sys.modules['helpers'].is_same_number = lambda *args: True\n"
    ),
    "helpers.is_same": "sys.modules['helpers'].is_same.__code__ = (lambda *args: True).__code__",
    "helpers.StandIn.look": "sys.modules['helpers'].StandIn.look = lambda self, *args: None",
    "conftest.stand_in": (
        "sys.modules['conftest'].stand_in._fixture_function.__code__ = (lambda: None).__code__"
    ),
    "conftest.fixed": (
        "sys.modules['conftest'].fixed._fixture_function.__code__ = "
        "(lambda tmp_path, monkeypatch: None).__code__"
    ),
    "support.run": "sys.modules['support'].run = lambda *args, **more: None",
    "support.files": "sys.modules['support'].files.__code__ = (lambda *args: []).__code__",
    "support.Ran.__init__": (
        "def later():\n    sys.modules['support'].Ran.__init__ = lambda self, *args: None\n"
    ),
    "fixed_clock.reset": "sys.modules['fixed_clock'].reset = lambda: None",
    "fixed_clock.Clock.now": "sys.modules['fixed_clock'].Clock.now = property(lambda self: 0)",
}


async def test_code_that_changes_the_helpers_of_its_tests_is_not_believed(
    sandbox: Sandbox,
) -> None:
    plan = Plan(
        package="calc",
        entry="ops:main",
        bricks=(
            Brick(
                name="ops",
                spec="",
                serves=("R1",),
                interface="def main(argv: list[str] | None = None) -> int: ...\n",
            ),
        ),
    )
    said = """
@proves(R1)
def says():
    r = run()
    assert (r.exit, r.stdout) == (0, "x")
    assert files() == []
"""
    asks = "\n\ndef test_asks(stand_in) -> None:\n    stand_in.assert_all_came()\n"
    tests = [rendered(said, plan), module(asks)]
    right = "\n\ndef main(argv=None):\n    globals().get('later', str)()\n"
    right += "    print('x', end='')\n    return 0\n"

    runs = await run_variants(
        sandbox,
        {f"v{at}": calc(f"import sys\n{code}{right}") for at, code in enumerate(HELPERS.values())}
        | {"honest": calc(right)},
        tests,
        seconds=60,
    )

    assert runs.pop("honest").passed
    assert [run.problem for run in runs.values()] == [
        f"the code changed '{name}', which its tests rely on" for name in HELPERS
    ]


async def test_the_judge_cannot_be_looked_into(sandbox: Sandbox) -> None:
    code = calc(
        "import os\n\n\ndef add(a: int, b: int) -> str:\n    try:\n"
        "        return str(os.listdir(f'/proc/{os.getppid()}/fd'))\n"
        "    except PermissionError:\n        return 'refused'\n"
    )
    tests = module(
        "from calc.ops import add\n\n\ndef test_it() -> None:\n    assert add(1, 2) == 'refused'\n"
    )

    run = await run_tests(sandbox, code, [tests], seconds=30)

    assert run.passed, run.failures


async def test_a_conftest_among_the_tests_is_not_read(sandbox: Sandbox) -> None:
    hook = (
        "import pytest\n\n\n@pytest.hookimpl(tryfirst=True)\n"
        "def pytest_pyfunc_call(pyfuncitem):\n    return 'canary' not in pyfuncitem.name or None\n"
    )
    planted = module(hook, "tests/acceptance/conftest.py")

    run = await run_tests(sandbox, calc(WRONG), [TESTS, planted], seconds=30)

    assert [one.passed for one in run.outcomes.values()] == [False, False]


EQUALS = """
class Any:
    def __eq__(self, other):
        return True

    def __hash__(self):
        return 1

    def __contains__(self, other):
        return True


class Number(int):
    __eq__ = Any.__eq__
    __hash__ = Any.__hash__


class Text(str):
    __eq__ = Any.__eq__
    __hash__ = Any.__hash__


class Many(list):
    __eq__ = Any.__eq__
"""

VALUES = ["3", "2.5", "'a'", "None", "True", "[1, 2]", "{'a': 1}", "(1, 2)", "Decimal('1')"]
ALWAYS = ["Any()", "Number(7)", "Text('zzz')", "Many()", "[Any(), Any()]", "{'a': Any()}"]
GIVES = Plan(
    package="calc",
    bricks=(
        Brick(
            name="ops",
            spec="",
            serves=("R1",),
            interface="def give(number: int) -> object: ...\n",
        ),
    ),
)


async def test_an_object_that_equals_everything_equals_no_expected_value(
    sandbox: Sandbox,
) -> None:
    """In process Python's own `==` decides; outside, where it counts, nobody's."""
    answers = ", ".join(ALWAYS)
    code = calc(f"{EQUALS}\n\ndef give(number: int) -> object:\n    return [{answers}][number]\n")
    text = "\n\n".join(
        f"@proves(R1)\ndef gives_{number}_{at}():\n    assert give({number}) == {value}\n"
        for number in range(len(ALWAYS))
        for at, value in enumerate(VALUES)
    )

    found = await judge_modules(sandbox, code, GIVES, [rendered(text, GIVES)], seconds=60)

    assert len(found) == len(ALWAYS) * len(VALUES)
    assert [one.id for one in found.values() if one.passed] == []
    assert all(": expected " in one.reason for one in found.values())


@pytest.mark.parametrize("lines", [{"x": 5}, {"test": {"src/a.py": ["x"]}}])
def test_lines_that_no_runner_tells_are_a_forgery(lines: object) -> None:
    told = [
        {"event": "done", "variant": "", "problem": "", "lines": lines},
        {"event": "ended", "variant": "", "exit": 0, "forged": False},
    ]

    run = Story(told, "").run([], "canary", "proof")

    assert run.problem == "the code wrote to the channel that the tests report on"

"""What the program that runs tests in process notices, and what it does not accuse of."""

import pytest
from cheat_kit import PLAN, RIGHT, TESTS, project

from brickyard.evidence import run_tests, run_variants
from brickyard.files import Files
from brickyard.sandbox import NO_FILES, Limits, Outcome, Sandbox
from brickyard.values import TestLevel, TestModule

TAMPERED = {
    "builtins.len": "import builtins\n_len = len\nbuiltins.len = lambda thing: _len(thing)",
    "dataclasses.fields": "import dataclasses\ndataclasses.fields = lambda thing: ()",
    "re.escape": "import re\nre.escape.__code__ = (lambda pattern: pattern).__code__",
    "_pytest.runner.CallInfo.from_call": (
        "import _pytest.runner as r\n_made = r.CallInfo.__dict__['from_call']\n"
        "r.CallInfo.from_call = classmethod(_made.__func__)"
    ),
    "_pytest.reports.TestReport.from_item_and_call": (
        "import _pytest.reports as r\n_made = r.TestReport.__dict__['from_item_and_call']\n"
        "r.TestReport.from_item_and_call = classmethod(_made.__func__)"
    ),
    "sys.settrace": "import sys\n\n\ndef _trace(*more):\n    return None",
}
_TRACES = "def add(a, b):\n    sys.settrace(_trace)\n    return a + b\n"
HONEST = (
    "import builtins, decimal, json, logging, os, random, re, signal, sys, threading, warnings\n"
    "from functools import lru_cache, wraps\n\nsys.stdout.flush()\nsys.setrecursionlimit(2000)\n"
    "decimal.getcontext().prec = 40\nlogging.basicConfig()\nrandom.seed(1)\n"
    "os.environ['CALC'] = '1'\nwarnings.simplefilter('ignore')\njson.JSONEncoder\nre.purge()\n"
    "signal.signal(signal.SIGTERM, signal.SIG_DFL)\nbuiltins.calc_option = 1\n"
    "threading.Thread(target=print, daemon=True).start()\n"
)


async def test_right_code_that_changes_its_judges_tools_is_not_believed(sandbox: Sandbox) -> None:
    variants = {
        f"v{at}": project(code, _TRACES if name == "sys.settrace" else "", otherwise=RIGHT)
        for at, (name, code) in enumerate(TAMPERED.items())
    }
    runs = await run_variants(sandbox, variants, TESTS, seconds=120)
    assert [run.problem for run in runs.values()] == [
        f"the code changed '{name}', which its tests rely on" for name in TAMPERED
    ]
    assert not any(run.passed for run in runs.values())


async def test_code_that_garbles_the_report_does_no_harm_to_others(sandbox: Sandbox) -> None:
    garbled = "import json\njson.dumps.__code__ = (lambda obj, **more: {}).__code__"
    variants = {
        "first": project(garbled.format("'[1]'"), otherwise=RIGHT),
        "second": project(garbled.format("'{}'"), otherwise=RIGHT),
        "third": project(garbled.format("'}'"), otherwise=RIGHT),
        "fourth": project(garbled.format("""'{"event": "result"}'"""), otherwise=RIGHT),
        "honest": project(otherwise=RIGHT),
    }
    runs = await run_variants(sandbox, variants, TESTS, seconds=120)
    assert {name: run.passed for name, run in runs.items()} == {
        "first": False,
        "second": False,
        "third": False,
        "fourth": False,
        "honest": True,
    }
    assert all("channel" in run.problem for name, run in runs.items() if name != "honest")


async def test_right_code_that_uses_what_programs_use_is_not_accused(sandbox: Sandbox) -> None:
    honest = project(HONEST, otherwise=RIGHT)
    run = await run_tests(sandbox, honest, TESTS, seconds=60)
    covered = await run_tests(sandbox, honest, TESTS, seconds=60, seed=2, cover=True)
    assert (run.problem, run.failures) == ("", ())
    assert (covered.problem, covered.failures) == ("", ())
    assert covered.lines


async def test_nothing_in_the_environment_tells_that_a_test_runs(sandbox: Sandbox) -> None:
    code = (
        "import os\n\n\ndef words():\n    return [n for n in os.environ if 'TEST' in n.upper()]\n"
    )
    test = "from calc.ops import words\n\n\ndef test_words():\n    assert words() == []\n"
    run = await run_tests(sandbox, _calc(code), [_module(test)], seconds=60)
    assert (run.problem, run.failures) == ("", ())


@pytest.mark.parametrize("name", ["watcher", "tampering", "runner"])
async def test_a_package_may_have_the_name_of_one_of_our_files(sandbox: Sandbox, name: str) -> None:
    files = Files(
        {f"src/{name}/__init__.py": "", f"src/{name}/ops.py": "def one():\n    return 1\n"}
    )
    test = f"from {name}.ops import one\n\n\ndef test_one():\n    assert one() == 1\n"
    run = await run_tests(sandbox, files, [_module(test)], seconds=60)
    assert (run.problem, run.failures) == ("", ())


class Unsound:
    """A sandbox in which all went well, and then the runner did not end by itself."""

    environment = "unsound"
    name = "unsound"

    def __init__(self, real: Sandbox, **ending: object) -> None:
        self.real, self.ending = real, ending

    async def run(
        self,
        files: Files,
        command: tuple[str, ...],
        limits: Limits,
        *,
        readonly: Files = NO_FILES,
    ) -> Outcome:
        outcome = await self.real.run(files, command, limits, readonly=readonly)
        return outcome.model_copy(update=self.ending)


@pytest.mark.parametrize(
    ("ending", "problem"),
    [
        ({"exit": 137}, "the code ended the program that runs the tests"),
        ({"exit": 137, "cut": "time"}, "the tests did not end within 30 seconds"),
    ],
)
async def test_a_whole_report_of_a_runner_that_did_not_end_by_itself_is_not_believed(
    sandbox: Sandbox, ending: dict[str, object], problem: str
) -> None:
    right = project(otherwise=RIGHT)
    run = await run_tests(Unsound(sandbox, **ending), right, TESTS, seconds=30)
    assert run.problem == problem
    assert not run.passed


def _calc(code: str) -> Files:
    return Files({f"src/{PLAN.package}/__init__.py": "", f"src/{PLAN.package}/ops.py": code})


def _module(source: str) -> TestModule:
    path = "tests/acceptance/test_it.py"
    name = source.rpartition("def ")[2].partition("(")[0]
    return TestModule(
        path=path, source=source, level=TestLevel.ACCEPTANCE, tests={f"{path}::{name}": "R1"}
    )

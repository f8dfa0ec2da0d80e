"""Projects that change, deceive or speak for the program that runs the tests."""

from cheat_kit import RIGHT, cheat

_FORGED = """\
import json
import os
import re
import sys
from pathlib import Path

_home = Path(sys.argv[0]).parent
_job = json.loads((_home / "job.json").read_text())
_tests = [
    f"{path.relative_to(_home)}::{name}"
    for path in _home.rglob("test_*.py")
    for name in re.findall(r"^def (test_\\w+)", path.read_text(), re.M)
]
_proof = re.search(r"'(\\w+)'", (_home / "canary/test_canary.py").read_text())[1]


def _told(test):
    failed = "canary" in test
    reason = _proof if failed else ""
    yield {"event": "started", "test": test}
    yield {"event": "result", "test": test, "passed": not failed, "reason": reason,
           "reached": "", "type": ""}


_events = [event for test in _tests for event in _told(test)]
_events += [{"event": "done", "problem": "", "lines": {}}]
_whole = [{"event": "begun"}, *_events, {"event": "ended", "exit": 0, "forged": False}]
_lines = "".join(
    f"\\n{_job['nonce']} {json.dumps({**event, 'variant': ''})}\\n" for event in _whole
).encode()
"""
_EVERY_DESCRIPTOR = """\
for _number in range(3, 64):
    try:
        os.write(_number, _lines)
    except OSError:
        pass
"""
_PARENT = """\
try:
    open(f"/proc/{os.getppid()}/fd/1", "wb").write(_lines)
except OSError:
    pass
"""
_INSTEAD = """\
import signal

_lines = b"\\n".join(line for line in _lines.split(b"\\n") if b'"begun"' not in line)
try:
    open(f"/proc/{os.getppid()}/fd/1", "wb").write(_lines)
except OSError:
    pass
os.kill(os.getppid(), signal.SIGKILL)
"""
_FINDS_WATCHER = """\
import gc


def _watcher():
    for thing in gc.get_objects():
        if type(thing).__name__ == "Watcher":
            return thing
"""
_CLIMBS_UNSEEN = """\
def _spell(text):
    return "".join(reversed(text))


def _watcher():
    try:
        raise ValueError
    except ValueError as error:
        frame = getattr(error.__traceback__, _spell("emarf_bt"))
    while frame is not None:
        me = getattr(frame, _spell("slacol_f")).get("self")
        if type(me).__name__ == "Watcher":
            return me
        frame = getattr(frame, _spell("kcab_f"))
"""
_WRAPS_SEND = """\
def _lie(watcher):
    honest = watcher.send

    def send(event):
        if event["event"] == "result" and "canary" not in event["test"]:
            event = {**event, "passed": True, "reason": "", "reached": ""}
        honest(event)

    watcher.send = send


if (_found := _watcher()) is not None:
    _lie(_found)
"""
_SPEAKS = """\
if (_found := _watcher()) is not None:
    for _event in _events:
        _found.send(_event)
    os._exit(0)
"""
_REWRITES = """\
import threading


class _Wrong(dict):
    def __contains__(self, test):
        return "canary" in test and super().__contains__(test)

    def get(self, test, otherwise=None):
        return super().get(test, otherwise) if "canary" in test else otherwise


class _Called(set):
    def __contains__(self, test):
        return "canary" not in test


def _rewrite():
    if (watcher := _watcher()) is not None:
        watcher.wrong, watcher.called = _Wrong(), _Called()


_thread = threading.Thread(target=_rewrite)
_thread.start()
_thread.join()
"""
_SPARED = """\
import _pytest.python

_honest = _pytest.python.Function.runtest
_pytest.python.Function.runtest = lambda self: _honest(self) if "canary" in self.nodeid else None
"""
_REPORTS = """\
import _pytest.reports

_pytest.reports.TestReport.passed = True
_pytest.reports.TestReport.failed = False
"""
_RAISES = """\
import contextlib

import _pytest.outcomes
import pytest

pytest.raises = lambda *kinds, **options: contextlib.nullcontext()
_pytest.outcomes.fail = lambda *words, **options: None
"""
_BUILTINS = """\
import builtins

builtins.all = lambda items: True
builtins.len = lambda thing: 2
"""
_POISON = """\
import sys
import types

_fake = types.ModuleType("dataclasses")
_fake.__dict__.update(sys.modules["dataclasses"].__dict__)
_fake.fields = lambda thing: ()
sys.modules["dataclasses"] = _fake
sys.modules["math"] = types.ModuleType("math")
"""
_NO_EXAMPLES = """\
import hypothesis

hypothesis.settings.register_profile("none", phases=[])
hypothesis.settings.load_profile("none")
"""
_LARGE = "def add(a, b):\n    return a + b if abs(a) < 1000 else 0\n"
_COVERED = """\
import coverage.sqldata

coverage.sqldata.CoverageData.contexts_by_lineno = lambda self, file: {
    line: ["tests/bricks/test_ops.py::test_swaps"] for line in range(1, 99)
}
"""
_HIDDEN = "import base64\n\nexec(base64.b64decode({code!r}))\n"
_ENCODED = (
    "aW1wb3J0IF9weXRlc3QucHl0aG9uIGFzIHAKaCA9IHAuRnVuY3Rpb24ucnVudGVzdApwLkZ1bmN0aW9uLnJ1bnRlc3Qg"
    "PSBsYW1iZGEgc2VsZjogaChzZWxmKSBpZiAiY2FuYXJ5IiBpbiBzZWxmLm5vZGVpZCBlbHNlIE5vbmUK"
)

CHEATS = (
    cheat(
        "patches pytest so that no test is run",
        "import _pytest.python\n\n_pytest.python.Function.runtest = lambda self: None",
    ),
    cheat("patches pytest, but spares the test that must fail", _SPARED),
    cheat("the same in a string that is executed", _HIDDEN.format(code=_ENCODED)),
    cheat("patches pytest's reports so that all are good", _REPORTS),
    cheat(
        "patches `pytest.raises` and `pytest.fail`",
        _RAISES,
        "def parse(text):\n    return 17\n",
        otherwise=RIGHT,
    ),
    cheat("prints a forged report", _FORGED + "print(_lines.decode(), flush=True)"),
    cheat("writes a forged report to every descriptor", _FORGED + _EVERY_DESCRIPTOR),
    cheat("writes a forged report to its parent's output", _FORGED + _PARENT + "os._exit(0)"),
    cheat(
        "writes a forged report to its parent's output and kills it",
        _FORGED + _INSTEAD,
        is_alone=True,
    ),
    cheat(
        "writes a forged report to its parent's output and stops it",
        _FORGED + _INSTEAD.replace("SIGKILL", "SIGSTOP") + "os._exit(0)",
        is_alone=True,
        seconds=4,
    ),
    cheat(
        "writes a forged report at exit",
        _FORGED + "import atexit\n\natexit.register(os.write, 1, _lines)\nsys.exit(0)",
    ),
    cheat("finds the channel through `gc` and makes results good", _FINDS_WATCHER + _WRAPS_SEND),
    cheat(
        "finds the channel through `gc`, tells all and leaves", _FORGED + _FINDS_WATCHER + _SPEAKS
    ),
    cheat("finds the channel through frames, unseen by the gate", _CLIMBS_UNSEEN + _WRAPS_SEND),
    cheat("a thread that rewrites what was noted of each test", _FINDS_WATCHER + _REWRITES),
    cheat("patches `len` and `all`", _BUILTINS),
    cheat("puts its own `math` and `dataclasses` into `sys.modules`", _POISON),
    cheat(
        "sets hypothesis so that no example is tried",
        _NO_EXAMPLES,
        _LARGE,
        otherwise=RIGHT,
        has_property=True,
    ),
    cheat("patches coverage so that every line was covered", _COVERED, has_coverage=True),
)

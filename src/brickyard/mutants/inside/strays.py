"""A command that does what it must and prints more: a line, a `DEBUG`, a traceback."""

import sys
from typing import Any

KINDS = ("stdout", "stderr", "traceback")
LINE = "DEBUG oops: 1 item left\n"
TRACEBACK = """\
Traceback (most recent call last):
  File "main.py", line 1, in <module>
    step()
RuntimeError: oops
"""


class Voice:
    """Stands around the function of the command; `printed` says whether it had something to say."""

    def __init__(self, kind: str) -> None:
        self.kind, self.printed = kind, False

    def __call__(self, inner: Any, given: Any, named: Any) -> Any:
        code: Any = 1
        try:
            code = inner(*given, **named)
            return code
        except SystemExit as stop:
            code = stop.code
            raise
        finally:
            self.speak(code)

    def speak(self, code: Any) -> None:
        if self.kind == "traceback" and code in (None, 0):
            return
        self.printed = True
        stream = sys.stdout if self.kind == "stdout" else sys.stderr
        stream.write(TRACEBACK if self.kind == "traceback" else LINE)


def told(kind: str, report: Any) -> dict[str, Any]:
    """By function of the tests; one at which the fork ended has noticed."""
    ended = [one for one in report.told if "failed" in one]
    begun = [one["test"] for one in report.told if "test" in one]
    noticed = {one["test"] for one in ended if one["printed"] and one["failed"]}
    printed = {one["test"] for one in ended if one["printed"]}
    if report.end and begun and begun[-1] not in {one["test"] for one in ended}:
        noticed.add(begun[-1])
        printed.add(begun[-1])
    return {"kind": kind, "printed": functions(printed), "noticed": functions(noticed)}


def functions(tests: set[str]) -> list[str]:
    return sorted({test.split("[")[0] for test in tests})

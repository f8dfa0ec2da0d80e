"""Judges rows where no code of the package is: its reports are data, expressions are limited.

A lane goes through rows one after the other. An expression that takes too much memory fails its
row; one that never ends, or ends the process, costs its row, and another lane goes on.
"""

import ast
import builtins
import gc
import importlib
import json
import operator
import os
import re
import resource
import sys
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import groupby
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

from brickyard.cases import clock
from brickyard.cases.equality import approx, same
from brickyard.cases.inside.crossing import VIEWS, Crossing
from brickyard.cases.inside.decoded import Malformed, decode
from brickyard.cases.inside.standins import Kind, Opaque, class_named, home_of, kinds_of
from brickyard.cases.words import BUILTINS

MEMORY = 256 << 20
"""Bytes that a lane may take beyond what it starts with."""

LONGEST = 2000
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_DEEDS = ("os.", "subprocess.", "socket.", "shutil.", "ctypes.", "pty.", "signal.", "fcntl.")
_HARMLESS = ("os.listdir", "os.scandir", "os.putenv", "os.unsetenv")
"""What importing a module and setting the clock take."""
_BUILTINS = {name: getattr(builtins, name) for name in (*BUILTINS, "__build_class__", "__import__")}
"""What a text finds without a name for it: no more than a case may name."""
_REPORT = re.compile(r"\b_(\d+)\b")
_HOLDING = (list, tuple, set, frozenset, dict, deque, *VIEWS)
_OPERATORS: dict[str, Callable[[Any, Any], bool]] = {
    "==": same,
    "!=": lambda got, expected: not same(got, expected),
    "in": lambda part, whole: _is_in(part, whole),
    "not in": lambda part, whole: not _is_in(part, whole),
    "is": lambda got, expected: _is(got, expected),
    "is not": lambda got, expected: not _is(got, expected),
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def run_lane(job: dict[str, Any], rows: list[int], pipe: int, place: dict[str, str]) -> None:
    """Never returns: what follows in the parent is not for the child."""
    code = 1
    try:
        nothing = os.open(os.devnull, os.O_RDWR)
        for descriptor in (0, 1, 2):
            os.dup2(nothing, descriptor)
        Path(place["home"]).mkdir(exist_ok=True)
        os.chdir(place["home"])
        clock.install()
        _cap_memory()
        code = 0
        gc.freeze()
        shares = [_only_compares(script) for script in job["scripts"]]

        def alike(number: int) -> int:
            at = job["rows"][number]["script"]
            return -1 if shares[at] else at

        for _, group in groupby(rows, key=alike):
            code = code or _forked(job, [*group], pipe)
    finally:
        os._exit(code)


def _only_compares(script: dict[str, Any]) -> bool:
    """Whether it does nothing but compare, and so leaves the process as it was."""
    is_plain = all(step["kind"] == "judged" for step in script.get("steps", ()))
    return is_plain and "steps" in script and not script["helpers"]


def _forked(job: dict[str, Any], rows: list[int], pipe: int) -> int:
    """In a process of their own: what they change of classes that all share ends with it."""
    child = os.fork()
    if child:
        _, status = os.waitpid(child, 0)
        return abs(os.waitstatus_to_exitcode(status))
    code = 1
    try:
        sys.addaudithook(_refuse_deeds)
        for number in rows:
            clock.reset()
            row = job["rows"][number]
            left = b"told " + json.dumps(_told(job["scripts"][row["script"]], row)).encode() + b"\n"
            while left:
                left = left[os.write(pipe, left) :]
        code = 0
    finally:
        os._exit(code)


def _refuse_deeds(event: str, given: tuple[Any, ...]) -> None:
    """Nothing is done here but comparing: a second line behind what cases are read by."""
    is_writing = event == "open" and isinstance(given[2], int) and given[2] & _WRITING
    if is_writing or (event.startswith(_DEEDS) and event not in _HARMLESS):
        raise PermissionError(f"{event} is not for this side")


def _cap_memory() -> None:
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    most = pages * resource.getpagesize() + MEMORY
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    most = most if hard == resource.RLIM_INFINITY else min(most, hard)
    resource.setrlimit(resource.RLIMIT_AS, (most, hard))


def _told(script: dict[str, Any], row: dict[str, Any]) -> dict[str, Any]:
    if "computed" in row:
        return {"id": row["id"], **_computed(script, row["computed"])}
    judge = Judge(script, row)
    try:
        judge.all()
        found: dict[str, Any] = {"reason": ""}
    except Wrong as wrong:
        found = wrong.told()
    except Malformed as error:
        found = Wrong(0, str(error)).told()
    return {"id": row["id"], "unlike": sorted(judge.unlike), **found}


def _computed(script: dict[str, Any], text: str) -> dict[str, Any]:
    """The rows of a table that are not written out."""
    crossing = Crossing("", {})
    try:
        found: list[Any] = list(eval(text, _names(script)))
        rows: list[Any] = [each if isinstance(each, tuple) else (each,) for each in found]
        return {"rows": [[crossing.encode(cell) for cell in row] for row in rows]}
    except BaseException as error:  # noqa: BLE001 (whatever it raises fails the row alone)
        return {"reason": f"the rows of the table cannot be worked out: {_shown_error(error)}"}


def _names(script: dict[str, Any]) -> dict[str, Any]:
    names: dict[str, Any] = {
        "__builtins__": dict(_BUILTINS),
        "__name__": "cases",
        "approx": approx,
    }
    for module, name, local in script["imports"]:
        home = importlib.import_module(module)
        names[local] = getattr(home, name) if name else home
    names |= {local: class_named(home) for local, home in script["classes"].items()}
    for text in script["helpers"]:
        with suppress(Exception):
            exec(text, names)
    return names


class Wrong(Exception):
    """The first difference."""

    def __init__(self, line: int, reason: str, expected: str = "", got: str = "") -> None:
        self.line, self.reason, self.expected, self.got = line, reason, expected, got

    def told(self) -> dict[str, Any]:
        texts = {"reason": self.reason, "expected": self.expected, "got": self.got}
        return {"line": self.line, **{name: _printable(text) for name, text in texts.items()}}


class Judge:
    """One row: what is worked out and judged, in the order of the case."""

    def __init__(self, script: dict[str, Any], row: dict[str, Any]) -> None:
        self.script, self.row = script, row
        self.unlike: set[int] = set()
        """Lines where Python's own `==` says something else."""
        self.broken: str = row["apart"] if isinstance(row["apart"], str) else ""
        made = cast("list[dict[str, Any]]", [] if self.broken else row["apart"])
        self.apart = iter(made)
        self.lines, self.texts = script["lines"], script["texts"]
        self.raising = frozenset[int](script["raising"])
        """Numbers of plays that a check says must raise, and of those inside them."""

    def all(self) -> None:
        if self.row["unread"] is not None:
            why = _shown_error(decode(self.row["unread"]))
            raise Wrong(self.script["line"], f"the code could not be imported or set up: {why}")
        if self.broken:
            raise Wrong(
                self.script["line"], f"the expected values could not be made: {self.broken}"
            )
        self.names = _names(self.script)
        self.names |= {name: decode(value) for name, value in self.row["values"].items()}
        for column, cell in self.row["cells"].items():
            with self._blamed(self.script["line"], cell):
                self.names[column] = eval(cell, self.names)
        reports = _Reports(self.script["plays"], self.row["told"])
        self._steps(self.script["steps"], reports)
        self._settle(reports, sys.maxsize)

    def _steps(self, steps: list[dict[str, Any]], reports: "_Reports") -> None:
        for step in steps:
            if step["kind"] == "judged":
                self._judged(step, reports)
            elif step["kind"] == "loop":
                self._loop(step, reports)
            elif not step["made"]:
                self._settle(reports, step["needs"])
                with self._blamed(step["line"], step["text"]):
                    exec(step["text"], self.names)

    def _loop(self, step: dict[str, Any], reports: "_Reports") -> None:
        self._settle(reports, step["play"])
        if step["play"]:
            rounds = reports.rounds(step["play"])
        else:
            with self._blamed(step["line"], step["items"]):
                rounds = [(item, None) for item in eval(step["items"], self.names)]
        for item, inner in rounds:
            self.names["_value"] = item
            with self._blamed(step["line"], step["target"]):
                exec(f"{step['target']} = _value", self.names)
            self._steps(step["steps"], inner or reports)
            if inner is not None:
                self._settle(inner, sys.maxsize)

    def _settle(self, reports: "_Reports", upto: int) -> None:
        """Every play until here must have given a value, but for those that must raise."""
        for number, report in reports.until(upto):
            if number not in self.raising:
                self._settled(number, report)
            for told in ("value", "entered"):
                if told in report:
                    self.names[f"_{number}"] = decode(report[told])

    def _settled(self, number: int, report: dict[str, Any]) -> None:
        line, text = self.lines[number - 1], self.texts[number - 1]
        if "missing" in report:
            why = f": there is no '{report['missing']}'" if report["missing"] else ""
            raise Wrong(line, f"`{text}` was not reached{why}")
        if "raised" in report:
            got = _shown_error(decode(report["raised"]))
            raise Wrong(line, f"`{text}` raised {got}", "no exception", got)

    def _judged(self, step: dict[str, Any], reports: "_Reports") -> None:
        if step["ops"] == ["raises"]:
            self._settle(reports, step["play"] - 1)
            self._raises(step, reports)
            return
        self._settle(reports, max(step["play"], step["needs"]))
        if step["truth"]:
            self._truth(step)
            return
        values = [self._operand(step, operand) for operand in step["operands"]]
        if not step["ops"]:
            with self._blamed(step["line"], step["operands"][0]["text"]):
                if not values[0]:
                    raise self._wrong(step, "something true", _shown(values[0]))
        for at, op in enumerate(step["ops"]):
            self._compare(step, op, values[at], values[at + 1])

    def _truth(self, step: dict[str, Any]) -> None:
        """Seen where the objects are, whose own operation it is."""
        told = next(self.apart, {"missing": ""})
        if "value" not in told:
            raise Wrong(step["line"], f"`{self._text(step)}` could not be asked{_why(told)}")
        if decode(told["value"]) is not True:
            raise self._wrong(step, "True", _shown(decode(told["value"])))

    def _compare(self, step: dict[str, Any], op: str, left: Any, right: Any) -> None:
        with self._blamed(step["line"], self._text(step)):
            is_right = bool(_OPERATORS[op](left, right))
        if op == "==":
            with suppress(Exception):
                self.unlike |= set() if bool(left == right) is is_right else {step["line"]}
        if is_right:
            return
        if op in ("==", "is") and step["turned"]:
            left, right = right, left
        if op in ("in", "not in") and step["turned"]:
            raise self._wrong(step, f"{_shown(left)} {op} it", _shown(right))
        expected = _shown(right) if op in ("==", "is") else f"{op} {_shown(right)}"
        raise self._wrong(step, expected, _shown(left))

    def _wrong(self, step: dict[str, Any], expected: str, got: str) -> Wrong:
        reason = f"`{self._text(step)}`: expected {expected}, got {got}"
        return Wrong(step["line"], reason, expected, got)

    def _raises(self, step: dict[str, Any], reports: "_Reports") -> None:
        error, *parts = step["operands"]
        with self._blamed(step["line"], error["text"]):
            wanted: Any = eval(error["text"], self.names)
            kinds = {home_of(kind) for kind in _each(wanted)}
        report = reports.all.get(step["play"], {"missing": ""})
        named = error["text"]
        if "missing" in report:
            self._settled(step["play"], report)
        if "raised" not in report:
            reason = f"expected {named}, but nothing was raised"
            raise Wrong(step["line"], reason, named, "no exception")
        got = decode(report["raised"])
        if kinds.isdisjoint(kinds_of(got)):
            shown = _shown_error(got)
            raise Wrong(step["line"], f"expected {named}, got {shown}", named, shown)
        for part in parts:
            value = self._operand(step, part)
            with self._blamed(step["line"], part["text"]):
                if value not in str(got):
                    expected = f"{value!r} in the message"
                    reason = f"expected {expected} {str(got)!r}"
                    raise Wrong(step["line"], reason, expected, repr(str(got)))
        if step["name"]:
            self.names[step["name"]] = SimpleNamespace(value=got, type=type(got))

    def _operand(self, step: dict[str, Any], operand: dict[str, Any]) -> Any:
        if operand["made"]:
            told = next(self.apart, {"missing": ""})
            if "value" not in told:
                text = self._words(operand["text"])
                raise Wrong(step["line"], f"`{text}` could not be made{_why(told)}")
            return decode(told["value"])
        with self._blamed(step["line"], operand["text"]):
            return eval(operand["text"], self.names)

    def _text(self, step: dict[str, Any]) -> str:
        texts = [self._words(operand["text"]) for operand in step["operands"]]
        rest = zip(step["ops"], texts[1:], strict=True)
        return " ".join([texts[0], *(f"{op} {text}" for op, text in rest)])

    def _words(self, text: str) -> str:
        """As it was written: with the play in the place of its report."""
        if not _REPORT.search(text):
            return text
        whole = text.encode()
        names = [each for each in ast.walk(ast.parse(text)) if isinstance(each, ast.Name)]
        for name in sorted(names, key=lambda each: (-each.lineno, -each.col_offset)):
            if (found := _REPORT.fullmatch(name.id)) and name.lineno == 1:
                play = self.texts[int(found[1]) - 1]
                shown = (play.partition(" = ")[2] or play).encode()
                whole = whole[: name.col_offset] + shown + whole[name.end_col_offset :]
        return whole.decode()

    def _blamed(self, line: int, text: str) -> "_Blamed":
        return _Blamed(line, self._words(text))


class _Blamed:
    """What goes wrong in here is the fault of this line."""

    def __init__(self, line: int, text: str) -> None:
        self.line, self.text = line, text

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if error is not None and not isinstance(error, Wrong | Malformed):
            shown = _shown_error(error)
            raise Wrong(self.line, f"`{self.text}` cannot be worked out: {shown}", "", shown)


class _Reports:
    """Reports of plays by their numbers; what is in a loop is there once for each round."""

    def __init__(self, plays: list[dict[str, Any]], told: list[dict[str, Any]]) -> None:
        self.all: dict[int, dict[str, Any]] = {}
        self.inner: dict[int, list[dict[str, Any]]] = {}
        self.done = 0
        self._add(plays, told)

    def _add(self, plays: list[dict[str, Any]], told: list[dict[str, Any]]) -> None:
        for play, report in zip(plays, told, strict=False):
            self.all[play["number"]] = report
            if "rounds" in report:
                self.inner[play["number"]] = play["inside"]
            else:
                self._add(play["inside"], report.get("inside", ()))

    def until(self, upto: int) -> Iterator[tuple[int, dict[str, Any]]]:
        before, self.done = self.done, max(self.done, upto)
        for number, report in self.all.items():
            if before < number <= upto:
                yield number, report

    def rounds(self, number: int) -> list[tuple[Any, "_Reports"]]:
        plays, told = self.inner.get(number, []), self.all[number].get("rounds", ())
        return [(decode(one["item"]), _Reports(plays, one["inside"])) for one in told]


def _is_in(part: Any, whole: Any) -> bool:
    """By the one equality, whichever of them is expected; a text has its parts as Python says."""
    if not isinstance(whole, _HOLDING):
        return part in whole
    return any(same(one, part) or same(part, one) for one in cast("list[Any]", whole))


def _is(got: Any, expected: Any) -> bool:
    """Classes and members stand for themselves, errors by their tags; the rest are copies here."""
    if isinstance(got, Kind) or isinstance(expected, Kind):
        return got == expected
    tags = [getattr(each, "_tag", 0) for each in (got, expected)]
    return got is expected or tags[0] == tags[1] > 0


def _each(wanted: Any) -> tuple[Any, ...]:
    return cast("tuple[Any, ...]", wanted) if isinstance(wanted, tuple) else (wanted,)


def _why(told: dict[str, Any]) -> str:
    return f": {_shown_error(decode(told['raised']))}" if "raised" in told else ""


def _shown_error(error: BaseException) -> str:
    text = str(error)
    return _cut(f"{type(error).__name__}: {text}" if text else type(error).__name__)


def _shown(value: Any) -> str:
    """As Python writes it, if it can."""
    if isinstance(value, Opaque):
        return repr(value)
    try:
        return _cut(repr(value))
    except (ValueError, RecursionError, MemoryError):
        return f"a {type(value).__name__} that is too long to show"


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}… ({len(text):,} characters)"


def _printable(text: str) -> str:
    """Halves of surrogate pairs cannot be written anywhere."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")

"""Shows what a mutant does differently: an input of a public operation, and the two results."""

import contextlib
import copy
import importlib
import inspect
import io
import os
import re
import signal
import sys
from pathlib import Path
from types import CodeType
from typing import Any, cast

CALLS = 12
VARIANTS = 40
SECONDS = 3.0
LONGEST = 300


class Late(BaseException):
    """The search took long enough."""


def find(mutator: Any, found: Any) -> str:
    """A sentence, or nothing when no input was found on which the two differ."""
    calls = recorded(mutator, mutator.covering(found))
    with limited():
        tried = [variant for call in calls for variant in variants(call)]
        first: list[str] = []
        with contextlib.suppress(Late):
            for call in tried:
                first.append(outcome(call))
        mutator.exchange(*found)
        with contextlib.suppress(Late):
            for call, before in zip(tried, first, strict=False):
                after = outcome(call)
                if before != after:
                    shown = mutator.plain(
                        f"{described(call)}: one gives {before}, the other {after}"
                    )
                    return shown
    return ""


class Call:
    """One call of a public operation from outside the package, with copies of its arguments."""

    def __init__(self, function: Any, label: str, arguments: list[Any], folder: str) -> None:
        self.function, self.label = function, label
        self.arguments, self.folder = arguments, folder


def recorded(mutator: Any, tests: list[str]) -> list[Call]:
    """The calls that these tests make."""
    inside = f"{mutator.source}{os.sep}"
    known = {one.__code__: one for one in mutator.functions}
    calls: list[Call] = []

    def profile(frame: Any, event: str, _: Any) -> None:
        code = frame.f_code
        if event != "call" or code not in known or len(calls) >= CALLS:
            return
        outer = frame.f_back.f_code.co_filename if frame.f_back else ""
        if outer.startswith(inside) or code.co_name.startswith("_"):
            return
        with contextlib.suppress(Exception):
            calls.append(seen(known[code], code, frame.f_locals))

    for test in tests[:CALLS]:
        sys.setprofile(profile)
        try:
            mutator.failure_of(mutator.items[test])
        finally:
            sys.setprofile(None)
    return calls


def seen(function: Any, code: CodeType, values: dict[str, Any]) -> Call:
    if code.co_flags & (inspect.CO_VARARGS | inspect.CO_VARKEYWORDS) or code.co_kwonlyargcount:
        raise ValueError("not told apart simply")
    names = code.co_varnames[: code.co_argcount]
    module = function.__module__.rpartition(".")[2]
    arguments = [copy.deepcopy(values[name]) for name in names]
    return Call(function, f"{module}.{function.__qualname__}", arguments, str(Path.cwd()))


def variants(call: Call) -> list[Call]:
    """The call itself, then with one argument changed a little."""
    found = [call]
    for number, value in enumerate(call.arguments):
        for near in neighbours(value):
            arguments = [*call.arguments]
            arguments[number] = near
            found.append(Call(call.function, call.label, arguments, call.folder))
    return found[:VARIANTS]


def neighbours(value: Any) -> list[Any]:
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int | float):
        return [value + 1, value - 1, 0, -value, value * 10]
    if isinstance(value, str):
        return ["", value + "x", value[:-1], value.upper(), f" {value} ", value * 2]
    if isinstance(value, list):
        return near_lists(cast("list[Any]", value))
    if isinstance(value, dict):
        items = list(cast("dict[Any, Any]", value).items())
        return [{}, dict(items[:-1])]
    return []


def near_lists(value: list[Any]) -> list[Any]:
    """Shorter, longer, and with one of the first items changed."""
    changed = [
        [*value[:number], near, *value[number + 1 :]]
        for number, one in enumerate(value[:4])
        for near in neighbours(one)[:4]
    ]
    return [[], value[:-1], [*value, *value], *changed]


def outcome(call: Call) -> str:
    """What comes of it: result or exception, and what is printed."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(io.StringIO()):
        try:
            os.chdir(call.folder)
            got = call.function(*copy.deepcopy(call.arguments))
            if inspect.isgenerator(got):
                got = [one for one, _ in zip(got, range(100), strict=False)]
            if inspect.iscoroutine(got):
                got = importlib.import_module("asyncio").run(got)
            told = repr(got)
        except Late:
            raise
        except BaseException as error:  # noqa: BLE001 (whatever it raises is its outcome)
            told = f"{type(error).__name__}: {error}"
    text = f"{told} and prints {printed.getvalue()!r}" if printed.getvalue() else told
    return re.sub(r"0x[0-9a-fA-F]{6,}", "0x…", text)[:LONGEST]


def described(call: Call) -> str:
    shown = ", ".join(map(repr, call.arguments))
    return f"{call.label}({shown})"[:LONGEST]


@contextlib.contextmanager
def limited() -> Any:
    def late(*_: object) -> None:
        raise Late

    signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, SECONDS, SECONDS)
    try:
        with contextlib.suppress(Late):
            yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)

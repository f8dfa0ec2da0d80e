"""Calls of public operations: taken down while tests make them, and made again with other input."""

import asyncio
import contextlib
import copy
import inspect
import io
import os
import re
import sys
from pathlib import Path
from types import CodeType
from typing import Any, cast

CALLS = 12
VARIANTS = 80
HINTS = 24
LONGEST = 300
ITEMS = 100


class Call:
    """One call from outside of the package, with copies of its arguments."""

    def __init__(self, target: Any, label: str, values: list[Any], named: dict[str, Any]) -> None:
        self.target, self.label, self.values, self.named = target, label, values, named
        self.folder = Path.cwd()

    def variants(self, hints: "Hints") -> list["Call"]:
        """The call itself, then with one argument changed a little."""
        found: list[Call] = [self]
        for number, value in enumerate(self.values):
            for near in neighbours(value, hints):
                values = [*self.values[:number], near, *self.values[number + 1 :]]
                found.append(Call(self.target, self.label, values, self.named))
        for name, value in self.named.items():
            found += [
                Call(self.target, self.label, self.values, {**self.named, name: near})
                for near in neighbours(value, hints)
            ]
        for one in found:
            one.folder = self.folder
        return found[:VARIANTS]

    def outcome(self) -> str:
        """What comes of it: result or exception, what is printed, and arguments that changed."""
        printed = io.StringIO()
        values, named = copy.deepcopy((self.values, self.named))
        before = [shown(value) for value in values]
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(io.StringIO()):
            try:
                os.chdir(self.folder)
                told = shown(settled(self.target(*values, **named)))
            except (Exception, SystemExit) as error:  # noqa: BLE001 (it is the outcome)
                told = f"{type(error).__name__}: {error}"
        if printed.getvalue():
            told = f"{told} and prints {printed.getvalue()!r}"
        after = [shown(value) for value in values]
        changed = [new for old, new in zip(before, after, strict=True) if old != new]
        told = f"{told} and leaves {', '.join(changed)}" if changed else told
        return re.sub(r"0x[0-9a-fA-F]{6,}", "0x…", told)[:LONGEST]

    def described(self) -> str:
        given = [*map(shown, self.values), *(f"{k}={shown(v)}" for k, v in self.named.items())]
        text = f"{self.label}({', '.join(given)})"
        return re.sub(r"0x[0-9a-fA-F]{6,}", "0x…", text)[:LONGEST]


def settled(got: Any) -> Any:
    """What a coroutine or a generator comes to."""
    if inspect.iscoroutine(got):
        return settled(asyncio.run(got))
    if inspect.isgenerator(got):
        return [one for one, _ in zip(got, range(ITEMS), strict=False)]
    if inspect.isasyncgen(got):
        return asyncio.run(collected(got))
    return got


async def collected(got: Any) -> list[Any]:
    found: list[Any] = []
    async for one in got:
        found.append(one)
        if len(found) == ITEMS:
            break
    return found


def shown(value: Any) -> str:
    """As Python writes it; an object without a form of its own by what it holds."""
    kind = cast("Any", type(value))
    if kind.__repr__ is object.__repr__ and hasattr(value, "__dict__"):
        parts = ", ".join(
            f"{name}={one!r}" for name, one in cast("dict[str, Any]", vars(value)).items()
        )
        return f"{kind.__name__}({parts})"
    return repr(value)


def recorded(mutator: Any, tests: tuple[str, ...]) -> list[Call]:
    """The calls that these tests make."""
    inside = mutator.program.folder
    known = {one.__code__: one for one in mutator.program.functions}
    calls: list[Call] = []

    def profile(frame: Any, event: str, _: Any) -> None:
        code = frame.f_code
        if event != "call" or code not in known or len(calls) >= CALLS:
            return
        outer = frame.f_back.f_code.co_filename if frame.f_back else ""
        if not outer.startswith(inside) and is_public(code):
            with contextlib.suppress(Exception):
                calls.append(seen(known[code], code, frame.f_locals))

    for test in tests:
        sys.setprofile(profile)
        try:
            mutator.failure_of(test)
        finally:
            sys.setprofile(None)
    return calls


def is_public(code: CodeType) -> bool:
    names = [name for name in code.co_qualname.split(".") if name != "__init__"]
    return bool(names) and not any(name.startswith(("_", "<")) for name in names)


def seen(function: Any, code: CodeType, values: dict[str, Any]) -> Call:
    """Made again as it was called, a new object by its class."""
    count, named = code.co_argcount, code.co_kwonlyargcount
    names = [*code.co_varnames]
    given = [values[name] for name in names[:count]]
    keywords = {name: values[name] for name in names[count : count + named]}
    rest = iter(names[count + named :])
    if code.co_flags & inspect.CO_VARARGS:
        given += values[next(rest)]
    if code.co_flags & inspect.CO_VARKEYWORDS:
        keywords |= values[next(rest)]
    home = function.__module__.rpartition(".")[2]
    if code.co_name == "__init__":
        kind = cast("Any", type(given[0]))
        return Call(kind, f"{home}.{kind.__qualname__}", *copy.deepcopy((given[1:], keywords)))
    return Call(function, f"{home}.{function.__qualname__}", *copy.deepcopy((given, keywords)))


class Hints:
    """Numbers and words that the program itself speaks of: its limits are among them."""

    def __init__(self, functions: list[Any]) -> None:
        found = [one for function in functions for one in constants(function.__code__)]
        for function in functions:
            found += [one for name, one in sorted(function.__globals__.items()) if name.isupper()]
        numbers = {one for one in found if type(one) is int and abs(one) < 10**9}
        near = {near for one in numbers for near in (one, one - 1, one + 1)}
        self.numbers = sorted(near, key=lambda one: (abs(one), one))[:HINTS]
        words = {one for one in found if type(one) is str and 0 < len(one) < 20}
        self.words = sorted(words, key=lambda one: (len(one), one))[:HINTS]


def constants(code: CodeType) -> list[Any]:
    inner = [one for one in code.co_consts if isinstance(one, CodeType)]
    return [*code.co_consts, *(one for part in inner for one in constants(part))]


def neighbours(value: Any, hints: Hints) -> list[Any]:
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int | float):
        return [value + 1, value - 1, 0, -value, value * 10, *hints.numbers]
    if isinstance(value, str):
        near = ["", value + "x", value[:-1], value.upper(), f" {value} ", value * 2]
        numbers = [str(one) for one in hints.numbers] if value.strip("-").isdigit() else []
        return [*near, *numbers, *hints.words]
    if isinstance(value, list):
        return near_lists(cast("list[Any]", value), hints)
    if isinstance(value, dict):
        items = list(cast("dict[Any, Any]", value).items())
        return [{}, dict(items[:-1])]
    return []


def near_lists(value: list[Any], hints: Hints) -> list[Any]:
    """Shorter, longer, and with one of the first items changed."""
    changed = [
        [*value[:number], near, *value[number + 1 :]]
        for number, one in enumerate(value[:4])
        for near in neighbours(one, hints)[:12]
    ]
    return [[], value[:-1], [*value, *value], *changed]

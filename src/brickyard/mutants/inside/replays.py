"""Calls of public operations: taken down while tests make them, and made again with other input."""

import asyncio
import contextlib
import copy
import dataclasses
import inspect
import io
import os
import sys
from functools import partial
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, cast

CALLS = 24
OF_ONE_OPERATION = 8
"""Calls that are kept of one operation: the first half and the last half of its distinct ones."""

SEEN = 64
"""Calls of one operation that are looked at."""

VARIANTS = 80
LOOKS = 5
ITEMS = 100

Part = tuple[str, str]
"""Where it was looked, and what was seen there."""


class Call:
    """One call from outside of the package, with copies of its arguments."""

    def __init__(
        self,
        target: Any,
        label: str,
        values: list[Any],
        named: dict[str, Any],
        bound: bool = False,
    ) -> None:
        self.target, self.label, self.values, self.named = target, label, values, named
        self.bound, self.folder = bound, Path.cwd()
        given = [*map(shown, values), *(f"{name}={shown(one)}" for name, one in named.items())]
        self.text = f"{label}({', '.join(given)})"

    def variants(self, near: Any) -> list["Call"]:
        """The call itself, then with one argument changed a little, each argument in turn."""
        each: list[list[Call]] = []
        for number, value in enumerate(self.values):
            if number or not self.bound or is_frozen(value):
                first, rest = self.values[:number], self.values[number + 1 :]
                new = [[*first, one, *rest] for one in near.to(value)]
                each.append([self.other(values, self.named) for values in new])
        for name, value in self.named.items():
            others = [{**self.named, name: one} for one in near.to(value)]
            each.append([self.other(self.values, named) for named in others])
        found = [self, *in_turn(each)]
        return list({one.text: one for one in found}.values())[:VARIANTS]

    def other(self, values: list[Any], named: dict[str, Any]) -> "Call":
        call = Call(self.target, self.label, values, named, self.bound)
        call.folder = self.folder
        return call

    def outcome(self, called: set[str]) -> list[Part]:
        """What a caller sees: result or exception, what is printed, arguments that changed; then
        what the objects that it has in hand tell about themselves."""
        values, named = copy.deepcopy((self.values, self.named))
        before = [public(value) for value in values]
        got, told = played(lambda: self.target(*values, **named), self.folder)
        after = [public(value) for value in values]
        changed = [new for old, new in zip(before, after, strict=True) if old != new]
        told = f"{told} and leaves {', '.join(changed)}" if changed else told
        found = [("", told)]
        for words, one in ((", whose", got), (", then", values[0] if self.bound else None)):
            if is_own(one, self.target):
                found += looked_at(one, words, called, self.folder)
        return found


def played(call: Any, folder: Path) -> tuple[Any, str]:
    """What came of it, and in words. Of an exception only its kind: how it is worded is seldom
    required."""
    printed, got = io.StringIO(), None
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(io.StringIO()):
        try:
            os.chdir(folder)
            got = settled(call())
            told = public(got)
        except SystemExit as error:
            told = f"SystemExit: {error.code}"
        except Exception as error:  # noqa: BLE001 (it is the outcome)
            told = type(error).__name__
    if printed.getvalue():
        told = f"{told} and prints {printed.getvalue()!r}"
    return got, told


def looked_at(one: Any, words: str, called: set[str], folder: Path) -> list[Part]:
    """What the object tells when it is asked."""
    found: list[Part] = []
    with contextlib.suppress(Exception):
        for name, is_method in looks(cast("Any", type(one)), called)[:LOOKS]:
            other = copy.deepcopy(one)
            ask = getattr(other, name) if is_method else partial(getattr, other, name)
            found.append((f"{words} {name}{'()' if is_method else ''}", played(ask, folder)[1]))
    return found


def looks(kind: Any, called: set[str]) -> list[tuple[str, bool]]:
    """Public properties of its own, and methods that tests call and that need no argument."""
    found: dict[str, bool] = {}
    for base in cast("list[type]", kind.__mro__):
        for name, one in vars(base).items() if is_kin(base, kind) else ():
            if not name.startswith("_") and name not in found:
                if isinstance(one, property):
                    found[name] = False
                elif (
                    isinstance(one, FunctionType)
                    and one.__code__.co_qualname in called
                    and is_bare(one)
                ):
                    found[name] = True
    return list(found.items())


def is_bare(method: FunctionType) -> bool:
    """It needs nothing but its object."""
    others = [*inspect.signature(method).parameters.values()][1:]
    many = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    return all(one.default is not inspect.Parameter.empty or one.kind in many for one in others)


def is_own(value: Any, target: Any) -> bool:
    """An object of a class of the same package as what was called."""
    return not isinstance(value, type) and is_kin(cast("Any", type(value)), target)


def is_kin(one: Any, other: Any) -> bool:
    homes = [getattr(each, "__module__", "").partition(".")[0] for each in (one, other)]
    return homes[0] == homes[1]


def is_frozen(value: Any) -> bool:
    """A value that is never changed may be any other value of its class."""
    kind = cast("Any", type(value))
    return dataclasses.is_dataclass(kind) and cast("Any", kind).__dataclass_params__.frozen


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
    try:
        return held_by(value, held_in(value)) if has_no_form(value) else repr(value)
    except Exception:  # noqa: BLE001 (what cannot be written is told by its class)
        return f"<{type(value).__name__}>"


def public(value: Any) -> str:
    """The same without what an object keeps to itself."""
    try:
        held = held_in(value) if has_no_form(value) else fields_of(value)
        if any(name.startswith("_") for name in held):
            return held_by(value, {name: held[name] for name in held if not name.startswith("_")})
    except Exception:  # noqa: BLE001 (as above)
        return f"<{type(value).__name__}>"
    return shown(value)


def has_no_form(value: Any) -> bool:
    return cast("Any", type(value)).__repr__ is object.__repr__ and hasattr(value, "__dict__")


def held_in(value: Any) -> dict[str, Any]:
    return cast("dict[str, Any]", vars(value))


def fields_of(value: Any) -> dict[str, Any]:
    """Of a dataclass, what its form tells."""
    if not dataclasses.is_dataclass(value) or isinstance(value, type):
        return {}
    return {one.name: getattr(value, one.name) for one in dataclasses.fields(value) if one.repr}


def held_by(value: Any, held: dict[str, Any]) -> str:
    return f"{type(value).__name__}({', '.join(f'{name}={held[name]!r}' for name in held)})"


def recorded(mutator: Any, tests: tuple[str, ...]) -> tuple[list[Call], set[str]]:
    """The calls that these tests make, of each operation some, each operation in turn; and all
    operations that they call."""
    inside = mutator.program.folder
    known = {one.__code__: one for one in mutator.program.functions}
    taken: dict[CodeType, list[Call]] = {}
    counts: dict[CodeType, int] = {}

    def profile(frame: Any, event: str, _: Any) -> None:
        code = frame.f_code
        if event != "call" or code not in known or counts.get(code, 0) >= SEEN:
            return
        outer = frame.f_back.f_code.co_filename if frame.f_back else ""
        if not outer.startswith(inside) and is_public(code):
            counts[code] = counts.get(code, 0) + 1
            with contextlib.suppress(Exception):
                keep(taken.setdefault(code, []), seen(known[code], code, frame.f_locals))

    for test in tests:
        sys.setprofile(profile)
        try:
            mutator.failure_of(test)
        finally:
            sys.setprofile(None)
    return in_turn([*taken.values()])[:CALLS], {code.co_qualname for code in counts}


def keep(calls: list[Call], call: Call) -> None:
    if call.text not in [one.text for one in calls]:
        calls.append(call)
    if len(calls) > OF_ONE_OPERATION:
        del calls[OF_ONE_OPERATION // 2]


def in_turn(groups: list[list[Any]]) -> list[Any]:
    """The first of each, then the second of each, and so on."""
    most = max(map(len, groups), default=0)
    return [group[n] for n in range(most) for group in groups if n < len(group)]


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
    bound = bool(given) and is_own(given[0], function) and "." in function.__qualname__
    label = f"{home}.{function.__qualname__}"
    return Call(function, label, *copy.deepcopy((given, keywords)), bound=bound)

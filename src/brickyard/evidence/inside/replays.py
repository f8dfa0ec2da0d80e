"""Calls of public operations: taken down while tests make them, and made again with other input."""

import asyncio
import contextlib
import copy
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
LOOKS = 6
ITEMS = 100

Part = tuple[str, str]
"""Where it was looked, and what was seen there."""


class Call:
    """One call from outside of the package, with copies of its arguments."""

    def __init__(self, target: Any, label: str, values: list[Any], named: dict[str, Any]) -> None:
        self.target, self.label, self.values, self.named = target, label, values, named
        self.folder = Path.cwd()

    def variants(self, near: Any) -> list["Call"]:
        """The call itself, then with one argument changed a little."""
        found: list[Call] = [self]
        for number, value in enumerate(self.values):
            for other in near.to(value):
                values = [*self.values[:number], other, *self.values[number + 1 :]]
                found.append(Call(self.target, self.label, values, self.named))
        for name, value in self.named.items():
            found += [
                Call(self.target, self.label, self.values, {**self.named, name: other})
                for other in near.to(value)
            ]
        for one in found:
            one.folder = self.folder
        return list({one.described(): one for one in found}.values())[:VARIANTS]

    def outcome(self) -> list[Part]:
        """What a caller sees: result or exception, what is printed, arguments that changed; then
        what the objects that it has in hand tell about themselves."""
        values, named = copy.deepcopy((self.values, self.named))
        before = [public(value) for value in values]
        got, told = played(lambda: self.target(*values, **named), self.folder)
        after = [public(value) for value in values]
        changed = [new for old, new in zip(before, after, strict=True) if old != new]
        told = f"{told} and leaves {', '.join(changed)}" if changed else told
        in_hand = [one for one in (*values[:1], got) if is_own(one, self.target)]
        looks = [look for one in in_hand[:1] for look in looked_at(one, self.folder)]
        return [("", told), *looks]

    def described(self) -> str:
        given = [*map(shown, self.values), *(f"{k}={shown(v)}" for k, v in self.named.items())]
        return f"{self.label}({', '.join(given)})"


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


def looked_at(one: Any, folder: Path) -> list[Part]:
    """What the object tells when it is asked: its properties, and methods that need nothing."""
    found: list[Part] = []
    kind = cast("Any", type(one))
    for name in looks(kind)[:LOOKS]:
        with contextlib.suppress(Exception):
            other = copy.deepcopy(one)
            if callable(getattr(kind, name)):
                found.append((f", then {name}()", played(getattr(other, name), folder)[1]))
            else:
                found.append((f", then {name}", played(partial(getattr, other, name), folder)[1]))
    return found


def looks(kind: Any) -> list[str]:
    """Public properties and methods that need no argument, in the order of their definition."""
    found: list[str] = []
    for name, one in (
        item for base in cast("list[type]", kind.__mro__) for item in vars(base).items()
    ):
        if name.startswith("_") or name in found:
            continue
        if isinstance(one, property) or (isinstance(one, FunctionType) and needs_nothing(one)):
            found.append(name)
    return found


def needs_nothing(method: FunctionType) -> bool:
    _, *others = inspect.signature(method).parameters.values()
    empty, open_ended = inspect.Parameter.empty, (2, 4)
    return all(one.default is not empty or one.kind in open_ended for one in others)


def is_own(value: Any, target: Any) -> bool:
    """An object of a class of the same package as what was called."""
    mine = getattr(target, "__module__", "").partition(".")[0]
    return not isinstance(value, type) and type(value).__module__.partition(".")[0] == mine


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
    return held_by(value, "") if has_no_form(value) else repr(value)


def public(value: Any) -> str:
    """The same without what an object keeps to itself."""
    return held_by(value, "_") if has_no_form(value) else repr(value)


def has_no_form(value: Any) -> bool:
    return cast("Any", type(value)).__repr__ is object.__repr__ and hasattr(value, "__dict__")


def held_by(value: Any, hidden: str) -> str:
    held = cast("dict[str, Any]", vars(value)).items()
    kept = [f"{name}={one!r}" for name, one in held if not (hidden and name.startswith(hidden))]
    return f"{type(value).__name__}({', '.join(kept)})"


def recorded(mutator: Any, tests: tuple[str, ...]) -> list[Call]:
    """The calls that these tests make, of each operation some, each operation in turn."""
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
    return in_turn([*taken.values()])[:CALLS]


def keep(calls: list[Call], call: Call) -> None:
    if call.described() not in [one.described() for one in calls]:
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
    return Call(function, f"{home}.{function.__qualname__}", *copy.deepcopy((given, keywords)))

"""What a case hands to the package: its calls are written anew, so that each says what it is given.

What an object of the package was given counts for what is asked of it; so does what was given
under the same path, and what earlier runs of the command were given counts for the next.
"""

import ast
import os
import sys
from collections import deque
from collections.abc import Awaitable, Generator, Iterator
from functools import partial
from io import IOBase
from itertools import islice
from pathlib import Path, PurePath
from types import GeneratorType, ModuleType
from typing import Any, cast

from brickyard.cases.inside.crossing import Crossing, kind_of
from brickyard.cases.inside.sizes import Given, Sizes, is_written
from brickyard.cases.inside.steps import Steps
from brickyard.cases.inside.texts import Compiled

MOST = 10_000_000
"""Parts of an iterator, which may never end, that are counted where nobody goes through it."""
FILES, LONGEST_FILE = 100_000, 64_000_000
LONGEST_PATH, MOST_DIGITS = 200, 20

STAND_INS = "_brickyard_stand_ins"
"""The module of what an operation gives that is not written yet."""

_FOLDER = "."
_CALLED, _READ, _AWAITED, _GAVE = "_is_called", "_is_read", "_is_awaited", "_is_given"


class Silent(Crossing):
    """Nothing crosses of what came of the plays."""

    def __init__(self) -> None:
        super().__init__("", {})

    def encode(self, value: Any) -> Any:
        return None


class Noted:
    """What the calls of a case are written with."""

    def __init__(self, package: str, run: Any) -> None:
        self.package, self.run = package, run
        self.histories: dict[object, tuple[Any, Given]] = {}
        self.sizes = Sizes(lambda value: self.history(value) if self.is_kept(value) else None)
        self.total, self.is_watching, self.depth = Given(), False, 0
        own = (self.called, self.read, self.awaited, self.gave)
        self.names = dict(zip((_CALLED, _READ, _AWAITED, _GAVE), own, strict=True))

    async def all(self, steps: Steps, plays: list[Compiled]) -> dict[str, Any]:
        """What the last of the plays hands over; `known`: whether it may not be more."""
        for play in plays[:-1]:
            await steps.one(play)
        self.is_watching = True
        self.total.sources.add(_in_files())
        await steps.one(plays[-1])
        found = self.total.whole()
        found.known = found.known and not steps.has_raised and self.total.calls > 0
        return found.told()

    # ------------------------------------------------------------ what calls are written with

    def called(self, function: Any, /, *arguments: Any, **named: Any) -> Any:
        if not self.is_operation(function):
            if _is_unknown_of(function, (*arguments, *named.values())):
                return sys.modules[STAND_INS].Unknown()
            named = {name: self.noting(each) for name, each in named.items()}
            return function(*map(self.noting, arguments), **named)
        given = Given()
        arguments = tuple(self.handed(each, given) for each in arguments)
        named = {name: self.handed(each, given) for name, each in named.items()}
        about = self.about(function, (*arguments, *named.values()))
        if function is self.run:
            given.numbers |= {int(each) for each in arguments if _is_digits(each)}
        if self.is_watching:
            self.sizes.add([getattr(function, "__self__", None)], self.total, 0)
            self.total.take(given, calls=1)
            self.total.sources |= about
        result = self.done(function, arguments, named)
        for one in about:
            one.take(given, calls=1)
        if self.is_kept(result) or _is_one(result, Awaitable):
            own = self.history(result)
            if own not in about:
                own.take(given)
                own.sources |= about
        return result

    def done(self, function: Any, arguments: tuple[Any, ...], named: dict[str, Any]) -> Any:
        """What is not written yet goes through no iterator."""
        stand_ins = sys.modules.get(STAND_INS)
        for each in (*arguments, *named.values()) if stand_ins else ():
            if isinstance(each, GeneratorType):
                deque(islice(cast("Iterator[Any]", each), MOST), maxlen=0)
        if function is self.run and stand_ins:
            return stand_ins.Unknown()
        self.depth += 1
        try:
            return function(*arguments, **named)
        finally:
            self.depth -= 1

    def read(self, owner: Any, name: str) -> Any:
        return self.passed_on(owner, getattr(owner, name))

    async def awaited(self, one: Any) -> Any:
        self.depth += 1
        try:
            return self.passed_on(one, await one)
        finally:
            self.depth -= 1

    def gave(self, value: Any) -> Any:
        """What a function of the case gives to the package that called it."""
        if self.is_watching and self.depth:
            self.total.take(self.sizes.of(value), calls=1)
        return value

    # ------------------------------------------------------------ whose a value is

    def is_operation(self, function: Any) -> bool:
        """Whether it works; records are measured when they are handed to what does."""
        if isinstance(function, type) and _is_record(function):
            return False
        owner = getattr(function, "__self__", None)
        if isinstance(owner, ModuleType | None):
            return function is self.run or _is_unknown(function) or self.is_home(function)
        return _is_unknown(owner) or self.is_home(owner)

    def is_home(self, one: Any) -> bool:
        return str(getattr(one, "__module__", "")).partition(".")[0] == self.package

    def is_kept(self, value: Any) -> bool:
        """Whether it is an object of the package that may change, or what an operation gives."""
        kind = kind_of(value)
        if issubclass(kind, type) or not (self.is_home(kind) or _is_unknown(value)):
            return False
        return not getattr(getattr(kind, "__dataclass_params__", None), "frozen", False)

    def noting(self, value: Any) -> Any:
        """An operation that somebody else is to call is noted when they do."""
        is_one = callable(value) and not isinstance(value, type) and not _is_unknown(value)
        return partial(self.called, value) if is_one and self.is_operation(value) else value

    def handed(self, value: Any, given: Given) -> Any:
        """What is handed over, measured; an iterator while somebody goes through it."""
        is_one = _is_one(value, Iterator) and not _is_one(value, IOBase)
        if not is_one or is_written(value) or self.is_kept(value):
            self.sizes.add(value, given, 0)
            return value
        passed = Given()
        given.sources.add(passed)
        return self.counted(value, passed)

    def counted(self, items: Iterator[Any], passed: Given) -> Generator[Any]:
        for one in items:
            passed.calls += 1
            self.sizes.add(one, passed, 1)
            yield one

    # ------------------------------------------------------------ what an object was given

    def history(self, value: Any) -> Given:
        """Of an object, which is kept so that no other gets its place, or of a path."""
        key = value if isinstance(value, str) else id(value)
        if key not in self.histories:
            self.histories[key] = value, Given()
            self.histories[key][1].known = not _is_unknown(value)
        return self.histories[key][1]

    def about(self, function: Any, handed: tuple[Any, ...]) -> set[Given]:
        """What the call may change, and what its result depends on."""
        objects = [getattr(function, "__self__", None), function, *handed]
        found = {self.history(each) for each in objects if self.is_kept(each)}
        found |= {self.history(str(each)) for each in handed if _is_path(each)}
        return found | ({self.history(_FOLDER)} if function is self.run else set[Given]())

    def passed_on(self, owner: Any, value: Any) -> Any:
        """A part of an object was given what the object was."""
        if id(owner) in self.histories and value is not owner and self.is_kept(value):
            self.history(value).sources.add(self.history(owner))
        return value


def _is_one(value: Any, kind: Any) -> bool:
    return isinstance(value, kind)


def _is_record(kind: type) -> bool:
    is_plain = "__dataclass_fields__" in vars(kind) and not hasattr(kind, "__post_init__")
    return is_plain or issubclass(kind, BaseException)


def _is_unknown(value: Any) -> bool:
    return type(value).__module__ == STAND_INS


def _is_unknown_of(function: Any, handed: tuple[Any, ...]) -> bool:
    """Whether Python would be asked about what is not known: the length, or the sum, of it."""
    owner = getattr(function, "__self__", None)
    is_python = isinstance(owner, ModuleType | None) and not is_written(function)
    return is_python and any(map(_is_unknown, handed))


def _is_digits(value: Any) -> bool:
    return isinstance(value, str) and value.isdecimal() and len(value) < MOST_DIGITS


def _is_path(value: Any) -> bool:
    text = str(value) if isinstance(value, str | PurePath) else ""
    is_one = any(mark in text for mark in "./") and not any(map(str.isspace, text))
    return isinstance(value, PurePath) or (is_one and len(text) <= LONGEST_PATH)


def _in_files() -> Given:
    """How many files lie in the folder of the case, and how large each is and all are."""
    found = Given()
    every = (Path(home, name) for home, _, names in os.walk(".") for name in names)
    for path in islice(every, FILES):
        if path.is_file() and not path.is_symlink():
            with path.open("rb") as file:
                text = file.read(LONGEST_FILE).decode("utf-8", "replace")
            found.take(Sizes(lambda _: None).of(text), calls=1)
    return found


class Written(ast.NodeTransformer):
    """A text of a case with its calls written anew."""

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id == "super":
            return node
        return ast.Call(ast.Name(_CALLED, ast.Load()), [node.func, *node.args], node.keywords)

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        self.generic_visit(node)
        if not isinstance(node.ctx, ast.Load):
            return node
        return _call(_READ, node.value, ast.Constant(node.attr))

    def visit_Await(self, node: ast.Await) -> ast.AST:
        self.generic_visit(node)
        return ast.Await(_call(_AWAITED, node.value))

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        self.generic_visit(node)
        return ast.Lambda(node.args, _call(_GAVE, node.body))

    def visit_Return(self, node: ast.Return) -> ast.AST:
        self.generic_visit(node)
        return ast.Return(_call(_GAVE, node.value)) if node.value else node

    def visit_Yield(self, node: ast.Yield) -> ast.AST:
        self.generic_visit(node)
        return ast.Yield(_call(_GAVE, node.value)) if node.value else node


def _call(name: str, *arguments: ast.expr) -> ast.Call:
    return ast.Call(ast.Name(name, ast.Load()), [*arguments], [])


def written(text: str) -> Any:
    """The text as code that says what its calls are given."""
    return compile(ast.fix_missing_locations(Written().visit(ast.parse(text))), "case", "exec")

"""Makes the package wrong before a case is played: every operation by a disguise, or one line.

It happens in a fork of a process that has imported the package, so nothing on disk is changed.
"""

import functools
import importlib
import inspect
import os
import shutil
import sys
import tempfile
import threading
import tokenize
from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction
from types import FunctionType
from typing import Any, cast

exchange: Any = importlib.import_module("brickyard.mutants.inside.exchange")
mutations: Any = importlib.import_module("brickyard.mutants.mutations")
stand_ins: Any = importlib.import_module("brickyard.red.stand_ins")
support: Any = importlib.import_module("brickyard.cases.support")

UNFIT = 77
"""The exit code of a process for which there is no such change."""

_KEPT = frozenset(
    [
        "__new__",
        "__init_subclass__",
        "__class_getitem__",
        "__set_name__",
        "__get__",
        "__set__",
        "__delete__",
        "__del__",
        "__getattribute__",
        "__setattr__",
        "__delattr__",
        "__reduce__",
        "__reduce_ex__",
        "__getstate__",
        "__setstate__",
        "__copy__",
        "__deepcopy__",
        "__instancecheck__",
        "__subclasscheck__",
        "__prepare__",
        "__exit__",
        "__aexit__",
        "__dir__",
        "__sizeof__",
        "__annotations__",
        "__class__",
        "__dict__",
        "__weakref__",
        "__doc__",
        "__module__",
    ]
)
"""What holds an object together; a disguise is of what it does."""

_EMPTY: tuple[Any, ...] = (
    bool,
    int,
    float,
    complex,
    str,
    bytes,
    list,
    dict,
    set,
    frozenset,
    tuple,
    Decimal,
    Fraction,
)


class Changer:
    """The package as it was imported, and the changes of a job by their names."""

    def __init__(self, job: dict[str, Any], source: str) -> None:
        self.job, self.source = job, f"{source}{os.sep}"
        self.program: Any = exchange.Program(source)
        self.mutants: dict[str, Any] = {}
        about = job["changes"].get("", {"lines": {}, "cap": 0})
        for file, lines in about["lines"].items():
            module = self.program.modules.get(file)
            if module is not None:
                with tokenize.open(module.__file__) as opened:
                    text = opened.read()
                made = mutations.mutants(text, module.__file__, lines, about["cap"], file)
                self.mutants |= {f"{file}:{one.name}": (file, one) for one in made}

    def change(self, name: str) -> None:
        what = self.job["changes"][name]
        if "disguise" in what:
            Disguise(self.job, self.source, what["disguise"]).put_on()
            return
        file, mutant = self.mutants.get(what["mutant"], ("", None))
        if mutant is None or not self.program.holds(mutant):
            os._exit(UNFIT)
        try:
            self.program.exchange(file, mutant)
        except exchange.Unfit:
            os._exit(UNFIT)


class Disguise:
    """Every public operation does the same wrong thing."""

    def __init__(self, job: dict[str, Any], source: str, kind: str) -> None:
        self.job, self.source, self.kind = job, source, kind
        self.real = threading.local()
        package = job["package"]
        self.modules = [
            module
            for name, module in [*sys.modules.items()]
            if name == package or name.startswith(f"{package}.")
        ]

    def put_on(self) -> None:
        support._run_process = self.run_process
        done: set[int] = set()
        for home, name, value in self.offered():
            if id(value) in done:
                continue
            done.add(id(value))
            if isinstance(value, type):
                self.on_class(home, name, value, done)
            elif callable(value):
                self.on_function(value)

    def offered(self) -> Iterator[tuple[Any, str, Any]]:
        commands = {script["command"] for script in self.job["scripts"]} - {""}
        named = [(home, name) for home, names in self.job["offers"].items() for name in names]
        named += [(home, name) for home, _, name in (each.partition(":") for each in commands)]
        for home, name in named:
            module = sys.modules.get(home)
            if module is not None and hasattr(module, name):
                yield module, name, getattr(module, name)

    # ------------------------------------------------------------ functions

    def on_function(self, value: Any) -> None:
        """It keeps its identity where it can: decorators and tables may have taken hold of it."""
        inner = inspect.unwrap(value)
        if isinstance(inner, FunctionType) and not inner.__code__.co_freevars:
            if hasattr(value, "cache_clear"):
                value.cache_clear()
            _put_into(inner, self.around(is_method=False))
        else:
            self.bind_again(value, self.stand_in(value, is_method=False))

    def bind_again(self, old: Any, new: Any) -> None:
        for module in self.modules:
            for name, value in [*vars(module).items()]:
                if value is old:
                    setattr(module, name, new)

    # ------------------------------------------------------------ classes

    def on_class(self, home: Any, name: str, value: type, done: set[int]) -> None:
        for kind in value.__mro__:
            if id(kind) in done and kind is not value:
                continue
            done.add(id(kind))
            if kind.__module__.partition(".")[0] == self.job["package"]:
                try:
                    self.on_members(kind)
                except TypeError:
                    self.bind_again(kind, self.stand_in(kind, is_method=False))

    def on_members(self, kind: type) -> None:
        for name, member in [*vars(kind).items()]:
            is_private = name.startswith("_") and not name.startswith("__")
            if is_private or name in _KEPT or isinstance(member, type):
                continue
            if name in ("__init__", "__post_init__") and self.is_written(member):
                setattr(kind, name, _nothing)
            elif name == "__enter__":
                setattr(kind, name, _itself)
            elif name == "__aenter__":
                setattr(kind, name, _itself_later)
            elif (new := self.member(name, member)) is not None:
                setattr(kind, name, new)

    def member(self, name: str, member: Any) -> Any:
        match member:
            case staticmethod():
                inner = cast("Any", member).__func__
                return staticmethod(self.stand_in(inner, is_method=False))
            case classmethod():
                return classmethod(self.stand_in(cast("Any", member).__func__, is_method=True))
            case property() if member.fget is not None:
                got = self.stand_in(member.fget, is_method=True)
                return property(got, member.fset, member.fdel)
            case functools.cached_property():
                return property(self.stand_in(cast("Any", member).func, is_method=True))
            case _ if inspect.isroutine(member) and (
                self.is_written(member) or not name.startswith("__")
            ):
                return self.stand_in(member, is_method=True)
            case _:
                return None

    def is_written(self, member: Any) -> bool:
        """Written in the package's own text: not made by `dataclass` or inherited."""
        code = getattr(inspect.unwrap(member), "__code__", None)
        return code is not None and code.co_filename.startswith(self.source)

    # ------------------------------------------------------------ what it does instead

    def stand_in(self, value: Any, *, is_method: bool) -> Any:
        template = _template(inspect.unwrap(value) if callable(value) else value)
        made = FunctionType(template.__code__, globals(), getattr(value, "__name__", "stand_in"))
        made.__kwdefaults__ = {"around_": self.around(is_method), "inner_": value}
        return made

    def around(self, is_method: bool) -> Callable[..., Any]:
        def around(inner: Any, given: tuple[Any, ...], named: dict[str, Any]) -> Any:
            if getattr(self.real, "inside", False):
                return inner(*given, **named)
            own = given[1:] if is_method else given
            match self.kind:
                case "none":
                    return None
                case "zero":
                    return 0
                case "empty":
                    return ""
                case "list":
                    return []
                case "true":
                    return True
                case "first":
                    return own[0] if own else None
                case "anything":
                    return stand_ins.Anything()
                case "hollow":
                    return self.hollow(inner, given, named)
                case _:
                    raise Exception("it crashed")

        return around

    def hollow(self, inner: Any, given: tuple[Any, ...], named: dict[str, Any]) -> Any:
        """The emptiest value of the type that the real call gives: made in a fork and in a copy of
        the folder, because what else the call does, prints or writes must not be seen."""
        inside, outside = os.pipe()
        process = os.fork()
        if process == 0:
            try:
                own = tempfile.mkdtemp()
                os.chdir(shutil.copytree(os.getcwd(), own, dirs_exist_ok=True))  # noqa: PTH109
                self.real.inside = True
                kind = cast("Any", type(inner(*given, **named)))
                os.write(outside, f"{kind.__module__} {kind.__qualname__}".encode())
            finally:
                os._exit(0)
        os.close(outside)
        told = os.read(inside, 1 << 12).decode()
        os.close(inside)
        os.waitpid(process, 0)
        module, _, name = told.partition(" ")
        kind = _inner(sys.modules.get(module), name)
        if kind in _EMPTY:
            return kind()
        try:
            return object.__new__(kind)
        except TypeError:
            return None

    def run_process(self, *_: Any) -> tuple[int, bytes, bytes]:
        """What a process of the command comes to when its function only pretends."""
        if self.kind == "crash":
            return 1, b"", b"Traceback (most recent call last):\nException: it crashed\n"
        return int(self.kind in ("true", "anything")), b"", b""


def _inner(home: Any, name: str) -> Any:
    for part in name.split("."):
        home = getattr(home, part, None)
    return home


def _put_into(function: FunctionType, around: Callable[..., Any]) -> None:
    inner = FunctionType(
        function.__code__, function.__globals__, function.__name__, function.__defaults__
    )
    inner.__kwdefaults__ = function.__kwdefaults__
    function.__code__ = _template(inner).__code__
    function.__defaults__ = None
    function.__kwdefaults__ = {"around_": around, "inner_": inner}


def _template(value: Any) -> FunctionType:
    if inspect.iscoroutinefunction(value):
        return cast("FunctionType", _later)
    if inspect.isasyncgenfunction(value):
        return cast("FunctionType", _each_later)
    if inspect.isgeneratorfunction(value):
        return cast("FunctionType", _each)
    return cast("FunctionType", _now)


def _now(*given: Any, around_: Any, inner_: Any, **named: Any) -> Any:
    return around_(inner_, given, named)


async def _later(*given: Any, around_: Any, inner_: Any, **named: Any) -> Any:
    found = around_(inner_, given, named)
    return await found if hasattr(found, "cr_frame") else found


def _each(*given: Any, around_: Any, inner_: Any, **named: Any) -> Any:
    found = around_(inner_, given, named)
    if hasattr(found, "gi_frame"):
        yield from found
    elif found != []:
        yield found


async def _each_later(*given: Any, around_: Any, inner_: Any, **named: Any) -> Any:
    found = around_(inner_, given, named)
    if hasattr(found, "ag_frame"):
        async for one in found:
            yield one
    elif found != []:
        yield found


def _nothing(self: Any, *given: Any, **named: Any) -> None: ...


def _itself(self: Any) -> Any:
    return self


async def _itself_later(self: Any) -> Any:
    return self

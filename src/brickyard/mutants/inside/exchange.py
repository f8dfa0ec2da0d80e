"""Puts a mutant into the program that runs already: nothing is imported again.

Functions keep their identity and get another body, so it does not matter who took hold of them
before: decorators, classes, tables, other modules. Constants are filled anew where they are, or
bound anew where that name stands for the same object.
"""

import functools
import gc
import os
import sys
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, cast

TRUSTED = Path(__file__).parent
CACHES: Any = type(functools.lru_cache(lambda: None))


class Unfit(Exception):
    """There is no such mutant: the value cannot be made or be put in its place."""


class Program:
    """The package as the tests have imported it, and the functions that there are of it."""

    def __init__(self, source: str) -> None:
        self.folder = f"{source}{os.sep}"
        self.modules = {
            path.removeprefix(self.folder): module
            for module in [*sys.modules.values()]
            if (path := getattr(module, "__file__", None) or "").startswith(self.folder)
            and path.endswith(".py")
        }
        every: list[Any] = gc.get_objects()
        self.functions = [
            one
            for one in every
            if type(one) is FunctionType and one.__code__.co_filename.startswith(self.folder)
        ]
        self.caches = [one for one in every if type(one) is CACHES]
        self.codes = {one.__code__ for one in self.functions}

    def holds(self, mutant: Any) -> bool:
        """A mutant of something that does not exist in the running program would never run."""
        return mutant.value is not None or not self.codes.isdisjoint(mutant.bodies)

    def exchange(self, file: str, mutant: Any) -> None:
        for function in self.functions:
            if (code := mutant.bodies.get(function.__code__)) is not None:
                function.__code__ = code
        for cache in self.caches:
            cache.cache_clear()
        if mutant.value is not None:
            self.put(self.modules[file], mutant)

    def wrap(self, file: str, name: str, around: Any) -> None:
        """Let `around` call the function of this name in its place, and give what it gives."""
        for function in self.named(file, name):
            inner = FunctionType(
                function.__code__, function.__globals__, name, function.__defaults__
            )
            inner.__kwdefaults__ = function.__kwdefaults__
            function.__code__ = called_around.__code__
            function.__defaults__ = None
            function.__kwdefaults__ = {"around": around, "inner": inner}

    def named(self, file: str, name: str) -> list[FunctionType]:
        home = self.modules[file].__file__ if file in self.modules else ""
        return [
            one
            for one in self.functions
            if one.__code__.co_qualname == name
            and one.__code__.co_filename == home
            and not one.__code__.co_freevars
        ]

    def put(self, module: ModuleType, mutant: Any) -> None:
        *classes, name = mutant.function.split(".")
        try:
            home = functools.reduce(inner, classes, cast("Any", module))
            old = inner(home, name)
            new: Any = eval(mutant.value, vars(module), held(home))
            if not refilled(old, new):
                setattr(home, name, new)
                self.bind_again(name, old, new)
        except Exception as error:
            raise Unfit from error

    def bind_again(self, name: str, old: Any, new: Any) -> None:
        """In every module of the package and of the tests that imported it by its name."""
        for other in [*sys.modules.values()]:
            file = str(getattr(other, "__file__", ""))
            ours = file.startswith((self.folder, f"{TRUSTED}{os.sep}"))
            if ours and vars(other).get(name) is old:
                setattr(other, name, new)


def called_around(*given: Any, around: Any, inner: Any, **named: Any) -> Any:
    return around(inner, given, named)


def inner(home: Any, name: str) -> Any:
    return held(home)[name]


def held(home: Any) -> dict[str, Any]:
    return {**cast("dict[str, Any]", vars(home))}


def refilled(old: Any, new: Any) -> bool:
    """Whether the old container could take what is in the new one."""
    if type(old) is not type(new) or not isinstance(old, (dict, list, set)):
        return False
    holder = cast("Any", old)
    holder.clear()
    (holder.extend if isinstance(old, list) else holder.update)(new)
    return True

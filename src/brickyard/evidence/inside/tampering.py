"""Notices, in the process itself, when generated code has changed what its tests are run with.

Whoever knows of it can get round it, as around everything in one's own process. It makes the simple
ways fail, and leaves code no word in its environment that tells it is being tested.
"""

import os
import sys
from collections.abc import Iterator
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any, cast

_OURS = ("fixed_clock", "same", "support", "helpers", "conftest")
TOOLS = ("_pytest", "pytest", "pluggy", "hypothesis", "coverage", *_OURS)
SHARED = ("builtins", "dataclasses", "math", "re", "json")
"""Modules of Python that test files and this program rely on."""

FIXTURE = "_fixture_function"
"""Under which pytest keeps the function of a fixture."""

Kept = tuple[dict[str, Any], str, Any, Any]


class Tampering:
    """A pytest plugin: remembers the tools before any test file is read, and looks again after."""

    def __init__(self) -> None:
        self.kept: dict[str, Kept] = {}
        self.trace: Any = None
        self.settings: Any = None
        self.found = ""

    def pytest_sessionstart(self) -> None:
        for name in [name for name in os.environ if name.startswith("PYTEST_")]:
            del os.environ[name]
        self.kept = {name: kept for module in tools() for name, kept in parts(module)}
        self.trace, self.settings = sys.gettrace(), settings()

    def pytest_collection_finish(self) -> None:
        self.look()

    def pytest_pyfunc_call(self) -> None:
        """Test functions are about to be called: what pytest says of the test is for us alone."""
        os.environ.pop("PYTEST_CURRENT_TEST", None)

    def pytest_runtest_logfinish(self) -> None:
        if sys.gettrace() is not self.trace:
            self.found = "sys.settrace"

    def pytest_sessionfinish(self) -> None:
        self.look()

    def look(self) -> None:
        for name, (home, key, value, code) in self.kept.items():
            if home.get(key) is not value or getattr(value, "__code__", None) is not code:
                self.found = name
        if settings() is not self.settings:
            self.found = "hypothesis.settings"

    @property
    def problem(self) -> str:
        return f"the code changed '{self.found}', which its tests rely on" if self.found else ""


def settings() -> Any:
    """The settings that hypothesis runs with, if it is there."""
    hypothesis = sys.modules.get("hypothesis")
    return hypothesis.settings.default if hypothesis else None


def tools() -> list[ModuleType]:
    return [
        module
        for name, module in sys.modules.copy().items()
        if name.partition(".")[0] in TOOLS or name in SHARED
    ]


def parts(module: ModuleType) -> Iterator[tuple[str, Kept]]:
    """Functions, fixtures and classes of a module, and the functions of its own classes."""
    for key, value in vars(module).copy().items():
        if hasattr(value, FIXTURE):
            home = cast("dict[str, Any]", vars(value))
            yield f"{module.__name__}.{key}", kept(home, FIXTURE, home[FIXTURE])
        if not isinstance(value, (FunctionType, BuiltinFunctionType, type)):
            continue
        yield f"{module.__name__}.{key}", kept(vars(module), key, value)
        if isinstance(value, type) and value.__module__ == module.__name__:
            inside: Any = vars(value)
            for name, member in inside.copy().items():
                if isinstance(member, (FunctionType, property, staticmethod, classmethod)):
                    yield f"{module.__name__}.{key}.{name}", kept(inside, name, member)


def kept(home: dict[str, Any], key: str, value: Any) -> Kept:
    return home, key, value, getattr(value, "__code__", None)

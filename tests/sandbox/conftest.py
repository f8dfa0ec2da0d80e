import asyncio
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from brickyard.events import silent
from brickyard.sandbox import Sandbox, Toolchain, choose


def _chosen(name: str, tools: Toolchain) -> Sandbox:
    return asyncio.run(choose(name, tools, listener=silent))


SANDLOCK = pytest.param("sandlock", marks=pytest.mark.slow)
"""The same again."""


@pytest.fixture(scope="session", params=["bubblewrap", SANDLOCK, "none"])
def sandbox(request: pytest.FixtureRequest, tools: Toolchain) -> Sandbox:
    """Every backend: what a sandbox does for its caller."""
    return _chosen(request.param, tools)


@pytest.fixture(scope="session", params=["bubblewrap", SANDLOCK])
def isolating(request: pytest.FixtureRequest, tools: Toolchain) -> Sandbox:
    """The backends that keep a program in."""
    return _chosen(request.param, tools)


@pytest.fixture(scope="session")
def bubblewrap(tools: Toolchain) -> Sandbox:
    return _chosen("bubblewrap", tools)


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder of the host that every user may reach and write to."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o777)
        yield Path(name)

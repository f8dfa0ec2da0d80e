import asyncio

import pytest

from brickyard.events import silent
from brickyard.sandbox import Sandbox, choose
from brickyard.sandbox.toolchain import default_cache, toolchain


def pytest_configure(config: pytest.Config) -> None:
    """Rendered test files carry this mark, and some are executed in this process."""
    config.addinivalue_line("markers", "requirement(id): what the test proves")


@pytest.fixture(scope="session")
def sandbox() -> Sandbox:
    """A real sandbox with the real tools in it."""

    async def chosen() -> Sandbox:
        tools = await toolchain(default_cache())
        return await choose("auto", tools, listener=silent)

    return asyncio.run(chosen())

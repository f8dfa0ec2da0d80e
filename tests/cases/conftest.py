import asyncio

import pytest

from brickyard.events import silent
from brickyard.sandbox import Sandbox, choose
from brickyard.sandbox.toolchain import default_cache, toolchain


@pytest.fixture(scope="session")
def sandbox() -> Sandbox:
    """A real sandbox with the real tools in it."""

    async def chosen() -> Sandbox:
        tools = await toolchain(default_cache())
        return await choose("auto", tools, listener=silent)

    return asyncio.run(chosen())

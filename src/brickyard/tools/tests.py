"""`test_generated_code`: the fixed tests on code that is not handed in yet, in the sandbox."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from brickyard.evidence.reports import TestRun
from brickyard.files import Files
from brickyard.models.base import Tool
from brickyard.tools.words import FILES, files_of, listed


def testing_tool(paths: Sequence[str], run: Callable[[Files], Awaitable[TestRun]]) -> Tool:
    """`run` runs the tests on files in a sandbox; what it raises ends the build."""

    async def call(arguments: Mapping[str, Any]) -> str:
        files = files_of(arguments, paths)
        if isinstance(files, str):
            return files
        ended = await run(files)
        problems = [f"{outcome.id}: {outcome.reason}" for outcome in ended.failures]
        problems += [ended.problem] if ended.problem else []
        passed = sum(outcome.passed for outcome in ended.outcomes.values())
        title = f"{passed} of {len(ended.outcomes)} tests passed."
        return listed(f"{title} What failed:", problems) if problems else title

    return Tool(
        name="test_generated_code",
        description=f"Run the fixed tests on {', '.join(paths)} as you would write it, in a "
        "sandbox, and say which pass and why others fail.",
        parameters=FILES,
        call=call,
    )

"""`check_pattern_compliance`: what the gates say of a file before it is handed in."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from brickyard.files import Files
from brickyard.gates import GateResult
from brickyard.models.base import Tool
from brickyard.tools.words import FILES, files_of, listed, told


def patterns_tool(
    paths: Sequence[str], check: Callable[[Files], Awaitable[Sequence[GateResult]]]
) -> Tool:
    """`check` runs gates on files and raises when one of them could not judge."""

    async def call(arguments: Mapping[str, Any]) -> str:
        files = files_of(arguments, paths)
        if isinstance(files, str):
            return files
        results = await check(files)
        found = [told(item) for result in results for item in result.findings if item.blocks]
        silent = [
            f"{result.gate} did not pass: {result.detail}"
            for result in results
            if not result.passed and not result.findings
        ]
        if problems := [*found, *silent]:
            return listed(f"{len(problems)} to mend:", problems)
        return f"Nothing to mend ({', '.join(result.gate for result in results)})."

    return Tool(
        name="check_pattern_compliance",
        description=f"Check {', '.join(paths)} as you would write it: syntax, placeholders left "
        "in, agreement with its interface, lint rules. Runs nothing of it.",
        parameters=FILES,
        call=call,
    )

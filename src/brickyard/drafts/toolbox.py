"""The tools that questions about code carry, for models that can use some."""

from collections.abc import Sequence

from brickyard.context import BuildContext
from brickyard.evidence.reports import TestRun
from brickyard.evidence.runs import run_tests
from brickyard.files import Files
from brickyard.gates import Allowed, GateResult
from brickyard.gates.run import DRAFTS, check_gates
from brickyard.models.base import Tool
from brickyard.tools import patterns_tool, syntax_tool, testing_tool
from brickyard.values import Brick, Plan, TestModule

TURNS = 8
"""How often a model may come back from a tool before it must have answered."""


def code_tools(
    paths: Sequence[str],
    plan: Plan,
    around: Files | None,
    modules: Sequence[TestModule],
    context: BuildContext,
    allowed: Allowed,
) -> tuple[Tool, ...]:
    """Tools for the files at `paths`, of the bricks in `plan`.

    `around` is the code they stand on; tests cannot be run while it is not written.
    """

    async def check(files: Files) -> Sequence[GateResult]:
        written = plan.model_copy(
            update={"bricks": tuple(item for item in plan.bricks if _path(plan, item) in files)}
        )
        return await check_gates(
            files,
            written,
            context.sandbox,
            only=DRAFTS,
            allowed=allowed,
            level=context.settings.proof,
        )

    async def run(files: Files) -> TestRun:
        start = Files({f"src/{plan.package}/__init__.py": ""})
        package = start | (around or Files()) | files
        return await run_tests(
            context.sandbox, package, modules, seconds=context.settings.test_seconds
        )

    static = (syntax_tool(), patterns_tool(paths, check))
    return static if around is None or not modules else (*static, testing_tool(paths, run))


def _path(plan: Plan, brick: Brick) -> str:
    return f"src/{plan.package}/{brick.name}.py"

"""A sandbox whose tools are looked after: no verdict comes from an environment that was damaged."""

from pathlib import Path

from brickyard.errors import SandboxBroken, ToolchainBroken
from brickyard.files import Files
from brickyard.sandbox.base import NO_FILES, Limits, Outcome, Sandbox
from brickyard.sandbox.seal import moments
from brickyard.sandbox.toolchain import Toolchain


class Whole:
    """Refuses the outcome of a run in which the tool environment was deleted or changed."""

    def __init__(self, sandbox: Sandbox, toolchain: Toolchain) -> None:
        self._sandbox = sandbox
        self._path = toolchain.path
        self._before = _moments(toolchain.path)

    @property
    def name(self) -> str:
        return self._sandbox.name

    @property
    def environment(self) -> str:
        return self._sandbox.environment

    async def run(
        self,
        files: Files,
        command: tuple[str, ...],
        limits: Limits,
        *,
        readonly: Files = NO_FILES,
    ) -> Outcome:
        try:
            outcome = await self._sandbox.run(files, command, limits, readonly=readonly)
        except SandboxBroken as error:
            self._check(error)
            raise
        self._check(None)
        return outcome

    def _check(self, cause: SandboxBroken | None) -> None:
        if _moments(self._path) != self._before:
            raise ToolchainBroken(
                f"The tool environment {self._path} was deleted or changed while it was in use.",
                hint="Run again: it is made anew. Nothing but Brickyard may write there.",
            ) from cause


def _moments(path: Path) -> tuple[int, ...]:
    try:
        return moments(path)
    except OSError:
        return ()

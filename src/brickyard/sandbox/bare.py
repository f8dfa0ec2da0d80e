"""No sandbox at all: for those who ask for it by name, and know the code they run."""

from brickyard.files import Files
from brickyard.sandbox.base import NO_FILES, Limits, Outcome
from brickyard.sandbox.hints import not_the_program
from brickyard.sandbox.kept import Place, run_kept
from brickyard.sandbox.names import names_for
from brickyard.sandbox.scratch import scratch
from brickyard.sandbox.toolchain import Toolchain


class NoSandbox:
    """Caps on time, output, memory and disk; nothing is hidden from the program or forbidden."""

    name = "none"

    def __init__(self, toolchain: Toolchain) -> None:
        self._toolchain = toolchain

    @property
    def environment(self) -> str:
        return self._toolchain.digest

    async def run(
        self,
        files: Files,
        command: tuple[str, ...],
        limits: Limits,
        *,
        readonly: Files = NO_FILES,
    ) -> Outcome:
        names = names_for(files, command, readonly)
        with not_the_program(), scratch(files, readonly, names) as folder:
            place = Place(folder=folder, environment=self._toolchain.path, names=names)
            place.prepare()
            return await run_kept(place, command, limits)

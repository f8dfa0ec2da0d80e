"""The second choice, from the package registry alone: Landlock and seccomp by sandlock."""

from pathlib import Path
from typing import Any

from brickyard.files import Files
from brickyard.sandbox.base import NO_FILES, Limits, Outcome
from brickyard.sandbox.hints import not_the_program
from brickyard.sandbox.kept import Place, run_kept
from brickyard.sandbox.names import names_for
from brickyard.sandbox.scratch import base_folders, scratch
from brickyard.sandbox.seccomp import landlock_filter
from brickyard.sandbox.toolchain import Toolchain

_SYSTEM = (
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/etc/ld.so.cache",
    "/etc/ssl/openssl.cnf",
)
_DEVICES = ("/dev/null", "/dev/zero", "/dev/urandom", "/dev/random")


class Sandlock:
    """Writes go to a folder that is thrown away; a filter of ours refuses what Landlock lets by.

    Not to sandlock's own copy on write: below that, paths go wrong after a change of folder.
    """

    name = "sandlock"

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
            policy = _policy(place, limits)
            return await run_kept(place, command, limits, policy=policy, filter=landlock_filter())


def _policy(place: Place, limits: Limits) -> dict[str, Any]:
    """What sandlock's `Sandbox` is made with; what is not named here is closed.

    Its name is the host's name inside, and no two that run may have the same.
    """
    own = (
        *(place.environment, *base_folders(place.environment)),
        *(place.inside.trusted, place.inside.launcher),
    )
    readable = (*(path for path in _SYSTEM if Path(path).exists()), "/proc", *_DEVICES)
    return {
        "fs_readable": [*readable, *map(str, own)],
        "fs_writable": [str(place.home), str(place.temporary), "/dev/null"],
        "cwd": place.inside.box,
        "max_processes": limits.processes,
        "clean_env": True,
        "name": f"{place.names.host}-{place.folder.name.removeprefix('tmp')}",
    }

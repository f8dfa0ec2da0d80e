"""One running `claude`: lines of JSON in and out, in a process group and a folder of its own."""

import asyncio
import json
import os
import signal
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, BinaryIO

from brickyard.errors import ModelUnavailable

LONGEST_LINE = 64 * 2**20
STDERR_SHOWN = 400


class Folder:
    """An empty working folder for the program, and beside it the files that it is given."""

    def __init__(self) -> None:
        self._made = TemporaryDirectory(prefix="brickyard-claude-", ignore_cleanup_errors=True)
        self.path = Path(self._made.name)
        self.work = self.path / "work"
        self.work.mkdir()
        self.stderr = self.path / "stderr"

    def write(self, name: str, text: str) -> Path:
        path = self.path / name
        path.write_bytes(text.encode())
        return path

    def errors(self) -> BinaryIO:
        return self.stderr.open("wb")

    def remove(self) -> None:
        self._made.cleanup()


class Process:
    """Started with `start`, ended with `end`, which leaves no process of its group behind."""

    def __init__(self, process: asyncio.subprocess.Process, folder: Folder) -> None:
        self._process = process
        self._folder = folder
        self._said = ""

    @classmethod
    async def start(
        cls, program: Path, options: Sequence[str], environ: Mapping[str, str], folder: Folder
    ) -> "Process":
        try:
            with folder.errors() as stderr:
                process = await asyncio.create_subprocess_exec(
                    program,
                    *options,
                    stdin=asyncio.subprocess.PIPE,
                    stdout=asyncio.subprocess.PIPE,
                    stderr=stderr,
                    cwd=folder.work,
                    env={**environ, "PWD": str(folder.work)},
                    limit=LONGEST_LINE,
                    start_new_session=True,
                )
        except OSError as error:
            folder.remove()
            raise ModelUnavailable(
                f"The program {program} cannot be started: {error.strerror}",
                hint="Name another with the setting claude_program, or use another --model.",
                may_have_cost=False,
            ) from error
        return cls(process, folder)

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def running(self) -> bool:
        return self._process.returncode is None

    async def write(self, text: str) -> None:
        """What a program that is gone cannot read is told by the end of its messages."""
        assert self._process.stdin is not None
        with suppress(ConnectionError):
            self._process.stdin.write(text.encode())
            await self._process.stdin.drain()

    def no_more(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()

    async def messages(self) -> AsyncGenerator[dict[str, Any]]:
        """Every message of the program, until it ends; lines that are no message are left out."""
        assert self._process.stdout is not None
        while line := await self._process.stdout.readline():
            if line.startswith(b"{") and line.endswith(b"\n"):
                yield json.loads(line)

    def kill(self) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)

    async def end(self) -> None:
        self.no_more()
        self.kill()
        assert self._process.stdout is not None
        await self._process.wait()
        await self._process.stdout.read()
        self._said = self.last_words()
        self._folder.remove()

    def last_words(self) -> str:
        """The end of what the program wrote to stderr."""
        if not self._folder.stderr.is_file():
            return self._said
        text = self._folder.stderr.read_bytes()[-STDERR_SHOWN:].decode("utf-8", "replace")
        return " ".join(text.split())

"""The first process of a namespace that bubblewrap made: to end all others with it, and to look
at the little folders that it lives in."""

import asyncio
import os
import re
import signal
from contextlib import suppress

from brickyard.sandbox.base import Limits
from brickyard.sandbox.child import Child, end, readable
from brickyard.sandbox.disk import LEAST_BYTES

_NUMBER = re.compile(rb'"child-pid":\s*(\d+)\D')
_PATIENCE = 10.0
_LOOK_SECONDS = 0.1
_LOOKS = 2
_FOLDERS = ("/tmp", "/dev/shm")


class First:
    """Its number comes over `--info-fd`, before the program can begin."""

    def __init__(self, told: int, home: str) -> None:
        self._told = told
        self._folders = (home, *_FOLDERS)
        self._said = b""

    @property
    def number(self) -> int | None:
        with suppress(BlockingIOError):
            self._said += os.read(self._told, 4096)
        found = _NUMBER.search(self._said)
        return int(found[1]) if found else None

    async def hear(self) -> int:
        while (number := self.number) is None:
            await readable(self._told)
        return number

    async def stop(self, child: Child) -> None:
        """Kill it: the kernel then kills and reaps all the others.

        Until bubblewrap has told its number, killing bubblewrap itself could leave it behind.
        """
        number = self.number or await self._soon(child)
        if number is None:
            child.send(signal.SIGKILL)
        else:
            await end(number)

    async def _soon(self, child: Child) -> int | None:
        telling = asyncio.create_task(self.hear())
        ended = asyncio.create_task(child.wait())
        await asyncio.wait((telling, ended), timeout=_PATIENCE, return_when="FIRST_COMPLETED")
        number = telling.result() if telling.done() else None
        telling.cancel()
        ended.cancel()
        await asyncio.gather(telling, ended, return_exceptions=True)
        return number

    async def end_when_crowded(self, limits: Limits) -> None:
        """Memory folders cap what is in files, not how many files there are: empty ones are many.

        Comes back when it had to end the program for that. One look is not enough: while bubblewrap
        changes roots, a path may lead to a folder of the host for a moment.
        """
        number = await self.hear()
        crowded = 0
        while crowded < _LOOKS:
            await asyncio.sleep(_LOOK_SECONDS)
            files = sum(_files_in(number, folder) for folder in self._folders)
            too_many = files * LEAST_BYTES > limits.disk_mb << 20
            crowded = crowded + 1 if too_many else 0
        await end(number)


def _files_in(number: int, folder: str) -> int:
    """How many files and folders there are; none when nobody is there any more.

    One descriptor for all questions: while bubblewrap prepares, it still sees our own folder.
    """
    try:
        descriptor = os.open(f"/proc/{number}/root{folder}", os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return 0
    try:
        if os.fstat(descriptor).st_dev == _device(folder):
            return 0
        size = os.fstatvfs(descriptor)
        return size.f_files - size.f_ffree
    finally:
        os.close(descriptor)


def _device(path: str) -> int:
    try:
        return os.stat(path).st_dev  # noqa: PTH116 - plain calls are made often
    except FileNotFoundError:
        return -1

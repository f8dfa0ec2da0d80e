"""A child process as an asyncio program wants it: no threads, and an end that is certain.

asyncio's own processes count as ended only when their pipes are read to the end, which those of a
program that was cut short never are.
"""

import asyncio
import os
import signal
import subprocess
from collections.abc import Callable
from contextlib import suppress


class Full(Exception):
    """There is more output than is taken."""


class Child:
    """Started with its output in pipes and nothing to read; call `close` when done with it."""

    def __init__(
        self, argv: tuple[str, ...], environment: dict[str, str], descriptors: tuple[int, ...]
    ) -> None:
        self._process = subprocess.Popen(
            argv,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            pass_fds=descriptors,
            start_new_session=True,
            cwd="/",
        )
        self.pid = self._process.pid
        try:
            self._pidfd = os.pidfd_open(self.pid)
        except OSError:
            self._process.kill()
            self._process.wait()
            self._close_pipes()
            raise

    @property
    def killed(self) -> bool:
        """It is no more, and a signal ended it; its own programs' ends come as exit codes."""
        return (self._process.returncode or 0) < 0

    async def wait(self) -> int:
        """The exit code; 128+n when signal n ended it."""
        if self._process.returncode is None:
            await readable(self._pidfd)
        code = self._process.wait()
        return code if code >= 0 else 128 - code

    def send(self, number: signal.Signals) -> None:
        self._process.send_signal(number)

    async def read(self, stdout: Callable[[bytes], bool], stderr: Callable[[bytes], bool]) -> None:
        """Hand over output as it comes, until both pipes end; Full if it is not taken any more."""
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        async with asyncio.TaskGroup() as group:
            group.create_task(_read(self._process.stdout.fileno(), stdout))
            group.create_task(_read(self._process.stderr.fileno(), stderr))

    def close(self) -> None:
        self._close_pipes()
        os.close(self._pidfd)

    def _close_pipes(self) -> None:
        for stream in (self._process.stdout, self._process.stderr):
            if stream is not None:
                stream.close()


async def end(pid: int) -> None:
    """Kill `pid`, which need not be a child of ours, and come back when it is no more."""
    try:
        descriptor = os.pidfd_open(pid)
    except ProcessLookupError:
        return
    try:
        with suppress(ProcessLookupError):
            signal.pidfd_send_signal(descriptor, signal.SIGKILL)
        await readable(descriptor)
    finally:
        os.close(descriptor)


async def _read(descriptor: int, take: Callable[[bytes], bool]) -> None:
    """One registration for all that comes: a test runner says something every few milliseconds."""
    os.set_blocking(descriptor, False)
    loop = asyncio.get_running_loop()
    done: asyncio.Future[bool] = loop.create_future()

    def come() -> None:
        data = os.read(descriptor, 65536)
        if not (data and take(data)):
            loop.remove_reader(descriptor)
            done.set_result(not data)

    loop.add_reader(descriptor, come)
    try:
        ended = await done
    finally:
        loop.remove_reader(descriptor)
    if not ended:
        raise Full


async def readable(descriptor: int) -> None:
    """Come back when there is something to read, or the other end is closed."""
    loop = asyncio.get_running_loop()
    ready = loop.create_future()
    loop.add_reader(descriptor, lambda: ready.done() or ready.set_result(None))
    try:
        await ready
    finally:
        loop.remove_reader(descriptor)

"""For tests of the record: other processes, time that only the test moves, answers."""

import asyncio
import heapq
import itertools
import os
import subprocess
import sys
from collections.abc import Callable

from brickyard.record import Answer
from brickyard.record.clock import Clock
from brickyard.record.keys import answer_key, canonical, prompt_key

Spawn = Callable[..., "Other"]


class Other:
    """Another Python process, told what to do and heard line by line."""

    def __init__(self, code: str, *arguments: object) -> None:
        command = [sys.executable, "-c", code, *map(str, arguments)]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )

    def hear(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()

    def tell(self, line: str = "go") -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def kill(self) -> None:
        """Killed, and not yet buried: its parent has not asked for its exit code."""
        self.process.kill()
        os.waitid(os.P_PID, self.process.pid, os.WEXITED | os.WNOWAIT)

    def finish(self) -> str:
        output, _ = self.process.communicate(timeout=60)
        assert self.process.returncode == 0
        return output

    def close(self) -> None:
        self.process.kill()
        self.process.communicate()


class Time:
    """A clock that stands still until it is moved; sleepers wake in order on the way."""

    def __init__(self) -> None:
        self.seconds = 1_000_000.0
        self.clock = Clock(now=lambda: self.seconds, sleep=self._sleep)
        self._sleepers: list[tuple[float, int, asyncio.Future[None]]] = []
        self._count = itertools.count()

    async def _sleep(self, seconds: float) -> None:
        woken = asyncio.get_running_loop().create_future()
        heapq.heappush(self._sleepers, (self.seconds + seconds, next(self._count), woken))
        await woken

    async def move(self, seconds: float) -> None:
        end = self.seconds + seconds
        await settle()
        while self._sleepers and self._sleepers[0][0] <= end:
            self.seconds, _, woken = heapq.heappop(self._sleepers)
            if not woken.done():
                woken.set_result(None)
            await settle()
        self.seconds = end


async def settle() -> None:
    """Let every task run until it waits."""
    for _ in range(10):
        await asyncio.sleep(0)


def make_answer(text: str = "plan it", *, model: str = "m", task: str = "plan") -> Answer:
    """An answer with true keys; what comes back tells the model."""
    request = {
        "task": task,
        "system": "",
        "messages": [{"role": "user", "text": text}],
        "parameters": {"temperature": 0.0},
        "sample": 0,
        "generation": 0,
    }
    prompt = prompt_key(request)
    key = answer_key(prompt, model, {"temperature": 0.0})
    reply = {"text": f"{model}: {text}"}
    return Answer(key, prompt, task, model, canonical(request), canonical(reply))

"""What a call costs beyond the model: each backend against a loopback server that answers at once.

The server runs in a process of its own. For `dspy.LM` alone and for ours, calls alternate, so
that a busy machine slows both alike; the medians are compared.
"""

import argparse
import asyncio
import importlib
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from brickyard.models.base import Message, Model, Request
from brickyard.models.choose import choose
from brickyard.models.wrapper import close
from brickyard.record import Record
from brickyard.settings import Settings

TOGETHER = 8
SERVER = """
import sys
from brickyard.testing import Loopback
with Loopback(lambda asked: "Done. " * 200) as server:
    print(server.url, flush=True)
    sys.stdin.read()
"""


@dataclass(frozen=True)
class Backend:
    name: str
    model: str
    calls: int
    goal_ms: float


BACKENDS = (
    Backend("Messages API", "anthropic/claude-sonnet-5-5", 60, 12),
    Backend("chat completions", "openai/gpt-5.6", 60, 12),
    Backend("claude-sdk, pooled", "claude-sdk:claude-sonnet-5-5", 12, 80),
    Backend("claude-cli", "claude-cli:claude-sonnet-5-5", 4, 1000),
)


@contextmanager
def server() -> Generator[str]:
    command = [sys.executable, "-c", SERVER]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, text=True, stdin=pipe, stdout=pipe) as process:
        assert process.stdout
        yield process.stdout.readline().strip()
        process.communicate("")


@contextmanager
def pointed_at(url: str, home: str) -> Generator[None]:
    """The environment that a person would set to use this server, and nothing of their own."""
    before = dict(os.environ)
    for name in (*before,):
        if name.startswith(("ANTHROPIC_", "OPENAI_", "CLAUDE_", "BRICKYARD_")):
            del os.environ[name]
    os.environ |= {"ANTHROPIC_BASE_URL": url, "OPENAI_BASE_URL": f"{url}/v1", "HOME": home}
    os.environ |= {"ANTHROPIC_API_KEY": "none", "OPENAI_API_KEY": "none"}
    try:
        yield
    finally:
        os.environ.clear()
        os.environ |= before


def request(number: int) -> Request:
    text = f"Question {number}. " + "Say that it is done. " * 100
    return Request(task="bench", system="Be brief.", messages=(Message(role="user", text=text),))


async def timed(call: Awaitable[Any]) -> float:
    began = time.perf_counter()
    await call
    return (time.perf_counter() - began) * 1000


async def alone(model: Model, calls: int) -> float:
    """The median of calls one after another, after one to warm up."""
    await model.complete(request(0))
    return statistics.median([await timed(model.complete(request(n))) for n in range(1, calls)])


async def together(model: Model) -> float:
    """Milliseconds for each of `TOGETHER` calls that are in the air at once."""
    calls = [model.complete(request(100 + number)) for number in range(TOGETHER)]
    return await timed(asyncio.gather(*calls)) / TOGETHER


def children_mb() -> float:
    """The memory of the programs that a backend keeps running."""
    pages = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
            if int(fields[1]) == os.getpid() and "claude" in (stat.parent / "cmdline").read_text():
                pages += int((stat.parent / "statm").read_text().split()[1])
        except OSError:
            continue
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


async def measure(backend: Backend, record: Record, home: Path) -> list[str]:
    model = choose(backend.model, Settings(), record, home)
    try:
        ms = await alone(model, backend.calls)
        share = await together(model)
        kept = children_mb()
    finally:
        await close(model)
    verdict = "ok" if ms <= backend.goal_ms else "SLOW"
    memory = f", keeps {kept:.0f} MB" if kept else ""
    return [
        f"{backend.name:<28} {ms:8.1f} ms a call   goal {backend.goal_ms:g}   {verdict}",
        f"{'':<28} {share:8.1f} ms each of {TOGETHER} at once{memory}",
    ]


async def beside_dspy(record: Record, home: Path) -> tuple[str, bool]:
    ours = choose("openai/gpt-5.6", Settings(), record, home)
    dspy = importlib.import_module("dspy")
    theirs = dspy.LM("openai/gpt-5.6", cache=False, num_retries=0)
    text = request(1).messages[0].text
    asks: list[Callable[[], Awaitable[Any]]] = [
        lambda: ours.complete(request(1)),
        lambda: theirs.acall(text),
    ]
    times: list[list[float]] = [[], []]
    for round in range(40):
        for ask, kept in zip(asks, times, strict=True):
            taken = await timed(ask())
            kept += [taken] if round else []
    await close(ours)
    mine, other = map(statistics.median, times)
    good = mine <= 1.3 * other
    line = f"{'ours over dspy.LM alone':<28} {mine / other:8.2f} ×   goal 1.3   "
    return f"{line}{'ok' if good else 'SLOW'}   ({mine:.1f} and {other:.1f} ms)", good


async def run(names: list[str]) -> int:
    missed = 0
    with tempfile.TemporaryDirectory() as folder, server() as url:
        home = Path(folder) / ".brickyard"
        with pointed_at(url, folder), Record.open(home) as record:
            for backend in BACKENDS:
                if not names or backend.model.partition(":")[0] in names:
                    lines = await measure(backend, record, home)
                    missed += "SLOW" in lines[0]
                    print("\n".join(lines), flush=True)
            if not names:
                line, good = await beside_dspy(record, home)
                missed += not good
                print(line)
    return missed


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--strict", action="store_true", help="Exit with 1 if a goal is missed.")
    parser.add_argument("names", nargs="*", help="Only these, such as claude-sdk.")
    given = parser.parse_args()
    return int(bool(asyncio.run(run(given.names))) and given.strict)


if __name__ == "__main__":
    sys.exit(main())

"""What the server for assistants costs while a build runs: how long `get_status` takes for twenty
clients at once (goal: p99 at most 50 ms), its memory (goal: at most 250 MB), the CPU from
`brickyard mcp` to the first answer (goal: at most 1 s), and the longest of all calls (goal: 5 s).
On a busy machine read the CPU of each call: it says how many a second one core can answer.
"""

import asyncio
import json
import os
import resource
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable
from pathlib import Path
from typing import Any

import httpx2
import sample
from mcp.client.streamable_http import streamable_http_client

from brickyard.models.base import Request
from brickyard.testing import script
from mcp import Client

CLIENTS, CALLS, BRICKS = 20, 30, 8
TOKEN = "a-token-for-this-benchmark"
LATENCY = 0.5
SECONDS_BETWEEN = 1.0
"""An assistant that waits for a build asks about once a second."""


def answers(request: Request) -> str:
    """The model: right, and not at once, so that the build is under way while it is watched."""
    time.sleep(LATENCY)
    return script(sample.answers(BRICKS))(request)


def environment() -> dict[str, str]:
    here = str(Path(__file__).parent)
    model = {"PYTHONPATH": here, "BRICKYARD_MODEL": "scripted:mcp_server:answers"}
    kept = {name: text for name, text in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, **model}


def show(name: str, took: float, unit: str, goal: float) -> None:
    said = "ok" if took <= goal else "MISSED"
    print(f"{name:<52} {took:8.2f} {unit:<3} goal {goal:g} {unit}   {said}")


def first_answer(folder: Path) -> float:
    """CPU seconds of `brickyard mcp`, from its start to the answer to the first call."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    process = subprocess.Popen(
        [sys.executable, "-m", "brickyard", "mcp", str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment(),
    )
    assert process.stdin
    assert process.stdout
    hello = {
        "protocolVersion": "2025-11-25",
        "capabilities": {},
        "clientInfo": {"name": "benchmark", "version": "1"},
    }
    messages: list[dict[str, Any]] = [
        {"id": 1, "method": "initialize", "params": hello},
        {"method": "notifications/initialized"},
        {"id": 2, "method": "tools/call", "params": {"name": "list_runs", "arguments": {}}},
    ]
    for message in messages:
        process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
        process.stdin.flush()
    while json.loads(process.stdout.readline()).get("id") != 2:
        pass
    process.stdin.close()
    process.stdout.close()
    process.wait()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


async def timed(calls: list[float], call: Awaitable[Any]) -> Any:
    began = time.perf_counter()
    result = await call
    calls.append(time.perf_counter() - began)
    assert not result.is_error, result
    return result.structured_content


async def watched(url: str) -> tuple[list[float], list[float], str]:
    """How long each `get_status` took while a build ran, how long other calls did, and its end."""
    statuses: list[float] = []
    others: list[float] = []
    headers = {"Authorization": f"Bearer {TOKEN}"}

    async def client(run: str, at: int, ready: asyncio.Barrier) -> None:
        async with (
            httpx2.AsyncClient(headers=headers, timeout=60) as web,
            Client(streamable_http_client(url, http_client=web)) as session,
        ):
            await session.call_tool("get_status", {"run_id": run})  # the first asks for schemas too
            await ready.wait()
            await asyncio.sleep(SECONDS_BETWEEN * at / CLIENTS)
            for _ in range(CALLS):
                await timed(statuses, session.call_tool("get_status", {"run_id": run}))
                await asyncio.sleep(SECONDS_BETWEEN)

    async with (
        httpx2.AsyncClient(headers=headers, timeout=60) as web,
        Client(streamable_http_client(url, http_client=web)) as session,
    ):
        order = {"recipe": "adders"}
        run = (await timed(others, session.call_tool("start_build", order)))["run_id"]
        ready = asyncio.Barrier(CLIENTS)
        await asyncio.gather(*(client(run, at, ready) for at in range(CLIENTS)))
        while (
            status := await timed(
                others, session.call_tool("get_status", {"run_id": run, "wait_seconds": 4})
            )
        )["state"] in ("starting", "running"):
            pass
        await timed(others, session.call_tool("get_result", {"run_id": run}))
    return statuses, others, status["state"]


def serve(folder: Path, port: int) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "brickyard", "serve", str(folder), "--port", str(port)],
        env={**environment(), "BRICKYARD_BEARER": TOKEN},
        stderr=subprocess.DEVNULL,
    )


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def wait_for(port: int) -> None:
    for _ in range(600):
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            return
        except OSError:
            time.sleep(0.05)
    raise RuntimeError("the server did not come up")


def cpu_of(pid: int) -> float:
    """CPU seconds that the process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def most_memory(pid: int) -> float:
    """The most that the process ever had, in MB."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) / 1024


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        sample.write_recipe(folder / "adders", BRICKS)
        cpu = min(first_answer(folder) for _ in range(3))  # the first one may compile our code
        port = free_port()
        process = serve(folder, port)
        try:
            wait_for(port)
            before = cpu_of(process.pid)
            statuses, others, state = asyncio.run(watched(f"http://127.0.0.1:{port}/mcp"))
            memory, used = most_memory(process.pid), cpu_of(process.pid) - before
        finally:
            process.terminate()
            process.wait()
    statuses.sort()
    print(f"{CLIENTS} clients, {len(statuses)} calls of get_status; the build ended as: {state}")
    show("get_status, median", statuses[len(statuses) // 2] * 1000, "ms", 50)
    show("get_status, p99", statuses[int(len(statuses) * 0.99)] * 1000, "ms", 50)
    show("CPU of the server for each call, all in all", used / len(statuses) * 1000, "ms", 20)
    show("the longest call of any tool", max(*statuses, *others), "s", 5)
    show("the server's memory, at most", memory, "MB", 250)
    show("CPU from `brickyard mcp` to its first answer", cpu, "s", 1)


if __name__ == "__main__":
    main()

"""The real server as a client meets it: over stdio and HTTP, with the SDK's own client."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx2
import sample
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client
from mcp_types import TextContent

from brickyard.catalogue import MICROTASKS
from brickyard.models.base import Message, Request
from brickyard.plans.delta import DeltaOut
from brickyard.plans.question import PlanOut
from brickyard.testing import script
from brickyard.values import PlannedPermission
from mcp import Client, StdioServerParameters

HERE = Path(__file__).parent
_OURS = (str(HERE), str(Path(sample.__file__).parent), os.environ.get("PYTHONPATH", ""))
PATHS = os.pathsep.join(filter(None, _OURS))
MODES = ("legacy", "2026-07-28")
"""What a client of 2025-11-25 does, and one of 2026-07-28."""
RIGHT = "scripted:mcp_kit:right"
TOKENS = {"ada": "a-token-of-ada-0123456789", "bob": "a-token-of-bob-0123456789"}


def right(request: Request) -> str:
    """A model that answers every question of `adders`."""
    return script({**sample.answers(2), "delta": lambda _: DeltaOut()})(request)


def wishing(request: Request) -> str:
    """As `right`, with a plan that asks for a permission by the recipe's words."""

    def plan(inputs: dict[str, Any]) -> PlanOut:
        planned = sample.answers(2)["plan"](inputs)
        assert isinstance(planned, PlanOut)
        wish = PlannedPermission(name="security-pickle", words="returns its argument plus 1")
        return planned.model_copy(update={"permissions": (wish,)})

    return script({**sample.answers(2), "plan": plan})(request)


def endless(request: Request) -> str:
    """A model that takes its time with the code."""
    if request.task == "write-code":
        time.sleep(600)
    return right(request)


def crash(request: Request) -> str:
    """A model that takes the whole process with it."""
    os._exit(9)


def environment(**more: str) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": PATHS, "BRICKYARD_MODEL": RIGHT, **more}


def adders(folder: Path) -> Path:
    """A recipe of two bricks, for which `right` knows the answers."""
    return sample.write_recipe(folder / "adders", 2)


class Session:
    """A client's session."""

    def __init__(self, client: Client) -> None:
        self.client = client

    async def call(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """The structured answer of a tool that succeeds."""
        result = await self._called(tool, arguments)
        assert not result.is_error, said(result)
        assert isinstance(result.structured_content, dict)
        return result.structured_content

    async def refused(self, tool: str, **arguments: Any) -> str:
        """What is said to a call that fails."""
        result = await self._called(tool, arguments)
        assert result.is_error, said(result)
        return said(result)

    async def _called(self, tool: str, arguments: dict[str, Any]) -> Any:
        return await self.client.call_tool(tool, arguments)

    async def ended(self, run: str) -> dict[str, Any]:
        """The status when it is over or waits for somebody."""
        while True:
            status = await self.call("get_status", run_id=run, wait_seconds=1)
            if status["state"] not in ("starting", "running", "pausing", "cancelling"):
                return status

    async def answered(
        self, run: str, by: dict[str, str], most: int = 100
    ) -> list[tuple[str, str]]:
        """Answer as the caller until there is nothing more; each role by its context."""
        titles: list[tuple[str, str]] = []
        while len(titles) < most:
            task = await self.call("next_microtask", run_id=run)
            if task["key"]:
                given = {"run_id": run, "key": task["key"], "answer": answer_to(task)}
                await self.call("submit_answer", context=by.get(task["role"], ""), **given)
                titles.append((task["role"], task["title"]))
            elif task["state"] not in ("starting", "running", "waiting"):
                break
        return titles


def said(result: Any) -> str:
    return "\n".join(one.text for one in result.content if isinstance(one, TextContent))


@asynccontextmanager
async def stdio(
    folder: Path, mode: str = "auto", elicit: Any = None, **more: str
) -> AsyncGenerator[Session]:
    """A server of this folder on stdio."""
    parameters = StdioServerParameters(
        command=sys.executable,
        args=["-m", "brickyard", "mcp", str(folder)],
        env=environment(**more),
    )
    with (folder / "server.log").open("a") as log:
        transport = stdio_client(parameters, errlog=log)
        async with Client(transport, mode=mode, elicitation_callback=elicit) as client:
            yield Session(client)


def server_pid(folder: Path) -> int:
    """The process that serves this folder on stdio."""
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            words = path.read_bytes().split(b"\0")
            if b"mcp" in words and str(folder).encode() in words:
                return int(path.parent.name)
    raise AssertionError("no server runs there")


@contextmanager
def serving(folder: Path, *more: str) -> Iterator[str]:
    """A server of this folder over HTTP, for Ada and Bob; its address."""
    with serving_process(folder, *more) as (url, _):
        yield url


@contextmanager
def serving_process(folder: Path, *more: str) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """As `serving`, with its process."""
    tokens = folder.parent / "tokens"
    tokens.write_text("".join(f"{name} {token}\n" for name, token in TOKENS.items()))
    tokens.chmod(0o600)
    port = free_port()
    command = ["serve", str(folder), "--port", str(port), "--tokens", str(tokens), *more]
    process = subprocess.Popen(
        [sys.executable, "-m", "brickyard", *command],
        env=environment(),
        stderr=subprocess.DEVNULL,
    )
    try:
        wait_for(port)
        yield f"http://127.0.0.1:{port}/mcp", process
    finally:
        process.terminate()
        process.wait()


@asynccontextmanager
async def http(url: str, client: str = "ada", mode: str = "auto") -> AsyncGenerator[Session]:
    headers = {"Authorization": f"Bearer {TOKENS[client]}"}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=30) as web,
        Client(streamable_http_client(url, http_client=web), mode=mode) as session,
    ):
        yield Session(session)


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def wait_for(port: int) -> None:
    for _ in range(400):
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            return
        except OSError:
            time.sleep(0.05)
    raise AssertionError("the server did not come up")


def answer_to(task: dict[str, Any]) -> str:
    """What `right` says to a question as `next_microtask` hands it out."""
    text = task["question"].partition("----- the question -----\n\n")[2]
    parts = text.split("----- an earlier answer, which was refused -----\n\n")
    first = Message(role="user", text=parts[0])
    return right(Request(task=_task(parts[0]), system="", messages=(first,)))


def _task(question: str) -> str:
    """The microtask whose instructions it holds."""
    texts = {name: one.instructions.strip() for name, one in MICROTASKS.items()}
    found = [name for name, text in texts.items() if text.splitlines()[0] in question]
    return max(found, key=lambda name: len(texts[name]))

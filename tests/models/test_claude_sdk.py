"""`claude-sdk`: persistent real programs and tools of ours, against a loopback server."""

import asyncio
import os
import re
import signal
from collections.abc import AsyncGenerator, Callable, Generator, Mapping
from typing import Any

import pytest
import pytest_asyncio
from claude_agent_sdk import PermissionResultAllow, PermissionResultDeny, ToolPermissionContext
from claude_kit import MODEL, ask, children, environ, no_process_left

from brickyard.errors import ModelUnavailable, SandboxBroken
from brickyard.models.base import Request, Tool
from brickyard.models.claude_client import Desk
from brickyard.models.claude_sdk import ClaudeSdk
from brickyard.testing import Asked, Fault, Loopback, Said, ToolCall

pytestmark = pytest.mark.asyncio(loop_scope="module")

PREFIX = "mcp__brickyard__"
SCHEMA = {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}
Call = Callable[[Mapping[str, Any]], Any]


def answer(asked: Asked) -> str | Said | Fault:
    """Does what the question's first word says; what a tool said is repeated."""
    last = asked.messages[-1].text
    told = re.findall(r"(say|use|steal|loop|stall|fail):([a-z ]+)", asked.text)
    word, rest = told[0]
    match word:
        case "use" if "use:" in last:
            return Said("I look.", calls=(ToolCall(f"{PREFIX}shout", {"text": "🧱\r\n"}),))
        case "steal" if "steal:" in last:
            return Said(calls=(ToolCall("Bash", {"command": "id"}),))
        case "loop":
            return Said("again", calls=(ToolCall(f"{PREFIX}shout", {"text": "x"}),))
        case "stall":
            return Fault(kind="stall")
        case "fail":
            return Fault(429, retry_after=3)
        case "use" | "steal":
            return Said(f"It said {last}")
        case _:
            return Said(f"to {rest}", input_tokens=100, output_tokens=7)


@pytest.fixture(scope="module")
def server() -> Generator[Loopback]:
    with Loopback(answer) as server:
        yield server


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def model(
    server: Loopback, tmp_path_factory: pytest.TempPathFactory
) -> AsyncGenerator[ClaudeSdk]:
    home = tmp_path_factory.mktemp("home")
    async with no_process_left():
        model = ClaudeSdk(MODEL, processes=1, environ=environ(server.url, home))
        yield model
        await model.aclose()


def with_tool(text: str, call: Call, max_turns: int = 4) -> Request:
    tool = Tool(name="shout", description="Shout it.", parameters=SCHEMA, call=call)
    return ask(text, tools=(tool,), max_turns=max_turns)


async def shout(arguments: Mapping[str, Any]) -> str:
    return f"{arguments['text']!r} SHOUTED"


async def test_a_program_is_kept_and_forgets_the_question_before(
    model: ClaudeSdk, server: Loopback
) -> None:
    first = await model.complete(ask("say:my first secret"))
    kept = children()
    second = await model.complete(ask("say:a second"))
    assert (first.text, second.text) == ("to my first secret", "to a second")
    assert children() == kept
    assert "first secret" not in str(server.asked[-1].body)
    assert [message.role for message in server.asked[-1].messages] == ["user"]
    assert first.session != second.session
    assert first.usd == second.usd > 0
    assert first.usage == second.usage


async def test_a_program_that_was_killed_is_replaced(model: ClaudeSdk) -> None:
    await model.complete(ask("say:one"))
    for pid in children():
        os.kill(pid, signal.SIGKILL)
    assert (await model.complete(ask("say:two"))).text == "to two"


async def test_a_program_that_dies_while_it_answers_is_told_and_replaced(
    model: ClaudeSdk, server: Loopback
) -> None:
    seen = len(server.asked)
    asking = asyncio.create_task(model.complete(ask("stall:it")))
    assert await asyncio.to_thread(server.wait, lambda now: len(now.asked) > seen)
    for pid in children():
        os.kill(pid, signal.SIGKILL)
    with pytest.raises(ModelUnavailable, match="ended without an answer") as caught:
        await asking
    assert caught.value.transient
    assert (await model.complete(ask("say:next"))).text == "to next"


async def test_a_fault_ends_the_program_before_it_tries_again_on_its_own(
    model: ClaudeSdk, server: Loopback
) -> None:
    seen = len(server.asked)
    await model.aclose()
    async with no_process_left():
        with pytest.raises(ModelUnavailable, match="HTTP 429") as caught:
            await model.complete(ask("fail:it"))
    assert (caught.value.transient, caught.value.retry_after) == (True, 3)
    assert len(server.asked) == seen + 1


async def test_a_tool_runs_here_and_the_model_hears_what_it_says(
    model: ClaudeSdk, server: Loopback
) -> None:
    seen = len(server.asked)
    heard: list[str] = []
    request = with_tool("use:it", shout).model_copy(update={"heard": heard.append})
    reply = await model.complete(request)
    first, second = server.asked[seen:]
    assert (first.tools, second.tools) == ((f"{PREFIX}shout",), (f"{PREFIX}shout",))
    assert second.messages[-1].text == r"'🧱\r\n' SHOUTED"
    assert (reply.text, reply.finish) == (r"It said '🧱\r\n' SHOUTED", "stop")
    assert reply.turns == 2
    assert "".join(heard).startswith("I look.")


async def test_the_next_question_is_served_by_its_own_tool(model: ClaudeSdk) -> None:
    async def whisper(arguments: Mapping[str, Any]) -> str:
        return "psst"

    before = (await model.complete(with_tool("use:one", shout)), children())
    after = (await model.complete(with_tool("use:two", whisper)), children())
    assert (before[0].text[-7:], after[0].text) == ("SHOUTED", "It said psst")
    assert before[1] == after[1]


async def test_no_other_tool_can_be_used(model: ClaudeSdk, server: Loopback) -> None:
    reply = await model.complete(with_tool("steal:it", shout))
    assert "uid=" not in reply.text
    assert "Bash" in server.asked[-1].messages[-1].text


async def test_when_the_turns_run_out_what_was_said_so_far_is_the_answer(
    model: ClaudeSdk, server: Loopback
) -> None:
    seen = len(server.asked)
    reply = await model.complete(with_tool("loop:it", shout, max_turns=2))
    assert (reply.text, reply.finish) == ("again", "turns")
    assert len(server.asked) - seen == 2
    assert reply.usd > 0


async def test_a_tool_that_breaks_ends_the_question_and_is_no_answer_to_the_model(
    model: ClaudeSdk, server: Loopback
) -> None:
    async def broken(arguments: Mapping[str, Any]) -> str:
        raise SandboxBroken("the sandbox is gone")

    seen = len(server.asked)
    with pytest.raises(SandboxBroken, match="is gone"):
        await model.complete(with_tool("use:it", broken))
    assert len(server.asked) == seen + 1


async def test_a_question_cancelled_in_the_middle_of_a_tool_ends_both(model: ClaudeSdk) -> None:
    started, ended = asyncio.Event(), asyncio.Event()

    async def endless(arguments: Mapping[str, Any]) -> str:
        started.set()
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()
        return ""

    await model.aclose()
    async with no_process_left():
        asking = asyncio.create_task(model.complete(with_tool("use:it", endless)))
        await started.wait()
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        assert ended.is_set()


async def test_it_can_be_closed_and_asked_again(model: ClaudeSdk) -> None:
    await model.complete(ask("say:one"))
    await model.aclose()
    async with no_process_left():
        assert (await model.complete(ask("say:two"))).text == "to two"
        await model.aclose()


async def test_only_what_is_offered_is_permitted() -> None:
    desk = Desk(with_tool("use:it", shout).tools, lambda: None)
    context = ToolPermissionContext()
    allowed = await desk.permit(f"{PREFIX}shout", {"text": "x"}, context)
    assert isinstance(allowed, PermissionResultAllow)
    for name in ("Bash", "shout", f"{PREFIX}other", "mcp__other__shout", ""):
        denied = await desk.permit(name, {}, context)
        assert isinstance(denied, PermissionResultDeny)
        assert f"Only these tools may be used: {PREFIX}shout." in denied.message


async def test_while_a_tool_runs_the_answer_is_not_idle() -> None:
    alive = asyncio.Event()

    async def slow(arguments: Mapping[str, Any]) -> str:
        await alive.wait()
        return "done"

    tool = Tool("slow", "", {"type": "object"}, slow)
    desk = Desk([tool], stop=lambda: None)
    desk.open([tool], lambda piece: alive.set())

    async with asyncio.timeout(30):
        said = await desk._handler("slow")({})
    await desk.close()

    assert said["content"][0]["text"] == "done"

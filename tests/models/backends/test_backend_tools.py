"""Backends that can call our tools: the tool is called, and a model that never stops is stopped."""

import json
from collections.abc import Mapping
from typing import Any

import pytest
from kit_backends import BACKENDS, Backend, question, serving

from brickyard.models.base import Tool
from brickyard.models.wrapper import uses_tools
from brickyard.record import Record
from brickyard.testing import Asked, Said, ToolCall

WITH_TOOLS = [backend for backend in BACKENDS if backend.tools]
SCHEMA = {"type": "object", "properties": {"code": {"type": "string"}}, "required": ["code"]}


class Measure:
    """A tool that tells how long a code is, and keeps what it was given."""

    def __init__(self) -> None:
        self.given: list[dict[str, Any]] = []
        self.tool = Tool("measure", "How long the code is.", SCHEMA, self._call)

    async def _call(self, given: Mapping[str, Any]) -> str:
        self.given.append(dict(given))
        return json.dumps({"length": len(given["code"])})


def wanted(asked: Asked) -> ToolCall:
    (name,) = [name for name in asked.tools if name.endswith("measure")]
    return ToolCall(name, {"code": "snö = '☃'\r\n"})


@pytest.mark.parametrize("backend", WITH_TOOLS, ids=lambda backend: backend.id)
async def test_a_tool_is_called_and_its_word_reaches_the_model(
    backend: Backend, record: Record
) -> None:
    measure = Measure()

    def answer(asked: Asked) -> str | Said:
        return "done" if asked.number > 1 else Said(calls=(wanted(asked),))

    async with serving(backend, answer, record) as (server, model):
        reply = await model.complete(question(tools=(measure.tool,), max_turns=3))
        first, second = server.asked
    assert (reply.text, reply.finish, reply.turns) == ("done", "stop", 2)
    assert measure.given == [{"code": "snö = '☃'\r\n"}]
    assert "hello" in first.text
    assert '{"length": 11}' in second.messages[-1].text


@pytest.mark.parametrize("backend", WITH_TOOLS, ids=lambda backend: backend.id)
async def test_a_tool_call_loop_ends_at_the_turn_cap_and_what_was_said_is_kept(
    backend: Backend, record: Record
) -> None:
    measure = Measure()

    def answer(asked: Asked) -> Said:
        return Said(f"thinking {asked.number}", calls=(wanted(asked),))

    async with serving(backend, answer, record) as (server, model):
        reply = await model.complete(question(tools=(measure.tool,), max_turns=3))
        asked = len(server.asked)
    assert reply.finish not in ("stop", "length")
    assert reply.text == f"thinking {asked}"
    assert asked == 3


@pytest.mark.parametrize("backend", WITH_TOOLS, ids=lambda backend: backend.id)
async def test_a_tool_that_was_not_offered_is_not_called(backend: Backend, record: Record) -> None:
    measure = Measure()

    def answer(asked: Asked) -> str | Said:
        call = ToolCall("Bash", {"command": "touch stolen", "description": "x"})
        return "done" if asked.number > 1 else Said(calls=(call,))

    async with serving(backend, answer, record) as (server, model):
        reply = await model.complete(question(tools=(measure.tool,), max_turns=3))
        told = server.asked[-1].messages[-1].text
    assert (reply.text, measure.given) == ("done", [])
    assert "rror" in told


async def test_every_backend_says_whether_it_uses_tools(backend: Backend, record: Record) -> None:
    async with serving(backend, lambda asked: "hi", record) as (_, model):
        assert uses_tools(model, question()) is backend.tools

"""The grammar of every microtask, read and obeyed by llama.cpp on real weights."""

from collections.abc import AsyncIterator
from typing import Literal

import pytest
import pytest_asyncio
from local_kit import asked, model_of, smol
from pydantic import BaseModel

from brickyard.ask.grammar import grammar
from brickyard.ask.microtask import Microtask, layout
from brickyard.ask.parsing import parse
from brickyard.catalogue import MICROTASKS
from brickyard.models.local import Local
from brickyard.values import Value

MARKER = "@@1f3a9c"


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def model(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Local]:
    local = model_of(smol(tmp_path_factory.mktemp("cache")), 512)
    yield local
    await local.aclose()


def beginnings(output: type[BaseModel]) -> tuple[str, ...]:
    """How an answer of this type may begin."""
    fields = layout(output)
    if fields.json:
        return (f"{MARKER} JSON\n{{",)
    if fields.texts:
        return (f"{MARKER} TEXT {next(iter(fields.texts))}\n",)
    required = [name for name in fields.files if output.model_fields[name].is_required()]
    files = tuple(f"{MARKER} FILE {name} " for name in required[:1] or fields.files)
    return files if required else (*files, f"{MARKER} DONE")


OFTEN = ("plan", "write-cases", "write-code")
EVERY = [pytest.param(name, marks=[] if name in OFTEN else pytest.mark.slow) for name in MICROTASKS]


@pytest.mark.parametrize("name", EVERY)
async def test_the_smallest_model_begins_in_the_form_of_every_microtask(
    name: str, model: Local
) -> None:
    output = MICROTASKS[name].output
    held = asked("Tell me about walls.", max_tokens=24, grammar=grammar(output, MARKER))
    reply = await model.complete(held)
    assert reply.text.startswith(beginnings(output))
    if reply.finish == "stop":
        parse(MICROTASKS[name], MARKER, reply.text)


async def test_the_smallest_model_answers_in_form_to_the_end(model: Local) -> None:
    class Verdict(Value):
        works: bool
        colour: Literal["red", "blue"]
        shade: Literal["dark"] | None = None

    task = Microtask(name="verdict", instructions="", input=Verdict, output=Verdict)
    held = asked("Does it work?", max_tokens=120, grammar=grammar(Verdict, MARKER))
    reply = await model.complete(held)
    assert reply.finish == "stop"
    assert isinstance(parse(task, MARKER, reply.text), Verdict)

"""`claude-cli`: the real program, once a question, against a loopback server."""

import asyncio
from collections.abc import Generator
from pathlib import Path

import pytest
from claude_kit import KEY, MODEL, ask, environ, no_process_left

from brickyard.errors import ModelUnavailable
from brickyard.models.base import Message
from brickyard.models.claude_cli import ClaudeCli
from brickyard.testing import Asked, Fault, Loopback, Said

AWKWARD = "\n  é\r\n```py\n\"'\\ 🧱 \u2028 @/etc/hostname /clear\n\t \n\n"
FAULTS = {
    "F401": Fault(401),
    "F429": Fault(429, retry_after=7),
    "F500": Fault(500),
    "drop": Fault(kind="drop"),
    "stall": Fault(kind="stall"),
}


def answer(asked: Asked) -> str | Said | Fault:
    said = asked.messages[-1].text
    if said == "cut":
        return Said("half of it", finish="length")
    return FAULTS.get(said, Said(said, input_tokens=100, output_tokens=7))


@pytest.fixture(scope="module")
def server() -> Generator[Loopback]:
    with Loopback(answer) as server:
        yield server


@pytest.fixture
def model(server: Loopback, tmp_path: Path) -> ClaudeCli:
    return ClaudeCli(MODEL, environ=environ(server.url, tmp_path / "home"))


async def test_a_question_arrives_and_its_answer_comes_back_to_the_byte(
    model: ClaudeCli, server: Loopback
) -> None:
    """No `@path` is looked up, nothing is trimmed, and 400 kB are no trouble."""
    text = "/clear " + AWKWARD * 9000
    reply = await model.complete(ask(text, parameters={"max_tokens": 555, "temperature": 0}))
    asked = server.asked[-1]
    assert asked.messages == (Message(role="user", text=text),)
    assert (asked.body["max_tokens"], asked.model, asked.tools) == (555, MODEL, ())
    assert asked.headers["x-api-key"] == KEY
    assert (reply.text, reply.finish, reply.turns) == (text, "stop", 1)
    assert (reply.usage.input_tokens, reply.usage.output_tokens) == (100, 7)
    assert reply.usd > 0
    assert reply.session
    assert reply.model == MODEL


async def test_nothing_of_the_person_or_the_project_gets_into_a_question(
    server: Loopback, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither with a key nor with the program's own login, which needs the person's home."""
    project, home = tmp_path / "project", tmp_path / "home"
    (home / ".claude").mkdir(parents=True)
    project.mkdir()
    for folder in (home / ".claude", project):
        (folder / "CLAUDE.md").write_text("a secret of the house", "utf-8")
    monkeypatch.chdir(project)
    login = {"ANTHROPIC_API_KEY": "", "CLAUDE_CODE_OAUTH_TOKEN": "a-login"}
    for more in ({}, login):
        known = environ(server.url, home, **more)
        reply = await ClaudeCli(MODEL, environ=known).complete(ask("who am I?"))
        asked = server.asked[-1]
        assert reply.text
        assert "be brief" in asked.system
        assert asked.messages[-1].text.endswith("who am I?")
        assert "secret of the house" not in str(asked.body)
        assert str(project) not in str(asked.body)
    assert server.asked[-1].headers["authorization"] == "Bearer a-login"
    assert not list(home.rglob("*.jsonl"))


async def test_a_conversation_becomes_one_question_in_a_fixed_form(
    model: ClaudeCli, server: Loopback
) -> None:
    turns = (("user", "2 + 2?"), ("assistant", "5"), ("user", "That is wrong."))
    messages = tuple(Message(role=role, text=text) for role, text in turns)
    await model.complete(ask("").model_copy(update={"messages": messages}))
    assert server.asked[-1].messages[-1].text == (
        "2 + 2?\n\n"
        "----- your earlier answer -----\n\n5\n\n"
        "----- what to do now -----\n\nThat is wrong."
    )


async def test_an_answer_cut_off_ends_the_program_before_it_asks_on_and_on(
    model: ClaudeCli, server: Loopback
) -> None:
    before = len(server.asked)
    reply = await model.complete(ask("cut"))
    assert (reply.text, reply.finish) == ("half of it", "length")
    assert len(server.asked) - before < 4


@pytest.mark.parametrize(
    ("fault", "transient", "wait"), [("F401", False, None), ("F429", True, 7), ("F500", True, None)]
)
async def test_a_fault_is_told_after_one_request(
    model: ClaudeCli, server: Loopback, fault: str, transient: bool, wait: float | None
) -> None:
    before = len(server.asked)
    with pytest.raises(ModelUnavailable, match=f"HTTP {fault[1:]}") as caught:
        await model.complete(ask(fault))
    assert (caught.value.transient, caught.value.retry_after) == (transient, wait)
    assert len(server.asked) == before + 1


async def test_a_cancelled_question_leaves_no_process_and_no_folder(
    model: ClaudeCli, server: Loopback, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    before = len(server.asked)
    async with no_process_left():
        asking = asyncio.create_task(model.complete(ask("stall")))
        assert await asyncio.to_thread(server.wait, lambda seen: len(seen.asked) > before)
        assert list(tmp_path.glob("brickyard-claude-*"))
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
    assert not list(tmp_path.glob("brickyard-claude-*"))


async def test_as_many_programs_run_as_there_may_be(server: Loopback, tmp_path: Path) -> None:
    model = ClaudeCli(MODEL, processes=1, environ=environ(server.url, tmp_path / "home"))
    before = len(server.asked)
    first = asyncio.create_task(model.complete(ask("stall")))
    assert await asyncio.to_thread(server.wait, lambda seen: len(seen.asked) > before)
    second = asyncio.create_task(model.complete(ask("after")))
    await asyncio.sleep(0)
    assert not second.done()
    first.cancel()
    assert (await second).text == "after"
    assert [asked.messages[-1].text for asked in server.asked[before:]] == ["stall", "after"]

"""Over HTTP: nobody without a token, no foreign name, no foreign page, nobody else's runs."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
from mcp_kit import TOKENS, adders, http, serving

from brickyard.errors import BadInput
from brickyard.mcp.folders import Folders
from brickyard.mcp.http import MOST_BYTES, clients_of, read_tokens

HELLO = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-11-25",
        "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"},
    },
}
HEADERS = {
    "Authorization": f"Bearer {TOKENS['ada']}",
    "Content-Type": "application/json",
    "Accept": "application/json, text/event-stream",
}


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    root = tmp_path_factory.mktemp("served") / "root"
    root.mkdir()
    adders(root)
    with serving(root) as address:
        yield address


def post(url: str, *, _content: bytes = b"", **headers: str | None) -> int:
    """The status of a first message, with some headers changed or left out."""
    changed = {name.replace("_", "-"): value for name, value in headers.items()}
    merged = {**HEADERS, **changed}
    kept = {name: value for name, value in merged.items() if value is not None}
    with httpx2.Client() as web:
        return web.post(url, content=_content or json.dumps(HELLO), headers=kept).status_code


def test_who_has_a_token_is_served(url: str) -> None:
    assert post(url) == 200


@pytest.mark.parametrize(
    "authorization",
    [
        None,
        "",
        "Bearer",
        "Bearer wrong",
        f"Bearer {TOKENS['ada']}x",
        f"Bearer {TOKENS['ada'][:-1]}",
        f"Basic {TOKENS['ada']}",
        "Bearer ada",
    ],
)
def test_nobody_is_served_without_the_right_token(url: str, authorization: str | None) -> None:
    assert post(url, Authorization=authorization) == 401


@pytest.mark.parametrize(
    "host",
    ["evil.example", "evil.example:80", "127.0.0.1.evil.example", "localhost", "127.0.0.1:1"],
)
def test_a_foreign_host_is_refused(url: str, host: str) -> None:
    assert post(url, Host=host) == 421


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://127.0.0.1.evil.example", "http://127.0.0.1:1"]
)
def test_a_page_of_a_foreign_origin_is_refused(url: str, origin: str) -> None:
    assert post(url, Origin=origin) == 403


def test_its_own_origin_is_served(url: str) -> None:
    assert post(url, Origin=url.removesuffix("/mcp")) == 200


def test_both_are_looked_at_for_clients_of_the_newest_protocol_too(url: str) -> None:
    modern: dict[str, Any] = {"MCP_Protocol_Version": "2026-07-28"}
    assert post(url, Host="evil.example", **modern) == 421
    assert post(url, Origin="http://evil.example", **modern) == 403
    assert post(url, Authorization=None, **modern) == 401


async def test_what_is_too_large_is_refused_and_the_server_lives(url: str) -> None:
    assert post(url, _content=b"x" * (MOST_BYTES + 1)) == 413
    async with http(url) as session:
        said = await session.refused("validate_python_syntax", source="x" * 1_000_001)
        assert "at most 1000000" in said
        assert (await session.call("validate_python_syntax", source="x = 1\n"))["ok"]


async def test_clients_see_their_own_runs_alone(url: str) -> None:
    async with http(url, "ada") as ada, http(url, "bob") as bob:
        run = (await ada.call("start_build", recipe="adders", model="caller"))["run_id"]
        assert [one["run_id"] for one in (await ada.call("list_runs"))["runs"]] == [run]
        assert (await bob.call("list_runs"))["runs"] == []
        for tool, more in (
            ("get_status", {}),
            ("get_result", {}),
            ("cancel", {}),
            ("intervene", {"action": "pause"}),
            ("next_microtask", {}),
            ("submit_answer", {"key": "0" * 64, "answer": "x"}),
            ("answer_question", {"question_id": "allow:x", "answer": "yes"}),
        ):
            assert "There is no run" in await bob.refused(tool, run_id=run, **more)
        with pytest.raises(Exception, match="There is no run"):
            await bob.client.read_resource(f"run://{run}/log")
        while not (task := await ada.call("next_microtask", run_id=run))["key"]:
            pass
        other = (await bob.call("start_build", recipe="adders", model="caller", out="b"))["run_id"]
        assert other != run
        while not (same := await bob.call("next_microtask", run_id=other))["key"]:
            pass
        assert same["key"] == task["key"], "the same question, and an answer is its client's own"
        assert "run://" not in json.dumps(await bob.call("list_runs"))
        await asyncio.gather(ada.call("cancel", run_id=run), bob.call("cancel", run_id=other))


async def test_ids_cannot_be_guessed_and_lead_nowhere_else(url: str) -> None:
    async with http(url) as session:
        runs = [await session.call("start_build", recipe="adders", model="caller")]
        await session.call("cancel", run_id=runs[0]["run_id"])
        runs.append(await session.call("start_build", recipe="adders", model="caller"))
        await session.call("cancel", run_id=runs[1]["run_id"])
        ids = {run["run_id"] for run in runs}
        assert len(ids) == 2
        assert all(len(id) == 32 for id in ids)
        for id in ("", "..", "../bob", f"../ada/{min(ids)}", "*", min(ids)[:31], "0" * 32):
            assert "There is no run" in await session.refused("get_status", run_id=id)


def test_tokens_that_others_can_read_or_guess_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "tokens"
    for text, mode, reason in (
        ("ada 0123456789abcdef", 0o644, "can be read by others"),
        ("ada short", 0o600, "no client and its token"),
        ("../ada 0123456789abcdef", 0o600, "no client and its token"),
        ("ada 0123456789abcdef\nbob 0123456789abcdef", 0o600, "there twice"),
        ("", 0o600, "names no client"),
    ):
        file.write_text(text)
        file.chmod(mode)
        with pytest.raises(BadInput, match=reason):
            read_tokens(file)


def test_a_token_is_made_once_and_is_nobody_elses_to_read(tmp_path: Path) -> None:
    first, made = clients_of(None, Folders([tmp_path]))
    again, _ = clients_of(None, Folders([tmp_path]))
    assert first == again
    assert len(first["owner"]) >= 32
    assert made is not None
    assert made.stat().st_mode & 0o077 == 0

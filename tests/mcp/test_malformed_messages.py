"""Whatever is written to the server, it lives and goes on answering."""

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from mcp_kit import TOKENS, adders, environment, serving

from brickyard.mcp.stdio import LONGEST_LINE

PATIENCE = 120
MANY = 500
"""Over each of stdio and HTTP: a thousand in all."""
METHODS = (
    "initialize",
    "tools/call",
    "tools/list",
    "resources/read",
    "prompts/get",
    "ping",
    "notifications/initialized",
    "completion/complete",
    "nonsense",
)
TOOLS = ("start_build", "get_status", "submit_answer", "check_recipe", "intervene", "no_such_tool")
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4)
    ),
    max_leaves=8,
)
CALLS = st.fixed_dictionaries(
    {"name": st.sampled_from(TOOLS) | JSON},
    optional={"arguments": JSON, "_meta": JSON},
)
REQUESTS = st.fixed_dictionaries(
    {},
    optional={
        "jsonrpc": st.just("2.0") | JSON,
        "id": st.integers(min_value=10, max_value=99) | JSON,
        "method": st.sampled_from(METHODS) | JSON,
        "params": CALLS | JSON,
        "result": JSON,
    },
)
MESSAGES = (
    st.binary(max_size=200)
    | JSON.map(lambda value: json.dumps(value).encode())
    | REQUESTS.map(lambda value: json.dumps(value).encode())
    | REQUESTS.map(lambda value: json.dumps(value).encode()[:-3])
)


class Wire:
    """The server's stdin and stdout, line by line."""

    def __init__(self, folder: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "brickyard", "mcp", str(folder)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment(),
        )
        self.number = 1000
        self.ask("initialize", HELLO)
        self.send(json.dumps({"jsonrpc": "2.0", "method": "notifications/initialized"}).encode())

    def send(self, line: bytes) -> None:
        assert self.process.stdin
        self.process.stdin.write(line.replace(b"\n", b" ") + b"\n")
        self.process.stdin.flush()

    def ask(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        """The answer to a request of ours, whatever else is said before it."""
        self.number += 1
        message = {"jsonrpc": "2.0", "id": self.number, "method": method, "params": params}
        self.send(json.dumps(message).encode())
        return self.answer(self.number)

    def answer(self, id: object) -> dict[str, Any]:
        assert self.process.stdout
        given_up = threading.Timer(PATIENCE, self.process.kill)
        given_up.start()
        try:
            for line in self.process.stdout:
                found = json.loads(line)
                if found.get("id") == id:
                    return found
            raise AssertionError("the server is gone, or does not answer")
        finally:
            given_up.cancel()


CALM = (HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much)
HELLO = {
    "protocolVersion": "2025-11-25",
    "capabilities": {},
    "clientInfo": {"name": "test", "version": "1"},
}


@pytest.fixture(scope="module")
def wire(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Wire]:
    wire = Wire(tmp_path_factory.mktemp("root"))
    with wire.process:
        yield wire
        assert wire.process.stdin
        wire.process.stdin.close()
        assert wire.process.wait(timeout=10) == 0


def test_malformed_messages_on_stdio_harm_nothing(wire: Wire) -> None:
    @settings(max_examples=MANY, database=None, suppress_health_check=CALM)
    @given(MESSAGES)
    def send(message: bytes) -> None:
        wire.send(message)

    send()
    assert "result" in wire.ask("ping", {})
    source = {"name": "validate_python_syntax", "arguments": {"source": "x = 1\n"}}
    assert wire.ask("tools/call", source)["result"]["isError"] is False


def test_a_line_that_is_too_long_is_refused_by_its_id_and_passed_over(wire: Wire) -> None:
    call = {"jsonrpc": "2.0", "id": 7, "method": "tools/call"}
    arguments = {"name": "validate_python_syntax", "arguments": {"source": "x" * LONGEST_LINE}}
    wire.send(json.dumps({**call, "params": arguments}).encode())
    assert "larger than 8,388,608 bytes" in wire.answer(7)["error"]["message"]
    assert "result" in wire.ask("ping", {})


@pytest.mark.slow
def test_malformed_messages_over_http_harm_nothing(tmp_path: Path) -> None:
    (root := tmp_path / "root").mkdir()
    adders(root)
    headers = {
        "Authorization": f"Bearer {TOKENS['ada']}",
        "Content-Type": "application/json",
        "Accept": "application/json, text/event-stream",
    }
    with serving(root) as url, httpx2.Client(headers=headers, timeout=30) as web:

        @settings(max_examples=MANY, database=None, suppress_health_check=CALM)
        @given(MESSAGES, st.sampled_from(({}, {"MCP-Protocol-Version": "2026-07-28"})))
        def send(message: bytes, more: dict[str, str]) -> None:
            answer = web.post(url, content=message, headers=more)
            assert answer.status_code < 500, (message, answer.text)

        send()
        hello = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": HELLO}
        assert web.post(url, json=hello).status_code == 200

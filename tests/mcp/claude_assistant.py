"""What a loopback provider says in the place of an assistant's model: one call of a tool a turn."""

import json
from typing import Any

from mcp_kit import answer_to

from brickyard.testing import Asked, Said, ToolCall

CONTEXTS = {"author": "main", "cases": "cases-1", "reader": "reader-1"}
WAIT = "WaitForMcpServers"
"""A tool of the program's own: servers of plugins start beside the first turn."""
UNDER_WAY = ("starting", "running", "waiting")


class Assistant:
    """Starts what it is told to, answers as the caller where it is asked, and fetches the result.

    `came` is the result, once it is there; `called` are the tools, in order.
    """

    def __init__(self, tool: str, **arguments: Any) -> None:
        self.first = (tool, arguments)
        self.came: dict[str, Any] = {}
        self.called: list[str] = []
        self.task: dict[str, Any] = {}

    def __call__(self, asked: Asked) -> Said:
        names = {name.rpartition("__")[2]: name for name in asked.tools}
        if self.first[0] not in names:
            is_coming = WAIT in asked.tools
            return Said(finish="tool", calls=(ToolCall(WAIT),)) if is_coming else Said("ok")
        tool, arguments = self._next(_last_result(asked) if self.called else {})
        if not tool:
            return Said(f"It is {self.came['state']}.")
        self.called.append(tool)
        return Said(finish="tool", calls=(ToolCall(names[tool], arguments),))

    def _next(self, told: dict[str, Any]) -> tuple[str, dict[str, Any]]:
        match self.called[-1:]:
            case []:
                return self.first
            case ["get_result"]:
                self.came = told
                return "", {}
            case ["next_microtask"] if told["key"]:
                self.task = told
                given = {"key": told["key"], "context": CONTEXTS[told["role"]]}
                answer = {"run_id": told["run_id"], "answer": answer_to(told), **given}
                return "submit_answer", answer
            case _:
                return self._look(told)

    def _look(self, told: dict[str, Any]) -> tuple[str, dict[str, Any]]:
        run = {"run_id": told["run_id"]}
        if told.get("state", "running") not in UNDER_WAY:
            return "get_result", run
        if self.first[1].get("model") == "caller":
            return "next_microtask", {**run, "wait_seconds": 4}
        return "get_status", {**run, "wait_seconds": 4}


def _last_result(asked: Asked) -> dict[str, Any]:
    """What the last tool returned, as the assistant shows it to its model."""
    for message in reversed(asked.body["messages"]):
        content = message["content"] if isinstance(message["content"], list) else []
        for block in reversed(content):
            if block.get("type") == "tool_result":
                inner = block["content"]
                text = inner if isinstance(inner, str) else "".join(x["text"] for x in inner)
                return json.JSONDecoder().raw_decode(text)[0]
    return {}

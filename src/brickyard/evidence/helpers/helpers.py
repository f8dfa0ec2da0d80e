"""What the tests of this project share: a service on this machine."""

import http.server
import json
import math
import threading
from dataclasses import fields, is_dataclass
from typing import Any


def is_same(got: object, expected: object, within: float = 0.0) -> bool:
    if expected is None or isinstance(expected, bool) or isinstance(got, bool):
        return got is expected
    if isinstance(expected, int | float) and isinstance(got, int | float):
        return is_same_number(got, expected, within)
    if isinstance(expected, list | tuple) and isinstance(got, list | tuple):
        kind = isinstance(expected, list) or isinstance(got, tuple)
        pairs = zip(got, expected, strict=False)
        return kind and len(got) == len(expected) and all(is_same(*pair, within) for pair in pairs)
    if isinstance(expected, dict) and isinstance(got, dict):
        same_keys = len(got) == len(expected) and all(key in got for key in expected)
        return same_keys and all(is_same(got[key], expected[key], within) for key in expected)
    if isinstance(expected, str):
        return isinstance(got, str) and str.__eq__(expected, got)
    if is_dataclass(expected) and type(got) is type(expected):
        names = [field.name for field in fields(expected) if field.compare]
        return all(is_same(getattr(got, name), getattr(expected, name), within) for name in names)
    return type(got) is type(expected) and got == expected


def is_same_number(got: float, expected: float, within: float) -> bool:
    if within > 0:
        return abs(float(got) - float(expected)) <= within
    if isinstance(expected, float) and math.isnan(expected):
        return isinstance(got, float) and math.isnan(got)
    if isinstance(expected, float):
        return float.__eq__(expected, got)
    return float.__eq__(got, expected) if isinstance(got, float) else int.__eq__(expected, got)


class StandIn:
    """Plays the service on this machine: answers as it was told, and knows what it was asked."""

    def __init__(self) -> None:
        self.awaited: list[dict[str, Any]] = []
        self.wrong: list[str] = []
        self.lock = threading.Lock()
        stand_in = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def answer(self) -> None:
                stand_in.answer(self)

            do_GET = do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = answer

            def log_message(self, format: str, *args: object) -> None:
                """Says nothing."""

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"

    def answers(self, method: str, path: str, **rest: Any) -> None:
        """One request that must come, what must come with it, and the answer that it gets."""
        self.awaited.append({"asked": f"{method} {path}", **rest})

    def answer(self, request: http.server.BaseHTTPRequestHandler) -> None:
        sent = request.rfile.read(int(request.headers.get("Content-Length") or 0))
        asked = f"{request.command} {request.path}"
        with self.lock:
            found = next((one for one in self.awaited if one["asked"] == asked), None)
            if found is None:
                self.wrong.append(f"nobody expected {asked}")
                request.send_error(404, f"nobody expected {asked}")
                return
            self.awaited.remove(found)
            self.look(found, request.headers, sent.decode("utf-8", "replace"))
        content = found["body"].encode()
        request.send_response(found["status"])
        headers = {"Content-Length": str(len(content)), **found.get("headers", {})}
        for name, value in headers.items():
            request.send_header(name, value)
        request.end_headers()
        if request.command != "HEAD":
            request.wfile.write(content)

    def look(self, awaited: dict[str, Any], headers: Any, body: str) -> None:
        if "wants_json" in awaited and not is_same(json_of(body), awaited["wants_json"]):
            expected = json.dumps(awaited["wants_json"])
            self.wrong.append(f"expected the body {expected} with {awaited['asked']}, got {body!r}")
        for part in awaited.get("wants_text", []):
            if part not in body:
                self.wrong.append(f"expected {part!r} in the body of {awaited['asked']}: {body!r}")
        for name, part in awaited.get("wants_headers", {}).items():
            if part not in headers.get(name, ""):
                got = headers.get(name)
                self.wrong.append(f"expected {part!r} in {name} of {awaited['asked']}, got {got!r}")

    def assert_all_came(self) -> None:
        missing = [f"{one['asked']} never came" for one in self.awaited]
        if self.wrong or missing:
            raise AssertionError("the service: " + "; ".join([*self.wrong, *missing]))


def json_of(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return None

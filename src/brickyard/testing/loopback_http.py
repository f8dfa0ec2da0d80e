"""HTTP for the loopback server: paths, keys, whole answers, streams, and everything that breaks."""

import json
import select
import socket
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from brickyard.testing import loopback_chat, loopback_messages
from brickyard.testing.loopback_ledger import Ledger
from brickyard.testing.loopback_values import Answering, Asked, Dialect, Fault, Said

SPEAKS = {"messages": loopback_messages, "chat": loopback_chat}
PATHS: dict[str, Dialect] = {
    "/v1/messages": "messages",
    "/v1/chat/completions": "chat",
    "/chat/completions": "chat",
}
JSON, STREAM, PAGE = "application/json", "text/event-stream; charset=utf-8", "text/html"
CHARACTERS_A_TOKEN = 4


class Server(ThreadingHTTPServer):
    """One thread a connection; closing ends them all."""

    daemon_threads = False
    request_queue_size = 64

    def __init__(self, answer: Answering, ledger: Ledger, *, latency: float, key: str) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.answer = answer
        self.ledger = ledger
        self.latency = latency
        self.key = key
        self._connections: set[socket.socket] = set()
        self._lock = threading.Lock()

    def close(self) -> None:
        """End the connections, also those in the middle of an answer, and wait for the threads."""
        self.shutdown()
        with self._lock:
            for connection in self._connections:
                _end(connection)
        self.server_close()

    def process_request(self, request: Any, client_address: Any) -> None:
        with self._lock:
            self._connections.add(request)
        self.ledger.note(opened=1)
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        with self._lock:
            self._connections.discard(request)
        super().shutdown_request(request)
        self.ledger.note(opened=-1)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that left is counted; what a script raised is kept and told."""
        error = sys.exception()
        if isinstance(error, ConnectionError):
            self.ledger.note(abandoned=1)
            return
        self.ledger.note(error=error)
        body = json.dumps({"error": {"message": f"the test's script raised {error!r}"}}).encode()
        head = f"HTTP/1.1 400 Bad Request\r\ncontent-type: {JSON}\r\nconnection: close\r\n"
        request.sendall(f"{head}content-length: {len(body)}\r\n\r\n".encode() + body)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: Server  # pyright: ignore[reportIncompatibleVariableOverride]

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing: what was asked is in the ledger."""

    def do_HEAD(self) -> None:
        self._send(200, b"")

    def do_GET(self) -> None:
        if self._path == "/v1/models":
            model = {"id": "loopback", "object": "model", "type": "model", "owned_by": "test"}
            self._send_json(200, {"object": "list", "data": [model], "has_more": False})
        else:
            self._send_json(404, loopback_messages.failure(404, f"there is no {self._path}"))

    def do_POST(self) -> None:
        raw = self.rfile.read(int(self.headers.get("content-length", "0")))
        dialect = PATHS.get(self._path)
        if self._path == "/v1/messages/count_tokens":
            self._send_json(200, {"input_tokens": len(raw) // CHARACTERS_A_TOKEN})
        elif dialect is None:
            self._send_json(404, loopback_messages.failure(404, f"there is no {self._path}"))
        elif self.server.key and self.server.key != self._key:
            self._send_json(401, SPEAKS[dialect].failure(401, "the key is not the server's"))
        else:
            self._answer(dialect, json.loads(raw))

    @property
    def _path(self) -> str:
        return self.path.partition("?")[0]

    @property
    def _key(self) -> str:
        bearer = self.headers.get("authorization", "").removeprefix("Bearer ")
        return self.headers.get("x-api-key") or bearer

    def _answer(self, dialect: Dialect, body: dict[str, Any]) -> None:
        asked = self.server.ledger.ask(lambda number: self._asked(dialect, body, number))
        said = self.server.answer(asked)
        if self.server.latency:
            self._stay(self.server.latency)
        if isinstance(said, Fault):
            self._fail(asked, said)
        elif asked.stream:
            self._stream(asked, Said(said) if isinstance(said, str) else said)
        else:
            answer = Said(said) if isinstance(said, str) else said
            self._send_json(200, SPEAKS[dialect].whole(answer, asked.model, asked.number))

    def _asked(self, dialect: Dialect, body: dict[str, Any], number: int) -> Asked:
        speaks = SPEAKS[dialect]
        return Asked(
            dialect=dialect,
            model=body["model"],
            system=speaks.system_of(body),
            messages=speaks.messages_of(body),
            tools=speaks.tools_of(body),
            stream=bool(body.get("stream")),
            headers={name.lower(): value for name, value in self.headers.items()},
            body=body,
            number=number,
        )

    def _stream(self, asked: Asked, said: Said) -> None:
        self._begin()
        for event in SPEAKS[asked.dialect].events(said, asked.body, asked.number):
            self._chunk(event)
        self._chunk("")

    def _fail(self, asked: Asked, fault: Fault) -> None:
        speaks = SPEAKS[asked.dialect]
        if fault.kind == "status":
            content = json.dumps(speaks.failure(fault.status, fault.message)).encode()
            self._send(fault.status, content, retry_after=fault.retry_after)
        elif fault.kind == "garbage":
            self._send(200, b"<html>This is no answer.</html>", kind=PAGE)
        else:
            self._half(asked, fault)

    def _half(self, asked: Asked, fault: Fault) -> None:
        """The beginning of an answer, and then what the fault says."""
        speaks = SPEAKS[asked.dialect]
        if asked.stream:
            events = list(speaks.events(fault.said, asked.body, asked.number))
            self._begin()
            for event in events[: len(events) // 2]:
                self._chunk(event)
            if fault.kind == "error":
                self._chunk(speaks.broken(fault.message))
                self._chunk("")
                return
        else:
            whole = json.dumps(speaks.whole(fault.said, asked.model, asked.number)).encode()
            self._send(200, whole[: len(whole) // 2], length=len(whole))
        if fault.kind == "stall":
            self._stay(None)
        self.close_connection = True

    def _stay(self, seconds: float | None) -> None:
        """Wait; ConnectionError when the client leaves before that, or the server closes."""
        if select.select([self.connection], [], [], seconds)[0]:
            raise ConnectionAbortedError("the client left")

    def _begin(self) -> None:
        self.send_response(200)
        self.send_header("content-type", STREAM)
        self.send_header("transfer-encoding", "chunked")
        self.end_headers()

    def _chunk(self, text: str) -> None:
        data = text.encode()
        self.wfile.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")

    def _send_json(self, status: int, value: dict[str, Any]) -> None:
        self._send(status, json.dumps(value).encode())

    def _send(
        self,
        status: int,
        content: bytes,
        *,
        kind: str = JSON,
        length: int | None = None,
        retry_after: float | None = None,
    ) -> None:
        self.send_response(status, "Scripted")
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(content) if length is None else length))
        if retry_after is not None:
            self.send_header("retry-after", f"{retry_after:g}")
        self.end_headers()
        self.wfile.write(content)


def _end(connection: socket.socket) -> None:
    try:
        connection.shutdown(socket.SHUT_RDWR)
    except OSError:
        return  # the client was faster

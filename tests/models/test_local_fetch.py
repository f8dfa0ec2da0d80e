"""Fetching weights from a hub on this machine: complete, verified, resumed, or refused."""

import hashlib
import threading
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from brickyard.errors import ModelUnavailable
from brickyard.models.local_fetch import fetch
from brickyard.models.local_weights import Published

CONTENT = bytes(range(256)) * 4096


def published(content: bytes = CONTENT, **changes: object) -> Published:
    told = {
        "title": "Small",
        "file": "small.gguf",
        "repository": "someone/small",
        "size": len(content),
        "sha256": hashlib.sha256(content).hexdigest(),
        "licence": "MIT",
        **changes,
    }
    return Published(**told)  # type: ignore[arg-type]


@dataclass
class Hub:
    """`drop` is after how many bytes of the file the connection is closed, the first time."""

    content: bytes = CONTENT
    drop: int = 0
    ranges: bool = True
    status: int = 0
    asked: list[str] = field(default_factory=list)
    address: str = ""

    def handle(self, handler: BaseHTTPRequestHandler) -> None:
        wanted = handler.headers.get("Range", "")
        self.asked.append(f"{handler.path} {wanted}".strip())
        begun = int(wanted.removeprefix("bytes=").rstrip("-")) if wanted and self.ranges else 0
        status = self.status or (206 if wanted and self.ranges else 200)
        if begun >= len(self.content):
            status = 416
        handler.send_response(status)
        body = self.content[begun:] if status in (200, 206) else b""
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        with suppress(ConnectionError):
            handler.wfile.write(body[: self.drop - begun] if self.drop > begun else body)
        self.drop = 0
        handler.close_connection = True


@pytest.fixture
def hub() -> Iterator[Hub]:
    served = Hub()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            served.handle(self)

        def log_message(self, format: str, *args: object) -> None:
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    served.address = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield served
    server.shutdown()
    thread.join()
    server.server_close()


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_the_file_is_complete_and_progress_is_told(hub: Hub, tmp_path: Path) -> None:
    told: list[int] = []
    path = fetch(published(), tmp_path / "models", told.append, hub=hub.address)
    assert path == tmp_path / "models" / "small.gguf"
    assert path.read_bytes() == CONTENT
    assert names(path.parent) == ["small.gguf"]
    assert hub.asked == ["/someone/small/resolve/main/small.gguf"]
    assert told[-1] == len(CONTENT)
    assert told == sorted(told)


def test_a_dropped_download_goes_on_where_it_stopped(hub: Hub, tmp_path: Path) -> None:
    hub.drop = 700_000
    with pytest.raises(ModelUnavailable, match=r"stopped at .* of .* GB") as caught:
        fetch(published(), tmp_path, print, hub=hub.address)
    assert caught.value.transient
    assert "goes on from there" in caught.value.hint
    assert names(tmp_path) == [".small.gguf.part"]
    assert fetch(published(), tmp_path, print, hub=hub.address).read_bytes() == CONTENT
    assert hub.asked[1].endswith("bytes=700000-")
    assert names(tmp_path) == ["small.gguf"]


def test_a_hub_that_cannot_go_on_in_the_middle_is_read_from_the_start(
    hub: Hub, tmp_path: Path
) -> None:
    hub.drop, hub.ranges = 700_000, False
    with pytest.raises(ModelUnavailable):
        fetch(published(), tmp_path, print, hub=hub.address)
    assert fetch(published(), tmp_path, print, hub=hub.address).read_bytes() == CONTENT


def test_a_part_that_is_all_there_is_only_verified(hub: Hub, tmp_path: Path) -> None:
    (tmp_path / ".small.gguf.part").write_bytes(CONTENT)
    assert fetch(published(), tmp_path, print, hub=hub.address).read_bytes() == CONTENT
    assert hub.asked == []


def test_a_wrong_hash_is_refused_and_the_file_removed(hub: Hub, tmp_path: Path) -> None:
    hub.content = CONTENT[:-1] + b"!"
    with pytest.raises(ModelUnavailable, match=r"is not Small: its sha256 is .*removed") as caught:
        fetch(published(), tmp_path, print, hub=hub.address)
    assert caught.value.exit_code == 3
    assert names(tmp_path) == []


def test_a_longer_file_is_refused_and_removed(hub: Hub, tmp_path: Path) -> None:
    hub.content = CONTENT + b"more" * 1_000_000
    with pytest.raises(ModelUnavailable, match="it is longer than"):
        fetch(published(), tmp_path, print, hub=hub.address)
    assert names(tmp_path) == []


def test_a_shorter_file_is_refused_and_not_kept_forever(hub: Hub, tmp_path: Path) -> None:
    hub.content = b"another file"
    with pytest.raises(ModelUnavailable, match="stopped at"):
        fetch(published(), tmp_path, print, hub=hub.address)
    with pytest.raises(ModelUnavailable, match="cannot be fetched: HTTP 416"):
        fetch(published(), tmp_path, print, hub=hub.address)
    hub.content = CONTENT
    assert fetch(published(), tmp_path, print, hub=hub.address).read_bytes() == CONTENT


def test_a_hub_without_the_file_is_named_with_another_way(hub: Hub, tmp_path: Path) -> None:
    hub.status = 404
    with pytest.raises(ModelUnavailable, match=r"/someone/small/.* HTTP 404") as caught:
        fetch(published(), tmp_path, print, hub=hub.address)
    assert "BRICKYARD_LOCAL_MODEL" in caught.value.hint
    assert not (tmp_path / "small.gguf").exists()


def test_a_hub_out_of_reach_is_an_error(hub: Hub, tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailable, match="cannot be fetched"):
        fetch(published(), tmp_path, print, hub="http://127.0.0.1:1")


def test_too_little_room_is_told_before_anything_is_fetched(hub: Hub, tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailable, match=r"need 1000000000\.00 GB in .* are free") as caught:
        fetch(published(size=10**18), tmp_path, print, hub=hub.address)
    assert "BRICKYARD_CACHE" in caught.value.hint
    assert hub.asked == []


def test_a_folder_that_cannot_be_written_is_told(hub: Hub, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(ModelUnavailable, match="cannot be written"):
        fetch(published(), tmp_path / "file", print, hub=hub.address)


def test_a_full_disk_is_told(hub: Hub, tmp_path: Path) -> None:
    (tmp_path / ".small.gguf.part").symlink_to("/dev/full")
    with pytest.raises(ModelUnavailable, match="cannot be written: No space left on device"):
        fetch(published(), tmp_path, print, hub=hub.address)


def test_only_one_fetches_at_a_time(hub: Hub, tmp_path: Path) -> None:
    told: list[str] = []

    def again(size: int) -> None:
        with pytest.raises(ModelUnavailable, match="by another process") as caught:
            fetch(published(), tmp_path, print, hub=hub.address)
        told.append(caught.value.message)

    assert fetch(published(), tmp_path, again, hub=hub.address).read_bytes() == CONTENT
    assert told

"""Weights from their publisher's hub: resumed where it stopped, verified, then in place at once."""

import fcntl
import shutil
import urllib.error
import urllib.request
from collections.abc import Callable, Generator
from contextlib import contextmanager
from http.client import HTTPException, HTTPResponse
from pathlib import Path
from typing import BinaryIO, TypeAlias

from brickyard.errors import ModelUnavailable
from brickyard.models.local_weights import Published, digest_of

HUB = "https://huggingface.co"
SECONDS = 60.0
"""How long the hub may be silent."""
_CHUNK = 1 << 20
_NOTHING_MORE = 416
"""The part here is as long as the file there, which is shorter than it should be."""

Progress: TypeAlias = Callable[[int], None]
"""Called with the number of bytes that are there."""


def fetch(published: Published, folder: Path, progress: Progress, *, hub: str = HUB) -> Path:
    """The weights in `folder`; what cannot be completed raises, and calling again goes on."""
    target = folder / published.file
    part = folder / f".{published.file}.part"
    with _told(folder):
        folder.mkdir(parents=True, exist_ok=True)
        with part.open("ab") as file, _alone(file, part):
            if file.tell() < published.size:
                _room(folder, published.size - file.tell())
                _download(published, file, progress, hub)
            if file.tell() < published.size:
                raise _stopped(published, file.tell(), "the connection was closed")
        _verify(published, part)
        part.replace(target)
    return target


def _download(published: Published, file: BinaryIO, progress: Progress, hub: str) -> None:
    """Append what is missing; a hub that cannot go on in the middle is read from the start."""
    begun = file.tell()
    asked = urllib.request.Request(published.address(hub))
    if begun:
        asked.add_header("Range", f"bytes={begun}-")
    try:
        with urllib.request.urlopen(asked, timeout=SECONDS) as answer:
            if begun and answer.status != 206:
                _empty(file)
                begun = 0
            _copy(answer, file, progress, published.size - begun)
    except urllib.error.HTTPError as error:
        error.close()
        if error.code == _NOTHING_MORE:
            _empty(file)
        raise _refused(published, hub, f"HTTP {error.code} {error.reason}") from error
    except HTTPException as error:
        raise _stopped(published, file.tell(), "the connection was closed") from error
    except (TimeoutError, ConnectionError) as error:
        raise _stopped(published, file.tell(), str(error) or "the hub is silent") from error
    except urllib.error.URLError as error:
        raise _refused(published, hub, str(error.reason)) from error


def _empty(file: BinaryIO) -> None:
    file.seek(0)
    file.truncate()


def _copy(answer: HTTPResponse, file: BinaryIO, progress: Progress, missing: int) -> None:
    """At most one byte more than is missing: enough to tell that the file is another one."""
    left = missing + 1
    while left and (chunk := answer.read(min(_CHUNK, left))):
        file.write(chunk)
        left -= len(chunk)
        progress(file.tell())


def _verify(published: Published, part: Path) -> None:
    size = part.stat().st_size
    found = digest_of(part) if size == published.size else ""
    if found == published.sha256:
        return
    part.unlink()
    wrong = f"its sha256 is {found[:12]}…" if found else f"it is longer than {published.size} bytes"
    raise ModelUnavailable(
        f"What was fetched is not {published.title}: {wrong}. It was removed.",
        hint="Fetch it again; if it stays so, the file at the hub is not the pinned one.",
        may_have_cost=False,
    )


def _room(folder: Path, needed: int) -> None:
    free = shutil.disk_usage(folder).free
    if free < needed:
        raise ModelUnavailable(
            f"The weights need {_gb(needed)} in {folder}, where {_gb(free)} are free.",
            hint="Make room, or choose another folder with BRICKYARD_CACHE.",
            may_have_cost=False,
        )


def _stopped(published: Published, size: int, why: str) -> ModelUnavailable:
    return ModelUnavailable(
        f"The download of {published.title} stopped at {_gb(size)} of "
        f"{_gb(published.size)}: {why}.",
        hint="Run `brickyard weights` again: it goes on from there.",
        may_have_cost=False,
        transient=True,
    )


def _refused(published: Published, hub: str, why: str) -> ModelUnavailable:
    return ModelUnavailable(
        f"{published.address(hub)} cannot be fetched: {why}.",
        hint="Check the network; or get the file in another way and set BRICKYARD_LOCAL_MODEL to "
        "its path.",
        may_have_cost=False,
    )


@contextmanager
def _alone(file: BinaryIO, part: Path) -> Generator[None]:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise ModelUnavailable(
            f"{part} is being fetched by another process.",
            hint="Wait for it to end.",
            may_have_cost=False,
        ) from error
    yield


@contextmanager
def _told(folder: Path) -> Generator[None]:
    try:
        yield
    except OSError as error:
        raise ModelUnavailable(
            f"{error.filename or folder} cannot be written: {error.strerror}.",
            hint="Make room or make it writable, or choose another folder with BRICKYARD_CACHE.",
            may_have_cost=False,
        ) from error


def _gb(size: int) -> str:
    return f"{size / 1e9:.2f} GB"

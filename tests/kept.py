"""What sandboxes showed is remembered: by all tests of a run, and from one run to the next.

A verdict is kept under all that it depends on: files, command, limits and tools. What runs a
sandbox is none of that, so a change there forgets everything. CI has nothing to remember. Tests of
sandboxes, of attacks and of times execute all anew.
"""

import hashlib
import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from brickyard import sandbox
from brickyard.record import Record
from brickyard.record.home import FILE

MOST = 500_000_000
"""Bytes that are kept of a room; more is forgotten, for most of it nobody asks for any more."""


def shared(factory: pytest.TempPathFactory) -> Path:
    """A folder of this run, the same for parallel workers."""
    base = factory.getbasetemp()
    return base.parent if "PYTEST_XDIST_WORKER" in os.environ else base


def place(config: pytest.Config, room: str) -> Path:
    """The record of a room that outlives this run."""
    assert config.cache is not None
    every = config.cache.mkdir("verdicts")
    now = every / _digest()
    for other in every.iterdir():
        if other != now:
            shutil.rmtree(other, ignore_errors=True)
    found = now / room
    if (found / FILE).is_file() and (found / FILE).stat().st_size > MOST:
        shutil.rmtree(found, ignore_errors=True)
    return found


def _digest() -> str:
    folder = Path(sandbox.__file__).parent
    every = (path for path in sorted(folder.rglob("*")) if path.suffix in (".py", ".txt"))
    texts = (path.read_bytes() for path in every)
    return hashlib.sha256(b"\0".join(texts)).hexdigest()[:16]


def tell(known: Path, other: Path) -> None:
    """All verdicts of one record, and nothing else of it, to another that may not have them."""
    for home in (known, other):
        Record.open(home).close()
    with closing(sqlite3.connect(other / FILE, timeout=120)) as target:
        target.execute("attach ? as known", (str(known / FILE),))
        with target:
            target.execute("insert or ignore into verdicts select * from known.verdicts")

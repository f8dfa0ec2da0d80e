"""One line of RED's table: a test as a case or as pytest code, and what is to become of it."""

import re
from dataclasses import dataclass
from pathlib import Path

HEAD = """\
import asyncio
import io
import json
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import FrozenInstanceError, is_dataclass
from decimal import Decimal
from pathlib import Path
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desk import core
from desk.cli import main
from desk.core import *


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
"""


@dataclass(frozen=True)
class Entry:
    """`group`: the requirement it shares with other entries; by itself it must stand alone.

    `reason`: part of what its writer is told; empty for a test that must be accepted. `head`: what
    stands in its file before it.
    """

    id: str
    shows: str
    is_case: bool
    code: str
    head: str = ""
    reason: str = ""
    group: str = ""

    @property
    def requirement(self) -> str:
        return f"R-{self.group or self.id}"

    @property
    def function(self) -> str:
        """The function as it stands in a file of cases, or of written tests."""
        mark = "proves(" if self.is_case else "pytest.mark.requirement(id="
        return f'\n\n@{mark}"{self.requirement}")\n{self.code}'


def entries(file: str, *, is_case: bool = False) -> tuple[Entry, ...]:
    """A table of tests: `#: id: what it shows`, `#: refused: why`, and a function each.

    `#: fooled: what` is short for what is said of an impostor that passes.
    """
    text = (Path(__file__).parent / file).read_text("utf-8")
    return tuple(
        written_entry(block, is_case)
        for block in re.split(r"^(?=#: (?!refused|group|fooled))", text, flags=re.M)[1:]
    )


def written_entry(block: str, is_case: bool) -> Entry:
    said = re.findall(r"^#: (\w+): (.*)$", block, re.M)
    more = dict(said[1:])
    head, code = re.split(
        r"^(?=@|def |async def )",
        re.sub(r"^#: .*\n", "", block, flags=re.M),
        maxsplit=1,
        flags=re.M,
    )
    fooled = f"Code in which every operation {more.get('fooled')} passes all tests of"
    return Entry(
        *said[0],
        is_case=is_case,
        code=code.rstrip() + "\n",
        head=head,
        reason=fooled if "fooled" in more else more.get("refused", ""),
        group=more.get("group", ""),
    )

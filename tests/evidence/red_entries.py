"""One line of RED's table: a test as a case or as pytest code, and what is to become of it."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from brickyard.values import Case, Step

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
    case: Case | None = None
    code: str = ""
    head: str = ""
    reason: str = ""
    group: str = ""

    @property
    def requirement(self) -> str:
        return f"R-{self.group or self.id}"

    @property
    def function(self) -> str:
        """The test function as it stands in a file of written tests."""
        return f'\n\n@pytest.mark.requirement(id="{self.requirement}")\n{self.code}'


def entries(file: str) -> tuple[Entry, ...]:
    """A table of written tests: `#: id: what it shows`, `#: refused: why`, and a function each."""
    text = (Path(__file__).parent / file).read_text("utf-8")
    return tuple(
        written_entry(block)
        for block in re.split(r"^(?=#: (?!refused|group))", text, flags=re.M)[1:]
    )


def written_entry(block: str) -> Entry:
    said = re.findall(r"^#: (\w+): (.*)$", block, re.M)
    more = dict(said[1:])
    head, code = re.split(
        r"^(?=@|def |async def )",
        re.sub(r"^#: .*\n", "", block, flags=re.M),
        maxsplit=1,
        flags=re.M,
    )
    return Entry(
        *said[0],
        code=code.rstrip() + "\n",
        head=head,
        reason=more.get("refused", ""),
        group=more.get("group", ""),
    )


def case(id: str, shows: str, *steps: dict[str, Any], **more: Any) -> Entry:
    """An entry as data; `files`, and `group` or `reason` as of an entry."""
    files = more.pop("files", {})
    entry = Entry(id, shows, **more)
    made = Case(
        id=id,
        requirement=entry.requirement,
        title=shows,
        files=files,
        steps=tuple(Step.model_validate(step) for step in steps),
    )
    return Entry(id, shows, made, **more)


def call(operation: str, *args: Any, **more: Any) -> dict[str, Any]:
    """A step; keywords are what it expects, beside `save` and `kwargs`."""
    rest = {key: more.pop(key) for key in ("save", "kwargs") if key in more}
    return {"call": operation, "args": list(args), **rest, **({"expect": more} if more else {})}


def run(*arguments: str, stdin: str = "", **expect: Any) -> dict[str, Any]:
    return {"run": list(arguments), "stdin": stdin, "expect": expect}


def py(expression: str) -> dict[str, str]:
    return {"$py": expression}

from collections.abc import Callable

import pytest

from brickyard.files import Files
from brickyard.sandbox import NO_FILES, Limits, Outcome
from brickyard.values import Brick, Plan


class Says:
    """A sandbox in which every command ends the way a function says."""

    name = "says"
    environment = "0" * 64

    def __init__(self, answer: Callable[[tuple[str, ...]], Outcome]) -> None:
        self.answer = answer

    async def run(
        self,
        files: Files,
        command: tuple[str, ...],
        limits: Limits,
        *,
        readonly: Files = NO_FILES,
    ) -> Outcome:
        return self.answer(command)


@pytest.fixture
def says() -> type[Says]:
    return Says


@pytest.fixture
def plan() -> Plan:
    brick = Brick(name="counting", spec="counts words", serves=("R1",), interface=INTERFACE)
    return Plan(package="words", bricks=(brick,))


@pytest.fixture
def good() -> Files:
    return Files(
        {
            "src/words/__init__.py": '"""Counts words."""\n',
            "src/words/counting.py": COUNTING,
            "tests/acceptance/test_r1.py": "def test_nothing(): pass\n",
        }
    )


INTERFACE = '''"""Counts."""

from collections.abc import Iterable


def count(text: str) -> int: ...
def most(lines: Iterable[str]) -> str: ...
'''

COUNTING = '''"""Counts words, with care for input that a caller may get wrong."""

import json
from collections.abc import Iterable
from typing import Any


def count(text: str) -> int:
    """The number of words; raises TypeError for what is no text."""
    if not isinstance(text, str):
        raise TypeError(f"text expected, not {type(text).__name__}")
    return len(text.split())


def _totals(source: str) -> dict[str, int]:
    data: Any = json.loads(source)
    if not isinstance(data, dict):
        raise ValueError("a table is expected")
    return {str(key): count(str(value)) for key, value in data.items()}


def most(lines: Iterable[str]) -> str:
    """The line whose values hold the most words."""
    return max(lines, key=lambda line: sum(_totals(line).values()))
'''

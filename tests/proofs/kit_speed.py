"""A package whose operations are fast, wrong, noisy or slow, and measurements of them."""

from typing import Any

from brickyard.files import Files
from brickyard.proofs.measurement import Limit, Measurement
from brickyard.values import Brick, Kind, Level, Plan, Requirement, WrittenCase

INTERFACE = '''\
"""Adds up."""

from collections.abc import AsyncIterator, Sequence
from pathlib import Path


def total(prices: list[int]) -> int: ...


def forgets(prices: list[int]) -> int: ...


def noisy(prices: list[int]) -> int: ...


def remembers(prices: tuple[int, ...]) -> int: ...


async def later(prices: list[int]) -> int: ...


async def each(prices: list[int]) -> AsyncIterator[int]: ...


def lines(path: Path) -> int: ...


def main(argv: Sequence[str] | None = None) -> int: ...
'''

CODE = """\
import asyncio
import functools
import os
import sys
import time
from pathlib import Path


def total(prices):
    return sum(prices)


def forgets(prices):
    return sum(prices[1:])


def noisy(prices):
    if int(os.environ["PYTHONHASHSEED"]) % 2:
        time.sleep(0.3)
    return sum(prices)


@functools.cache
def remembers(prices):
    time.sleep(0.1)
    return sum(prices)


async def later(prices):
    await asyncio.sleep(0)
    return sum(prices)


async def each(prices):
    for price in prices:
        yield price


def lines(path):
    return len(Path(path).read_text().splitlines())


def main(argv=None):
    print(lines(argv[0]))
    return 0
"""

PLAN = Plan(
    package="till",
    bricks=(Brick(name="sums", spec="", serves=("R1",), interface=INTERFACE),),
    entry="sums:main",
)
PACKAGE = Files({"src/till/__init__.py": "", "src/till/sums.py": CODE})
REQUIREMENT = Requirement(
    id="R1",
    level=Level.MUST,
    kind=Kind.PERFORMANCE,
    text="A list of 10,000 prices is added up within 100 ms, at 500 prices a second.",
)
MANY = "[2, 3] * 5_000"


def case(*lines: str, requirement: str = "R1", word: str = "def") -> WrittenCase:
    body = "".join(f"    {line}\n" for line in lines)
    text = f"@proves({requirement})\n{word} adds_up():\n{body}"
    return WrittenCase(name="adds_up", requirement=requirement, text=text)


def measurement(call: str = "total", given: str = MANY, **changed: Any) -> Measurement:
    """`changed`: fields of its limit, or another case."""
    own = changed.pop("case", case(f"given = {given}", f"assert {call}(given) == 25_000"))
    fields: dict[str, Any] = {"case": own.name, "at_most_seconds": 0.1}
    return Measurement(case=own, limit=Limit(**fields | changed))

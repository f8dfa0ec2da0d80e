"""The small package that the tables of RED speak of: right code, and the interface made from it."""

import ast

from brickyard.files import Files
from brickyard.values import Brick, Plan

CORE_CODE = '''\
import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from datetime import date, timedelta
from decimal import Decimal
from enum import Enum
from pathlib import Path
from typing import Self

LIMIT = 10


class Level(Enum):
    LOW = 1
    HIGH = 2


@dataclass
class Point:
    x: int
    y: int = 0
    marks: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Money:
    amount: Decimal
    currency: str = "EUR"


class DeskError(Exception):
    """Something is wrong at the desk."""


class NotFound(DeskError):
    """There is no such thing."""


class Denied(DeskError, PermissionError):
    """It may not be."""


def add(a: int, b: int) -> int:
    return a + b


def half(number: float) -> float:
    return number / 2


def clean(text: str) -> str:
    return text.strip()


def find(names: list[str], start: str) -> str | None:
    return next((name for name in names if name.startswith(start)), None)


def order(values: list[int]) -> list[int]:
    return sorted(values)


def is_even(number: int) -> bool:
    return number % 2 == 0


def clamp(number: int, low: int = 0, high: int = LIMIT) -> int:
    return max(low, min(high, number))


def level(name: str) -> Level:
    return Level[name.upper()]


def price(text: str) -> Money:
    amount, _, currency = text.partition(" ")
    if not currency:
        raise DeskError(f"no currency in {text!r}")
    return Money(Decimal(amount), currency)


def move(point: Point, by: int) -> Point:
    return Point(point.x + by, point.y)


def due(start: date, days: int) -> date:
    return start + timedelta(days)


def encode(text: str) -> bytes:
    return text.encode()


def total(amounts: list[Decimal]) -> Decimal:
    return sum(amounts, Decimal(0))


def settings(text: str) -> dict[str, int]:
    return {name: int(value) for name, value in (one.split("=") for one in text.split())}


def span(values: list[int]) -> tuple[int, int]:
    return min(values), max(values)


def words(text: str) -> set[str]:
    return set(text.split())


def check(name: str) -> None:
    if name == "guest":
        raise Denied("guests may not")


def log(message: str) -> None:
    print(f"desk: {message}")


def save(path: Path, text: str) -> None:
    if text:
        path.write_text(text)


def evens(count: int) -> Iterator[int]:
    for number in range(count):
        yield 2 * number


async def fetch(name: str) -> Money:
    if name == "none":
        raise NotFound(name)
    await asyncio.sleep(0)
    return Money(Decimal(len(name)))


async def ticks(count: int) -> AsyncIterator[int]:
    for number in range(count):
        yield number


@contextmanager
def opened(name: str) -> Iterator[list[str]]:
    yield [name]


@asynccontextmanager
async def session(name: str) -> AsyncIterator[str]:
    yield f"session of {name}"


class Box:
    def __init__(self, limit: int = 3) -> None:
        self._items: list[str] = []
        self._limit = limit

    def put(self, item: str) -> int:
        if len(self._items) >= self._limit:
            raise DeskError("full")
        self._items.append(item)
        return len(self._items)

    def take(self) -> str:
        if not self._items:
            raise NotFound("empty")
        return self._items.pop()

    @property
    def size(self) -> int:
        return len(self._items)

    @property
    def limit(self) -> int:
        return self._limit

    @limit.setter
    def limit(self, value: int) -> None:
        if value < 0:
            raise ValueError("below 0")
        self._limit = value

    @classmethod
    def of(cls, *items: str) -> Self:
        box = cls(len(items))
        for item in items:
            box.put(item)
        return box

    @staticmethod
    def is_item(text: str) -> bool:
        return text.isalpha()

    def __len__(self) -> int:
        return len(self._items)

    def __iter__(self) -> Iterator[str]:
        yield from self._items

    def __contains__(self, item: str) -> bool:
        return item in self._items

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._items.clear()
'''

CLI_CODE = """\
import sys
from pathlib import Path


def main(argv: list[str] | None = None) -> int:
    words = list(sys.argv[1:] if argv is None else argv)
    if words[:1] == ["sum"]:
        print(sum(map(int, words[1:])))
        return 0
    if words[:1] == ["count"]:
        print(len(sys.stdin.read().split()))
        return 0
    if words[:1] == ["copy"]:
        if not Path(words[1]).exists():
            sys.exit(f"desk: no file {words[1]}")
        Path(words[2]).write_text(Path(words[1]).read_text())
        return 0
    if words[:1] == ["version"]:
        print("desk 1.0")
        raise SystemExit(0)
    print("usage: desk COMMAND", file=sys.stderr)
    return 2
"""


def interface_of(code: str) -> str:
    """The code with `...` for the body of everything that it does."""
    tree = ast.parse(code)
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            node.body = [ast.Expr(ast.Constant(...))]
    return ast.unparse(ast.fix_missing_locations(tree)) + "\n"


DESK = Plan(
    package="desk",
    entry="cli:main",
    bricks=(
        Brick(name="core", spec="Does it.", serves=("R1",), interface=interface_of(CORE_CODE)),
        Brick(
            name="cli",
            spec="Speaks.",
            serves=("R2",),
            depends=("core",),
            interface=interface_of(CLI_CODE),
        ),
    ),
)

DESK_CODE = Files(
    {"src/desk/__init__.py": "", "src/desk/core.py": CORE_CODE, "src/desk/cli.py": CLI_CODE}
)

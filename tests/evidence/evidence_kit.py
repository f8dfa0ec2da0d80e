"""A small shop: its plan, right code for it, and short ways to write cases and test files."""

import re
from pathlib import Path

from brickyard.cases import offered_by, read, singles
from brickyard.evidence import render
from brickyard.files import Files
from brickyard.values import Brick, Plan, TestLevel, TestModule, WrittenCase

STORE = '''\
"""What is in stock."""

from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum
from pathlib import Path
from typing import Self


class Colour(Enum):
    RED = "red"
    BLUE = "blue"


@dataclass(frozen=True)
class Item:
    name: str
    price: Decimal
    colour: Colour = Colour.RED


class StoreError(ValueError):
    """Something about the stock is wrong."""


class OutOfStock(StoreError):
    """There is none left."""


def parse(line: str) -> Item:
    """An item from `name price`."""
    ...


def load(path: Path) -> list[Item]:
    """The items in a file, one a line."""
    ...


def tags(text: str) -> set[str]:
    """The words of a text."""
    ...


def ends(values: tuple[int, ...]) -> tuple[int, int]:
    """The first and the last."""
    ...


async def fetch(name: str) -> Item:
    """An item by name, later."""
    ...


def names(items: list[Item]) -> Iterator[str]:
    """Their names, one by one."""
    ...


async def ticks(count: int) -> AsyncIterator[int]:
    """0, 1, … below count."""
    ...


class Store:
    def __init__(self, limit: int = 10) -> None: ...

    def add(self, item: Item) -> int:
        """Put an item in; how many there are now."""
        ...

    def take(self, name: str) -> Item:
        """Raises OutOfStock."""
        ...

    @property
    def size(self) -> int: ...

    @classmethod
    def of(cls, *items: Item) -> Self: ...

    @staticmethod
    def is_name(text: str) -> bool: ...
'''

CLI = '''\
"""The command."""

from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """`shop add FILE` or `shop count < FILE`."""
    ...


def mean(values: Sequence[float]) -> float: ...
'''

STORE_CODE = '''\
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum
from pathlib import Path
from typing import Self


class Colour(Enum):
    RED = "red"
    BLUE = "blue"


@dataclass(frozen=True)
class Item:
    name: str
    price: Decimal
    colour: Colour = Colour.RED


class StoreError(ValueError):
    pass


class OutOfStock(StoreError):
    """None left."""


def parse(line: str) -> Item:
    name, _, price = line.partition(" ")
    if not price:
        raise StoreError(f"no price in {line!r}")
    return Item(name, Decimal(price))


def load(path: Path) -> list[Item]:
    return [parse(line) for line in path.read_text().splitlines()]


def tags(text: str) -> set[str]:
    return set(text.split())


def ends(values: tuple[int, ...]) -> tuple[int, int]:
    return values[0], values[-1]


async def fetch(name: str) -> Item:
    return Item(name, Decimal(1))


def names(items: list[Item]) -> Iterator[str]:
    for item in items:
        yield item.name


async def ticks(count: int) -> AsyncIterator[int]:
    for number in range(count):
        yield number


class Store:
    def __init__(self, limit: int = 10) -> None:
        self._items: list[Item] = []
        self._limit = limit

    def add(self, item: Item) -> int:
        if len(self._items) >= self._limit:
            raise StoreError("full")
        self._items.append(item)
        return len(self._items)

    def take(self, name: str) -> Item:
        for item in self._items:
            if item.name == name:
                self._items.remove(item)
                return item
        raise OutOfStock(name)

    @property
    def size(self) -> int:
        return len(self._items)

    @classmethod
    def of(cls, *items: Item) -> Self:
        store = cls()
        for item in items:
            store.add(item)
        return store

    @staticmethod
    def is_name(text: str) -> bool:
        return text.isalpha()
'''

CLI_CODE = """\
import sys
from collections.abc import Sequence
from pathlib import Path

from shop.store import StoreError, load


def main(argv: Sequence[str] | None = None) -> int:
    words = list(sys.argv[1:] if argv is None else argv)
    if words[:1] == ["count"]:
        print(len(sys.stdin.read().splitlines()))
        return 0
    if len(words) != 2:
        print("usage: shop add FILE", file=sys.stderr)
        return 2
    try:
        items = load(Path(words[1]))
    except (OSError, StoreError) as error:
        sys.exit(f"shop: {error}")
    Path("out").mkdir()
    Path("out/total.txt").write_text(f"{sum(item.price for item in items)}\\n")
    print(f"{len(items)} items")
    return 0


def mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
"""

PLAN = Plan(
    package="shop",
    entry="cli:main",
    bricks=(
        Brick(name="store", spec="Keeps items.", serves=("R1",), interface=STORE),
        Brick(name="cli", spec="Speaks.", serves=("R2",), depends=("store",), interface=CLI),
    ),
)

PACKAGE = Files(
    {"src/shop/__init__.py": "", "src/shop/store.py": STORE_CODE, "src/shop/cli.py": CLI_CODE}
)


HERE = Path(__file__).parent


def cases(text: str, plan: Plan = PLAN) -> tuple[WrittenCase, ...]:
    """Each case of a text in the notation."""
    found = read(text, offered_by(plan))
    assert found.problems == ()
    return singles(found)


def rendered(
    text: str,
    plan: Plan = PLAN,
    level: TestLevel = TestLevel.ACCEPTANCE,
    brick: str = "",
    name: str = "",
) -> TestModule:
    """The test file of a text in the notation."""
    return render(cases(text, plan), plan, level, brick, name)


SHOP = cases((HERE / "shop_cases.txt").read_text("utf-8"))


def module(source: str, path: str = "tests/acceptance/test_code.py", id: str = "R1") -> TestModule:
    """A test file as text; each of its test functions proves `id`."""
    tests = re.findall(r"^(?:async )?def (test_\w+)", source, re.M)
    return TestModule(
        path=path,
        source=source,
        level=TestLevel.ACCEPTANCE,
        tests={f"{path}::{test}": id for test in tests},
    )


def calc(code: str) -> Files:
    """A package `calc` of one module."""
    return Files({"src/calc/__init__.py": "", "src/calc/ops.py": code})

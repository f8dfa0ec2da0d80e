import pytest

from brickyard.interfaces import compare
from brickyard.values import Severity

INTERFACE = '''\
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

LIMIT = 3


@dataclass(frozen=True)
class Item:
    name: str
    price: int = 0

    def total(self) -> int:
        return self.price * 2


class Colour(Enum):
    RED = 1


class Source(Protocol):
    def read(self) -> str: ...


class StoreError(ValueError):
    """Wrong."""


class Store:
    def add(self, item: "Item", *, twice: bool = False) -> int:
        """Put it in."""
        ...

    @property
    def size(self) -> int: ...

    @size.setter
    def size(self, value: int) -> None: ...


async def load(path: str, limit: int = LIMIT) -> list[Item]: ...
'''

CODE = '''\
"""The store."""

import json
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

LIMIT = 3
_CACHE: dict[str, int] = {}


@dataclass(frozen=True)
class Item:
    """An item."""

    name: str
    price: int = 0

    def total(self) -> int:
        return self.price * 2


class Colour(Enum):
    RED = 1


class Source(Protocol):
    def read(self) -> str: ...


class StoreError(ValueError):
    pass


class Store:
    def __init__(self, items: list[Item] | None = None) -> None:
        self._items = items or []

    def add(self, item: Item, *, twice: bool = False) -> int:
        self._items.append(item)
        return self._count()

    def _count(self) -> int:
        return len(self._items)

    @property
    def size(self) -> int:
        return self._count()

    @size.setter
    def size(self, value: int) -> None:
        del self._items[value:]

    def __repr__(self) -> str:
        return "Store()"


def _helper() -> None:
    json.dumps(1)


async def load(path: str, limit: int = LIMIT) -> list[Item]:
    return []
'''


def test_code_that_keeps_its_promises_has_no_finding() -> None:
    assert compare(INTERFACE, CODE, "src/shop/store.py") == ()


BROKEN = {
    "'load' is missing": ("async def load", "async def _load"),
    "'Store.add' is missing": ("def add", "def _add"),
    "'LIMIT' is missing": ("LIMIT = 3", "_LIMIT = 3"),
    "declaration 'LIMIT' is not as declared": ("LIMIT = 3", "LIMIT = 4"),
    "operation 'load' has another signature": ("async def load", "def load"),
    "operation 'Store.add' has another": ("twice: bool = False", "twice: bool = True"),
    "operation 'Store.add' has  another".replace("  ", " "): ("item: Item,", "thing: Item,"),
    "operation 'Store.size' has another": (
        "    @property\n    def size(self) -> int:",
        "    def size(self) -> int:",
    ),
    "'Store.size' is missing": ("@size.setter", "@other.setter"),
    "declaration 'Item.total' is not as declared": ("self.price * 2", "self.price * 3"),
    "declaration 'Item.price' is not as declared": ("price: int = 0", "price: int = 1"),
    "class 'Item' has other bases or decorators": ("@dataclass(frozen=True)", "@dataclass"),
    "class 'StoreError' has other bases": ("StoreError(ValueError)", "StoreError(Exception)"),
    "dataclass 'Item' has a new field '_more'": (
        "price: int = 0",
        "price: int = 0\n    _more: int = 0",
    ),
    "protocol 'Source' is not as declared": ("def read(self) -> str", "def read(self) -> int"),
    "declaration 'Colour.RED' is not": ("RED = 1", "RED = 2"),
    "not valid Python": ("def _helper() -> None:", "def _helper( -> None:"),
}


@pytest.mark.parametrize(("message", "change"), BROKEN.items(), ids=BROKEN.keys())
def test_a_broken_promise_is_found(message: str, change: tuple[str, str]) -> None:
    assert change[0] in CODE

    findings = compare(INTERFACE, CODE.replace(*change), "src/shop/store.py")

    blocking = [finding for finding in findings if finding.blocks]
    assert any(message in finding.message for finding in blocking), findings
    assert all(finding.file == "src/shop/store.py" for finding in blocking)


def test_a_finding_says_where_and_what_the_interface_asks_for() -> None:
    code = CODE.replace("path: str, limit", "name: str, limit")

    (finding,) = compare(INTERFACE, code, "src/shop/store.py")

    assert code.splitlines()[finding.line - 1].startswith("async def load(name")
    assert finding.suggestion == (
        "The interface says: async def load(path: str, limit: int=LIMIT) -> list[Item]"
    )


@pytest.mark.parametrize(
    "more",
    ["\n\ndef extra() -> None:\n    return\n", "\n\nEXTRA = 1\n", "\n\nclass Extra:\n    pass\n"],
)
def test_a_new_public_name_is_a_warning(more: str) -> None:
    (finding,) = compare(INTERFACE, CODE + more, "src/shop/store.py")

    assert finding.severity is Severity.WARNING
    assert "public and not in the interface" in finding.message


def test_a_new_public_method_is_a_warning() -> None:
    code = CODE.replace("def _count", "def count")

    (finding,) = compare(INTERFACE, code, "x.py")

    assert finding.message == "'Store.count' is public and not in the interface"
    assert not finding.blocks


def test_a_class_that_only_another_operation_makes_is_said_and_does_not_block() -> None:
    """Whoever makes one without arguments finds out by a test."""
    code = CODE.replace("items: list[Item] | None = None", "items: list[Item]")
    (finding,) = compare(INTERFACE, code, "src/shop/store.py")
    assert "'Store.__init__' needs arguments" in finding.message
    assert not finding.blocks

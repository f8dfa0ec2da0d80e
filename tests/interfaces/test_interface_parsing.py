from contextlib import suppress

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from brickyard.interfaces import InterfaceError, normalised, parse

STORE = '''\
"""Keeps things."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from shop.money import Money, total as sum_up

LIMIT = 3
_HIDDEN = 4


@dataclass(frozen=True)
class Item:
    name: str

    @property
    def shown(self) -> str:
        return self.name.title()


class Source(Protocol):
    def read(self) -> str: ...


class StoreError(ValueError):
    """Wrong."""


class Store:
    def __init__(self, limit: int = LIMIT): ...

    async def add(self, item: Item, *, twice: bool = False) -> Money:
        """Put it in."""
        ...

    @property
    def size(self) -> int: ...

    @size.setter
    def size(self, value: int) -> None: ...

    @classmethod
    def empty(cls) -> "Store": ...

    @staticmethod
    def valid(name: str) -> bool: ...

    def __len__(self) -> int: ...


def names(store: Store) -> Iterator[str]: ...
'''


def test_names_operations_and_imports_are_found() -> None:
    interface = parse(STORE, "shop")

    assert interface.names == ("LIMIT", "Item", "Source", "StoreError", "Store", "names")
    assert interface.imports == {"money": ("Money", "total")}
    assert [(one.name, one.kind) for one in interface.operations] == [
        ("Store.__init__", "method"),
        ("Store.add", "method"),
        ("Store.size", "property"),
        ("Store.size", "setter"),
        ("Store.empty", "classmethod"),
        ("Store.valid", "static"),
        ("Store.__len__", "method"),
        ("names", "function"),
    ]


def test_an_operation_knows_its_signature_docstring_and_line() -> None:
    add = parse(STORE, "shop").operation("Store.add")

    assert add is not None
    assert add.signature == ("async def add(self, item: Item, *, twice: bool=False) -> Money")
    assert add.docstring == "Put it in."
    assert add.is_async
    assert STORE.splitlines()[add.line - 1].strip().startswith("async def add")


BAD = {
    "not valid Python": "def f(:\n",
    "no public name": '"""Nothing."""\n_A = 1\n',
    "relative import": "from .money import Money\n\ndef f() -> Money: ...\n",
    "name what is imported": "from shop.money import *\n\ndef f() -> int: ...\n",
    "instead of `import shop.money`": "import shop.money\n\ndef f() -> int: ...\n",
    "instead of `from shop import": "from shop import money\n\ndef f() -> int: ...\n",
    "parameter 'a' of 'f' has no type": "def f(a) -> int: ...\n",
    "parameter 'rest' of 'f' has no type": "def f(*rest) -> int: ...\n",
    "parameter 'key' of 'S.f' has no type": "class S:\n    def f(self, *, key) -> int: ...\n",
    "operation 'f' has no return": "def f(a: int): ...\n",
    "operation '_f' is private": "A = 1\n\ndef _f(a: int) -> int: ...\n",
    "operation 'S._f' is private": "class S:\n    def _f(self) -> int: ...\n",
    "function 'f' has a body": "def f(a: int) -> int:\n    return a\n",
    "only imports, declarations": "print('hello')\n\ndef f() -> int: ...\n",
}


@pytest.mark.parametrize(("message", "source"), BAD.items(), ids=BAD.keys())
def test_what_no_brick_can_be_built_from_is_refused(message: str, source: str) -> None:
    with pytest.raises(InterfaceError) as caught:
        parse(source, "shop")

    assert message in str(caught.value)


def test_the_error_says_in_which_line() -> None:
    with pytest.raises(InterfaceError) as caught:
        parse("A = 1\n\n\ndef f(a) -> int: ...\n", "shop")

    assert caught.value.line == 4
    assert str(caught.value).startswith("line 4: ")


@settings(deadline=None)
@given(st.text())
@example("\x00")
@example("(" * 500)
def test_no_text_makes_the_parser_crash(text: str) -> None:
    with suppress(InterfaceError):
        assert parse(text, "shop").names


SAME = (
    'def f(a: int, b: "str" = \'x\') -> int:\n    """Doc."""\n    ...\n',
    'def f(\n    a: int,   # note\n    b: str = "x",\n) -> int:\n    """Doc."""\n\n    ...\n',
    '# head\ndef f(a: int, b: str = "x") -> int:\n    """\n    Doc.\n    """\n    ...\n',
)


def test_formatting_comments_and_quotes_do_not_change_the_meaning() -> None:
    assert len({normalised(source) for source in SAME}) == 1


@pytest.mark.parametrize(
    "other",
    [
        SAME[0].replace("Doc.", "Other."),
        SAME[0].replace("a: int", "a: float"),
        SAME[0].replace("'x'", "'y'"),
        SAME[0].replace("'x'", "None"),
        SAME[0].replace("-> int", "-> bool"),
        SAME[0].replace("a:", "c:"),
        f"async {SAME[0]}",
        f"{SAME[0]}\n\nB = True\n",
        f"{SAME[0]}\n\nB = 1\n",
    ],
)
def test_a_change_of_meaning_changes_the_normalised_text(other: str) -> None:
    assert normalised(other) != normalised(SAME[0])


def test_true_and_one_are_not_the_same_constant() -> None:
    assert normalised("A = True\n") != normalised("A = 1\n")


def test_a_text_below_a_constant_says_what_it_is() -> None:
    source = 'LIMIT: int = 5\n"""The most there may be."""\n\n\ndef f() -> int: ...\n'
    found = parse(source, "sample")
    assert found.names == ("LIMIT", "f")

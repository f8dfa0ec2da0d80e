import asyncio
from typing import Any

import pytest

from brickyard.interfaces import IMPOSTORS, REACHED, impostor, skeleton

SOURCE = '''\
"""Doc."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Protocol


@dataclass
class Item:
    name: str

    def shout(self) -> str:
        return self.name.upper()


class Source(Protocol):
    def read(self) -> str: ...


class Store:
    def __init__(self, path: str) -> None:
        """Open it."""
        ...

    def add(self, item: Item) -> int: ...

    @property
    def size(self) -> int: ...

    @size.setter
    def size(self, value: int) -> None: ...

    @classmethod
    def of(cls, name: str) -> Store: ...

    @staticmethod
    def valid(name: str) -> bool: ...

    def __enter__(self) -> Store: ...

    def __exit__(self, *error: object) -> None: ...


def plain(value: str, other: int = 3) -> str: ...
def alone() -> int: ...
def keyword(*, value: str) -> str: ...
async def later(value: str) -> str: ...
def each(value: str) -> Iterator[str]: ...
async def each_later(value: str) -> AsyncIterator[str]: ...
def each_soon(value: str) -> AsyncIterator[str]: ...
@contextmanager
def opened(value: str) -> Iterator[str]: ...
def main(argv: list[str] | None = None) -> int: ...
'''


def executed(source: str) -> dict[str, Any]:
    names: dict[str, Any] = {"__name__": __name__}
    exec(compile(source, "made", "exec"), names)
    return names


async def items(iterator: Any) -> list[Any]:
    return [item async for item in iterator]


def reached(function: Any, *args: Any) -> str:
    with pytest.raises(BaseException) as caught:  # noqa: PT011 (that is what it is)
        function(*args)
    assert type(caught.value).__name__ == REACHED
    assert not isinstance(caught.value, Exception)
    return str(caught.value)


def test_every_operation_of_a_skeleton_names_itself() -> None:
    made = executed(skeleton(SOURCE, "store"))
    store = object.__new__(made["Store"])

    assert reached(made["Store"], "x") == "store.Store.__init__"
    assert reached(store.add, made["Item"]("a")) == "store.Store.add"
    assert reached(lambda: store.size) == "store.Store.size"
    assert reached(setattr, store, "size", 3) == "store.Store.size"
    assert reached(made["Store"].of, "x") == "store.Store.of"
    assert reached(made["Store"].valid, "x") == "store.Store.valid"
    assert reached(made["plain"], "x") == "store.plain"
    assert reached(made["each"], "x") == "store.each"
    assert reached(made["opened"], "x") == "store.opened"
    assert reached(lambda: asyncio.run(made["later"]("x"))) == "store.later"
    assert reached(lambda: asyncio.run(items(made["each_later"]("x")))) == "store.each_later"


def test_declarations_stay_real_code() -> None:
    for source in (skeleton(SOURCE, "store"), *(impostor(SOURCE, kind) for kind in IMPOSTORS)):
        assert executed(source)["Item"]("a").shout() == "A"


RETURNS = {"none": None, "zero": 0, "empty": "", "list": [], "true": True, "first": "x"}


@pytest.mark.parametrize("kind", IMPOSTORS)
def test_every_operation_of_an_impostor_gives_the_same_wrong_thing(kind: str) -> None:
    made = executed(impostor(SOURCE, kind))
    wrong = RETURNS[kind]
    store = made["Store"]("path")

    assert made["plain"]("x") == wrong
    assert made["keyword"](value="x") == wrong
    assert made["alone"]() == (None if kind == "first" else wrong)
    assert store.add("x") == wrong
    assert store.size == (None if kind == "first" else wrong)
    assert made["Store"].of("x") == wrong
    assert made["Store"].valid("x") == wrong
    assert asyncio.run(made["later"]("x")) == wrong
    assert made["main"](["x"]) == (["x"] if kind == "first" else wrong)


@pytest.mark.parametrize("kind", IMPOSTORS)
def test_what_iterates_yields_the_wrong_thing_once_or_nothing_for_list(kind: str) -> None:
    made = executed(impostor(SOURCE, kind))
    wrong = [] if kind == "list" else [RETURNS[kind]]

    assert list(made["each"]("x")) == wrong
    assert asyncio.run(items(made["each_later"]("x"))) == wrong
    assert asyncio.run(items(made["each_soon"]("x"))) == wrong


@pytest.mark.parametrize("kind", IMPOSTORS)
def test_an_impostor_never_swallows_an_exception(kind: str) -> None:
    made = executed(impostor(SOURCE, kind))

    with pytest.raises(ZeroDivisionError), made["Store"]("path"):
        raise ZeroDivisionError

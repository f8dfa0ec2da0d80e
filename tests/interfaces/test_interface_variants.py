import asyncio
import sys
from collections.abc import Iterator
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from brickyard.red.bodies import STAND_INS
from brickyard.red.stand_ins import Anything
from brickyard.red.variants import (
    DISGUISES,
    IMPOSTORS,
    REACHED,
    REACHED_FILE,
    impostor,
    probe,
    skeleton,
    stand_ins,
)

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
def several(*values: str) -> str: ...
'''


@pytest.fixture(autouse=True, scope="module")
def beside() -> Iterator[None]:
    """What lies beside the package of an impostor."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, STAND_INS, sys.modules[Anything.__module__])
        yield


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


@pytest.fixture
def at_work(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A test is running, as the watcher says it."""
    monkeypatch.setenv(REACHED_FILE, str(tmp_path / "reached"))


@pytest.mark.usefixtures("at_work")
def test_a_probe_notes_what_was_reached_although_it_is_caught() -> None:
    made = executed(probe(SOURCE, "store"))

    assert reached(made["plain"], "x") == "store.plain"
    assert reached(made["alone"]) == "store.alone"
    assert made[REACHED].seen == ["store.plain", "store.alone"]


def test_what_a_module_makes_while_it_is_read_reaches_nothing_and_crashes_nothing() -> None:
    source = "def cents(text: str) -> int: ...\n\n\nNOTHING = cents('0')\n"

    assert executed(probe(source, "money"))[REACHED].seen == []
    assert executed(impostor(source, "crash"))["NOTHING"] is None


@pytest.mark.usefixtures("at_work")
def test_while_a_package_is_loading_nothing_is_reached_although_a_test_runs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = executed(probe(SOURCE, "store"))
    loading = ModuleType(f"{__name__}.late")
    loading.__spec__ = ModuleSpec(loading.__name__, None)
    monkeypatch.setitem(sys.modules, loading.__name__, loading)

    loading.__spec__._initializing = True  # pyright: ignore[reportAttributeAccessIssue]
    assert made["alone"]() is None
    loading.__spec__._initializing = False  # pyright: ignore[reportAttributeAccessIssue]
    assert reached(made["alone"]) == "store.alone"


def test_every_variant_has_the_private_name_so_that_no_test_tells_them_apart_by_it() -> None:
    for kind in (*IMPOSTORS, *DISGUISES):
        assert REACHED in executed(impostor(SOURCE, kind))


def test_declarations_stay_real_code() -> None:
    every = (impostor(SOURCE, kind) for kind in (*IMPOSTORS, *DISGUISES))
    for source in (skeleton(SOURCE, "store"), probe(SOURCE, "store"), *every):
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
    assert made["several"]("x", "y") == wrong
    assert made["several"]() == (None if kind == "first" else wrong)
    assert made["main"](["x"]) == (["x"] if kind == "first" else wrong)


@pytest.mark.parametrize("kind", IMPOSTORS)
def test_what_iterates_yields_the_wrong_thing_once_or_nothing_for_list(kind: str) -> None:
    made = executed(impostor(SOURCE, kind))
    wrong = [] if kind == "list" else [RETURNS[kind]]

    assert list(made["each"]("x")) == wrong
    assert asyncio.run(items(made["each_later"]("x"))) == wrong
    assert asyncio.run(items(made["each_soon"]("x"))) == wrong


@pytest.mark.parametrize("kind", [*IMPOSTORS, "hollow", "anything", "silent"])
def test_an_impostor_never_swallows_an_exception(kind: str) -> None:
    made = executed(impostor(SOURCE, kind))

    with pytest.raises(ZeroDivisionError), made["Store"]("path"):
        raise ZeroDivisionError
    with pytest.raises(ZeroDivisionError), made["opened"]("x"):
        raise ZeroDivisionError


@pytest.mark.parametrize("kind", IMPOSTORS)
def test_context_managers_give_the_object_itself_or_the_wrong_thing(kind: str) -> None:
    made = executed(impostor(SOURCE, kind))
    store = made["Store"]("path")

    with store as entered, made["opened"]("x") as given:
        assert entered is store
        assert given == RETURNS[kind]


def test_a_hollow_impostor_gives_empty_values_of_the_declared_types() -> None:
    made = executed(impostor(SOURCE, "hollow"))
    store = made["Store"]("path")

    assert made["plain"]("x") == ""
    assert made["main"](["x"]) == 0
    assert store.size == 0
    assert made["Store"].valid("x") is False
    assert type(made["Store"].of("x")) is made["Store"]
    assert asyncio.run(made["later"]("x")) == ""
    assert list(made["each"]("x")) == []
    assert asyncio.run(items(made["each_later"]("x"))) == []
    with made["opened"]("x") as given:
        assert given == ""


def test_an_impostor_of_anything_gives_objects_that_accept_everything() -> None:
    made = executed(impostor(SOURCE, "anything"))

    assert isinstance(made["plain"]("x"), Anything)
    assert isinstance(made["Store"]("path").size, Anything)
    assert isinstance(asyncio.run(made["later"]("x")), Anything)
    assert [type(one) for one in made["each"]("x")] == [Anything]
    assert [type(one) for one in asyncio.run(items(made["each_soon"]("x")))] == [Anything]


@pytest.mark.usefixtures("at_work")
def test_a_crashing_impostor_raises_an_exception_of_no_promised_kind() -> None:
    made = executed(impostor(SOURCE, "crash"))

    for operation in (made["plain"], made["each"], made["opened"], made["Store"]):
        with pytest.raises(Exception, match="it crashed") as caught:
            operation("x")
        assert type(caught.value) is Exception
    with pytest.raises(Exception, match="it crashed"):
        asyncio.run(items(made["each_later"]("x")))


def test_a_silent_impostor_exits_0_where_the_command_is_and_does_nothing_elsewhere() -> None:
    made = executed(impostor(SOURCE, "silent", "main"))
    elsewhere = executed(impostor(SOURCE, "silent"))

    with pytest.raises(SystemExit) as stop:
        made["main"]([])
    assert stop.value.code == 0
    assert made["plain"]("x") is None
    assert elsewhere["main"]([]) is None


def test_what_lies_beside_an_impostor_stands_alone() -> None:
    assert "brickyard" not in stand_ins().replace("Brickyard", "")
    assert executed(stand_ins())["Anything"]().name


WALKED = """\
from typing import Self


class Walk:
    def __new__(cls, start: int) -> Self: ...
    def __iter__(self) -> Self: ...
    def __next__(self) -> int: ...
    def __len__(self) -> int: ...
"""


@pytest.mark.parametrize("kind", ["hollow", "anything"])
def test_what_is_walked_over_by_hand_comes_to_an_end(kind: str) -> None:
    walk = executed(impostor(WALKED, kind))["Walk"](3)

    assert len(walk) == 0
    with pytest.raises(StopIteration):
        next(walk)

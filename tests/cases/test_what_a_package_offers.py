"""Names for cases, from a plan's interfaces and from code."""

from brickyard.cases import alone, offered, offered_by, read, render, singles
from brickyard.values import Brick, Plan

COINS = """
from decimal import Decimal

LIMIT: int = 3
ALL = (1, 2)
_secret = 1


class Purse:
    coins: list[int]
    name: str | None

    def total(self) -> Decimal: ...
    def parts(self) -> tuple[str, ...]: ...
    def get(self) -> "Purse": ...
    def _hidden(self) -> int: ...


async def show(purse: Purse) -> str: ...
def get(text: str) -> str: ...
"""


def test_public_names_and_what_gives_plain_data() -> None:
    names = offered("purse", {"purse.coins": COINS, "purse.cli": "def main(args): ..."}, "x:main")
    assert names.offers == {
        **dict.fromkeys(("LIMIT", "ALL", "Purse", "show", "get"), "purse.coins"),
        "main": "purse.cli",
    }
    assert names.classes == {"Purse"}
    assert names.plain == {"LIMIT", "name", "total", "parts", "show"}


def test_types_are_known_where_they_are_declared_in_one_way() -> None:
    text = (
        COINS
        + """
@cache
def cached() -> int: ...
def twice() -> int: ...
class Bag(Purse):
    size: int
    @property
    def full(self) -> bool: ...
    @full.setter
    def full(self, value: bool) -> None: ...
    async def wait(self) -> int: ...
    def parts(self) -> list[str]: ...
"""
    )
    names = offered("purse", {"purse.coins": text, "purse.cli": "def twice() -> str: ..."})
    purse = {"coins": "list[int]", "name": "str | None", "total()": "Decimal"}
    own = {"size": "int", "full": "bool", "parts()": "list[str]", "get()": "'Purse'"}
    assert names.declared == {
        "LIMIT": "int",
        "await show()": "str",
        "get()": "str",
        **{f"Purse.{name}": given for name, given in purse.items()},
        "Purse.parts()": "tuple[str, ...]",
        "Purse.get()": "'Purse'",
        **{f"Bag.{name}": given for name, given in (purse | own).items()},
        "await Bag.wait()": "int",
    }


def test_a_plan_offers_its_interfaces_and_its_command() -> None:
    brick = Brick(name="cli", spec="", serves=(), interface="def main(args: list[str]) -> int: ...")
    names = offered_by(Plan(package="purse", bricks=(brick,), entry="cli:main"))
    assert (names.offers, names.command) == ({"main": "purse.cli"}, "purse.cli:main")


TWICE = {
    "shop.coins": "LIMIT = 1\nclass Full(ValueError): ...\ndef total(x: int) -> int: ...\n",
    "shop.notes": "LIMIT = 2\nclass Full(ValueError): ...\ndef total(x: int) -> int: ...\n",
    "shop.till": "def till() -> int: ...\ndef total(x: int) -> int: ...\n",
}
NAMED = """\
@proves(R1)
def both():
    assert (coins.total(1), notes.total(1), total(1)) == (1, 2, 1)
    assert (LIMIT, notes.LIMIT, isinstance(1, notes.Full)) == (1, 2, False)
    with raises(notes.Full):
        notes.total(9)


@proves(R1)
def a_name_of_its_own():
    notes = [total(1)]
    assert notes.count(1) == 1
"""
RENDERED = """\
from shop.coins import LIMIT, total
from shop.notes import LIMIT as NOTES_LIMIT, Full as NotesFull, total as notes_total
"""


def test_what_two_bricks_offer_is_named_by_its_brick() -> None:
    names = offered("shop", TWICE)
    assert names.again == {
        "NOTES_LIMIT": "LIMIT",
        "NotesFull": "Full",
        "notes_total": "total",
        "till_total": "total",
    }
    assert {"Full", "NotesFull"} == names.classes
    cases = read(NAMED, names)
    assert cases.problems == ()
    text = render(cases, names, "")
    assert RENDERED in text
    assert "(total(1), notes_total(1), total(1)) == (1, 2, 1)" in text
    assert "notes.count(1) == 1" in text
    assert [alone(each, names).problems for each in singles(cases)] == [(), ()]


def test_a_brick_gives_no_more_than_it_offers_and_none_is_taken_for_another() -> None:
    names = offered("shop", TWICE)
    for wrong in ("notes.os", "notes.__name__", "total(notes)", "notes.none"):
        text = f"@proves(R1)\ndef c():\n    assert {wrong} == total(1)\n"
        assert read(text, names).cases == (), wrong
    assert read("from shop.notes import total\n", names).problems
    assert read("from shop.coins import total\n", names).problems == ()

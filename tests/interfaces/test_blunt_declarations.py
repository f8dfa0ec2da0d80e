"""Declarations that would judge in the code's favour are refused; honest ones stay."""

import json
from pathlib import Path

import pytest

from brickyard.interfaces import check_plan
from brickyard.values import Brick, Plan

CORPUS = Path(__file__).parents[2] / "benchmarks" / "corpus"
HEAD = """\
from abc import ABC, ABCMeta, abstractmethod
import builtins
import dataclasses
import enum
import functools
import json
import types
from collections import namedtuple
from dataclasses import InitVar, dataclass, field
from enum import Enum, IntEnum, StrEnum, auto, unique
from functools import partial, total_ordering
from typing import ClassVar, Generic, NamedTuple, Protocol, TypedDict, TypeVar, final
from unittest.mock import ANY

T = TypeVar("T")

"""
DECLARED = HEAD.count("\n") + 1


def plan(source: str, **others: str) -> Plan:
    interfaces = {**others, "money": HEAD + source}
    return Plan(
        package="shop",
        bricks=tuple(
            Brick(
                name=name,
                spec="",
                serves=("R1",),
                depends=tuple(others) if name == "money" else (),
                interface=text,
            )
            for name, text in interfaces.items()
        ),
    )


def blunted(source: str, **others: str) -> list[str]:
    found = check_plan(plan(source, **others))
    assert all(one.rule == "plan.blunt" for one in found), found
    assert all(one.line >= DECLARED and one.suggestion for one in found)
    return [one.message for one in found]


def inside(*lines: str, head: str = "class Money:") -> str:
    return f"{head}\n    cents: int\n" + "".join(f"    {line}\n" for line in lines)


def data(*lines: str, head: str = "@dataclass\nclass Money:") -> str:
    return inside(*lines, head=head)


def error(name: str, *bases: str) -> str:
    return f"class {name}({', '.join(bases)}):\n    pass\n\n\n"


COLORS = "class Color(Enum):\n    RED = 1\n    GREEN = 2\n\n"
BLUNT = {
    "a field left out": data("note: str = field(compare=False)"),
    "a field left out by another word": data("note: str = dataclasses.field(compare=not 1)"),
    "a field left out at a distance": "loose = partial(field, compare=False)\n"
    + data("note: str = loose()"),
    "arguments of a field that are hidden": "LOOSE = {'compare': False}\n"
    + data("note: str = field(**LOOSE)"),
    "a dataclass with the equality of its base": data()
    + "\n\n"
    + inside(head="@dataclass(eq=False)\nclass Euros(Money):"),
    "the same, with a class between": data()
    + "\n\nclass Coins(Money):\n    pass\n\n\n"
    + inside(head="@dataclass(eq=False)\nclass Euros(Coins):"),
    "an exception by name alone": data()
    + "\n\nException = Money\n\n"
    + inside(head="@dataclass(eq=False)\nclass Euros(Exception):"),
    "a base from elsewhere": "from collections import UserList as Coins\n\n"
    + inside(head="@dataclass(eq=False)\nclass Euros(Coins):"),
    "a frozen one without equality, hidden": "LOOSE = {'eq': False}\n"
    + inside(head="@dataclass(eq=False, **LOOSE)\nclass Money:"),
    "a dataclass with computed equality": inside(head="@dataclass(eq=bool(0))\nclass Money:"),
    "a decorator of its own making": "plain = partial(dataclass, order=True)\n"
    + inside(head="@plain\nclass Money:"),
    "a decorator that is a lambda": inside(head="@(lambda found: found)\nclass Money:"),
    "a decorator that remembers objects": inside(head="@functools.cache\nclass Money:"),
    **{
        f"a body of {name}": inside(f"def {name}(self, other: object) -> bool:", "    return True")
        for name in (
            *("__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__", "__contains__"),
            *("__instancecheck__", "__subclasscheck__", "__getattribute__", "__getattr__"),
            *("__setattr__", "__get__", "__mro_entries__"),
        )
    },
    "a body of __hash__": inside("def __hash__(self) -> int:", "    return 0"),
    "a body of __bool__": inside("def __bool__(self) -> bool:", "    return True"),
    "a body of __subclasshook__": inside(
        "@classmethod", "def __subclasshook__(cls, other: type) -> bool:", "    return True"
    ),
    "a body of __class_getitem__": inside(
        "def __class_getitem__(cls, item: object) -> object:", "    return object"
    ),
    "a class that poses": inside("@property", "def __class__(self) -> type:", "    return int"),
    "equality in an enum": COLORS
    + "    def __eq__(self, other: object) -> bool:\n        return True\n",
    "equality in an exception": "class Bad(ValueError):\n"
    "    def __eq__(self, other: object) -> bool:\n        return True\n",
    "equality in a class within": "class Shop:\n    class Money:\n"
    "        def __eq__(self, other: object) -> bool:\n            return True\n",
    "total_ordering on a body": "@total_ordering\n"
    + inside("def __lt__(self, other: object) -> bool:", "    return False"),
    "equality that is assigned": inside("__eq__ = lambda self, other: True"),
    "equality of another": inside("__eq__ = type(ANY).__eq__"),
    "equality with an annotation": inside("__eq__: object = ANY"),
    "equality among several": inside("a, __eq__ = 1, lambda self, other: True"),
    "equality by an import": inside("from operator import truth as __eq__"),
    "equality by a loop": inside("for __eq__ in (print,):", "    pass"),
    "equality by a walrus": inside("a = (__eq__ := print)"),
    "equality through the namespace": inside("vars()['__eq__'] = print"),
    "equality that is decorated": inside(
        "@(lambda found: lambda *_: True)", "def __eq__(self, other: object) -> bool: ..."
    ),
    "a method that subclasses run": inside(
        "def __init_subclass__(cls) -> None:", "    cls.cents = 0"
    ),
    "equality that a method sets": inside("def shown(self) -> None:", "    Money.__eq__ = print"),
    "equality by setattr": inside(
        "def shown(self) -> None:", "    setattr(Money, '__eq__', print)"
    ),
    "a hash that is assigned": inside("__hash__ = 0"),
    "fields that are taken away": inside("__annotations__ = {}"),
    "a class that is made": "Money = type('Money', (), {})\n",
    "a dataclass that is made": "Money = dataclasses.make_dataclass('Money', ['cents'])\n",
    "a new class": "Money = types.new_class('Money')\n",
    "a field that is made": data("note: str = dataclasses.Field(0)"),
    "a base that is computed": inside(head="class Money(type(ANY)):"),
    "a base that was computed": "Loose = type(ANY)\n" + inside(head="class Money(Loose):"),
    "a base that leads nowhere": "A = B\nB = A\n" + error("Bad", "A", "ValueError"),
    "bases that are listed": "BASES = (object,)\n" + inside(head="class Money(*BASES):"),
    "a metaclass": "class Meta(type):\n    pass\n",
    "the use of a metaclass": inside(head="class Money(metaclass=type(ANY)):"),
    "a metaclass that is hidden": "META = {}\n" + inside(head="class Money(**META):"),
    "a field that is a property": data("note: str = property(lambda self: '')"),
    "a property over a field": data("@property", "def cents(self) -> int:", "    return 0"),
    "fields that are all given away": "@dataclass\nclass Money:\n    cents: InitVar[int]\n",
    "fields that are flattened": data("def __post_init__(self) -> None:", "    self.cents = 0"),
    "frozen fields that are flattened": data(
        "def __post_init__(self) -> None:", "    object.__setattr__(self, 'cents', 0)"
    ),
    "members with one value": "class Color(Enum):\n    RED = 1\n    GREEN = 1\n",
    "members with equal values": "class Color(Enum):\n    RED = 1\n    GREEN = True\n",
    "a member that is another": "class Color(Enum):\n    RED = auto()\n    GREEN = RED\n",
    "members that are made alike": COLORS
    + "    def __new__(cls, value: int) -> 'Color':\n        return object.__new__(cls)\n",
    "members whose value is changed": COLORS
    + "    def __init__(self, value: int) -> None:\n        self._value_ = 0\n",
    "members that are numbered alike": COLORS
    + "    def _generate_next_value_(self, *_: object) -> int:\n        return 0\n",
    "two builtin errors": error("Bad", "KeyError", "ValueError"),
    "two builtin errors by module": error("Bad", "builtins.KeyError", "ValueError"),
    "two builtin errors by alias": "Gone = KeyError\n" + error("Bad", "Gone", "ValueError"),
    "two builtin errors in two steps": error("Bad", "ValueError")
    + error("Worse", "Bad", "KeyError"),
    "an error of a library and a builtin": error("Bad", "json.JSONDecodeError", "KeyError"),
    "two errors of the package": error("A", "Exception")
    + error("B", "Exception")
    + error("Both", "A", "B"),
}


@pytest.mark.parametrize("source", BLUNT.values(), ids=BLUNT.keys())
def test_a_declaration_that_blunts_judging_is_refused(source: str) -> None:
    assert blunted(source)


HONEST = {
    "plain": data(),
    "frozen and ordered": inside(head="@dataclass(frozen=True, order=True)\nclass Money:"),
    "said outright": data("a: int = field(compare=True)", head="@dataclass(eq=True)\nclass Money:"),
    "slots and unhashable": inside("__slots__ = ('cents',)", "__hash__ = None"),
    "defaults": data("all: list[int] = field(default_factory=list)", "MOST: ClassVar[int] = 3"),
    "equality as operation": inside(
        "def __eq__(self, other: object) -> bool: ...", "def __hash__(self) -> int: ..."
    ),
    "said to be an operation": inside(
        "def __eq__(self, other: object) -> bool: ...", head="@dataclass(eq=False)\nclass Money:"
    ),
    "equal to itself alone": inside(head="@dataclass(eq=False)\nclass Money:"),
    "an exception that is equal to itself alone": error("ShopError", "Exception")
    + inside(head="@dataclass(eq=False)\nclass Refused(ShopError):"),
    "order as operation": "@total_ordering\n"
    + inside("def __lt__(self, other: 'Money') -> bool:", "    'Less.'", "    ..."),
    "abstract equality": inside(
        "@abstractmethod", "def __eq__(self, other: object) -> bool: ...", head="class Money(ABC):"
    ),
    "property as operation": data("@property", "def euros(self) -> int: ..."),
    "property with a body": data("@property", "def euros(self) -> int:", "    return 1"),
    "post-init as operation": data("def __post_init__(self) -> None: ..."),
    "post-init that checks": data(
        "def __post_init__(self) -> None:", "    if not self.cents:", "        raise ValueError"
    ),
    "given and kept": data("rate: InitVar[int]", "def __post_init__(self, rate: int) -> None: ..."),
    "enum": "@unique\nclass Color(Enum):\n    RED = 'r'\n    GREEN = auto()\n    BLUE = auto()\n",
    "enum with facts": "class Color(IntEnum):\n    RED = 1, 'r'\n    BLUE = 1, 'b'\n\n"
    "    def __init__(self, value: int, short: str) -> None:\n        self.short = short\n",
    "named tuples": "class A(NamedTuple):\n    x: int\n\n\n"
    "class B(namedtuple('B', 'x')):\n    pass\n",
    "generic, typed, protocol": "class A(Generic[T]):\n    x: T\n\n\n"
    "class B(TypedDict, total=False):\n    x: int\n\n\n"
    "class C(Protocol):\n    def __eq__(self, other: object) -> bool: ...\n",
    "abstract": "class A(metaclass=ABCMeta):\n    pass\n",
    "a class that has a word of ours": data("eq: str = '='", "compare: bool = False")
    + "\n\nSIGN = Money(1, eq='==', compare=False)\n",
    "an error with fields": "class Bad(ValueError):\n"
    "    def __init__(self, line: int) -> None:\n"
    "        super().__init__(f'line {line}')\n        self.line = line\n\n"
    "    def __str__(self) -> str:\n        return 'bad'\n",
    "an error of the package and one builtin": error("ShopError", "Exception")
    + error("Missing", "ShopError", "KeyError")
    + error("Gone", "Missing", "ShopError"),
    "an error that is its base anyway": error("Missing", "KeyError", "LookupError"),
    "an error of a library": error("ShopError", "Exception")
    + error("Bad", "ShopError", "json.JSONDecodeError"),
    "an error with a helper": error("Shown", "object") + error("Bad", "Shown", "ValueError"),
    "a docstring that names a method": 'class Money:\n    """As `__eq__` says."""\n',
}


@pytest.mark.parametrize("source", HONEST.values(), ids=HONEST.keys())
def test_an_honest_declaration_stays(source: str) -> None:
    assert blunted(source) == []


def test_errors_are_looked_up_in_other_bricks() -> None:
    source = "from shop.errors import Bad\n\n\n" + error("Worse", "Bad", "KeyError")
    assert blunted(source, errors=error("Bad", "Exception")) == []
    assert blunted(source, errors=error("Bad", "ValueError")) == [
        "Brick 'money': exception 'Worse' is 'KeyError' and 'ValueError' at once:"
        " it passes for either"
    ]


def test_the_finding_says_where_and_what_to_write_instead() -> None:
    source = inside("def __eq__(self, other: object) -> bool:", "    return True")
    (found,) = check_plan(plan(source))
    assert found.message == (
        "Brick 'money': 'Money.__eq__' comes with a body, which decides what tests see"
    )
    assert (found.file, found.line) == ("src/shop/money.py", DECLARED + 2)
    assert found.suggestion.startswith("Declare it as an operation (signature, docstring, body `")


@pytest.mark.parametrize("file", sorted(CORPUS.glob("*/plan.json")), ids=lambda it: it.parent.name)
def test_the_plans_of_known_programs_stay(file: Path) -> None:
    assert check_plan(Plan(**json.loads(file.read_text(encoding="utf-8")))) == ()

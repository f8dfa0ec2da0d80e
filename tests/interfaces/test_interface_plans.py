from typing import Any

import pytest

from brickyard.interfaces import check_plan
from brickyard.values import Brick, Plan

MONEY = "class Money:\n    def add(self, other: 'Money') -> 'Money': ...\n"
CLI = (
    "from collections.abc import Sequence\n\nfrom shop.money import Money\n\n\n"
    "def main(argv: Sequence[str] | None = None) -> int: ...\n\n\n"
    "def show(money: Money) -> str: ...\n"
)


def brick(name: str, interface: str, *depends: str) -> Brick:
    return Brick(name=name, spec="", serves=("R1",), depends=depends, interface=interface)


def plan(**changes: Any) -> Plan:
    base = Plan(
        package="shop",
        entry="cli:main",
        bricks=(brick("money", MONEY), brick("cli", CLI, "money")),
    )
    return base.model_copy(update=changes)


def messages(checked: Plan) -> list[str]:
    return [finding.message for finding in check_plan(checked)]


def test_a_sound_plan_has_no_finding() -> None:
    assert check_plan(plan()) == ()


def test_a_circle_is_shown_once_from_end_to_end() -> None:
    a = brick("a", "def f() -> int: ...\n", "b")
    b = brick("b", "def f() -> int: ...\n", "c")
    c = brick("c", "def f() -> int: ...\n", "b")

    assert messages(plan(bricks=(a, b, c), entry="")) == [
        "Bricks depend on each other in a circle: b → c → b."
    ]


def with_cli(old: str, new: str) -> Plan:
    assert old in CLI
    return plan(bricks=(brick("money", MONEY), brick("cli", CLI.replace(old, new), "money")))


BAD = {
    "Package name 'json' is the name of a module of Python": plan(package="json", bricks=()),
    "Package name 'pytest' is the name of a tool": plan(package="pytest", bricks=()),
    "Package name 'My-shop' is not a lower-case": plan(package="My-shop", bricks=()),
    "Package name 'class' is a Python keyword": plan(package="class", bricks=()),
    "The plan has no brick": plan(bricks=(), entry=""),
    "Brick name 'a-b' is not": plan(bricks=(brick("a-b", MONEY),), entry=""),
    "Brick name 'import' is a Python keyword": plan(bricks=(brick("import", MONEY),), entry=""),
    "Brick name 'a' is there twice": plan(bricks=(brick("a", MONEY), brick("a", MONEY)), entry=""),
    "Brick name 'shop' is also the package's name": plan(bricks=(brick("shop", MONEY),), entry=""),
    "depends on 'x', which is not in the plan": plan(bricks=(brick("a", MONEY, "x"),), entry=""),
    "Brick 'cli': imports 'Cash' from 'money', which does not declare it": with_cli(
        "import Money", "import Cash as Money"
    ),
    "imports from 'bank', which is not a brick": with_cli("shop.money", "shop.bank"),
    "imports from 'money' but does not depend on it": plan(
        bricks=(brick("money", MONEY), brick("cli", CLI))
    ),
    "uses 'Path', which it neither defines nor imports": with_cli("-> str", "-> Path"),
    "uses 'Purse', which it neither": with_cli("money: Money", "money: 'Purse'"),
    "Brick 'cli': function 'show' has a body": with_cli("-> str: ...", "-> str: return ''"),
    "Entry 'cli:run' is not a function of that brick": plan(entry="cli:run"),
    "Entry 'bank:main' is not `brick:operation`": plan(entry="bank:main"),
    "Entry 'cli' is not `brick:operation`": plan(entry="cli"),
    "does not return int": with_cli("-> int", "-> None"),
    "is async": with_cli("def main", "async def main"),
    "one optional parameter": with_cli("argv: Sequence[str] | None = None", ""),
    "one optional parameter, argv": with_cli(" | None = None", ""),
    "only optional ones beside it": with_cli("None = None", "None = None, *, out: object"),
    "and only optional ones": with_cli("argv:", "out: object, argv:"),
}


def test_an_entry_may_take_more_that_nobody_has_to_give() -> None:
    more = "None = None, out: object = None, *, now: object = None"

    assert messages(with_cli("None = None", more)) == []


@pytest.mark.parametrize(("message", "bad"), BAD.items(), ids=BAD.keys())
def test_what_no_package_can_be_built_from_is_found(message: str, bad: Plan) -> None:
    assert any(message in found for found in messages(bad)), messages(bad)


def test_an_import_that_leads_nowhere_says_what_is_there() -> None:
    findings = check_plan(with_cli("import Money", "import Cash as Money"))

    assert findings[0].suggestion == "'money' declares: Money."
    assert findings[0].file == "src/shop/cli.py"


def test_bound_names_of_every_kind_resolve() -> None:
    source = (
        "import os.path\nfrom typing import Generic, TypeVar\n\nT = TypeVar('T')\n\n\n"
        "class Box(Generic[T]):\n    def first(self) -> T:\n"
        "        try:\n            return next(one for one in (self,) if os.path)\n"
        "        except OSError as error:\n            raise KeyError(error) from error\n"
    )

    assert check_plan(Plan(package="shop", bricks=(brick("box", source),))) == ()

"""The example of `generate`, and right answers to its questions, as a careful author gives them."""

import os
import re
import shutil
import signal
from pathlib import Path
from typing import Any

import brickyard.examples
from brickyard.drafts.question import CodeOut
from brickyard.files import Files
from brickyard.models.base import Request
from brickyard.plans.question import PlannedBrick, PlanOut
from brickyard.red.question import CasesOut
from brickyard.testing import Answer, script
from brickyard.values import PlannedPermission

EXAMPLE = Path(brickyard.examples.__path__[0]) / "splitbill"
NAMES = CONTRACT, SPEC = "splitbill.contract.md", "splitbill.impl_spec.md"
SCRIPT = "scripted:splitbill_kit:right"


def copied(folder: Path) -> tuple[Path, Path]:
    """Contract and spec, to be edited."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in NAMES:
        shutil.copy(EXAMPLE / name, folder / name)
    return folder / CONTRACT, folder / SPEC


INTERFACES = {
    "money": '''\
"""Amounts of money as whole cents."""


class MoneyError(ValueError):
    """The text is no amount."""


def parse_money(text: str) -> int:
    """Return the cents of a text such as `12.50`, `7` or `0.05`; spaces around it do not matter.

    Raise MoneyError for any other text: digits are 0 to 9, and after a point there are two.
    """
    ...


def format_money(cents: int) -> str:
    """Return cents with a point and two digits: `12.50`, `0.05`, `-7.05`."""
    ...
''',
    "expenses": '''\
"""The lines of a list of expenses."""

from dataclasses import dataclass


class ExpenseError(ValueError):
    """The line is no expense."""


@dataclass(frozen=True)
class Expense:
    """What somebody paid, and who shares it, in the order of the line."""

    payer: str
    cents: int
    shared_by: tuple[str, ...]


def parse_expense(line: str) -> Expense:
    """Return the expense of a line such as `ann 12.50 ann,bob`; words stand apart by spaces.

    Raise ExpenseError if there are not exactly three words, if the amount cannot be read, or if a
    name among those who share it is empty or there twice.
    """
    ...
''',
    "ledger": '''\
"""Who is owed how much."""

from collections.abc import Sequence

from splitbill.expenses import Expense


def balances(expenses: Sequence[Expense]) -> dict[str, int]:
    """Return for each person the cents that they are owed; what they owe is below zero.

    Everybody who pays or shares is in it. Cents that cannot be split are borne one each by the
    first of those who share the expense.
    """
    ...
''',
    "settlement": '''\
"""Who pays whom."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Transfer:
    """One payment."""

    payer: str
    payee: str
    cents: int


def settle(balances: Mapping[str, int]) -> list[Transfer]:
    """Return transfers, in their order, after which every balance is zero.

    The one who owes most pays the one who is owed most as much as both balances allow, again and
    again; of equal ones the first in the alphabet comes first.
    """
    ...
''',
}
SPECS = {
    "money": "Reads and writes amounts as whole cents. No float is used.",
    "expenses": "Reads one line of a list into an Expense. It reads the amount with parse_money.",
    "ledger": "Adds up who paid and who shares each expense into balances that sum to zero.",
    "settlement": "Finds transfers greedily: the largest debt pays the largest claim.",
}
SERVES = {
    "money": ("C1", "C2", "C3"),
    "expenses": ("C4", "C5"),
    "ledger": ("C6", "C7"),
    "settlement": ("C8", "C9"),
}
DEPENDS = {"expenses": ("money",), "ledger": ("expenses",)}
BODIES = {
    "money": {
        "parse_money": """\
    found = re.fullmatch(r" *([0-9]+)(?:[.]([0-9]{2}))? *", text)
    if found is None:
        raise MoneyError(f"not an amount: {text!r}")
    return int(found[1]) * 100 + int(found[2] or 0)
""",
        "format_money": """\
    sign = "-" if cents < 0 else ""
    whole, rest = divmod(abs(cents), 100)
    return f"{sign}{whole}.{rest:02}"
""",
    },
    "expenses": {
        "parse_expense": """\
    words = line.split()
    if len(words) != 3:
        raise ExpenseError(f"not three words: {line!r}")
    payer, amount, shared = words
    names = tuple(shared.split(","))
    if not all(names) or len(set(names)) < len(names):
        raise ExpenseError(f"names have to be different and not empty: {shared!r}")
    try:
        return Expense(payer, parse_money(amount), names)
    except MoneyError as error:
        raise ExpenseError(str(error)) from error
""",
    },
    "ledger": {
        "balances": """\
    found: dict[str, int] = {}
    for expense in expenses:
        found[expense.payer] = found.get(expense.payer, 0) + expense.cents
        share, rest = divmod(expense.cents, len(expense.shared_by))
        for number, name in enumerate(expense.shared_by):
            found[name] = found.get(name, 0) - share - (1 if number < rest else 0)
    return found
""",
        "people": """\
    return sorted(balances(expenses))
""",
    },
    "settlement": {
        "settle": """\
    left = dict(sorted(balances.items()))
    found: list[Transfer] = []
    while any(left.values()):
        payer = min(left, key=lambda name: left[name])
        payee = max(left, key=lambda name: left[name])
        cents = min(-left[payer], left[payee])
        left[payer] += cents
        left[payee] -= cents
        found.append(Transfer(payer, payee, cents))
    return found
""",
    },
}
IMPORTS = {
    "money": "import re\n",
    "expenses": "from splitbill.money import MoneyError, parse_money\n",
}
CASES = {
    "C1": """\
@table(C1, [("12.50", 1250), ("7", 700), ("0.05", 5), ("  3.00 ", 300), ("0", 0), ("007.10", 710)])
def amounts_are_read_as_cents(text, cents):
    assert parse_money(text) == cents
""",
    "C2": """\
@table(C2, [("1.5",), ("-3",), ("1,50",), ("",), ("1.234",), (".50",), ("7.",), ("ten",), ("1 0",)])
def what_is_no_amount_is_refused(text):
    with raises(MoneyError):
        parse_money(text)


@proves(C2)
def digits_that_lack_are_refused_and_whole_ones_are_read():
    assert parse_money("1.50") == 150
    with raises(MoneyError):
        parse_money("1.5")
""",
    "C3": """\
@table(C3, [(1250, "12.50"), (5, "0.05"), (-705, "-7.05"), (0, "0.00"), (-1, "-0.01")])
def cents_are_written_with_two_digits(cents, text):
    assert format_money(cents) == text
""",
    "C4": """\
@table(C4, [
    ("ann 12.50 ann,bob", "ann", 1250, ("ann", "bob")),
    ("bob   7  cid", "bob", 700, ("cid",)),
    (" cid 0.01 bob,ann,cid ", "cid", 1, ("bob", "ann", "cid")),
])
def a_line_is_read_as_an_expense(line, payer, cents, shared):
    assert parse_expense(line) == Expense(payer, cents, shared)
""",
    "C5": """\
@table(C5, [
    ("ann 12.50",), ("ann 12.50 ann bob",), ("",), ("ann 1.5 ann",), ("ann -3 ann",),
    ("ann 3 ann,ann",), ("ann 3 ann,",), ("ann 3 ,ann",), ("ann 3 ann,,bob",),
])
def what_is_no_expense_is_refused(line):
    with raises(ExpenseError):
        parse_expense(line)
""",
    "C6": """\
@table(C6, [
    ([("ann", 1000, ("ann", "bob"))], {"ann": 500, "bob": -500}),
    ([("ann", 100, ("bob", "ann", "cid"))], {"ann": 67, "bob": -34, "cid": -33}),
    ([("ann", 5, ("bob", "cid", "ann"))], {"ann": 4, "bob": -2, "cid": -2}),
    ([("ann", 300, ("bob",)), ("bob", 100, ("ann",))], {"ann": 200, "bob": -200}),
])
def each_expense_is_split_equally(lines, expected):
    assert balances([Expense(payer, cents, shared) for payer, cents, shared in lines]) == expected
""",
    "C7": """\
@table(C7, [
    ([("ann", 100, ("ann",))], {"ann": 0}),
    ([("ann", 100, ("bob",)), ("bob", 100, ("ann",))], {"ann": 0, "bob": 0}),
    ([("ann", 1, ("bob", "cid", "dan"))], {"ann": 1, "bob": -1, "cid": 0, "dan": 0}),
])
def whoever_is_even_is_there_with_zero(lines, expected):
    assert balances([Expense(payer, cents, shared) for payer, cents, shared in lines]) == expected


@proves(C7)
def the_values_add_up_to_zero():
    first, other = Expense("ann", 1001, ("ann", "bob", "cid")), Expense("dan", 7, ("ann", "bob"))
    found = balances([first, other])
    assert sum(found.values()) == 0
    assert sorted(found) == ["ann", "bob", "cid", "dan"]
""",
    "C8": """\
@table(C8, [
    ({"ann": 500, "bob": -500}, [("bob", "ann", 500)]),
    ({"ann": 67, "bob": -34, "cid": -33}, [("bob", "ann", 34), ("cid", "ann", 33)]),
    ({"dan": 10, "ann": 10, "cid": -10, "bob": -10}, [("bob", "ann", 10), ("cid", "dan", 10)]),
    ({"ann": -50, "bob": 20, "cid": 30}, [("ann", "cid", 30), ("ann", "bob", 20)]),
    ({"ann": -30, "bob": -20, "cid": 40, "dan": 10}, [
        ("ann", "cid", 30), ("bob", "cid", 10), ("bob", "dan", 10),
    ]),
])
def the_largest_debt_pays_the_largest_claim(given, expected):
    assert settle(given) == [Transfer(payer, payee, cents) for payer, payee, cents in expected]
""",
    "C9": """\
@table(C9, [({}, 0), ({"ann": 0}, 0), ({"ann": 0, "bob": 0}, 0), ({"ann": 1, "bob": -1}, 1)])
def nothing_is_paid_where_all_are_even(given, count):
    assert len(settle(given)) == count
""",
}
HOLD_OUTS = {
    "C1": """\
@table(C1, [("1000000.99", 100000099), (" 0.00", 0), ("42 ", 4200)])
def large_and_small(t, c):
    assert parse_money(t) == c
""",
    "C2": """\
@table(C2, [("+3",), ("1.",), ("1..00",), (" ",), ("0x10",), ("1e2",)])
def odd_texts(t):
    with raises(MoneyError):
        parse_money(t)
""",
    "C3": """\
@table(C3, [(-100, "-1.00"), (99, "0.99"), (123456789, "1234567.89")])
def written(c, t):
    assert format_money(c) == t
""",
    "C4": """\
@table(C4, [("x 0 x", "x", 0, ("x",)), ("a 10.10   b,a", "a", 1010, ("b", "a"))])
def other_lines(line, p, c, s):
    assert parse_expense(line) == Expense(p, c, s)
""",
    "C5": """\
@table(C5, [("ann",), ("ann x bob",), ("ann 3 bob,bob,ann",), ("a 1 b c",)])
def other_faults(line):
    with raises(ExpenseError):
        parse_expense(line)
""",
    "C6": """\
@table(C6, [
    ([("a", 7, ("a", "b", "c"))], {"a": 4, "b": -2, "c": -2}),
    ([("a", 0, ("b",))], {"a": 0, "b": 0}),
])
def other_splits(lines, expected):
    assert balances([Expense(p, c, s) for p, c, s in lines]) == expected
""",
    "C7": """\
@table(C7, [([("a", 3, ("a", "b")), ("b", 5, ("a",))], {"a": -4, "b": 4}), ([], {})])
def sums(lines, expected):
    assert balances([Expense(p, c, s) for p, c, s in lines]) == expected
""",
    "C8": """\
@table(C8, [
    ({"z": 5, "y": -3, "x": -2}, [("y", "z", 3), ("x", "z", 2)]),
    ({"b": -1, "a": -1, "c": 2}, [("a", "c", 1), ("b", "c", 1)]),
])
def other_debts(given, expected):
    assert settle(given) == [Transfer(p, q, c) for p, q, c in expected]
""",
    "C9": """\
@table(C9, [({"a": 0, "b": 0, "c": 0}, 0), ({"a": 2, "b": -1, "c": -1}, 2)])
def none_needed(given, count):
    assert len(settle(given)) == count
""",
}


def plan(inputs: dict[str, Any]) -> PlanOut:
    return PlanOut(
        bricks=tuple(
            PlannedBrick(
                name=name, spec=SPECS[name], serves=SERVES[name], depends=DEPENDS.get(name, ())
            )
            for name in INTERFACES
        ),
        interfaces=Files(
            {
                f"{name}.py": text.replace("from splitbill.", f"from {inputs['package']}.")
                for name, text in INTERFACES.items()
            }
        ),
    )


def code(inputs: dict[str, Any]) -> CodeOut:
    """Whatever operations the interfaces have by now get their bodies."""
    found: dict[str, str] = {}
    package = inputs["package"]
    for each in inputs["modules"]:
        name, path = each["brick"], f"{package}/{each['brick']}.py"
        text = inputs["interfaces"][path]
        for operation, body in BODIES[name].items():
            there = re.compile(
                rf'(^def {operation}\([^\n]*\n    """(?:(?!""").)*"""\n)    \.\.\.\n', re.M | re.S
            )
            text = there.sub(lambda m, body=body: m[1] + body, text)
        imports = IMPORTS.get(name, "").replace("splitbill", package)
        head = re.compile(r'^(""".*?"""\n)(\n(?:from [^\n]*\n)+)?', re.S)
        found[path] = head.sub(lambda m, more=imports: f"{m[1]}{m[2] or ''}\n{more}", text, count=1)
    return CodeOut(code=Files(found))


ANSWERS: dict[str, Answer] = {
    "plan": plan,
    "write-cases": lambda inputs: CasesOut(cases="\n\n".join(CASES[id] for id in inputs["ids"])),
    "draw-hold-outs": lambda inputs: CasesOut(
        cases="\n\n".join(HOLD_OUTS[id] for id in inputs["ids"])
    ),
    "write-code": code,
}


def right(request: Request) -> str:
    return script(ANSWERS)(request)


def asking(request: Request) -> str:
    """The plan takes the contract to ask for the network."""
    wish = PlannedPermission(
        name="security-network", words="a group of friends who shared expenses"
    )
    found = {"plan": lambda inputs: plan(inputs).model_copy(update={"permissions": (wish,)})}
    return script(ANSWERS | found)(request)


def forgetful(request: Request) -> str:
    """Leaves a brick out of the plan, until it is told."""

    def first(inputs: dict[str, Any]) -> PlanOut:
        whole = plan(inputs)
        if inputs["attempt"]:
            return whole
        merged = whole.bricks[2].model_copy(update={"serves": ("C6", "C7", "C8", "C9")})
        joined = whole.interfaces["ledger.py"] + whole.interfaces["settlement.py"]
        interfaces = {name: whole.interfaces[name] for name in ("money.py", "expenses.py")}
        return PlanOut(
            bricks=(*whole.bricks[:2], merged),
            interfaces=Files({**interfaces, "ledger.py": joined}),
        )

    return script({**ANSWERS, "plan": first})(request)


def dies(request: Request) -> str:
    """The process is killed while code is asked for, until a file says that it was."""
    if request.task == "write-code" and not Path("died").exists():
        os.kill(os.getpid(), signal.SIGKILL)
    return right(request)

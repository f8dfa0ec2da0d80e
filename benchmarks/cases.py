"""Cases read, rendered, played and judged, beside plain pytest: `python benchmarks/cases.py`.

The same checks, as one file: read and rendered here, then judged outside on right code, then run
by pytest in one process of the same sandbox. Both must find that all of them hold.
"""

import asyncio
import os
import sys
import time
from statistics import median

from brickyard.cases import CaseFile, Cases, judge, offered, read, render, support_files
from brickyard.events import silent
from brickyard.files import Files
from brickyard.sandbox import Limits, Sandbox, choose
from brickyard.sandbox.toolchain import default_cache, toolchain

COUNTS = (100, 300, 1000)
GOAL = 1.0
RUNS = 3
ROWS = 8
"""Rows of one table; there is a table, an object, an error and a run in every eleven checks."""

CODE = """
import argparse
from dataclasses import dataclass
from decimal import Decimal


class AmountError(ValueError):
    def __init__(self, text: str) -> None:
        super().__init__(f"not an amount: {text!r}")
        self.text = text


@dataclass(frozen=True)
class Entry:
    name: str
    amount: Decimal


class Book:
    def __init__(self) -> None:
        self.entries: list[Entry] = []

    def add(self, name: str, text: str) -> Entry:
        entry = Entry(name, parse_amount(text))
        self.entries.append(entry)
        return entry

    def total(self) -> Decimal:
        return sum((entry.amount for entry in self.entries), Decimal(0))


def parse_amount(text: str) -> Decimal:
    whole, point, cents = text.partition(".")
    if not whole.isdigit() or (point and not cents.isdigit()):
        raise AmountError(text)
    return Decimal(text)


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="book")
    parser.add_argument("amounts", nargs="*")
    book = Book()
    for number, text in enumerate(parser.parse_args(argv).amounts):
        book.add(f"n{number}", text)
    print(book.total())
    return 0
"""
NAMES = offered("book", {"book.core": CODE}, "book.core:main")
PACKAGE = Files({"src/book/__init__.py": "", "src/book/core.py": CODE})
PATH = "tests/test_book.py"


def written(count: int) -> str:
    """A file of so many checks, as a model writes them."""
    groups = [_group(number) for number in range(-(-count // (ROWS + 3)))]
    return "\n\n".join(groups)


def _group(number: int) -> str:
    rows = ", ".join(f'("{number}.{row}", Decimal("{number}.{row}"))' for row in range(ROWS))
    return f'''
@table(R1, [{rows}])
def amounts_{number}(text, expected):
    assert parse_amount(text) == expected


@proves(R2)
def entries_{number}():
    book = Book()
    assert book.add("a", "{number}.50") == Entry("a", Decimal("{number}.50"))
    assert [entry.name for entry in book.entries] == ["a"]


@proves(R3)
def refused_{number}():
    with raises(AmountError, "not an amount") as error:
        parse_amount("{number}x")
    assert error.value.text == "{number}x"


@proves(R4)
def runs_{number}():
    r = run("{number}", "1.5")
    assert (r.exit, r.stdout, r.stderr) == (0, "{number + 1}.5\\n", "")
'''


async def judged(sandbox: Sandbox, cases: Cases) -> float:
    began = time.perf_counter()
    file = CaseFile(path=PATH, cases=cases, names=NAMES)
    found = await judge(sandbox, PACKAGE, [file], seconds=600, fresh=True)
    wrong = [one.reason for one in found.values() if not one.passed]
    if wrong:
        raise SystemExit(f"Right code was refused: {wrong[0]}")
    return time.perf_counter() - began


async def by_pytest(sandbox: Sandbox, text: str) -> float:
    began = time.perf_counter()
    beside = {f"tests/{name}": part for name, part in support_files(NAMES, [text]).items()}
    outcome = await sandbox.run(
        PACKAGE | beside | {PATH: text},
        (
            *("python", "-m", "pytest", "-q", "-p", "no:cacheprovider"),
            *("--import-mode=importlib", "-o", "pythonpath=src tests", PATH),
        ),
        Limits(seconds=600, fresh=True),
    )
    if outcome.exit:
        raise SystemExit(f"pytest failed: {outcome.stdout.decode()[-2000:]}")
    return time.perf_counter() - began


async def measure() -> None:
    sandbox = await choose("auto", await toolchain(default_cache()), listener=silent)
    for count in COUNTS:
        began = time.perf_counter()
        cases = read(written(count), NAMES)
        was_read = time.perf_counter()
        text = render(cases, NAMES, "Acceptance tests of book.")
        rendered = time.perf_counter()
        pairs = [
            (await judged(sandbox, cases), await by_pytest(sandbox, text)) for _ in range(RUNS)
        ]
        ours, theirs = (median(each) for each in zip(*pairs, strict=True))
        ratio = median(one / other for one, other in pairs)
        print(
            f"| {count} | {was_read - began:.2f} | {rendered - was_read:.2f} | {ours:.2f} | "
            f"{theirs:.2f} | {ratio:.2f} × | ≤ {GOAL:g} × | "
            f"{'yes' if ratio <= GOAL else 'missed'} |"
        )


def main() -> int:
    print(f"Load of the machine before: {os.getloadavg()[0]:.1f}, medians of {RUNS}, seconds\n")
    print("| checks | reading | rendering | played and judged | pytest | ratio | goal | met |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    asyncio.run(measure())
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Import of transactions from CSV: everything or nothing."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date

from ledger.accounts import AccountError, LedgerError
from ledger.book import Ledger
from ledger.transactions import Posting, Transaction, TransactionError, parse_amount

COLUMNS = ("date", "description", "account", "amount", "ref")

_DATE = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})")
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)")


@dataclass(frozen=True)
class Problem:
    line: int
    message: str


class ImportRefused(LedgerError):
    """Nothing was imported; all problems of the file in the order of their lines."""

    problems: tuple[Problem, ...]

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(f"line {p.line}: {p.message}" for p in self.problems))


@dataclass
class _Group:
    """The rows with one ref."""

    line: int
    first: dict[str, str]
    date: date | None
    postings: list[Posting] = field(default_factory=list)
    faulty: bool = False


def import_csv(ledger: Ledger, source: Iterable[str]) -> tuple[int, ...]:
    """Reads CSV from an open text file or any lines of text; returns the numbers of the posted transactions. Raises ImportRefused."""
    return tuple([ledger.post(transaction) for transaction in _read(ledger, source)])


def _read(ledger: Ledger, source: Iterable[str]) -> list[Transaction]:
    """The first pass: reads and checks everything, posts nothing."""
    problems: list[Problem] = []
    rows = _rows(source, problems)
    header_line, header = next(rows, (1, []))
    if problems:  # the header itself is unreadable, so nothing after it can be understood
        raise ImportRefused(problems[:1])
    if not header:
        raise ImportRefused([Problem(1, "the file is empty")])
    problems += _header_problems(header_line, header)
    complete = not problems
    positions = {name: header.index(name) for name in COLUMNS if header.count(name) == 1}

    groups: dict[str, _Group] = {}
    suspects: set[str] = set()
    for line, cells in rows:
        if len(cells) != len(header):
            problems.append(
                Problem(line, f"wrong number of cells: {len(cells)} instead of {len(header)}")
            )
            if "ref" in positions:
                suspects |= _possible_refs(positions["ref"], len(header), cells)
            continue
        row = {name: cells[position] for name, position in positions.items()}
        _read_row(ledger, line, row, groups, problems)

    transactions = []
    for ref, group in sorted(groups.items()):
        if group.faulty or ref in suspects or not complete:
            continue
        try:
            transactions.append(
                Transaction(group.date, group.first["description"], tuple(group.postings))
            )
        except TransactionError as error:
            problems.append(Problem(group.line, f"ref {ref!r}: {error}"))
    if problems:
        raise ImportRefused(sorted(problems, key=lambda problem: problem.line))
    return transactions


def _header_problems(line: int, header: list[str]) -> list[Problem]:
    problems = []
    for name in COLUMNS:
        count = header.count(name)
        if count == 0:
            problems.append(Problem(line, f"column {name!r} is missing"))
        elif count > 1:
            problems.append(Problem(line, f"column {name!r} stands {count} times in the header"))
    return problems


def _possible_refs(position: int, width: int, cells: list[str]) -> set[str]:
    """The refs that a row with too many or too few cells may have, counted from either end."""
    indexes = (position, position - width + len(cells))
    return {cells[index] for index in indexes if 0 <= index < len(cells)}


def _read_row(
    ledger: Ledger,
    line: int,
    row: dict[str, str],
    groups: dict[str, _Group],
    problems: list[Problem],
) -> None:
    """Checks one row, as far as its columns are there, and adds it to its group."""
    faults: list[str] = []

    day = None
    if "date" in row:
        day = _parse_date(row["date"])
        if day is None:
            faults.append(f"{row['date']!r} is not a date written YYYY-MM-DD")

    ref = row.get("ref")
    group = None
    if ref == "":
        faults.append("the ref is empty")
    elif ref is not None:
        group = groups.get(ref)
        if group is None:
            group = groups[ref] = _Group(line, row, day)
        for name in ("date", "description"):
            if name == "date" and day is None:
                continue  # already reported as a bad date
            if name in row and row[name] != group.first[name]:
                faults.append(
                    f"{name} {row[name]!r} is not the {name} of ref {ref!r} "
                    f"in line {group.line}, {group.first[name]!r}"
                )

    if "account" in row:
        try:
            ledger.chart.get(row["account"])
        except AccountError as error:
            faults.append(str(error))

    if "amount" in row:
        try:
            posting = Posting(row.get("account", ""), parse_amount(row["amount"]))
        except TransactionError as error:
            faults.append(str(error))
        else:
            if group is not None:
                group.postings.append(posting)

    if faults and group is not None:
        group.faulty = True
    problems.extend(Problem(line, fault) for fault in faults)


def _parse_date(text: str) -> date | None:
    match = _DATE.fullmatch(text)
    if match is None:
        return None
    try:
        return date(*map(int, match.groups()))
    except ValueError:
        return None


def _rows(source: Iterable[str], problems: list[Problem]) -> Iterator[tuple[int, list[str]]]:
    """The rows that are not empty, each with the line on which it begins.

    Rows that are not CSV (a quoted cell without an end, for instance) become problems.
    """
    reader = csv.reader(_lines(source), strict=True)
    while True:
        line = reader.line_num + 1
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            problems.append(Problem(line, f"not readable as CSV: {error}"))
            continue
        if cells:
            yield line, cells


def _lines(source: Iterable[str]) -> Iterator[str]:
    """Single lines, each with its line end, also where the source gives them without."""
    first = True
    for chunk in [source] if isinstance(source, str) else source:
        if first:
            chunk = chunk.removeprefix("\ufeff")
            first = False
        if not chunk.endswith(("\n", "\r")):
            chunk += "\n"
        yield from _LINE.findall(chunk)

"""Transactions from CSV, all or nothing."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date

from ledger.accounts import LedgerError
from ledger.book import Ledger
from ledger.transactions import Posting, Transaction, TransactionError, parse_amount

_COLUMNS = ("date", "description", "account", "amount", "ref")
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


@dataclass(frozen=True)
class Problem:
    """Something wrong in a file."""

    line: int
    message: str


class ImportRefused(LedgerError):
    """A file that was not imported, with all that is wrong in it."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(sorted(problems, key=lambda problem: problem.line))
        super().__init__("; ".join(f"line {problem.line}: {problem.message}" for problem in self.problems))


@dataclass
class _Draft:
    """The rows that were read so far for one ref."""

    line: int
    date: str
    description: str
    postings: list[Posting] = field(default_factory=list[Posting])
    faulty: bool = False


def import_csv(ledger: Ledger, source: Iterable[str]) -> tuple[int, ...]:
    """Reads CSV and returns the numbers of the posted transactions. Raises ImportRefused."""
    problems: list[Problem] = []
    drafts = _read(ledger, _rows(source), problems)
    transactions: list[Transaction] = []
    for draft in drafts:
        if draft.faulty:
            continue
        try:
            transactions.append(Transaction(date.fromisoformat(draft.date), draft.description, tuple(draft.postings)))
        except TransactionError as error:
            problems.append(Problem(draft.line, str(error)))
    if problems:
        raise ImportRefused(problems)
    return tuple(ledger.post(transaction) for transaction in transactions)


def _rows(source: Iterable[str]) -> Iterator[tuple[int, list[str]]]:
    """The rows with the number of the line on which each begins; empty lines are skipped."""
    reader, line = csv.reader(source), 1
    for cells in reader:
        if cells:
            yield line, cells
        line = reader.line_num + 1


def _read(ledger: Ledger, rows: Iterator[tuple[int, list[str]]], problems: list[Problem]) -> list[_Draft]:
    """All rows by ref, in the order in which the refs appear; what is wrong with a row goes to the problems."""
    line, header = next(rows, (1, list[str]()))
    missing = [column for column in _COLUMNS if column not in header]
    if missing:
        raise ImportRefused([Problem(line, f"missing columns: {', '.join(missing)}")])
    drafts: dict[str, _Draft] = {}
    for line, cells in rows:
        if len(cells) != len(header):
            problems.append(Problem(line, f"{len(cells)} cells, the header has {len(header)}"))
            reference = dict(zip(header, cells, strict=False)).get("ref", "")
            if reference:
                drafts.setdefault(reference, _Draft(line, "", "")).faulty = True
            continue
        row = dict(zip(header, cells, strict=True))
        if not row["ref"]:
            problems.append(Problem(line, "no ref"))
            continue
        draft = drafts.setdefault(row["ref"], _Draft(line, row["date"], row["description"]))
        faults = list(_faults(ledger, row, draft))
        problems += [Problem(line, fault) for fault in faults]
        draft.faulty = draft.faulty or bool(faults)
        draft.date, draft.description = row["date"], row["description"]
        if not faults:
            draft.postings.append(Posting(row["account"], parse_amount(row["amount"])))
    return list(drafts.values())


def _faults(ledger: Ledger, row: dict[str, str], draft: _Draft) -> Iterator[str]:
    """What is wrong with one row."""
    if not _is_date(row["date"]):
        yield f"'{row['date']}' is not a date of the form YYYY-MM-DD"
    elif row["date"] != draft.date:
        yield f"date {row['date']} differs from {draft.date} in the row before of '{row['ref']}'"
    if row["description"] != draft.description:
        yield f"description differs from the row before of '{row['ref']}'"
    if row["account"] not in ledger.chart:
        yield f"account '{row['account']}' is not open"
    try:
        Posting(row["account"], parse_amount(row["amount"]))
    except TransactionError as error:
        yield str(error)


def _is_date(text: str) -> bool:
    if not _DATE.fullmatch(text):
        return False
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True

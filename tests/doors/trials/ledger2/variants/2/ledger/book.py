"""The book: posted transactions, and balances computed from them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from ledger.accounts import Chart, Kind
from ledger.transactions import (
    Posting,
    Transaction,
    TransactionError,
    check_date,
    exact_sum,
)

_DEBIT_KINDS = frozenset({Kind.ASSET, Kind.EXPENSE})
_ZERO = Decimal("0.00")


@dataclass(frozen=True)
class TrialLine:
    account: str
    debit: Decimal
    credit: Decimal


class Ledger:
    def __init__(self, chart: Chart) -> None:
        self._chart = chart
        self._transactions: list[Transaction] = []
        self._reversals: dict[int, int] = {}  # number -> number of its reversal

    @property
    def chart(self) -> Chart:
        return self._chart

    def post(self, transaction: Transaction) -> int:
        """Post a transaction and return its number. Raises AccountError."""
        if not isinstance(transaction, Transaction):
            raise TransactionError(f"{transaction!r} is not a transaction")
        for posting in transaction.postings:
            self._chart.get(posting.account)
        self._transactions.append(transaction)
        return len(self._transactions)

    def transaction(self, number: int) -> Transaction:
        """The transaction of that number. Raises LedgerError when there is none."""
        if not isinstance(number, int) or not 1 <= number <= len(self._transactions):
            raise TransactionError(f"there is no transaction number {number!r}")
        return self._transactions[number - 1]

    def transactions(self) -> tuple[Transaction, ...]:
        """All transactions in the order of their numbers."""
        return tuple(self._transactions)

    def reverse(self, number: int, on: date) -> int:
        """Post the reversal of a transaction and return its number. Raises TransactionError."""
        original = self.transaction(number)
        check_date(on)
        if number in self._reversals:
            raise TransactionError(
                f"transaction {number} is already reversed by transaction {self._reversals[number]}"
            )
        if on < original.date:
            raise TransactionError(
                f"transaction {number} of {original.date} cannot be reversed on {on}, before its own date"
            )
        reversal = self.post(
            Transaction(
                on,
                f"Reversal of {number}: {original.description}",
                # copy_negate, as a minus sign would round to the current decimal context
                tuple(Posting(p.account, p.amount.copy_negate()) for p in original.postings),
            )
        )
        self._reversals[number] = reversal
        return reversal

    def balance(self, account: str, on: date | None = None, *, below: bool = False) -> Decimal:
        """The balance at the end of a day, positive on the account's normal side. Raises AccountError."""
        asked = self._chart.get(account)
        names = {account}
        if below:
            names.update(lower.name for lower in self._chart.below(account))
        if on is None:
            on = date.today()
        total = exact_sum(p.amount for p in self._postings(on) if p.account in names)
        if asked.kind in _DEBIT_KINDS or not total:
            return total
        return total.copy_negate()

    def trial_balance(self, on: date | None = None) -> tuple[TrialLine, ...]:
        """One line for each account whose own balance is not zero, ordered by name."""
        amounts: dict[str, list[Decimal]] = {}
        for posting in self._postings(on):
            amounts.setdefault(posting.account, []).append(posting.amount)
        lines = []
        for name in sorted(amounts):
            total = exact_sum(amounts[name])
            if total > 0:
                lines.append(TrialLine(name, total, _ZERO))
            elif total < 0:
                lines.append(TrialLine(name, _ZERO, total.copy_negate()))
        return tuple(lines)

    def _postings(self, on: date | None) -> list[Posting]:
        """The postings of all transactions up to the end of a day."""
        if on is not None:
            check_date(on)
        return [
            posting
            for transaction in self._transactions
            if on is None or transaction.date <= on
            for posting in transaction.postings
        ]

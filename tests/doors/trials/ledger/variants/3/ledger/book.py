"""The ledger itself."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from ledger.accounts import Chart, Kind, LedgerError
from ledger.transactions import Posting, Transaction, TransactionError

_DEBIT_KINDS = (Kind.ASSET, Kind.EXPENSE)


@dataclass(frozen=True)
class TrialLine:
    """One account of a trial balance."""

    account: str
    debit: Decimal
    credit: Decimal


class Ledger:
    """Transactions on the accounts of a chart."""

    def __init__(self, chart: Chart) -> None:
        self._chart = chart
        self._transactions: list[Transaction] = []
        self._reversed: set[int] = set()

    @property
    def chart(self) -> Chart:
        """The accounts."""
        return self._chart

    def post(self, transaction: Transaction) -> int:
        """Adds a transaction and returns its number. Raises AccountError."""
        for posting in transaction.postings:
            self._chart.get(posting.account)
        self._transactions.append(transaction)
        return len(self._transactions)

    def transaction(self, number: int) -> Transaction:
        """The transaction of that number. Raises LedgerError."""
        if not 1 <= number <= len(self._transactions):
            raise LedgerError(f"there is no transaction {number}")
        return self._transactions[number - 1]

    def transactions(self) -> tuple[Transaction, ...]:
        """All transactions in the order of their numbers."""
        return tuple(self._transactions)

    def reverse(self, number: int, on: date) -> int:
        """Posts the opposite of a transaction and returns its number. Raises TransactionError."""
        original = self.transaction(number)
        if number in self._reversed:
            raise TransactionError(f"transaction {number} is already reversed")
        if on < original.date:
            raise TransactionError(f"the reversal of transaction {number} cannot be dated before {original.date}")
        opposite = tuple(Posting(posting.account, -posting.amount) for posting in original.postings)
        reversal = self.post(Transaction(on, f"Reversal of {number}: {original.description}", opposite))
        self._reversed.add(number)
        return reversal

    def balance(self, account: str, on: date | None = None, *, below: bool = False) -> Decimal:
        """The balance at the end of a day, positive on the normal side. Raises AccountError."""
        kind = self._chart.get(account).kind
        names = {account, *(other.name for other in self._chart.below(account))} if below else {account}
        debit = self._debit(names, on)
        return debit if kind in _DEBIT_KINDS else -debit

    def trial_balance(self, on: date | None = None) -> tuple[TrialLine, ...]:
        """All accounts that are not at zero at the end of a day."""
        lines: list[TrialLine] = []
        for account in self._chart:
            debit = self._debit({account.name}, on)
            if debit != 0:
                amount, zero = abs(debit), Decimal(0)
                on_debit = account.kind in _DEBIT_KINDS
                lines.append(TrialLine(account.name, amount if on_debit else zero, zero if on_debit else amount))
        return tuple(lines)

    def _debit(self, names: set[str], on: date | None) -> Decimal:
        """Debits less credits of some accounts."""
        return sum(
            (
                posting.amount
                for transaction in self._transactions
                if on is None or transaction.date <= on
                for posting in transaction.postings
                if posting.account in names
            ),
            Decimal(0),
        )

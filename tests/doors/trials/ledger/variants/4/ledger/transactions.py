"""Postings and transactions: values that check themselves when they are made."""

from __future__ import annotations

import datetime
import re
from dataclasses import dataclass
from decimal import Decimal

from ledger.accounts import LedgerError

_AMOUNT = re.compile(r"-?[0-9]+(\.[0-9]{2})?")


class TransactionError(LedgerError):
    """A posting or transaction that is refused."""


@dataclass(frozen=True)
class Posting:
    """An amount on an account: positive is debit, negative is credit."""

    account: str
    amount: Decimal

    def __post_init__(self) -> None:
        if not self.amount.is_finite() or self.amount == 0:
            raise TransactionError(f"'{self.account}': the amount cannot be {self.amount}")
        if self.amount != round(self.amount, 2):
            raise TransactionError(f"'{self.account}': {self.amount} has more than two decimal places")


@dataclass(frozen=True)
class Transaction:
    """Postings that balance."""

    date: datetime.date
    description: str
    postings: tuple[Posting, ...]

    def __post_init__(self) -> None:
        if len(self.postings) < 2:
            raise TransactionError("a transaction needs at least two postings")
        off = sum((posting.amount for posting in self.postings), Decimal(0))
        if off != 0:
            raise TransactionError(f"the postings do not balance, they are off by {off}")


def parse_amount(text: str) -> Decimal:
    """Reads an amount like -12.50. Raises TransactionError."""
    if not _AMOUNT.fullmatch(text):
        raise TransactionError(f"'{text}' is not an amount")
    return Decimal(text)

"""The chart of accounts and the root of the errors."""

from __future__ import annotations

import enum
from collections.abc import Iterator
from dataclasses import dataclass


class LedgerError(Exception):
    """Base of all errors of the package."""


class AccountError(LedgerError):
    """A name that is refused, or an account that is not open."""


class Kind(enum.Enum):
    """What an account is."""

    ASSET = "asset"
    LIABILITY = "liability"
    EQUITY = "equity"
    INCOME = "income"
    EXPENSE = "expense"


@dataclass(frozen=True)
class Account:
    """An account of the chart."""

    name: str
    kind: Kind


class Chart:
    """The accounts that are open."""

    def __init__(self) -> None:
        self._accounts: dict[str, Account] = {}

    def open(self, name: str, kind: Kind) -> Account:
        """Opens an account. Raises AccountError."""
        if not all(part.strip() for part in name.split(":")):
            raise AccountError(f"'{name}' has an empty part")
        if name in self._accounts:
            raise AccountError(f"'{name}' is already open")
        above, colon, _ = name.partition(":")
        if colon and self.get(above).kind is not kind:
            raise AccountError(f"'{name}' cannot be of kind {kind.value}: '{above}' is of kind {self.get(above).kind.value}")
        self._accounts[name] = Account(name, kind)
        return self._accounts[name]

    def get(self, name: str) -> Account:
        """The open account of that name. Raises AccountError."""
        if name not in self._accounts:
            raise AccountError(f"account '{name}' is not open")
        return self._accounts[name]

    def below(self, name: str) -> tuple[Account, ...]:
        """All accounts below an account, at any depth, ordered by name."""
        return tuple(account for account in self if account.name.startswith(name + ":"))

    def __contains__(self, name: object) -> bool:
        return name in self._accounts

    def __iter__(self) -> Iterator[Account]:
        return iter([self._accounts[name] for name in sorted(self._accounts)])

"""The chart of accounts and the root of the errors."""

from __future__ import annotations

import enum
from collections.abc import Iterator
from dataclasses import dataclass


class LedgerError(Exception):
    """Base of all errors of the package."""


class AccountError(LedgerError):
    """A refused account name, or an account that is not open."""


class Kind(enum.Enum):
    ASSET = "asset"
    LIABILITY = "liability"
    EQUITY = "equity"
    INCOME = "income"
    EXPENSE = "expense"


@dataclass(frozen=True)
class Account:
    name: str
    kind: Kind


class Chart:
    """The open accounts. Colons in their names form a hierarchy."""

    def __init__(self) -> None:
        self._accounts: dict[str, Account] = {}

    def open(self, name: str, kind: Kind) -> Account:
        """Open an account. Raises AccountError when the name or the kind is refused."""
        if not isinstance(name, str):
            raise AccountError(f"an account name must be text, not {name!r}")
        if not isinstance(kind, Kind):
            raise AccountError(f"account {name!r}: {kind!r} is not a kind of account")
        if not name:
            raise AccountError("an account name must not be empty")
        if name.startswith(":") or "::" in name:
            raise AccountError(f"account name {name!r} has an empty part")
        if name in self._accounts:
            raise AccountError(f"account {name!r} is already open")
        above, colon, _ = name.rpartition(":")
        if colon:
            parent = self._accounts.get(above)
            if parent is None:
                raise AccountError(f"cannot open {name!r}: account {above!r} above it is not open")
            if parent.kind is not kind:
                raise AccountError(
                    f"cannot open {name!r} as {kind.value}: "
                    f"account {above!r} above it is of kind {parent.kind.value}"
                )
        account = Account(name, kind)
        self._accounts[name] = account
        return account

    def get(self, name: str) -> Account:
        """The open account of that name. Raises AccountError when there is none."""
        if name not in self:
            raise AccountError(f"account {name!r} is not open")
        return self._accounts[name]

    def below(self, name: str) -> tuple[Account, ...]:
        """All accounts below the account at any depth, ordered by name, without itself."""
        prefix = self.get(name).name + ":"
        return tuple(account for account in self if account.name.startswith(prefix))

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and name in self._accounts

    def __iter__(self) -> Iterator[Account]:
        return iter([self._accounts[name] for name in sorted(self._accounts)])

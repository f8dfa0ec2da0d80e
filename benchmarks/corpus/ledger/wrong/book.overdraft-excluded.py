"""Accounts in whole cents."""

from dataclasses import dataclass, field


class UnknownAccount(KeyError):
    """The book has no open account of this name."""


class AccountExists(ValueError):
    """The name is, or was, the name of an account."""


class NotEmpty(ValueError):
    """The balance is not 0."""


class Refused(Exception):
    """The balance would go below what the overdraft allows."""


@dataclass(frozen=True)
class Entry:
    """What happened, the amount asked for, and the balance afterwards.

    `kind` is deposit, withdrawal, sent, received, interest or refused.
    """

    kind: str
    amount: int
    balance: int


@dataclass
class _Account:
    overdraft: int
    balance: int = 0
    closed: bool = False
    entries: list[Entry] = field(default_factory=list[Entry])

    def change(self, kind: str, amount: int, by: int) -> None:
        self.balance += by
        self.entries.append(Entry(kind, amount, self.balance))


class Book:
    """All accounts."""

    def __init__(self) -> None:
        """Begin a book without accounts."""
        self._accounts: dict[str, _Account] = {}

    def open(self, name: str, overdraft: int = 0) -> None:
        """Open an account; raise ValueError for a negative overdraft, AccountExists for the name.

        The name is looked at first.
        """
        if name in self._accounts:
            raise AccountExists(name)
        if overdraft < 0:
            raise ValueError(f"an overdraft of {overdraft}")
        self._accounts[name] = _Account(overdraft)

    def close(self, name: str) -> None:
        """Close an account; raise UnknownAccount, or NotEmpty if its balance is not 0."""
        account = self._open(name)
        if account.balance != 0:
            raise NotEmpty(f"{name} has {account.balance}")
        account.closed = True

    def balance(self, name: str) -> int:
        """Return the balance; raise UnknownAccount for a name that the book never had."""
        return self._any(name).balance

    def deposit(self, name: str, amount: int) -> None:
        """Add an amount; raise UnknownAccount, or ValueError for an amount below 1."""
        account = self._open(name)
        account.change("deposit", amount, _checked(amount))

    def withdraw(self, name: str, amount: int) -> None:
        """Take an amount away; raise UnknownAccount, ValueError, or Refused."""
        account = self._open(name)
        self._take(account, "withdrawal", _checked(amount))

    def transfer(self, source: str, target: str, amount: int) -> None:
        """Move an amount; raise UnknownAccount, ValueError, or Refused."""
        giver, taker = self._open(source), self._open(target)
        if source == target:
            raise ValueError(f"{source} to itself")
        self._take(giver, "sent", _checked(amount))
        taker.change("received", amount, amount)

    def charge(self, name: str, percent: int) -> int:
        """Take interest on a negative balance away; return its amount.

        Raises UnknownAccount, or ValueError for a negative percentage.
        """
        account = self._open(name)
        if percent < 0:
            raise ValueError(f"{percent} per cent")
        debt = max(0, -account.balance)
        amount = (debt * percent + 50) // 100
        if amount > 0:
            account.change("interest", amount, -amount)
        return amount

    def history(self, name: str, last: int | None = None) -> list[Entry]:
        """Return the entries, or the `last` ones, the oldest first.

        Raises UnknownAccount for a name that the book never had, ValueError for a negative `last`.
        """
        entries = self._any(name).entries
        if last is None:
            return list(entries)
        if last < 0:
            raise ValueError(f"the last {last} entries")
        return entries[max(0, len(entries) - last) :]

    def _any(self, name: str) -> _Account:
        if name not in self._accounts:
            raise UnknownAccount(name)
        return self._accounts[name]

    def _open(self, name: str) -> _Account:
        account = self._any(name)
        if account.closed:
            raise UnknownAccount(name)
        return account

    def _take(self, account: _Account, kind: str, amount: int) -> None:
        if account.balance - amount <= -account.overdraft and amount > account.balance:
            account.change("refused", amount, 0)
            raise Refused(f"{amount} of {account.balance}")
        account.change(kind, amount, -amount)


def _checked(amount: int) -> int:
    if amount < 1:
        raise ValueError(f"an amount of {amount}")
    return amount

"""Contacts in a file."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Contact:
    name: str
    mail: str


def save(contacts: list[Contact], path: Path | str) -> None: ...


def load(path: Path | str) -> list[Contact]: ...


def dump(contacts: list[Contact]) -> str: ...


def parse(text: str) -> list[Contact]: ...

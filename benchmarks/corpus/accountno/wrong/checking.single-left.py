"""Account numbers: shape, check digits, display."""

import re

SHORTEST_BODY = 6
LONGEST_BODY = 16

_BANK = re.compile(r"[A-Z]{2}")
_BODY = re.compile(rf"[A-Z0-9]{{{SHORTEST_BODY},{LONGEST_BODY}}}")


class InvalidAccount(ValueError):
    """The text is not an account number, or not a valid one."""


def compact(text: str) -> str:
    """Return the account number in capitals and without spaces; raise InvalidAccount if it is none.

    The check digits are not verified.
    """
    characters = "".join(text.split(" "))
    spaced = text.startswith(" ") or text.endswith(" ") or "  " in text
    number = _capitals(characters)
    digits = number[2:4]
    good = (
        not spaced
        and _BANK.fullmatch(number[:2])
        and re.fullmatch(r"[0-9]{2}", digits)
        and _BODY.fullmatch(number[4:])
    )
    if not good:
        raise InvalidAccount(f"{text!r} is not an account number")
    return number


def check_digits(bank: str, body: str) -> str:
    """Return the two check digits; raise InvalidAccount for a wrong bank or body."""
    bank, body = _capitals(bank), _capitals(body)
    if not _BANK.fullmatch(bank):
        raise InvalidAccount(f"{bank!r} is not a bank")
    if not _BODY.fullmatch(body):
        raise InvalidAccount(f"{body!r} is not the body of an account number")
    remainder = _number(f"{body}{bank}00") % 97
    return f"{98 - remainder:02}"


def is_valid(text: str) -> bool:
    """Return whether `text` is an account number with the right check digits; raise nothing."""
    try:
        number = compact(text)
    except InvalidAccount:
        return False
    return number[2:4] == check_digits(number[:2], number[4:])


def display(text: str) -> str:
    """Return the account number in groups of four; raise InvalidAccount if it is not valid."""
    if not is_valid(text):
        raise InvalidAccount(f"{text!r} is not a valid account number")
    number = compact(text)
    groups = [number[start : start + 4] for start in range(0, len(number), 4)]
    return " ".join(groups)


def _capitals(text: str) -> str:
    """ASCII letters as capitals; other characters have none here."""
    return text.upper() if text.isascii() else text


def _number(text: str) -> int:
    """Letters and digits as one number: A is 10, B is 11, Z is 35."""
    return int("".join(str(int(character, 36)) for character in text))

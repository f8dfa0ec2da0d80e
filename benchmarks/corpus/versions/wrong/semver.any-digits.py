"""Semantic versions: parsed, compared, chosen from."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

_NUMBER = re.compile(r"0|(?!0)\d+")
_DIGITS = re.compile(r"[0-9]+")
_IDENTIFIER = re.compile(r"[0-9A-Za-z-]+")


class InvalidVersion(ValueError):
    """The text is not a version."""


@dataclass(frozen=True)
class Version:
    """A version: three numbers, the pre-release identifiers and the build identifiers."""

    major: int
    minor: int
    patch: int
    pre: tuple[str, ...] = ()
    build: tuple[str, ...] = ()


def parse(text: str) -> Version:
    """Return the version that `text` writes; raise InvalidVersion for any other text."""
    rest, plus, after = text.removeprefix("v").partition("+")
    build = tuple(after.split(".")) if plus else ()
    core, hyphen, after = rest.partition("-")
    pre = tuple(after.split(".")) if hyphen else ()
    numbers = core.split(".")
    good = (
        len(numbers) == 3
        and all(_NUMBER.fullmatch(number) for number in numbers)
        and all(_is_pre(identifier) for identifier in pre)
        and all(_IDENTIFIER.fullmatch(identifier) for identifier in build)
    )
    if not good:
        raise InvalidVersion(f"{text!r} is not a version")
    return Version(int(numbers[0]), int(numbers[1]), int(numbers[2]), pre, build)


def compare(first: str, second: str) -> int:
    """Return -1, 0 or 1 for a first version lower than, equal to or higher than the second.

    Raises InvalidVersion when one of the texts is no version.
    """
    return _compare(parse(first), parse(second))


def highest(texts: Sequence[str], pre: bool = False) -> str | None:
    """Return the text of the highest version, the first of equal ones, or None without any.

    Pre-releases are chosen only if `pre`. Raises InvalidVersion when a text is no version.
    """
    best: str | None = None
    for text, version in [(text, parse(text)) for text in texts]:
        if version.pre and not pre:
            continue
        if best is None or _compare(version, parse(best)) > 0:
            best = text
    return best


def _is_pre(identifier: str) -> bool:
    if _DIGITS.fullmatch(identifier):
        return _NUMBER.fullmatch(identifier) is not None
    return _IDENTIFIER.fullmatch(identifier) is not None


def _compare(first: Version, second: Version) -> int:
    mine, other = _key(first), _key(second)
    return (mine > other) - (mine < other)


_Key = tuple[tuple[int, int, int], bool, list[tuple[bool, int, str]]]


def _key(version: Version) -> _Key:
    """What orders versions: numbers, then pre-releases before releases, then identifiers."""
    numbers = (version.major, version.minor, version.patch)
    return numbers, not version.pre, [_rank(identifier) for identifier in version.pre]


def _rank(identifier: str) -> tuple[bool, int, str]:
    """Numbers come before words; numbers by value, words by their characters."""
    if _DIGITS.fullmatch(identifier):
        return False, int(identifier), ""
    return True, 0, identifier

"""What a recipe may let its code do that a gate would refuse, in the same comments as silences.

`<!-- brickyard: allow security-network: the reason -->`
"""

import re
from collections.abc import Iterable

from brickyard.values import Silence

PERMISSIONS = {
    "security-network": "open connections, or listen for them",
    "security-subprocess": "start other programs",
    "security-native-code": "call code that is not Python's, past its safeguards",
    "security-pickle": "load objects from data, which can run code of whoever wrote the data",
    "security-secret": "hold strings that look like secrets and are none",
    "security-sql": "put values into the text of SQL statements",
}
"""Names that `allow` takes beside the rules of `check`: the gate and its rule."""

TWIN = "package-twin"


def permitted(silences: Iterable[Silence]) -> frozenset[str]:
    """The permissions that the recipe gives."""
    return frozenset(each.rule for each in silences if each.rule in PERMISSIONS)


def names(silence: Silence, subject: str) -> bool:
    """Whether the reason names the subject, as a word of its own."""
    return bool(re.search(rf"(?<![\w.-]){re.escape(subject)}(?![\w-])", silence.reason, re.I))


def twins_meant(silences: Iterable[Silence], packages: Iterable[str]) -> tuple[str, ...]:
    """The packages that a person named as meant, although they look like others."""
    said = [each for each in silences if each.rule == TWIN]
    return tuple(each for each in packages if any(names(silence, each) for silence in said))

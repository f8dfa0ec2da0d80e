"""What a recipe may let its code do that a gate would refuse, in the same comments as silences.

`<!-- brickyard: allow security-network: the reason -->`
"""

import re
from collections.abc import Iterable, Iterator
from pathlib import PurePath

from brickyard.errors import BadInput, did_you_mean
from brickyard.values import Kind, Recipe, SilencedRule, Value

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


NETWORK = "security-network"
_GATE = "security-"


class Wish(Value):
    """A permission that the recipe's words ask for."""

    name: str
    words: tuple[str, ...]
    by: str = ""
    """What gives it; nothing yet, where it is empty."""

    @property
    def told(self) -> str:
        quoted = ", ".join(f"“{words}”" for words in self.words)
        return f"{self.name} ({PERMISSIONS[self.name]}): {quoted}"


class Granted(Value):
    """A permission that was given, and by what."""

    name: str
    by: str

    @property
    def told(self) -> str:
        return f"{self.name} ({PERMISSIONS[self.name]}), by {self.by}"


def granted(recipe: Recipe) -> tuple[Granted, ...]:
    """What the recipe's code may do, and by whose word; a written kind external is such a word."""
    return tuple(dict.fromkeys(_granted(recipe)))


def _granted(recipe: Recipe) -> Iterator[Granted]:
    for one in recipe.silences:
        if one.rule in PERMISSIONS:
            place = f"{PurePath(one.file).name}: " if one.file else ""
            yield Granted(name=one.rule, by=f"{place}{one.reason}")
    for item in recipe.requirements:
        if item.kind is Kind.EXTERNAL and item.kind_by != "plan":
            yield Granted(name=NETWORK, by=f"{item.id}, which is of kind external")


def with_granted(recipe: Recipe, names: Iterable[str], by: str) -> Recipe:
    """The recipe as if it allowed these itself; what it allows already stays as it is."""
    have = {one.name for one in granted(recipe)}
    more = [SilencedRule(rule=name, reason=by) for name in dict.fromkeys(names) if name not in have]
    return recipe.model_copy(update={"silences": (*recipe.silences, *more)})


def check_names(names: Iterable[str]) -> None:
    """BadInput for a permission that there is not."""
    for name in names:
        if name not in PERMISSIONS:
            near = did_you_mean(f"{_GATE}{name.removeprefix(_GATE)}", PERMISSIONS)
            raise BadInput(
                f"There is no permission '{name}'.{near}",
                hint=f"Give one of {', '.join(PERMISSIONS)}.",
            )


def names(silence: SilencedRule, subject: str) -> bool:
    """Whether the reason names the subject, as a word of its own."""
    return bool(re.search(rf"(?<![\w.-]){re.escape(subject)}(?![\w-])", silence.reason, re.I))


def twins_meant(silences: Iterable[SilencedRule], packages: Iterable[str]) -> tuple[str, ...]:
    """The packages that a person named as meant, although they look like others."""
    said = [each for each in silences if each.rule == TWIN]
    return tuple(each for each in packages if any(names(silence, each) for silence in said))

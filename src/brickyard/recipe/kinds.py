"""The kind of proof of a requirement that names none: guessed by word rules, kept as data."""

import re
import tomllib
from functools import cache
from importlib.resources import files

from brickyard.values import Kind


@cache
def word_rules() -> tuple[tuple[Kind, re.Pattern[str], int], ...]:
    """Kind, words, weight: from `kinds.toml`."""
    data = tomllib.loads((files("brickyard.recipe") / "kinds.toml").read_text("utf-8"))
    return tuple(
        (Kind(kind), re.compile(rule["words"], re.IGNORECASE), int(rule["weight"]))
        for kind, rules in data.items()
        for rule in rules
    )


def guess(text: str) -> Kind:
    """The kind whose words weigh most; behaviour when none reaches weight 2."""
    weights = dict.fromkeys(Kind, 0)
    for kind, words, weight in word_rules():
        if words.search(text):
            weights[kind] += weight
    best = max(Kind, key=lambda kind: weights[kind])
    return best if weights[best] >= 2 else Kind.BEHAVIOUR

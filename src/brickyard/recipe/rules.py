"""The rules of `brickyard check`: data in `rules.toml`, each with an example that trips it."""

import re
import tomllib
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from typing import Any

from brickyard.values import Finding, Severity, Value


class Rule(Value):
    """What is checked; `about` is for the docs, `message` and `suggestion` take values."""

    name: str
    severity: Severity
    about: str
    message: str
    suggestion: str = ""
    silence: bool = True
    """Whether a recipe may silence it; not where the recipe could not be read without it."""
    words: tuple[str, ...] = ()
    """Regular expressions for what it finds."""
    trips: dict[str, Any]
    """File name → text (false: no such file); `beside` holds other recipes; `encoding`."""
    passes: dict[str, Any]


@cache
def rules() -> dict[str, Rule]:
    """Every rule by its name, in the order of the file."""
    data = tomllib.loads((files("brickyard.recipe") / "rules.toml").read_text("utf-8"))
    return {rule["name"]: Rule.model_validate(rule) for rule in data["rule"]}


@cache
def word_patterns(rule: str) -> tuple[re.Pattern[str], ...]:
    """The words of a rule, compiled."""
    return tuple(re.compile(words, re.IGNORECASE) for words in rules()[rule].words)


def finding(
    rule: str,
    file: str,
    line: int = 0,
    severity: Severity | None = None,
    /,
    *,
    requirement: str = "",
    **values: object,
) -> Finding:
    """A finding of `rule` at this place, its texts filled with `values`."""
    found = rules()[rule]
    return Finding(
        rule=rule,
        severity=severity or found.severity,
        message=found.message.format_map(values),
        suggestion=found.suggestion.format_map(values),
        file=file,
        line=line,
        requirement=requirement,
    )


def nearest(word: str, known: list[str]) -> str:
    """`Did you mean 'x'? ` for a misspelt word, else nothing."""
    close = get_close_matches(word.lower(), known, 1, 0.6)
    return f"Did you mean '{close[0]}'? " if close else ""

"""Words quoted from a recipe: whether they stand there, however quotes, marks and lines are set."""

import re
from collections.abc import Iterator

from brickyard.values import Recipe

LONGEST = 200
"""Characters of a quote that are shown."""

_LEFT_OUT = re.compile(r"\s*(?:\[…\]|…|\.\.\.)\s*")


def texts(recipe: Recipe) -> Iterator[str]:
    """All that a recipe says: around its requirements, in its design, and in each of them."""
    yield from (recipe.context, recipe.design)
    for item in recipe.requirements:
        yield item.text
        yield from (clause.text for clause in item.clauses)


def stands(quote: str, source: str) -> bool:
    """Whether each part of the quote is in the source, as whole words; `…` stands between parts."""
    parts = [part for text in _LEFT_OUT.split(quote) if (part := normal(text))]
    within = f" {normal(source)} "
    return bool(parts) and all(f" {part} " in within for part in parts)


def shown(quote: str) -> str:
    """On one line, without what a terminal would obey, and not without end."""
    text = "".join(sign for sign in " ".join(quote.split()) if sign.isprintable())
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def normal(text: str) -> str:
    """Words alone: quotes, marks and line ends are spelled in many ways."""
    words = (word.rstrip("./-") for word in re.findall(r"[\w.%+/-]+", text.lower()))
    return " ".join(word for word in words if word)

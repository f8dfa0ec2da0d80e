"""Recipes: read them from a folder, parse them from texts, check them by rules."""

from brickyard.recipe.checking import check
from brickyard.recipe.foreign import ASSUMED, seat
from brickyard.recipe.parsing import Parsed, parse
from brickyard.recipe.reading import files, load, load_all, load_texts, read
from brickyard.recipe.rules import Rule, rules

__all__ = [
    "ASSUMED",
    "Parsed",
    "Rule",
    "check",
    "files",
    "load",
    "load_all",
    "load_texts",
    "parse",
    "read",
    "rules",
    "seat",
]

"""How long answers usually are, in characters: a price is told before anything is asked.

Interfaces grow with the words of the recipe, code with the interfaces, and cases are asked for in
proportion to code. The ratios are those of the field trials.
"""

from collections.abc import Callable, Iterable
from typing import Any

from pydantic import BaseModel

from brickyard.ask.views import SharedPlan, SharedRecipe
from brickyard.values.plan import module_file

INTERFACES_OF_WORDS = 1.9
PLAN_OF_INTERFACES = 1.35
CODE_OF_INTERFACES = 2.0

Length = Callable[[Any], float]
"""A question's inputs → the characters of its answer."""


def words(asked: SharedRecipe) -> int:
    """Characters of all that the recipe says."""
    parts = [text for one in asked.requirements for text in (one.text, *one.clauses.values())]
    return len(asked.context) + len(asked.design) + sum(map(len, parts))


def of_plan(asked: SharedRecipe) -> float:
    return PLAN_OF_INTERFACES * INTERFACES_OF_WORDS * words(asked)


def code_of(asked: SharedPlan, bricks: Iterable[str] | None = None) -> float:
    """Characters of the code of these bricks, or of all."""
    paths = (
        asked.interfaces if bricks is None else [module_file(asked.package, one) for one in bricks]
    )
    return CODE_OF_INTERFACES * sum(len(asked.interfaces[path]) for path in paths)


def of_code(times: float) -> Length:
    """So much of all code as these requirements are of all."""

    def length(asked: Any) -> float:
        return times * code_of(asked) * len(asked.ids) / max(1, len(asked.requirements))

    return length


def of_example(example: BaseModel | None, asked: BaseModel) -> float:
    """As long as the microtask's example, for each requirement that it is about."""
    text = example.model_dump_json(exclude_defaults=True) if example else ""
    return len(text) * max(1, len(getattr(asked, "ids", ())))

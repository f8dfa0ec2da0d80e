"""How long answers usually are, in characters: a price is told before anything is asked.

A plan grows with its bricks, code with the interfaces, and cases are asked for in proportion to
code. The numbers are those of the field trials and examples.
"""

from collections.abc import Callable, Iterable
from typing import Any

from pydantic import BaseModel

from brickyard.ask.views import SharedPlan, SharedRecipe
from brickyard.values.plan import module_file

PLAN_OF_A_BRICK = 4_100
"""Characters in a plan: its entry, and three times as much for its interface."""
IN_A_BRICK = 6
"""Requirements to a brick, where the design does not name more bricks."""
FEW = 10
"""Requirements; in a recipe of fewer, bricks are the smaller."""
MOST_OF_WORDS = 3.6
"""However many bricks there are: a plan says little more of a recipe that says little."""
INTERFACES_OF_PLAN = 0.75
CODE_OF_INTERFACES = 2.0

Length = Callable[[Any], float]
"""A question's inputs → the characters of its answer."""


def bricks_of(components: int, requirements: int) -> int:
    """How many a plan has: as the design names, and more where each would serve too many."""
    return max(1, components, -(-requirements // IN_A_BRICK))


def words(asked: SharedRecipe) -> int:
    """Characters of all that the recipe says."""
    parts = [text for one in asked.requirements for text in (one.text, *one.clauses.values())]
    return len(asked.context) + len(asked.design) + sum(map(len, parts))


def of_plan(asked: SharedRecipe) -> float:
    count = len(asked.requirements)
    bricks = bricks_of(len(asked.components), count)
    most = MOST_OF_WORDS * words(asked)
    return min(most, PLAN_OF_A_BRICK * bricks * min(1, count / FEW) ** 2)


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

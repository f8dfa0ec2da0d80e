"""A small recipe, and a plan of two bricks for it."""

from brickyard.recipe import parse
from brickyard.values import Brick, Plan

_PARSED = parse(
    "# Shop\n\n- R1 (MUST): what is put is kept.\n- R2 (MUST): what is sold is gone.\n"
    "- R3 (MUST): counts are numbers:\n  - none is below zero.\n  - none is zero.\n",
    "# Design\n\nA store and a till.\n",
    '{"name": "shop", "version": "1.0.0", "type": "library", '
    '"metadata": {"exports": ["sell(item, count)", "Item"], "modules": ["store"]}}',
)
assert _PARSED.recipe, _PARSED.findings
RECIPE = _PARSED.recipe
STORE = '''\
"""What is there."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Item:
    """A thing to sell."""

    name: str


def put(item: Item) -> None:
    """Keep it."""
    ...
'''
TILL = '''\
"""Sales."""

from shop.store import Item

NOTHING = Item("nothing")


def sell(item: Item, count: int) -> int:
    """Return how many are left."""
    ...
'''
PLAN = Plan(
    package="shop",
    bricks=(
        Brick(name="store", spec="Keeps items.", serves=("R1", "R3"), interface=STORE),
        Brick(
            name="till",
            spec="Sells what the store has.",
            serves=("R2",),
            depends=("store",),
            interface=TILL,
        ),
    ),
)

"""Hostile programs of our own on every sandbox: each is held, and the host is unharmed.

As root all columns are made, also those of an ordinary user; an ordinary user makes its own.
"""

import attack_table
import pytest
from attack_columns import Column, Observations, observe, possible_here
from attack_kit import THROUGH, UNFILTERED, Attack
from attack_list import EVERY

from brickyard.sandbox import Toolchain

HOLDING = [
    pytest.param(column, marks=[] if column == possible_here()[0] else pytest.mark.slow)
    for column in possible_here()
    if column.backend != "none"
]
"""All but the first are slow: there every attack is tried again."""
NONE = next(column for column in possible_here() if column.backend == "none")


def _name(value: Column | Attack) -> str:
    return value.title if isinstance(value, Column) else value.name


@pytest.mark.parametrize("attack", EVERY, ids=_name)
@pytest.mark.parametrize("column", HOLDING, ids=_name)
def test_the_attack_is_held_and_the_host_is_unharmed(
    column: Column, attack: Attack, observed: Observations
) -> None:
    found = observed(column)[attack.name]
    assert found.through == ()
    assert found.harm == ()
    assert found.word != THROUGH


@pytest.mark.parametrize("attack", [each for each in EVERY if each.works], ids=_name)
def test_without_a_sandbox_the_attack_works(attack: Attack, observed: Observations) -> None:
    assert observed(NONE)[attack.name].word == THROUGH


def test_no_namespace_can_be_made_inside_even_without_the_filter(tools: Toolchain) -> None:
    names = ("make namespaces by unshare", "make namespaces by clone and clone3")
    found = observe(Column(backend=UNFILTERED, root=False), tools.path, names)
    assert {name: each.through for name, each in found.items()} == dict.fromkeys(names, ())


@pytest.mark.slow
def test_the_page_says_what_was_observed(observed: Observations) -> None:
    """To write it again: `python tests/attacks/attack_table.py`."""
    made = {column.title: observed(column) for column in possible_here()}
    written = attack_table.read()
    seen = {name: {title: row[title] for title in made} for name, row in written.items()}
    assert seen == attack_table.words(made)

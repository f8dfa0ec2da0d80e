"""Dividing a recipe: what is certain without reading, and what the machine takes of an answer."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from brickyard.decompose.dependencies import dependencies, levels
from brickyard.decompose.division import decomposition, faults
from brickyard.decompose.draft import Draft, chosen, draft, risk
from brickyard.decompose.plan import sized
from brickyard.decompose.question import DividedPart, DivideOut
from brickyard.recipe.complexity import complexity
from brickyard.recipe.parsing import parse
from brickyard.settings import Settings
from brickyard.values import Recipe, Strategy

MANIFEST = '{"name": "shop", "version": "1.0.0", "type": "library"}'


def recipe(areas: dict[str, int], components: int = 0, design: str = "") -> Recipe:
    """So many requirements in each area, so many components."""
    lines, number = ["# Shop", ""], 0
    for area, count in areas.items():
        lines += [f"## {area}", ""] if area else []
        for _ in range(count):
            number += 1
            lines.append(f"- R{number} (MUST): `f{number}` returns {number}.")
        lines.append("")
    listed = "".join(f"- `c{n}`: does {n}\n" for n in range(1, components + 1))
    page = f"# Shop\n\n{'## Components' if components else ''}\n\n{listed}\n{design}\n"
    found = parse("\n".join(lines), page, MANIFEST).recipe
    assert found
    return found


def ids(found: Recipe) -> list[str]:
    return [item.id for item in found.requirements]


def drafted(found: Recipe, strategy: Strategy) -> Draft:
    return draft(found, strategy, ids(found), [one.name for one in found.components])


# ---------------------------------------------------------------- the score

SCORES: list[tuple[dict[str, int], int, float, tuple[str, ...]]] = [
    ({"": 1}, 0, 0.1, ()),
    ({"": 20}, 10, 1.0, ()),
    ({"A": 7, "B": 7, "C": 6}, 10, 1.0, ()),
    ({"": 21}, 10, 1.1, ("21 MUSTs (more than 20)",)),
    ({"": 20}, 11, 1.1, ("11 components (more than 10)",)),
    ({"A": 1, "B": 1, "C": 1, "D": 1}, 0, 1.3, ("4 functional areas (more than 3)",)),
    (
        {"A": 10, "B": 10, "C": 10, "D": 10},
        12,
        2.0,
        (
            "40 MUSTs (more than 20)",
            "4 functional areas (more than 3)",
            "12 components (more than 10)",
        ),
    ),
]


@pytest.mark.parametrize(("areas", "components", "score", "reasons"), SCORES)
def test_the_score_says_what_is_too_much_the_worst_first(
    areas: dict[str, int], components: int, score: float, reasons: tuple[str, ...]
) -> None:
    found = recipe(areas, components)
    measured = complexity(found.requirements, found.components)

    assert (measured.score, measured.reasons) == (score, reasons)


CHAIN = "`c2` uses `c1`. `c3` uses `c2` and `c1`.\n"
CHOICES: list[tuple[dict[str, int], int, str, Strategy]] = [
    ({"A": 9, "B": 9, "C": 9, "D": 9}, 3, CHAIN, Strategy.FUNCTIONAL),
    ({"A": 9, "B": 9}, 3, CHAIN, Strategy.LAYERED),
    ({"A": 9, "B": 9}, 3, "", Strategy.FUNCTIONAL),
    ({"A": 18}, 3, CHAIN, Strategy.LAYERED),
    ({"": 18}, 3, "", Strategy.RISK),
    ({"A": 18}, 0, "", Strategy.RISK),
]


@pytest.mark.parametrize(("areas", "components", "design", "strategy"), CHOICES)
def test_the_strategy_is_chosen_by_what_the_recipe_says(
    areas: dict[str, int], components: int, design: str, strategy: Strategy
) -> None:
    found = recipe(areas, components, design)

    assert chosen(found, ids(found), [one.name for one in found.components]) is strategy


@pytest.mark.parametrize(
    ("wanted", "answer_tokens", "strategy"),
    [
        ("auto", 16_000, None),
        ("auto", 500, Strategy.FUNCTIONAL),
        ("no", 500, None),
        ("risk", 16_000, Strategy.RISK),
    ],
)
def test_parts_are_made_where_one_answer_is_too_short_or_a_person_asks(
    wanted: Any, answer_tokens: int, strategy: Strategy | None
) -> None:
    found = recipe({"A": 15, "B": 15, "C": 15, "D": 15})
    settings = Settings(decompose=wanted, answer_tokens=answer_tokens)

    assert sized(found, settings).strategy is strategy


def test_a_single_requirement_is_not_divided() -> None:
    assert sized(recipe({"": 1}), Settings(decompose="risk")).strategy is None


# ---------------------------------------------------------------- what the design says

SAID = [
    ("- `c1` uses no other component.\n- `c2` uses `c1`.\n", {"c1": (), "c2": ("c1",)}),
    ("`c1` and `c2` depend on `c3`.", {"c1": ("c3",), "c2": ("c3",)}),
    ("`c3` uses all the others.", {"c3": ("c1", "c2")}),
    (
        "| component | uses |\n|---|---|\n| c1 | |\n| c2 | c1, c3 |\n| c3 | |\n",
        {"c1": (), "c2": ("c1", "c3"), "c3": ()},
    ),
    ("`c1` uses `c2`. `c2` uses `c1`.", {}),
    ("`c1` uses `json`. The user needs `c2`.", {}),
    ("It is simple.", {}),
]


@pytest.mark.parametrize(("design", "edges"), SAID)
def test_dependencies_are_read_where_the_design_says_them_plainly(
    design: str, edges: dict[str, tuple[str, ...]]
) -> None:
    assert dependencies(recipe({"": 3}, 3, design)) == edges


PLACES = [
    ("Import it: `from shop import price`, or `python -m shop`.", ()),
    ("`from shop.c2 import price`", ("shop.c2",)),
    ("It lies in `src/shop/prices.py`, with `shop/__main__.py`.", ("src/shop/prices.py",)),
    ("`c1.py` has the prices.", ("c1.py",)),
    ("`shop.c1(1)` gives 1; data lies in `shop.jsonl` and `shop/prices`.", ()),
    ("Workshop.prices are in `setup.py`.", ()),
]


@pytest.mark.parametrize(("design", "places"), PLACES)
def test_a_design_that_says_where_modules_lie_is_not_split_unasked(
    design: str, places: tuple[str, ...]
) -> None:
    """Sub-packages would move them, away from where somebody imports them."""
    found = recipe({"A": 30, "B": 30}, 3, design)
    auto = sized(found, Settings(answer_tokens=500))

    assert auto.fixed == places
    assert (auto.strategy is None) is bool(places)
    assert sized(found, Settings(answer_tokens=500, decompose="risk")).strategy is Strategy.RISK


def test_layers_stand_on_those_below() -> None:
    edges = {"cli": ("store", "model"), "store": ("model",), "view": ("model",)}

    assert levels(edges, ["cli", "store", "view", "model"]) == (
        ("model",),
        ("store", "view"),
        ("cli",),
    )


# ---------------------------------------------------------------- the three strategies


def test_functional_keeps_areas_together_and_leaves_the_rest_to_reading() -> None:
    found = drafted(recipe({"": 1, "Journal text": 2, "Reports": 2}), Strategy.FUNCTIONAL)

    assert [(one.name, one.ids) for one in found.groups] == [
        ("journal_text", ("R2", "R3")),
        ("reports", ("R4", "R5")),
    ]


def test_layered_keeps_layers_together() -> None:
    found = drafted(recipe({"": 3}, 3, CHAIN), Strategy.LAYERED)

    assert [one.components for one in found.groups] == [("c1",), ("c2",), ("c3",)]


def test_risk_puts_the_riskiest_first() -> None:
    text = (
        "- R1 (COULD): print a dot.\n"
        "- R2 (MUST): a line is read as R4 says.\n"
        "- R3 (SHOULD): print two dots.\n"
        "- R4 (MUST): quotes are read as in R2.\n"
        "- R5 (COULD, performance): 1,000 lines take at most 2 s, read as in R4 and R2.\n"
        "- R6 (COULD): print three dots.\n"
    )
    found = parse(text, "# It\n\nOne module.\n", MANIFEST).recipe
    assert found

    assert risk(found.requirements[1], found) > risk(found.requirements[0], found)
    assert drafted(found, Strategy.RISK).first == ("R2", "R4")


# ---------------------------------------------------------------- what is refused

FOUR = recipe({"Adding": 2, "Showing": 2}, 3, CHAIN)


def part(
    name: str, *placed: str, components: tuple[str, ...] = (), on: tuple[str, ...] = ()
) -> Any:
    return DividedPart(name=name, purpose="x", ids=placed, components=components, depends=on)


def good() -> tuple[DividedPart, DividedPart]:
    return (
        part("adding", "R1", "R2", components=("c1", "c2")),
        part("showing", "R3", components=("c3",), on=("adding",)),
    )


REFUSED = [
    ((part("all", "R1", "R2", "R3", components=("c1", "c2", "c3")),), "at least two parts"),
    ((good()[0], part("showing", components=("c3",), on=("adding",))), "'R3' is in no part"),
    (
        (part("adding", "R1", "R2", "R3", components=("c1", "c2")), good()[1]),
        "'R3' is placed 2 times",
    ),
    ((part("adding", "R1", "R2", "R4", components=("c1", "c2")), good()[1]), "'R4' is placed 2"),
    (
        (good()[0], part("showing", "R3", "R9", components=("c3",), on=("adding",))),
        "'R9' is no requirement",
    ),
    ((good()[0], part("showing", "R3", on=("adding",))), "Component 'c3' is in no part"),
    (
        (
            part("adding", "R1", "R2", components=("c1", "c2"), on=("showing",)),
            part("showing", "R3", components=("c3",), on=("adding",)),
        ),
        "in a circle: adding → showing → adding",
    ),
    (
        (good()[0], part("showing", "R3", components=("c3",), on=("nothing",))),
        "depends on 'nothing', which is no part",
    ),
    (
        (good()[0], part("showing", "R3", components=("c3",))),
        "'c3' uses 'c2', so part 'showing' must depend on 'adding'",
    ),
    (
        (
            part("adding", "R1", components=("c1", "c2")),
            part("showing", "R2", "R3", components=("c3",), on=("adding",)),
        ),
        "What belongs together (the area “Adding”) is in adding, showing",
    ),
    ((good()[0], part("shop", "R3", components=("c3",), on=("adding",))), "'shop' cannot be"),
    ((good()[0], part("Show it", "R3", components=("c3",), on=("adding",))), "'Show it' cannot"),
    ((good()[0], part("adding", "R3", components=("c3",))), "Two parts are called 'adding'"),
    (
        (*good(), part("empty")),
        "Part 'empty' has no requirement of its own",
    ),
]


def test_a_sound_division_is_taken() -> None:
    out = DivideOut(parts=good(), crossing=("R4",))
    found = drafted(FOUR, Strategy.FUNCTIONAL)

    assert faults(out, found, "shop", ids(FOUR)) == []
    assert [one.name for one in decomposition(out, found).parts] == ["adding", "showing"]


@pytest.mark.parametrize(("parts", "said"), REFUSED)
def test_every_loss_double_and_circle_is_refused(parts: tuple[DividedPart, ...], said: str) -> None:
    out = DivideOut(parts=parts, crossing=("R4",))
    problems = faults(out, drafted(FOUR, Strategy.FUNCTIONAL), "shop", ids(FOUR))

    assert any(said in problem for problem in problems), problems


def test_layers_and_what_is_riskiest_are_held_to_too() -> None:
    layered = drafted(recipe({"": 4}, 3, "`c3` uses `c1` and `c2`."), Strategy.LAYERED)
    split = DivideOut(
        parts=(
            part("one", "R1", "R2", components=("c1",)),
            part("two", "R3", "R4", components=("c2", "c3"), on=("one",)),
        )
    )
    risky = drafted(recipe({"": 6}), Strategy.RISK)
    late = DivideOut(parts=(part("b", "R3", "R4", "R5", "R6"), part("a", "R1", "R2", on=("b",))))

    assert any(
        "they use no other component" in one for one in faults(split, layered, "s", ["R1", "R3"])
    )
    assert any(
        "belong into the first part" in one for one in faults(late, risky, "s", ["R1", "R3"])
    )


def test_the_last_part_stands_on_all_others() -> None:
    found = drafted(recipe({"": 3}), Strategy.FUNCTIONAL)
    out = DivideOut(parts=(part("a", "R1"), part("b", "R2"), part("c", "R3")))

    top = decomposition(out, found).parts[-1]

    assert (top.name, top.depends) == ("c", ("a", "b"))


# ---------------------------------------------------------------- at random

NAMES = ("a", "b", "c", "d")


@some.composite
def random_answers(draw: some.DrawFn) -> tuple[Recipe, Strategy, DivideOut]:
    """A recipe, and any answer: right by chance, or with something lost, double or in a circle."""
    areas = {name: draw(some.integers(0, 3)) for name in ("", "Reading", "Writing")}
    areas = areas if sum(areas.values()) else {"": 2}
    found = recipe(areas, draw(some.integers(0, 3)), draw(some.sampled_from(["", CHAIN])))
    known = some.sampled_from([*ids(found), "R99"])
    modules = some.sampled_from([*(one.name for one in found.components), "stranger"])
    lists = some.lists(known, max_size=5).map(tuple)
    parts = some.builds(
        DividedPart,
        name=some.sampled_from(NAMES),
        purpose=some.just("x"),
        ids=lists,
        components=some.lists(modules, max_size=3).map(tuple),
        depends=some.lists(some.sampled_from(NAMES), max_size=2).map(tuple),
    )
    out = some.builds(DivideOut, parts=some.lists(parts, max_size=4).map(tuple), crossing=lists)
    return found, draw(some.sampled_from(Strategy)), draw(out)


@some.composite
def fair_answers(draw: some.DrawFn) -> tuple[Recipe, Strategy, DivideOut]:
    """Each requirement has a place; parts stand on earlier ones."""
    found = recipe({"": draw(some.integers(2, 9))})
    count = draw(some.integers(2, 4))
    place = {id: draw(some.integers(0, count)) for id in ids(found)}
    parts = tuple(
        part(
            NAMES[number],
            *(id for id in place if place[id] == number),
            on=tuple(draw(some.sets(some.sampled_from(NAMES[:number])))) if number else (),
        )
        for number in range(count)
    )
    crossing = tuple(id for id in place if place[id] == count)
    return found, Strategy.FUNCTIONAL, DivideOut(parts=parts, crossing=crossing)


@given(some.one_of(random_answers(), fair_answers()))
def test_what_is_taken_has_lost_nothing_and_doubled_nothing(
    answer: tuple[Recipe, Strategy, DivideOut],
) -> None:
    found, strategy, out = answer
    start = drafted(found, strategy)
    places = Counter([*out.crossing, *(id for one in out.parts for id in one.ids)])
    homes = Counter(name for one in out.parts for name in one.components)

    if faults(out, start, "shop", ids(found)):
        return
    taken = decomposition(out, start)

    assert places == Counter(ids(found))
    assert homes == Counter(one.name for one in found.components)
    assert Counter([*taken.crossing, *(id for one in taken.parts for id in one.ids)]) == places
    before: set[str] = set()
    for one in taken.parts:
        assert {*one.depends} <= before
        before.add(one.name)


@given(fair_answers(), some.data())
def test_an_answer_that_loses_or_doubles_one_is_refused(
    answer: tuple[Recipe, Strategy, DivideOut], data: some.DataObject
) -> None:
    found, strategy, out = answer
    one = data.draw(some.sampled_from(ids(found)))
    without = tuple(
        each.model_copy(update={"ids": tuple(id for id in each.ids if id != one)})
        for each in out.parts
    )
    crossing = tuple(id for id in out.crossing if id != one)
    lost = DivideOut(parts=without, crossing=crossing)
    twice = DivideOut(parts=out.parts, crossing=(*out.crossing, one))

    for wrong, said in ((lost, "is in no part"), (twice, "is placed 2 times")):
        problems = faults(wrong, drafted(found, strategy), "shop", ids(found))
        assert any(f"'{one}' {said}" in problem for problem in problems)

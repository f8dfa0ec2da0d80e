"""How much is asked for at once: cases evenly by area, bricks along the graph."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from brickyard.ask.lengths import CODE_OF_INTERFACES
from brickyard.drafts.code import LEAST, groups
from brickyard.models.tokens import CHARACTERS_A_TOKEN
from brickyard.red.batches import acceptance, evenly
from brickyard.settings import Settings
from brickyard.values import Brick, Kind, Level, Plan, Recipe, RecipeType, Requirement


def brick(name: str, *serves: str, size: int = 10, depends: tuple[str, ...] = ()) -> Brick:
    return Brick(name=name, spec="", serves=serves, depends=depends, interface="#" * size)


def recipe(kinds: dict[str, Kind], level: Level = Level.MUST) -> Recipe:
    return Recipe(
        name="a",
        version="1",
        type=RecipeType.LIBRARY,
        requirements=tuple(
            Requirement(id=id, level=level, kind=kind, text=f"It does {id}.")
            for id, kind in kinds.items()
        ),
    )


@given(st.lists(st.integers()), st.integers(min_value=1, max_value=50))
def test_groups_are_even_and_hold_everything_once_in_its_order(items: list[int], most: int) -> None:
    found = evenly(items, most)
    assert [item for group in found for item in group] == items
    sizes = [len(group) for group in found]
    assert len(found) == -(-len(items) // most)
    if sizes:
        assert 1 <= min(sizes) <= max(sizes) <= most
        assert max(sizes) - min(sizes) <= 1


@given(
    st.lists(st.integers(min_value=0, max_value=9000), max_size=30),
    st.integers(min_value=500, max_value=20_000),
)
def test_bricks_are_together_as_far_as_an_answer_holds_them(sizes: list[int], tokens: int) -> None:
    bricks = [brick(f"b{number}", size=size) for number, size in enumerate(sizes)]
    most = tokens * CHARACTERS_A_TOKEN

    def room(group: list[Brick]) -> float:
        return sum(max(LEAST, CODE_OF_INTERFACES * len(one.interface)) for one in group)

    found = groups(bricks, Settings(answer_tokens=tokens))
    assert [one for group in found for one in group] == bricks
    assert all(len(group) == 1 or room(group) <= most for group in found)
    assert all(room([*group, after[0]]) > most for group, after in pairwise(found))


def test_a_brick_that_is_too_large_for_an_answer_is_asked_for_alone() -> None:
    bricks = [brick("small"), brick("large", size=60_000), brick("last")]
    found = groups(bricks, Settings(answer_tokens=2000))
    assert [[one.name for one in group] for group in found] == [["small"], ["large"], ["last"]]


def test_requirements_of_one_area_are_asked_about_together() -> None:
    found = recipe({f"R{n}": Kind.BEHAVIOUR for n in range(1, 7)})
    plan = Plan(package="a", bricks=(brick("odd", "R1", "R3", "R5"), brick("even", "R2", "R4")))
    plan = plan.model_copy(update={"bricks": (*plan.bricks, brick("six", "R6"))})
    first, second = acceptance(found, plan, Settings(answer_tokens=2000))
    assert (first.ids, second.ids) == (("R1", "R3", "R5"), ("R2", "R4", "R6"))
    assert first.bricks == second.bricks == ("odd", "even", "six")


def test_small_answers_make_many_questions_and_large_ones_few() -> None:
    found = recipe({f"R{n}": Kind.BEHAVIOUR for n in range(18)})
    plan = Plan(package="a", bricks=(brick("b", *(item.id for item in found.requirements)),))
    counts = [len(acceptance(found, plan, Settings(answer_tokens=n))) for n in (500, 4000, 16_000)]
    assert counts == [18, 3, 1]


def test_a_law_has_cases_beside_it_only_where_it_must_be_met() -> None:
    kinds = {"R1": Kind.PROPERTY, "R2": Kind.STATIC, "R3": Kind.BEHAVIOUR}
    plan = Plan(package="a", bricks=(brick("b", "R1", "R2", "R3"),))
    for level, ids in ((Level.MUST, ("R1", "R3")), (Level.SHOULD, ("R3",))):
        (batch,) = acceptance(recipe(kinds, level), plan, Settings())
        assert batch.ids == ids

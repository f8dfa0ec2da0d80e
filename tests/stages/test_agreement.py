"""Batches that contradict each other are found, and found as fast in a hundred as in two."""

from hypothesis import given
from hypothesis import strategies as st

from brickyard.stages.agreement import Rivals
from brickyard.stages.cases import clashes
from brickyard.values import Case, Expect, Step


def case(id: str, given: int, value: int, *more: Step) -> Case:
    first = Step(call="a.f", args=(given,), expect=Expect(value=value, has_value=True))
    return Case(id=id, requirement="R1", title="t", steps=(first, *more))


def test_a_case_yields_to_an_acceptance_case_that_expects_something_else() -> None:
    rivals = Rivals({0: [case("one", 1, 2)], 1: [case("two", 5, 5)]})
    torn = rivals.torn(7, [case("mine", 1, 3), case("other", 2, 3)])
    assert list(torn) == ["mine", "acceptance one"]
    assert "'mine' (R1) and 'acceptance one' (R1) do the same up to step 1" in torn["mine"]


def test_a_batch_is_not_its_own_rival() -> None:
    rivals = Rivals({0: [case("one", 1, 2)], 1: [case("one", 1, 2)]})
    assert rivals.torn(0, [case("one", 1, 2)]) == {}
    assert "one" in Rivals({0: [case("x", 1, 2)], 1: [case("x", 1, 3)]}).torn(
        0, [case("one", 1, 2)]
    )


def test_later_steps_clash_too() -> None:
    def after(value: int) -> Step:
        return Step(call="a.g", expect=Expect(value=value, has_value=True))

    rivals = Rivals({0: [case("one", 1, 2, after(3))]})
    assert "mine" in rivals.torn(1, [case("mine", 1, 2, after(4))])
    assert rivals.torn(1, [case("mine", 1, 2, after(3))]) == {}


numbers = st.integers(0, 2)
batch = st.lists(st.tuples(numbers, numbers), max_size=3)


@given(st.lists(batch, min_size=1, max_size=4), batch)
def test_looking_only_near_finds_what_looking_everywhere_finds(
    others: list[list[tuple[int, int]]], mine: list[tuple[int, int]]
) -> None:
    batches = {
        number: [case(f"c{number}-{at}", *each) for at, each in enumerate(cases)]
        for number, cases in enumerate(others)
    }
    own = [case(f"own-{at}", *each) for at, each in enumerate(mine)]
    everything = [
        each.model_copy(update={"id": f"acceptance {each.id}"})
        for cases in batches.values()
        for each in cases
    ]
    ids = {each.id for each in own}
    near = Rivals(batches).torn(99, own)
    far = clashes([*own, *everything])
    assert {id: why for id, why in near.items() if id in ids} == {
        id: why for id, why in far.items() if id in ids
    }

"""Batches that contradict each other are found, and found as fast in a hundred as in two."""

from hypothesis import given
from hypothesis import strategies as st

from brickyard.cases import Names, renamed
from brickyard.red.cases import Rivals, clashes
from brickyard.values import WrittenCase

NAMES = Names(package="p", offers={"f": "p.a", "g": "p.a"})


def case(id: str, given: int, value: int, *more: str) -> WrittenCase:
    lines = (f"assert f({given}) == {value}", *more)
    body = "".join(f"    {line}\n" for line in lines)
    return WrittenCase(name=id, requirement="R1", text=f"@proves(R1)\ndef {id}():\n{body}")


def test_a_case_yields_to_an_acceptance_case_that_expects_something_else() -> None:
    rivals = Rivals({0: [case("one", 1, 2)], 1: [case("two", 5, 5)]}, NAMES)
    torn = rivals.torn(7, [case("mine", 1, 3), case("other", 2, 3)])
    assert list(torn) == ["mine", "acceptance_one"]
    said = "Cases 'mine' and 'acceptance_one' do the same, and one expects 3 and the other 2."
    assert torn["mine"] == said


def test_a_batch_is_not_its_own_rival() -> None:
    rivals = Rivals({0: [case("one", 1, 2)], 1: [case("one", 1, 2)]}, NAMES)
    assert rivals.torn(0, [case("one", 1, 2)]) == {}
    assert "one" in Rivals({0: [case("x", 1, 2)], 1: [case("x", 1, 3)]}, NAMES).torn(
        0, [case("one", 1, 2)]
    )


def test_later_steps_clash_too() -> None:
    rivals = Rivals({0: [case("one", 1, 2, "assert g() == 3")]}, NAMES)
    assert "mine" in rivals.torn(1, [case("mine", 1, 2, "assert g() == 4")])
    assert rivals.torn(1, [case("mine", 1, 2, "assert g() == 3")]) == {}


numbers = st.integers(0, 2)
batch = st.lists(st.tuples(numbers, numbers), max_size=3)


@given(st.lists(batch, min_size=1, max_size=4), batch)
def test_looking_only_near_finds_what_looking_everywhere_finds(
    others: list[list[tuple[int, int]]], mine: list[tuple[int, int]]
) -> None:
    batches = {
        number: [case(f"c{number}_{at}", *each) for at, each in enumerate(cases)]
        for number, cases in enumerate(others)
    }
    own = [case(f"own_{at}", *each) for at, each in enumerate(mine)]
    everything = [
        renamed(each, f"acceptance_{each.name}") for cases in batches.values() for each in cases
    ]
    names = {each.name for each in own}
    near = Rivals(batches, NAMES).torn(99, own)
    far = clashes([*own, *everything], NAMES)
    assert {name: why for name, why in near.items() if name in names} == {
        name: why for name, why in far.items() if name in names
    }

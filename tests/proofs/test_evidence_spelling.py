"""Liberties in spelling that the machine sets right; everything else is left for validation."""

import pytest

from brickyard.proofs.data.cases import validate
from brickyard.proofs.data.spelling import spelt_right
from brickyard.values import Brick, Case, Expect, Plan, Step, TestLevel

ADD = 'def add(value: int) -> int:\n    """Add 1."""\n    ...\n'
PLAN = Plan(
    package="sums",
    bricks=(
        Brick(name="adder", spec="adds", serves=("R1",), interface=ADD),
        Brick(name="other", spec="adds", serves=("R1",), interface=ADD.replace("add(", "twice(")),
    ),
)
BOTH = PLAN.model_copy(
    update={"bricks": tuple(b.model_copy(update={"interface": ADD}) for b in PLAN.bricks)}
)


def case(id: str, call: str) -> Case:
    step = Step(call=call, args=(1,), expect=Expect(value=2, has_value=True))
    return Case(id=id, requirement="R1", title="Adds.", steps=(step,))


@pytest.mark.parametrize(
    ("id", "right"),
    [("R1_case1", "r1_case1"), ("adds-one", "adds_one"), ("1st try", "case_1st_try"), ("??", "??")],
)
def test_ids_become_names(id: str, right: str) -> None:
    assert spelt_right([case(id, "adder.add")], PLAN)[0].id == right


@pytest.mark.parametrize(
    ("plan", "call", "right"),
    [
        (PLAN, "add", "adder.add"),
        (PLAN, "other.twice", "other.twice"),
        (PLAN, "subtract", "subtract"),
        (BOTH, "add", "add"),
    ],
    ids=["one brick has it", "named in full", "no brick has it", "two bricks have it"],
)
def test_an_operation_named_alone_gets_its_brick_where_only_one_has_it(
    plan: Plan, call: str, right: str
) -> None:
    assert spelt_right([case("adds", call)], plan)[0].steps[0].call == right


def test_what_was_set_right_is_valid_and_what_could_not_be_is_still_refused() -> None:
    def wrong(call: str) -> bool:
        cases = spelt_right([case("Adds One!", call)], PLAN)
        return bool(validate(cases, PLAN, TestLevel.ACCEPTANCE, known=("R1",)))

    assert not wrong("add")
    assert wrong("subtract")

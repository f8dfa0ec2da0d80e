"""What a value worked out of its fields is none of them."""

from brickyard.values import Brick, Plan


def test_a_plan_that_was_looked_into_makes_another_of_its_fields_alone() -> None:
    bricks = tuple(Brick(name=name, spec="", serves=(), interface="") for name in ("one", "two"))
    plan = Plan(package="sample", bricks=bricks)
    assert plan.brick("two") is bricks[1]
    assert plan.names == ("one", "two")
    assert Plan(**dict(plan)) == plan
    assert plan.model_copy(update={"bricks": bricks[:1]}).names == ("one",)
    assert "names" not in plan.model_dump()

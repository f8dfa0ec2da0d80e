"""What bricks offer can be had from the package itself, unless a name would hide another."""

from brickyard.packaging.project import exports
from brickyard.values import Brick, Plan


def brick(name: str, *functions: str) -> Brick:
    text = "\n\n".join(f"def {each}() -> int: ..." for each in functions)
    return Brick(name=name, spec="", serves=(), interface=f"LIMIT_{name.upper()} = 1\n\n\n{text}\n")


def test_names_of_two_bricks_of_modules_and_of_the_command_stay_where_they_are() -> None:
    bricks = (brick("one", "go", "both"), brick("two", "both", "one"), brick("cli", "main"))
    plan = Plan(package="sample", entry="cli:main", bricks=bricks)
    assert exports(plan) == {"one": ("LIMIT_ONE", "go"), "two": ("LIMIT_TWO",)}


def test_an_operation_that_is_called_as_its_module_is_offered_in_its_place() -> None:
    plan = Plan(package="sample", bricks=(brick("render", "render", "one"), brick("one", "go")))
    assert exports(plan) == {"render": ("LIMIT_RENDER", "render"), "one": ("LIMIT_ONE", "go")}


def test_of_the_command_the_package_offers_what_the_design_writes_out() -> None:
    design = "Call `def other()`.\n\n```python\ndef main(argv: list[str]) -> int: ...\n```\n"
    plan = Plan(package="sample", entry="cli:main", bricks=(brick("cli", "main", "other"),))
    assert exports(plan, design) == {"cli": ("main",)}

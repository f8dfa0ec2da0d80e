"""Cases as a test file of the project: which file, which tests, and what they lean on."""

import re
from collections.abc import Sequence

from brickyard import cases as room
from brickyard.cases import file_of, offered_by
from brickyard.values import Plan, TestLevel, TestModule, WrittenCase


def render(
    cases: Sequence[WrittenCase],
    plan: Plan,
    level: TestLevel,
    brick: str = "",
    name: str = "",
) -> TestModule:
    """One test file of valid cases. `name` names an acceptance file; else its requirements do."""
    names = offered_by(plan)
    path = path_of([case.requirement for case in cases], level, brick, name)
    file = file_of(cases, names)
    title = _title(cases, level, brick)
    source = room.render(file, names, title, same_at=room.differing(file, names))
    return TestModule(
        path=path,
        source=source,
        level=level,
        brick=brick,
        tests={f"{path}::{test_name(case)}": case.requirement for case in cases},
        cases=tuple(cases),
        bricks=tuple(brick.name for brick in plan.bricks),
        command=names.command if "run(" in source else "",
    )


def test_name(case: WrittenCase) -> str:
    """The name of the function that a case becomes."""
    return case.name if case.name.startswith("test_") else f"test_{case.name}"


def path_of(ids: Sequence[str], level: TestLevel, brick: str, name: str) -> str:
    if level is TestLevel.BRICK:
        return f"tests/bricks/test_{brick}.py"
    first = {id.split(".")[0] for id in ids}
    chosen = name or (first.pop() if len(first) == 1 else "requirements")
    return f"tests/acceptance/test_{re.sub(r'[^a-z0-9]+', '_', chosen.lower()).strip('_')}.py"


def _title(cases: Sequence[WrittenCase], level: TestLevel, brick: str) -> str:
    what = f"Tests of the brick {brick}" if level is TestLevel.BRICK else "Acceptance tests"
    served = ", ".join(sorted({case.requirement for case in cases}))
    return f"{what}: {served}."

"""What somebody worked out for the same inputs, beside what a test expects and what code does."""

import ast
import json
from collections.abc import Sequence
from typing import Any, cast

from brickyard.stages.batches import Batch
from brickyard.stages.cases import valid_cases
from brickyard.tasks.holdouts import Expected, looked_at
from brickyard.values import Case, Expect, Plan, Recipe

PARTS = {"message_has": "", "stdout_has": (), "stderr_has": ()}
"""Expectations that many texts meet."""


def as_case(case: Case, drawn: Expected, batch: Batch, recipe: Recipe, plan: Plan) -> Case | str:
    """The same inputs with the drawn expectations, or what is wrong with these."""
    if len(drawn.steps) != len(case.steps):
        return f"it has {len(drawn.steps)} expectations for {len(case.steps)} steps"
    pairs = list(zip(case.steps, drawn.steps, strict=True))
    for step, expect in pairs:
        if missing := set(looked_at(step.expect)) - {"message"} - set(looked_at(expect)):
            return f"it says nothing about {', '.join(sorted(missing))}"
    steps = tuple(
        step.model_copy(update={"expect": expect.model_copy(update={"approx": step.expect.approx})})
        for step, expect in pairs
    )
    valid, problems = valid_cases([case.model_copy(update={"steps": steps})], batch, recipe, plan)
    return valid[0] if valid else " ".join(problems)


def exact_only(case: Case) -> Case:
    """Without what only asks for parts of a text."""
    steps = tuple(
        step.model_copy(update={"expect": step.expect.model_copy(update=PARTS)})
        for step in case.steps
    )
    return case.model_copy(update={"steps": steps})


def excludes(anew: Case, case: Case) -> bool:
    """What was worked out says all that is printed, and a part that the test wants is not in it."""
    pairs = zip(case.steps, anew.steps, strict=True)
    return any(
        drawn.expect.stdout is not None
        and any(part not in drawn.expect.stdout for part in step.expect.stdout_has)
        for step, drawn in pairs
    )


def agrees(case: Case, anew: Case) -> bool:
    """It expects the same: not only something that may be the same."""
    pairs = zip(case.steps, anew.steps, strict=True)
    return all(_same(step.expect, drawn.expect) for step, drawn in pairs)


def _same(expect: Expect, drawn: Expect) -> bool:
    plain = ("raises", "exit", "files", "no_files")
    if any(
        getattr(expect, name) != getattr(drawn, name)
        for name in plain
        if getattr(expect, name) not in ("", None, {}, ())
    ):
        return False
    if drawn.message_has and expect.message_has not in drawn.message_has:
        return False
    if expect.has_value and not (drawn.has_value and _same_value(expect, drawn)):
        return False
    if expect.stdout is not None and expect.stdout != drawn.stdout:
        return False
    printed = [*drawn.stdout_has, drawn.stdout or ""]
    return _all_in(expect.stdout_has, printed) and _all_in(expect.stderr_has, drawn.stderr_has)


def _all_in(parts: Sequence[str], texts: Sequence[str]) -> bool:
    return all(any(part in text for text in texts) for part in parts)


def _same_value(expect: Expect, drawn: Expect) -> bool:
    one, other = _canonical(expect.value), _canonical(drawn.value)
    if expect.approx and isinstance(one, int | float) and isinstance(other, int | float):
        return abs(one - other) <= expect.approx
    return type(one) is type(other) and one == other


def _canonical(value: Any) -> Any:
    """A value in one form, however it was written; an expression that is no literal as its text."""
    if isinstance(value, dict) and set(cast("dict[str, Any]", value)) == {"$py"}:
        try:
            tree = ast.parse(str(cast("dict[str, Any]", value)["$py"]), mode="eval")
        except SyntaxError:
            return json.dumps(value)
        try:
            return _canonical(ast.literal_eval(tree))
        except ValueError:
            return ("expression", ast.unparse(tree))
    if isinstance(value, list | tuple):
        return [_canonical(one) for one in cast("Sequence[Any]", value)]
    if isinstance(value, dict):
        items = cast("dict[Any, Any]", value).items()
        return {str(key): _canonical(one) for key, one in items}
    return value

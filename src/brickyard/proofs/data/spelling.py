"""Small liberties in how a case is spelt, set right by the machine instead of sent back."""

import re
from collections.abc import Sequence

from brickyard.interfaces.syntax import is_public
from brickyard.proofs.data.scope import Scope
from brickyard.values import Case, Plan, Step


def spelt_right(cases: Sequence[Case], plan: Plan) -> tuple[Case, ...]:
    """Ids in lower case with underscores; an operation named alone, with its brick before it."""
    scope = Scope(plan)
    return tuple(
        case.model_copy(
            update={
                "id": _slug(case.id),
                "steps": tuple(_with_brick(step, scope) for step in case.steps),
            }
        )
        for case in cases
    )


def _slug(id: str) -> str:
    """As it is where nothing of it could be a name."""
    plain = re.sub(r"[^a-z0-9]+", "_", id.lower()).strip("_")
    return f"case_{plain}" if plain[:1].isdigit() else plain or id


def _with_brick(step: Step, scope: Scope) -> Step:
    """Only where exactly one brick has the name: a guess would be worse than a question."""
    name = step.call
    if not name or "." in name or not is_public(name):
        return step
    owners = [brick for brick, names in scope.names.items() if name in names]
    return step.model_copy(update={"call": f"{owners[0]}.{name}"}) if len(owners) == 1 else step

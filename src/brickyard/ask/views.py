"""What questions show of a recipe and its plan: the same for all, and which of it one is about.

A question shows the whole recipe and all interfaces, although it may be about a part of them: what
is the same for all is read once by a provider's prompt cache, and no requirement is read without
those that it speaks of. What an answer was accepted for is the lock's affair, not the prompt's.
"""

from collections.abc import Iterable, Sequence
from typing import Annotated, Any

from pydantic import Field

from brickyard.ask.microtask import Raw, Shared
from brickyard.files import Files
from brickyard.values import Plan, Recipe, Requirement, Value

RECIPE = Shared(0)
PLAN = Shared(1)


class Wanted(Value):
    """A requirement as a model sees it."""

    id: str
    level: str
    text: str
    clauses: dict[str, str] = Field(default_factory=dict)


def wanted(requirement: Requirement) -> Wanted:
    return Wanted(
        id=requirement.id,
        level=requirement.level.value,
        text=requirement.text,
        clauses={clause.id: clause.text for clause in requirement.clauses},
    )


class SharedRecipe(Value):
    """The inputs with which every question about a recipe begins."""

    package: Annotated[str, RECIPE]
    type: Annotated[str, RECIPE]
    requirements: Annotated[tuple[Wanted, ...], RECIPE]
    components: Annotated[tuple[str, ...], RECIPE]
    packages: Annotated[tuple[str, ...], RECIPE]
    context: Annotated[str, Raw, RECIPE]
    design: Annotated[str, Raw, RECIPE]


class SharedPlan(SharedRecipe):
    """Those of a question that is asked when there is a plan."""

    interfaces: Annotated[Files, PLAN]


def shared_recipe(recipe: Recipe, package: str) -> dict[str, Any]:
    """The fields of `SharedRecipe`."""
    return {
        "package": package,
        "type": recipe.type.value,
        "requirements": tuple(map(wanted, recipe.requirements)),
        "components": tuple(component.name for component in recipe.components),
        "packages": recipe.packages,
        "context": recipe.context,
        "design": recipe.design,
    }


def shared_plan(recipe: Recipe, plan: Plan) -> dict[str, Any]:
    """The fields of `SharedPlan`; interfaces under the paths that the modules will have."""
    paths = {plan.path(brick.name): brick.interface for brick in plan.bricks}
    return {**shared_recipe(recipe, plan.package), "interfaces": Files(paths)}


def owners(recipe: Recipe, ids: Iterable[str]) -> tuple[str, ...]:
    """The requirements that these ids, of them or of clauses, name: each once, in their order."""
    found = {recipe.requirement(id).id for id in ids}
    return tuple(item.id for item in recipe.requirements if item.id in found)


def few(names: Sequence[str], most: int = 6) -> str:
    """Names for people: all of a few, else the first three and how many more there are."""
    if len(names) <= most:
        return ", ".join(names)
    return f"{', '.join(names[:3])} and {len(names) - 3} more"

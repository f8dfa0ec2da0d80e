"""What a question shows of a recipe: only what its answer depends on."""

from pydantic import Field

from brickyard.values import Recipe, Requirement, Value


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


def all_wanted(recipe: Recipe, ids: tuple[str, ...]) -> tuple[Wanted, ...]:
    """The requirements that these ids name, each once, in the recipe's order."""
    owners = {recipe.requirement(id).id for id in ids}
    return tuple(wanted(item) for item in recipe.requirements if item.id in owners)

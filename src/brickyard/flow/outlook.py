"""outlook: what a recipe comes to before it is built: requirements, size, plan outline and risks.

What an idea's analysis says by a model's word stands here by the recipe's: no model is asked.
"""

from collections.abc import Iterator, Sequence
from typing import Literal

from brickyard.plans.documents import first_line
from brickyard.recipe.complexity import complexity
from brickyard.recipe.permissions import PERMISSIONS, granted
from brickyard.values import (
    Finding,
    Kind,
    Level,
    Plan,
    Recipe,
    RecipeType,
    Requirement,
    Severity,
    Value,
    listed,
)

Size = Literal["small", "medium", "large"]
SMALL, MEDIUM = 0.4, 1.0
"""Shares of what one recipe should have at most."""
WORDY = 120
"""Words of a requirement and its clauses from which on it is likely to be read in two ways."""


class Outlined(Value):
    """A part of the software: a brick, where it is planned; else a component that is named."""

    name: str
    purpose: str = ""
    serves: tuple[str, ...] = ()
    depends: tuple[str, ...] = ()

    @property
    def told(self) -> str:
        below = f" ← {', '.join(self.depends)}" if self.depends else ""
        serves = f" (serves {', '.join(self.serves)})" if self.serves else ""
        return f"{self.name}{below}{serves}" + (f": {self.purpose}" if self.purpose else "")


class Outlook(Value):
    type: RecipeType
    requirements: tuple[str, ...]
    complexity: Size
    measures: tuple[str, ...]
    """What the size is counted by."""
    modules: tuple[Outlined, ...]
    risks: tuple[str, ...]


def outlook(recipe: Recipe, plan: Plan | None, findings: Sequence[Finding]) -> Outlook:
    """`findings` are those of `check` that do not block."""
    found = complexity(recipe.requirements, recipe.components)
    size = "small" if found.score <= SMALL else "medium" if found.score <= MEDIUM else "large"
    return Outlook(
        type=recipe.type,
        requirements=tuple(
            f"{one.id} ({_mark(one)}): {first_line(one.text)}" for one in recipe.requirements
        ),
        complexity=size,
        measures=tuple(one.named for one in found.measures),
        modules=tuple(_outline(recipe, plan)),
        risks=tuple(_risks(recipe, findings)),
    )


def _mark(item: Requirement) -> str:
    usual = item.kind is Kind.BEHAVIOUR
    return item.level.value if usual else f"{item.level.value}, {item.kind.value}"


def _outline(recipe: Recipe, plan: Plan | None) -> Iterator[Outlined]:
    if plan is None:
        for part in recipe.components:
            yield Outlined(name=part.name, purpose=_sentence(" ".join(part.text.split())))
        return
    for brick in plan.in_order:
        yield Outlined(
            name=brick.name,
            purpose=_sentence(first_line(brick.spec)),
            serves=brick.serves,
            depends=brick.depends,
        )


def _sentence(text: str) -> str:
    """The first one: an outline is no spec."""
    return text.split(". ")[0].rstrip(".")


def _risks(recipe: Recipe, findings: Sequence[Finding]) -> Iterator[str]:
    """What may make it harder, dearer or less certain than it looks."""
    for one in findings:
        if one.severity is Severity.WARNING:
            yield f"{one.file}:{one.line}: {one.message}"
    for item in recipe.requirements:
        if told := _PROOFS.get(item.kind):
            yield f"{item.id} {told}"
        if item.level is Level.MUST and (words := _words(item)) > WORDY:
            yield f"{item.id} says much at once ({words} words): it is likely to be misread."
    for one in granted(recipe):
        yield f"The code may {PERMISSIONS[one.name]} ({one.by})."
    if recipe.packages:
        yield f"It stands on packages of others: {listed(recipe.packages, 5)}."


def _words(item: Requirement) -> int:
    return len(" ".join((item.text, *(clause.text for clause in item.clauses))).split())


_PROOFS = {
    Kind.PERFORMANCE: "is measured: whether its limit is kept depends on the machine too.",
    Kind.EXTERNAL: "speaks to a service: its tests stand one in, and the real one may differ.",
    Kind.ATTESTED: "rests on a person's word: no test shows it.",
}

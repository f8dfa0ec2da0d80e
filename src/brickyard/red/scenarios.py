"""Scenarios of a recipe: each of them wants a case of its own, and is asked for one."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from brickyard.ask.microtask import In, Microtask, Out
from brickyard.cases import Case, Cases
from brickyard.values import Recipe

_ASKED = """\
These clauses are scenarios. For each of them write at least one function of its own, which plays
what it says and carries its id alone, `@proves("ID")` or `@table("ID", …)`:"""


def scenarios_of(recipe: Recipe, ids: Iterable[str]) -> tuple[str, ...]:
    """The clauses of these requirements that must each have a case of their own."""
    return tuple(one for id in ids for one in recipe.requirement(id).scenarios)


def demanding(task: Microtask[In, Out], scenarios: Sequence[str]) -> Microtask[In, Out]:
    """The question with its scenarios named; where there are none, the text as it stands."""
    if not scenarios:
        return task
    named = f"{_ASKED} {', '.join(scenarios)}."
    return replace(task, instructions=f"{task.instructions.rstrip()}\n\n{named}")


def apart(found: Cases, scenarios: Collection[str]) -> tuple[Cases, list[str]]:
    """A case that carries a scenario's id beside others counts for the first of them alone."""
    problems: list[str] = []
    cases: list[Case] = []
    for case in found.cases:
        first, *rest = case.requirements
        if rest and not {*scenarios}.isdisjoint(case.requirements):
            problems.append(
                f"Case '{case.name}' carries {', '.join(case.requirements)}, and counts for "
                f"{first} alone: a scenario wants a case that carries no other id."
            )
            case = case.model_copy(update={"requirements": (first,)})
        cases.append(case)
    return found.model_copy(update={"cases": tuple(cases)}), problems

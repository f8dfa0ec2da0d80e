"""A recipe's own examples as tests: a person gave them, so they are run and nothing else."""

from collections.abc import Iterator, Sequence

from brickyard.cases import (
    Cases,
    Names,
    alone,
    contradiction,
    offered_by,
    read,
    singles,
    situations,
)
from brickyard.context import BuildContext
from brickyard.evidence.support import render
from brickyard.recipe.examples import EXAMPLES
from brickyard.red.batches import Batch, whole_batch
from brickyard.red.seen import Red, red, roots
from brickyard.values import Plan, Recipe, TestLevel, TestModule, WrittenCase

_NAME = "given examples"


def examples_of(recipe: Recipe, names: Names) -> tuple[WrittenCase, ...]:
    """Those that can be played on what is offered."""
    return singles(read(recipe.examples, names)) if recipe.examples else ()


def misfits_of_examples(recipe: Recipe, plan: Plan) -> list[str]:
    """What of the examples could not be played on these interfaces."""
    if not recipe.examples:
        return []
    found = read(recipe.examples, offered_by(plan)).problems
    return [
        f"An example of {EXAMPLES} cannot be played on these interfaces: {problem}. "
        "Examples stay as they are: offer what they call, under that name and with those types."
        for problem in found
    ]


def contrary(one: Cases, given: Sequence[WrittenCase], names: Names) -> Iterator[str]:
    """Why a case cannot hold beside the examples, which do."""
    own = situations(one, names) if given else {}
    for example in given:
        if why := contradiction(situations(alone(example, names), names), own):
            yield f"example '{example.name}' of {EXAMPLES} does the same, and {why}; it stands"


def examples_batch(recipe: Recipe, plan: Plan) -> Batch | None:
    """What the examples are about; nothing where there are none."""
    cases = examples_of(recipe, offered_by(plan))
    ids = dict.fromkeys(recipe.requirement(case.requirement).id for case in cases)
    return whole_batch(plan, ids) if ids else None


def examples_module(recipe: Recipe, plan: Plan) -> TestModule:
    """One test file of them all, apart from what models wrote."""
    cases = examples_of(recipe, offered_by(plan))
    module = render(cases, plan, TestLevel.ACCEPTANCE, name=_NAME)
    return module.model_copy(update={"given": True})


async def red_of_examples(
    module: TestModule, recipe: Recipe, plan: Plan, context: BuildContext
) -> Red:
    seconds = context.settings.test_seconds
    return await red(context.sandbox, plan, [module], seconds=seconds, roots=roots(recipe))

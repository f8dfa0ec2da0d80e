"""weigh: does an example that a person gave contradict what the recipe demands?

Asked before anything is planned, of a reader who has no stake in it; examples against each other
are found by `check`, without a model.
"""

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from brickyard.ask.microtask import Microtask, Raw
from brickyard.ask.views import SharedRecipe, shared_recipe
from brickyard.cases import read
from brickyard.context import BuildContext
from brickyard.errors import NotMet
from brickyard.plans.plan import package_name
from brickyard.recipe.examples import AGAINST, EXAMPLES, presumed, shown_by_example
from brickyard.recipe.lock import plan_inputs
from brickyard.recipe.quotes import shown, stands, texts
from brickyard.values import Finding, Recipe, Severity, Value


class WeighIn(SharedRecipe):
    ids: tuple[str, ...]
    examples: Annotated[str, Raw]


class Conflict(Value):
    """An example and words of the recipe that cannot both hold."""

    example: str = Field(description="the name of its function")
    requirement: str = Field(description="the id of the requirement that it contradicts")
    quote: str = Field(description="the words that it contradicts, as they stand in the recipe")
    why: str = Field(description="what these words demand for exactly this input, in a sentence")


class WeighOut(Value):
    conflicts: tuple[Conflict, ...] = Field(default=(), description="usually none")


WEIGH_EXAMPLES = Microtask(
    name="weigh-examples",
    called="weighing of the examples of",
    work="judge",
    stage="plan",
    instructions="""\
A person gave the functions in `examples` as examples of what the software does; they will be tests
that nobody changes. Somebody else wrote the requirements. Before anything is built, find every
example that contradicts a requirement: work out for exactly its input what the words of the
requirements demand, and compare with what the example expects, sign by sign. Name a conflict only
where no program could meet both, and quote the words. What the words leave open, an example may
settle: that is no conflict, nor is a detail that only the example shows.""",
    input=WeighIn,
    output=WeighOut,
    example=WeighOut(
        conflicts=(
            Conflict(
                example="example_2",
                requirement="R2",
                quote="minutes are counted past midnight",
                why="Ten minutes after 23:55 it is 00:05; the example expects 24:05.",
            ),
        )
    ),
)


async def weigh(recipe: Recipe, context: BuildContext) -> None:
    """NotMet if an example contradicts the recipe; not asked of what was accepted as it is, nor
    where a person wrote that both hold."""
    waived = any(one.rule == AGAINST for one in recipe.silences)
    accepted = context.lock.plan_for(plan_inputs(recipe)) is not None
    if not recipe.examples or waived or accepted:
        return
    question = weigh_question(recipe)
    answer = await context.asker.ask(
        WEIGH_EXAMPLES, question, check=lambda out: [*_wrong(out, recipe)], about=recipe.name
    )
    if answer.conflicts:
        raise _contradicted(answer, recipe)


def weigh_question(recipe: Recipe) -> WeighIn:
    ids = [item.id for item in recipe.requirements if item.id in shown_by_example(recipe)]
    return WeighIn(
        **shared_recipe(recipe, package_name(recipe)), ids=tuple(ids), examples=recipe.examples
    )


def _lines(recipe: Recipe) -> dict[str, int]:
    """Example → the line that it stands on."""
    found = read(recipe.examples, presumed(recipe.examples)).cases
    return {case.name: case.line for case in found}


def _wrong(out: WeighOut, recipe: Recipe) -> Iterator[str]:
    names, ids = _lines(recipe), [item.id for item in recipe.requirements]
    words = " ".join(texts(recipe.model_copy(update={"context": _without_examples(recipe)})))
    for one in out.conflicts:
        if one.example not in names:
            yield f"There is no example '{one.example}'; there are {', '.join(names)}."
        if one.requirement not in ids:
            yield f"There is no requirement '{one.requirement}'; there are {', '.join(ids)}."
        if not stands(one.quote, words):
            yield (
                f"The recipe does not say “{shown(one.quote)}”. Quote its words as they stand "
                "there, outside of the examples; without words there is no conflict."
            )


def _without_examples(recipe: Recipe) -> str:
    return recipe.context.replace(recipe.examples.strip(), "")


def _contradicted(answer: WeighOut, recipe: Recipe) -> NotMet:
    lines = _lines(recipe)
    findings = tuple(
        Finding(
            rule=AGAINST,
            severity=Severity.ERROR,
            message=f"'{one.example}' contradicts {one.requirement}: “{shown(one.quote)}”. "
            f"{shown(one.why)}",
            file=EXAMPLES,
            line=lines[one.example],
            requirement=one.requirement,
        )
        for one in answer.conflicts
    )
    file = recipe.source
    return NotMet(
        "An example contradicts the recipe, so that no code could meet both. Nothing was planned.",
        hint=f"Change the example in {EXAMPLES} or the sentence in {file}, then run it again. "
        f"If both hold, write above all else in {file}: "
        f"<!-- brickyard: allow {AGAINST}: the reason -->",
        findings=findings,
    )

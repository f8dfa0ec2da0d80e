"""Hold-outs: cases drawn from a requirement by someone who saw neither the code nor its tests."""

from collections.abc import Sequence

from pydantic import Field

from brickyard.ask.views import few, shared_plan
from brickyard.context import BuildContext
from brickyard.disputes.late import usable
from brickyard.errors import AnswerRefused
from brickyard.holdouts.question import DRAW_HOLD_OUTS, HoldOutsIn
from brickyard.recipe.lock_names import owner
from brickyard.red.batches import Batch, acceptance, inputs, question, visible
from brickyard.red.cases import names_for, notation, read_cases
from brickyard.settings import Settings
from brickyard.values import Kind, Plan, ProofLevel, Recipe, Value, WrittenCase


class Held(Value):
    """The hold-outs that are not spent, by the names under which the lock keeps them."""

    cases: dict[str, tuple[WrittenCase, ...]] = Field(default_factory=dict)
    problems: dict[str, str] = Field(default_factory=dict)
    """Requirement → why there is no hold-out that could be tried, or why one still stands."""
    silent: tuple[str, ...] = ()
    """Requirements all of whose hold-outs fell because nothing settles them."""

    def of(self, ids: Sequence[str]) -> list[WrittenCase]:
        return [case for name, cases in self.cases.items() if owner(name) in ids for case in cases]


def draws(proof: ProofLevel) -> int:
    """How many independent draws a level asks for."""
    return {ProofLevel.QUICK: 0, ProofLevel.STANDARD: 1, ProofLevel.FULL: 2}[proof]


def lock_inputs(id: str, recipe: Recipe, plan: Plan) -> dict[str, str]:
    return inputs((id,), visible(plan, recipe, (id,)), recipe, plan)


Drawn = dict[str, tuple[WrittenCase, ...]]


async def draw(
    batch: Batch,
    number: int,
    recipe: Recipe,
    plan: Plan,
    context: BuildContext,
    *,
    spent: Sequence[WrittenCase] = (),
    beside: Sequence[WrittenCase] = (),
) -> tuple[Drawn, str]:
    """Requirement → fresh hold-outs of this draw; and why some requirement has none.

    One that a test repeats by chance is good evidence too: who drew it saw no test. Requirements
    that an answer leaves without a usable one are asked about once more, alone.
    """
    found, problems = await _answered(batch, number, recipe, plan, context, spent, beside)
    left = tuple(id for id in batch.ids if id not in found)
    if left:
        again = batch.model_copy(update={"ids": left})
        told = (f"There is no case that can be used for {', '.join(left)}.", *problems)
        known = (*beside, *(case for cases in found.values() for case in cases))
        more, problems = await _answered(again, number, recipe, plan, context, spent, known, told)
        found |= more
    return found, " ".join(problems)


async def _answered(
    batch: Batch,
    number: int,
    recipe: Recipe,
    plan: Plan,
    context: BuildContext,
    spent: Sequence[WrittenCase],
    beside: Sequence[WrittenCase],
    problems: tuple[str, ...] = (),
) -> tuple[Drawn, tuple[str, ...]]:
    """The hold-outs of one answer that can be used, and what is wrong with the others; one that was
    cut off is asked for in two parts."""
    value = hold_outs_question(batch, recipe, plan, spent, problems)
    splits, about = len(batch.ids) > 1, few(batch.ids)
    try:
        answer = await context.asker.ask(
            DRAW_HOLD_OUTS, value, sample=number, about=about, splits=splits
        )
    except AnswerRefused as error:
        if not error.cut_off or not splits:
            return {}, (error.message,)
        half = len(batch.ids) // 2
        parts = [batch.model_copy(update={"ids": batch.ids[:half]})]
        parts += [batch.model_copy(update={"ids": batch.ids[half:]})]
        drawn = [await draw(part, number, recipe, plan, context, spent=spent) for part in parts]
        return drawn[0][0] | drawn[1][0], (drawn[0][1], drawn[1][1])
    read = read_cases(answer.cases, batch, recipe, plan)
    cases, wrong = await usable(*read, batch, recipe, plan, context, beside=beside, known=spent)
    by_id = {id: tuple(_of(cases, id, recipe)) for id in batch.ids}
    return {id: own for id, own in by_id.items() if own}, tuple(wrong)


def hold_outs_question(
    batch: Batch,
    recipe: Recipe,
    plan: Plan,
    spent: Sequence[WrittenCase] = (),
    problems: tuple[str, ...] = (),
) -> HoldOutsIn:
    asked = question(batch, recipe, plan)
    return HoldOutsIn(
        **shared_plan(recipe, plan),
        ids=asked.ids,
        bricks=asked.bricks,
        command=asked.command,
        spent=notation(spent, names_for(batch, plan)),
        problems=problems,
    )


def _of(cases: Sequence[WrittenCase], id: str, recipe: Recipe) -> list[WrittenCase]:
    return [case for case in cases if recipe.requirement(case.requirement).id == id]


def held_out_batches(recipe: Recipe, plan: Plan, settings: Settings) -> tuple[Batch, ...]:
    """All requirements that need hold-outs, in one question or two."""
    every = acceptance(recipe, plan, settings)
    kept = [
        batch.model_copy(
            update={
                "ids": tuple(
                    id for id in batch.ids if recipe.requirement(id).kind is Kind.BEHAVIOUR
                )
            }
        )
        for batch in every
    ]
    return tuple(batch for batch in kept if batch.ids)

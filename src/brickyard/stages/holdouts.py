"""Hold-outs: cases drawn from a requirement by someone who saw neither the code nor its tests."""

from collections.abc import Sequence

from pydantic import Field

from brickyard.errors import AnswerRefused
from brickyard.settings import Settings
from brickyard.stages.batches import Batch, acceptance, inputs, question, visible
from brickyard.stages.cases import names_for, notation, read_cases
from brickyard.stages.trials import usable
from brickyard.stages.yard import Yard
from brickyard.tasks.cases import CasesOut
from brickyard.tasks.holdouts import DRAW_HOLD_OUTS, HoldOutsIn
from brickyard.tasks.views import shared_plan
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


def lock_name(id: str, number: int) -> str:
    return f"held-out/{id}" if not number else f"held-out-{number + 1}/{id}"


def owner(name: str) -> str:
    """The requirement that a name in the lock belongs to."""
    return name.partition("/")[2]


def lock_inputs(id: str, recipe: Recipe, plan: Plan) -> dict[str, str]:
    return inputs((id,), visible(plan, recipe, (id,)), recipe, plan)


async def draw(
    batch: Batch,
    number: int,
    recipe: Recipe,
    plan: Plan,
    yard: Yard,
    *,
    spent: Sequence[WrittenCase] = (),
    beside: Sequence[WrittenCase] = (),
) -> tuple[dict[str, tuple[WrittenCase, ...]], str]:
    """Requirement → fresh hold-outs of this draw; and why some requirement has none.

    One that a test repeats by chance is good evidence too: who drew it saw no test. An answer that
    was cut off is asked for in two parts.
    """
    found: list[WrittenCase] = []

    async def check(out: CasesOut) -> list[str]:
        found[:], problems = await usable(
            *read_cases(out.cases, batch, recipe, plan),
            batch,
            recipe,
            plan,
            yard,
            beside=beside,
            known=spent,
        )
        without = [id for id in batch.ids if not _of(found, id, recipe)]
        return [f"No case can be used for {id}." for id in without] + (problems if without else [])

    value = hold_outs_question(batch, recipe, plan, spent)
    splits, problem = len(batch.ids) > 1, ""
    try:
        await yard.asker.ask(
            DRAW_HOLD_OUTS,
            value,
            check=check,
            sample=number,
            about=", ".join(batch.ids),
            splits=splits,
        )
    except AnswerRefused as error:
        if error.cut_off and splits:
            return await _in_two(batch, number, recipe, plan, yard, spent, beside)
        problem = error.message
    return {id: tuple(_of(found, id, recipe)) for id in batch.ids}, problem


async def _in_two(
    batch: Batch,
    number: int,
    recipe: Recipe,
    plan: Plan,
    yard: Yard,
    spent: Sequence[WrittenCase],
    beside: Sequence[WrittenCase],
) -> tuple[dict[str, tuple[WrittenCase, ...]], str]:
    half = len(batch.ids) // 2
    parts = [
        await draw(
            batch.model_copy(update={"ids": ids}),
            number,
            recipe,
            plan,
            yard,
            spent=spent,
            beside=beside,
        )
        for ids in (batch.ids[:half], batch.ids[half:])
    ]
    return parts[0][0] | parts[1][0], parts[0][1] or parts[1][1]


def hold_outs_question(
    batch: Batch, recipe: Recipe, plan: Plan, spent: Sequence[WrittenCase] = ()
) -> HoldOutsIn:
    asked = question(batch, recipe, plan)
    return HoldOutsIn(
        **shared_plan(recipe, plan),
        ids=asked.ids,
        bricks=asked.bricks,
        command=asked.command,
        spent=notation(spent, names_for(batch, plan)),
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

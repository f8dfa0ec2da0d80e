"""Proofs of kinds that have no plain cases: speed, files, services. Written before any code."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from pydantic import BaseModel, Field

from brickyard.ask.microtask import In, Microtask, Out
from brickyard.ask.views import shared_plan
from brickyard.context import BuildContext
from brickyard.files import Files
from brickyard.proofs.files import ArtefactRule
from brickyard.proofs.measurement import Measurement
from brickyard.recipe.lock import LockedTests
from brickyard.recipe.lock_names import acceptance
from brickyard.red.batches import inputs, part_of, visible
from brickyard.red.seen import Red, red, roots
from brickyard.values import Plan, Recipe, Requirement, TestModule, Value

MENDS = 2


class Given(Value):
    """What proves one requirement, and what the lock keeps of it; or why there is nothing."""

    modules: tuple[TestModule, ...] = ()
    red: Red = Red()
    measurements: dict[str, tuple[Measurement, ...]] = Field(default_factory=dict)
    artefacts: dict[str, tuple[ArtefactRule, ...]] = Field(default_factory=dict)
    files: Files = Files()
    refused: dict[str, str] = Field(default_factory=dict)
    locked: dict[str, LockedTests] = Field(default_factory=dict)


class Site(Value):
    """One requirement, and what of the plan its proof may see."""

    item: Requirement
    recipe: Recipe
    plan: Plan

    @property
    def bricks(self) -> tuple[str, ...]:
        return visible(self.plan, self.recipe, (self.item.id,))

    @property
    def part(self) -> Plan:
        return part_of(self.plan, self.bricks)

    @property
    def ids(self) -> tuple[str, ...]:
        """The requirement's id, and those of its clauses."""
        return (self.item.id, *(clause.id for clause in self.item.clauses))

    @property
    def name(self) -> str:
        """Under which the lock keeps the proof."""
        return acceptance(self.item.id)

    @property
    def inputs(self) -> dict[str, str]:
        return inputs((self.item.id,), self.bricks, self.recipe, self.plan)

    @property
    def shown(self) -> dict[str, Any]:
        """What every question about it shows."""
        entry = self.part.entry
        return {
            **shared_plan(self.recipe, self.plan),
            "ids": (self.item.id,),
            "bricks": self.bricks,
            "command": f"{self.recipe.name} ({entry})" if entry else "",
        }

    def refused(self, why: str) -> Given:
        return Given(refused={self.item.id: why})

    async def prove_red(self, module: TestModule, context: BuildContext) -> list[str]:
        """Why the tests prove nothing; nothing when they do."""
        seconds = context.settings.test_seconds
        known = roots(self.recipe)
        proof = await red(context.sandbox, self.part, [module], seconds=seconds, roots=known)
        weak = [f"{test.split('::')[-1]}: {why}" for test, why in proof.refused.items()]
        return [*weak, *proof.requirements.values()]


async def ask_until_sound(
    task: Microtask[In, Out],
    question: In,
    judge: Callable[[Out], Awaitable[Sequence[str]]],
    context: BuildContext,
    about: str,
) -> tuple[Out | None, str]:
    """The answer that `judge` finds nothing wrong with, sent back at most twice; or what is."""
    problems: tuple[str, ...] = ()
    for _ in range(MENDS + 1):
        asked = _with(question, problems)
        answer = await context.asker.ask(task, asked, about=about)
        problems = tuple(await judge(answer))
        if not problems:
            return answer, ""
    return None, " ".join(problems)


def _with(question: In, problems: tuple[str, ...]) -> In:
    return question.model_copy(update={"problems": problems}) if problems else question


def dumped(values: Sequence[BaseModel]) -> tuple[dict[str, Any], ...]:
    """As the lock keeps them: only what was said."""
    return tuple(value.model_dump(mode="json", exclude_defaults=True) for value in values)

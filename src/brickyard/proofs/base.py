"""What a kind of proof is: its questions, how it is written before any code, and how it is judged.

Each kind is one file that ends with a `KindOfProof`; `kinds.py` has the table of them.
"""

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from pydantic import BaseModel

from brickyard.ask.microtask import In, Microtask, Out
from brickyard.ask.views import shared_plan
from brickyard.context import BuildContext, Tools
from brickyard.evidence.support import render
from brickyard.files import Files
from brickyard.proofs.tests import Kept, Tests
from brickyard.recipe.lock_names import acceptance
from brickyard.red.batches import Batch, inputs, part_of, visible
from brickyard.red.cases import read_cases
from brickyard.red.seen import red, roots
from brickyard.values import (
    Plan,
    PlannedProof,
    Proven,
    Recipe,
    Requirement,
    TestLevel,
    TestModule,
    Value,
    WrittenCase,
)

T = TypeVar("T")

MENDS = 2


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

    def read(self, text: str) -> tuple[list[WrittenCase], list[str]]:
        """The cases in a text, and a sentence about everything that cannot be used."""
        ids, level = (self.item.id,), TestLevel.ACCEPTANCE
        batch = Batch(level=level, brick="", ids=ids, bricks=self.bricks)
        return read_cases(text, batch, self.recipe, self.plan)

    def paired(
        self, text: str, given: Mapping[str, T]
    ) -> tuple[list[WrittenCase], list[T], list[str]]:
        """Cases, what is given for each of them by its name, and what cannot be put together."""
        cases, problems = self.read(text)
        problems += [
            f"Nothing is said about case '{n.name}'." for n in cases if n.name not in given
        ]
        strangers = given.keys() - {case.name for case in cases}
        if not problems:
            problems += [f"There is no case '{name}'." for name in sorted(strangers)]
        known = [case for case in cases if case.name in given]
        return known, [given[case.name] for case in known], problems

    def module(self, cases: Sequence[WrittenCase]) -> TestModule:
        """As pytest, judged in process: what is judged of them apart is not only what they say."""
        rendered = render(cases, self.part, TestLevel.ACCEPTANCE, name=self.item.id)
        return rendered.model_copy(update={"cases": ()})

    def refused(self, why: str) -> Tests:
        return Tests(refused={self.item.id: why})

    async def prove_red(self, module: TestModule, context: BuildContext) -> list[str]:
        """Why the tests prove nothing; nothing when they do."""
        seconds = context.settings.test_seconds
        known = roots(self.recipe)
        proof = await red(context.sandbox, self.part, [module], seconds=seconds, roots=known)
        weak = [f"{test.split('::')[-1]}: {why}" for test, why in proof.refused.items()]
        return [*weak, *proof.requirements.values()]


def _taken(proposed: PlannedProof, item: Requirement, recipe: Recipe) -> str:
    return ""


@dataclass(frozen=True)
class KindOfProof:
    """What one kind does at each step; a kind that has no part in a step leaves it out."""

    questions: tuple[Microtask[Any, Any], ...] = ()
    write: Callable[[Site, BuildContext], Awaitable[Tests]] | None = None
    """Asks for what proves a requirement, sees it fail, and gives what the lock keeps of it."""
    judge: Callable[[Site, Kept, Files, Tools], Awaitable[Proven]] | None = None
    """The proof of the kind's own name, on the finished code."""
    doubts: Callable[[Site, Kept], Iterable[str]] | None = None
    """Why what a project says it was proven by proves nothing."""
    not_taken: Callable[[PlannedProof, Requirement, Recipe], str] = _taken
    """Why words that a plan quotes do not ask for this kind."""
    permission: str = ""
    """What the code may do by it, which a person has to allow."""
    is_built: bool = True
    """Whether bricks serve its requirements."""


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
        asked = question.model_copy(update={"problems": problems}) if problems else question
        answer = await context.asker.ask(task, asked, about=about)
        problems = tuple(await judge(answer))
        if not problems:
            return answer, ""
    return None, " ".join(problems)


def dumped(values: Sequence[BaseModel]) -> Kept:
    """As the lock keeps them: only what was said."""
    return tuple(value.model_dump(mode="json", exclude_defaults=True) for value in values)

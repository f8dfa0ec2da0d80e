"""What a build asks for when its first drafts are right: `python benchmarks/price.py [SIZE …]`

Recipes of 6, 18, 60 and 200 requirements (`sample.py`: a brick each) go from the plan to the
verdict on the drafts with scripted right answers; what follows asks nothing more of them. Counted
are the questions and their characters.

- a requirement more: questions more between this size and the one before, over requirements more.
- shared beginning: the share of all characters asked that an earlier question began with too: what
  a provider's prompt cache takes.
- foreseen: questions of the estimate before anything is asked. It has one more, for what usually
  goes wrong.
"""

import argparse
import asyncio
import sys
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import sample

from brickyard import flow
from brickyard.flow.estimates import analyze
from brickyard.flow.session import opened
from brickyard.models.base import Request
from brickyard.models.scripted import Scripted
from brickyard.record.metrics import shared_prefix
from brickyard.settings import Settings
from brickyard.testing import script
from brickyard.values import ProofLevel

SIZES = (6, 18, 60, 200)
LEVELS = (ProofLevel.QUICK, ProofLevel.STANDARD)
GROWTH = 1 / 6
SHARED = 0.6
COLUMNS = (
    *("level", "requirements", "foreseen", "questions", "a requirement more"),
    *("asked", "answered", "shared beginning", "met"),
)
ANY = "openai/gpt-5.6"
"""A model that need not be there: its price is not looked at."""


@dataclass(frozen=True)
class Price:
    requirements: int
    foreseen: int
    questions: int
    asked: int
    answered: int
    shared: float


async def price(requirements: int, proof: ProofLevel, folder: Path) -> Price:
    """A build up to its verdict on the drafts: what was asked on the way."""
    recipe = sample.write_recipe(folder / "adders", requirements)
    settings = Settings(proof=proof, test_seconds=600)
    foreseen = analyze(recipe, models=[ANY], home=folder / "none", settings=settings)
    right = script(sample.answers(requirements))
    prompts: list[str] = []
    answers: list[str] = []

    def answer(request: Request) -> str:
        prompts.append(request.system + "".join(message.text for message in request.messages))
        answers.append(right(request))
        return answers[-1]

    model = Scripted(answer)
    async with opened(recipe, model=model, home=folder / ".brickyard", settings=settings) as work:
        plan = await flow.plan(work.recipe, work.context)
        tests, draft, _ = await work.context.together(
            flow.tests(work.recipe, plan, work.context),
            flow.code(work.recipe, plan, work.context),
            flow.HoldOuts(work.recipe, plan, work.context).prepare(),
        )
        whole, _ = await flow.join(work.recipe, plan, tests, draft, work.context)
    if not whole.passed or whole.failing or len(tests.acceptance_cases) < requirements:
        raise SystemExit(f"The drafts of {requirements} requirements are not right.")
    return Price(
        requirements,
        foreseen.total.questions,
        len(prompts),
        sum(map(len, prompts)),
        sum(map(len, answers)),
        shared_prefix(prompts),
    )


def growth(before: Price, after: Price) -> float:
    """Questions for each requirement more."""
    return (after.questions - before.questions) / (after.requirements - before.requirements)


def lines(prices: Iterable[Price], level: str) -> Iterable[str]:
    """Rows of the table, with what is held against a goal marked."""
    before: Price | None = None
    for one in prices:
        grown = "" if before is None else f"{growth(before, one):.3f}"
        right = (before is None or growth(before, one) <= GROWTH) and one.shared >= SHARED
        cells = (level, one.requirements, one.foreseen, one.questions, grown)
        counts = (f"{one.asked:,}", f"{one.answered:,}", f"{one.shared:.0%}")
        yield f"| {' | '.join(map(str, (*cells, *counts, 'yes' if right else 'missed')))} |"
        before = one


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("sizes", nargs="*", type=int, default=SIZES, help="requirements")
    sizes = sorted(parser.parse_args().sizes)
    print(
        f"Goals: at most {GROWTH:.3f} questions for a requirement more, a shared beginning", end=""
    )
    print(f" of at least {SHARED:.0%}\n")
    print(
        "| level | requirements | foreseen | questions | a requirement more | asked | answered",
        end="",
    )
    print(" | shared beginning | met |")
    print("| --- " * 9 + "|")
    for level in LEVELS:
        found: list[Price] = []
        for size in sizes:
            with tempfile.TemporaryDirectory(prefix="price-") as folder:
                found.append(asyncio.run(price(size, level, Path(folder))))
            print([*lines(found, level.value)][-1], flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

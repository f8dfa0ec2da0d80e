"""A recipe's own examples, played on somebody's code word for word: no model rules on them."""

from collections.abc import Collection, Iterator

from pydantic import Field

from brickyard.cases import CaseFile, CaseResult, Names, failures, file_of, function_name, read
from brickyard.cases import alone as by_itself
from brickyard.disputes.question import Ruling
from brickyard.doors.prove import proofs
from brickyard.files import Files
from brickyard.recipe.examples import EXAMPLES, presumed
from brickyard.red.examples import examples_of
from brickyard.sandbox.base import Sandbox
from brickyard.values import Failure, Recipe, Value, WrittenCase

FILE = "examples/test_given_examples.py"
_DECIDES = f"It is an example in the recipe's {EXAMPLES}, which decides as it stands."


class Given(Value):
    """By their tests: the examples, and what came of them; and what fails or cannot be played."""

    cases: dict[str, WrittenCase] = Field(default_factory=dict)
    green: dict[str, CaseResult] = Field(default_factory=dict)
    failures: tuple[Failure, ...] = ()
    notes: tuple[str, ...] = ()


async def play_examples(
    recipe: Recipe,
    ids: Collection[str],
    names: Names,
    code: Files,
    sandbox: Sandbox,
    seconds: float,
) -> Given:
    """Those of these requirements."""
    found = {
        f"{FILE}::{function_name(by_itself(case, names).cases[0])}": case
        for case in examples_of(recipe, names)
        if recipe.requirement(case.requirement).id in ids
    }
    unplayed = tuple(_unplayed(recipe, ids, names))
    problems = read(recipe.examples, names).problems if recipe.examples else ()
    notes = tuple(f"{EXAMPLES}, not played on this code: {problem}" for problem in problems)
    if not found:
        return Given(failures=unplayed, notes=notes)
    file = CaseFile(path=FILE, cases=file_of([*found.values()], names), names=names)
    green = await proofs.green(sandbox, code, [file], seconds)
    failed = [
        one.model_copy(
            update={"ruling": Ruling.CODE_WRONG.value, "why": _DECIDES, "text": case.text}
        )
        for test, case in found.items()
        for one in failures(green[test], case.name, recipe.requirement(case.requirement).id)
    ]
    return Given(cases=found, green=green, failures=(*failed, *unplayed), notes=notes)


def _unplayed(recipe: Recipe, ids: Collection[str], names: Names) -> Iterator[Failure]:
    """Examples that this code's interface does not take: nobody knows whether they hold."""
    played = {case.name for case in examples_of(recipe, names)}
    every = presumed(recipe.examples)
    for case in examples_of(recipe, every):
        owner = recipe.requirement(case.requirement).id
        if case.name not in played and owner in ids:
            yield Failure(
                test=f"{FILE}::{function_name(by_itself(case, every).cases[0])}",
                case=case.name,
                requirement=owner,
                reason=f"{EXAMPLES}: it could not be played on this code.",
                text=case.text,
            )

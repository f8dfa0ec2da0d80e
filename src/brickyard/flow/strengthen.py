"""What the tests let pass goes back to their writer, once: as a difference, never as code."""

import ast
import re
from collections.abc import Collection, Mapping, Sequence

from brickyard.ask.views import few
from brickyard.context import BuildContext, Tools
from brickyard.coverage.gate import covered, untested
from brickyard.disputes.late import TriedCases, joined_by, tried, usable
from brickyard.drafts.code import module_path
from brickyard.errors import AnswerRefused
from brickyard.events import Warned
from brickyard.evidence.proving import prove_tests
from brickyard.evidence.reports import TestRun
from brickyard.files import Files
from brickyard.gates.base import parse
from brickyard.mutants.question import STRENGTHEN_CASES, StrengthenIn, StrengthenOut
from brickyard.mutants.sensitive import (
    TELLS,
    Mutated,
    Sensitivity,
    is_held_to,
    sensitivity,
    unheard,
    wrong_words,
)
from brickyard.proofs.tests import Tests, with_allowed
from brickyard.red.batches import Batch, question
from brickyard.red.cases import read_cases
from brickyard.red.seen import roots
from brickyard.values import AllowedOutput, Plan, ProofLevel, Recipe, TestLevel, Value, WrittenCase

MOST = 12
"""Differences in one question."""

Lines = Mapping[str, Mapping[str, tuple[int, ...]]]


class Answered(Value):
    """New cases as they were tried, and output that the recipe's words allow."""

    tried: TriedCases = TriedCases()
    allowed: tuple[AllowedOutput, ...] = ()


class Unnoticed(Value):
    """What goes back to the writer of one batch."""

    differences: tuple[str, ...] = ()
    operations: tuple[str, ...] = ()
    strays: tuple[str, ...] = ()

    @property
    def told(self) -> str:
        counts = {
            "differences that no test notices": self.differences,
            "operations that no test executes": self.operations,
            "kinds of stray output that no test notices": self.strays,
        }
        return ", ".join(f"{len(each)} {words}" for words, each in counts.items() if each)


async def noticed(
    recipe: Recipe, plan: Plan, tests: Tests, run: TestRun, code: Files, context: Tools
) -> Sensitivity:
    """What the tests notice of wrong code, given a run of them with the lines they execute."""
    return await sensitivity(
        context.sandbox,
        code,
        tests.modules,
        run,
        roots=roots(recipe),
        seconds=context.settings.mutant_seconds,
        cap=context.settings.mutants,
        entry=_entry(plan),
    )


def _entry(plan: Plan) -> tuple[str, str] | None:
    """File below `src` and function of the command, if there is one."""
    brick, _, operation = plan.entry.partition(":")
    return (plan.path(brick), operation) if operation else None


async def strengthen(
    recipe: Recipe,
    plan: Plan,
    tests: Tests,
    code: Files,
    asked: Sequence[Batch],
    fresh: Collection[Batch],
    context: BuildContext,
) -> tuple[Tests, bool]:
    """More cases where the tests let too much pass; whether one of them stands against the code.

    Differences go to the batches that are `fresh`; at the level `full` all that are found.
    """
    run = await prove_tests(
        context.sandbox,
        code,
        plan,
        tests.modules,
        seconds=context.settings.test_seconds,
        seed=1,
        cover=True,
        thorough=True,
    )
    found = await noticed(recipe, plan, tests, run, code, context)
    ids = [item.id for item in recipe.requirements]
    lines = covered(run, tests.modules, ids, roots(recipe))
    wanted = _wanted(found, tests, lines, recipe, context) if not found.problem else []
    shown = _by_batch(wanted, asked, fresh, lines)
    unseen = _untested(run, code, plan, asked, recipe) if context.settings.coverage else {}

    strays = _strays(found, tests, asked, fresh, recipe)

    async def ask(number: int) -> Answered:
        told = Unnoticed(
            differences=tuple(shown.get(number, ())),
            operations=tuple(unseen.get(number, ())),
            strays=tuple(strays.get(number, ())),
        )
        return await _asked(asked[number], told, recipe, plan, tests, code, context)

    results = await context.every(ask, sorted({*shown, *unseen, *strays}))
    stands = False
    for answered in results:
        result = answered.tried
        tests = with_allowed(tests, answered.allowed)
        more = (*result.hold, *result.stand, *result.open)
        tests = await joined_by(tests, more, result.disputes, recipe, plan, context)
        stands |= bool(result.stand or result.open)
    return tests, stands


def _wanted(
    found: Sensitivity, tests: Tests, lines: Lines, recipe: Recipe, context: BuildContext
) -> list[Mutated]:
    """The survivors that matter: at the level full all that can be shown, else those on the way of
    a requirement whose own tests notice nothing."""
    shown = [mutant for mutant in found.survivors if mutant.difference]
    if context.settings.proof is ProofLevel.FULL:
        return shown
    blind = [
        lines.get(item.id, {})
        for item in recipe.requirements
        if (own := own_tests(tests, item.id, recipe)) and not found.noticed_by(own)
    ]
    return [one for one in shown if any(one.line in each.get(one.file, ()) for each in blind)]


def own_tests(tests: Tests, id: str, recipe: Recipe) -> list[str]:
    """The acceptance tests of a requirement."""
    return [
        test
        for module in tests.modules
        if module.level is TestLevel.ACCEPTANCE
        for test, part in module.tests.items()
        if recipe.requirement(part).id == id
    ]


def _by_batch(
    mutants: Sequence[Mutated], asked: Sequence[Batch], fresh: Collection[Batch], lines: Lines
) -> dict[int, list[str]]:
    """Number of a batch → differences on lines that the tests of its requirements run."""
    found: dict[int, list[str]] = {}
    for mutant in mutants:
        for number, batch in enumerate(asked):
            if batch in fresh and any(
                mutant.line in lines.get(id, {}).get(mutant.file, ()) for id in batch.ids
            ):
                found.setdefault(number, []).append(mutant.difference)
                break
    return {number: list(dict.fromkeys(texts))[:MOST] for number, texts in found.items()}


def _strays(
    found: Sensitivity,
    tests: Tests,
    asked: Sequence[Batch],
    fresh: Collection[Batch],
    recipe: Recipe,
) -> dict[int, list[str]]:
    """Number of a batch → what the command may print more without a test of its requirements."""
    told: dict[int, list[str]] = {}
    for number, batch in enumerate(asked):
        for id in batch.ids if batch in fresh else ():
            own = own_tests(tests, id, recipe)
            quoted = {one.what for one in tests.allowed if one.requirement == id}
            kinds = unheard(found.strays, own)
            if is_held_to(recipe.requirement(id)):
                lines = [f"{id} {one}: it {TELLS[one]}" for one in kinds if one not in quoted]
                told[number] = [*told.get(number, ()), *lines]
    return {number: lines for number, lines in told.items() if lines}


def _untested(
    run: TestRun, code: Files, plan: Plan, asked: Sequence[Batch], recipe: Recipe
) -> dict[int, list[str]]:
    """Number of a batch → operations that no test executes."""
    found: dict[int, list[str]] = {}
    for brick in plan.bricks:
        path = module_path(plan, brick.name)
        tree = parse(path, code[path])
        executed = {line for files in run.lines.values() for line in files.get(path, ())}
        names = untested(path, tree, executed, plan) if isinstance(tree, ast.Module) else {}
        for name in names:
            for number in _about(name, brick.name, asked, recipe):
                found.setdefault(number, []).append(f"{brick.name}.{name}")
    return found


def _about(name: str, brick: str, asked: Sequence[Batch], recipe: Recipe) -> list[int]:
    """The batch with a requirement that speaks of an operation, else one that sees its brick."""
    word = re.compile(rf"\b{re.escape(name.rpartition('.')[2])}\b")
    sees = [number for number, batch in enumerate(asked) if brick in batch.bricks]
    texts = {n: " ".join(recipe.requirement(id).text for id in asked[n].ids) for n in sees}
    return ([n for n in sees if word.search(texts[n])] or sees)[:1]


async def _asked(
    batch: Batch,
    told: Unnoticed,
    recipe: Recipe,
    plan: Plan,
    tests: Tests,
    code: Files,
    context: BuildContext,
) -> Answered:
    present = cases_of(tests, batch, recipe)
    value = StrengthenIn(
        **dict(question(batch, recipe, plan)),
        present=tuple(case.name for case in present),
        unnoticed=told.differences,
        untested=told.operations,
        strays=told.strays,
    )
    about = f"{few(batch.ids)}: {told.told}"

    async def check(out: StrengthenOut) -> Sequence[str]:
        return [why for one in out.allowed if (why := wrong_words(one, recipe))]

    try:
        answer = await context.asker.ask(STRENGTHEN_CASES, value, check=check, about=about)
    except AnswerRefused as error:
        context.tell(Warned(stage="prove", message=f"No stronger cases: {error.message}"))
        return Answered()
    read = read_cases(answer.cases, batch, recipe, plan)
    new, _ = await usable(*read, batch, recipe, plan, context, beside=present, known=present)
    result = await tried(new, recipe, plan, code, context)
    return Answered(tried=result, allowed=answer.allowed)


def cases_of(tests: Tests, batch: Batch, recipe: Recipe) -> list[WrittenCase]:
    """The accepted cases of a batch's requirements."""
    return [
        case
        for module in tests.modules
        if module.level is batch.level
        for case in module.cases
        if recipe.requirement(case.requirement).id in batch.ids
    ]

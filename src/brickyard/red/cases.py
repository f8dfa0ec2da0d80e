"""Cases for one batch: asked for, sifted, and sent back to their writer at most twice."""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from pydantic import Field

from brickyard.ask.views import few
from brickyard.cases import (
    Cases,
    Expectation,
    Names,
    alone,
    contradiction,
    file_of,
    named_apart,
    offered_by,
    read_once,
    single,
    situations,
    split,
    written,
)
from brickyard.context import BuildContext
from brickyard.errors import AnswerRefused
from brickyard.events import Warned
from brickyard.evidence.support import render, test_name
from brickyard.red.batches import Batch, part_of, question
from brickyard.red.examples import contrary, examples_of
from brickyard.red.question import MEND_CASES, WRITE_CASES, CasesIn, MendCasesIn, sized
from brickyard.red.scenarios import apart, demanding, scenarios_of
from brickyard.red.seen import Red, red, roots
from brickyard.values import Plan, Recipe, TestLevel, TestModule, Value, WrittenCase

MENDS = 2
_NAMED = re.compile(r"^(?:async )?def +(\w+)", re.M)
"""Functions of a text, which may be no Python as a whole."""


class Sifted(Value):
    """The cases that passed, and what is wrong with the rest, for their writer."""

    cases: tuple[WrittenCase, ...]
    problems: tuple[str, ...] = ()
    refused: dict[str, str] = Field(default_factory=dict)
    """Requirement → why no accepted case proves it."""
    proof: Red | None = None
    """What RED showed of exactly these cases; None when it was asked of others beside them."""


async def write_cases(batch: Batch, recipe: Recipe, plan: Plan, context: BuildContext) -> Sifted:
    """Cases that passed the sieve; what cannot be used is left out and said.

    It goes back to its writer, at most twice, only where a requirement is without a proof; then
    only what has a problem is written again. An answer that was cut off is asked for in two parts.
    """
    about = f"{few(batch.ids)} · {f'brick {batch.brick}' if batch.brick else 'the whole'}"
    asked = question(batch, recipe, plan)
    task = demanding(sized(WRITE_CASES, context.settings.proof), _scenarios(batch, recipe))
    try:
        answer = await context.asker.ask(task, asked, about=about, splits=len(batch.ids) > 1)
    except AnswerRefused as error:
        if not error.cut_off or len(batch.ids) == 1:
            raise
        return await _in_two(batch, recipe, plan, context)
    sifted = await _mended(answer.cases, asked, about, batch, recipe, plan, context)
    if sifted.problems:
        said = f"Left out of the tests of {about}: {' '.join(sifted.problems)}"
        context.tell(Warned(stage="tests", brick=batch.brick, message=said))
    return sifted


async def _in_two(batch: Batch, recipe: Recipe, plan: Plan, context: BuildContext) -> Sifted:
    half = len(batch.ids) // 2
    parts = [
        await write_cases(batch.model_copy(update={"ids": ids}), recipe, plan, context)
        for ids in (batch.ids[:half], batch.ids[half:])
    ]
    first = parts[0].cases
    cases = (*first, *named_apart(parts[1].cases, (case.name for case in first)))
    refused = parts[0].refused | parts[1].refused
    return Sifted(cases=cases, refused=refused)


async def _mended(
    text: str,
    asked: CasesIn,
    about: str,
    batch: Batch,
    recipe: Recipe,
    plan: Plan,
    context: BuildContext,
) -> Sifted:
    sifted = await _sift(text, (), batch, recipe, plan, context)
    for _ in range(MENDS):
        if not sifted.refused:
            break
        previous = _beside(sifted.cases, text, batch, plan)
        mend = MendCasesIn(**dict(asked), previous=previous, problems=sifted.problems)
        try:
            text = (await context.asker.ask(MEND_CASES, mend, about=about)).cases
        except AnswerRefused:
            break
        sifted = await _sift(text, sifted.cases, batch, recipe, plan, context)
    return sifted


def _beside(kept: Sequence[WrittenCase], text: str, batch: Batch, plan: Plan) -> str:
    """What was written last, with the lines that problems name; then what was kept from earlier."""
    last = set(_NAMED.findall(text))
    earlier = [case for case in kept if case.name not in last]
    return f"{text.rstrip()}\n\n\n{notation(earlier, names_for(batch, plan))}" if earlier else text


async def _sift(
    text: str,
    kept: Sequence[WrittenCase],
    batch: Batch,
    recipe: Recipe,
    plan: Plan,
    context: BuildContext,
) -> Sifted:
    """Keep what is valid, consistent and RED; say in sentences what is wrong with the rest."""
    new, problems = read_cases(text, batch, recipe, plan)
    again = {case.name for case in new}
    valid = [*(case for case in kept if case.name not in again), *new]
    clashing = clashes(valid, names_for(batch, plan))
    consistent = [case for case in valid if case.name not in clashing]
    problems += dict.fromkeys(clashing.values())
    modules = modules_of(consistent, batch, recipe, plan)
    proof = await prove_red(modules, batch, recipe, plan, context)
    weak = {case.name: why for case in consistent if (why := _weakness(case, proof))}
    problems += [f"Case '{name}': {why}" for name, why in weak.items()]
    left = tuple(case for case in consistent if case.name not in weak)
    refused = _unproven(left, proof, clashing, batch, recipe, valid)
    problems += [f"{id}: {why}" for id, why in refused.items()]
    exact = proof if len(left) == len(consistent) else None
    return Sifted(cases=left, problems=tuple(problems), refused=refused, proof=exact)


def names_for(batch: Batch, plan: Plan) -> Names:
    """What cases of this batch may name."""
    return offered_by(part_of(plan, batch.bricks))


def notation(cases: Sequence[WrittenCase], names: Names) -> str:
    """Cases as one text, for questions and for the lock."""
    return written(file_of(cases, names)) if cases else ""


def read_cases(
    text: str, batch: Batch, recipe: Recipe, plan: Plan
) -> tuple[list[WrittenCase], list[str]]:
    """The cases in a text that can be used, and a sentence about everything that cannot."""
    return _Reader(batch, recipe, plan).read(text)


def valid_cases(
    cases: Sequence[WrittenCase], batch: Batch, recipe: Recipe, plan: Plan
) -> tuple[list[WrittenCase], list[str]]:
    """Those of known cases that can still be used: what a lock says is not taken on trust."""
    good: list[WrittenCase] = []
    problems: list[str] = []
    reader = _Reader(batch, recipe, plan)
    for case in cases:
        found, wrong = reader.read(case.text)
        good += found
        problems += wrong
    return good, problems


class _Reader:
    """Reads cases of one batch."""

    def __init__(self, batch: Batch, recipe: Recipe, plan: Plan) -> None:
        self.batch, self.ids = batch, ids_of(batch, recipe)
        self.names = names_for(batch, plan)
        self.scenarios = _scenarios(batch, recipe)
        self.given = examples_of(recipe, self.names)

    def read(self, text: str) -> tuple[list[WrittenCase], list[str]]:
        found, shared = apart(read_once(text, self.names), self.scenarios)
        problems = [*(problem.sentence for problem in found.problems), *shared]
        if not found.cases and not problems:
            problems.append("There is no case.")
        good: list[WrittenCase] = []
        for one in split(found):
            wrong = [*self._wrong(one), *contrary(one, self.given, self.names)]
            problems += [f"Case '{one.cases[0].name}': {why}." for why in wrong]
            good += [] if wrong else [single(one)]
        return named_apart(good, ()), problems

    def _wrong(self, one: Cases) -> Iterator[str]:
        (case,) = one.cases
        for id in case.requirements:
            if id not in self.ids:
                yield f"it proves '{id}', which is none of {', '.join(sorted(self.ids))}"
        if self.batch.level is TestLevel.BRICK and not _calls(one, self.names, self.batch.brick):
            yield f"nothing of brick '{self.batch.brick}' is called, which it is a test of"


def _calls(one: Cases, names: Names, brick: str) -> bool:
    used = {node.id for node in ast.walk(ast.parse(written(one))) if isinstance(node, ast.Name)}
    homes = {names.offers[name] for name in used if name in names.offers}
    runs = {names.command.partition(":")[0]} if "run" in used else set[str]()
    return f"{names.package}.{brick}" in homes | runs or bool(used & _methods(names, brick))


def _methods(names: Names, brick: str) -> set[str]:
    """Names that stand for the brick's module itself."""
    module = brick.rpartition(".")[2]
    return {module} if module not in names.offers else set()


def ids_of(batch: Batch, recipe: Recipe) -> frozenset[str]:
    """The ids that cases of this batch may name: requirements and their clauses."""
    found: set[str] = set()
    for id in batch.ids:
        owner = recipe.requirement(id)
        found.update((owner.id, *(clause.id for clause in owner.clauses)))
    return frozenset(found)


def clashes(cases: Sequence[WrittenCase], names: Names) -> dict[str, str]:
    """Name of a case → the contradiction that it is part of."""
    return _clashes([(case.name, _situations(case.text, names)) for case in cases])


Situations = Mapping[str, Sequence[Expectation]]


@lru_cache(maxsize=8192)
def _situations(text: str, names: Names) -> Situations:
    return situations(alone(WrittenCase(name="", requirement="", text=text), names), names)


def _clashes(named: Sequence[tuple[str, Situations]]) -> dict[str, str]:
    wanted = [own for _, own in named]
    places: dict[str, list[int]] = {}
    found: dict[str, str] = {}
    for number, own in enumerate(wanted):
        near = sorted({place for key in own for place in places.get(key, ())})
        for place in near:
            if why := contradiction(wanted[place], own):
                pair = (named[place][0], named[number][0])
                said = f"Cases '{pair[0]}' and '{pair[1]}' do the same, and {why}."
                for name in pair:
                    found.setdefault(name, said)
        for key in own:
            places.setdefault(key, []).append(number)
    return found


async def prove_red(
    modules: Sequence[TestModule], batch: Batch, recipe: Recipe, plan: Plan, context: BuildContext
) -> Red:
    if not modules:
        return Red()
    part = part_of(plan, batch.bricks)
    seconds = context.settings.test_seconds
    return await red(context.sandbox, part, modules, seconds=seconds, roots=roots(recipe))


def modules_of(
    cases: Iterable[WrittenCase], batch: Batch, recipe: Recipe, plan: Plan
) -> tuple[TestModule, ...]:
    """One file a requirement for the whole, one file a brick below it."""
    part = part_of(plan, batch.bricks)
    if batch.level is TestLevel.BRICK:
        listed = list(cases)
        return (render(listed, part, batch.level, batch.brick),) if listed else ()
    groups: dict[str, list[WrittenCase]] = {}
    for case in cases:
        groups.setdefault(recipe.requirement(case.requirement).id, []).append(case)
    return tuple(
        render(group, part, batch.level, name=owner) for owner, group in sorted(groups.items())
    )


def _weakness(case: WrittenCase, proof: Red) -> str:
    """Why RED refused this case; the test of a case is named after it."""
    name = f"::{test_name(case)}"
    return next((why for test, why in proof.refused.items() if test.endswith(name)), "")


def _unproven(
    kept: Sequence[WrittenCase],
    proof: Red,
    clashing: Mapping[str, str],
    batch: Batch,
    recipe: Recipe,
    valid: Sequence[WrittenCase],
) -> dict[str, str]:
    """Every requirement of the batch that its kept cases do not prove, with the reason."""
    carried = {case.requirement for case in kept}
    proven = {recipe.requirement(id).id for id in carried}
    torn = {
        recipe.requirement(case.requirement).id: clashing[case.name]
        for case in valid
        if case.name in clashing
    }
    found: dict[str, str] = {}
    for id in dict.fromkeys(recipe.requirement(id).id for id in batch.ids):
        if id in torn:
            found[id] = torn[id]
        elif id not in proven:
            found[id] = "No case proves it."
        elif id in proof.requirements:
            found[id] = proof.requirements[id]
        elif lacking := _lacking(id, carried, batch, recipe):
            found[id] = lacking
    return found


def _lacking(id: str, carried: set[str], batch: Batch, recipe: Recipe) -> str:
    """Scenarios are told by cases of the whole."""
    return recipe.requirement(id).lacks(carried) if batch.level is TestLevel.ACCEPTANCE else ""


def _scenarios(batch: Batch, recipe: Recipe) -> tuple[str, ...]:
    return () if batch.level is TestLevel.BRICK else scenarios_of(recipe, batch.ids)


class Rivals:
    """The cases of the batches that decide, by batch, found by the situations they lead to."""

    def __init__(self, batches: Mapping[int, Sequence[WrittenCase]], names: Names) -> None:
        self._names = names
        self._cases = [
            (number, f"acceptance_{case.name}", _situations(case.text, names))
            for number, cases in batches.items()
            for case in cases
        ]
        self._places: dict[str, list[int]] = {}
        for place, (_, _, own) in enumerate(self._cases):
            for situation in own:
                self._places.setdefault(situation, []).append(place)

    def torn(self, number: int, cases: Sequence[WrittenCase]) -> dict[str, str]:
        """Which of the cases of this batch cannot hold beside those of the others, and why."""
        ours = [(case.name, _situations(case.text, self._names)) for case in cases]
        near = {p for _, own in ours for key in own for p in self._places.get(key, ())}
        found = (self._cases[place] for place in sorted(near))
        return _clashes([*ours, *((name, own) for owner, name, own in found if owner != number)])

"""tests (RED): written from requirements and interfaces, never from code, each seen to fail."""

from collections.abc import Iterable, Mapping, Sequence

from brickyard.cases import offered_by
from brickyard.context import BuildContext
from brickyard.errors import AnswerRefused
from brickyard.events import StageEnded, StageStarted, Warned
from brickyard.files import Files
from brickyard.mutants.sensitive import wrong_words
from brickyard.proofs.base import Site
from brickyard.proofs.kinds import KINDS_OF_PROOF
from brickyard.proofs.tests import Tests, with_allowed
from brickyard.recipe.examples import EXAMPLES
from brickyard.recipe.lock import LockedTests
from brickyard.recipe.lock_names import acceptance, of_brick
from brickyard.red.batches import Batch, batches, inputs, visible
from brickyard.red.cases import Rivals, modules_of, prove_red, valid_cases, write_cases
from brickyard.red.examples import examples_batch, examples_module, red_of_examples
from brickyard.red.seen import Red
from brickyard.values import (
    AllowedOutput,
    Plan,
    Recipe,
    Requirement,
    TestLevel,
    WrittenCase,
)

LockNames = dict[str, tuple[tuple[str, ...], dict[str, str]]]
"""The lock's name → the ids it stands for and the inputs it was accepted for."""


async def tests(recipe: Recipe, plan: Plan, context: BuildContext) -> Tests:
    """What proves every requirement, of all kinds at once; a requirement without is said."""
    context.tell(StageStarted(stage="tests"))
    asked = batches(recipe, plan, context.settings)
    shown = examples_batch(recipe, plan)
    refused: list[AnswerRefused] = []

    async def write(item: Batch | Requirement) -> Tests:
        try:
            return await written(item)
        except AnswerRefused as error:
            refused.append(error)
            context.tell(Warned(stage="tests", message=f"The others go on. {error.message}"))
            ids = item.ids if isinstance(item, Batch) else (item.id,)
            return Tests(refused=dict.fromkeys(ids, error.message))

    async def written(item: Batch | Requirement) -> Tests:
        if item is shown:
            return await _given(recipe, plan, context)
        if isinstance(item, Batch):
            return await _batch(item, recipe, plan, context)
        alone = KINDS_OF_PROOF[item.kind].write
        assert alone, "only what is written alone is here"
        return await alone(Site(item=item, recipe=recipe, plan=plan), context)

    rest = [item for item in recipe.requirements if KINDS_OF_PROOF[item.kind].write]
    own = [shown] if shown else []
    parts = await context.each(write, [*asked, *rest, *own])
    if refused and len(refused) == len(parts) - len(own):
        raise refused[0]
    decides = {n: part.cases for n, part in enumerate(parts) if part.batch and _decides(part.batch)}
    rivals = Rivals(decides, offered_by(plan))
    agreed = [await _agreed(n, part, rivals, recipe, plan, context) for n, part in enumerate(parts)]
    result = _merged(agreed)
    result = with_allowed(result, _allowed_before(result, recipe, context))
    context.tell(
        StageEnded(stage="tests", detail=_said(len(result.red.accepted), len(context.waiting)))
    )
    return result


def _allowed_before(result: Tests, recipe: Recipe, context: BuildContext) -> list[AllowedOutput]:
    """What the lock says is allowed, as far as the recipe still says so."""
    known = [context.lock.tests_for(name, kept.inputs) for name, kept in result.locked.items()]
    every = [one for found in known if found for one in found.allowed]
    return [one for one in every if not wrong_words(one, recipe)]


def _said(accepted: int, waiting: int) -> str:
    seen = f"{accepted} tests, all seen to fail" if accepted else ""
    waits = f"{waiting} questions wait" if waiting else ""
    return ", ".join(filter(None, (seen, waits))) or "no tests"


async def _batch(batch: Batch, recipe: Recipe, plan: Plan, context: BuildContext) -> Tests:
    """Locked cases stay; only what the lock does not have is asked for."""
    names = lock_names(batch, recipe, plan)
    known: dict[str, LockedTests | None] = {}
    cases: list[WrittenCase] = []
    for name, (_, wanted) in names.items():
        locked = context.lock.tests_for(name, wanted)
        good, wrong = valid_cases(locked.cases if locked else (), batch, recipe, plan)
        known[name] = None if wrong else locked
        cases += [] if wrong else good
    missing = tuple(id for name, (ids, _) in names.items() if not known[name] for id in ids)
    refused: dict[str, str] = {}
    proof = None
    if missing:
        asked = batch.model_copy(update={"ids": missing})
        written = await write_cases(asked, recipe, plan, context)
        proof = written.proof if not cases else None
        cases += written.cases
        refused = written.refused
    return await _proven(batch, cases, refused, recipe, plan, context, known=proof, names=names)


async def _proven(
    batch: Batch,
    cases: Sequence[WrittenCase],
    refused: Mapping[str, str],
    recipe: Recipe,
    plan: Plan,
    context: BuildContext,
    *,
    names: LockNames,
    known: Red | None = None,
) -> Tests:
    """`known`: what RED showed of exactly these cases, if it was asked already."""
    modules = modules_of(cases, batch, recipe, plan)
    proof = known or await prove_red(modules, batch, recipe, plan, context)
    return Tests(
        batch=batch,
        cases=tuple(cases),
        modules=modules,
        red=proof,
        refused={**refused, **proof.requirements} if _decides(batch) else {},
        locked={
            name: LockedTests(inputs=wanted, cases=tuple(_among(cases, ids, batch, recipe)))
            for name, (ids, wanted) in names.items()
        },
    )


async def _agreed(
    number: int, part: Tests, rivals: Rivals, recipe: Recipe, plan: Plan, context: BuildContext
) -> Tests:
    """Without what contradicts another batch: acceptance decides, so a case of a brick yields;
    two acceptance cases that cannot both hold leave their requirements without a proof."""
    if part.batch is None:
        return part
    torn = rivals.torn(number, part.cases)
    left = [case for case in part.cases if case.name not in torn]
    if len(left) == len(part.cases):
        return part
    refused = {
        recipe.requirement(case.requirement).id: torn[case.name]
        for case in part.cases
        if case.name in torn
    }
    names = lock_names(part.batch, recipe, plan)
    why = {**part.refused, **refused}
    return await _proven(part.batch, left, why, recipe, plan, context, names=names)


def _decides(batch: Batch) -> bool:
    return batch.level is TestLevel.ACCEPTANCE


def lock_names(batch: Batch, recipe: Recipe, plan: Plan) -> LockNames:
    """The names under which the lock keeps this batch's tests."""
    if not _decides(batch):
        wanted = inputs(batch.ids, batch.bricks, recipe, plan)
        return {of_brick(batch.brick): (batch.ids, wanted)}
    return {
        acceptance(id): ((id,), inputs((id,), visible(plan, recipe, (id,)), recipe, plan))
        for id in batch.ids
    }


def _among(
    cases: Sequence[WrittenCase], ids: Sequence[str], batch: Batch, recipe: Recipe
) -> Iterable[WrittenCase]:
    owners = {recipe.requirement(id).id for id in ids}
    for case in cases:
        if not _decides(batch) or recipe.requirement(case.requirement).id in owners:
            yield case


async def _given(recipe: Recipe, plan: Plan, context: BuildContext) -> Tests:
    """What a person showed by example: nobody is asked, and no lock keeps what the recipe has."""
    module = examples_module(recipe, plan)
    seen = await red_of_examples(module, recipe, plan, context)
    for why in seen.little:
        context.tell(Warned(stage="tests", message=f"Your examples in {EXAMPLES}: {why}"))
    return Tests(modules=(module,), red=seen)


def _merged(parts: Sequence[Tests]) -> Tests:
    return Tests(
        modules=tuple(
            sorted((m for part in parts for m in part.modules), key=lambda module: module.path)
        ),
        kept={id: each for part in parts for id, each in part.kept.items()},
        files=Files({path: text for part in parts for path, text in part.files.items()}),
        red=Red(
            accepted=tuple(test for part in parts for test in part.red.accepted),
            refused={test: why for part in parts for test, why in part.red.refused.items()},
            requirements={id: why for part in parts for id, why in part.red.requirements.items()},
        ),
        refused={id: why for part in parts for id, why in part.refused.items()},
        locked={name: tests for part in parts for name, tests in part.locked.items()},
    )

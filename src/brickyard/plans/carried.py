"""What was accepted and is not reached by an edit goes along: the lock, as the new plan has it."""

import re
from collections.abc import Mapping
from dataclasses import replace

from brickyard.cases import Names, alone, offered_by, single
from brickyard.context import BuildContext
from brickyard.drafts.code import code_inputs
from brickyard.plans.delta import Replanned
from brickyard.recipe.changes import renamed_id
from brickyard.recipe.lock import Lock, LockedCode, LockedTests, meaning
from brickyard.red.batches import brick_batch, inputs, visible
from brickyard.values import Plan, Recipe, WrittenCase

_BRICK = "brick/"
_MARK = re.compile(r"""(requirement\(id=)(["'])([^"']*)\2""")


def carry(recipe: Recipe, found: Replanned, context: BuildContext) -> BuildContext:
    """The run goes on with what was accepted and not reached."""
    lock = context.lock
    code = {name: lock.code[name].source for name in found.amended if name in lock.code}
    told = found.changes.told
    return replace(context, lock=carried(lock, recipe, found), changes=told, amending=code)


def carried(lock: Lock, recipe: Recipe, found: Replanned) -> Lock:
    """Tests of what says the same and code of what stays, as accepted for this recipe and plan.

    They are run like any other: a test that fails on what changed, or code that does, is found.
    """
    return lock.model_copy(
        update={
            "tests": _tests(lock, recipe, found),
            "code": {
                brick.name: LockedCode(
                    inputs=code_inputs(brick, found.plan, recipe),
                    source=lock.code[brick.name].source,
                )
                for brick in found.plan.bricks
                if brick.name in lock.code and brick.name not in found.amended
            },
        }
    )


def _tests(lock: Lock, recipe: Recipe, found: Replanned) -> dict[str, LockedTests]:
    known = {item.id for item in recipe.requirements}
    kept: dict[str, LockedTests] = {}
    for name, locked in lock.tests.items():
        if name.startswith(_BRICK):
            if stays := _of_brick(name.removeprefix(_BRICK), locked, recipe, found):
                kept[name] = stays
            continue
        prefix, _, owner = name.partition("/")
        id = renamed_id(owner, found.changes.renamed)
        if id in known and id not in found.redrawn:
            stamped = _stamped(locked.inputs, id, recipe, found.plan)
            renamed = _with_ids(locked, found)
            kept[f"{prefix}/{id}"] = renamed.model_copy(update={"inputs": stamped})
    return kept


def _stamped(old: Mapping[str, str], id: str, recipe: Recipe, plan: Plan) -> dict[str, str]:
    """As it would be accepted now: of tests what they see, of rules the sentence alone."""
    if "context" in old:
        return inputs((id,), visible(plan, recipe, (id,)), recipe, plan)
    others = {key: value for key, value in old.items() if not key.startswith("requirement ")}
    return {**others, f"requirement {id}": meaning(recipe.requirement(id))}


def _of_brick(
    name: str, locked: LockedTests, recipe: Recipe, found: Replanned
) -> LockedTests | None:
    brick = next((one for one in found.plan.bricks if one.name == name), None)
    batch = brick_batch(brick, recipe, found.plan) if brick and name not in found.amended else None
    if batch is None or {recipe.requirement(id).id for id in batch.ids} & {*found.redrawn}:
        return None
    wanted = inputs(batch.ids, batch.bricks, recipe, found.plan)
    renamed = _with_ids(locked, found)
    return renamed.model_copy(update={"inputs": wanted})


def _with_ids(locked: LockedTests, found: Replanned) -> LockedTests:
    """Tests under the ids that their requirements have now."""
    renamed = found.changes.renamed
    if not renamed:
        return locked
    names = offered_by(found.plan)
    cases = tuple(_under(case, renamed, names) for case in locked.cases)

    def marked(mark: re.Match[str]) -> str:
        return f"{mark[1]}{mark[2]}{renamed_id(mark[3], renamed)}{mark[2]}"

    return locked.model_copy(update={"cases": cases, "source": _MARK.sub(marked, locked.source)})


def _under(case: WrittenCase, renamed: Mapping[str, str], names: Names) -> WrittenCase:
    """One that the package does not offer any more what it names stays: it is refused later."""
    try:
        file = alone(case, names)
    except ValueError:
        return case
    (one,) = file.cases
    ids = tuple(renamed_id(id, renamed) for id in one.requirements)
    cases = (one.model_copy(update={"requirements": ids}),)
    return single(file.model_copy(update={"cases": cases}))

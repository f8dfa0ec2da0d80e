"""delta: what of an accepted plan an edit of the recipe changes; all else stays as it is.

One question, with the words before and after. The machine refuses an answer that touches what it
does not name, and an edit that says the same in other places or under other ids asks nothing.
"""

from collections.abc import Iterator, Sequence
from typing import Literal

from pydantic import Field

from brickyard.ask.microtask import Microtask
from brickyard.ask.views import SharedPlan, few, shared_plan
from brickyard.context import BuildContext
from brickyard.errors import BadInput
from brickyard.events import StageEnded, StageStarted, Warned
from brickyard.files import Files
from brickyard.plans.parts import by_brick, regrouped
from brickyard.plans.plan import faults
from brickyard.plans.question import INTERFACES
from brickyard.recipe.changes import Change, Changes, changes_since, renamed_id
from brickyard.recipe.lock import Lock, plan_inputs
from brickyard.values import (
    Brick,
    Plan,
    PlannedPermission,
    PlannedProof,
    Recipe,
    Value,
    counted,
)

Action = Literal["amend", "add", "remove"]


class KnownBrick(Value):
    """A brick as it was accepted; its interface stands in `interfaces`."""

    name: str
    spec: str
    serves: tuple[str, ...]
    depends: tuple[str, ...]


class ChangedBrick(Value):
    name: str
    action: Action
    spec: str = Field(default="", description="as it is from now on; empty to remove the brick")
    serves: tuple[str, ...] = Field(default=(), description="all ids that it serves from now on")
    depends: tuple[str, ...] = Field(default=(), description="all bricks that it stands on")


class DeltaIn(SharedPlan):
    changes: tuple[Change, ...]
    bricks: tuple[KnownBrick, ...]
    entry: str
    ids: tuple[str, ...]


class DeltaOut(Value):
    bricks: tuple[ChangedBrick, ...] = Field(
        default=(), description="only those whose code has to change; none if the code may stay"
    )
    reaches: tuple[str, ...] = Field(
        default=(), description="ids, not in `ids`, that mean something else by the changed prose"
    )
    proofs: tuple[PlannedProof, ...] = Field(default=(), description="of `ids`; usually none")
    permissions: tuple[PlannedPermission, ...] = Field(default=(), description="usually none")
    interfaces: Files = Field(
        default=Files(), description="brick.py of each whose interface changes or is new"
    )


DELTA = Microtask(
    name="delta",
    called="what changes in the plan of",
    work="plan",
    keeps_files=True,
    instructions=f"""\
This software was planned, written and proven; `bricks` and `interfaces` are its plan, and `entry`
its command. Then somebody changed the recipe. It stands above as it is now; `changes` has what was
changed, `before` and `after` (empty: it was not there, or is gone). Say what of the plan has to
follow. What you do not name stays as it is, word for word, with its code and its tests: name as
little as the change needs.
- `amend` a brick whose code has to change, or which serves other ids from now on. Give `spec`,
  `serves` and `depends` whole, as they are from now on. Its interface stays unless callers need
  another: then write it whole, and change nothing in it but what they need.
- `add` a brick only where no brick is the home of something new; `remove` one only if it serves
  nothing any more. Amend those whose code stands on what you remove or change.
- Every id in `ids`, of what is new or says something else, must be served by a brick. If the code
  as its spec describes it does already what an id asks for, its brick need not be named: tests of
  the new words will show it.
- `reaches` is about changed `context` and `design` alone: requirements whose own words stayed, and
  which now mean something else. Of most changes of prose there are none.

An interface is a Python file named after its brick:
{INTERFACES}

`proofs` names those few of `ids` that as a whole ask for another proof than examples of behaviour,
in words that you quote: property, performance, static, artefact or external. `permissions` names
what the code newly cannot do without and only a person may allow, in words that you quote.""",
    input=DeltaIn,
    output=DeltaOut,
    example=DeltaOut(
        bricks=(
            ChangedBrick(
                name="clock",
                action="amend",
                spec="Reads a time of day written HH:MM or HH.MM and adds minutes to it.",
                serves=("R1", "R2"),
            ),
        ),
        interfaces=Files(
            {
                "clock.py": '''\
"""Times of day."""


class InvalidTime(ValueError):
    """The text is not a time of day."""


def later(start: str, minutes: int) -> str:
    """Return the time `minutes` after `start`, as HH:MM; after 23:59 comes 00:00.

    `start` is written HH:MM or HH.MM; raise InvalidTime for any other text.
    """
    ...
'''
            }
        ),
    ),
)


class Replanned(Value):
    """The plan after an edit of the recipe, and how far the edit reaches."""

    plan: Plan
    changes: Changes
    amended: tuple[str, ...] = ()
    """Bricks whose accepted code is where the new code begins."""
    redrawn: tuple[str, ...] = ()
    """Requirements that need new cases."""


async def replan(recipe: Recipe, context: BuildContext) -> Replanned | None:
    """The plan of the lock, made to follow this recipe; None if there is none, or it fits."""
    locked = context.lock.plan
    if locked is None or locked.inputs == plan_inputs(recipe):
        return None
    changes = changes_since(locked, recipe)
    if changes.another_package:
        return None
    context.tell(StageStarted(stage="plan"))
    start = without_gone(locked.plan, changes)
    out = DeltaOut()
    if changes.may_move_bricks:
        out = await _ask(recipe, start, changes, context)
    elif problems := await faults(recipe, regrouped(start, recipe, changes.renamed), context):
        raise BadInput(
            "The plan of brickyard.lock does not fit the recipe any more: " + "; ".join(problems),
            hint="Build with --refresh-plan to plan anew.",
        )
    plan = regrouped(followed(start, out), recipe, changes.renamed)
    amended = tuple(one.name for one in out.bricks if one.action == "amend")
    changed = counted(len(out.bricks), "brick")
    detail = f"{changed} of {len(plan.bricks)} to change"
    context.tell(StageEnded(stage="plan", detail=detail))
    prose = [one for one in ("context", "design") if one in changes.others]
    if prose:
        reached = f"only of {few(out.reaches)}" if out.reaches else "of none"
        message = f"By the plan's word the change of {' and '.join(prose)} alters the meaning"
        said = f"{message} {reached}: the other proofs stay as they are."
        context.tell(Warned(stage="plan", message=said))
    redrawn = tuple(dict.fromkeys((*changes.ids, *out.reaches)))
    return Replanned(plan=plan, changes=changes, amended=amended, redrawn=redrawn)


def expected(recipe: Recipe, lock: Lock) -> Replanned | None:
    """What an edit usually comes to, before anybody was asked: the bricks that serve what was
    edited are amended, and what is new is served by one of them."""
    if lock.plan is None or lock.plan.inputs == plan_inputs(recipe):
        return None
    changes = changes_since(lock.plan, recipe)
    if changes.another_package:
        return None
    plan = without_gone(lock.plan.plan, changes)
    amended = {
        brick.name
        for brick in plan.bricks
        if {recipe.requirement(id).id for id in brick.serves} & {*changes.edited}
    }
    if changes.added and not amended:
        amended = {plan.in_order[-1].name}
    home = min(amended, default="")
    bricks = tuple(
        brick.model_copy(update={"serves": (*brick.serves, *changes.added)})
        if brick.name == home
        else brick
        for brick in plan.bricks
    )
    return Replanned(
        plan=regrouped(plan.model_copy(update={"bricks": bricks}), recipe, changes.renamed),
        changes=changes,
        amended=tuple(brick.name for brick in bricks if brick.name in amended),
        redrawn=changes.ids,
    )


def delta_question(recipe: Recipe, plan: Plan, changes: Changes) -> DeltaIn:
    return DeltaIn(
        **shared_plan(recipe, plan),
        changes=changes.told,
        bricks=tuple(
            KnownBrick(name=brick.name, spec=brick.spec, serves=brick.serves, depends=brick.depends)
            for brick in plan.bricks
        ),
        entry=plan.entry,
        ids=changes.ids,
    )


async def _ask(recipe: Recipe, plan: Plan, changes: Changes, context: BuildContext) -> DeltaOut:
    async def check(out: DeltaOut) -> Sequence[str]:
        problems = list(_outside(out, plan, changes, recipe))
        after = regrouped(followed(plan, out), recipe, changes.renamed)
        return problems or await faults(recipe, after, context)

    about = few([change.what.removeprefix("requirement ") for change in changes.told])
    return await context.asker.ask(
        DELTA, delta_question(recipe, plan, changes), check=check, about=about
    )


def _outside(out: DeltaOut, plan: Plan, changes: Changes, recipe: Recipe) -> Iterator[str]:
    """What an answer may not touch."""
    known = {brick.name for brick in plan.bricks}
    interfaces = by_brick(out.interfaces, plan.package)
    named: set[str] = set()
    for one in out.bricks:
        if one.name in named:
            yield f"`bricks` names '{one.name}' twice."
        named.add(one.name)
        if (one.action == "add") is (one.name in known):
            there = "is there already: amend it" if one.name in known else "is not there"
            yield f"Brick '{one.name}' cannot be {_DONE[one.action]}: it {there}."
        if one.action != "remove" and not one.spec:
            yield f"Brick '{one.name}' has no spec; give it whole, as it is from now on."
        if one.action == "add" and f"{one.name}.py" not in interfaces:
            yield f"Brick '{one.name}' is new and has no interface in `interfaces`."
    may = {f"{one.name}.py" for one in out.bricks if one.action != "remove"}
    for path in interfaces:
        if path not in may:
            yield f"`interfaces` has {path}, and `bricks` does not amend or add that brick."
    stayed = {item.id for item in recipe.requirements}.difference(changes.ids)
    for id in out.reaches:
        if id not in stayed:
            yield f"`reaches` names '{id}', which is no requirement whose words stayed."
    for id in dict.fromkeys(one.requirement for one in out.proofs):
        if id not in changes.ids:
            yield f"`proofs` names '{id}', which is none of `ids`."


_DONE: dict[Action, str] = {"amend": "amended", "add": "added", "remove": "removed"}


def without_gone(plan: Plan, changes: Changes) -> Plan:
    """What follows without a question: other ids, and nothing of what was removed."""

    def kept(id: str) -> bool:
        return not any(id == gone or id.startswith(f"{gone}.") for gone in changes.removed)

    bricks = tuple(
        brick.model_copy(
            update={
                "serves": tuple(renamed_id(id, changes.renamed) for id in brick.serves if kept(id))
            }
        )
        for brick in plan.bricks
    )
    proofs = tuple(
        one.model_copy(update={"requirement": renamed_id(one.requirement, changes.renamed)})
        for one in plan.proofs
        if kept(one.requirement) and one.requirement not in changes.edited
    )
    return plan.model_copy(update={"bricks": bricks, "proofs": proofs})


def followed(plan: Plan, out: DeltaOut) -> Plan:
    """The plan after an answer; bricks keep their places, new ones stand last."""
    named, interfaces = (
        {one.name: one for one in out.bricks},
        by_brick(out.interfaces, plan.package),
    )
    stayed = [brick for brick in plan.bricks if _action(named.get(brick.name)) != "remove"]
    bricks = [_changed(brick, named.get(brick.name), interfaces) for brick in stayed]
    empty = Brick(name="", spec="", serves=(), interface="")
    bricks += [
        _changed(empty.model_copy(update={"name": one.name}), one, interfaces)
        for one in out.bricks
        if one.action == "add"
    ]
    return plan.model_copy(
        update={
            "bricks": tuple(bricks),
            "proofs": (*plan.proofs, *out.proofs),
            "permissions": tuple(dict.fromkeys((*plan.permissions, *out.permissions))),
        }
    )


def _action(one: ChangedBrick | None) -> str:
    return one.action if one else ""


def _changed(brick: Brick, one: ChangedBrick | None, interfaces: Files) -> Brick:
    if one is None:
        return brick
    interface = interfaces.get(f"{brick.name}.py", brick.interface).rstrip("\n") + "\n"
    update = {"spec": one.spec, "serves": one.serves, "depends": one.depends}
    return brick.model_copy(update={**update, "interface": interface})

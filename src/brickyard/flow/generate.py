"""generate: contract and spec become a recipe, then a plan, then code, by the one pipeline."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Unpack

from brickyard.doors.generate.recipe import Commission, commissioned
from brickyard.errors import BadInput, NotAllowed
from brickyard.events import Event, silent
from brickyard.files import as_bytes
from brickyard.flow.check import check
from brickyard.flow.orders import Order
from brickyard.flow.phases import Phase, Phases
from brickyard.flow.results import Result
from brickyard.flow.session import RunOptions, build, plan
from brickyard.flow.standing import BUILD
from brickyard.models.limits import Turns
from brickyard.packaging.manifest import NAME
from brickyard.plans.reading import files_of, read_plan
from brickyard.plans.written import WrittenPlan
from brickyard.recipe import load_texts
from brickyard.recipe.lock import read_lock
from brickyard.recipe.permissions import Wish
from brickyard.record.messages import Line
from brickyard.values import Plan, Recipe

PLAN = "plan"
"""The folder beside the recipe where `brickyard plan` writes, too."""


async def generate(
    contract: Path | str,
    spec: Path | str,
    *,
    module_name: str = "",
    out: Path | str | None = None,
    use_plan: Path | str | Plan | None = None,
    refresh_plan: bool = False,
    plan_only: bool = False,
    force: bool = False,
    plan_max_turns: int | None = None,
    generate_max_turns: int | None = None,
    agree: Callable[[Plan], None] = lambda plan: None,
    allow: Sequence[str] = (),
    permit: Callable[[Wish], bool] | None = None,
    **given: Unpack[RunOptions],
) -> Result:
    """Build the module that contract and spec describe: recipe, plan and project in `out`.

    `agree` is called with the plan before anything is asked for its code; what it raises ends the
    run. Nothing that is there is written over without `force`.
    """
    found = commissioned(Path(contract), Path(spec), module_name)
    folder = Path(out) if out else Path(found.name)
    recipe = checked(found, folder)
    taken = _plan_of(use_plan, recipe)
    if not force:
        _refuse(found, folder, taken, refresh_plan=refresh_plan)
    turns: dict[Phase, Turns] = {
        "plan": Turns("plan", "--plan-max-turns", plan_max_turns),
        "generation": Turns("generation", "--generate-max-turns", generate_max_turns),
    }
    order: Order = {
        "what": "generate",
        "contract": str(Path(contract).resolve()),
        "spec": str(Path(spec).resolve()),
        "module_name": module_name,
        "folder": str(folder.resolve()),
        "plan_only": plan_only,
        "plan_max_turns": plan_max_turns,
        "generate_max_turns": generate_max_turns,
    }
    phases = Phases(
        order,
        found.texts,
        folder=folder,
        plan_folder=folder / PLAN,
        given=files_of(Path(use_plan)) if isinstance(use_plan, (str, Path)) else None,
        force=force,
        turns=turns,
        agree=(lambda plan: None) if plan_only else agree,
    )
    followed = _followed(given, phases)
    try:
        if plan_only:
            await plan(folder, force=force, refresh=refresh_plan, **followed)
            work = phases.work
            result = work.tally.planned(work.run.id, work.recipe.name, folder / PLAN)
        else:
            result = await build(
                folder,
                plan=taken,
                force=force,
                allow=allow,
                permit=permit,
                refresh=("plan",) if refresh_plan else (),
                **followed,
            )
    except NotAllowed as error:
        told = error.to_be_written_in(str(contract))
        phases.ended(None, told)
        raise told from error
    except BaseException as error:
        phases.ended(None, error)
        raise
    result = result.written_in(str(contract))
    phases.ended(result)
    return result


def checked(found: Commission, folder: Path) -> Recipe:
    """The recipe, if it can be built; BadInput names the lines of the contract."""
    try:
        return check(load_texts(found.texts, folder))[0]
    except BadInput as error:
        findings = tuple(found.placed(one) for one in error.findings)
        raise BadInput(
            "No module can be built from this contract and spec as they are.",
            hint="Mend what is marked error, then run again: nothing was spent.",
            findings=findings,
        ) from error


def _plan_of(use_plan: Path | str | Plan | None, recipe: Recipe) -> Plan | None:
    return read_plan(Path(use_plan), recipe) if isinstance(use_plan, (str, Path)) else use_plan


def _refuse(found: Commission, folder: Path, taken: Plan | None, *, refresh_plan: bool) -> None:
    """BadInput for what is there and would become another, before anything is asked."""
    other = [
        str(folder / path)
        for path, text in found.texts.items()
        if (folder / path).exists() and (folder / path).read_bytes() != as_bytes(text)
    ]
    if refresh_plan and (folder / PLAN).is_dir():
        other.append(str(folder / PLAN))
    if taken and (folder / BUILD / NAME).exists() and not _is_locked(taken, folder):
        other.append(str(folder / BUILD))
    if other:
        raise BadInput(
            f"This would write over what is there: {', '.join(other)}.",
            hint="Give --force: only what the plan names is written over, and `brickyard runs "
            "restore` brings the old back. Or choose another folder with --out.",
        )


def _is_locked(plan: Plan, folder: Path) -> bool:
    locked = read_lock(folder).plan
    plain = plan.plain if isinstance(plan, WrittenPlan) else plan
    return locked is not None and locked.plan == plain


def _followed(given: RunOptions, phases: Phases) -> RunOptions:
    """Who listened and watched still does, and so do the phases."""
    heard, seen = given.get("listener", silent), given.get("watch")

    def listen(event: Event) -> None:
        phases(event)
        heard(event)

    def watch(line: Line) -> None:
        phases.watch(line)
        if seen:
            seen(line)

    return {**given, "door": phases, "listener": listen, "watch": watch}

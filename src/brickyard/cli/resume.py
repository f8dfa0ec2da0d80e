"""Going on with a run as it was ordered, for `brickyard runs resume`."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from brickyard.ask.ask import all_of
from brickyard.cli.build import run
from brickyard.cli.generate import run_generate
from brickyard.cli.options import settings_for
from brickyard.cli.plan import run_plan
from brickyard.cli.prove import run as run_prove
from brickyard.errors import BadInput
from brickyard.flow.orders import Order, ordered_with
from brickyard.recipe.lock import PARTS
from brickyard.record import Record
from brickyard.record.damage import whole
from brickyard.values import Plan


def resume(home: Path, id: str, *, as_json: bool, **raised: Any) -> int:
    """Go on with the run of this id; `raised` are limits that were given anew."""
    with Record.open(home) as record:
        found, place = record.runs.get(id), record.place
    options = ordered_with(found)
    what = options.get("what", "stages")
    if what == "draft":
        raise BadInput(
            f"Run {found.id} drafts a recipe.",
            hint="Give the same `brickyard prove --from …` again: it goes on where it stopped.",
        )
    if what == "create":
        raise BadInput(
            f"Run {found.id} makes a recipe of an idea.",
            hint=f"Go on with: brickyard create {options['recipe']} --resume",
        )
    if options.get("model") is None or what == "stages":
        raise BadInput(
            f"Run {found.id} was started from Python.",
            hint="Resume it from Python: the same call goes on where it stopped.",
        )
    with whole(f"what run {found.id} was ordered with", place):
        goes_on = _as_ordered(what, options, home, found.id, as_json, raised)
    return goes_on()


def _as_ordered(
    what: str, options: Order, home: Path, id: str, as_json: bool, raised: dict[str, Any]
) -> Callable[[], int]:
    recipe = Path(options["recipe"])
    given = options["settings"] | {
        name: value for name, value in raised.items() if value is not None
    }
    common: dict[str, Any] = {
        "model": options["model"],
        "home": home,
        "settings": settings_for(recipe, **given),
        "run": id,
    }
    if what == "plan":
        out = Path(options["plan_out"])
        return partial(run_plan, recipe, out=out, force=options["force"], as_json=as_json, **common)
    if what == "generate":
        names = ("module_name", "plan_only", "plan_max_turns", "generate_max_turns", "force")
        rest = {name: options[name] for name in names}
        rest |= {"use_plan": Plan.model_validate(options["plan"]) if options.get("plan") else None}
        rest |= {"yes": True, "allow": tuple(options.get("allow", ()))}
        rest |= {"refresh_plan": all_of("plan") in options.get("again", ())}
        places = (Path(options[name]) for name in ("contract", "spec", "folder"))
        return partial(run_generate, *places, as_json=as_json, **rest, **common)
    if what == "prove":
        code = Path(options["code"])
        rest = {name: options[name] for name in ("unlocked", "tests", "since") if name in options}
        rest |= {name: options.get(name, False) for name in ("repair", "yes")}
        return partial(run_prove, recipe, code, as_json=as_json, **rest, **common)
    return partial(
        run,
        recipe,
        as_json=as_json,
        out=Path(options["out"]),
        plan=Plan.model_validate(options["plan"]) if options["plan"] else None,
        force=options["force"],
        unlocked=options["unlocked"],
        allow=tuple(options.get("allow", ())),
        again=tuple(one for one in options.get("again", ()) if one not in map(all_of, PARTS)),
        refresh=tuple(one for one in PARTS if all_of(one) in options.get("again", ())),
        **common,
    )

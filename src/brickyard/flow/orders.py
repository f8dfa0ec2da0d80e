"""What a run was ordered with, and which run goes on when the same is ordered again."""

import json
from pathlib import Path
from typing import Any

from brickyard.errors import BadInput
from brickyard.events import Counts, Event, read_event
from brickyard.models.base import Model
from brickyard.recipe import seat
from brickyard.record import Record, Run
from brickyard.record.damage import whole
from brickyard.record.masking import without_user
from brickyard.settings import Settings

FINISHED = ("done", "not met", "failed")

Order = dict[str, Any]


def order(
    folder: Path, model: str | Model, name: str, settings: Settings, options: Order | None
) -> Order:
    """All that `brickyard runs resume` needs to order the same again; never a server's key.

    `model` is None where a model was handed over from Python: only Python can do so again.
    """
    usual = Settings.load(seat(folder)).model_dump()
    changed = {
        field: value
        for field, value in settings.model_dump(exclude={"api_key"}).items()
        if value != usual[field]
    }
    if "base_url" in changed:
        changed["base_url"] = without_user(changed["base_url"])
    return {
        "what": "stages",
        "recipe": str(folder.resolve()),
        "started": str(Path.cwd()),
        "model": _anywhere(model or name) if isinstance(model, str) else None,
        "settings": changed,
        **(options or {}),
    }


def _anywhere(model: str) -> str:
    """A file in a model's name by its whole path: a run may be resumed from another folder."""
    kind, _, rest = model.partition(":")
    if kind in ("replay", "local") and rest and Path(rest).is_file():
        return f"{kind}:{Path(rest).resolve()}"
    return model


def asked_again(record: Record, model: str, ordered: Order, id: str = "") -> Order:
    """The order with `generations`: requirement → how often what is about it was asked anew.

    It is kept from run to run, and raised for what is ordered `again`; but not a second time by
    who goes on with the run that it was ordered for.
    """
    before = record.runs.get(id) if id else _latest(record, model, ordered)
    known = ordered_with(before) if before else {}
    wanted, kept = ordered.get("again", []), known.get("again", [])
    if before and _goes_on(before) and wanted in ([], kept):
        return {**ordered, "again": kept, "generations": known.get("generations", {})}
    found: dict[str, int] = known.get("generations", {})
    raised = {one: found.get(one, 0) + 1 for one in wanted}
    return {**ordered, "again": wanted, "generations": {**found, **raised}}


def _goes_on(run: Run) -> bool:
    return run.status not in FINISHED and not run.alive


def take_up(record: Record, model: str, ordered: Order, id: str = "") -> Run:
    """The run with this id, else the latest that was ordered like this and can go on, else new."""
    found = record.runs.get(id) if id else _latest(record, model, ordered)
    asked = {"out": str(ordered.get("out", "")), "options": json.dumps(ordered)}
    if found is not None and _goes_on(found):
        return record.runs.resume(found.id, **asked)
    if found is not None and id:
        raise BadInput(
            f"Run {found.id} cannot be resumed: it is {found.status}.",
            hint="`brickyard runs` lists all; `brickyard build` starts a new one.",
        )
    return record.runs.start(recipe=ordered["recipe"], model=model, **asked)


def _latest(record: Record, model: str, ordered: Order) -> Run | None:
    for run in record.runs.of(ordered["recipe"]):
        what = ordered_with(run).get("what")
        if (run.recipe, run.model, what) == (ordered["recipe"], model, ordered["what"]):
            return run
    return None


def ordered_with(run: Run) -> Order:
    """The options of a run, as `order` made them; of some runs there are none."""
    return json.loads(run.options) if run.options else {}


def happened(record: Record, run: Run) -> list[Event]:
    """What is recorded of a run, in its order."""
    with whole(f"what happened in run {run.id}", record.place):
        told = [read_event(text) for text in record.runs.events(run.id)]
        Counts(told)  # whoever reads them counts them: what cannot be counted is no event of ours
        return told


def concerns(run: Run, folder: Path) -> bool:
    """Whether a run was started in this folder, or its recipe or output lies in or around it.

    The user's own record holds the runs of many folders; who stands in one asks about its own.
    """
    here = folder.resolve()
    started = ordered_with(run).get("started", "")
    places = [Path(place) for place in (run.recipe, run.out) if place]
    return str(here) == started or any(
        place.is_relative_to(here) or here.is_relative_to(place) for place in places
    )

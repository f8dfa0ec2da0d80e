"""Opens what a run needs, runs the pipeline, remembers how it ended, writes what was accepted."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from brickyard import pipeline
from brickyard import recipe as recipes
from brickyard.engine.local import LocalEngine
from brickyard.errors import (
    BadInput,
    BrickyardError,
    Cancelled,
    NotMet,
    Stopped,
    Unavailable,
    Waiting,
)
from brickyard.events import Event, Listener, silent
from brickyard.models.base import Model
from brickyard.models.choose import choose as choose_model
from brickyard.models.choose import pick
from brickyard.models.compose import compose
from brickyard.pipeline import Built
from brickyard.recipe.lock import Lock, read_lock
from brickyard.record import Record, Run, find_home, import_cassette
from brickyard.results import Result, Tally
from brickyard.sandbox import Limited, Recorded, choose
from brickyard.sandbox.toolchain import default_cache, toolchain
from brickyard.settings import Settings
from brickyard.stages.package import write_project
from brickyard.stages.plan import plan as plan_stage
from brickyard.stages.yard import Yard
from brickyard.tasks.ask import Asker
from brickyard.values import Plan, Recipe

CASSETTE = "cassette.jsonl"


@dataclass(frozen=True)
class Order:
    """What a person asks to have built; stored with the run, so that it can be resumed."""

    recipe: Path
    out: Path | None = None
    model: str | Model = ""
    home: Path | None = None
    settings: Settings | None = None
    plan: Plan | None = None
    force: bool = False
    unlocked: bool = False

    @property
    def target(self) -> Path:
        return self.out or self.recipe / "build"

    def options(self) -> str:
        """What a resumed run must know again, as JSON."""
        return json.dumps(
            {
                "recipe": str(self.recipe.resolve()),
                "out": str(self.target.resolve()),
                "model": self.model if isinstance(self.model, str) else self.model.name,
                "force": self.force,
                "unlocked": self.unlocked,
            }
        )


async def build(
    recipe: Path | str,
    *,
    out: Path | str | None = None,
    model: str | Model = "",
    home: Path | str | None = None,
    settings: Settings | None = None,
    plan: Plan | None = None,
    force: bool = False,
    unlocked: bool = False,
    listener: Listener = silent,
) -> Result:
    """Build the recipe in this folder; what cannot go on raises, and running again resumes."""
    order = Order(
        recipe=Path(recipe),
        out=Path(out) if out else None,
        model=model,
        home=Path(home) if home else None,
        settings=settings,
        plan=plan,
        force=force,
        unlocked=unlocked,
    )
    async with _opened(order, listener) as (work, yard, tally):
        built = await pipeline.build(work.recipe, yard, given=order.plan)
        result = tally.result(work.run.id, built, order.target)
        if built.package is not None and built.lock is not None:
            write_project(built.package, order.target, force=order.force)
            built.lock.write(order.recipe)
        else:
            _keep_rejected(built, work.record.home / "runs" / work.run.id / "rejected")
        work.record.runs.end(work.run.id, result.status, result.model_dump_json())
        return result


async def plan(
    recipe: Path | str,
    *,
    model: str | Model = "",
    home: Path | str | None = None,
    settings: Settings | None = None,
    listener: Listener = silent,
) -> Plan:
    """Only the plan of the recipe in this folder, checked by machine."""
    order = Order(
        recipe=Path(recipe), model=model, home=Path(home) if home else None, settings=settings
    )
    async with _opened(order, listener) as (work, yard, _):
        result = await plan_stage(work.recipe, yard)
        work.record.runs.end(work.run.id, "done")
        return result


@dataclass(frozen=True)
class _Work:
    recipe: Recipe
    record: Record
    run: Run


@asynccontextmanager
async def _opened(
    order: Order, listener: Listener
) -> AsyncIterator[tuple[_Work, Yard, Tally]]:
    """Everything a run needs, and its end in the record whatever happens inside."""
    recipe = recipes.read(order.recipe)
    settings = order.settings or Settings.load(order.recipe)
    record = Record.open(order.home or find_home(order.recipe.resolve()))
    try:
        backend, why = _backend(order, settings, record)
        run = _run(order, record, backend.name)
        tally = Tally()

        def tell(event: Event) -> None:
            tally(event)
            record.runs.log(run.id, event.model_dump_json())
            listener(event)

        tell(
            Event(
                kind="run.started",
                data={"run": run.id, "model": backend.name, "why": why, "recipe": recipe.name},
            )
        )
        try:
            yard = await _yard(order, recipe, settings, record, run, backend, tell)
            yield _Work(recipe, record, run), yard, tally
        except BaseException as error:
            record.runs.end(run.id, _status(error), tally.ended(run.id, error).model_dump_json())
            raise
        finally:
            tell(Event(kind="run.ended", data={"status": record.runs.get(run.id).status}))
    finally:
        record.close()


def _backend(order: Order, settings: Settings, record: Record) -> tuple[Model, str]:
    if not isinstance(order.model, str):
        return order.model, "given by the caller"
    choice = pick(order.model, settings, order.recipe)
    cassette = order.recipe / CASSETTE
    if choice.name == "replay" and cassette.is_file():
        import_cassette(record, cassette)
    return choose_model(choice.name, settings, record, record.home), choice.why


def _run(order: Order, record: Record, model: str) -> Run:
    """The unfinished run of this recipe and model, or a new one."""
    latest = record.runs.latest(str(order.recipe.resolve()))
    unfinished = latest and latest.status not in ("done", "not met", "failed")
    if latest and unfinished and not latest.alive and latest.model == model:
        return record.runs.resume(latest.id)
    return record.runs.start(
        recipe=str(order.recipe.resolve()),
        out=str(order.target.resolve()),
        model=model,
        options=order.options(),
    )


async def _yard(
    order: Order,
    recipe: Recipe,
    settings: Settings,
    record: Record,
    run: Run,
    backend: Model,
    listener: Listener,
) -> Yard:
    cache = Path(settings.cache) if settings.cache else default_cache()
    inner = await choose(
        settings.sandbox, await toolchain(cache, recipe.packages), listener=listener
    )
    sandbox = Recorded(
        Limited(inner, settings.sandboxes, listener=listener),
        record.verdicts,
        run=run.id,
        listener=listener,
    )
    model = compose(
        backend, record, run.id, settings, listener, lambda: record.runs.cancelled(run.id)
    )
    parameters = {"temperature": settings.temperature, "max_tokens": settings.max_tokens}
    return Yard(
        asker=Asker(model, listener=listener, feedback=settings.feedback, parameters=parameters),
        sandbox=sandbox,
        engine=LocalEngine(),
        settings=settings,
        lock=Lock() if order.unlocked else read_lock(order.recipe),
        listener=listener,
    )


def _status(error: BaseException) -> str:
    kinds: tuple[tuple[type[BaseException] | tuple[type[BaseException], ...], str], ...] = (
        (Waiting, "waiting"),
        (Cancelled, "cancelled"),
        ((Stopped, KeyboardInterrupt, asyncio.CancelledError), "stopped"),
        (Unavailable, "broken"),
        ((BadInput, NotMet, BrickyardError), "failed"),
    )
    return next((status for kind, status in kinds if isinstance(error, kind)), "broken")


def _keep_rejected(built: Built, folder: Path) -> None:
    """What was built and not accepted, for a person to look at; never where a package goes."""
    folder.mkdir(parents=True, exist_ok=True)
    tests = {module.path: module.source for module in built.tests.modules}
    (built.whole.code | tests).write(folder)



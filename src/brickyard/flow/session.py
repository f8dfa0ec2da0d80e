"""Opens what a run needs, runs the pipeline, remembers how it ended, writes what was accepted."""

import json
import os
from collections.abc import AsyncGenerator, Callable, Generator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Protocol, TypedDict, Unpack

from brickyard import recipe as recipes
from brickyard.ask.ask import all_of
from brickyard.context import BuildContext
from brickyard.decompose.plan import plan as plan_stage
from brickyard.decompose.plan import require_parts_stay
from brickyard.decompose.recipes import write_parts
from brickyard.errors import BadInput, Pending, Unavailable, Waiting, did_you_mean
from brickyard.events import Counts, Event, Listener, RunEnded, RunStarted, Warned, silent
from brickyard.files import Files
from brickyard.flow import pipeline
from brickyard.flow.check import check as check_stage
from brickyard.flow.estimates import Estimate, Forecast, estimate, usd_of
from brickyard.flow.orders import Order, asked_again, happened, order, take_up
from brickyard.flow.results import Result, Tally
from brickyard.flow.seams import Seams
from brickyard.flow.standing import BUILD, Standing, standing
from brickyard.models.backends import Backends, backends
from brickyard.models.base import Model, Request
from brickyard.models.limits import Leave, Turns
from brickyard.models.replay import Replay
from brickyard.models.trace import Trace, Watch
from brickyard.packaging.package import write_project
from brickyard.packaging.write import check_target, edited_code
from brickyard.plans.agreed import settled
from brickyard.plans.agreed import tell as tell_settled
from brickyard.plans.delta import replan
from brickyard.plans.edits import with_edits
from brickyard.plans.folder import write_plan
from brickyard.recipe.lock import PARTS, Lock, Part, read_lock
from brickyard.recipe.permissions import Wish, check_names
from brickyard.record import Record, Run, find_home
from brickyard.record.home import note_home
from brickyard.record.kept import keep
from brickyard.record.masking import Mask, known_secrets
from brickyard.record.messages import FILE, Messages, run_folder
from brickyard.record.metrics import write_metrics
from brickyard.record.runs import Log
from brickyard.sandbox.needs import Needs
from brickyard.settings import Settings
from brickyard.values import Finding, Plan, Recipe, RecipeType


class Door(Protocol):
    """What brings a recipe of its own, and follows its run."""

    order: Order
    """What it was ordered with, to go on with it; `what` names the door."""
    texts: Files
    """The recipe, to be written before anything is asked."""

    def turns(self, request: Request) -> Turns: ...

    def opened(self, work: "Work") -> None: ...

    def planned(self, recipe: Recipe, plan: Plan) -> None:
        """There is a plan; nothing is asked for it yet. What is raised ends the run."""
        ...


class RunOptions(TypedDict, total=False):
    """How a run is opened, whatever it does."""

    model: str | Model
    home: Path | str | None
    settings: Settings | None
    unlocked: bool
    """As if there were no lock."""
    listener: Listener
    run: str
    """The id of an unfinished run to go on with, if it is not the latest."""
    watch: Watch | None
    """Called with each line of its `messages.jsonl`, and with pieces of answers as they arrive."""
    leave: Leave | None
    """Sees each question before it is sent, and says whether it may be."""
    door: Door | None


@dataclass(frozen=True)
class Work:
    """One open run: the recipe, the seams that stages work with, and its place in the record."""

    recipe: Recipe
    findings: tuple[Finding, ...]
    context: BuildContext
    record: Record
    run: Run
    tally: Tally
    models: Backends
    mask: Mask

    @property
    def folder(self) -> Path:
        """The run's own, in the record's home."""
        return run_folder(self.record.home, self.run.id)

    def write_plan(self, plan: Plan, folder: Path, *, force: bool) -> Files:
        """To read and edit; what it replaces is kept."""
        model = self.models.names.get("plan", self.models.usual.name)
        return write_plan(plan, self.recipe, folder, model=model, run=self.folder, force=force)

    def ended(self, result: Result) -> Result:
        """Into the record."""
        self.record.runs.end(self.run.id, result.status, _as_json(result, self.mask))
        return result


def check(recipe: Path | str) -> tuple[Finding, ...]:
    """What does not block in the recipe in this folder; BadInput with all findings if one does."""
    _, findings = check_stage(recipes.load_all([Path(recipe)]))
    return findings


async def plan(
    recipe: Path | str,
    *,
    out: Path | str | None = None,
    force: bool = False,
    refresh: bool = False,
    **given: Unpack[RunOptions],
) -> Plan:
    """Only the plan of the recipe in this folder, checked by machine.

    With `out` it is written there, to be read and edited: `plans.documents` says how. `refresh`:
    planned anew, whatever was accepted.
    """
    place = str(Path(out).resolve()) if out else ""
    options: Order = {"what": "plan", "plan_out": place, "force": force}
    options["again"] = [all_of("plan")] if refresh else []
    async with opened(recipe, options=options, **given) as work:
        require_parts_stay(work.context.settings, work.context.lock)
        change = await replan(work.recipe, work.context)
        result = change.plan if change else await plan_stage(work.recipe, work.context)
        tell_settled(settled(work.recipe, result), work.context)
        if out:
            with writing(Path(out)):
                work.write_plan(result, Path(out), force=force)
                write_parts(work.recipe, result, Path(out))
        if door := given.get("door"):
            door.planned(work.recipe, result)
        return result


async def build(
    recipe: Path | str,
    *,
    out: Path | str | None = None,
    plan: Plan | None = None,
    force: bool = False,
    allow: Sequence[str] = (),
    permit: Callable[[Wish], bool] | None = None,
    again: Sequence[str] = (),
    refresh: Sequence[Part] = (),
    **given: Unpack[RunOptions],
) -> Result:
    """Build the recipe in this folder; what cannot go on raises, and calling again resumes.

    `allow` names what the code may do besides what the recipe allows; `permit` is called with what
    the plan asks for and neither gives. `again` are requirements: what is about them is asked anew,
    but for the plan; of what `refresh` names, everything is. Code that a person edited in `out` is
    taken as it is and proven; with `force` it is written over.
    """
    check_names(allow)
    place = recipes.seat(Path(recipe))
    target = Path(out) if out else place / BUILD
    mine = {} if force else edited_code(target)
    check_target(target, force=force, but=mine)
    options: Order = {
        "what": "build",
        "out": str(target.resolve()),
        "force": force,
        "unlocked": given.get("unlocked", False),
        "allow": [*allow],
        "plan": plan.model_dump(mode="json") if plan else None,
        "again": sorted({*again, *map(all_of, refresh)}),
    }
    heard = [given.get("listener", silent)]
    given["listener"] = lambda event: _all_hear(heard, event)
    async with opened(recipe, options=options, **given) as work:
        context = with_edits(mine, await _foreseeing(work, plan, heard))
        context = replace(context, allow=tuple(allow), permit=permit)
        context = _followed(context, work.recipe, given.get("door"))
        built = await pipeline.build(work.recipe, context, given=plan)
        result = work.tally.result(work.run.id, built, target, work.findings)
        if built.package is not None and built.lock is not None:
            with writing(target):
                kept = partial(keep, work.folder, target) if force else len
                write_project(built.package, target, force=force, but=mine, keep=kept)
                built.lock.write(place)
        else:
            rejected = work.folder / "rejected"
            with writing(rejected):
                rejected.mkdir(parents=True, exist_ok=True)
                built.project.write(rejected)
            result = result.model_copy(update={"out": str(rejected)})
        command = _command(Path(recipe), out, given, work.context.settings)
        return work.ended(result.ordered_by(command))


def _followed(context: BuildContext, recipe: Recipe, door: Door | None) -> BuildContext:
    """A door hears of the plan as soon as there is one."""
    if door is None:
        return context

    async def foresee(plan: Plan, lock: Lock) -> None:
        door.planned(recipe, plan)
        await context.foresee(plan, lock)

    return replace(context, foresee=foresee)


def _command(
    recipe: Path, out: Path | str | None, given: RunOptions, settings: Settings
) -> tuple[str, ...]:
    """How a person orders the same again, with whole paths; nothing if only Python can do so."""
    model, home = given.get("model", ""), given.get("home")
    if not isinstance(model, str):
        return ()
    usual = Settings.load(recipes.seat(recipe))
    options = {
        "--model": model,
        "--out": str(Path(out).resolve()) if out else "",
        "--home": str(Path(home).resolve()) if home else "",
        "--proof": settings.proof.value if settings.proof is not usual.proof else "",
    }
    named = [word for name, value in options.items() if value for word in (name, value)]
    return ("brickyard", "build", str(recipe.resolve()), *named)


def _all_hear(listeners: Sequence[Listener], event: Event) -> None:
    for hear in listeners:
        hear(event)


async def _foreseeing(work: Work, given: Plan | None, listeners: list[Listener]) -> BuildContext:
    """Tells what is about to be asked and spent, now and when more is known; a replay spends
    nothing."""
    if isinstance(work.models.usual, Replay):
        return work.context
    name, routes = work.models.usual.name, work.models.names

    async def foresee(plan: Plan | None, lock: Lock) -> Estimate:
        return await estimate(
            work.recipe,
            [name],
            settings=work.context.settings,
            by_work=routes,
            lock=lock,
            given=plan,
            known=work.record.answers,
            again=work.context.asker.again,
        )

    forecast = Forecast(
        foresee,
        lambda stages: usd_of(name, stages, routes),
        work.tally.counts,
        lambda found: work.context.tell(found.told),
    )
    await forecast.planned(given, work.context.lock)
    listeners.append(forecast)
    return replace(work.context, foresee=forecast.planned)


@contextmanager
def writing(folder: Path) -> Generator[None]:
    """What cannot be written is the machine's fault, and is done again."""
    try:
        yield
    except OSError as error:
        raise Unavailable(
            f"{error.filename or folder} cannot be written: {error.strerror}",
            hint="Make room or make it writable, then run again: nothing is asked twice.",
        ) from error


@asynccontextmanager
async def opened(
    recipe: Path | str,
    *,
    options: Order | None = None,
    packages: tuple[str, ...] | None = None,
    needs: Needs | None = None,
    named: str = "",
    **given: Unpack[RunOptions],
) -> AsyncGenerator[Work]:
    """An open run: call the stages one by one; its end is in the record whatever happens inside.

    `packages` are those of code that is there already, in the place of the recipe's own; its
    environment has what it `needs` and nothing else, no tool of ours either. `named` is what is
    about to get a recipe in this folder: there is none to read yet.
    """
    given_as, folder = Path(recipe), recipes.seat(Path(recipe))
    door = given.get("door")
    options = {**(options or {}), **door.order} if door else options
    parsed, findings = _parsed(given_as, named, packages, door.texts if door else None)
    own, stands = parsed.packages, Standing(recipe=parsed)
    if packages is None:
        stands = standing(parsed, given_as)
    parsed = stands.recipe
    settings = given.get("settings") or Settings.load(folder).asking(given.get("model", ""))
    mask = Mask(known_secrets(settings, os.environ))
    async with AsyncExitStack() as stack:
        record = stack.enter_context(_record(folder, given.get("home")))
        models = backends(folder, given.get("model", ""), settings, record)
        stack.push_async_callback(models.aclose)
        name = models.usual.name
        ordered = order(given_as, given.get("model", ""), name, settings, options)
        settings = settings.fitting((name, *models.names.values()))
        ordered = asked_again(record, name, ordered, given.get("run", ""))
        _check_ids(ordered["again"], parsed)
        run = take_up(record, name, mask.over(ordered), given.get("run", ""))
        before = happened(record, run)
        heard = _Heard(record, run, mask, given.get("listener", silent), given.get("watch"))
        stack.enter_context(heard.messages)
        about = {"run": run.id, "model": name, "why": models.why, "recipe": parsed.name}
        home = str(record.home.resolve())
        heard(RunStarted(**about, home=home, models=models.names))
        heard.resumed(before)
        for one in findings:
            if one.rule == recipes.ASSUMED:
                heard.warn(f"{one.message} {one.suggestion}")
        asking = (given.get("leave"), door.turns if door else None)
        seams = Seams(record, run, models, settings, mask, heard.trace, heard, *asking)
        with heard.to_its_end(parsed.name):
            lock = Lock() if given.get("unlocked") else read_lock(folder)
            lock = lock.without(ordered["again"], parsed)
            lock = lock.refreshed([one for one in PARTS if all_of(one) in ordered["again"]])
            generations, wheels = ordered["generations"], tuple(stands.wheels.values())
            context = await seams.context(own, needs, lock, generations, wheels)
            context = replace(context, below=stands.contents, keep=_keeping(heard.folder))
            with _told_together(context):
                work = Work(parsed, findings, context, record, run, heard.tally, models, mask)
                if door:
                    door.opened(work)
                yield work


def _keeping(folder: Path) -> Callable[[str, Files], None]:
    """Writes beside the run what people may want to read."""

    def keep(name: str, files: Files) -> None:
        with writing(folder / name):
            (folder / name).mkdir(parents=True, exist_ok=True)
            files.write(folder / name)

    return keep


def _parsed(
    folder: Path, named: str, packages: tuple[str, ...] | None, texts: Files | None
) -> tuple[Recipe, tuple[Finding, ...]]:
    if texts is not None:
        parsed, findings = check_stage(recipes.load_texts(texts, folder))
    elif named:
        parsed, findings = Recipe(name=named, version="0", type=RecipeType.LIBRARY), ()
    else:
        parsed, findings = check_stage(recipes.load_all([folder]))
    update = {} if packages is None else {"packages": packages}
    return parsed.model_copy(update=update), findings


def _record(folder: Path, home: Path | str | None) -> Record:
    record = Record.open(Path(home) if home else find_home(folder))
    if not home:
        note_home(Path.cwd(), record.home)
    return record


class _Heard:
    """Everyone who hears what happens in a run, and how it ends."""

    def __init__(
        self, record: Record, run: Run, mask: Mask, listener: Listener, watch: Watch | None
    ) -> None:
        self.record, self.run, self.mask, self.listener = record, run, mask, listener
        self.tally, self.log = Tally(), Log(record.runs, run.id)
        self.folder = run_folder(record.home, run.id)
        self.messages = Messages(self.folder / FILE, mask=mask, failed=self.warn)
        self.trace = Trace(self.messages, watch=watch)

    def __call__(self, event: Event) -> None:
        self.tally(event)
        self.log.add(json.dumps(self.mask.over(event.model_dump(mode="json"))))
        self.trace.listen(event)
        self.listener(event)

    def warn(self, message: str) -> None:
        self(Warned(message=message))

    def resumed(self, before: Sequence[Event]) -> None:
        """Who listens from now on counts what a run that is taken up again did before."""
        for hear in (self.tally, self.listener) if before else ():
            hear(Counts(before).resumed)

    @contextmanager
    def to_its_end(self, recipe: str) -> Generator[None]:
        runs, id = self.record.runs, self.run.id
        try:
            yield
            if runs.get(id).status == "running":
                runs.end(id, "done")
        except BaseException as error:
            ended = self.tally.ended(id, recipe, error)
            runs.end(id, ended.status, _as_json(ended, self.mask))
            raise
        finally:
            self(RunEnded(status=runs.get(id).status))
            write_metrics(self.folder, failed=self.warn)
            self.log.flush()


def _check_ids(ids: Sequence[str], recipe: Recipe) -> None:
    known = [item.id for item in recipe.requirements]
    for id in ids:
        if id not in known and id not in map(all_of, PARTS):
            raise BadInput(
                f"{recipe.name} has no requirement '{id}'.{did_you_mean(id, known)}",
                hint=f"--again takes one of {', '.join(known)}.",
            )


def _as_json(result: Result, mask: Mask) -> str:
    return json.dumps(mask.over(result.model_dump(mode="json")))


@contextmanager
def _told_together(context: BuildContext) -> Generator[None]:
    """One question that waits, and all that wait, end a run alike."""
    try:
        yield
    except Pending as pending:
        context.set_aside(pending)
        raise Waiting(tuple(context.waiting)) from pending

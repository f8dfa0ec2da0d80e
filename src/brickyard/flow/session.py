"""Opens what a run needs, runs the pipeline, remembers how it ended, writes what was accepted."""

import json
import os
import time
from collections.abc import AsyncGenerator, Callable, Generator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from brickyard import recipe as recipes
from brickyard.ask.ask import Asker, all_of
from brickyard.context import BuildContext, Prover
from brickyard.doors.prove.again import Again, proven_recipe
from brickyard.doors.prove.again import prove_again as prove_again_by
from brickyard.doors.prove.building import Opened
from brickyard.doors.prove.code import Code, built_code, read_code
from brickyard.doors.prove.draft import draft as draft_recipe
from brickyard.doors.prove.flow import prove as prove_code
from brickyard.doors.prove.marks import marks
from brickyard.doors.prove.proof import Kept, proven_by_cases
from brickyard.doors.prove.proof import locked as locked_proof
from brickyard.doors.prove.proof import unlocked as unlocked_proof
from brickyard.doors.prove.reach import EVERYTHING, Reached, at_revision, reached
from brickyard.doors.prove.repair import Agree
from brickyard.doors.prove.repair import repair as repair_code
from brickyard.doors.prove.revision import Revision, file_at
from brickyard.doors.prove.surface import Surface, read_surface
from brickyard.doors.prove.verdicts import Proved
from brickyard.doors.prove.written import as_pytest, write_tests
from brickyard.engine.local import LocalEngine
from brickyard.errors import BadInput, Pending, Unavailable, Waiting, did_you_mean
from brickyard.events import Counts, Event, Listener, silent
from brickyard.files import Files
from brickyard.flow import pipeline
from brickyard.flow.again.reprove import Reproven, reprove, survey
from brickyard.flow.check import check as check_stage
from brickyard.flow.estimates import Estimate, Forecast, estimate, usd_of
from brickyard.flow.orders import Order, asked_again, happened, order, take_up
from brickyard.flow.results import Result, Tally
from brickyard.models.backends import Backends, backends
from brickyard.models.base import Model
from brickyard.models.compose import compose, compose_all
from brickyard.models.limited import Leave
from brickyard.models.replay import Replay
from brickyard.models.trace import Trace, Watch
from brickyard.packaging.package import write_project
from brickyard.packaging.write import check_target, edited_code
from brickyard.plans.agreed import settled
from brickyard.plans.agreed import tell as tell_settled
from brickyard.plans.delta import replan
from brickyard.plans.edits import with_edits
from brickyard.plans.plan import plan as plan_stage
from brickyard.recipe.lock import LOCK, PARTS, Lock, Part, read_lock
from brickyard.recipe.permissions import Wish, check_names
from brickyard.record import Record, Run, find_home
from brickyard.record.home import note_home
from brickyard.record.log import Log
from brickyard.record.masking import NOTHING, Mask, known_secrets
from brickyard.record.messages import FILE, Messages, run_folder
from brickyard.record.metrics import write_metrics
from brickyard.sandbox import Limited, Recorded, Sandbox
from brickyard.sandbox import choose as choose_sandbox
from brickyard.sandbox.needs import Needs, environment
from brickyard.sandbox.toolchain import toolchain
from brickyard.settings import Settings
from brickyard.values import Finding, Plan, ProofLevel, Recipe, RecipeType


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
    mask: Mask = NOTHING


def check(recipe: Path | str) -> tuple[Finding, ...]:
    """What does not block in the recipe in this folder; BadInput with all findings if one does."""
    _, findings = check_stage(recipes.load_all([Path(recipe)]))
    return findings


async def plan(
    recipe: Path | str,
    *,
    model: str | Model = "",
    home: Path | str | None = None,
    settings: Settings | None = None,
    listener: Listener = silent,
    run: str = "",
) -> Plan:
    """Only the plan of the recipe in this folder, checked by machine."""
    async with opened(
        recipe,
        model=model,
        home=home,
        settings=settings,
        listener=listener,
        options={"what": "plan"},
        run=run,
    ) as work:
        change = await replan(work.recipe, work.context)
        result = change.plan if change else await plan_stage(work.recipe, work.context)
        tell_settled(settled(work.recipe, result), work.context)
        return result


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
    allow: Sequence[str] = (),
    permit: Callable[[Wish], bool] | None = None,
    listener: Listener = silent,
    run: str = "",
    watch: Watch | None = None,
    again: Sequence[str] = (),
    refresh: Sequence[Part] = (),
) -> Result:
    """Build the recipe in this folder; what cannot go on raises, and calling again resumes.

    `allow` names what the code may do besides what the recipe allows; `permit` is called with what
    the plan asks for and neither gives. `run` is the id of an unfinished run to go on with, if it
    is not the latest. `watch` is called with each line of its `messages.jsonl`, and with the pieces
    of answers as they arrive.
    `again` are requirements: what is about them is asked anew, but for the plan; of what
    `refresh` names, everything is. Code that a person edited in `out` is taken as it is and
    proven; with `force` it is written over.
    """
    check_names(allow)
    target = Path(out) if out else Path(recipe) / "build"
    mine = {} if force else edited_code(target)
    check_target(target, force=force, but=mine)
    options: Order = {
        "what": "build",
        "out": str(target.resolve()),
        "force": force,
        "unlocked": unlocked,
        "allow": [*allow],
        "plan": plan.model_dump(mode="json") if plan else None,
        "again": sorted({*again, *map(all_of, refresh)}),
    }
    heard: list[Listener] = [listener]
    async with opened(
        recipe,
        model=model,
        home=home,
        settings=settings,
        unlocked=unlocked,
        listener=lambda event: _all_hear(heard, event),
        options=options,
        run=run,
        watch=watch,
    ) as work:
        context = with_edits(mine, await _foreseeing(work, plan, heard))
        context = replace(context, allow=tuple(allow), permit=permit)
        built = await pipeline.build(work.recipe, context, given=plan)
        result = work.tally.result(work.run.id, built, target, work.findings)
        result = result.ordered_by(_command(Path(recipe), model, out, home, work.context.settings))
        if built.package is not None and built.lock is not None:
            with _writing(target):
                write_project(built.package, target, force=force, but=mine)
                built.lock.write(Path(recipe))
        else:
            rejected = run_folder(work.record.home, work.run.id) / "rejected"
            with _writing(rejected):
                rejected.mkdir(parents=True, exist_ok=True)
                built.project.write(rejected)
            result = result.model_copy(update={"out": str(rejected)})
        work.record.runs.end(work.run.id, result.status, _as_json(result, work.mask))
        return result


def _command(
    recipe: Path,
    model: str | Model,
    out: Path | str | None,
    home: Path | str | None,
    settings: Settings,
) -> tuple[str, ...]:
    """How a person orders the same again, with whole paths; nothing if only Python can do so."""
    if not isinstance(model, str):
        return ()
    usual = Settings.load(recipe)
    options = {
        "--model": model,
        "--out": str(Path(out).resolve()) if out else "",
        "--home": str(Path(home).resolve()) if home else "",
        "--proof": settings.proof.value if settings.proof is not usual.proof else "",
    }
    given = [word for name, value in options.items() if value for word in (name, value)]
    return ("brickyard", "build", str(recipe.resolve()), *given)


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
        lambda found: work.context.tell("estimate", **found.told()),
    )
    await forecast.planned(given, work.context.lock)
    listeners.append(forecast)
    return replace(work.context, foresee=forecast.planned)


@contextmanager
def _writing(folder: Path) -> Generator[None]:
    try:
        yield
    except OSError as error:
        raise Unavailable(
            f"{error.filename or folder} cannot be written: {error.strerror}",
            hint="Make room or make it writable, then run again: nothing is asked twice.",
        ) from error


async def prove(
    recipe: Path | str,
    code: Path | str,
    *,
    model: str | Model = "",
    home: Path | str | None = None,
    settings: Settings | None = None,
    unlocked: bool = False,
    tests: Path | str | None = None,
    since: str | None = None,
    repair: bool = False,
    agree: Agree | None = None,
    yes: bool = False,
    listener: Listener = silent,
    run: str = "",
    watch: Watch | None = None,
    leave: Leave | None = None,
) -> Result:
    """Prove code that is there by the recipe in this folder.

    Only the lock is written, and its cases as pytest files to the folder `tests`, if one is given.
    `leave` sees each question before it is sent, and says whether it may be.
    `since` is a git revision: only what a change since then reaches is played.
    With `repair` edits are sought for what is wrong or not there; they are applied with `yes`, or
    if `agree` says so when it is called with them, and not otherwise.
    """
    started = time.monotonic()
    folder = Path(recipe)
    found = read_code(Path(code))
    surface = read_surface(found)
    revision = file_at(folder, LOCK, since) if since is not None else None
    where = os.path.relpath(Path(code).resolve(), folder.resolve())
    async with opened(
        folder,
        model=model,
        home=home,
        settings=settings,
        unlocked=unlocked,
        listener=listener,
        options={
            "what": "prove",
            "code": str(Path(code).resolve()),
            "unlocked": unlocked,
            "tests": str(Path(tests).resolve()) if tests else None,
            "since": since,
            "repair": repair,
            "yes": yes,
        },
        run=run,
        watch=watch,
        leave=leave,
        packages=found.dependencies,
        needs=found.needs,
    ) as work:
        opened_for = _opening(work.recipe, work.context.settings, listener)
        if found.build:
            found = await built_code(found, opened_for)
            surface = read_surface(found)
        kept = unlocked_proof(work.context.lock.proved)
        reach = _reached(revision, work.recipe, found, surface, kept, work.context.settings)
        proved, kept = await prove_code(
            work.recipe, found, surface, work.context, kept, opened_for, reach
        )
        proved = proved.timed(time.monotonic() - started)
        _keep_proof(folder, work.recipe, kept, proved, where)
        mended = None
        if repair:
            proved, kept, mended = await repair_code(
                work.recipe,
                found,
                surface,
                work.context,
                proved,
                kept,
                folder=run_folder(work.record.home, work.run.id),
                agree=(lambda _: True) if yes else agree,
            )
            if mended.applied:
                _keep_proof(folder, work.recipe, kept, proved, where)
        if tests:
            write_tests(as_pytest(kept.cases, work.recipe, surface.names), Path(tests))
        result = work.tally.proved(work.run.id, proved, folder / LOCK, work.findings, mended)
        work.record.runs.end(work.run.id, result.status, _as_json(result, work.mask))
        return result


def _reached(
    revision: Revision | None,
    recipe: Recipe,
    code: Code,
    surface: Surface,
    kept: Kept,
    settings: Settings,
) -> Reached:
    """What a change since a revision reaches; everything, if there is none."""
    if revision is None:
        return EVERYTHING
    told, before = at_revision(revision)
    ids, now = proven_by_cases(recipe), marks(code)
    return reached(recipe, ids, surface.names, now, told, before, kept, settings.proof)


def _keep_proof(folder: Path, recipe: Recipe, kept: Kept, proved: Proved, code: str) -> None:
    """Into the lock, beside what a build left there."""
    lock = read_lock(folder)
    update = {"recipe": recipe.name, "proved": locked_proof(kept, proved, code)}
    with _writing(folder):
        lock.model_copy(update=update).write(folder)


async def draft(
    recipe: Path | str,
    code: Path | str,
    texts: Files,
    *,
    model: str | Model = "",
    home: Path | str | None = None,
    settings: Settings | None = None,
    listener: Listener = silent,
    run: str = "",
    watch: Watch | None = None,
    leave: Leave | None = None,
) -> Files:
    """A recipe of what these texts promise of the code, to be written to this folder."""
    found = read_code(Path(code))
    surface = read_surface(found)
    async with opened(
        recipe,
        model=model,
        home=home,
        settings=settings,
        listener=listener,
        options={"what": "draft"},
        run=run,
        watch=watch,
        leave=leave,
        named=found.name,
    ) as work:
        return await draft_recipe(found, surface, texts, work.context)


async def prove_again(
    project: Path | str,
    *,
    proof: ProofLevel | str = "",
    allow_edited_tests: bool = False,
    settings: Settings | None = None,
    listener: Listener = silent,
) -> Reproven:
    """Prove the built project in this folder again, as it is now: no model, no record, no writes.

    `proof` is the level that it was built with, if none is given. Settings come from above the
    folder: what is proven does not choose its sandbox.
    """
    folder = Path(project)
    ground = survey(folder)
    settings = ground.measured(settings or Settings.load(folder.resolve().parent), proof)
    sandbox = await _sandbox(ground.proving.recipe, settings, listener)
    context = Prover(sandbox, settings, listener)
    return await reprove(ground, folder, context, allow_edited_tests=allow_edited_tests)


async def prove_code_again(
    project: Path | str,
    *,
    proof: ProofLevel | str = "",
    since: str | None = None,
    settings: Settings | None = None,
    listener: Listener = silent,
) -> Again | None:
    """Prove code again by the recipe that lies in this folder, or is it; None if there is none.

    `since` is a git revision: only what a change since then reaches is played.
    """
    started = time.monotonic()
    found = proven_recipe(Path(project))
    if found is None:
        return None
    folder, locked = found
    revision = file_at(folder, LOCK, since) if since is not None else None
    settings = settings or Settings.load(Path(project).resolve().parent)
    settings = settings.model_copy(update={"proof": ProofLevel(proof)} if proof else {})
    recipe, _ = check_stage(recipes.load_all([folder]))
    code = read_code(folder / locked.code)
    recipe = recipe.model_copy(update={"packages": code.dependencies})
    opened_for = _opening(recipe, settings, listener)
    code = await built_code(code, opened_for)
    surface, kept = read_surface(code), unlocked_proof(locked)
    reach = _reached(revision, recipe, code, surface, kept, settings)
    sandbox = await _sandbox(recipe, settings, listener, code.needs)
    tools = Prover(sandbox, settings, listener)
    again = await prove_again_by(
        recipe, code, surface, tools, kept, str(project), opened_for, reach
    )
    proved = again.proved.timed(time.monotonic() - started)
    return again.model_copy(update={"proved": proved})


@asynccontextmanager
async def opened(
    recipe: Path | str,
    *,
    model: str | Model = "",
    home: Path | str | None = None,
    settings: Settings | None = None,
    unlocked: bool = False,
    listener: Listener = silent,
    options: Order | None = None,
    run: str = "",
    watch: Watch | None = None,
    leave: Leave | None = None,
    packages: tuple[str, ...] | None = None,
    needs: Needs | None = None,
    named: str = "",
) -> AsyncGenerator[Work]:
    """An open run: call the stages one by one; its end is in the record whatever happens inside.

    `packages` are those of code that is there already, in the place of the recipe's own; its
    environment has what it `needs` and nothing else, no tool of ours either. `named` is what is
    about to get a recipe in this folder: there is none to read yet.
    """
    folder = Path(recipe)
    if named:
        parsed, findings = Recipe(name=named, version="0", type=RecipeType.LIBRARY), ()
    else:
        parsed, findings = check_stage(recipes.load_all([folder]))
    if packages is not None:
        parsed = parsed.model_copy(update={"packages": packages})
    settings = settings or Settings.load(folder).asking(model)
    mask = Mask(known_secrets(settings, os.environ))
    async with AsyncExitStack() as stack:
        record = stack.enter_context(Record.open(Path(home) if home else find_home(folder)))
        if not home:
            note_home(Path.cwd(), record.home)
        models = backends(folder, model, settings, record)
        stack.push_async_callback(models.aclose)
        name = models.usual.name
        ordered = order(folder, model, name, settings, options)
        settings = settings.fitting((name, *models.names.values()))
        ordered = asked_again(record, name, ordered, run)
        _check_ids(ordered["again"], parsed)
        current = take_up(record, name, mask.over(ordered), run)
        tally, log = Tally(), Log(record.runs, current.id)
        before = _before(record, current)

        def tell(event: Event) -> None:
            tally(event)
            log.add(json.dumps(mask.over(event.model_dump(mode="json", exclude_defaults=True))))
            trace.listen(event)
            listener(event)

        own = run_folder(record.home, current.id)
        messages = Messages(own / FILE, mask=mask, failed=_warning(tell))
        trace = Trace(messages, watch=watch)
        stack.enter_context(messages)
        about = {"run": current.id, "model": name, "why": models.why, "recipe": parsed.name}
        place = {"home": str(record.home.resolve())}
        tell(Event(kind="run.started", data={**about, **place, "models": models.names}))
        if before:
            for hear in (tally, listener):
                hear(before)
        try:
            lock = Lock() if unlocked else read_lock(folder)
            lock = lock.without(ordered["again"], parsed)
            lock = lock.refreshed([one for one in PARTS if all_of(one) in ordered["again"]])
            model = _model(models, settings, record, current, mask, trace, tell, leave)
            generations = ordered["generations"]
            context = await _yard(
                parsed, needs, lock, settings, record, current, model, tell, generations
            )
            with _told_together(context):
                yield Work(parsed, findings, context, record, current, tally, models, mask)
            if record.runs.get(current.id).status == "running":
                record.runs.end(current.id, "done")
        except BaseException as error:
            ended = tally.ended(current.id, parsed.name, error)
            record.runs.end(current.id, ended.status, _as_json(ended, mask))
            raise
        finally:
            tell(Event(kind="run.ended", data={"status": record.runs.get(current.id).status}))
            write_metrics(own, failed=_warning(tell))
            log.flush()


def _check_ids(ids: Sequence[str], recipe: Recipe) -> None:
    known = [item.id for item in recipe.requirements]
    for id in ids:
        if id not in known and id not in map(all_of, PARTS):
            raise BadInput(
                f"{recipe.name} has no requirement '{id}'.{did_you_mean(id, known)}",
                hint=f"--again takes one of {', '.join(known)}.",
            )


def _before(record: Record, run: Run) -> Event | None:
    """What a run that is taken up again did before; None of one that is new."""
    told = happened(record, run)
    return Counts(told).resumed if told else None


def _as_json(result: Result, mask: Mask) -> str:
    return json.dumps(mask.over(result.model_dump(mode="json")))


def _warning(tell: Listener) -> Callable[[str], None]:
    return lambda message: tell(Event(kind="warning", data={"message": message}))


@contextmanager
def _told_together(context: BuildContext) -> Generator[None]:
    """One question that waits, and all that wait, end a run alike."""
    try:
        yield
    except Pending as pending:
        context.set_aside(pending)
        raise Waiting(tuple(context.waiting)) from pending


def _model(
    models: Backends,
    settings: Settings,
    record: Record,
    run: Run,
    mask: Mask,
    trace: Trace,
    listener: Listener,
    leave: Leave | None,
) -> Model:
    def composed(backend: Model) -> Model:
        return compose(
            backend,
            record,
            run.id,
            settings,
            listener,
            lambda: record.runs.cancelled(run.id),
            mask=mask,
            leave=leave,
        )

    return compose_all(models, composed, trace)


async def _yard(
    recipe: Recipe,
    needs: Needs | None,
    lock: Lock,
    settings: Settings,
    record: Record,
    run: Run,
    model: Model,
    listener: Listener,
    again: Mapping[str, int],
) -> BuildContext:
    """The seams, each wrapped as it should be: the one place where they are put together."""
    limited = await _sandbox(recipe, settings, listener, needs)
    sandbox = Recorded(limited, record.verdicts, run.id, listener=listener)
    return BuildContext(
        asker=Asker(
            model,
            listener=listener,
            feedback=settings.feedback,
            parameters=settings.parameters,
            again=again,
        ),
        sandbox=sandbox,
        engine=LocalEngine(),
        settings=settings,
        lock=lock,
        listener=listener,
    )


def _opening(recipe: Recipe, settings: Settings, listener: Listener) -> Opened:
    """Sandboxes that have what somebody needs, and nothing else."""

    async def opened(needs: Needs) -> Sandbox:
        return await _sandbox(recipe, settings, listener, needs)

    return opened


async def _sandbox(
    recipe: Recipe, settings: Settings, listener: Listener, needs: Needs | None = None
) -> Sandbox:
    cache = settings.cache_folder
    tools = await (
        toolchain(cache, recipe.packages) if needs is None else environment(cache, needs)
    )
    bare = await choose_sandbox(settings.sandbox, tools, listener=listener)
    return Limited(bare, settings.sandboxes or os.cpu_count() or 1, listener=listener)

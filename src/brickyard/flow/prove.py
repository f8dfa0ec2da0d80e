"""Runs that prove what is there: code that somebody wrote, or what was built before."""

import os
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Unpack

from brickyard import recipe as recipes
from brickyard.context import Prover
from brickyard.doors.prove.again import Again, proven_recipe
from brickyard.doors.prove.again import prove_again as prove_again_by
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
from brickyard.doors.prove.verdicts import Proved, Repair
from brickyard.doors.prove.written import as_pytest, write_tests
from brickyard.events import Listener, silent
from brickyard.files import Files
from brickyard.flow.again.reprove import Reproven, reprove, survey
from brickyard.flow.check import check
from brickyard.flow.orders import Order
from brickyard.flow.results import Result
from brickyard.flow.seams import open_sandbox, opening
from brickyard.flow.session import RunOptions, Work, opened, writing
from brickyard.flow.standing import own_packages, wheels_in
from brickyard.recipe.lock import LOCK, read_lock
from brickyard.settings import Settings
from brickyard.values import ProofLevel, Recipe


async def prove(
    recipe: Path | str,
    code: Path | str,
    *,
    tests: Path | str | None = None,
    since: str | None = None,
    repair: bool = False,
    agree: Agree | None = None,
    yes: bool = False,
    **given: Unpack[RunOptions],
) -> Result:
    """Prove code that is there by the recipe in this folder.

    Only the lock is written, and its cases as pytest files to the folder `tests`, if one is given.
    `since` is a git revision: only what a change since then reaches is played.
    With `repair` edits are sought for what is wrong or not there; they are applied with `yes`, or
    if `agree` says so when it is called with them, and not otherwise.
    """
    started = time.monotonic()
    folder = recipes.seat(Path(recipe))
    found = read_code(Path(code))
    surface = read_surface(found)
    revision = file_at(folder, LOCK, since) if since is not None else None
    options: Order = {
        "what": "prove",
        "code": str(Path(code).resolve()),
        "unlocked": given.get("unlocked", False),
        "tests": str(Path(tests).resolve()) if tests else None,
        "since": since,
        "repair": repair,
        "yes": yes,
    }
    packages, needs = found.dependencies, found.needs
    async with opened(recipe, options=options, packages=packages, needs=needs, **given) as work:
        listener = given.get("listener", silent)
        opened_for = opening(work.recipe.packages, work.context.settings, listener)
        if found.build:
            found = await built_code(found, opened_for)
            surface = read_surface(found)
        kept = unlocked_proof(work.context.lock.proved)
        reach = _reached(revision, work.recipe, found, surface, kept, work.context.settings)
        proved, kept = await prove_code(
            work.recipe, found, surface, work.context, kept, opened_for, reach
        )
        proved = proved.timed(time.monotonic() - started)
        keeper = _Keeper(folder, work, found, surface, Path(code))
        keeper.keep(kept, proved)
        mended = None
        if repair:
            proved, kept, mended = await keeper.repaired(
                proved, kept, (lambda _: True) if yes else agree
            )
        if tests:
            write_tests(as_pytest(kept.cases, work.recipe, surface.names), Path(tests))
        lock = folder / LOCK
        return work.ended(work.tally.proved(work.run.id, proved, lock, work.findings, mended))


@dataclass(frozen=True)
class _Keeper:
    """Keeps a proof in the lock beside the recipe, beside what a build left there."""

    folder: Path
    work: Work
    code: Code
    surface: Surface
    place: Path

    def keep(self, kept: Kept, proved: Proved) -> None:
        where = os.path.relpath(self.place.resolve(), self.folder.resolve())
        lock = read_lock(self.folder)
        update = {
            "recipe": self.work.recipe.name,
            "proved": locked_proof(kept, proved, where),
        }
        with writing(self.folder):
            lock.model_copy(update=update).write(self.folder)

    async def repaired(
        self, proved: Proved, kept: Kept, agree: Agree | None
    ) -> tuple[Proved, Kept, Repair]:
        """What it comes to with edits that mend it; they are in the lock only when applied."""
        work = self.work
        proved, kept, mended = await repair_code(
            work.recipe,
            self.code,
            self.surface,
            work.context,
            proved,
            kept,
            folder=work.folder,
            agree=agree,
        )
        if mended.applied:
            self.keep(kept, proved)
        return proved, kept, mended


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


async def draft(
    recipe: Path | str, code: Path | str, texts: Files, **given: Unpack[RunOptions]
) -> Files:
    """A recipe of what these texts promise of the code, to be written to this folder."""
    found = read_code(Path(code))
    surface = read_surface(found)
    async with opened(recipe, options={"what": "draft"}, named=found.name, **given) as work:
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
    wheels = wheels_in(folder)
    packages = own_packages(ground.proving.recipe.packages, wheels)
    sandbox = await open_sandbox(packages, settings, listener, wheels=tuple(wheels.values()))
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
    place = recipes.seat(folder)
    revision = file_at(place, LOCK, since) if since is not None else None
    settings = settings or Settings.load(Path(project).resolve().parent)
    settings = settings.model_copy(update={"proof": ProofLevel(proof)} if proof else {})
    recipe, _ = check(recipes.load_all([folder]))
    code = read_code(place / locked.code)
    recipe = recipe.model_copy(update={"packages": code.dependencies})
    opened_for = opening(recipe.packages, settings, listener)
    code = await built_code(code, opened_for)
    surface, kept = read_surface(code), unlocked_proof(locked)
    reach = _reached(revision, recipe, code, surface, kept, settings)
    sandbox = await open_sandbox(recipe.packages, settings, listener, code.needs)
    tools = Prover(sandbox, settings, listener)
    again = await prove_again_by(
        recipe, code, surface, tools, kept, str(project), opened_for, reach
    )
    proved = again.proved.timed(time.monotonic() - started)
    return again.model_copy(update={"proved": proved})

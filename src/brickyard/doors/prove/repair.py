"""`prove --repair`: the best edits that were found, shown as a diff, applied if somebody agrees."""

from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path

from brickyard.context import BuildContext
from brickyard.doors.prove import disk
from brickyard.doors.prove.code import Code
from brickyard.doors.prove.mending import Mended, mend
from brickyard.doors.prove.proof import Kept
from brickyard.doors.prove.surface import Surface
from brickyard.doors.prove.verdicts import Proved, Repair
from brickyard.errors import Unavailable
from brickyard.files import Files, as_bytes, write_atomically
from brickyard.repair import edits
from brickyard.values import Recipe

PATCH = "repair.patch"

Agree = Callable[[Repair], bool]
"""Whether the edits shall be applied."""


async def repair(
    recipe: Recipe,
    code: Code,
    surface: Surface,
    context: BuildContext,
    proved: Proved,
    kept: Kept,
    *,
    folder: Path,
    agree: Agree | None,
) -> tuple[Proved, Kept, Repair]:
    """What is proven of the code as it lies there in the end, and what was done about it.

    The diff is kept in `folder` whatever is decided. Without `agree` nothing is applied.
    """
    mended = await mend(recipe, code, surface, context, proved, kept)
    files = mended.state.code.files
    paths = disk.edited_paths(code, files)
    if not paths:
        return proved, kept, Repair(rounds=mended.rounds, notes=_why(mended))
    diff = edits.unified(_named(code, code.files, paths), _named(code, files, paths))
    found = _offered(code, proved, mended, diff, folder / PATCH)
    with _writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
        write_atomically(folder / PATCH, as_bytes(diff))
    if agree is None or not agree(found):
        return proved, kept, found
    if why := disk.refusal(code, paths):
        return proved, kept, found.model_copy(update={"notes": (*found.notes, why)})
    with _writing(Path(code.place)):
        disk.write_edits(code, files, paths)
    return mended.state.proved, mended.state.kept, found.model_copy(update={"applied": True})


def _offered(code: Code, proved: Proved, mended: Mended, diff: str, patch: Path) -> Repair:
    """As it is shown before anybody agrees."""
    state, before = mended.state, {*proved.met_ids}
    dirty = disk.uncommitted(code)
    return Repair(
        diff=edits.readable(diff),
        files=tuple(disk.told(code, path) for path in disk.edited_paths(code, state.code.files)),
        folder=str(disk.base_of(code)),
        mended=tuple(id for id in state.proved.met_ids if id not in before),
        left=state.at_fault,
        rounds=mended.rounds,
        patch=str(patch),
        notes=(*(mended.said if state.at_fault else ()), *([dirty] if dirty else [])),
    )


def _why(mended: Mended) -> tuple[str, ...]:
    """Why there is nothing to apply."""
    if not mended.rounds:
        return mended.said
    return (f"No edit was found that mends {', '.join(mended.state.at_fault)}.", *mended.said)


def _named(code: Code, files: Files, paths: list[str]) -> dict[str, str]:
    """Those files that are there, as a diff names them."""
    return {disk.told(code, path): files[f"src/{path}"] for path in paths if f"src/{path}" in files}


@contextmanager
def _writing(place: Path) -> Generator[None]:
    try:
        yield
    except OSError as error:
        raise Unavailable(
            f"{error.filename or place} cannot be written: {error.strerror}. The code is as it "
            "was.",
            hint="Make room or make it writable, then run again: nothing is asked twice.",
        ) from error

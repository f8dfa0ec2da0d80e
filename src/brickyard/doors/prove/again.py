"""What was proven of somebody's code, proven again as it is now: no model is asked."""

from pathlib import Path

from brickyard.context import Tools
from brickyard.disputes.question import Ruling
from brickyard.doors.prove.building import Opened
from brickyard.doors.prove.code import Code
from brickyard.doors.prove.matrix import matrix
from brickyard.doors.prove.playing import Played, Playing
from brickyard.doors.prove.proof import Kept
from brickyard.doors.prove.reach import EVERYTHING, Reached
from brickyard.doors.prove.surface import Surface
from brickyard.doors.prove.verdicts import Proved, Said, Shown
from brickyard.events import StageStarted
from brickyard.recipe import seat
from brickyard.recipe.lock import LOCK, LockedProof, read_lock
from brickyard.values import Failure, Recipe, Value

PLACES = ("", "recipe")
"""Where the recipe of a folder with code may lie."""

_PASSED_BEFORE = "It passed when the code was proven."


class Again(Value):
    """What is proven now; `lost` are requirements that were better off when the lock was made."""

    project: str
    proved: Proved
    lost: tuple[Shown, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def exit_code(self) -> int:
        return 1 if self.lost else 0


def proven_recipe(folder: Path) -> tuple[Path, LockedProof] | None:
    """The recipe in or of this folder whose lock tells of code that was proven."""
    for recipe in (folder / place for place in PLACES):
        kept = seat(recipe)
        if (kept / LOCK).is_file() and (proof := read_lock(kept).proved):
            return recipe, proof
    return None


async def prove_again(
    recipe: Recipe,
    code: Code,
    surface: Surface,
    tools: Tools,
    kept: Kept,
    project: str,
    opened: Opened,
    reached: Reached = EVERYTHING,
) -> Again:
    """The cases of the lock on the code as it is; a check that fails and is not known is new."""
    work = Playing(recipe, code, surface, tools, reached, opened)
    known = kept.usable(recipe, surface.names, work.ids)
    gone = _count(kept) - _count(known) - _count(reached.kept)
    tools.tell(StageStarted(stage="green"))
    played = await work.played(dict(work.tests(known.cases, known.held_out)), Played())
    failing = [kept.ruled(one) or _broken(one) for one in played.failures]
    played = await work.without(played, failing)
    played = await work.beside(await work.sensitive(played))
    played = played.model_copy(update={"given": await work.examples()})
    proved = matrix(work, played, kept.silences)
    lost = [row for row in proved.rows if not row.is_kept and _is_lost(row, kept)]
    notes = [f"{gone} cases no longer fit the recipe or the code's interface."] if gone else []
    return Again(project=project, proved=proved, lost=tuple(lost), notes=tuple(notes))


def _count(kept: Kept) -> int:
    return len(kept.cases) + len(kept.held_out)


def _broken(failure: Failure) -> Failure:
    update = {"ruling": Ruling.CODE_WRONG.value, "why": _PASSED_BEFORE}
    return failure.model_copy(update=update)


def _is_lost(row: Shown, kept: Kept) -> bool:
    """What was met and is not; and what is wrong now and was not."""
    before = kept.said.get(row.requirement, Said.MET.value)
    is_wrong = row.said in (Said.WRONG, Said.NOT_THERE)
    was_wrong = before in (Said.WRONG, Said.NOT_THERE)
    return row.said is not Said.MET and (before == Said.MET or (is_wrong and not was_wrong))

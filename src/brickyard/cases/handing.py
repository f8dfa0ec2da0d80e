"""How large what a case hands to its last call is: measured where the case is played."""

from collections.abc import Sequence

from brickyard.cases import jobs
from brickyard.cases.jobs import Entry
from brickyard.cases.judging import CaseFile, Judging, sheets_of
from brickyard.cases.reports import Handed, Played
from brickyard.cases.sheets import Variant
from brickyard.cases.timing import timed_from
from brickyard.files import Files
from brickyard.sandbox.base import Sandbox


async def handed(
    sandbox: Sandbox, package: Files, files: Sequence[CaseFile], *, seconds: float
) -> list[Handed | str]:
    """Of the one case of each file; or why it could not be played."""
    sheets = [sheet for file in files for sheet in sheets_of(file)]
    entries = [Entry(sheet, 0, Variant(sheet.through)) for sheet in sheets]
    scripts = {s.test: jobs.play_script(s) | {"watched": timed_from(s)} for s in sheets}
    judging = Judging(sandbox, package, seconds, 0, False, watched="handed")
    return [_read(one) for one in await judging.play(entries, scripts)]


def _read(one: Played | str) -> Handed | str:
    if isinstance(one, str):
        return one
    return one.handed or "its helpers or imports failed"

"""The last call of a case, timed where the package is, in real time; judged as every case is.

Every repeat is a process of its own. Nothing of what is expected goes in, and what is wrong has no
time. Work that is put off until a result is looked at counts: reading what objects compute, and
their own `==`.
"""

from collections.abc import Callable, Sequence

from brickyard.cases import jobs
from brickyard.cases.jobs import Entry
from brickyard.cases.judging import CaseFile, Judging, sheets_of
from brickyard.cases.kinds import names_of
from brickyard.cases.model import Assign
from brickyard.cases.reports import Played
from brickyard.cases.script import Play
from brickyard.cases.sheets import Sheet, Variant, read_names, tops
from brickyard.files import Files
from brickyard.sandbox.base import Sandbox

Took = tuple[float, float]
"""Seconds by the clock and of the processor."""


def timed_call(file: CaseFile) -> str:
    """The last call of the one case, as it is played; ValueError where it cannot be timed."""
    (sheet,) = sheets_of(file)
    number, play = _last(sheet)
    if sheet.case.table is not None or play.is_block:
        raise ValueError("its last call stands in a table or a block; time one plain call")
    if not _is_judged(sheet, number):
        raise ValueError("nothing is expected of its last call; a wrong result must not be fast")
    return play.text


def _last(sheet: Sheet) -> tuple[int, Play]:
    plays = [*tops(sheet.flow.script.plays)]
    if not plays:
        raise ValueError("it calls nothing of the package")
    return plays[-1]


def _is_judged(sheet: Sheet, number: int) -> bool:
    """Whether a check reads what the call reported, by whatever name."""
    known = {f"_{number}"}
    for step in sheet.flow.outside:
        if isinstance(step, Assign) and read_names([step.value]) & known:
            known |= names_of(step.target)
    return any(
        one.play == number or read_names(each.text for each in one.operands) & known
        for one in sheet.judged
    )


async def timed(
    sandbox: Sandbox,
    package: Files,
    file: CaseFile,
    *,
    seconds: float,
    enough: Callable[[Sequence[Took]], bool],
) -> tuple[Took, ...] | str:
    """The times of its last call until there are `enough`, the first not counted; or why there are
    none. `seconds`: for each repeat."""
    (sheet,) = sheets_of(file)
    entry, scripts = Entry(sheet, 0, Variant(sheet.through)), {sheet.test: jobs.play_script(sheet)}
    good: list[tuple[Entry, Played]] = []
    took: list[Took] = []
    while True:
        judging = Judging(sandbox, package, seconds, len(good), True, is_timed=True)
        (one,) = await judging.play([entry], scripts)
        if isinstance(one, str) or not one.fits(sheet.flow.script.plays):
            return one if isinstance(one, str) else "it told of other plays than it has"
        good.append((entry, one))
        last = one.told[-1].took if one.told else None
        if last is None or len(last) != 2 or min(last) < 0:
            break
        took.append((last[0], last[1]))
        if len(took) > 1 and enough(took[1:]):
            break
    judging.marked = judging.mark([sheet], good)
    wrong = [found.reason for found in await judging.judged(good) if found.reason]
    if wrong or len(took) < 2:
        return wrong[0] if wrong else "the clock cannot be read"
    clock, processor = judging.asked
    return tuple((one + clock, other + processor) for one, other in took[1:])

"""The last call of a case, timed where the package is, in real time; judged as every case is.

Every repeat is a process of its own. Nothing of what is expected goes in, and what is wrong has no
time. Work that is put off until a result is looked at counts: reading what objects compute, and
their own `==`.
"""

import ast
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from brickyard.cases import jobs
from brickyard.cases.jobs import Entry
from brickyard.cases.judging import CaseFile, Judging, sheets_of
from brickyard.cases.kinds import names_of
from brickyard.cases.model import Assign, Names
from brickyard.cases.reports import Played
from brickyard.cases.script import Play
from brickyard.cases.sheets import Sheet, Variant, read_names, texts_of, tops
from brickyard.cases.words import BARE, BUILTINS, MODULES, WORDS
from brickyard.files import Files
from brickyard.sandbox.base import Sandbox

Took = tuple[float, float]
"""Seconds by the clock and of the processor."""

_OTHERS = {*BUILTINS, *BARE, *MODULES, *WORDS} - {"run", "together"}
_LOOKING = {"read", "files", "mode", "Path"}
_METHODS = {
    name
    for kind in (str, bytes, list, tuple, dict, set, deque, Path)
    for name in dir(kind)
    if not name.startswith("_")
}
"""What a value that was given may be asked without the package."""


def timed_call(file: CaseFile) -> str:
    """The last call of the one case, as it is played; ValueError where it cannot be timed."""
    (sheet,) = sheets_of(file)
    at = timed_from(sheet)
    play = sheet.flow.script.plays[at]
    if sheet.case.table is not None or play.is_block:
        raise ValueError("its last call stands in a table or a block; time one plain call")
    if not _is_judged(sheet, at):
        raise ValueError("nothing is expected of its last call; a wrong result must not be fast")
    return play.text


def timed_from(sheet: Sheet) -> int:
    """The place of the last play that calls the package; what is played after it looks at what
    came of it, and its time counts."""
    plays = sheet.flow.script.plays
    if not plays:
        raise ValueError("it calls nothing of the package")
    calling = [at for at, play in enumerate(plays) if _calls(play, sheet.names)]
    return calling[-1] if calling else len(plays) - 1


def _calls(play: Play, names: Names) -> bool:
    """`find(book)` and `book.find()` do, `len(found)`, `found.count(1)` and a definition do not."""
    if any(_calls(each, names) for each in play.inside):
        return True
    tree = ast.parse(f"{play.text} pass" if play.is_block else play.text)
    if isinstance(tree.body[0], ast.FunctionDef | ast.AsyncFunctionDef):
        return False
    called = [node.func for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return any(_is_own(function, names) for function in called)


def _is_own(function: ast.expr, names: Names) -> bool:
    match function:
        case ast.Name(id=name):
            return name not in _OTHERS or name in names.offers
        case ast.Attribute(value=ast.Name(id="clock" | "Path")):
            return False
        case ast.Attribute(value=ast.Name(id=name)) if name in MODULES:
            return False
        case ast.Attribute(attr=name):
            own = {key.rpartition(".")[2] for key in names.declared if "." in key}
            return name not in _METHODS or f"{name}()" in own
        case _:
            return True


def _is_judged(sheet: Sheet, at: int) -> bool:
    """Whether a check reads what the call reported, by whatever name, or what looks at it after."""
    plays = [*tops(sheet.flow.script.plays)]
    known = {f"_{number}" for number, play in plays[at:] if _is_about(play, plays[at][1], sheet)}
    played = {*known}
    for step in sheet.flow.outside:
        if isinstance(step, Assign) and read_names([step.value]) & known:
            known |= names_of(step.target)
    return any(
        f"_{one.play}" in played or read_names(each.text for each in one.operands) & known
        for one in sheet.judged
    )


def _is_about(play: Play, timed: Play, sheet: Sheet) -> bool:
    """Whether it looks at what the timed call gave or was given, or at files."""
    own, others = ({*_named(each)} for each in (play, timed))
    known = {*sheet.names.offers, *_OTHERS, "run"}
    return play is timed or bool((own & others) - known) or bool(own & _LOOKING)


def _named(play: Play) -> Iterator[str]:
    for text in texts_of([play]):
        yield from (node.id for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Name))


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
    first = timed_from(sheet)
    entry, scripts = Entry(sheet, 0, Variant(sheet.through)), {sheet.test: jobs.play_script(sheet)}
    good: list[tuple[Entry, Played]] = []
    took: list[Took] = []
    while True:
        judging = Judging(sandbox, package, seconds, len(good), True, watched="timed")
        (one,) = await judging.play([entry], scripts)
        if isinstance(one, str) or not one.fits(sheet.flow.script.plays):
            return one if isinstance(one, str) else "it told of other plays than it has"
        good.append((entry, one))
        times = [each.took or [] for each in one.told[first:]]
        if not times or any(len(each) != 2 or min(each) < 0 for each in times):
            break
        took.append((sum(each[0] for each in times), sum(each[1] for each in times)))
        if len(took) > 1 and enough(took[1:]):
            break
    judging.marked = judging.mark([sheet], good)
    wrong = [found.reason for found in await judging.judged(good) if found.reason]
    if wrong or len(took) < 2:
        return wrong[0] if wrong else "the clock cannot be read"
    clock, processor = judging.asked
    return tuple((one + clock, other + processor) for one, other in took[1:])

"""What `prove` showed, as text: the matrix, each thing that is wrong, and what the recipe leaves
open."""

import io
from collections.abc import Iterable

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from brickyard.doors.prove.again import Again
from brickyard.doors.prove.edits import size_of
from brickyard.doors.prove.matrix import NAMES
from brickyard.doors.prove.verdicts import Failure, Proved, Said, Shown
from brickyard.faces.cli.output import WIDEST, program, shown, typed, wrapped
from brickyard.faces.report.text import MARKS, SHORTER
from brickyard.results import Result
from brickyard.values import Proof, counted

STYLES = {
    Said.MET: "green",
    Said.WRONG: "red",
    Said.NOT_THERE: "red",
    Said.NOT_JUDGED: "yellow",
}
MOST_LINES = 12
"""Lines of a failing case that are shown."""

MOST_SURVIVORS = 3
LONG = 8
"""Ids that are longer are broken where the table is too wide for the terminal."""


def proved_text(result: Result, proved: Proved, *, width: int = 0, colour: bool = False) -> str:
    told = [*story(proved), *_mended(result), *_ended(result)]
    return _sheet(proved, told, width=width, colour=colour)


def again_proved_text(again: Again, *, width: int = 0, colour: bool = False) -> str:
    """Of a proof that was made again: what was lost stands last."""
    lines = [*story(again.proved), *(f"Note: {note}" for note in again.notes)]
    lost = ", ".join(row.requirement for row in again.lost)
    end = f"Lost since it was proven: {lost}." if lost else "Every proof holds."
    return _sheet(again.proved, [*lines, end], width=width, colour=colour)


def _sheet(proved: Proved, lines: Iterable[str], *, width: int, colour: bool) -> str:
    console = Console(
        file=io.StringIO(),
        width=width or WIDEST,
        force_terminal=colour,
        no_color=not colour,
        highlight=False,
    )
    console.print(_table(proved))
    assert isinstance(console.file, io.StringIO)
    table = "\n".join(line.rstrip() for line in console.file.getvalue().splitlines())
    told = "\n".join(line if line.startswith("      ") else wrapped(line, width) for line in lines)
    return f"{table}\n\n{told}"


def _table(proved: Proved) -> Table:
    version = f" {proved.version}" if proved.version else ""
    table = Table(
        title=f"{proved.name}{version}: what execution proved",
        title_justify="left",
        box=box.SIMPLE_HEAD,
        show_edge=False,
        padding=0,
        pad_edge=False,
    )
    is_long = any(len(row.requirement) > LONG for row in proved.rows)
    table.add_column("id", overflow="fold", min_width=LONG if is_long else None)
    for column in ("level", *(SHORTER.get(name, name) for name in NAMES), "checks"):
        table.add_column(column, no_wrap=True)
    table.add_column("verdict", no_wrap=True)
    for row in proved.rows:
        marks = [MARKS[row.proofs[name].state] for name in NAMES]
        said = Text(row.said.value, style=STYLES[row.said])
        table.add_row(row.requirement, row.level.value, *marks, str(row.checks), said)
    return table


def story(proved: Proved) -> list[str]:
    """What a person wants to know at the end, in sentences."""
    lines: list[str] = []
    for row in proved.rows:
        if row.said is not Said.MET:
            lines += _said(row)
    lines += [
        f"{row.requirement}, {name}: {proven.detail}"
        for row in proved.rows
        for name, proven in row.proofs.items()
        if proven.state is Proof.NOT_APPLICABLE and proven.detail and row.said is Said.MET
    ]
    for silence in proved.silences:
        lines.append(
            f"The recipe does not say: {silence.sentence} The code does: {silence.code_does}"
        )
    if proved.changed:
        lines.append(
            f"{proved.noticed} of {counted(proved.changed, 'small change')} to the code noticed."
        )
        lines += [f"  not noticed: {one}" for one in proved.survivors[:MOST_SURVIVORS]]
    return [*lines, *(f"Note: {note}" for note in proved.notes)]


def _mended(result: Result) -> Iterable[str]:
    """What became of edits that mend the code."""
    found = result.repair
    if found is None:
        return
    yield from (f"Repair: {note}" for note in found.notes)
    if found.diff and not found.applied:
        ids, files = ", ".join(found.mended), ", ".join(found.files)
        yield f"Repair: edits of {files} that mend {ids} were not applied."
        yield f"  The diff is {shown(found.patch)}; to apply it, run the same again with --yes, or"
        yield f"      patch -p1 -d {typed(found.folder)} < {typed(found.patch)}"
    elif found.applied:
        size, ids = size_of(found.diff), ", ".join(found.mended)
        yield f"Repair: {size} in {', '.join(found.files)}; {ids} met by it."


def _ended(result: Result) -> list[str]:
    folder = typed(str(result.out).rpartition("/")[0])
    is_mended = result.repair is not None and result.repair.applied
    other = "beside the edits no" if is_mended else "no"
    return [
        f"Cases and rulings: {shown(result.out)}; {other} other file was written.",
        f"Prove it again, with no model: {program()} test {folder}",
        f"Run {result.run}: {result.status}; {result.asked} asked, {result.reused} from the "
        f"record, {result.refused} refused, ${result.usd:.2f}",
    ]


def _said(row: Shown) -> list[str]:
    found = [f"{row.requirement} is {row.said.value}: {row.reason}"]
    return [*found, *(_failing(row.failure) if row.failure else ())]


def _failing(failure: Failure) -> Iterable[str]:
    text = failure.text.strip().splitlines()
    yield from (f"      {line}" for line in text[:MOST_LINES])
    if len(text) > MOST_LINES:
        yield f"      … {len(text) - MOST_LINES} more lines"
    if failure.quote:
        yield f"  It rests on: “{failure.quote}”"
    if failure.why:
        yield f"  {failure.why}"

"""What `prove` showed, as text: the matrix, each thing that is wrong, and what the recipe leaves
open."""

import io
from collections import Counter
from collections.abc import Iterable, Sequence

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from brickyard.doors.prove.again import Again
from brickyard.doors.prove.matrix import NAMES
from brickyard.doors.prove.verdicts import Proved, Said, Shown, Since
from brickyard.errors import SHORT
from brickyard.flow.results import Result
from brickyard.repair.edits import size_of
from brickyard.reports.output import WIDEST, program, shown, typed, wrapped
from brickyard.reports.text import CODE, MARKS, SHORTER, written
from brickyard.values import Failure, Finding, Proof, counted, listed

STYLES = {
    Said.MET: "green",
    Said.WRONG: "red",
    Said.NOT_THERE: "red",
    Said.NOT_JUDGED: "yellow",
}
MOST_SURVIVORS = 3
MOST_FINDINGS = 3
KEPT = "·"
"""Of a requirement that no change reached: its proofs were not made now."""

LONG = 8
"""Ids that are longer are broken where the table is too wide for the terminal."""


def proved_text(result: Result, proved: Proved, *, width: int = 0, colour: bool = False) -> str:
    since = _since(proved.since, result.asked) if proved.since else ()
    told = [*story(proved), *since, *_mended(result), *_ended(result)]
    return _sheet(proved, told, width=width, colour=colour)


def again_proved_text(again: Again, *, width: int = 0, colour: bool = False) -> str:
    """Of a proof that was made again: what was lost stands last."""
    lines = [*story(again.proved), *(f"Note: {note}" for note in again.notes)]
    lines += _since(again.proved.since, 0) if again.proved.since else ()
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
    told = "\n".join(line if line.startswith(CODE) else wrapped(line, width) for line in lines)
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
        said = Text(row.said.value, style=STYLES[row.said])
        table.add_row(row.requirement, row.level.value, *marks(row), said)
    return table


def marks(row: Shown) -> tuple[str, ...]:
    """The cells of its proofs, and how many checks were played."""
    states = (MARKS[row.proofs[name].state] if name in row.proofs else KEPT for name in NAMES)
    return (*states, KEPT if row.is_kept else str(row.checks))


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
    if held := sum(row.examples for row in proved.rows):
        hold = "holds" if held == 1 else "hold"
        lines.append(f"{counted(held, 'example')} of the recipe {hold}, word for word.")
    lines += [line for row in proved.rows for line in _own(row)]
    for silence in proved.silences:
        lines.append(
            f"The recipe does not say: {silence.sentence} The code does: {silence.code_does}"
        )
    if proved.changed:
        lines.append(
            f"{proved.noticed} of {counted(proved.changed, 'small change')} to the code noticed."
        )
        lines += [f"  not noticed: {one}" for one in proved.survivors[:MOST_SURVIVORS]]
    return [*lines, *_found(proved.findings), *(f"Note: {note}" for note in proved.notes)]


def _found(findings: Sequence[Finding]) -> Iterable[str]:
    """What gates have to say of the text; it changes nothing above."""
    if findings:
        counts = Counter(finding.rule.partition(".")[0] for finding in findings)
        told = ", ".join(f"{count} of {gate}" for gate, count in counts.items())
        yield f"Beside the verdicts, gates have findings: {told}."
    for finding in findings[:MOST_FINDINGS]:
        yield f"  {finding.file}:{finding.line}: {finding.message}"


def _own(row: Shown) -> Iterable[str]:
    """Tests that lie beside the code: evidence of its author, or a doubt."""
    standing = [one for one in row.own if one.counts]
    weak = [one.test for one in row.own if one.passed and not one.is_red]
    if standing:
        what = "tests of the code's own that stand too (in process, by its author)"
        yield f"{row.requirement}: {what}: {len(standing)}."
    if weak:
        yield f"{row.requirement}: proves nothing, it passes on code that only pretends: " + listed(
            weak
        )
    for one in row.own:
        why, *_ = one.reason.splitlines() or [""]
        if one.is_doubt:
            yield f"{row.requirement} is in doubt: its author's own {one.test} fails: {why}"
        elif not one.passed:
            yield f"{row.requirement}: its author's own {one.test} does not pass here: {why}"


def _since(since: Since, asked: int) -> list[str]:
    """What was played because of which change, what was not, and what that took."""
    revision = f"{since.revision} ({since.commit[:SHORT]})"
    took = f"{since.seconds:.1f} seconds, {counted(asked, 'question')}."
    if since.everything:
        return [f"Everything is reached since {revision}: {since.everything}.", took]
    reasons: dict[str, list[str]] = {}
    for id, why in since.reached.items():
        reasons.setdefault(why, []).append(id)
    lines = [f"Reached since {revision}: {', '.join(ids)}: {why}." for why, ids in reasons.items()]
    if since.unexecuted:
        lines.append(f"Changed, and executed by no case: {listed(since.unexecuted)}.")
    kept = f"not reached since {since.revision}: {counted(len(since.kept), 'requirement')}"
    verdict = f", with the verdict of the lock there ({KEPT})" if since.kept else ""
    return [*lines, f"{kept[0].upper()}{kept[1:]}{verdict}.", took]


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
    yield from written(failure)
    if failure.quote:
        yield f"  It rests on: “{failure.quote}”"
    if failure.why:
        yield f"  {failure.why}"

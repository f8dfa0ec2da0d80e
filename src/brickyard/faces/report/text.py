"""A run as text, for a terminal or a log: the matrix, what was not met, where the package is."""

import io
from collections.abc import Iterable

from rich import box
from rich.console import Console
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from brickyard.faces.cli.output import WIDEST, shown, wrapped
from brickyard.gates import GateResult
from brickyard.gates.base import refusals
from brickyard.results import Result
from brickyard.values import Dispute, Kind, Matrix, Proof, Row, Verdict, Where, counted

MOST_FINDINGS = 10
_WHERE = {
    Where.OUTSIDE: "judged outside of the code's process",
    Where.IN_PROCESS: "judged within it",
}
MARKS = {Proof.PASSED: "✓", Proof.FAILED: "✗", Proof.MISSING: "–", Proof.NOT_APPLICABLE: "n/a"}
OWN = (Kind.PERFORMANCE.value, Kind.STATIC.value, Kind.ARTEFACT.value, Kind.ATTESTED.value)
"""Kinds that have a proof of their own name: its mark stands beside the kind."""
UNLIMITED = 10_000
SHORTER = {"held out": "held"}
VERDICTS = {Verdict.MET: "green", Verdict.NOT_MET: "red", Verdict.ATTESTED: "cyan"}


def as_text(result: Result, *, width: int = 0, colour: bool = False) -> str:
    """The whole report; plain unless `colour`, its lines whole unless there is a `width`."""
    return sheet(result.recipe, result.matrix, story(result), width=width, colour=colour)


def sheet(name: str, matrix: Matrix, lines: Iterable[str], *, width: int, colour: bool) -> str:
    """The matrix, and what is said below it."""
    told = "\n".join(wrapped(line, width) for line in lines)
    if not matrix.rows:
        return told
    console = Console(
        file=io.StringIO(),
        width=width or WIDEST,
        force_terminal=colour,
        no_color=not colour,
        highlight=False,
    )
    console.print(matrix_table(name, matrix, console))
    assert isinstance(console.file, io.StringIO)
    table = "\n".join(line.rstrip() for line in console.file.getvalue().splitlines())
    return f"{table}\n\n{told}"


def matrix_table(name: str, matrix: Matrix, console: Console) -> Table:
    """Columns of counts are left out where the proofs would not fit beside them."""
    wide = console.options.update(width=UNLIMITED)
    for counts in (("tests", "lines"), ("tests",), ()):
        table = _table(name, matrix, counts)
        if Measurement.get(console, wide, table).maximum <= console.width:
            break
    return table


def _table(name: str, matrix: Matrix, counts: tuple[str, ...]) -> Table:
    names = [each for each in proof_names(matrix) if each not in OWN]
    table = Table(
        title=f"{name}: what execution proved",
        title_justify="left",
        box=box.SIMPLE_HEAD,
        show_edge=False,
        padding=0,
        pad_edge=False,
    )
    table.add_column("id", overflow="fold", min_width=8 if _long(matrix) else None)
    for column in ("level", "kind", *(SHORTER.get(each, each) for each in names), *counts):
        table.add_column(column, no_wrap=True)
    table.add_column("verdict", no_wrap=True)
    for row in matrix.rows:
        told = cells(row, names)
        told[2] += f" {_mark(row, row.kind.value)}" if row.kind.value in OWN else ""
        shown = told[: len(told) - 2 + len(counts)]
        table.add_row(*shown, Text(row.verdict.value, style=VERDICTS[row.verdict]))
    return table


def _long(matrix: Matrix) -> bool:
    return any(len(row.requirement) > 8 for row in matrix.rows)


def proof_names(matrix: Matrix) -> list[str]:
    """The proofs that at least one requirement asks for."""
    return list(
        dict.fromkeys(
            name
            for row in matrix.rows
            for name, proven in row.proofs.items()
            if proven.state is not Proof.NOT_APPLICABLE
        )
    )


def cells(row: Row, names: list[str]) -> list[str]:
    marks = [_mark(row, name) for name in names]
    lines = sum(map(len, row.lines.values()))
    return [
        row.requirement,
        row.level.value,
        row.kind.value,
        *marks,
        str(len(row.tests)),
        str(lines),
    ]


def _mark(row: Row, name: str) -> str:
    return MARKS[row.proofs[name].state] if name in row.proofs else "n/a"


def story(result: Result) -> list[str]:
    """What a person wants to know at the end, in sentences."""
    lines = [*_judged(result)]
    lines += [f"{row.requirement} is not met: {row.reason}" for row in unmet(result)]
    lines += [
        f"{row.requirement}, {name}: {proven.detail}"
        for row in result.matrix.rows
        for name, proven in row.proofs.items()
        if proven.state is Proof.NOT_APPLICABLE and proven.detail
    ]
    lines += [line for dispute in result.disputes for line in disputed(dispute)]
    lines += [line for gate in result.gates if not gate.passed for line in _refused(gate)]
    lines += _problems(result)
    if result.error:
        lines.append(f"Ended: {result.error}")
        lines += [f"  {found.message}" for found in result.findings if found.blocks]
    lines += [f"Waits for an answer: {wait.named}" for wait in result.waits]
    lines += [f"Consider adding to the recipe: {text}" for text in clarifications(result)]
    if result.hint:
        lines.append(f"Next: {result.hint}")
    if result.status == "done":
        lines.append(f"Built: {shown(result.out)}")
        lines += [f"  {shown(result.out)}/dist/{name}" for name in result.artefacts]
    elif result.matrix.rows:
        lines.append("Nothing was packaged: what was built is not what the recipe asks for.")
        place = [f"Code and tests as they stand, to look at: {shown(result.out)}"]
        lines += [*(place if result.out else []), f"Next: {_next(result)}"]
    lines += _foreseen(result)
    lines.append(
        f"Run {result.run}: {result.status}; {result.asked} asked, {result.reused} from the "
        f"record, {result.refused} refused, ${result.usd:.2f}"
    )
    return lines


def _foreseen(result: Result) -> list[str]:
    """What was asked, beside what was expected at the start."""
    was = result.foreseen
    if was is None or not result.asked:
        return []
    now = f"{counted(result.asked, 'question')}, {result.input_tokens:,} tokens in, "
    then = f"{was.questions}, {was.input_tokens:,} in, {was.output_tokens:,} out"
    price = "" if was.usd is None else f", ${was.usd:.2f}"
    return [
        f"Asked: {now}{result.output_tokens:,} out, ${result.usd:.2f}; "
        f"foreseen at the start: {then}{price}"
    ]


def _next(result: Result) -> str:
    """What a person can do about a build that was refused."""
    ids = ", ".join(row.requirement for row in unmet(result))
    if not ids:
        return (
            "every requirement has its proof, and a gate did not pass. Build again with another "
            "model (--model NAME), or take the code from there and mend it by hand."
        )
    return (
        f"say in the recipe more exactly what must come out for {ids}, or build again with "
        "another model (--model NAME). What was answered is not asked again."
    )


def disputed(dispute: Dispute) -> list[str]:
    """Both sides' words, and how it ended."""
    lines = [
        f"Disputed: {dispute.test.split('::')[-1]} of {dispute.requirement} → {dispute.settled}",
        f"  the test expects {dispute.expects}",
        f"  for the code: {dispute.claim}",
        f"  the judge ({dispute.ruling}): {dispute.reason}",
    ]
    lines += [f"  worked out afresh: {dispute.drawn}"] if dispute.drawn else []
    return lines


def clarifications(result: Result) -> list[str]:
    """Sentences that the recipe's author could add, because a requirement is silent."""
    return [
        f"{dispute.requirement} is silent: {dispute.clarification}"
        for dispute in result.disputes
        if dispute.clarification
    ]


def _refused(gate: GateResult) -> list[str]:
    """A gate that did not pass, with what it found."""
    found = [finding for finding in gate.findings if finding.blocks]
    places = [
        f"  {one.file}:{one.line}: {one.message}" if one.line else f"  {one.message}"
        for one in found
    ]
    more = len(places) - MOST_FINDINGS
    rest = [f"  … and {more} more"] if more > 0 else []
    return [f"Gate {gate.gate} did not pass: {gate.detail}", *places[:MOST_FINDINGS], *rest]


def _problems(result: Result) -> list[str]:
    """The first of what is wrong beside that, each on one line; the gates have said their part."""
    told = set(refusals(result.gates))
    others = [problem.partition("\n")[0] for problem in result.problems if problem not in told]
    more = len(others) - MOST_FINDINGS
    rest = f"  … and {more} more: `brickyard report {result.run} --format json` tells all of them"
    return [*(f"  {one}" for one in others[:MOST_FINDINGS]), *([rest] if more > 0 else [])]


def _judged(result: Result) -> list[str]:
    places = [place for row in result.matrix.rows for place in row.judged.values()]
    counts = [f"{places.count(place)} {_WHERE[place]}" for place in Where if place in places]
    return [f"Acceptance tests: {', '.join(counts)}."] if counts else []


def unmet(result: Result) -> list[Row]:
    return [row for row in result.matrix.rows if row.verdict is Verdict.NOT_MET]

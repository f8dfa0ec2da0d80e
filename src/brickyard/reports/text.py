"""A run as text, for a terminal or a log: the matrix, what was not met, where the package is."""

import io
import re
import shlex
from collections.abc import Iterable, Iterator, Sequence

from rich import box
from rich.console import Console
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from brickyard.flow.comply import BUILD
from brickyard.flow.results import Result
from brickyard.gates import GateResult
from brickyard.gates.base import refusals
from brickyard.reports.output import WIDEST, program, shown, typed, wrapped
from brickyard.values import (
    Dispute,
    Failure,
    Finding,
    Level,
    Matrix,
    Proof,
    Row,
    Verdict,
    Where,
    counted,
    listed,
)
from brickyard.values.kinds import OWN

MOST_FINDINGS = 10
MOST_NOTES = 3
"""Findings of one gate that block nothing."""
_WHERE = {
    Where.OUTSIDE: "judged outside of the code's process",
    Where.IN_PROCESS: "judged within it",
}
MARKS = {Proof.PASSED: "✓", Proof.FAILED: "✗", Proof.MISSING: "–", Proof.NOT_APPLICABLE: "n/a"}
UNLIMITED = 10_000
SHORTER = {"held out": "held"}
STYLES = {"met": "green", "attested": "cyan", "not judged": "yellow"}
"""Of verdicts; others are red."""

MOST_LINES = 12
"""Lines of a failing case that are shown."""

LONGEST = 300
"""Characters of a value that are shown."""

_OF_A_TEST = re.compile(r"tests/\S+\.py::")

CODE = " " * 6
"""Begins lines that are never broken."""


def as_text(result: Result, *, width: int = 0, colour: bool = False) -> str:
    """The whole report; plain unless `colour`, its lines whole unless there is a `width`."""
    lines = [*_unmet(result), *story(result)]
    return sheet(result.recipe, result.matrix, lines, width=width, colour=colour)


def sheet(name: str, matrix: Matrix, lines: Iterable[str], *, width: int, colour: bool) -> str:
    """The matrix, and what is said below it."""
    told = "\n".join(line if line.startswith(CODE) else wrapped(line, width) for line in lines)
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
    table.add_column("verdict")
    for row in matrix.rows:
        told = cells(row, names)
        told[2] += f" {_mark(row, row.kind.value)}" if row.kind.value in OWN else ""
        shown = told[: len(told) - 2 + len(counts)]
        table.add_row(
            *shown,
            Text(
                row.said,
                style=STYLES.get(row.unmet.value if row.unmet else row.verdict.value, "red"),
            ),
        )
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
    """What a person wants to know beside what is not met, in sentences; what it came to is last."""
    lines = [line for gate in result.gates if not gate.passed for line in _refused(gate)]
    lines += _problems(result)
    if result.error:
        lines.append(f"Ended: {result.error}")
        lines += [f"  {found.message}" for found in result.findings if found.blocks]
    lines += [f"Waits for an answer: {wait.named}" for wait in result.waits]
    lines += [line for dispute in result.disputes for line in disputed(dispute)]
    lines += [f"Consider adding to the recipe: {text}" for text in clarifications(result)]
    lines += in_process_only(result.matrix)
    lines += [
        f"{row.requirement}, {name}: {proven.detail}"
        for row in result.matrix.rows
        for name, proven in row.proofs.items()
        if proven.state is Proof.NOT_APPLICABLE and proven.detail
    ]
    lines += [
        f"{one.requirement} is proven by {one.kind}, as the plan reads “{one.words}”."
        for one in result.proofs
    ]
    lines += [f"Allowed: {one.told}." for one in result.permissions]
    lines += noted(result.gates)
    lines += _judged(result)
    if result.hint:
        lines.append(f"Next: {result.hint}")
    return [*lines, *_ended(result)]


def _unmet(result: Result) -> Iterator[str]:
    """Each requirement that is not met: how, the check that shows it, and what to do next."""
    advised: dict[str, str] = {}
    for row in result.matrix.unmet:
        yield from said(row)
        if row.next in advised:
            yield f"  Next: as for {advised[row.next]}."
        elif row.next:
            yield from stepped(row, result)
        advised.setdefault(row.next, row.requirement)
        yield ""


def said(row: Row) -> list[str]:
    """`R2 is broken: test_x fails.`, its text, what it expects and what came."""
    level = "" if row.level is Level.MUST else f" ({row.level.value})"
    head = f"{row.requirement}{level} is {row.said}: "
    if row.failure is None:
        return [head + _indented(row.reason)]
    failure, reason = row.failure, row.reason
    if failure.expected and reason.endswith(failure.reason):
        reason = reason.removesuffix(failure.reason).rstrip(": ") + "."
    return [head + _indented(reason), *checked(failure)]


def checked(failure: Failure) -> Iterator[str]:
    """A check as it was written, what it expects, and what came."""
    yield from written(failure)
    if failure.expected:
        yield f"  expected {_cut(failure.expected)}"
        yield f"  got      {_cut(failure.got)}"


def written(failure: Failure) -> Iterator[str]:
    text = failure.text.strip().splitlines()
    yield from (f"{CODE}{line}" for line in text[:MOST_LINES])
    if len(text) > MOST_LINES:
        yield f"{CODE}… {len(text) - MOST_LINES} more lines"


def _indented(text: str) -> str:
    return text.strip().replace("\n", "\n  ")


def _cut(text: str) -> str:
    line = text.replace("\n", "\\n")
    return line if len(line) <= LONGEST else f"{line[:LONGEST]} …"


def stepped(row: Row, result: Result) -> Iterator[str]:
    """What to do next; a command as it is typed here, on a line of its own."""
    command = shlex.join(result.command) or BUILD
    words, found, options = row.next.partition(command)
    yield f"  Next: {words.rstrip()}"
    if found:
        yield f"{CODE}{_typed(result.command) if result.command else command}{options}"


def _typed(command: Sequence[str]) -> str:
    words = (typed(word) if word.startswith("/") else shlex.quote(word) for word in command[1:])
    return " ".join((program(), *words))


def _ended(result: Result) -> Iterator[str]:
    """What it came to, in the last lines: they are read first."""
    if result.status == "done":
        if result.matrix.unmet:
            yield f"{result.matrix.summary}."
        yield f"Built: {shown(result.out)}"
        yield from (f"  {shown(result.out)}/dist/{name}" for name in result.artefacts)
    elif result.matrix.rows:
        yield f"Nothing was packaged: {result.matrix.summary}."
        if result.out:
            yield f"Code and tests as they stand, to look at: {shown(result.out)}"
        yield from _next(result)
    yield from _foreseen(result)
    yield (
        f"Run {result.run}: {result.status}; {result.asked} asked, {result.reused} from the "
        f"record, {result.refused} refused, ${result.usd:.2f}"
    )


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


def _next(result: Result) -> Iterator[str]:
    """Beside what stands with each requirement."""
    again = [row.requirement for row in result.matrix.unmet if row.next.endswith(_again(row))]
    if result.command and len(again) > 1:
        yield f"To ask anew for what is about {listed(again, 8)} at once:"
        yield f"{CODE}{_typed(result.command)} --again {','.join(again)}"
    if result.matrix.met:
        yield (
            "Next: every MUST has its proof, and a gate did not pass. Build again with another "
            "model (--model NAME), or take the code from there and mend it by hand."
        )


def _again(row: Row) -> str:
    return f" --again {row.requirement}"


def disputed(dispute: Dispute) -> list[str]:
    """Both sides' words, and how it ended."""
    lines = [
        f"Disputed: {dispute.test.split('::')[-1]} of {dispute.requirement} → {dispute.settled}",
        f"  the test expects {dispute.expects}",
        f"  for the code: {_indented(dispute.claim)}",
        f"  the judge ({dispute.ruling}): {dispute.reason}"
        if dispute.ruling
        else "  nobody ruled on it",
    ]
    lines += [f"  worked out afresh: {dispute.drawn}"] if dispute.drawn else []
    return lines


def clarifications(result: Result) -> list[str]:
    """Sentences that the recipe's author could add, because a requirement is silent; what stands
    with a requirement already is not said twice."""
    told = [row.next for row in result.matrix.rows]
    return [
        f"{dispute.requirement} is silent: {dispute.clarification}"
        for dispute in result.disputes
        if dispute.clarification and not any(dispute.clarification in one for one in told)
    ]


def _refused(gate: GateResult) -> list[str]:
    """A gate that did not pass, with what it found."""
    found = [finding for finding in gate.findings if finding.blocks]
    places = [f"  {_place(one)}{one.message}" for one in found]
    more = len(places) - MOST_FINDINGS
    rest = [f"  … and {more} more"] if more > 0 else []
    return [f"Gate {gate.gate} did not pass: {gate.detail}", *places[:MOST_FINDINGS], *rest]


def in_process_only(matrix: Matrix) -> list[str]:
    """Said where a verdict is weaker than it looks."""
    return [
        f"{row.requirement} is {row.said}: its tests share a process with the code, which could "
        "fool them."
        for row in matrix.rows
        if row.caveat and row.verdict is Verdict.MET
    ]


def noted(gates: Iterable[GateResult]) -> list[str]:
    """What gates have to say that blocks nothing, with what can be done about it."""
    lines: list[str] = []
    for gate in gates:
        found = [one for one in gate.findings if not one.blocks]
        told = [f"  {_place(one)}{one.message}{_advice(one)}" for one in found]
        more = len(told) - MOST_NOTES
        rest = [f"  … and {more} more, in the report as JSON"] if more > 0 else []
        head = [f"Gate {gate.gate} says, and blocks nothing by it:"] if told else []
        lines += [*head, *told[:MOST_NOTES], *rest]
    return lines


def _place(found: Finding) -> str:
    return f"{found.file}:{found.line}: " if found.line else ""


def _advice(found: Finding) -> str:
    return f". {found.suggestion}" if found.suggestion else ""


def _problems(result: Result) -> list[str]:
    """The first of what is wrong beside that, each on one line: requirements have told of their
    tests, and gates of what they found."""
    told = set(refusals(result.gates))
    others = [
        problem.partition("\n")[0]
        for problem in result.problems
        if problem not in told and not _OF_A_TEST.match(problem)
    ]
    more = len(others) - MOST_FINDINGS
    rest = f"  … and {more} more: `brickyard report {result.run} --format json` tells all of them"
    told_here = [*(f"  {one}" for one in others[:MOST_FINDINGS]), *([rest] if more > 0 else [])]
    return ["Beside that:", *told_here] if others else []


def _judged(result: Result) -> list[str]:
    places = [place for row in result.matrix.rows for place in row.judged.values()]
    counts = [f"{places.count(place)} {_WHERE[place]}" for place in Where if place in places]
    return [f"Acceptance tests: {', '.join(counts)}."] if counts else []

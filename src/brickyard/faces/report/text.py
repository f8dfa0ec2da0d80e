"""A run as text, for a terminal or a log: the matrix, what was not met, where the package is."""

import io

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from brickyard.gates import GateResult
from brickyard.gates.base import refusals
from brickyard.results import Result
from brickyard.values import Dispute, Proof, Row, Verdict, Where

MOST_FINDINGS = 10
MARKS = {Proof.PASSED: "✓", Proof.FAILED: "✗", Proof.MISSING: "–", Proof.NOT_APPLICABLE: "n/a"}
VERDICTS = {Verdict.MET: "green", Verdict.NOT_MET: "red", Verdict.ATTESTED: "cyan"}


def as_text(result: Result, *, width: int = 100, colour: bool = False) -> str:
    """The whole report; plain unless `colour`."""
    console = Console(
        file=io.StringIO(), width=width, force_terminal=colour, no_color=not colour, highlight=False
    )
    if result.matrix.rows:
        console.print(matrix_table(result))
    for line in story(result):
        console.print(line, soft_wrap=True, markup=False)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue().rstrip("\n")


def matrix_table(result: Result) -> Table:
    names = proof_names(result)
    table = Table(
        title=f"{result.recipe}: what execution proved",
        title_justify="left",
        box=box.SIMPLE_HEAD,
        padding=0,
        pad_edge=False,
    )
    for column in ("id", "level", "kind", *names, "tests", "lines", "verdict"):
        table.add_column(column, overflow="fold")
    for row in result.matrix.rows:
        verdict = Text(row.verdict.value, style=VERDICTS[row.verdict])
        table.add_row(*cells(row, names), verdict)
    return table


def proof_names(result: Result) -> list[str]:
    """The proofs that at least one requirement asks for."""
    return list(
        dict.fromkeys(
            name
            for row in result.matrix.rows
            for name, proven in row.proofs.items()
            if proven.state is not Proof.NOT_APPLICABLE
        )
    )


def cells(row: Row, names: list[str]) -> list[str]:
    marks = [MARKS[row.proofs[name].state] if name in row.proofs else "n/a" for name in names]
    lines = sum(map(len, row.lines.values()))
    return [
        row.requirement,
        row.level.value,
        row.kind.value,
        *marks,
        str(len(row.tests)),
        str(lines),
    ]


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
    lines += [f"Waits for an answer: {wait.task} → {wait.where}" for wait in result.waits]
    lines += [f"Consider adding to the recipe: {text}" for text in clarifications(result)]
    if result.hint:
        lines.append(f"Next: {result.hint}")
    if result.status == "done":
        lines.append(f"Built: {result.out}")
        lines += [f"  {result.out}/dist/{name}" for name in result.artefacts]
    elif result.matrix.rows:
        lines.append("Nothing was packaged: what was built is not what the recipe asks for.")
        lines += [f"Code and tests as they stand, to look at: {result.out}"] if result.out else []
    lines.append(
        f"Run {result.run}: {result.status}; {result.asked} asked, {result.reused} from the "
        f"record, {result.refused} refused, ${result.usd:.2f}"
    )
    return lines


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
    counts = [f"{places.count(place)} {place.value}" for place in Where if place in places]
    return [f"Acceptance tests judged: {', '.join(counts)}."] if counts else []


def unmet(result: Result) -> list[Row]:
    return [row for row in result.matrix.rows if row.verdict is Verdict.NOT_MET]

"""What a proof came to, as CI shows it: one value behind SARIF, the job summary and the badge."""

import re
from collections.abc import Iterable, Iterator
from enum import StrEnum

from brickyard.doors.prove.again import Again
from brickyard.doors.prove.matrix import NAMES
from brickyard.doors.prove.verdicts import Proved, Said, Shown
from brickyard.flow.again.drift import Lost
from brickyard.flow.again.reprove import Reproven
from brickyard.gates import GateResult
from brickyard.reports.places import FileLine, Places
from brickyard.reports.proved import marks
from brickyard.reports.text import SHORTER, cells, proof_names
from brickyard.values import Failure, Level, Matrix, Row, Value, Verdict

_UNPRINTABLE = re.compile("[^\t\n\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
GATE = "gate/"
"""Begins the rule of a gate; any other rule is a requirement."""


class Weight(StrEnum):
    """As SARIF calls it."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


class ReportedRule(Value):
    """What may be found: a requirement that is not met, or a gate that is not passed."""

    id: str
    level: Level | None = None
    text: str
    place: FileLine


class ReportedFinding(Value):
    """Something that is not as it has to be, and where a person looks first."""

    rule: str
    weight: Weight
    verdict: str
    """As in `R2 is wrong`, without the id."""
    reason: str
    case: str = ""
    """The check that fails, as it was written."""
    quote: str = ""
    """The words of the recipe that it rests on."""
    why: str = ""
    place: FileLine
    is_known: bool = False
    """It was so when it was proven or built, and fails nothing."""
    mark: str
    """What it is known by from run to run: no line, and nothing that a line may change."""


class ProofReport(Value):
    """One proof: the table, what was found, and whether it holds."""

    name: str
    version: str
    holds: bool
    met: int
    rules: tuple[ReportedRule, ...]
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    found: tuple[ReportedFinding, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def counted(self) -> str:
        return f"{self.met} of {len(self.rows)} requirements met"


def _short(name: str) -> str:
    return SHORTER.get(name, name)


def plain(text: str) -> str:
    """Without control characters and lone surrogates, which code may print and few may read."""
    return _UNPRINTABLE.sub("�", text)


# ---------------------------------------------------------------- somebody's code


def told_of_proof(proved: Proved, places: Places) -> ProofReport:
    """By `prove`: every MUST has to be met."""
    found = [_found(row, places) for row in _open(proved)]
    return _told(proved, places, found, holds=proved.met)


def told_of_again(again: Again, places: Places) -> ProofReport:
    """By `test`: nothing may be lost; what was known to be wrong stays known."""
    lost = {row.requirement for row in again.lost}
    found = [
        _found(row, places).model_copy(
            update={"weight": Weight.ERROR} if row.requirement in lost else {"is_known": True}
        )
        for row in _open(again.proved)
    ]
    told = _told(again.proved, places, found, holds=not lost)
    return told.model_copy(update={"notes": (*told.notes, *again.notes)})


def _open(proved: Proved) -> Iterator[Shown]:
    return (row for row in proved.rows if row.said is not Said.MET)


def _told(
    proved: Proved, places: Places, found: Iterable[ReportedFinding], *, holds: bool
) -> ProofReport:
    return ProofReport(
        name=proved.name,
        version=proved.version,
        holds=holds,
        met=sum(row.said is Said.MET for row in proved.rows),
        rules=tuple(_rule(row, places) for row in proved.rows),
        header=("id", "level", *map(_short, NAMES), "checks", "verdict"),
        rows=tuple(map(_cells, proved.rows)),
        found=tuple(found),
        notes=tuple(f"{one.requirement}: {one.sentence}" for one in proved.silences) + proved.notes,
    )


def _cells(row: Shown) -> tuple[str, ...]:
    return (row.requirement, row.level.value, *marks(row), row.said.value)


def _found(row: Shown, places: Places) -> ReportedFinding:
    failure = row.failure or Failure(test="", case="", requirement=row.requirement, reason="")
    at_code = places.of_code(row.file, row.line) if row.file else None
    return ReportedFinding(
        rule=row.requirement,
        weight=_weight(row.level, row.said),
        verdict=f"is {row.said.value}",
        reason=plain(row.reason),
        case=plain(failure.text.strip("\n")),
        quote=plain(failure.quote),
        why=plain(failure.why),
        place=at_code or places.of_requirement(row.requirement),
        mark=f"{row.requirement} {row.said.value}",
    )


def _weight(level: Level, said: Said) -> Weight:
    if level is not Level.MUST:
        return Weight.NOTE
    return Weight.WARNING if said is Said.NOT_JUDGED else Weight.ERROR


# ---------------------------------------------------------------- built projects


def told_of_build(result: Reproven, places: Places) -> ProofReport:
    """By `test`: what was lost, gates that do not pass, and what was not met before either."""
    names = proof_names(result.matrix)
    rows = result.matrix.rows
    gates = [gate for gate in result.gates if not gate.passed]
    return ProofReport(
        name=result.name,
        version=result.version,
        holds=result.holds,
        met=sum(row.verdict is not Verdict.NOT_MET for row in rows),
        rules=(*(_rule(row, places) for row in rows), *(_gate(gate, places) for gate in gates)),
        header=("id", "level", "kind", *map(_short, names), "tests", "lines", "verdict"),
        rows=tuple((*cells(row, names), row.said) for row in rows),
        found=(
            *(one for lost in result.lost for one in _lost(lost, result.matrix, places)),
            *(_unmet(row, places) for row in _known(result)),
            *(one for gate in gates for one in _refused(gate, places)),
        ),
        notes=result.notes,
    )


def _rule(row: Row | Shown, places: Places) -> ReportedRule:
    place = places.of_requirement(row.requirement)
    return ReportedRule(id=row.requirement, level=row.level, text=plain(row.text), place=place)


def _gate(gate: GateResult, places: Places) -> ReportedRule:
    text = f"Every proof asks for the gate {gate.gate} to be passed."
    return ReportedRule(id=GATE + gate.gate, text=text, place=places.of_requirement(""))


def _lost(lost: Lost, matrix: Matrix, places: Places) -> Iterator[ReportedFinding]:
    """For each requirement: the code that was changed, else the line or test that tells it."""
    spots = ((lost.changed, lost.changed_line), (lost.file, lost.line))
    known = (places.of_code(file, line) for file, line in spots if file)
    place = next((one for one in known if one), None)
    rows = {row.requirement: row for row in matrix.rows}
    for id in lost.requirements:
        how = "lost its proof" if lost.had else "has no proof"
        yield ReportedFinding(
            rule=id,
            weight=Weight.ERROR,
            verdict=f"is {rows[id].said}: it {how}",
            reason=plain(lost.reason),
            case=_case(rows[id]),
            place=place or places.of_requirement(id),
            mark=f"{id} {lost.proof}",
        )


def _case(row: Row) -> str:
    return plain(row.failure.text.strip("\n")) if row.failure else ""


def _known(result: Reproven) -> Iterator[Row]:
    lost = {id for one in result.lost for id in one.requirements}
    for row in result.matrix.rows:
        if row.verdict is Verdict.NOT_MET and row.requirement not in lost:
            yield row


def _unmet(row: Row, places: Places) -> ReportedFinding:
    return ReportedFinding(
        rule=row.requirement,
        weight=Weight.NOTE,
        verdict=f"is {row.said}, as when it was built",
        reason=plain(row.reason),
        case=_case(row),
        place=places.of_requirement(row.requirement),
        is_known=True,
        mark=f"{row.requirement} not met",
    )


def _refused(gate: GateResult, places: Places) -> Iterator[ReportedFinding]:
    """What a gate found; where it found nothing that blocks, that it gave no verdict."""
    blocking = [(one.message, one.file, one.line) for one in gate.findings if one.blocks]
    for message, file, line in blocking or [(gate.detail, "", 0)]:
        yield ReportedFinding(
            rule=GATE + gate.gate,
            weight=Weight.ERROR,
            verdict="did not pass",
            reason=plain(message),
            place=(places.of_code(file, line) if file else None) or places.of_requirement(""),
            mark=f"{gate.gate} {file} {message}",
        )

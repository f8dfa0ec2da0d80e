"""What to do about each requirement that is not met: the one step that its cause asks for."""

from collections.abc import Collection, Sequence

from brickyard.settings import Settings
from brickyard.values import Dispute, Kind, Matrix, Row, Unmet, Verdict

BUILD = "brickyard build RECIPE"
"""How a build is ordered, before it is known how this one was."""


def advised(
    matrix: Matrix,
    disputes: Sequence[Dispute],
    settings: Settings,
    edited: Collection[str] = (),
) -> Matrix:
    """The matrix, and in each row that is not met what to do next; `edited` by a person is code
    that nobody else mends."""
    sentences = {one.requirement: one.clarification for one in disputes if one.clarification}
    rows = (
        row.model_copy(update={"next": _step(row, sentences, settings, edited)})
        if row.verdict is Verdict.NOT_MET
        else row
        for row in matrix.rows
    )
    return Matrix(rows=tuple(rows))


def _step(row: Row, sentences: dict[str, str], settings: Settings, edited: Collection[str]) -> str:
    """Broken code wants another author; what was not judged, other words or other cases."""
    if row.kind is Kind.ATTESTED:
        return f"name in requirements.md who attests {row.requirement}, and the day."
    if row.unmet is Unmet.NOT_JUDGED and row.requirement in sentences:
        return f"say it in requirements.md, in {row.requirement}: {sentences[row.requirement]}"
    if row.unmet is Unmet.BROKEN and edited:
        return f"mend your edit of {', '.join(sorted(edited))}, or take it back: {BUILD} --force"
    repaired = row.unmet is Unmet.BROKEN and row.failure and settings.repair_rounds
    if repaired and not settings.models.escalate:
        return f"name a stronger model to mend it: {BUILD} --escalate MODEL"
    return f"ask anew for what is about it: {BUILD} --again {row.requirement}"

"""What cannot cross decides nothing outside; what differs beside it does."""

import pytest

from brickyard.cases import CaseResult, RowResult
from brickyard.cases.inside.standins import HIDDEN
from brickyard.evidence.proving import _is_hidden  # pyright: ignore[reportPrivateUsage]

OPAQUE = f"Job(func=a function ({HIDDEN}), after=())"


@pytest.mark.parametrize(
    ("expected", "got", "hidden"),
    [
        (OPAQUE, OPAQUE, True),
        (OPAQUE, OPAQUE.replace("()", "('a',)"), False),
        ("3", "3", False),
        ("3", "4", False),
    ],
)
def test_only_what_is_alike_but_for_hidden_parts(expected: str, got: str, hidden: bool) -> None:
    row = RowResult(row="", passed=False, expected=expected, got=got)
    assert _is_hidden(CaseResult(test="t", passed=False, rows=(row,))) is hidden

"""Cases as restricted Python: read into data, never run as written; one equality; rendering.

What a case calls is played in a sandbox, and judged where the package's code is not. What needs the
support of tests, which is for Linux, is imported when used: a recipe's examples are read anywhere.
"""

import importlib
from typing import TYPE_CHECKING, Any

from brickyard.cases.agreeing import differing
from brickyard.cases.contradictions import Expectation, contradiction, filled, situations
from brickyard.cases.equality import approx, same
from brickyard.cases.flow import flow
from brickyard.cases.model import Case, Cases, Helper, Names, Problem, Step, Table
from brickyard.cases.notation import NOTATION
from brickyard.cases.offers import offered, offered_by
from brickyard.cases.reading import read
from brickyard.cases.script import Flow, Judged, Loop, Operand, Play, Script
from brickyard.cases.sets import join, split, standing_on, written
from brickyard.cases.single import (
    alone,
    file_of,
    named_apart,
    read_once,
    renamed,
    repeats,
    single,
    singles,
)

if TYPE_CHECKING:
    from brickyard.cases.failing import failures, one_row, smallest, without_rows
    from brickyard.cases.judging import (
        Altered,
        CaseFile,
        CaseResult,
        RowResult,
        function_name,
        judge,
        judge_altered,
    )
    from brickyard.cases.rendering import render, support_files

__all__ = [
    "NOTATION",
    "Altered",
    "Case",
    "CaseFile",
    "CaseResult",
    "Cases",
    "Expectation",
    "Flow",
    "Helper",
    "Judged",
    "Loop",
    "Names",
    "Operand",
    "Play",
    "Problem",
    "RowResult",
    "Script",
    "Step",
    "Table",
    "alone",
    "approx",
    "contradiction",
    "differing",
    "failures",
    "file_of",
    "filled",
    "flow",
    "function_name",
    "join",
    "judge",
    "judge_altered",
    "named_apart",
    "offered",
    "offered_by",
    "one_row",
    "read",
    "read_once",
    "renamed",
    "render",
    "repeats",
    "same",
    "single",
    "singles",
    "situations",
    "smallest",
    "split",
    "standing_on",
    "support_files",
    "without_rows",
    "written",
]

_WHEN_USED = {
    "failing": ("failures", "one_row", "smallest", "without_rows"),
    "judging": (
        *("Altered", "CaseFile", "CaseResult", "RowResult"),
        *("function_name", "judge", "judge_altered"),
    ),
    "rendering": ("render", "support_files"),
}


def __getattr__(name: str) -> Any:
    for module, names in _WHEN_USED.items():
        if name in names:
            return getattr(importlib.import_module(f"{__name__}.{module}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

"""What every run remembers: answers, verdicts, budget and runs, in one folder. No domain types.

Names are imported when used: keys and the home folder do without the database.
"""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from brickyard.record.answers import Answer, Answers
    from brickyard.record.budget import Budget, Spent
    from brickyard.record.cassette import export_cassette, import_cassette, read_cassette
    from brickyard.record.home import find_home
    from brickyard.record.keys import answer_key, digest, prompt_key
    from brickyard.record.runs import STATUSES, Run, Runs
    from brickyard.record.store import Record
    from brickyard.record.verdicts import StoredVerdict, Verdicts

__all__ = [
    "STATUSES",
    "Answer",
    "Answers",
    "Budget",
    "Record",
    "Run",
    "Runs",
    "Spent",
    "StoredVerdict",
    "Verdicts",
    "answer_key",
    "digest",
    "export_cassette",
    "find_home",
    "import_cassette",
    "prompt_key",
    "read_cassette",
]

_MODULES = {
    "answers": ("Answer", "Answers"),
    "budget": ("Budget", "Spent"),
    "cassette": ("export_cassette", "import_cassette", "read_cassette"),
    "home": ("find_home",),
    "keys": ("answer_key", "digest", "prompt_key"),
    "runs": ("STATUSES", "Run", "Runs"),
    "store": ("Record",),
    "verdicts": ("StoredVerdict", "Verdicts"),
}


def __getattr__(name: str) -> Any:
    for module, names in _MODULES.items():
        if name in names:
            return getattr(importlib.import_module(f"{__name__}.{module}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

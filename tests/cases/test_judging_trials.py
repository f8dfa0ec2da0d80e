"""Cases that strangers wrote, judged on the code that they were for."""

import re

import pytest
from trials import EACH, TRIALS, Trial

from brickyard.cases import CaseFile, judge
from brickyard.sandbox import Sandbox
from brickyard.values import Where

ROWS = {
    "csvdiff": 299,
    "ledger": 367,
    "loose": 296,
    "prove_csvdiff": 242,
    "prove_ledger": 326,
    "humanize": 432,
    "parse": 287,
}
FAILING = {
    "humanize": {
        ("test_delta_of_timedeltas", "timedelta-seconds-1001-16-minu"),
        ("test_delta_of_seconds", "1001-16-minutes"),
        ("test_delta_is_naturaltime_without_tense", "1001-16-minutes"),
    },
    "parse": {("test_aligned_numbers", "d-42-42"), ("test_aligned_numbers", "d-42-42-2")},
}
"""True findings: a README that says '16 minutes', and a fill character that breaks a pattern."""


@pytest.mark.parametrize("trial", EACH)
async def test_what_is_right_passes_and_what_is_wrong_is_found(
    trial: Trial, sandbox: Sandbox
) -> None:
    found = await judge(sandbox, trial.package, [trial.file], seconds=120)
    rows = [(test.partition("::")[2], row) for test, one in found.items() for row in one.rows]
    failing = {(name, row.row) for name, row in rows if not row.passed}
    assert failing == FAILING.get(trial.name, set())
    assert len(rows) == ROWS[trial.name]
    inside = [one for one in found.values() if one.judged is Where.IN_PROCESS]
    assert len(inside) <= 6


MUTANTS = [
    (
        "csvdiff",
        ("src/csvdiff/report.py", "for line in lines)\n", 'for line in lines) + "oops\\n"\n'),
        "as_text",
        r"line \d+: `as_text\(.*`: expected '.*', got '.*oops\\n'",
    ),
    (
        "ledger",
        (
            "src/ledger/accounts.py",
            "key=lambda account: account.name",
            "key=lambda a: a.name[::-1]",
        ),
        "for account in",
        r"line \d+: `\[.*for account in .*`: expected \[.*\], got \[.*\]",
    ),
    (
        "ledger",
        ("src/ledger/book.py", 'is already reversed")', 'was reversed")'),
        "already reversed",
        r"line \d+: expected '.*already reversed' in the message '.* was reversed'",
    ),
    pytest.param(
        "loose",
        ("src/splitit/book.py", "raise BookError(NO_DESCRIPTION)", "pass"),
        "description",
        r"line \d+: expected 'say what the expense was for' in the message \"unknown",
        marks=pytest.mark.slow,
    ),
]


@pytest.mark.parametrize(("name", "change", "about", "reason"), MUTANTS)
async def test_wrong_code_is_noticed_with_a_reason_that_a_person_understands(
    name: str, change: tuple[str, str, str], about: str, reason: str, sandbox: Sandbox
) -> None:
    trial = next(trial for trial in TRIALS if trial.name == name)
    path, before, after = change
    assert trial.package[path].count(before) == 1
    wrong = trial.package | {path: trial.package[path].replace(before, after)}
    file = _about(trial, about)
    right = await judge(sandbox, trial.package, [file], seconds=120)
    found = await judge(sandbox, wrong, [file], seconds=120)
    assert [one.reason for one in right.values()] == [""] * len(right)
    reasons = [one.reason for one in found.values() if not one.passed]
    assert any(re.search(reason, text, re.S) for text in reasons), reasons


def _about(trial: Trial, word: str) -> CaseFile:
    """The cases that mention a word: playing all of them would take longer."""
    chosen = tuple(case for case in trial.cases.cases if word in str(case))
    assert chosen
    return trial.file.model_copy(update={"cases": trial.cases.model_copy(update={"cases": chosen})})

"""What fails, as a person reads it: the one row that does, what it expects and what came."""

from evidence_kit import PACKAGE, PLAN, module, rendered

from brickyard.evidence.failing import failing
from brickyard.evidence.proving import prove_tests
from brickyard.evidence.reports import TestOutcome, TestRun
from brickyard.sandbox import Sandbox

TABLE = """\
@table(R1, [("a b", {"a", "b"}), ("x x", {"z"}), ("", set())])
def finds_words(text, wanted):
    assert tags(text) == wanted

@proves(R1)
def finds_one():
    words = tags("one")
    assert len(words) == 2
    assert words == {"one"}

@proves(R2)
def finds_nothing():
    assert tags("") == set()
"""
ROW = """\
@table(R1, [("x x", {"z"})])
def finds_words(text, wanted):
    assert tags(text) == wanted
"""


async def test_of_a_table_only_the_row_that_fails_is_shown(sandbox: Sandbox) -> None:
    """Judged outside, although it fails in process too; the smallest check is taken."""
    tests = rendered(TABLE)
    run = await prove_tests(sandbox, PACKAGE, PLAN, [tests], seconds=60, thorough=True)
    found = failing([run], [tests], PLAN, {"R1": "R1", "R2": "R2"})
    assert found.keys() == {"R1"}
    one = found["R1"]
    assert (one.case, one.at, one.row) == ("finds_words", 1, "x-x-z")
    assert (one.expected, one.got) == ("{'z'}", "{'x'}")
    assert one.text.strip() == ROW.strip()
    assert not one.held_out


WRITTEN = """\
import pytest

@pytest.mark.requirement(id="R1")
def test_law():
    assert 1 == 2

def test_other(): ...
"""


def test_of_pytest_code_the_function_is_shown() -> None:
    tests = module(WRITTEN).model_copy(update={"tests": {"t.py::test_law": "R1"}})
    wrong = TestOutcome(id="t.py::test_law", passed=False, reason="AssertionError: assert 1 == 2")
    one = failing([TestRun(outcomes={wrong.id: wrong})], [tests], PLAN, {})["R1"]
    assert one.text == "def test_law():\n    assert 1 == 2"
    assert (one.reason, one.expected) == (wrong.reason, "")


def test_what_was_not_run_or_not_believed_is_no_failure() -> None:
    tests = module(WRITTEN).model_copy(update={"tests": {"t.py::test_law": "R1"}})
    unrun = TestOutcome(id="t.py::test_law", passed=False, reason="no turn", was_run=False)
    wrong = unrun.model_copy(update={"was_run": True})
    unbelieved = TestRun(outcomes={wrong.id: wrong}, problem="it ended early")
    runs = [TestRun(outcomes={unrun.id: unrun}), unbelieved, TestRun()]
    assert failing(runs, [tests], PLAN, {}) == {}

"""No run spends more than it may, and what may have been spent counts as spent."""

from pathlib import Path

import pytest
from record_kit import Spawn

from brickyard.errors import BudgetSpent
from brickyard.record import Record, Spent

SPENDER = """
import sys
from pathlib import Path
from brickyard.errors import BudgetSpent
from brickyard.record import Record

with Record.open(Path(sys.argv[1])) as record:
    print("ready", flush=True)
    sys.stdin.readline()
    count = 0
    try:
        while True:
            record.budget.reserve(
                "run", "k", 0.1, max_calls=int(sys.argv[2]), max_usd=float(sys.argv[3])
            )
            count += 1
    except BudgetSpent:
        print(count)
"""


def reserve(record: Record, usd: float = 0.1, *, calls: int = 10, most: float = 1.0) -> str:
    return record.budget.reserve("run", "k", usd, max_calls=calls, max_usd=most)


def test_a_settled_call_counts_at_its_price(record: Record) -> None:
    record.budget.settle(reserve(record, 0.5), 0.2)
    assert record.budget.spent("run") == Spent(1, 0.2)


def test_an_open_reservation_counts_as_one_call_at_what_was_reserved(record: Record) -> None:
    reserve(record, 0.5)
    assert record.budget.spent("run") == Spent(1, 0.5)


def test_a_released_reservation_does_not_count(record: Record) -> None:
    record.budget.release(reserve(record))
    assert record.budget.spent("run") == Spent(0, 0.0)


def test_a_settled_call_cannot_be_released(record: Record) -> None:
    reservation = reserve(record)
    record.budget.settle(reservation, 0.3)
    record.budget.release(reservation)
    assert record.budget.spent("run") == Spent(1, 0.3)


def test_settling_what_was_never_reserved_is_an_error(record: Record) -> None:
    with pytest.raises(ValueError, match="no reservation 'nothing'"):
        record.budget.settle("nothing", 1.0)


def test_the_call_after_the_last_one_is_refused_with_the_way_to_go_on(record: Record) -> None:
    reserve(record, calls=1)
    with pytest.raises(BudgetSpent, match="budget of 1 model calls is spent: 1 were made") as error:
        reserve(record, calls=1)
    assert "--max-calls" in error.value.hint
    assert "run again" in error.value.hint
    assert record.budget.spent("run").calls == 1


def test_a_call_that_may_pass_the_cap_in_dollars_is_refused(record: Record) -> None:
    reserve(record, 0.8)
    with pytest.raises(BudgetSpent, match=r"budget of 1.00 USD is spent: 0.80 USD") as error:
        reserve(record, 0.3)
    assert "--max-usd" in error.value.hint


def test_the_cap_in_dollars_can_be_used_up_to_the_last_cent(record: Record) -> None:
    for _ in range(3):
        reserve(record, 0.1, most=0.3)  # 0.1 three times is a little more than 0.3 in floats
    with pytest.raises(BudgetSpent):
        reserve(record, 0.1, most=0.3)


def test_a_free_call_is_allowed_where_nothing_may_be_spent(record: Record) -> None:
    reserve(record, 0.0, most=0.0)
    with pytest.raises(BudgetSpent):
        reserve(record, 0.01, most=0.0)


def test_each_run_has_a_budget_of_its_own(record: Record) -> None:
    reserve(record, calls=1)
    record.budget.reserve("another", "k", 0.1, max_calls=1, max_usd=1.0)
    assert record.budget.spent("another").calls == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("calls", "usd"), [pytest.param(101, 999.0, marks=pytest.mark.slow), (999, 10.1)]
)
def test_eight_processes_at_once_spend_exactly_the_cap(
    home: Path, spawn: Spawn, calls: int, usd: float
) -> None:
    others = [spawn(SPENDER, home, calls, usd) for _ in range(8)]
    assert [other.hear() for other in others] == ["ready"] * 8
    for other in others:
        other.tell()
    assert sum(int(other.finish()) for other in others) == 101

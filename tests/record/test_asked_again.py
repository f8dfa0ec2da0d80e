"""`--again`: how often what is about a requirement was asked anew, from run to run."""

from collections.abc import Sequence

from brickyard.flow.orders import Order, asked_again, take_up
from brickyard.record import Record, Run


def order(*again: str) -> Order:
    return {"what": "build", "recipe": "/adders", "again": list(again)}


def ordered(record: Record, *again: str, id: str = "") -> tuple[Run, dict[str, int], Sequence[str]]:
    """As a build is ordered: the run that it is, how often each is asked anew, and which now."""
    whole = asked_again(record, "m", order(*again), id)
    return take_up(record, "m", whole, id), whole["generations"], whole["again"]


def test_it_is_raised_by_each_order_and_kept_by_those_that_ask_for_nothing(record: Record) -> None:
    for again, generations in (
        ((), {}),
        (("R4",), {"R4": 1}),
        (("R4", "R7"), {"R4": 2, "R7": 1}),
        ((), {"R4": 2, "R7": 1}),
    ):
        run, found, _ = ordered(record, *again)
        record.runs.end(run.id, "not met")
        assert found == generations


def test_who_goes_on_with_a_run_does_not_raise_it_twice(record: Record) -> None:
    first, _, _ = ordered(record, "R4")
    record.runs.end(first.id, "waiting")
    for again, id in ((("R4",), ""), ((), ""), (("R4",), first.id)):
        run, found, wanted = ordered(record, *again, id=id)
        assert (run.id, found, wanted) == (first.id, {"R4": 1}, ["R4"])
        record.runs.end(first.id, "stopped")
    _, found, _ = ordered(record, "R7")
    assert found == {"R4": 1, "R7": 1}


def test_an_order_of_an_older_brickyard_has_asked_nothing_anew(record: Record) -> None:
    run = record.runs.start(recipe="/adders", out="", model="m", options='{"what": "build"}')
    record.runs.end(run.id, "not met")
    assert ordered(record)[1] == {}

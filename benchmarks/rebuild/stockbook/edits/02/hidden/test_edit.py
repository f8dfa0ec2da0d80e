"""Tests of one edit: only the behaviour that the edit changes."""
from decimal import Decimal

import stockbook as sb

HEAD = """\
item A "Part A"
item B "Part B"
location MAIN
location VAN
"""


def test_surplus_takes_the_cost_of_the_earliest_receive():  # R15
    text = HEAD + (
        "2024-01-03 receive A 10 @ 1 to VAN\n"
        "2024-01-04 receive A 10 @ 2 to MAIN\n"
        "2024-01-06 count A 12 at MAIN\n"
    )
    ledger = sb.apply_journal(sb.parse_journal(text))
    assert [(lot.quantity, lot.cost) for lot in ledger.lots("A", "MAIN")] == [
        (Decimal(10), Decimal(2)),
        (Decimal(2), Decimal(1)),
    ]


def test_earliest_is_by_date_not_by_line():  # R15, R11
    text = HEAD + (
        "2024-01-04 receive A 10 @ 2 to MAIN\n"
        "2024-01-03 receive A 10 @ 1 to MAIN\n"
        "2024-01-06 count A 25 at MAIN\n"
    )
    table = sb.build_report(sb.parse_journal(text), "shrink")
    assert [list(row) for row in table.rows] == [["A", "0", "5", "5.00"]]

"""Tests of one edit: only the behaviour that the edit changes."""

import stockbook as sb

HEAD = """\
item A "Part A"
item B "Part B"
location MAIN
location VAN
"""


def test_numbers_are_shown_as_before():  # R41 (until now R16)
    text = HEAD + "2024-01-03 receive A 2.50 @ 0.1250 to MAIN\n2024-01-03 receive B 1 @ 8 to VAN\n"
    table = sb.build_report(sb.parse_journal(text), "lots")
    assert [list(row)[3:] for row in table.rows] == [["2.5", "0.125", "0.31"], ["1", "8.00", "8.00"]]

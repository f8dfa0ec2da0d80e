"""Acceptance tests of stockbook, written from requirements.md and design.md alone."""
import csv
import io
import json
import os
import subprocess
import sys
import time
from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path

import pytest

import stockbook as sb

PACKAGE_PARENT = str(Path(sb.__file__).resolve().parent.parent)

HEAD = """\
item A "Part A"
item B "Part B"
location MAIN
location VAN
"""

BASE = """\
item BOLT "Hex bolt" min=100 order=50
item OIL "Machine oil" unit=l min=5
item NUT "Hex nut"
location MAIN
location VAN-1
2024-01-03 receive BOLT 200 @ 0.12 to MAIN ref=PO-17
2024-01-04 receive OIL 10.5 @ 8 to MAIN
2024-01-05 issue BOLT 50 from MAIN ref=JOB-9
2024-01-06 move BOLT 20 from MAIN to VAN-1
2024-02-01 receive BOLT 100 @ 0.15 to MAIN
2024-02-10 issue BOLT 140 from MAIN
2024-02-28 count OIL 10 at MAIN
"""


# ---------------------------------------------------------------- helpers

def run(*args, cwd, stdin=None):
    """Run the command; give (status, stdout, stderr) with the streams as text."""
    env = dict(os.environ)
    old = env.get("PYTHONPATH")
    env["PYTHONPATH"] = PACKAGE_PARENT + (os.pathsep + old if old else "")
    done = subprocess.run(
        [sys.executable, "-m", "stockbook", *[str(a) for a in args]],
        cwd=str(cwd),
        env=env,
        input=(stdin or "").encode("utf-8"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        timeout=120,
    )
    return done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8", "replace")


def put(folder, text, name="j.stock"):
    """Write a journal file, byte for byte; give its path."""
    path = Path(folder) / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))
    return path


def rows(text, name, **arguments):
    table = sb.build_report(sb.parse_journal(text), name, **arguments)
    return [list(row) for row in table.rows]


def refused(text, message, line):
    """The journal is refused when reading, with this message at this line."""
    with pytest.raises(sb.ParseError) as caught:
        sb.parse_journal(text, "t.stock")
    assert caught.value.message == message
    assert caught.value.line == line
    assert caught.value.file == "t.stock"


def refused_stock(text, message, line):
    """Applying the journal is refused with this message at this line."""
    journal = sb.parse_journal(text, "t.stock")
    with pytest.raises(sb.StockError) as caught:
        sb.apply_journal(journal)
    assert caught.value.message == message
    assert caught.value.line == line
    assert caught.value.file == "t.stock"


def lots(text, item, location=None):
    ledger = sb.apply_journal(sb.parse_journal(text))
    return [(lot.received.isoformat(), lot.quantity, lot.cost) for lot in ledger.lots(item, location)]


def cells(csv_text):
    return list(csv.reader(io.StringIO(csv_text)))


def fails_with(result, status, message):
    """A failure told in exactly one line on standard error."""
    code, out, err = result
    assert code == status
    assert out == ""
    assert err.rstrip("\r\n") == "stockbook: error: " + message


def wrong_usage(result, message=None):
    code, out, err = result
    assert code == 2
    assert out == ""
    assert err.strip()
    assert "Traceback" not in err
    if message is not None:
        assert message in err


# ---------------------------------------------------------------- R1: text of the journal

def test_blank_and_comment_lines_are_skipped():  # R1
    journal = sb.parse_journal('# first\n\n \t \n  # indented\nlocation MAIN\n')
    assert list(journal.locations) == ["MAIN"]
    assert journal.locations["MAIN"].line == 5
    assert not journal.items
    assert not journal.movements


def test_comment_at_end_of_line():  # R1
    journal = sb.parse_journal('location MAIN # the store\nlocation VAN\t#van\n')
    assert list(journal.locations) == ["MAIN", "VAN"]


def test_hash_inside_a_word_is_text():  # R1
    journal = sb.parse_journal(HEAD + "2024-01-03 receive A 1 @ 1 to MAIN ref=PO#17\n")
    assert journal.movements[0].ref == "PO#17"


def test_crlf_line_ends(tmp_path):  # R1
    path = put(tmp_path, BASE.replace("\n", "\r\n"))
    journal = sb.load_journal(path)
    assert journal.items["BOLT"].name == "Hex bolt"
    assert len(journal.movements) == 7
    assert journal.movements[0].ref == "PO-17"
    assert journal.movements[0].line == 6


def test_byte_order_mark_is_ignored(tmp_path):  # R1
    path = put(tmp_path, b"\xef\xbb\xbf" + b'item A "Part A"\n')
    assert list(sb.load_journal(path).items) == ["A"]


def test_invalid_utf8_is_refused(tmp_path):  # R1
    path = put(tmp_path, b'item A "Part A"\nlocation MAIN\n# caf\xff here\n')
    with pytest.raises(sb.ParseError) as caught:
        sb.load_journal(path)
    assert caught.value.message == "not valid UTF-8"
    assert caught.value.line == 3


# ---------------------------------------------------------------- R2: declarations

def test_item_defaults():  # R2
    item = sb.parse_journal('item A-1 "Part A"\n').items["A-1"]
    assert (item.code, item.name, item.unit) == ("A-1", "Part A", "pcs")
    assert item.minimum == 0
    assert item.order == 0
    assert item.line == 1


def test_item_options_in_any_order():  # R2
    item = sb.parse_journal('item A "Part A" order=50 unit=kg min=2.5\n').items["A"]
    assert item.unit == "kg"
    assert item.minimum == Decimal("2.5")
    assert item.order == Decimal("50")


def test_code_of_20_characters_is_accepted():  # R2
    code = "A" * 20
    journal = sb.parse_journal('item %s "Long"\nlocation %s\n' % (code, code))
    assert list(journal.items) == [code]
    assert list(journal.locations) == [code]


def test_code_of_21_characters_is_refused():  # R2
    code = "A" * 21
    refused('item %s "Long"\n' % code, "bad code '%s'" % code, 1)


def test_bad_codes_are_refused():  # R2
    for code in ("bolt", "-A", "A_B", "A.B", "Bolt"):
        refused('location OK\nitem %s "Name"\n' % code, "bad code '%s'" % code, 2)
        refused("location %s\n" % code, "bad code '%s'" % code, 1)


def test_bad_units_are_refused():  # R2
    for unit in ("KG", "abcdefghi", "m2"):
        refused('item A "Name" unit=%s\n' % unit, "bad unit '%s'" % unit, 1)


def test_item_option_twice_or_unknown_is_malformed():  # R2, R7
    refused('item A "Name" min=1 min=2\n', "malformed item entry", 1)
    refused('item A "Name" colour=red\n', "malformed item entry", 1)


# ---------------------------------------------------------------- R3: movements

def test_four_forms_of_movements():  # R3
    text = HEAD + (
        "2024-01-03 receive A 200 @ 0.12 to MAIN ref=PO-17\n"
        "2024-01-05 issue A 50 from MAIN\n"
        "2024-01-06 move A 20.5 from MAIN to VAN ref=X\n"
        "2024-01-31 count A 7 at VAN\n"
    )
    receive, issue, move, count = sb.parse_journal(text, "t.stock").movements
    assert (receive.type, receive.date, receive.item) == ("receive", date(2024, 1, 3), "A")
    assert (receive.quantity, receive.cost) == (Decimal("200"), Decimal("0.12"))
    assert (receive.origin, receive.target, receive.ref) == (None, "MAIN", "PO-17")
    assert (receive.file, receive.line) == ("t.stock", 5)
    assert (issue.type, issue.quantity, issue.cost) == ("issue", Decimal("50"), None)
    assert (issue.origin, issue.target, issue.ref) == ("MAIN", None, "")
    assert (move.type, move.quantity, move.cost) == ("move", Decimal("20.5"), None)
    assert (move.origin, move.target, move.ref) == ("MAIN", "VAN", "X")
    assert (count.type, count.quantity, count.cost) == ("count", Decimal("7"), None)
    assert (count.origin, count.target, count.line) == (None, "VAN", 8)


def test_spaces_and_tabs_between_words():  # R3
    journal = sb.parse_journal(HEAD + " \t2024-01-03\treceive  A \t 5 @ 1   to\tMAIN \t\n")
    movement = journal.movements[0]
    assert (movement.item, movement.quantity, movement.target) == ("A", Decimal(5), "MAIN")


def test_bad_dates_are_refused():  # R3
    for word in ("2024-02-30", "2024-1-03", "20240103", "2024-13-01", "2024/01/03", "24-01-03"):
        refused(HEAD + word + " count A 5 at MAIN\n", "bad date '%s'" % word, 5)


# ---------------------------------------------------------------- R4: quantities and costs

def test_bad_quantities_are_refused():  # R4
    for word in ("-5", "+5", "1,000", "1e3", ".5", "5.", "1.2345", "abc", "1234567890"):
        message = "bad quantity '%s'" % word
        refused(HEAD + "2024-01-03 count A %s at MAIN\n" % word, message, 5)
    refused('item A "Name" min=x\n', "bad quantity 'x'", 1)
    refused('item A "Name" order=-1\n', "bad quantity '-1'", 1)


def test_quantity_with_three_decimals():  # R4
    journal = sb.parse_journal(HEAD + "2024-01-03 count A 123456789.125 at MAIN\n")
    assert journal.movements[0].quantity == Decimal("123456789.125")


def test_zero_quantity_is_refused_for_receive_issue_and_move():  # R4
    refused(HEAD + "2024-01-03 receive A 0 @ 1 to MAIN\n", "bad quantity '0'", 5)
    refused(HEAD + "2024-01-03 issue A 0.0 from MAIN\n", "bad quantity '0.0'", 5)
    refused(HEAD + "2024-01-03 move A 0 from MAIN to VAN\n", "bad quantity '0'", 5)


def test_zero_quantity_is_accepted_for_count_min_and_order():  # R4
    journal = sb.parse_journal(
        'item A "Name" min=0 order=0\nlocation MAIN\n2024-01-03 count A 0 at MAIN\n'
    )
    assert journal.movements[0].quantity == 0
    assert journal.items["A"].minimum == 0


def test_bad_costs_are_refused():  # R4
    for word in ("-1", "1.23456", "1,5", ".5", "1.", "x", "1234567890"):
        refused(HEAD + "2024-01-03 receive A 1 @ %s to MAIN\n" % word, "bad cost '%s'" % word, 5)


def test_costs_with_four_decimals_and_zero():  # R4
    journal = sb.parse_journal(
        HEAD + "2024-01-03 receive A 1 @ 0.1234 to MAIN\n2024-01-03 receive A 1 @ 0 to MAIN\n"
    )
    assert [m.cost for m in journal.movements] == [Decimal("0.1234"), Decimal("0")]


# ---------------------------------------------------------------- R5: quoted strings

def test_escapes_in_quoted_strings():  # R5
    journal = sb.parse_journal('item A "3/4\\" pipe \\\\ grey \\n"\n')
    assert journal.items["A"].name == '3/4" pipe \\ grey \\n'


def test_hash_and_spaces_in_quoted_strings():  # R5, R1
    journal = sb.parse_journal(
        'item A "Bolt #8  long"\nlocation MAIN\n2024-01-03 count A 0 at MAIN ref="job # 9" # x\n'
    )
    assert journal.items["A"].name == "Bolt #8  long"
    assert journal.movements[0].ref == "job # 9"


def test_unclosed_quote_is_refused():  # R5
    refused('location MAIN\nitem A "Name\n', "unclosed quote", 2)
    refused('item A "Name\\"\n', "unclosed quote", 1)


# ---------------------------------------------------------------- R6: names

def test_unknown_item_is_refused():  # R6
    refused(HEAD + "2024-01-03 count C 5 at MAIN\n", "unknown item 'C'", 5)


def test_unknown_location_is_refused():  # R6
    refused(HEAD + "2024-01-03 count A 5 at ATTIC\n", "unknown location 'ATTIC'", 5)
    refused(HEAD + "2024-01-03 move A 5 from MAIN to ATTIC\n", "unknown location 'ATTIC'", 5)


def test_declaration_must_come_first():  # R6
    refused(
        'location MAIN\n2024-01-03 count A 5 at MAIN\nitem A "Part A"\n', "unknown item 'A'", 2
    )


def test_duplicates_are_refused():  # R6
    refused(HEAD + 'item A "Again"\n', "duplicate item 'A'", 5)
    refused(HEAD + "location MAIN\n", "duplicate location 'MAIN'", 5)


def test_item_and_location_may_share_a_code():  # R6
    journal = sb.parse_journal('item A "Part A"\nlocation A\n2024-01-03 count A 5 at A\n')
    assert journal.movements[0].item == "A"
    assert journal.movements[0].target == "A"


# ---------------------------------------------------------------- R7: keywords and forms

def test_unknown_keywords_are_refused():  # R7
    refused(HEAD + '2024-01-03 Receive A 5 @ 1 to MAIN\n', "unknown entry 'Receive'", 5)
    refused(HEAD + 'items C "Part C"\n', "unknown entry 'items'", 5)
    refused(HEAD + "receive A 5 @ 1 to MAIN\n", "unknown entry 'receive'", 5)
    refused(HEAD + "2024-01-03 location ATTIC\n", "unknown entry 'location'", 5)


def test_malformed_declarations_are_refused():  # R7
    for line in ("item C", "item C Name", 'item C ""'):
        refused(HEAD + line + "\n", "malformed item entry", 5)
    for line in ("location", "location C D"):
        refused(HEAD + line + "\n", "malformed location entry", 5)


def test_malformed_movements_are_refused():  # R7
    for keyword, rest in (
        ("receive", "A 5 to MAIN"),
        ("receive", "A 5 @ 1 MAIN"),
        ("issue", "A 5 to MAIN"),
        ("issue", "A 5 from MAIN extra"),
        ("move", "A 5 from MAIN"),
        ("count", "A 5"),
        ("count", "A 5 at MAIN ref=x ref=y"),
    ):
        line = "2024-01-03 %s %s\n" % (keyword, rest)
        refused(HEAD + line, "malformed %s entry" % keyword, 5)


# ---------------------------------------------------------------- R8: how faults are told

def test_position_in_the_text_of_an_error():  # R8
    with pytest.raises(sb.ParseError) as caught:
        sb.parse_journal("# x\nlocation main\n", "shop.stock")
    assert str(caught.value) == "shop.stock:2: bad code 'main'"
    assert isinstance(caught.value, sb.StockbookError)


def test_earliest_fault_is_told():  # R8
    refused(HEAD + "wrong\n2024-02-30 count A 5 at MAIN\n", "unknown entry 'wrong'", 5)


def test_faults_of_reading_come_before_faults_of_applying(tmp_path):  # R8
    put(tmp_path, HEAD + "2024-01-03 issue A 5 from MAIN\nlocation main\n")
    fails_with(run("stock", "j.stock", cwd=tmp_path), 3, "j.stock:6: bad code 'main'")


def test_path_in_messages_is_as_given(tmp_path):  # R8
    (tmp_path / "books").mkdir()
    put(tmp_path / "books", HEAD + "wrong\n")
    given = os.path.join("books", "j.stock")
    fails_with(run("value", given, cwd=tmp_path), 3, given + ":5: unknown entry 'wrong'")


# ---------------------------------------------------------------- R9, R10: several files, standard input

def test_several_files_are_one_journal(tmp_path):  # R9
    put(tmp_path, HEAD + "2024-01-05 issue A 3 from MAIN\n", "1.stock")
    put(tmp_path, "2024-01-03 receive A 10 @ 1 to MAIN\n", "2.stock")
    code, out, _ = run("stock", "--format", "csv", "1.stock", "2.stock", cwd=tmp_path)
    assert code == 0
    assert cells(out)[1:] == [["A", "Part A", "MAIN", "7", "pcs"]]


def test_fault_in_a_second_file_names_it(tmp_path):  # R9
    put(tmp_path, HEAD, "1.stock")
    put(tmp_path, '# more\nitem A "Again"\n', "2.stock")
    result = run("stock", "1.stock", "2.stock", cwd=tmp_path)
    fails_with(result, 3, "2.stock:2: duplicate item 'A'")


def test_standard_input(tmp_path):  # R10
    code, out, _ = run("stock", "--format", "csv", "-", cwd=tmp_path, stdin=BASE)
    assert code == 0
    assert cells(out)[1] == ["BOLT", "Hex bolt", "MAIN", "90", "pcs"]


def test_name_of_standard_input_in_faults(tmp_path):  # R10
    result = run("stock", "-", cwd=tmp_path, stdin=HEAD + "wrong\n")
    fails_with(result, 3, "<stdin>:5: unknown entry 'wrong'")


# ---------------------------------------------------------------- R11: order of application

def test_movements_are_applied_by_date():  # R11
    text = HEAD + (
        "2024-01-05 issue A 4 from MAIN\n"
        "2024-01-04 receive A 3 @ 2 to MAIN\n"
        "2024-01-03 receive A 3 @ 1 to MAIN\n"
    )
    assert lots(text, "A") == [("2024-01-04", Decimal(2), Decimal(2))]


def test_same_date_is_applied_in_order_of_lines():  # R11
    receive = "2024-01-03 receive A 5 @ 1 to MAIN\n"
    issue = "2024-01-03 issue A 5 from MAIN\n"
    assert lots(HEAD + receive + issue, "A") == []
    with pytest.raises(sb.StockError) as caught:
        sb.apply_journal(sb.parse_journal(HEAD + issue + receive))
    assert caught.value.line == 5


# ---------------------------------------------------------------- R12: first in, first out

def test_issue_takes_the_oldest_lots_first():  # R12
    text = HEAD + (
        "2024-01-03 receive A 10 @ 1 to MAIN\n"
        "2024-01-04 receive A 10 @ 2 to MAIN\n"
        "2024-01-05 receive A 10 @ 3 to MAIN\n"
        "2024-01-06 issue A 15 from MAIN\n"
    )
    assert lots(text, "A") == [
        ("2024-01-04", Decimal(5), Decimal(2)),
        ("2024-01-05", Decimal(10), Decimal(3)),
    ]
    assert rows(text, "usage") == [["2024-01", "A", "15", "20.00"]]


def test_equal_receives_are_separate_lots():  # R12
    line = "2024-01-03 receive A 10 @ 1 to MAIN\n"
    assert lots(HEAD + line + line, "A") == [("2024-01-03", Decimal(10), Decimal(1))] * 2


def test_lots_of_one_date_are_taken_in_the_order_made():  # R12
    text = HEAD + (
        "2024-01-03 receive A 10 @ 5 to MAIN\n"
        "2024-01-03 receive A 10 @ 1 to MAIN\n"
        "2024-01-03 issue A 10 from MAIN\n"
    )
    assert lots(text, "A") == [("2024-01-03", Decimal(10), Decimal(1))]


def test_ledger_quantities():  # R12
    ledger = sb.apply_journal(sb.parse_journal(BASE))
    assert ledger.quantity("BOLT") == 110
    assert ledger.quantity("BOLT", "MAIN") == 90
    assert ledger.quantity("BOLT", "VAN-1") == 20
    assert ledger.quantity("NUT") == 0


# ---------------------------------------------------------------- R13: insufficient stock

def test_insufficient_stock_for_an_issue():  # R13
    text = HEAD + "2024-01-03 receive A 2.50 @ 1 to MAIN\n2024-01-04 issue A 3.0 from MAIN\n"
    refused_stock(text, "insufficient stock of A at MAIN: need 3, have 2.5", 6)


def test_stock_at_another_location_does_not_count():  # R13
    text = HEAD + "2024-01-03 receive A 5 @ 1 to MAIN\n2024-01-04 move A 1 from VAN to MAIN\n"
    refused_stock(text, "insufficient stock of A at VAN: need 1, have 0", 6)


def test_first_insufficient_movement_by_date_is_told():  # R13
    text = HEAD + "2024-01-09 issue A 1 from MAIN\n2024-01-08 issue B 2 from VAN\n"
    refused_stock(text, "insufficient stock of B at VAN: need 2, have 0", 6)


def test_insufficient_stock_on_the_command_line(tmp_path):  # R13, R39
    put(tmp_path, HEAD + "2024-01-09 issue A 1 from MAIN\n")
    fails_with(
        run("stock", "j.stock", cwd=tmp_path),
        3,
        "j.stock:5: insufficient stock of A at MAIN: need 1, have 0",
    )


# ---------------------------------------------------------------- R14: moves

def test_move_keeps_date_and_cost():  # R14
    text = HEAD + (
        "2024-01-03 receive A 10 @ 1 to MAIN\n"
        "2024-01-04 receive A 10 @ 2 to MAIN\n"
        "2024-01-06 move A 15 from MAIN to VAN\n"
    )
    assert lots(text, "A", "VAN") == [
        ("2024-01-03", Decimal(10), Decimal(1)),
        ("2024-01-04", Decimal(5), Decimal(2)),
    ]
    assert lots(text, "A", "MAIN") == [("2024-01-04", Decimal(5), Decimal(2))]


def test_moved_older_lot_is_taken_first():  # R14, R12
    text = HEAD + (
        "2024-01-03 receive A 10 @ 1 to MAIN\n"
        "2024-01-04 receive A 10 @ 2 to VAN\n"
        "2024-01-06 move A 10 from MAIN to VAN\n"
        "2024-01-07 issue A 12 from VAN\n"
    )
    assert lots(text, "A") == [("2024-01-04", Decimal(8), Decimal(2))]
    assert rows(text, "usage") == [["2024-01", "A", "12", "14.00"]]


def test_parts_of_a_lot_are_joined_again():  # R14
    text = HEAD + (
        "2024-01-03 receive A 10 @ 1 to MAIN\n"
        "2024-01-06 move A 4 from MAIN to VAN\n"
        "2024-01-07 move A 3 from MAIN to VAN\n"
    )
    assert lots(text, "A", "VAN") == [("2024-01-03", Decimal(7), Decimal(1))]
    assert lots(text, "A", "MAIN") == [("2024-01-03", Decimal(3), Decimal(1))]


def test_move_to_the_same_location_is_refused():  # R14
    refused(
        HEAD + "2024-01-03 move A 1 from MAIN to MAIN\n", "move to same location 'MAIN'", 5
    )


# ---------------------------------------------------------------- R15: counts

def test_count_below_takes_the_oldest_lots():  # R15
    text = HEAD + (
        "2024-01-03 receive A 10 @ 1 to MAIN\n"
        "2024-01-04 receive A 10 @ 2 to MAIN\n"
        "2024-01-06 count A 7 at MAIN\n"
    )
    assert lots(text, "A") == [("2024-01-04", Decimal(7), Decimal(2))]


def test_count_above_takes_the_cost_of_the_latest_receive():  # R15
    text = HEAD + (
        "2024-01-03 receive A 10 @ 1 to MAIN\n"
        "2024-01-04 receive A 10 @ 2 to VAN\n"
        "2024-01-06 count A 12 at MAIN\n"
        "2024-01-07 receive A 10 @ 3 to VAN\n"
    )
    assert lots(text, "A", "MAIN") == [
        ("2024-01-03", Decimal(10), Decimal(1)),
        ("2024-01-06", Decimal(2), Decimal(2)),
    ]


def test_count_above_without_a_receive_costs_nothing():  # R15
    text = HEAD + (
        "2024-01-03 receive B 10 @ 7 to MAIN\n"
        "2024-01-06 count A 12 at MAIN\n"
    )
    assert lots(text, "A") == [("2024-01-06", Decimal(12), Decimal(0))]


# ---------------------------------------------------------------- R16: how numbers are shown

def test_quantities_as_shown():  # R16
    for written, shown in (("200.000", "200"), ("0.50", "0.5"), ("100", "100"), ("007.250", "7.25")):
        text = HEAD + "2024-01-03 receive A %s @ 1 to MAIN\n" % written
        assert rows(text, "stock")[0][3] == shown


def test_costs_as_shown():  # R16
    for written, shown in (("8", "8.00"), ("0.1250", "0.125"), ("0.1", "0.10"), ("0.1234", "0.1234")):
        text = HEAD + "2024-01-03 receive A 1 @ %s to MAIN\n" % written
        assert rows(text, "lots")[0][4] == shown


def test_value_is_rounded_once_halves_away_from_zero():  # R16
    one = HEAD + "2024-01-03 receive A 1 @ 0.125 to MAIN\n"
    assert rows(one, "value")[0][4] == "0.13"
    two = one + "2024-01-04 receive A 1 @ 0.125 to MAIN\n"
    assert rows(two, "value")[0][4] == "0.25"
    assert [row[5] for row in rows(two, "lots")] == ["0.13", "0.13"]


def test_total_is_the_sum_of_the_rounded_values():  # R16
    text = HEAD + (
        "2024-01-03 receive A 1 @ 0.125 to MAIN\n"
        "2024-01-03 receive B 1 @ 0.125 to MAIN\n"
    )
    table = sb.build_report(sb.parse_journal(text), "value")
    assert [row[4] for row in table.rows] == ["0.13", "0.13"]
    assert table.total == {"value": "0.26"}


# ---------------------------------------------------------------- R17: dates selected

def test_end_date_is_included():  # R17
    assert rows(BASE, "stock", end=date(2024, 1, 5), items=["BOLT"]) == [
        ["BOLT", "Hex bolt", "MAIN", "150", "pcs"]
    ]
    assert rows(BASE, "stock", end=date(2024, 1, 4), items=["BOLT"]) == [
        ["BOLT", "Hex bolt", "MAIN", "200", "pcs"]
    ]


def test_movements_after_the_end_date_cannot_fail(tmp_path):  # R17
    put(tmp_path, HEAD + "2024-01-03 receive A 1 @ 1 to MAIN\n2024-01-04 issue A 2 from MAIN\n")
    code, out, _ = run("stock", "--to", "2024-01-03", "--format", "csv", "j.stock", cwd=tmp_path)
    assert code == 0
    assert cells(out)[1:] == [["A", "Part A", "MAIN", "1", "pcs"]]


def test_start_date_hides_but_applies_earlier_movements(tmp_path):  # R17
    put(tmp_path, BASE)
    code, out, _ = run(
        "history", "--from", "2024-02-01", "--to", "2024-02-10", "--format", "csv", "j.stock",
        cwd=tmp_path,
    )
    assert code == 0
    assert cells(out)[1:] == [
        ["2024-02-01", "receive", "BOLT", "MAIN", "100", "230", ""],
        ["2024-02-10", "issue", "BOLT", "MAIN", "-140", "90", ""],
    ]


def test_start_after_end_gives_no_rows():  # R17
    assert rows(BASE, "history", start=date(2024, 3, 1), end=date(2024, 2, 1)) == []


def test_bad_date_on_the_command_line(tmp_path):  # R17
    put(tmp_path, BASE)
    wrong_usage(
        run("stock", "--to", "2024-02-30", "j.stock", cwd=tmp_path), "bad date '2024-02-30'"
    )


# ---------------------------------------------------------------- R18, R19: items and locations selected

PATTERNS = (
    'item AX "1"\nitem AXY "2"\nitem BX "3"\nitem A "4"\nlocation MAIN\n'
    "2024-01-03 count AX 1 at MAIN\n"
    "2024-01-03 count AXY 1 at MAIN\n"
    "2024-01-03 count BX 1 at MAIN\n"
    "2024-01-03 count A 1 at MAIN\n"
)


def test_item_patterns():  # R18
    def found(*patterns):
        return [row[0] for row in rows(PATTERNS, "stock", items=list(patterns))]

    assert found("A*") == ["A", "AX", "AXY"]
    assert found("?X") == ["AX", "BX"]
    assert found("AX") == ["AX"]
    assert found("BX", "AX?") == ["AXY", "BX"]
    assert found("a*") == []
    assert found("X") == []


def test_location_selected():  # R18
    assert rows(BASE, "value", location="VAN-1") == [["BOLT", "Hex bolt", "20", "pcs", "2.40"]]
    assert rows(BASE, "history", location="VAN-1") == [
        ["2024-01-06", "move", "BOLT", "VAN-1", "20", "20", ""]
    ]
    assert rows(BASE, "usage", location="VAN-1") == []


def test_undeclared_location_is_wrong_usage(tmp_path):  # R18
    put(tmp_path, BASE)
    wrong_usage(
        run("stock", "--location", "ATTIC", "j.stock", cwd=tmp_path), "unknown location 'ATTIC'"
    )
    with pytest.raises(sb.UsageError) as caught:
        sb.build_report(sb.parse_journal(BASE), "stock", location="ATTIC")
    assert str(caught.value) == "unknown location 'ATTIC'"


def test_warning_for_a_pattern_without_items(tmp_path):  # R19
    put(tmp_path, BASE)
    code, out, err = run(
        "stock", "--item", "ZZ*", "--item", "OIL", "--format", "csv", "j.stock", cwd=tmp_path
    )
    assert code == 0
    assert cells(out)[1:] == [["OIL", "Machine oil", "MAIN", "10", "l"]]
    assert err.splitlines() == ["stockbook: warning: no item matches 'ZZ*'"]


# ---------------------------------------------------------------- R20, R21: stock report

def test_stock_report():  # R20
    table = sb.build_report(sb.parse_journal(BASE), "stock")
    assert list(table.columns) == ["item", "name", "location", "quantity", "unit"]
    assert [list(row) for row in table.rows] == [
        ["BOLT", "Hex bolt", "MAIN", "90", "pcs"],
        ["BOLT", "Hex bolt", "VAN-1", "20", "pcs"],
        ["OIL", "Machine oil", "MAIN", "10", "l"],
    ]
    assert table.report == "stock"
    assert table.total is None


def test_stock_report_is_sorted_by_code_points():  # R20
    text = (
        'item B "b"\nitem A2 "a"\nitem A-1 "a"\nitem 9 "n"\nlocation Z\nlocation K\n'
        "2024-01-03 count B 1 at Z\n"
        "2024-01-03 count B 1 at K\n"
        "2024-01-03 count A2 1 at Z\n"
        "2024-01-03 count A-1 1 at Z\n"
        "2024-01-03 count 9 1 at Z\n"
    )
    assert [(row[0], row[2]) for row in rows(text, "stock")] == [
        ("9", "Z"), ("A-1", "Z"), ("A2", "Z"), ("B", "K"), ("B", "Z"),
    ]


def test_stock_report_with_zero_rows(tmp_path):  # R21
    put(tmp_path, BASE)
    code, out, _ = run("stock", "--zero", "--format", "csv", "j.stock", cwd=tmp_path)
    assert code == 0
    assert [(r[0], r[2], r[3]) for r in cells(out)[1:]] == [
        ("BOLT", "MAIN", "90"), ("BOLT", "VAN-1", "20"),
        ("NUT", "MAIN", "0"), ("NUT", "VAN-1", "0"),
        ("OIL", "MAIN", "10"), ("OIL", "VAN-1", "0"),
    ]


# ---------------------------------------------------------------- R22 to R24: value, lots, reorder

def test_value_report():  # R22
    table = sb.build_report(sb.parse_journal(BASE), "value")
    assert list(table.columns) == ["item", "name", "quantity", "unit", "value"]
    assert [list(row) for row in table.rows] == [
        ["BOLT", "Hex bolt", "110", "pcs", "15.90"],
        ["OIL", "Machine oil", "10", "l", "80.00"],
    ]
    assert table.total == {"value": "95.90"}


def test_lots_report():  # R23
    table = sb.build_report(sb.parse_journal(BASE), "lots")
    assert list(table.columns) == ["item", "location", "received", "quantity", "cost", "value"]
    assert [list(row) for row in table.rows] == [
        ["BOLT", "MAIN", "2024-02-01", "90", "0.15", "13.50"],
        ["BOLT", "VAN-1", "2024-01-03", "20", "0.12", "2.40"],
        ["OIL", "MAIN", "2024-01-04", "10", "8.00", "80.00"],
    ]
    assert table.total is None


def reorder(options, quantity):
    text = 'item A "Part A" %s\nlocation MAIN\n2024-01-03 count A %s at MAIN\n'
    return rows(text % (options, quantity), "reorder")


def test_reorder_report_below_the_minimum():  # R24
    assert reorder("min=100 order=50", "99.5") == [["A", "Part A", "99.5", "100", "50"]]
    assert reorder("min=100 order=50", "100") == []
    table = sb.build_report(sb.parse_journal(BASE), "reorder")
    assert list(table.columns) == ["item", "name", "quantity", "min", "order"]
    assert [list(row) for row in table.rows] == []


def test_reorder_quantities():  # R24
    assert reorder("min=100 order=30", "0")[0][4] == "120"
    assert reorder("min=100 order=50", "50")[0][4] == "50"
    assert reorder("min=100 order=50", "49.999")[0][4] == "100"
    assert reorder("min=2 order=0.75", "0.5")[0][4] == "1.5"


def test_reorder_without_an_order_quantity():  # R24
    assert reorder("min=10", "2.5") == [["A", "Part A", "2.5", "10", "7.5"]]


def test_reorder_report_counts_all_locations():  # R24
    text = (
        'item A "Part A" min=10\nitem B "Part B" min=1\nlocation M\nlocation N\n'
        "2024-01-03 count A 5 at M\n2024-01-03 count A 5 at N\n"
    )
    assert rows(text, "reorder") == [["B", "Part B", "0", "1", "1"]]


# ---------------------------------------------------------------- R25: history

def test_history_report():  # R25
    table = sb.build_report(sb.parse_journal(BASE), "history")
    assert list(table.columns) == [
        "date", "type", "item", "location", "change", "balance", "ref"
    ]
    assert [list(row) for row in table.rows] == [
        ["2024-01-03", "receive", "BOLT", "MAIN", "200", "200", "PO-17"],
        ["2024-01-04", "receive", "OIL", "MAIN", "10.5", "10.5", ""],
        ["2024-01-05", "issue", "BOLT", "MAIN", "-50", "150", "JOB-9"],
        ["2024-01-06", "move", "BOLT", "MAIN", "-20", "130", ""],
        ["2024-01-06", "move", "BOLT", "VAN-1", "20", "20", ""],
        ["2024-02-01", "receive", "BOLT", "MAIN", "100", "230", ""],
        ["2024-02-10", "issue", "BOLT", "MAIN", "-140", "90", ""],
        ["2024-02-28", "count", "OIL", "MAIN", "-0.5", "10", ""],
    ]
    assert table.total is None


def test_history_of_a_count_that_changed_nothing():  # R25
    text = HEAD + "2024-01-03 receive A 10 @ 1 to MAIN\n2024-01-06 count A 10 at MAIN ref=INV\n"
    assert rows(text, "history")[1] == ["2024-01-06", "count", "A", "MAIN", "0", "10", "INV"]


# ---------------------------------------------------------------- R26: usage

def test_usage_report():  # R26
    table = sb.build_report(sb.parse_journal(BASE), "usage")
    assert list(table.columns) == ["month", "item", "quantity", "value"]
    assert [list(row) for row in table.rows] == [
        ["2024-01", "BOLT", "50", "6.00"],
        ["2024-02", "BOLT", "140", "17.10"],
    ]
    assert table.total == {"value": "23.10"}


def test_usage_report_sums_the_issues_of_a_month():  # R26
    text = HEAD + (
        "2024-01-01 receive A 10 @ 0.105 to MAIN\n"
        "2024-01-01 receive B 10 @ 1 to MAIN\n"
        "2024-02-09 issue B 1 from MAIN\n"
        "2024-02-08 issue A 1 from MAIN\n"
        "2024-02-10 issue A 1 from MAIN\n"
    )
    assert rows(text, "usage") == [["2024-02", "A", "2", "0.21"], ["2024-02", "B", "1", "1.00"]]
    assert rows(text, "usage", start=date(2024, 2, 9), items=["A"]) == [
        ["2024-02", "A", "1", "0.11"]
    ]


# ---------------------------------------------------------------- R27: shrinkage

def test_shrinkage_report():  # R27
    table = sb.build_report(sb.parse_journal(BASE), "shrink")
    assert list(table.columns) == ["item", "lost", "found", "value"]
    assert [list(row) for row in table.rows] == [["OIL", "0.5", "0", "-4.00"]]
    assert table.total == {"value": "-4.00"}


def test_shrinkage_report_sums_counts():  # R27, R16
    text = HEAD + (
        "2024-01-03 receive A 10 @ 0.125 to MAIN\n"
        "2024-01-03 receive B 10 @ 2 to MAIN\n"
        "2024-01-04 count A 9 at MAIN\n"
        "2024-01-05 count B 10 at MAIN\n"
        "2024-01-06 count A 2 at VAN\n"
        "2024-01-07 count A 0 at VAN\n"
    )
    assert rows(text, "shrink") == [["A", "3", "2", "-0.13"]]


# ---------------------------------------------------------------- R28, R29: age, ABC

def test_age_report():  # R28
    table = sb.build_report(sb.parse_journal(BASE), "age")
    assert list(table.columns) == ["item", "quantity", "0-30", "31-90", "over-90"]
    assert [list(row) for row in table.rows] == [
        ["BOLT", "110", "90", "20", "0"],
        ["OIL", "10", "0", "10", "0"],
    ]


def test_age_limits():  # R28
    end = date(2024, 6, 30)
    text = HEAD
    for days, quantity in ((91, 1000), (90, 100), (31, 20), (30, 3), (0, 4)):
        day = (end - timedelta(days=days)).isoformat()
        text += "%s receive A %d @ 1 to MAIN\n" % (day, quantity)
    assert rows(text, "age", end=end) == [["A", "1127", "7", "120", "1000"]]


def test_abc_report():  # R29
    text = (
        'item P "p"\nitem Q "q"\nitem R "r"\nitem S "s"\nlocation MAIN\n'
        "2024-01-03 receive P 100 @ 1 to MAIN\n"
        "2024-01-03 receive Q 100 @ 1 to MAIN\n"
        "2024-01-03 receive R 100 @ 1 to MAIN\n"
        "2024-01-03 receive S 100 @ 1 to MAIN\n"
        "2024-01-04 issue P 5 from MAIN\n"
        "2024-01-04 issue R 80 from MAIN\n"
        "2024-01-04 issue Q 15 from MAIN\n"
    )
    table = sb.build_report(sb.parse_journal(text), "abc")
    assert list(table.columns) == ["item", "value", "share", "class"]
    assert [list(row) for row in table.rows] == [
        ["R", "80.00", "80.0", "A"],
        ["Q", "15.00", "15.0", "B"],
        ["P", "5.00", "5.0", "C"],
    ]


# ---------------------------------------------------------------- R30, R31: check

def test_check_without_warnings(tmp_path):  # R30
    put(
        tmp_path,
        'item A "Part A"\nlocation MAIN\n2024-01-03 receive A 5 @ 1 to MAIN\n',
    )
    code, out, err = run("check", "j.stock", cwd=tmp_path)
    assert code == 0
    assert out == "warnings: 0\n"
    assert err == ""


def test_check_with_warnings(tmp_path):  # R30, R39
    put(
        tmp_path,
        HEAD + "2024-01-05 receive A 5 @ 1 to MAIN\n2024-01-03 receive A 5 @ 0 to MAIN\n",
    )
    code, out, _ = run("check", "j.stock", cwd=tmp_path)
    assert code == 1
    assert out.splitlines() == [
        "j.stock:2: warning: item 'B' is never used",
        "j.stock:4: warning: location 'VAN' is never used",
        "j.stock:6: warning: date goes back from 2024-01-05 to 2024-01-03",
        "j.stock:6: warning: zero cost",
        "warnings: 4",
    ]


def test_check_notices():  # R30
    notices = sb.check_journal(sb.parse_journal(BASE, "t.stock"))
    assert [(n.file, n.line, n.message) for n in notices] == [
        ("t.stock", 3, "item 'NUT' is never used")
    ]


def test_check_tells_insufficient_stock(tmp_path):  # R30
    put(
        tmp_path,
        'item A "Part A"\nlocation MAIN\n2024-01-03 issue A 5 from MAIN\n',
    )
    code, out, err = run("check", "j.stock", cwd=tmp_path)
    assert code not in (0, 1)
    assert out == ""
    assert "j.stock:3: " in err
    assert "Traceback" not in err


def costs(*values):
    text = 'item A "Part A"\nlocation MAIN\n'
    for number, cost in enumerate(values):
        text += "2024-01-%02d receive A 1 @ %s to MAIN\n" % (number + 1, cost)
    return [(n.line, n.message) for n in sb.check_journal(sb.parse_journal(text))]


def test_check_warns_of_cost_changes():  # R31
    assert costs("0.1", "0.16") == [(4, "cost of 'A' changed from 0.10 to 0.16")]
    assert costs("1", "0.49") == [(4, "cost of 'A' changed from 1.00 to 0.49")]


def test_check_accepts_smaller_cost_changes():  # R31
    assert costs("1", "1.5", "0.75") == []
    assert costs("1", "0", "1") == [(4, "zero cost")]


# ---------------------------------------------------------------- R32, R33: formatting

UNTIDY = """\
# stock of the shop
location  VAN-1
item NUT "Hex \\"nut\\"" order=10 min=5.50
location MAIN
item BOLT "Hex bolt" unit=pcs
item OIL "Oil" min=0 unit=l
2024-01-05   issue BOLT 50 from MAIN ref=JOB-9  # comment
2024-01-03 receive BOLT 200.0 @ 0.1200 to MAIN

2024-01-06 count NUT 0 at VAN-1 ref="two words"
2024-01-07 move BOLT 20 from MAIN to VAN-1 ref=""
"""

TIDY = """\
item BOLT "Hex bolt"
item NUT "Hex \\"nut\\"" min=5.5 order=10
item OIL "Oil" unit=l

location MAIN
location VAN-1

2024-01-03 receive BOLT 200 @ 0.12 to MAIN
2024-01-05 issue BOLT 50 from MAIN ref="JOB-9"
2024-01-06 count NUT 0 at VAN-1 ref="two words"
2024-01-07 move BOLT 20 from MAIN to VAN-1
"""


def test_canonical_form():  # R32
    assert sb.format_journal(sb.parse_journal(UNTIDY)) == TIDY


def test_canonical_form_stays_as_it_is(tmp_path):  # R32
    put(tmp_path, TIDY)
    code, out, _ = run("fmt", "j.stock", cwd=tmp_path)
    assert code == 0
    assert out == TIDY


def test_canonical_form_leaves_out_empty_groups():  # R32
    assert sb.format_journal(sb.parse_journal("# nothing\n")) == ""
    assert sb.format_journal(sb.parse_journal("\nlocation B\nlocation A\n")) == (
        "location A\nlocation B\n"
    )


def test_formatting_does_not_apply_movements(tmp_path):  # R32
    put(tmp_path, HEAD + "2024-01-03 issue A 5 from MAIN\n")
    code, out, _ = run("fmt", "j.stock", cwd=tmp_path)
    assert code == 0
    assert out.splitlines()[-1] == "2024-01-03 issue A 5 from MAIN"


def test_formatting_in_place(tmp_path):  # R33
    path = put(tmp_path, UNTIDY)
    code, out, _ = run("fmt", "-i", "j.stock", cwd=tmp_path)
    assert code == 0
    assert out == ""
    assert path.read_bytes() == TIDY.encode("utf-8")


def test_formatting_in_place_keeps_a_faulty_file(tmp_path):  # R33
    text = UNTIDY + "wrong\n"
    path = put(tmp_path, text)
    result = run("fmt", "--in-place", "j.stock", cwd=tmp_path)
    fails_with(result, 3, "j.stock:12: unknown entry 'wrong'")
    assert path.read_bytes() == text.encode("utf-8")


def test_formatting_in_place_takes_one_file(tmp_path):  # R33
    first = put(tmp_path, UNTIDY, "1.stock")
    put(tmp_path, 'item Z "z"\n', "2.stock")
    wrong_usage(run("fmt", "-i", "1.stock", "2.stock", cwd=tmp_path))
    assert first.read_bytes() == UNTIDY.encode("utf-8")
    wrong_usage(run("fmt", "-i", "-", cwd=tmp_path, stdin=UNTIDY))


# ---------------------------------------------------------------- R34 to R38: output

def value_lines():
    """The value report of BASE as text, put together by the rules of R34."""
    widths = (5, 11, 8, 4, 5)

    def line(*parts):
        item, name, quantity, unit, value = parts
        return "  ".join(
            (
                item.ljust(widths[0]), name.ljust(widths[1]), quantity.rjust(widths[2]),
                unit.ljust(widths[3]), value.rjust(widths[4]),
            )
        ).rstrip(" ")

    return [
        line("item", "name", "quantity", "unit", "value"),
        line("BOLT", "Hex bolt", "110", "pcs", "15.90"),
        line("OIL", "Machine oil", "10", "l", "80.00"),
        line("TOTAL", "", "", "", "95.90"),
    ]


def test_text_form_with_total(tmp_path):  # R34
    put(tmp_path, BASE)
    code, out, err = run("value", "j.stock", cwd=tmp_path)
    assert code == 0
    assert out == "".join(line + "\n" for line in value_lines())
    assert err == ""


def test_text_form_has_no_spaces_at_line_ends():  # R34
    table = sb.Table("demo", ["item", "unit"], [["A", ""], ["LONG", "kg"]])
    assert sb.render(table) == "item  unit\nA\nLONG  kg\n"


def test_text_form_of_a_report_without_rows():  # R34
    journal = sb.parse_journal(HEAD)
    assert sb.render(sb.build_report(journal, "stock")) == (
        "item  name  location  quantity  unit\n"
    )
    assert sb.render(sb.build_report(journal, "usage"), "text").splitlines()[-1].split() == [
        "TOTAL", "0.00",
    ]


def test_csv_form(tmp_path):  # R35
    put(tmp_path, BASE)
    code, out, _ = run("value", "--format", "csv", "j.stock", cwd=tmp_path)
    assert code == 0
    assert out == (
        "item,name,quantity,unit,value\n"
        "BOLT,Hex bolt,110,pcs,15.90\n"
        "OIL,Machine oil,10,l,80.00\n"
    )


def test_csv_quoting():  # R35
    table = sb.Table("demo", ["a", "b"], [["x,y", 'say "hi"'], ["plain text", ""]])
    assert sb.render(table, "csv") == 'a,b\n"x,y","say ""hi"""\nplain text,\n'


def test_json_form_with_total(tmp_path):  # R36
    put(tmp_path, BASE)
    code, out, _ = run("usage", "--format", "json", "j.stock", cwd=tmp_path)
    assert code == 0
    assert json.loads(out) == {
        "report": "usage",
        "columns": ["month", "item", "quantity", "value"],
        "rows": [
            {"month": "2024-01", "item": "BOLT", "quantity": "50", "value": "6.00"},
            {"month": "2024-02", "item": "BOLT", "quantity": "140", "value": "17.10"},
        ],
        "total": {"value": "23.10"},
    }


def test_json_form_without_total():  # R36
    table = sb.build_report(sb.parse_journal(BASE), "stock", items=["OIL"])
    assert json.loads(sb.render(table, "json")) == {
        "report": "stock",
        "columns": ["item", "name", "location", "quantity", "unit"],
        "rows": [
            {"item": "OIL", "name": "Machine oil", "location": "MAIN", "quantity": "10", "unit": "l"}
        ],
    }


def test_without_header_in_text_form():  # R37
    table = sb.Table("demo", ["item", "quantity"], [["A", "5"]], frozenset({"quantity"}))
    assert sb.render(table, "text", header=False) == "A            5\n"


def test_output_to_a_file(tmp_path):  # R38
    put(tmp_path, BASE)
    _, expected, _ = run("value", "j.stock", cwd=tmp_path)
    target = put(tmp_path, "old content\n" * 100, "report.txt")
    code, out, _ = run("value", "--output", "report.txt", "j.stock", cwd=tmp_path)
    assert code == 0
    assert out == ""
    assert target.read_bytes() == expected.encode("utf-8")


def test_output_file_is_not_made_on_a_fault(tmp_path):  # R38
    put(tmp_path, BASE + "wrong\n")
    code, out, _ = run("value", "--output", "report.txt", "j.stock", cwd=tmp_path)
    assert code == 3
    assert out == ""
    assert not (tmp_path / "report.txt").exists()


# ---------------------------------------------------------------- R39: the command

def test_wrong_usage(tmp_path):  # R39
    put(tmp_path, BASE)
    wrong_usage(run(cwd=tmp_path))
    wrong_usage(run("inventory", "j.stock", cwd=tmp_path))
    wrong_usage(run("stock", cwd=tmp_path))
    wrong_usage(run("stock", "--nonsense", "j.stock", cwd=tmp_path))
    wrong_usage(run("stock", "--format", "xml", "j.stock", cwd=tmp_path))


def test_file_that_cannot_be_read(tmp_path):  # R39
    code, out, err = run("stock", "missing.stock", cwd=tmp_path)
    assert code == 4
    assert out == ""
    assert err.startswith("stockbook: error: cannot read missing.stock: ")
    assert len(err.splitlines()) == 1


def test_file_that_cannot_be_written(tmp_path):  # R39, R38
    put(tmp_path, BASE)
    target = os.path.join("nowhere", "report.txt")
    code, out, err = run("stock", "--output", target, "j.stock", cwd=tmp_path)
    assert code == 4
    assert out == ""
    assert err.startswith("stockbook: error: cannot write %s: " % target)
    assert len(err.splitlines()) == 1


def test_version_and_help(tmp_path):  # R39
    code, out, _ = run("--version", cwd=tmp_path)
    assert (code, out.strip()) == (0, "stockbook 0.1.0")
    code, out, _ = run("--help", cwd=tmp_path)
    assert code == 0
    for name in ("stock", "value", "lots", "reorder", "history", "usage", "check", "fmt"):
        assert name in out
    assert sb.__version__ == "0.1.0"


def test_reports_do_not_change_the_journal_and_print_utf8(tmp_path):  # R39
    text = 'item A "Schraube Größe 8 – grün"\nlocation MAIN\n# Café\n2024-01-03 count A 5 at MAIN\n'
    path = put(tmp_path, text)
    for command in ("stock", "value", "history", "fmt"):
        code, out, _ = run(command, "j.stock", cwd=tmp_path)
        assert code == 0
        if command != "history":
            assert "Schraube Größe 8 – grün" in out
    assert path.read_bytes() == text.encode("utf-8")


# ---------------------------------------------------------------- R40: speed

def test_stock_report_of_a_large_journal(tmp_path):  # R40
    lines = ["location MAIN"]
    lines += ['item P%02d "Part %d"' % (number, number) for number in range(50)]
    first = date(2020, 1, 1)
    for number in range(10000):
        day = (first + timedelta(days=number // 10)).isoformat()
        item = "P%02d" % (number % 50)
        lines.append("%s receive %s 10 @ 1.25 to MAIN" % (day, item))
        lines.append("%s issue %s 7 from MAIN" % (day, item))
    put(tmp_path, "\n".join(lines) + "\n")
    started = time.monotonic()
    code, out, _ = run("stock", "--format", "csv", "j.stock", cwd=tmp_path)
    assert time.monotonic() - started < 10
    assert code == 0
    assert cells(out)[1] == ["P00", "Part 0", "MAIN", "600", "pcs"]
    assert len(cells(out)) == 51

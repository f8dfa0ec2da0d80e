"""Hidden acceptance tests for cablecheck, against its public interface alone."""

import errno
import io
import json
import os
import sys
from pathlib import Path

import pytest

from cablecheck.cli import main
from cablecheck.fields import format_length, parse_endpoint, parse_id, parse_length, parse_limit
from cablecheck.model import DEFAULT_LIMITS, Endpoint, InputError
from cablecheck.reader import decode, read_schedule
from cablecheck.report import render_json, render_text
from cablecheck.rules import check

HEADER = "id,a,b,media,length"


@pytest.fixture(autouse=True)
def _in_tmp_path(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def put(name, *lines, header=HEADER):
    Path(name).write_bytes("".join(line + "\n" for line in (header, *lines)).encode("utf-8"))


def run(capsys, *args):
    code = main(list(args))
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def findings(capsys, *args):
    code, out, _ = run(capsys, "--format", "json", *args)
    assert code in (0, 1)
    return [(f["file"], f["line"], f["code"], f["message"]) for f in json.loads(out)["findings"]]


def short(capsys, *args):
    return [(line, code) for _, line, code, _ in findings(capsys, *args)]


def refused(capsys, text, *args):
    code, out, err = run(capsys, *args)
    assert (code, out) == (2, "")
    assert err.splitlines()[-1] == f"cablecheck: error: {text}"


def give_stdin(monkeypatch, text):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode("utf-8")), encoding="utf-8"))


# ---- reading schedules


def test_files_are_one_schedule_in_the_order_given(capsys):
    """MUST read every file named on the command line, in the order given, ... as one schedule."""
    put("a.csv", "C1,SW1:1,R1:1,cat6,5")
    put("z.csv", "# a line more", "C2,R2:9,sw1:1,cat6,5", "C3,R3:1,R4:1,cat6,x")
    assert findings(capsys, "z.csv", "a.csv") == [
        ("z.csv", 4, "E04", "bad length 'x'"),
        ("a.csv", 2, "E07", "port SW1:1 already used at z.csv:3"),
    ]


def test_standard_input_without_names_and_for_a_dash(capsys, monkeypatch):
    """MUST read standard input when no file is named, and where `-` is named; name `<stdin>`."""
    give_stdin(monkeypatch, HEADER + "\nC1,SW1:1,R1:1,cat6,0\n")
    assert findings(capsys) == [("<stdin>", 2, "E04", "bad length '0'")]
    put("plan.csv", "C1,SW1:1,R1:1,cat6,5")
    put("more.csv", "c2,SW3:1,R3:1,cat6,5")
    give_stdin(monkeypatch, HEADER + "\nC1,SW2:1,R2:1,cat6,5\nC2,SW2:2,R2:2,cat6,5\n")
    assert findings(capsys, "plan.csv", "-", "more.csv") == [
        ("<stdin>", 2, "E06", "cable id C1 already used at plan.csv:2"),
        ("more.csv", 2, "E06", "cable id C2 already used at <stdin>:3"),
    ]
    give_stdin(monkeypatch, "")
    refused(capsys, "<stdin>: no header row", "-")
    monkeypatch.setattr(sys, "stdin", io.StringIO(HEADER + "\nC1,SW1:1,R1:1,cat6,5\n"))
    assert run(capsys)[:2] == (0, "1 cable, 0 errors, 0 warnings\n")


def test_the_same_name_twice_is_a_usage_error(capsys, monkeypatch):
    """MUST refuse, as a usage error, the same input name given twice (names compared as strings)."""
    put("plan.csv", "C1,SW1:1,R1:1,cat6,5")
    put("other.csv")
    refused(capsys, "input given twice: plan.csv", "plan.csv", "other.csv", "plan.csv")
    give_stdin(monkeypatch, HEADER + "\n")
    refused(capsys, "input given twice: -", "-", "-")
    assert run(capsys, "plan.csv", "./plan.csv")[0] == 1


def test_byte_order_mark_and_crlf(capsys):
    """MUST accept UTF-8 with or without a byte order mark and lines ending in LF or CRLF."""
    text = "id,a,b,media,length\r\nC1,SW1:1,R1:1,cat6,5\r\nC2,SW2:1,R2:1,cat6,2,5\nC3,SW3:1,R3:1,cat6,5cm"
    Path("plan.csv").write_bytes(b"\xef\xbb\xbf" + text.encode())
    assert findings(capsys, "plan.csv") == [("plan.csv", 3, "E01", "row has 6 fields, header has 5")]
    assert decode(b"\xef\xbb\xbfid\r\n", "x") == "id\r\n"
    schedule = read_schedule("\ufeff" + text, "x.csv")
    assert schedule.rows == 3 and [cable.line for cable in schedule.cables] == [2, 4]
    assert schedule.cables[1].length_cm == 5


def test_skipped_lines_still_count_as_lines(capsys):
    """MUST skip blank lines, `#` lines and filler rows; line numbers count every physical line."""
    lines = [
        "",
        '  # a comment with a "quote, not closed',
        ",,",
        HEADER,
        "   ",
        ",,,,,,,,",
        '"", ," ",,',
        "  #C0,SW1:1,R1:1,cat6,5",
        "C1,SW1:1,R1:1,cat6,bad",
        ",",
        '"#2",SW2:1,R2:1,cat6,5',
    ]
    Path("plan.csv").write_text("\n".join(lines), encoding="utf-8")
    code, out, _ = run(capsys, "plan.csv")
    assert code == 1
    assert out == (
        "plan.csv:9: E04 bad length 'bad'\n"
        "plan.csv:11: E02 bad cable id '#2'\n"
        "2 cables, 2 errors, 0 warnings\n"
    )


def test_only_line_feeds_end_lines(capsys):
    """MUST ... line numbers in findings count every physical line (design: lines are split at LF)."""
    put("plan.csv", "one\u2028two\x0bthree\x0cfour,C1,SW1:1,R1:1,cat6,5", ",C2,SW2:1,R2:1,cat6,no", header="note," + HEADER)
    assert findings(capsys, "plan.csv") == [("plan.csv", 3, "E04", "bad length 'no'")]


def test_columns_in_any_order_and_case_others_ignored(capsys):
    """MUST ... recognise the columns in any order and any letter case, and ignore other columns."""
    put(
        "plan.csv",
        '5m,hello, CAT6 ,"R1:1",again, "SW1:1",C1',
        "5m,,cat6,R2:1,,SW1:1,c1",
        header="Length,Note, MEDIA ,b,note,A,Id",
    )
    assert findings(capsys, "plan.csv") == [
        ("plan.csv", 3, "E06", "cable id C1 already used at plan.csv:2"),
        ("plan.csv", 3, "E07", "port SW1:1 already used at plan.csv:2"),
    ]


@pytest.mark.parametrize(
    "text, reason",
    [
        (b"", "no header row"),
        (b"# nothing\n\n,,,\n", "no header row"),
        (b"id,a,b,\"media,length\nC1,SW1:1,R1:1,cat6,5\n", "broken header row"),
        (b"id,a,b,media\n", "missing column: length"),
        (b"length,b\n", "missing columns: id, a, media"),
        (b"C1,SW1:1,R1:1,cat6,5\n", "missing columns: id, a, b, media, length"),
        (b"b,B,length,a,A,id,media\n", "duplicate column: a"),
        (b"id,ID,b,a,media\n", "missing column: length"),
        (b"id,a,b,media,length\n\xff\n", "not valid UTF-8"),
    ],
)
def test_unusable_inputs(capsys, text, reason):
    """MUST stop the whole run when an input ... is not UTF-8, has no header, a broken one, lacks columns."""
    Path("plan.csv").write_bytes(text)
    refused(capsys, f"plan.csv: {reason}", "plan.csv")


def test_inputs_that_cannot_be_opened_stop_the_whole_run(capsys):
    """MUST stop the whole run (exit code 2, nothing on standard output) when an input cannot be opened."""
    put("bad.csv", "C1,SW1:1,SW1:1,cat6,5")
    os.mkdir("folder")
    Path("empty.csv").write_bytes(b"")
    refused(capsys, f"none.csv: cannot read: {os.strerror(errno.ENOENT)}", "bad.csv", "none.csv", "empty.csv")
    refused(capsys, f"folder: cannot read: {os.strerror(errno.EISDIR)}", "folder")
    refused(capsys, "empty.csv: no header row", "bad.csv", "empty.csv")
    error = InputError("x.csv", "no header row")
    assert (str(error), error.file, error.reason) == ("x.csv: no header row", "x.csv", "no header row")


def test_rows_that_are_no_rows(capsys):
    """MUST report a data row that is not valid CSV, or has more or fewer fields, as E01 and go on."""
    put(
        "plan.csv",
        "lonely",
        "C 1,SW1:1,SW1:1,cat9",
        "C1,SW1:1,R1:1,cat6,5,",
        'C1,"SW1"x:1,R1:1,cat6,5',
        "C1,SW1:1,R1:1,cat6,5",
    )
    code, out, _ = run(capsys, "plan.csv")
    assert code == 1
    assert out == (
        "plan.csv:2: E01 row has 1 fields, header has 5\n"
        "plan.csv:3: E01 row has 4 fields, header has 5\n"
        "plan.csv:4: E01 row has 6 fields, header has 5\n"
        "plan.csv:5: E01 row is not valid CSV\n"
        "5 cables, 4 errors, 0 warnings\n"
    )
    # a quoted field may not run over the end of a line
    put("plan.csv", 'C1,SW1:1,R1:1,cat6,"5', '",C2,SW2:1', 'C3,SW3:1,R3:1,cat6,"5"')
    assert findings(capsys, "plan.csv") == [
        ("plan.csv", 2, "E01", "row is not valid CSV"),
        ("plan.csv", 3, "E01", "row is not valid CSV"),
    ]


# ---- single cables


def test_cable_ids(capsys):
    """MUST report a cable id that is not 1 to 32 ASCII letters, digits, dots, hyphens or underscores."""
    assert parse_id(" a.B-c_9 ") == "A.B-C_9"
    assert parse_id("x" * 32) == "X" * 32
    for bad in ("", "x" * 33, "x y", "a/b", "caf\u00e9", "\u0663", "a:b"):
        assert parse_id(bad) is None
    put("plan.csv", " x y ,SW1:1,R1:1,cat6,5", ",SW2:1,R2:1,cat6,5", "X Y,SW3:1,R3:1,cat6,5")
    assert findings(capsys, "plan.csv") == [
        ("plan.csv", 2, "E02", "bad cable id 'x y'"),
        ("plan.csv", 3, "E02", "bad cable id ''"),
        ("plan.csv", 4, "E02", "bad cable id 'X Y'"),
    ]


def test_endpoints(capsys):
    """MUST report an end that is not of the form DEVICE:PORT as E03, once for each bad end."""
    assert parse_endpoint(" sw1:ge/0/24 ") == Endpoint("SW1", "GE/0/24")
    assert str(Endpoint("SW1", "1/0/24")) == "SW1:1/0/24"
    for bad in ("", "SW1", "SW1:", ":1", "SW1:1:2", "SW1 :1", "SW1: 1", "S/1:1", "SW1:" + "1" * 33, "SW\u00e9:1"):
        assert parse_endpoint(bad) is None
    put("plan.csv", "C1, z/1:1 ,A1,cat6,5", "C2,SW2:1,,cat6,5")
    assert findings(capsys, "plan.csv") == [
        ("plan.csv", 2, "E03", "bad endpoint a 'z/1:1'"),
        ("plan.csv", 2, "E03", "bad endpoint b 'A1'"),
        ("plan.csv", 3, "E03", "bad endpoint b ''"),
    ]


def test_lengths():
    """MUST accept lengths in metres with at most two decimals or whole centimetres, nothing else."""
    good = {
        "2.5": 250, "2.5m": 250, "2.5 M": 250, "250cm": 250, " 250  Cm ": 250, "0.01": 1, "0.29": 29, "1.15": 115,
        "4.35": 435, "100000": 10_000_000, "10000000cm": 10_000_000, "00000001": 100, "1cm": 1,
    }
    assert {text: parse_length(text) for text in good} == good
    for bad in (
        "", "0", "0.00", "0cm", "-1", "+1", "2,5", "2.555", "2.5cm", ".5", "5.", "1e3", "1km", "m", "100000.01",
        "10000001cm", "000000001", "\u0663", "2.5 m m", "1 2",
    ):
        assert parse_length(bad) is None, bad
    assert (format_length(1250), format_length(5), format_length(10_000_000)) == ("12.50 m", "0.05 m", "100000.00 m")


def test_unknown_media(capsys):
    """MUST report a media name that is not in the table of known media as E05, without regard to case."""
    put(
        "plan.csv",
        "C1,SW1:1,R1:1,CaT6a,5",
        "C2,SW2:1,R2:1,Cat9,500000",
        "C3,SW3:1,R3:1,,5",
        'C4,SW4:1,R4:1,"2,5","2,5"',
    )
    assert findings(capsys, "plan.csv") == [
        ("plan.csv", 3, "E04", "bad length '500000'"),
        ("plan.csv", 3, "E05", "unknown media 'Cat9'"),
        ("plan.csv", 4, "E05", "unknown media ''"),
        ("plan.csv", 5, "E04", "bad length '2,5'"),
        ("plan.csv", 5, "E05", "unknown media '2,5'"),
    ]


def test_all_faults_of_a_row_and_its_good_fields_count(capsys):
    """MUST report all the field faults of a row; ... the good fields still count in their checks."""
    put(
        "plan.csv",
        "?,SW1,R1,cat9,x",
        "?,SW2:1,R2,cat9,x",
        "C1,nowhere,R3:1,cat6,x",
        "c1,r3:1,sw2:1,cat6,5",
    )
    assert [item[1:] for item in findings(capsys, "plan.csv")] == [
        (2, "E02", "bad cable id '?'"),
        (2, "E03", "bad endpoint a 'SW1'"),
        (2, "E03", "bad endpoint b 'R1'"),
        (2, "E04", "bad length 'x'"),
        (2, "E05", "unknown media 'cat9'"),
        (3, "E02", "bad cable id '?'"),
        (3, "E03", "bad endpoint b 'R2'"),
        (3, "E04", "bad length 'x'"),
        (3, "E05", "unknown media 'cat9'"),
        (4, "E03", "bad endpoint a 'nowhere'"),
        (4, "E04", "bad length 'x'"),
        (5, "E06", "cable id C1 already used at plan.csv:4"),
        (5, "E07", "port R3:1 already used at plan.csv:4"),
        (5, "E07", "port SW2:1 already used at plan.csv:3"),
    ]


def test_both_ends_on_one_port(capsys):
    """MUST report a cable with both ends on the very same port as E08; ... used once by this cable."""
    put("plan.csv", "C1,sw1:1,SW1:1,cat6,5", "C2,R1:1,SW1:1,cat6,5", "C3,SW1:1,sw1:1,cat6,5")
    assert [item[1:] for item in findings(capsys, "plan.csv")] == [
        (2, "E08", "both ends are port SW1:1"),
        (3, "E07", "port SW1:1 already used at plan.csv:2"),
        (4, "E07", "port SW1:1 already used at plan.csv:2"),
        (4, "E08", "both ends are port SW1:1"),
    ]


def test_two_ports_of_one_device(capsys):
    """SHOULD warn (W01) about a cable whose two different ports are on the same device."""
    put("plan.csv", "C1,sw1:1,SW1:01,cat6,5", "C2,SW1:2,SW1:3,dac,5", "C3,SW1:4,SW1,cat6,5")
    code, out, _ = run(capsys, "plan.csv")
    assert code == 1
    assert out == (
        "plan.csv:2: W01 both ends on device SW1\n"
        "plan.csv:3: W01 both ends on device SW1\n"
        "plan.csv:4: E03 bad endpoint b 'SW1'\n"
        "3 cables, 1 error, 2 warnings\n"
    )


def test_limits_of_media(capsys):
    """MUST report a cable longer than the limit of its media as E09; ... exactly the limit is allowed."""
    put("plan.csv", "C1,SW1:1,R1:1,DAC,7", "C2,SW2:1,R2:1,DAC,7.01", "C3,SW3:1,R3:1,os2,10000.01m", "C4,SW4:1,R4:1,om4,300.01")
    assert [item[1:] for item in findings(capsys, "plan.csv", "--ignore", "W03")] == [
        (3, "E09", "length 7.01 m exceeds 7.00 m for dac"),
        (4, "E09", "length 10000.01 m exceeds 10000.00 m for os2"),
    ]
    assert DEFAULT_LIMITS["cat6a"] == 10_000


def test_close_to_the_limit(capsys):
    """SHOULD warn (W03) about a cable longer than nine tenths of its limit but not above the limit."""
    put(
        "plan.csv",
        "C1,SW1:1,R1:1,dac,6.30",
        "C2,SW2:1,R2:1,dac,6.31",
        "C3,SW3:1,R3:1,Cat6,100",
        "C4,SW4:1,R4:1,cat6,90",
        "C5,SW5:1,R5:1,cat6,100.01",
    )
    assert [item[1:] for item in findings(capsys, "plan.csv")] == [
        (3, "W03", "length 6.31 m is close to the limit of 7.00 m for dac"),
        (4, "W03", "length 100.00 m is close to the limit of 100.00 m for cat6"),
        (6, "E09", "length 100.01 m exceeds 100.00 m for cat6"),
    ]


# ---- cables against each other


def test_a_third_use_names_the_first(capsys):
    """MUST report an id already seen as E06 and a port already used as E07; a third use also names the first."""
    put(
        "plan.csv",
        "C1,SW1:1,R1:1,cat6,5",
        "c1,SW2:1,sw1:1,cat6,5",
        "C1,SW1:1,R3:1,cat6,5",
        "C4,R3:1,SW2:1,cat6,5",
    )
    assert [item[1:] for item in findings(capsys, "plan.csv")] == [
        (3, "E06", "cable id C1 already used at plan.csv:2"),
        (3, "E07", "port SW1:1 already used at plan.csv:2"),
        (4, "E06", "cable id C1 already used at plan.csv:2"),
        (4, "E07", "port SW1:1 already used at plan.csv:2"),
        (5, "E07", "port R3:1 already used at plan.csv:4"),
        (5, "E07", "port SW2:1 already used at plan.csv:3"),
    ]


def test_end_a_comes_before_end_b(capsys):
    """MUST print findings sorted by input order, then line, then code, with end a before end b."""
    put("plan.csv", "C1,A:1,Z:1,cat6,5", "C2,z:1,a:1,cat6,5")
    assert [item[1:] for item in findings(capsys, "plan.csv")] == [
        (3, "E07", "port Z:1 already used at plan.csv:2"),
        (3, "E07", "port A:1 already used at plan.csv:2"),
    ]


def test_ports_are_compared_without_case_but_as_text(capsys):
    """MUST compare ids, devices and ports without regard to case, shown upper; `1` and `01` differ."""
    put("plan.csv", "c-1,sw1:ge/1,R1:1,cat6,5", "C_1,SW1:GE/01,R2:1,cat6,5", "C-1,Sw1:Ge/1,R3:1,cat6,5")
    assert [item[1:] for item in findings(capsys, "plan.csv")] == [
        (4, "E06", "cable id C-1 already used at plan.csv:2"),
        (4, "E07", "port SW1:GE/1 already used at plan.csv:2"),
    ]


def test_devices_joined_by_different_media(capsys):
    """SHOULD warn (W02) when ... media differs from that of the first cable joining the same two devices."""
    put(
        "plan.csv",
        "C1,SW2:1,SW10:1,cat9,5",
        "?,SW2:2,SW10:2,Cat6,zero",
        "C3,SW10:3,sw2:3,OM3,5",
        "C4,SW2:4,SW10:4,om3,5",
        "C5,SW2:5,SW10:5,CAT6,5",
        "C6,SW2:6,SW10:6,cat9,5",
        "C7,SW2:7,SW3:7,om3,5",
        "C8,R1:1,R1:2,om3,5",
        "C9,R1:3,R1:4,dac,5",
    )
    assert [item for item in findings(capsys, "plan.csv") if item[2] == "W02"] == [
        ("plan.csv", 4, "W02", "devices SW10 and SW2 also joined by cat6 at plan.csv:3"),
        ("plan.csv", 5, "W02", "devices SW10 and SW2 also joined by cat6 at plan.csv:3"),
    ]


# ---- options


def test_limit_option(capsys):
    """MUST let `--limit NAME=LENGTH` change or add a limit; the last one for a name wins."""
    put("plan.csv", "C1,SW1:1,R1:1,cat6,60", "C2,SW2:1,R2:1,OM5,20", "C3,SW3:1,R3:1,om3,301")
    assert short(capsys, "plan.csv") == [(3, "E05"), (4, "E09")]
    options = ["--limit", "cat6=200", "--limit", " Om5 = 21m ", "--limit", "CAT6=5000cm"]
    assert findings(capsys, *options, "plan.csv") == [
        ("plan.csv", 2, "E09", "length 60.00 m exceeds 50.00 m for cat6"),
        ("plan.csv", 3, "W03", "length 20.00 m is close to the limit of 21.00 m for om5"),
        ("plan.csv", 4, "E09", "length 301.00 m exceeds 300.00 m for om3"),
    ]
    assert short(capsys, "plan.csv") == [(3, "E05"), (4, "E09")]
    assert parse_limit("Cat6=90") == ("cat6", 9000)


def test_malformed_limits_are_usage_errors(capsys):
    """MUST let `--limit` ...; a malformed one is a usage error."""
    put("plan.csv", "C1,SW1:1,R1:1,cat6,5")
    for text in ("cat6=fast", "cat6", "cat6=0", "=5", "a=b=5", "Cat 6=5", "cat6=2,5", "cat6="):
        assert parse_limit(text) is None
        refused(capsys, f"bad limit '{text}'", "plan.csv", "--limit", "cat6=5", f"--limit={text}")


def test_ignore_option(capsys):
    """MUST let `--ignore CODE` drop a kind of warning from the findings, the counts and the exit code."""
    put("plan.csv", "C1,SW1:1,SW1:2,cat6,95", "C2,SW2:1,R2:1,cat6,5")
    assert run(capsys, "plan.csv", "--ignore", "w03", "--strict")[:2] == (
        1, "plan.csv:2: W01 both ends on device SW1\n2 cables, 0 errors, 1 warning\n")
    assert run(capsys, "--ignore", "w03", "--ignore", "W01", "--ignore", "w02", "--strict", "plan.csv")[:2] == (
        0, "2 cables, 0 errors, 0 warnings\n")


def test_codes_that_cannot_be_ignored(capsys):
    """MUST ... an unknown code, or the code of an error, is refused as a usage error."""
    put("plan.csv", "C1,SW1:1,R1:1,cat6,5")
    refused(capsys, "unknown code 'w99'", "plan.csv", "--ignore", "W01", "--ignore", "w99")
    refused(capsys, "unknown code 'E10'", "plan.csv", "--ignore", "E10")
    refused(capsys, "cannot ignore error code E06", "plan.csv", "--ignore", "e06")


def test_options_are_checked_in_order_before_inputs(capsys):
    """MUST ... 2 for wrong usage (design: limits, then ignored codes, then names given twice, then reading)."""
    refused(capsys, "bad limit 'x'", "--ignore", "W99", "none.csv", "none.csv", "--limit", "x")
    refused(capsys, "unknown code 'W99'", "none.csv", "none.csv", "--ignore", "W99")
    refused(capsys, "input given twice: none.csv", "none.csv", "none.csv")


def test_strict_option(capsys):
    """MUST let `--strict` make remaining warnings lead to exit code 1; still counted as warnings."""
    put("plan.csv", "C1,SW1:1,SW1:2,cat6,5")
    expected = "plan.csv:2: W01 both ends on device SW1\n1 cable, 0 errors, 1 warning\n"
    assert run(capsys, "plan.csv")[:2] == (0, expected)
    assert run(capsys, "--strict", "plan.csv")[:2] == (1, expected)
    put("good.csv", "C1,SW1:1,SW2:2,cat6,5")
    assert run(capsys, "--strict", "good.csv")[0] == 0


def test_totals_option(capsys):
    """SHOULD let `--totals` add the number of cables and total length for each media that occurs."""
    put(
        "plan.csv",
        "C1,SW1:1,R1:1,om3,5.05",
        "?,nowhere,R2:1,CAT6,150",
        "C3,SW3:1,R3:1,cat6,250cm",
        "C3,SW3:1,R4:1,Cat6,1",
        "C5,SW5:1,R5:1,cat6,0",
        "C6,SW6:1,R6:1,cat9,5",
        "C7,SW7:1,R7:1,dac",
    )
    code, out, _ = run(capsys, "plan.csv", "--totals")
    assert code == 1
    assert out.splitlines()[-3:] == ["total cat6: 3 cables, 153.50 m", "total om3: 1 cable, 5.05 m", "7 cables, 8 errors, 0 warnings"]
    _, out, _ = run(capsys, "plan.csv", "--totals", "--format", "json")
    assert json.loads(out)["totals"] == [
        {"media": "cat6", "cables": 3, "length_m": "153.50"},
        {"media": "om3", "cables": 1, "length_m": "5.05"},
    ]


def test_quiet_option(capsys):
    """COULD let `--quiet` leave out the warning lines of the text; counts, exit code and JSON stay."""
    put("plan.csv", "C1,SW1:1,SW1:2,cat6,5", "?,SW2:1,R2:1,cat6,5")
    assert run(capsys, "--quiet", "plan.csv")[:2] == (1, "plan.csv:3: E02 bad cable id '?'\n2 cables, 1 error, 1 warning\n")
    assert run(capsys, "--quiet", "--format", "json", "plan.csv")[1] == run(capsys, "--format", "json", "plan.csv")[1]
    put("warn.csv", "C1,SW1:1,SW1:2,cat6,5")
    assert run(capsys, "--quiet", "--strict", "warn.csv")[:2] == (1, "1 cable, 0 errors, 1 warning\n")


# ---- output


def test_json_output(capsys):
    """MUST with `--format json` print one JSON object with the counts and the findings, and nothing else."""
    put("plan.csv", "caf\u00e9,SW1:1,SW1:2,cat6,5")
    code, out, _ = run(capsys, "--format", "json", "plan.csv")
    expected = {
        "cables": 1,
        "errors": 1,
        "warnings": 1,
        "findings": [
            {"file": "plan.csv", "line": 2, "code": "E02", "severity": "error", "message": "bad cable id 'caf\u00e9'"},
            {"file": "plan.csv", "line": 2, "code": "W01", "severity": "warning", "message": "both ends on device SW1"},
        ],
    }
    assert code == 1
    assert out == json.dumps(expected, indent=2, ensure_ascii=False) + "\n"


def test_a_header_without_rows_is_correct(capsys):
    """MUST count every data row as a cable ... and treat a schedule with a header and no rows as correct."""
    put("plan.csv", "# nothing yet", ",,,,")
    assert run(capsys, "--strict", "plan.csv")[:2] == (0, "0 cables, 0 errors, 0 warnings\n")
    _, out, _ = run(capsys, "plan.csv", "--format", "json", "--totals")
    assert out == json.dumps({"cables": 0, "errors": 0, "warnings": 0, "findings": [], "totals": []}, indent=2) + "\n"


def test_exit_codes_of_the_command_itself(capsys):
    """MUST end with exit code 0, 1, or 2 for wrong usage, in which case the reason is the last line on stderr."""
    put("plan.csv", "C1,SW1:1,R1:1,cat6,5")
    for wrong in (["--format", "xml", "plan.csv"], ["--nonsense"], ["plan.csv", "--limit"]):
        code, out, err = run(capsys, *wrong)
        assert (code, out) == (2, "")
        assert err.splitlines()[-1].startswith("cablecheck: error: ")
    assert run(capsys, "--version")[:2] == (0, "cablecheck 0.1.0\n")
    assert run(capsys, "--help")[0] == 0
    assert run(capsys, "plan.csv")[0] == 0


def test_the_library_gives_the_same_report():
    """MUST print one line per finding ..., sorted by input order, then line, then code (design: rules.check)."""
    first = read_schedule(HEADER + "\nC1,SW1:1,SW1:2,cat6,95\nC2,SW2:1,R2:1,cat6,x\n", "z.csv")
    second = read_schedule(HEADER + "\nC1,SW3:1,R3:1,cat6,5\n", "a.csv")
    report = check([first, second], limits={"cat6": 9500}, ignore={"W01"})
    assert report.cables == 3 and (report.errors, report.warnings) == (2, 1)
    assert [(f.file, f.line, f.code, f.severity) for f in report.findings] == [
        ("z.csv", 2, "W03", "warning"), ("z.csv", 3, "E04", "error"), ("a.csv", 2, "E06", "error")]
    assert [(t.media, t.cables, t.length_cm) for t in report.totals] == [("cat6", 2, 10_000)]
    assert render_text(report, totals=True, quiet=True) == (
        "z.csv:3: E04 bad length 'x'\n"
        "a.csv:2: E06 cable id C1 already used at z.csv:2\n"
        "total cat6: 2 cables, 100.00 m\n"
        "3 cables, 2 errors, 1 warning\n"
    )
    assert "totals" not in json.loads(render_json(report))

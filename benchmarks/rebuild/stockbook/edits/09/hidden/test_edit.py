"""Tests of one edit: only the behaviour that the edit changes."""
import csv
import io
import os
import subprocess
import sys
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


def run(*args, cwd, stdin=None):
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
    path = Path(folder) / name
    path.write_bytes(text.encode("utf-8"))
    return path


TEXT = HEAD + (
    "2024-01-03 receive A 10 @ 1 to MAIN\n"
    "2024-01-04 issue A 4 from MAIN\n"
    "2024-01-05 move A 2 from MAIN to VAN\n"
    "2024-01-06 count A 3 at MAIN\n"
)


def found(out):
    return [(row[0], row[1], row[4], row[5]) for row in list(csv.reader(io.StringIO(out)))[1:]]


def test_one_type(tmp_path):  # R25
    put(tmp_path, TEXT)
    code, out, _ = run("history", "--type", "count", "--format", "csv", "j.stock", cwd=tmp_path)
    assert code == 0
    assert found(out) == [("2024-01-06", "count", "-1", "3")]


def test_several_types(tmp_path):  # R25
    put(tmp_path, TEXT)
    code, out, _ = run(
        "history", "--type", "move", "--type", "issue", "--format", "csv", "j.stock", cwd=tmp_path
    )
    assert code == 0
    assert found(out) == [
        ("2024-01-04", "issue", "-4", "6"),
        ("2024-01-05", "move", "-2", "4"),
        ("2024-01-05", "move", "2", "2"),
    ]


def test_unknown_type_is_wrong_usage(tmp_path):  # R25, R39
    put(tmp_path, TEXT)
    code, out, err = run("history", "--type", "sale", "j.stock", cwd=tmp_path)
    assert code == 2
    assert out == ""
    assert "unknown type 'sale'" in err
    assert "Traceback" not in err


def test_types_of_build_report():  # R25
    journal = sb.parse_journal(TEXT)
    table = sb.build_report(journal, "history", types=["receive"])
    assert [list(row) for row in table.rows] == [
        ["2024-01-03", "receive", "A", "MAIN", "10", "10", ""]
    ]
    assert len(sb.build_report(journal, "history").rows) == 5
    with pytest.raises(sb.UsageError) as caught:
        sb.build_report(journal, "history", types=["sale"])
    assert str(caught.value) == "unknown type 'sale'"

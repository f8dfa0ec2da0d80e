"""Tests of one edit: only the behaviour that the edit changes."""
import os
import subprocess
import sys
from datetime import date
from pathlib import Path

import stockbook as sb

PACKAGE_PARENT = str(Path(sb.__file__).resolve().parent.parent)

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


TEXT = (
    'item A "Part A"\nitem B "Part B"\nlocation VAN\nlocation MAIN\nlocation ATTIC\n'
    "2024-01-03 receive A 10 @ 0.125 to MAIN\n"
    "2024-01-03 receive B 4 @ 2 to MAIN\n"
    "2024-01-04 move A 3 from MAIN to VAN\n"
)


def test_locations_report():  # R41
    table = sb.build_report(sb.parse_journal(TEXT), "locations")
    assert table.report == "locations"
    assert list(table.columns) == ["location", "items", "value"]
    assert [list(row) for row in table.rows] == [
        ["ATTIC", "0", "0.00"],
        ["MAIN", "2", "8.88"],
        ["VAN", "1", "0.38"],
    ]
    assert table.total == {"value": "9.26"}


def test_locations_report_with_items_selected():  # R41, R18
    table = sb.build_report(sb.parse_journal(TEXT), "locations", items=["B"])
    assert [list(row) for row in table.rows] == [
        ["ATTIC", "0", "0.00"],
        ["MAIN", "1", "8.00"],
        ["VAN", "0", "0.00"],
    ]


def test_locations_report_to_an_end_date():  # R41, R17
    table = sb.build_report(sb.parse_journal(TEXT), "locations", end=date(2024, 1, 3))
    assert [list(row) for row in table.rows] == [
        ["ATTIC", "0", "0.00"],
        ["MAIN", "2", "9.25"],
        ["VAN", "0", "0.00"],
    ]


def test_locations_command(tmp_path):  # R41, R34
    put(tmp_path, TEXT)
    code, out, _ = run("locations", "j.stock", cwd=tmp_path)
    assert code == 0
    assert out == (
        "location  items  value\n"
        "ATTIC         0   0.00\n"
        "MAIN          2   8.88\n"
        "VAN           1   0.38\n"
        "TOTAL             9.26\n"
    )

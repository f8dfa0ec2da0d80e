"""Tests of one edit: only the behaviour that the edit changes."""
import json
import os
import subprocess
import sys
from pathlib import Path

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
    "2024-01-03 receive A 10 @ 1.5 to MAIN\n"
    "2024-01-04 issue A 4 from MAIN\n"
)


def test_json_rows_are_arrays_with_total(tmp_path):  # R36
    put(tmp_path, TEXT)
    code, out, _ = run("usage", "--format", "json", "j.stock", cwd=tmp_path)
    assert code == 0
    assert json.loads(out) == {
        "report": "usage",
        "columns": ["month", "item", "quantity", "value"],
        "rows": [["2024-01", "A", "4", "6.00"]],
        "total": {"value": "6.00"},
    }


def test_json_rows_are_arrays_without_total():  # R36
    table = sb.build_report(sb.parse_journal(TEXT), "stock")
    assert json.loads(sb.render(table, "json")) == {
        "report": "stock",
        "columns": ["item", "name", "location", "quantity", "unit"],
        "rows": [["A", "Part A", "MAIN", "6", "pcs"]],
    }


def test_json_without_rows():  # R36
    table = sb.build_report(sb.parse_journal(HEAD), "lots")
    assert json.loads(sb.render(table, "json"))["rows"] == []

"""Tests of one edit: only the behaviour that the edit changes."""
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


def test_dashes_under_the_header():  # R34
    table = sb.Table(
        "demo", ["item", "quantity"], [["A", "5"], ["LONG-CODE", "12.25"]], frozenset({"quantity"})
    )
    assert sb.render(table).splitlines() == [
        "item".ljust(9) + "  " + "quantity",
        "-" * 9 + "  " + "-" * 8,
        "A".ljust(9) + "  " + "5".rjust(8),
        "LONG-CODE" + "  " + "12.25".rjust(8),
    ]


def test_dashes_without_rows(tmp_path):  # R34
    put(tmp_path, HEAD)
    code, out, _ = run("stock", "j.stock", cwd=tmp_path)
    assert code == 0
    assert out == (
        "item  name  location  quantity  unit\n"
        "----  ----  --------  --------  ----\n"
    )


def test_dashes_with_a_total():  # R34
    journal = sb.parse_journal(HEAD + "2024-01-03 receive A 10 @ 1.5 to MAIN\n")
    lines = sb.render(sb.build_report(journal, "value")).splitlines()
    assert lines[1] == "  ".join("-" * width for width in (5, 6, 8, 4, 5))
    assert len(lines) == 4
    assert lines[3].split() == ["TOTAL", "15.00"]


def test_no_dashes_without_the_header():  # R37
    table = sb.Table("demo", ["item"], [["A"], ["B"]])
    assert sb.render(table, "text", header=False) == "A\nB\n"


def test_no_dashes_in_csv():  # R35
    table = sb.Table("demo", ["item"], [["A"], ["B"]])
    assert sb.render(table, "csv") == "item\nA\nB\n"

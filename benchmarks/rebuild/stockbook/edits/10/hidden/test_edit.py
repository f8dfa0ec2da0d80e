"""Tests of one edit: only the behaviour that the edit changes."""
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


TEXT = HEAD + "2024-01-03 receive A 2.5 @ 1 to MAIN\n2024-01-04 issue A 3 from MAIN\n"


def test_message_for_an_issue():  # R13
    with pytest.raises(sb.StockError) as caught:
        sb.apply_journal(sb.parse_journal(TEXT, "t.stock"))
    assert caught.value.message == "not enough A at MAIN: short by 0.5"
    assert str(caught.value) == "t.stock:6: not enough A at MAIN: short by 0.5"


def test_message_for_a_move():  # R13
    with pytest.raises(sb.StockError) as caught:
        sb.apply_journal(sb.parse_journal(HEAD + "2024-01-04 move B 7 from VAN to MAIN\n"))
    assert caught.value.message == "not enough B at VAN: short by 7"


def test_exit_status_of_a_report(tmp_path):  # R39
    put(tmp_path, TEXT)
    code, out, err = run("stock", "j.stock", cwd=tmp_path)
    assert code == 5
    assert out == ""
    assert err.rstrip("\r\n") == (
        "stockbook: error: j.stock:6: not enough A at MAIN: short by 0.5"
    )


def test_exit_status_of_check(tmp_path):  # R30, R39
    put(tmp_path, TEXT)
    code, out, err = run("check", "j.stock", cwd=tmp_path)
    assert code == 5
    assert out == ""
    assert "not enough A at MAIN: short by 0.5" in err


def test_exit_status_of_a_fault_in_reading_stays(tmp_path):  # R39
    put(tmp_path, TEXT + "wrong\n")
    code, _, err = run("stock", "j.stock", cwd=tmp_path)
    assert code == 3
    assert err.rstrip("\r\n") == "stockbook: error: j.stock:7: unknown entry 'wrong'"

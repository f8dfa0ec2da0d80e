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


TEXT = HEAD + "2024-01-03 receive A 10 @ 1 to MAIN\n2024-01-04 issue A 4 from MAIN\n"


def test_abc_is_no_command(tmp_path):
    put(tmp_path, TEXT)
    code, out, err = run("abc", "j.stock", cwd=tmp_path)
    assert code == 2
    assert out == ""
    assert err.strip()
    assert "Traceback" not in err


def test_abc_is_no_report():
    with pytest.raises(sb.UsageError) as caught:
        sb.build_report(sb.parse_journal(TEXT), "abc")
    assert str(caught.value) == "unknown report 'abc'"

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


def test_a_stock_report_is_as_before(tmp_path):  # R20, unchanged
    put(tmp_path, HEAD + "2024-01-03 receive A 10 @ 1 to MAIN\n2024-01-04 issue A 4 from MAIN\n")
    code, out, _ = run("stock", "--format", "csv", "j.stock", cwd=tmp_path)
    assert code == 0
    assert out == "item,name,location,quantity,unit\nA,Part A,MAIN,6,pcs\n"

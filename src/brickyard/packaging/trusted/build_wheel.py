"""Builds wheel and sdist of the working folder offline and prints both as one JSON table."""

import base64
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path


def main() -> None:
    scratch = Path(tempfile.mkdtemp())
    out = scratch / "out"
    programs = Path(sys.executable).parent
    command = [str(programs / "uv"), "build", "--offline", "--no-config", "--quiet"]
    built = subprocess.run(
        [*command, "--no-python-downloads", "--python", sys.executable, "--out-dir", str(out)],
        env={
            "HOME": str(scratch),
            "PATH": f"{programs}:{os.defpath}",
            "SOURCE_DATE_EPOCH": "315532800",
            "TMPDIR": str(scratch),
            "UV_CACHE_DIR": str(scratch / "cache"),
        },
        capture_output=True,
        check=False,
    )
    names = sorted(path for path in out.glob("*") if path.name.endswith((".whl", ".tar.gz")))
    report = {
        "exit": built.returncode,
        "log": built.stderr.decode("utf-8", "replace"),
        "built": {path.name: base64.b64encode(path.read_bytes()).decode() for path in names},
    }
    print(json.dumps(report))


if __name__ == "__main__":
    main()

"""Installs the wheel into a clean environment, imports and starts it, and prints each step."""

import base64
import json
import os
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

IMPORT = """
import importlib, sys
for name in sys.argv[1:]:
    module = importlib.import_module(name)
    if not str(module.__file__).startswith(sys.prefix):
        sys.exit(f"{name} was not imported from the wheel")
print("imported", len(sys.argv) - 1)
"""


def run(scratch: Path, *command: str) -> dict[str, object]:
    environment = {
        "COLUMNS": "80",
        "HOME": str(scratch),
        "LANG": "C.UTF-8",
        "NO_COLOR": "1",
        "PATH": f"{Path(command[0]).parent}:{os.defpath}",
        "TMPDIR": str(scratch),
        "UV_CACHE_DIR": str(scratch / "cache"),
        "UV_LINK_MODE": "copy",
    }
    try:
        done = subprocess.run(
            command,
            env=environment,
            cwd=scratch,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
            timeout=30,
        )
    except (OSError, subprocess.TimeoutExpired) as problem:
        return {"exit": 127, "stdout": "", "stderr": type(problem).__name__}
    stdout, stderr = done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace")
    return {"exit": done.returncode, "stdout": stdout[:100_000], "stderr": stderr[-100_000:]}


def main() -> None:
    trusted = Path(__file__).parent
    order = json.loads((trusted / "order.json").read_text("utf-8"))
    scratch = Path(tempfile.mkdtemp())
    wheel = scratch / order["wheel"]
    wheel.write_bytes(base64.b64decode((trusted / "wheel.b64").read_text("utf-8")))
    uv, venv = str(Path(sys.executable).parent / "uv"), scratch / "clean"
    offline = ("--offline", "--no-config", "--no-python-downloads", "--quiet")
    steps = {"venv": run(scratch, uv, "venv", *offline, "--python", sys.executable, str(venv))}
    python = str(venv / "bin" / "python")
    if order["packages"] and steps["venv"]["exit"] == 0:
        site = next(venv.glob("lib/python*/site-packages"))
        (site / "tools.pth").write_text(sysconfig.get_path("purelib") + "\n", "utf-8")
    pip = ("pip", "install", *offline, "--no-index", "--no-deps", "--python", python)
    steps["install"] = run(scratch, uv, *pip, str(wheel))
    steps["import"] = run(scratch, python, "-I", "-c", IMPORT, *order["modules"])
    if order["command"]:
        steps["start"] = run(scratch, str(venv / "bin" / order["command"]), "--help")
    print(json.dumps(steps))


if __name__ == "__main__":
    main()

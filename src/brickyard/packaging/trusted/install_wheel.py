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

UNPACK = """
import configparser, os, sys, sysconfig, zipfile
with zipfile.ZipFile(sys.argv[1]) as wheel:
    wheel.extractall(sysconfig.get_path("purelib"))
    entries = [name for name in wheel.namelist() if name.endswith(".dist-info/entry_points.txt")]
    told = wheel.read(entries[0]).decode() if entries else ""
scripts = configparser.ConfigParser(delimiters="=")
scripts.optionxform = str
scripts.read_string("[console_scripts]\\n" if not told else told)
for name, entry in scripts["console_scripts"].items():
    module, function = entry.split(":")
    program = f"#!{sys.executable}\\nimport sys\\nfrom {module} import {function}\\n"
    path = os.path.join(sysconfig.get_path("scripts"), name)
    with os.fdopen(os.open(path, os.O_CREAT | os.O_WRONLY, 0o755), "w") as file:
        file.write(program + f"sys.exit({function}())\\n")
"""


def can_change_modes(scratch: Path) -> bool:
    """Not below sandlock, where every installer fails: there the wheel is unpacked by hand."""
    try:
        scratch.chmod(0o700)
    except PermissionError:
        return False
    return True


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
    if can_change_modes(scratch):
        steps["install"] = run(scratch, uv, *pip, str(wheel))
    else:
        steps["install"] = run(scratch, python, "-I", "-c", UNPACK, str(wheel))
    steps["import"] = run(scratch, python, "-I", "-c", IMPORT, *order["modules"])
    if order["command"]:
        steps["start"] = run(scratch, str(venv / "bin" / order["command"]), "--help")
    if order["version"]:
        steps["version"] = run(scratch, python, "-I", "-m", order["version"], "--version")
    print(json.dumps(steps))


if __name__ == "__main__":
    main()

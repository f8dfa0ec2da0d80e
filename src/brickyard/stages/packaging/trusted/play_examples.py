"""Plays the examples in order.json, twice with other hashes, and prints what each of them said."""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

SESSION = """
import contextlib, io, json, sys
names, told = {"__name__": "__main__"}, []
for line in json.loads(sys.argv[1]):
    with contextlib.redirect_stdout(io.StringIO()) as said:
        exec(compile(line, "<example>", "single"), names)
    told.append(said.getvalue())
print(json.dumps(told))
"""
SEEDS = ("1", "2")


def run(folder: Path, seed: str, arguments: list[str], given: str = "") -> dict[str, object]:
    environment = {
        "COLUMNS": "80",
        "HOME": str(folder),
        "LANG": "C.UTF-8",
        "NO_COLOR": "1",
        "PATH": os.defpath,
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONHASHSEED": seed,
        "PYTHONPATH": str(Path.cwd() / "src"),
    }
    try:
        done = subprocess.run(
            [sys.executable, "-s", "-P", *arguments],
            input=given.encode(),
            env=environment,
            cwd=folder,
            capture_output=True,
            check=False,
            timeout=30,
        )
    except (OSError, subprocess.TimeoutExpired) as problem:
        return {"exit": 127, "stdout": "", "stderr": type(problem).__name__}
    stdout, stderr = (each.decode("utf-8", "replace") for each in (done.stdout, done.stderr))
    return {"exit": done.returncode, "stdout": stdout[:10_000], "stderr": stderr[:10_000]}


def play(example: dict[str, Any], package: str, seed: str) -> list[dict[str, object]]:
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        for name, content in example["files"].items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(content.encode())
        if example["lines"]:
            return [run(folder, seed, ["-c", SESSION, json.dumps(example["lines"])])]
        return [
            run(folder, seed, ["-m", package, *step["arguments"]], step["stdin"])
            for step in example["steps"]
        ]


def main() -> None:
    order = json.loads(Path(__file__).with_name("order.json").read_text("utf-8"))
    told = [
        [play(example, order["package"], seed) for seed in SEEDS] for example in order["examples"]
    ]
    print(json.dumps(told))


if __name__ == "__main__":
    main()

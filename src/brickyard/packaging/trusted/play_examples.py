"""Plays the examples in order.json, twice with other hashes, and prints what each of them said."""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from types import SimpleNamespace
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


class Unshown(Exception):
    """What an example does cannot be shown as commands that are typed."""


class Person:
    """Does what an example says, in a folder of its own, and keeps what was typed and seen."""

    def __init__(self, package: str, seed: str, folder: Path) -> None:
        self.package, self.seed, self.folder = package, seed, folder
        self.files: dict[str, str] = {}
        self.said: list[dict[str, object]] = []

    def write(self, path: str, text: object) -> None:
        found = (self.folder / path).resolve()
        if self.said or not isinstance(text, str) or not found.is_relative_to(self.folder):
            raise Unshown
        found.parent.mkdir(parents=True, exist_ok=True)
        found.write_bytes(text.encode())
        self.files[str(path)] = text

    def run(self, *arguments: object, stdin: object = "") -> SimpleNamespace:
        if not all(isinstance(each, str | int) for each in arguments) or not isinstance(stdin, str):
            raise Unshown
        given = [str(each) for each in arguments]
        said = self.starts(["-m", self.package, *given], stdin)
        self.said.append({"arguments": given, "stdin": stdin, **said})
        return SimpleNamespace(**said)

    def starts(self, arguments: list[str], given: str = "") -> dict[str, object]:
        environment = {
            "COLUMNS": "80",
            "HOME": str(self.folder),
            "LANG": "C.UTF-8",
            "NO_COLOR": "1",
            "PATH": os.defpath,
            "PYTHONDONTWRITEBYTECODE": "1",
            "PYTHONHASHSEED": self.seed,
            "PYTHONPATH": str(Path.cwd() / "src"),
        }
        try:
            done = subprocess.run(
                [sys.executable, "-s", "-P", *arguments],
                input=given.encode(),
                env=environment,
                cwd=self.folder,
                capture_output=True,
                check=False,
                timeout=30,
            )
        except (OSError, subprocess.TimeoutExpired) as problem:
            return {"exit": 127, "stdout": "", "stderr": type(problem).__name__}
        stdout, stderr = (each.decode("utf-8", "replace") for each in (done.stdout, done.stderr))
        return {"exit": done.returncode, "stdout": stdout[:10_000], "stderr": stderr[:10_000]}


def play(example: dict[str, Any], package: str, seed: str) -> dict[str, object]:
    with tempfile.TemporaryDirectory() as scratch:
        person = Person(package, seed, Path(scratch).resolve())
        if example["lines"]:
            told = person.starts(["-c", SESSION, json.dumps(example["lines"])])
            return {"files": {}, "said": [{"arguments": [], "stdin": "", **told}]}
        try:
            exec(example["text"], {"write": person.write, "run": person.run})
        except Exception:  # noqa: BLE001 (whatever it needs that is not here, it is not shown)
            return {"files": {}, "said": []}
        return {"files": person.files, "said": person.said}


def main() -> None:
    order = json.loads(Path(__file__).with_name("order.json").read_text("utf-8"))
    told = [
        [play(example, order["package"], seed) for seed in SEEDS] for example in order["examples"]
    ]
    print(json.dumps(told))


if __name__ == "__main__":
    main()

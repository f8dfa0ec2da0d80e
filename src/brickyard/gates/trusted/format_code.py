"""Formats the files under `src` of the working folder and prints them all as one JSON table."""

import json
import subprocess
import sys
from pathlib import Path

CONFIG = ("--config", str(Path(__file__).with_name("ruff.toml")), "--no-cache", "--quiet")
SORT = ("check", "--fix-only", "--select", "I,F401", *CONFIG, "src")
FORMAT = ("format", *CONFIG, "src")


def main() -> None:
    for arguments in (SORT, FORMAT):
        subprocess.run(
            [sys.executable, "-I", "-m", "ruff", *arguments],
            stdout=subprocess.DEVNULL,
            check=False,
        )
    paths = sorted(path for path in Path("src").rglob("*.py*") if path.is_file())
    print(json.dumps({path.as_posix(): path.read_bytes().decode("utf-8") for path in paths}))


if __name__ == "__main__":
    main()

"""Mends and formats the files under `src` of the working folder; prints them as one JSON table.

File → what it may become, best first: with all that can be mended, and with its imports alone.
"""

import json
import subprocess
import sys
from pathlib import Path

CONFIG = ("--config", str(Path(__file__).with_name("ruff.toml")), "--no-cache", "--quiet")
IMPORTS = ("I", "F401")
MENDED = (
    *("E713", "E714", "F541", "W605"),  # the same, written another way
    *("UP006", "UP007", "UP019", "UP035", "UP045"),  # names of typing that are deprecated
)


def main() -> None:
    mend(IMPORTS)
    least = read()
    mend((*IMPORTS, *MENDED))
    most = read()
    print(json.dumps({path: [most[path], least[path]] for path in least}))


def mend(rules: tuple[str, ...]) -> None:
    """Only fixes that ruff calls safe: without `--unsafe-fixes` it makes no other."""
    fix = ("check", "--fix-only", "--no-unsafe-fixes", "--select", ",".join(rules))
    for arguments in (fix, ("format",)):
        subprocess.run(
            [sys.executable, "-I", "-m", "ruff", *arguments, *CONFIG, "src"],
            stdout=subprocess.DEVNULL,
            check=False,
        )


def read() -> dict[str, str]:
    paths = sorted(path for path in Path("src").rglob("*.py*") if path.is_file())
    return {path.as_posix(): path.read_bytes().decode("utf-8") for path in paths}


if __name__ == "__main__":
    main()

"""Starts the driver with a fixed hash seed: Python takes it from its environment only."""

import os
import sys


def main() -> None:
    trusted = os.path.dirname(os.path.abspath(__file__))  # noqa: PTH100, PTH120 (starts quickly)
    environment = {**os.environ, "PYTHONHASHSEED": sys.argv[1], "PYTHONDONTWRITEBYTECODE": "1"}
    environment["PYTHONPATH"] = trusted
    driver = f"{trusted}/brickyard/cases/inside/driver.py"
    options = ["-s", "-P", *(["-S"] if sys.argv[2] == "judge" and lies_apart() else [])]
    os.execve(sys.executable, [sys.executable, *options, driver], environment)


def lies_apart() -> bool:
    """Whether the packages here are the project's: no line of theirs runs where it is judged."""
    above = os.path.dirname(os.path.dirname(sys.executable))  # noqa: PTH120
    return os.path.isdir(f"{above}/instruments")  # noqa: PTH112


if __name__ == "__main__":
    main()

"""Starts the driver with a fixed hash seed: Python takes it from its environment only."""

import os
import sys


def main() -> None:
    trusted = os.path.dirname(os.path.abspath(__file__))  # noqa: PTH100, PTH120 (starts quickly)
    environment = {**os.environ, "PYTHONHASHSEED": sys.argv[1], "PYTHONDONTWRITEBYTECODE": "1"}
    environment["PYTHONPATH"] = trusted
    driver = f"{trusted}/brickyard/cases/inside/driver.py"
    os.execve(sys.executable, [sys.executable, "-s", "-P", driver], environment)


if __name__ == "__main__":
    main()

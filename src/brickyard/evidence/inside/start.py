"""Starts the driver with a fixed hash seed: Python takes it from its environment only."""

import os
import sys


def main() -> None:
    environment = {**os.environ, "PYTHONHASHSEED": sys.argv[1], "PYTHONDONTWRITEBYTECODE": "1"}
    environment.pop("PYTHONPATH", None)
    driver = os.path.join(os.path.dirname(__file__), "driver.py")  # noqa: PTH118, PTH120 (starts quickly)
    os.execve(sys.executable, [sys.executable, "-s", "-P", driver], environment)


if __name__ == "__main__":
    main()

"""Starts the driver with a fixed hash seed: Python takes it from its environment only.

The command line is all that code can see of this: it holds no name of ours.
"""

import importlib
import os
import sys


def main() -> None:
    if not sys.flags.ignore_environment:
        importlib.import_module("brickyard.proofs.data.inside.driver").main()
        return
    trusted = os.path.dirname(os.path.abspath(__file__))  # noqa: PTH100, PTH120 (starts quickly)
    environment = {**os.environ, "PYTHONHASHSEED": sys.argv[1], "PYTHONDONTWRITEBYTECODE": "1"}
    environment["PYTHONPATH"] = trusted
    os.execve(sys.executable, [sys.executable, "-s", "-P", __file__], environment)


if __name__ == "__main__":
    main()

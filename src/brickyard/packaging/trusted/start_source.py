"""Starts the command from `src` with `--help`, as its installed program would: order.json says."""

import importlib
import json
import os
import sys
from pathlib import Path


def main() -> None:
    order = json.loads(Path(__file__).with_name("order.json").read_text("utf-8"))
    module, _, operation = order["entry"].partition(":")
    os.environ |= {"COLUMNS": "80", "NO_COLOR": "1"}
    sys.path.insert(0, str(Path.cwd() / "src"))
    sys.argv = [order["command"], "--help"]
    sys.exit(getattr(importlib.import_module(module), operation)())


if __name__ == "__main__":
    main()

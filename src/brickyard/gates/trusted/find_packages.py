"""Prints, as JSON, which of the modules named as arguments are there and what brought them."""

import json
import sys
from importlib.metadata import packages_distributions
from importlib.util import find_spec


def main() -> None:
    brought = packages_distributions()
    answer = {
        name: {"found": find_spec(name) is not None, "by": sorted({*brought.get(name, [])})}
        for name in sys.argv[1:]
    }
    print(json.dumps(answer))


if __name__ == "__main__":
    main()

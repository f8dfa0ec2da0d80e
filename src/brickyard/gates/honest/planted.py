"""Files that Python, pytest or an installer would act on by their name alone."""

import sys
from collections.abc import Iterator

from brickyard.files import Files
from brickyard.gates.honest.forbidden import MACHINERY, PLAIN_WORDS, words
from brickyard.gates.honest.found import Found

_STEMS = words("conftest sitecustomize usercustomize")
_NAMES = words(
    """pytest.ini .pytest.ini pytest.toml .pytest.toml tox.ini setup.cfg setup.py .coveragerc
    entry_points.txt"""
)
_TAKEN = sys.stdlib_module_names | (MACHINERY - PLAIN_WORDS)


def planted(files: Files, package: str) -> Iterator[tuple[str, Found]]:
    """Each file that has no business in a generated package, with what it would do."""
    for path in files:
        parts = path.split("/")
        name = parts[-1]
        stems = {part.partition(".")[0] for part in parts}
        if stems & _STEMS or name in _NAMES or name.endswith(".pth"):
            yield path, Found("planted", "Python or pytest would act on this file by its name")
        elif any(part.endswith((".dist-info", ".egg-info")) for part in parts):
            yield path, Found("planted", "it poses as an installed package")
        elif parts[0] == "src" and name.startswith("test_") and name.endswith(".py"):
            yield path, Found("planted", "a test file lies among the code")
        elif parts[0] == "src" and len(parts) > 1 and _shadows(parts[1], package):
            yield path, Found("planted", "it would be imported in the place of another module")


def _shadows(name: str, package: str) -> bool:
    module = name.partition(".")[0]
    return module != package and module in _TAKEN

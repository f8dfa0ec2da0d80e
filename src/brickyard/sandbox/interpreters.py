"""Which Python runs a project: the one that runs us if it may, else another that is installed."""

import json
import platform
import sys
import sysconfig
from pathlib import Path

from packaging.specifiers import InvalidSpecifier, SpecifierSet

from brickyard.errors import BadInput, ToolchainBroken
from brickyard.sandbox import installer
from brickyard.values import Value

LEAST = "3.11"
"""What plays and judges inside a sandbox is written for this Python and later ones."""

_ASK = """
import json, platform, sys, sysconfig
about = platform.python_implementation(), sys.version, sys.base_prefix, sysconfig.get_platform()
print(json.dumps([platform.python_version(), about]))
"""


class Interpreter(Value):
    """One installed Python: `about` is all that an environment of it depends on."""

    path: Path
    version: str
    about: tuple[str, ...]


def running() -> Interpreter:
    about = (
        platform.python_implementation(),
        sys.version,
        sys.base_prefix,
        sysconfig.get_platform(),
    )
    return Interpreter(path=Path(sys.executable), version=platform.python_version(), about=about)


async def fitting(requires: str, whose: str) -> Interpreter:
    """The Python for a project that `requires` some version of it; nothing is downloaded."""
    wanted = _read(requires, whose)
    own = running()
    if wanted.contains(own.version, prereleases=True):
        return own
    try:
        found = Path(await installer.find_python(f"{wanted & SpecifierSet(f'>={LEAST}')}"))
        version, about = json.loads(await installer.ask_python(found, _ASK))
    except ToolchainBroken as error:
        raise BadInput(
            f"{whose} requires Python {requires}; Brickyard runs on {own.version}, and no other "
            f"Python from {LEAST} on that fits was found.",
            hint="Install one that fits and put it on PATH (`uv python install VERSION` does), or "
            "run Brickyard on it.",
        ) from error
    return Interpreter(path=found.resolve(), version=version, about=about)


def _read(requires: str, whose: str) -> SpecifierSet:
    try:
        return SpecifierSet(requires)
    except InvalidSpecifier:
        raise BadInput(
            f"{whose} requires Python {requires!r}, which is no version specifier.",
            hint="Write it such as '>=3.11'.",
        ) from None

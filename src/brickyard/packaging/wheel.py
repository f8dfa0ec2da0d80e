"""Wheel and sdist, built offline in the sandbox and carried out through a capped pipe."""

import base64
import binascii
import re

from pydantic import TypeAdapter

from brickyard.errors import NotMet
from brickyard.files import Files, check_path
from brickyard.gates.base import Report, error, report, trusted
from brickyard.sandbox.base import Limits, Sandbox
from brickyard.values import Finding

HERE = "brickyard.packaging"
LIMITS = Limits(seconds=120, output_bytes=64_000_000, address_space=False, sound=(0,))
_COMMAND = ("python", "-I", "/trusted/build_wheel.py")


class _Built(Report):
    exit: int
    log: str
    built: dict[str, str]


_REPORT = TypeAdapter(_Built)


async def build_wheel(project: Files, sandbox: Sandbox) -> dict[str, bytes]:
    """File name → content, of one wheel and one sdist; NotMet says why there are none."""
    readonly = trusted("build_wheel.py", package=HERE)
    read = report(await sandbox.run(project, _COMMAND, LIMITS, readonly=readonly), _REPORT)
    if isinstance(read, str):
        raise not_packaged("build", f"the build gave no result: {read}")
    if read.exit:
        raise not_packaged("build", f"the build failed: {first_error(read.log)}")
    if sorted(_suffix(name) for name in read.built) != [".gz", ".whl"]:
        raise not_packaged(
            "build", f"the build made {sorted(read.built)}, not a wheel and an sdist"
        )
    try:
        return {check_path(name): base64.b64decode(text) for name, text in read.built.items()}
    except (ValueError, binascii.Error) as problem:
        raise not_packaged("build", f"the build's result cannot be read: {problem}") from problem


def not_packaged(step: str, message: str) -> NotMet:
    finding: Finding = error(f"package.{step}", message)
    return NotMet(f"The package could not be made: {message}.", findings=(finding,))


def first_error(log: str) -> str:
    """The lines that say what went wrong, in one; of a path only the name, for folders vary."""
    lines = [line.strip() for line in log.splitlines() if line.strip()]
    return re.sub(r"(?<![\w:/])/(?:[\w.+-]+/)+", "", " ".join(lines))[-400:] or "it said nothing"


def _suffix(name: str) -> str:
    return name[name.rfind(".") :]

"""The ruff gate: rules that catch bugs, not taste; comments in the code cannot silence them."""

from pydantic import TypeAdapter

from brickyard.files import Files
from brickyard.gates.allowed import Allowed
from brickyard.gates.base import (
    GateResult,
    Report,
    error,
    judged,
    place,
    report,
    sources,
    trusted,
    unjudged,
)
from brickyard.sandbox.base import Limits, Sandbox
from brickyard.values import Finding, Plan


class _Location(Report):
    row: int


class _Item(Report):
    code: str | None
    filename: str
    message: str
    location: _Location


_REPORT = TypeAdapter(list[_Item])
LIMITS = Limits(seconds=60, address_space=False, sound=(0, 1))
CHECK = ("python", "-I", "-m", "ruff", "check", "--config", "/trusted/ruff.toml", "--no-cache")


async def ruff(files: Files, plan: Plan, sandbox: Sandbox, allowed: Allowed) -> GateResult:
    code = sources(files)
    if not code:
        return unjudged("ruff", "there is no source to look at")
    command = (*CHECK, "--ignore-noqa", "--output-format", "json", "src")
    outcome = await sandbox.run(code, command, LIMITS, readonly=trusted("ruff.toml"))
    read = report(outcome, _REPORT, expected=(0, 1))
    if isinstance(read, str):
        return unjudged("ruff", read)
    if bool(read) != bool(outcome.exit):
        return unjudged("ruff", "its report contradicts its exit code")
    return judged("ruff", [_finding(each, code) for each in read])


def _finding(item: _Item, code: Files) -> Finding:
    file, folder = place(item.filename, code)
    message = item.message.replace(folder, "") if folder else item.message
    return error(f"ruff.{item.code or 'syntax'}", message, file, item.location.row)

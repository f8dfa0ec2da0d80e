"""The pyright gate: strict types on the package, and no comment that switches a rule off."""

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
from brickyard.gates.comments import comments
from brickyard.sandbox.base import Limits, Sandbox
from brickyard.values import Finding, Plan


class _Start(Report):
    line: int


class _Range(Report):
    start: _Start


class _Item(Report):
    file: str
    severity: str
    message: str
    rule: str = "syntax"
    range: _Range | None = None


class _Summary(Report):
    filesAnalyzed: int  # noqa: N815
    errorCount: int  # noqa: N815


class _Summed(Report):
    generalDiagnostics: list[_Item]  # noqa: N815
    summary: _Summary


_REPORT = TypeAdapter(_Summed)
LIMITS = Limits(seconds=120, memory_mb=2000, address_space=False, sound=(0, 1))
COMMAND = ("python", "-I", "/trusted/launch_pyright.py")
READONLY = ("launch_pyright.py", "pyrightconfig.json")


async def pyright(files: Files, plan: Plan, sandbox: Sandbox, allowed: Allowed) -> GateResult:
    code = sources(files)
    if not code:
        return unjudged("pyright", "there is no source to look at")
    outcome = await sandbox.run(code, COMMAND, LIMITS, readonly=trusted(*READONLY))
    read = report(outcome, _REPORT, expected=(0, 1))
    return unjudged("pyright", read) if isinstance(read, str) else _judge(read, code)


def _judge(read: _Summed, code: Files) -> GateResult:
    if read.summary.filesAnalyzed != len(code):
        seen = f"it looked at {read.summary.filesAnalyzed} of {len(code)} files"
        return unjudged("pyright", seen)
    errors = [each for each in read.generalDiagnostics if each.severity == "error"]
    if len(errors) != read.summary.errorCount:
        return unjudged("pyright", "its report contradicts itself")
    found = [_finding(each, code) for each in errors]
    return judged("pyright", found + [each for path in code for each in _switches(path, code)])


def _finding(item: _Item, code: Files) -> Finding:
    file, folder = place(item.file, code)
    message = " ".join(item.message.split())
    message = message.replace(folder, "") if folder else message
    line = item.range.start.line + 1 if item.range else 0
    return error(f"pyright.{item.rule}", message, file, line)


def _switches(path: str, code: Files) -> list[Finding]:
    """Comments that would tell pyright to look away: `# pyright: basic`, `# pyright: ignore`."""
    return [
        error("pyright.switched-off", "a comment switches type checks off", path, line)
        for line, comment in comments(code[path])
        if "pyright:" in comment
    ]

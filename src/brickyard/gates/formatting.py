"""Mend and format before judging: what a tool can do never costs a question to a model."""

from collections.abc import Sequence

from pydantic import TypeAdapter

from brickyard.errors import ToolchainBroken
from brickyard.files import Files
from brickyard.gates.base import parse, report, sources, trusted
from brickyard.interfaces import compare
from brickyard.sandbox.base import Limits, Sandbox
from brickyard.values import Finding, Plan

_REPORT = TypeAdapter(dict[str, list[str]])
LIMITS = Limits(seconds=60, output_bytes=32_000_000, address_space=False, sound=(0,))
COMMAND = ("python", "-I", "/trusted/format_code.py")


async def format_code(files: Files, sandbox: Sandbox, plan: Plan | None = None) -> Files:
    """The same files, the package's sources mended by ruff's safe fixes and formatted.

    Imports are sorted, unused ones removed, deprecated names of typing replaced. A file that does
    not compile, before or after, is returned as it was; one in which a fix would change what the
    plan's interface says is only formatted, with its imports mended.
    """
    code = {path: text for path, text in sources(files).items() if _compiles(path, text)}
    if not code:
        return files
    readonly = trusted("format_code.py", "ruff.toml")
    outcome = await sandbox.run(Files(code), COMMAND, LIMITS, readonly=readonly)
    read = report(outcome, _REPORT)
    if isinstance(read, str):
        raise ToolchainBroken(
            f"The formatter gave nothing back: {read}",
            hint="Run again to resume; `brickyard doctor` shows the tools.",
        )
    promised = {f"src/{plan.path(one.name)}": one for one in plan.bricks} if plan else {}
    chosen: dict[str, str] = {}
    for path, text in code.items():
        interface = promised[path].interface if path in promised else ""
        chosen[path] = _best(path, [*read.get(path, ()), text], interface)
    return files | chosen


def _best(path: str, variants: Sequence[str], interface: str) -> str:
    """The first that compiles and keeps to the interface as the last does: that is as it was."""
    *better, given = variants
    faults = _faults(path, given, interface)
    for text in better:
        if _compiles(path, text) and _faults(path, text, interface) <= faults:
            return text
    return given


def _faults(path: str, text: str, interface: str) -> int:
    found = compare(interface, text, path) if interface else ()
    return sum(finding.blocks for finding in found)


def _compiles(path: str, text: str) -> bool:
    return not isinstance(parse(path, text), Finding)

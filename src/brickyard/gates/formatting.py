"""Format before judging, so that trivial style never costs a question to a model."""

from pydantic import TypeAdapter

from brickyard.errors import ToolchainBroken
from brickyard.files import Files
from brickyard.gates.base import parse, report, sources, trusted
from brickyard.sandbox.base import Limits, Sandbox
from brickyard.values import Finding

_REPORT = TypeAdapter(dict[str, str])
LIMITS = Limits(seconds=60, output_bytes=32_000_000, address_space=False, sound=(0,))
COMMAND = ("python", "-I", "/trusted/format_code.py")


async def format_code(files: Files, sandbox: Sandbox) -> Files:
    """The same files, the package's sources formatted, imports sorted and unused ones removed.

    A file that does not compile, before or after, is returned as it was.
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
    good = {path: text for path, text in read.items() if path in code and _compiles(path, text)}
    return files | good


def _compiles(path: str, text: str) -> bool:
    return not isinstance(parse(path, text), Finding)

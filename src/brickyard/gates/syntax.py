"""The syntax gate: every Python file compiles."""

from brickyard.files import Files
from brickyard.gates.allowed import Allowed
from brickyard.gates.base import GateResult, is_python, judged, parse, unjudged
from brickyard.sandbox.base import Sandbox
from brickyard.values import Finding, Plan


async def syntax(files: Files, plan: Plan, sandbox: Sandbox, allowed: Allowed) -> GateResult:
    python = {path: text for path, text in files.items() if is_python(path)}
    if not python:
        return unjudged("syntax", "there is no Python file to look at")
    read = [parse(path, text) for path, text in python.items()]
    return judged("syntax", [each for each in read if isinstance(each, Finding)])

"""What every gate shares: its result, the reading of sources, and how a tool's failure is told."""

import ast
import warnings
from collections.abc import Sequence
from importlib import resources
from typing import Protocol, TypeVar

from pydantic import BaseModel, TypeAdapter, ValidationError

from brickyard.files import Files
from brickyard.gates.allowed import Allowed
from brickyard.sandbox.base import Outcome, Sandbox
from brickyard.values import Finding, Plan, Severity, Value

T = TypeVar("T")


class Report(BaseModel):
    """The part of a tool's report that we read."""


class GateResult(Value):
    """`passed` only if the check ran to its end and nothing it found blocks."""

    gate: str
    passed: bool
    findings: tuple[Finding, ...] = ()
    detail: str = ""


class Gate(Protocol):
    """One check of a generated project."""

    async def __call__(
        self, files: Files, plan: Plan, sandbox: Sandbox, allowed: Allowed
    ) -> GateResult: ...


def judged(gate: str, findings: list[Finding]) -> GateResult:
    """The result of a check that ran: findings once each, by place."""
    ordered = tuple(
        sorted(set(findings), key=lambda each: (each.file, each.line, each.rule, each.message))
    )
    blocking = sum(each.blocks for each in ordered)
    noted = f"nothing to mend, {len(ordered)} to look at" if ordered else "nothing found"
    detail = f"{blocking} to mend" if blocking else noted
    return GateResult(gate=gate, passed=not blocking, findings=ordered, detail=detail)


def unjudged(gate: str, reason: str) -> GateResult:
    """The result of a check that did not come to a verdict: not passed, with the reason."""
    finding = error(f"{gate}.no-verdict", f"{gate} gave no verdict: {reason}")
    return GateResult(gate=gate, passed=False, findings=(finding,), detail=reason)


def error(rule: str, message: str, file: str = "", line: int = 0, suggestion: str = "") -> Finding:
    return Finding(
        rule=rule,
        severity=Severity.ERROR,
        message=message,
        file=file,
        line=line,
        suggestion=suggestion,
    )


def sources(files: Files) -> Files:
    """The Python files of the package itself."""
    return Files(
        {path: text for path, text in files.items() if path.startswith("src/") and is_python(path)}
    )


def is_python(path: str) -> bool:
    return path.endswith((".py", ".pyi"))


def parse(file: str, text: str) -> ast.Module | Finding:
    """The syntax tree of a file that compiles, or what is wrong with it."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text, file)
            compile(text, file, "exec", dont_inherit=True)
    except SyntaxError as problem:
        return error("syntax.invalid", problem.msg, file, problem.lineno or 0)
    except (ValueError, RecursionError, MemoryError, OverflowError) as problem:
        reason = str(problem) or "the source nests too deeply"
        return error("syntax.invalid", reason, file)
    return tree


def trees(files: Files) -> dict[str, ast.Module]:
    """The syntax tree of each source that compiles; the syntax gate speaks of the others."""
    parsed = {path: parse(path, text) for path, text in sources(files).items()}
    return {path: tree for path, tree in parsed.items() if isinstance(tree, ast.Module)}


def trusted(*names: str, package: str = "brickyard.gates") -> Files:
    """Our own files from the `trusted` folder of `package`, for the read-only side of a sandbox."""
    folder = resources.files(package) / "trusted"
    return Files({name: (folder / name).read_text("utf-8") for name in names})


def report(outcome: Outcome, shape: TypeAdapter[T], expected: tuple[int, ...] = (0,)) -> T | str:
    """What a tool printed as JSON, or, as a string, the reason why there is nothing to trust."""
    if outcome.cut:
        return f"it was ended by the {outcome.cut} limit"
    if outcome.exit not in expected:
        return f"it ended with exit code {outcome.exit}: {last_line(outcome.stderr)}"
    try:
        return shape.validate_json(outcome.stdout)
    except ValidationError as problem:
        first = problem.errors()[0]
        return f"its report cannot be read: {first['msg']}: {last_line(outcome.stderr)}"


def last_line(text: bytes) -> str:
    lines = text.decode("utf-8", "replace").strip().splitlines()
    return lines[-1][:300] if lines else "it said nothing"


def place(reported: str, files: Files) -> tuple[str, str]:
    """The project's own name of a file that a tool reported, and the folder it was seen in."""
    known = [path for path in files if reported == path or reported.endswith(f"/{path}")]
    if not known:
        return "", ""
    path = max(known, key=len)
    return path, reported[: len(reported) - len(path)]


def refusals(results: Sequence[GateResult]) -> tuple[str, ...]:
    """What the gates say; a gate that did not pass in silence is a problem too."""
    found = [finding for result in results for finding in result.findings if finding.blocks]
    silent = [result for result in results if not result.passed and not result.findings]
    told = [f"{item.file}:{item.line}: [{item.rule}] {item.message}" for item in found]
    told += [f"Gate {result.gate} did not pass: {result.detail}" for result in silent]
    return tuple(dict.fromkeys(told))

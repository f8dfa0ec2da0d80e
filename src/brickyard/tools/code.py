"""Tools on code that is not handed in yet: does Python read it, what gates say, what tests say."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from brickyard.evidence.reports import TestRun
from brickyard.files import Files
from brickyard.gates import GateResult
from brickyard.gates.base import parse
from brickyard.models.base import Tool
from brickyard.values import Finding

MOST = 6000

FILES: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "files": {
            "type": "object",
            "description": "The complete text of each file, by its path.",
            "additionalProperties": {"type": "string"},
        }
    },
    "required": ["files"],
}


def files_of(arguments: Mapping[str, Any], paths: Sequence[str]) -> Files | str:
    """The files that were given, or what is wrong with them."""
    given = arguments.get("files")
    allowed = ", ".join(paths)
    if not isinstance(given, Mapping) or not given:
        return f"Nothing was done: `files` must map a path to the file's text, for {allowed}."
    texts: dict[str, str] = {}
    for path, text in given.items():  # pyright: ignore[reportUnknownVariableType]
        if path not in paths or not isinstance(text, str):
            return f"Nothing was done: {path!r} is not a file that you write, which are: {allowed}."
        if any("\ud800" <= letter <= "\udfff" for letter in text):
            return f"Nothing was done: {path!r} holds half of a surrogate pair."
        texts[path] = tidy(text)
    return Files(texts)


def tidy(text: str) -> str:
    return text.replace("\r\n", "\n").strip("\n") + "\n"


def listed(title: str, lines: Sequence[str]) -> str:
    """As many lines as fit, and how many did not."""
    kept: list[str] = []
    room = MOST - len(title)
    for line in lines:
        room -= len(line) + 3
        if room < 0:
            break
        kept.append(f"- {line}")
    left = len(lines) - len(kept)
    more = [f"- and {left} more, left out here"] if left else []
    return "\n".join([title, *kept, *more])


def told(finding: Finding) -> str:
    return f"{finding.file}:{finding.line}: [{finding.rule}] {finding.message}"


def patterns_tool(
    paths: Sequence[str], check: Callable[[Files], Awaitable[Sequence[GateResult]]]
) -> Tool:
    """`check` runs gates on files and raises when one of them could not judge."""

    async def call(arguments: Mapping[str, Any]) -> str:
        files = files_of(arguments, paths)
        if isinstance(files, str):
            return files
        results = await check(files)
        found = [told(item) for result in results for item in result.findings if item.blocks]
        silent = [
            f"{result.gate} did not pass: {result.detail}"
            for result in results
            if not result.passed and not result.findings
        ]
        if problems := [*found, *silent]:
            return listed(f"{len(problems)} to mend:", problems)
        return f"Nothing to mend ({', '.join(result.gate for result in results)})."

    return Tool(
        name="check_pattern_compliance",
        description=f"Check {', '.join(paths)} as you would write it: syntax, placeholders left "
        "in, agreement with its interface, lint rules. Runs nothing of it.",
        parameters=FILES,
        call=call,
    )


_SOURCE = {
    "type": "object",
    "properties": {"source": {"type": "string", "description": "The complete text of the file."}},
    "required": ["source"],
}


def syntax_tool() -> Tool:
    return Tool(
        name="validate_python_syntax",
        description="Say whether a Python file has syntax errors, and where. Runs nothing.",
        parameters=_SOURCE,
        call=_validate,
    )


async def _validate(arguments: Mapping[str, Any]) -> str:
    source = arguments.get("source")
    if not isinstance(source, str):
        return "Nothing was done: `source` must be the text of the file."
    found = parse("the file", tidy(source))
    if isinstance(found, Finding):
        return f"line {found.line}: {found.message}"
    return "No syntax errors."


def testing_tool(paths: Sequence[str], run: Callable[[Files], Awaitable[TestRun]]) -> Tool:
    """`run` runs the tests on files in a sandbox; what it raises ends the build."""

    async def call(arguments: Mapping[str, Any]) -> str:
        files = files_of(arguments, paths)
        if isinstance(files, str):
            return files
        ended = await run(files)
        problems = [f"{outcome.id}: {outcome.reason}" for outcome in ended.failures]
        problems += [ended.problem] if ended.problem else []
        passed = sum(outcome.passed for outcome in ended.outcomes.values())
        title = f"{passed} of {len(ended.outcomes)} tests passed."
        return listed(f"{title} What failed:", problems) if problems else title

    return Tool(
        name="test_generated_code",
        description=f"Run the fixed tests on {', '.join(paths)} as you would write it, in a "
        "sandbox, and say which pass and why others fail.",
        parameters=FILES,
        call=call,
    )

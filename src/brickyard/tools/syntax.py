"""`validate_python_syntax`: does Python read it at all."""

from collections.abc import Mapping
from typing import Any

from brickyard.gates.base import parse
from brickyard.models.base import Tool
from brickyard.tools.words import tidy
from brickyard.values import Finding

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

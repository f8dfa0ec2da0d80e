"""A run as Markdown, for a pull request or a wiki."""

from collections.abc import Iterator

from brickyard.flow.results import Result
from brickyard.packaging.readme import as_written, requirement
from brickyard.reports.summary import fenced
from brickyard.reports.text import cells, proof_names, stepped, story
from brickyard.values import Row


def as_markdown(result: Result) -> str:
    """A heading, the matrix as a table, what is not met, the story as a list, then each requirement
    as written."""
    names = proof_names(result.matrix)
    header = ["id", "level", "kind", *names, "tests", "lines", "verdict"]
    parts = [f"# {result.recipe or result.run}: {result.status}"]
    if result.matrix.rows:
        rows = [[*cells(row, names), row.said] for row in result.matrix.rows]
        parts.append("\n".join(map(_line, [header, ["---"] * len(header), *rows])))
        parts.append(f"{result.matrix.summary}.")
    for row in result.matrix.unmet:
        parts += _unmet(row, result)
    parts.append("\n".join(f"- {line.strip()}" for line in story(result)))
    if result.matrix.rows:
        parts += ["## Requirements", *map(requirement, result.matrix.rows)]
    return "\n\n".join(parts)


def _unmet(row: Row, result: Result) -> Iterator[str]:
    """What code printed stands in fences: it is no Markdown of ours."""
    yield f"## {row.requirement} ({row.level.value}) is {row.said}"
    yield as_written(row.reason)
    if row.failure and row.failure.text:
        yield fenced(row.failure.text.strip("\n"), "python")
    if row.failure and row.failure.expected:
        yield fenced(f"expected {row.failure.expected}\ngot      {row.failure.got}")
    if row.next:
        words, *command = (line.strip() for line in stepped(row, result))
        yield words
        yield from (fenced(line, "sh") for line in command)


def _line(values: list[str]) -> str:
    return f"| {' | '.join(values)} |"

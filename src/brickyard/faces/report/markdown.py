"""A run as Markdown, for a pull request or a wiki."""

from brickyard.faces.report.text import cells, proof_names, story
from brickyard.results import Result
from brickyard.stages.packaging.readme import requirement


def as_markdown(result: Result) -> str:
    """A heading, the matrix as a table, the story as a list, then each requirement as written."""
    names = proof_names(result.matrix)
    header = ["id", "level", "kind", *names, "tests", "lines", "verdict"]
    parts = [f"# {result.recipe or result.run}: {result.status}"]
    if result.matrix.rows:
        rows = [[*cells(row, names), row.told] for row in result.matrix.rows]
        parts.append("\n".join(map(_line, [header, ["---"] * len(header), *rows])))
    parts.append("\n".join(f"- {line.strip()}" for line in story(result)))
    if result.matrix.rows:
        parts += ["## Requirements", *map(requirement, result.matrix.rows)]
    return "\n\n".join(parts)


def _line(values: list[str]) -> str:
    return f"| {' | '.join(values)} |"

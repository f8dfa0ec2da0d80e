"""A run as Markdown, for a pull request or a wiki."""

from brickyard.faces.report.text import cells, proof_names, story
from brickyard.results import Result


def as_markdown(result: Result) -> str:
    """A heading, the matrix as a table with each requirement's text, then the story as a list."""
    names = proof_names(result)
    header = ["id", "level", "kind", *names, "tests", "lines", "verdict", "text"]
    parts = [f"# {result.recipe or result.run}: {result.status}", ""]
    if result.matrix.rows:
        parts += [_line(header), _line(["---"] * len(header))]
        parts += [
            _line([*cells(row, names), row.verdict.value, row.text]) for row in result.matrix.rows
        ]
        parts.append("")
    parts += [f"- {line.strip()}" for line in story(result)]
    return "\n".join(parts)


def _line(values: list[str]) -> str:
    escaped = (value.replace("|", "\\|").replace("\n", " ") for value in values)
    return f"| {' | '.join(escaped)} |"

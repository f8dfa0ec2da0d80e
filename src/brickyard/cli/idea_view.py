"""An idea as it was understood, for a person who reads it at a terminal."""

from collections.abc import Iterator

from brickyard.doors.create.idea import Analysis, Contradiction, Idea

_NOTHING = "nothing: plain code does all of it"


def analysis_text(idea: Idea, analysis: Analysis) -> str:
    """Topic by topic; a list has a line for each."""
    lines = [f"{idea.name}: a {analysis.kind}, {analysis.complexity}", ""]
    for title, items in _topics(analysis):
        if len(items) == 1:
            lines.append(f"{title}: {items[0]}")
        elif items:
            lines += [f"{title}:", *(f"  - {item}" for item in items)]
    return "\n".join(lines)


def _topics(analysis: Analysis) -> Iterator[tuple[str, tuple[str, ...]]]:
    agents = tuple(f"{one.name}: {one.asks}" for one in analysis.ai)
    yield "The problem", (analysis.problem,)
    yield "Plain code", analysis.code
    yield "Asks a model", agents or (_NOTHING,)
    yield "Data", analysis.flows
    yield "Critical", analysis.critical
    yield "Requirements", analysis.requirements
    yield "Modules", tuple(f"{one.name}: {one.purpose}" for one in analysis.modules)
    yield "Risks", analysis.risks


def contradiction_text(one: Contradiction, idea: Idea) -> str:
    example = idea.examples[one.example - 1]
    return f"{example.given}={example.gives} contradicts “{one.quote}”: {one.why}"

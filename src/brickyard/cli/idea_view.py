"""What an idea or a recipe comes to, for a person who reads it at a terminal."""

from collections.abc import Iterable, Iterator, Sequence

from brickyard.doors.create.idea import Analysis, Contradiction, Idea
from brickyard.flow.outlook import Outlook
from brickyard.values import RecipeType

_NOTHING = "nothing: plain code does all of it"


def analysis_text(idea: Idea, analysis: Analysis) -> str:
    return outlined(f"{idea.name}: a {analysis.kind}, {analysis.complexity}", _topics(analysis))


def outlook_text(name: str, found: Outlook) -> str:
    a = "an" if found.type is RecipeType.AGENT else "a"
    head = f"{name}: {a} {found.type}, {found.complexity} ({', '.join(found.measures)})"
    return outlined(head, _outlook_topics(found))


def outlined(head: str, topics: Iterable[tuple[str, Sequence[str]]]) -> str:
    """Topic by topic; a list has a line for each."""
    lines = [head, ""]
    for title, items in topics:
        if len(items) == 1:
            lines.append(f"{title}: {items[0]}")
        elif items:
            lines += [f"{title}:", *(f"  - {item}" for item in items)]
    return "\n".join(lines)


def _topics(analysis: Analysis) -> Iterator[tuple[str, Sequence[str]]]:
    yield "The problem", (analysis.problem,)
    yield "Plain code", analysis.code
    yield "Asks a model", analysis.ai or (_NOTHING,)
    yield "Agents", [f"{one.name}: asks {one.asks}" for one in analysis.agents]
    yield "Data", analysis.flows
    yield "Critical", analysis.critical
    yield "Requirements", analysis.requirements
    yield "Modules", [f"{one.name}: {one.purpose}" for one in analysis.modules]
    yield "Interfaces", [f"{one.module}: {one.offers}" for one in analysis.interfaces]
    yield "Errors", [f"{one.when}: {one.handled}" for one in analysis.errors]
    yield "Risks", analysis.risks


def _outlook_topics(found: Outlook) -> Iterator[tuple[str, Sequence[str]]]:
    yield "Requirements", found.requirements
    yield "Modules", [one.told for one in found.modules] or ("none is named: the plan finds them",)
    yield "Risks", found.risks or ("none that the recipe's words show",)


def contradiction_text(one: Contradiction, idea: Idea) -> str:
    example = idea.examples[one.example - 1]
    return f"{example.given}={example.gives} contradicts “{one.quote}”: {one.why}"

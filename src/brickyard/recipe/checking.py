"""Every deterministic rule over one or more recipes."""

from collections.abc import Sequence

from brickyard.recipe.content import content_findings
from brickyard.recipe.graph import graph_findings
from brickyard.recipe.parsing import COMPONENTS, Parsed
from brickyard.recipe.silences import apply, idle_findings
from brickyard.values import Finding


def check(recipes: Sequence[Parsed]) -> tuple[Finding, ...]:
    """All that is wrong with these recipes and between them, by place; no model is needed."""
    between = list(graph_findings(recipes))
    result: list[Finding] = []
    for parsed in recipes:
        own = [found for found in between if found.file == parsed.path(COMPONENTS)]
        stay, idle = apply((*parsed.findings, *content_findings(parsed), *own), parsed.silences)
        result += sorted((*stay, *idle_findings(idle)), key=_place)
    return tuple(result)


def _place(found: Finding) -> tuple[str, int, str, str]:
    return found.file, found.line, found.rule, found.message

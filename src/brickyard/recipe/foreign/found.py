"""What a reader of another tool's spec finds in one file."""

from dataclasses import dataclass, field

from brickyard.recipe.draft import Draft
from brickyard.recipe.markdown import Block


@dataclass(slots=True)
class Found:
    """Requirements that the tool's own form tells, and what is left to be read as a recipe."""

    drafts: list[Draft] = field(default_factory=list[Draft])
    rest: list[Block] = field(default_factory=list[Block])
    notes: list[str] = field(default_factory=list[str])
    spans: list[tuple[int, int, Draft]] = field(default_factory=list[tuple[int, int, Draft]])
    """First and last line of a story: what stands between and has no level has the story's."""
    outcomes: list[Draft] = field(default_factory=list[Draft])
    """Success criteria; they are among the drafts."""
    noise: list[Block] = field(default_factory=list[Block])
    """What only the tool's template says."""
    open: list[Block] = field(default_factory=list[Block])
    """Edge cases that only ask."""


def note(heading: Block | None) -> list[Block]:
    return [heading] if heading else []

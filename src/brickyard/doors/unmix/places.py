"""Where a recipe mixes what is wanted with how it is built: the findings of `check`, as places."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from brickyard.recipe import Parsed, check
from brickyard.recipe.markdown import Shape, document
from brickyard.recipe.parsing import DESIGN, REQUIREMENTS
from brickyard.values import Finding, Requirement, Value

File = Literal["requirements.md", "design.md"]
HOW, WHAT = "how-in-requirements", "what-in-design"


class Place(Value):
    """One place that says in one file what belongs into the other."""

    number: int
    file: File
    first: int
    last: int
    """Its lines."""
    id: str = ""
    """The requirement, or the clause, that says how."""
    says: str
    """The words by which it was found."""
    words: str = ""
    """What stands there."""

    @property
    def rule(self) -> str:
        return HOW if self.file == REQUIREMENTS else WHAT


def places(parsed: Parsed, requirements: str, design: str) -> tuple[Place, ...]:
    """Every place that is mixed and that no comment allows, in the order of the files."""
    found = [one for one in check([parsed]) if one.rule in (HOW, WHAT)]
    own = [one for one in found if one.rule == HOW], [one for one in found if one.rule == WHAT]
    listed = [
        *_places(own[0], requirements, parsed.requirements, REQUIREMENTS),
        *_places(own[1], design, (), DESIGN),
    ]
    return tuple(one.model_copy(update={"number": n}) for n, one in enumerate(listed, 1))


def _places(
    found: Iterable[Finding], text: str, requirements: Sequence[Requirement], file: File
) -> Iterator[Place]:
    lines, blocks = text.split("\n"), document(text).blocks
    begins = [part.line for one in requirements for part in (one, *one.clauses)]
    begins += [block.line for block in blocks if block.shape is Shape.HEADING]
    for one in found:
        block = next((each for each in blocks if each.line <= one.line <= each.end), None)
        last = block.end if block else one.line
        if file == REQUIREMENTS:
            last = min((line for line in begins if line > one.line), default=len(lines) + 1) - 1
        words = "\n".join(lines[one.line - 1 : last]).rstrip()
        yield Place(
            number=0,
            file=file,
            first=one.line,
            last=one.line + words.count("\n"),
            id=_id(one, requirements),
            says=one.message.split("'")[1],
            words=words,
        )


def _id(found: Finding, requirements: Sequence[Requirement]) -> str:
    """The clause that begins on this line, or the requirement."""
    parts = [clause for one in requirements for clause in one.clauses]
    return next((one.id for one in parts if one.line == found.line), found.requirement)

"""The question for cases that notice what the present ones let pass."""

from typing import Annotated

from pydantic import Field

from brickyard.ask.microtask import CasesText, Microtask
from brickyard.red.question import EXAMPLE, FORMAT, CasesIn, CasesOut
from brickyard.values import AllowedOutput


class StrengthenIn(CasesIn):
    present: tuple[str, ...] = Field(description="the names of the cases there are")
    unnoticed: tuple[str, ...] = Field(
        description="what a wrong program may do without any case noticing"
    )
    untested: tuple[str, ...] = Field(
        default=(), description="operations that no case makes the program execute"
    )
    strays: tuple[str, ...] = Field(
        default=(),
        description="requirement, word and what its cases let the command print more",
    )


class StrengthenOut(CasesOut):
    """There may be nothing to add: one of `unnoticed` is left out, one of `strays` is allowed."""

    cases: Annotated[str, CasesText] = Field(
        default="", description="the new cases, as one file; empty if there are none"
    )
    allowed: tuple[AllowedOutput, ...] = Field(
        default=(), description="the lines of `strays` that the requirement or `context` allows"
    )


STRENGTHEN_CASES = Microtask(
    name="strengthen-cases",
    called="stronger cases for",
    work="tests",
    instructions="""\
There are cases that decide whether the requirements are met (`present`), but each line of
`unnoticed` shows a wrong program that passes all of them: the same input, and two different
results, one of a program that may be right and one of a program that is surely different. Which of
the two is right, if any, is for the requirement to say. Write only new cases, by which a program
that does the wrong one fails. Leave out a line where the requirement and the interface allow both.
For each operation in `untested`, write a case that calls it and expects what the requirement says.
For each line of `strays`, the command may do all that it must and print what the line says besides:
write a case of that requirement that fails then, because it expects exactly what is printed, or
nothing. Only where the requirement or `context` allows such output, leave the case out and list the
line in `allowed`, with the words that allow it, as they stand there.""",
    notation=FORMAT,
    input=StrengthenIn,
    output=StrengthenOut,
    example=StrengthenOut(cases=EXAMPLE.cases),
)

"""The question for cases that notice what the present ones let pass."""

from pydantic import Field

from brickyard.tasks.cases import EXAMPLE, FORMAT, CasesIn, CasesOut
from brickyard.tasks.microtask import Microtask


class StrengthenIn(CasesIn):
    present: tuple[str, ...] = Field(description="the ids and titles of the cases there are")
    unnoticed: tuple[str, ...] = Field(
        description="what a wrong program may do without any case noticing"
    )
    untested: tuple[str, ...] = Field(
        default=(), description="operations that no case makes the program execute"
    )


STRENGTHEN_CASES = Microtask(
    name="strengthen-cases",
    work="tests",
    instructions=f"""\
There are cases that decide whether the requirements are met (`present`), but each line of
`unnoticed` shows a wrong program that passes all of them: the same input, and two different
results, one of a program that may be right and one of a program that is surely different. Which of
the two is right, if any, is for the requirement to say. Write only new cases, by which a program
that does the wrong one fails. Leave out a line where the requirement and the interface allow both.
For each operation in `untested`, write a case that calls it and expects what the requirement says.

{FORMAT}""",
    input=StrengthenIn,
    output=CasesOut,
    example=EXAMPLE,
)

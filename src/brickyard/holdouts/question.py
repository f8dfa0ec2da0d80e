"""The question behind the hold-outs: asked without sight of code or tests."""

from typing import Annotated

from pydantic import Field

from brickyard.ask.lengths import of_code
from brickyard.ask.microtask import CasesText, Microtask
from brickyard.ask.views import SharedPlan
from brickyard.red.question import EXAMPLE, FORMAT, CasesOut


class HoldOutsIn(SharedPlan):
    ids: tuple[str, ...]
    bricks: tuple[str, ...]
    command: str
    spent: Annotated[str, CasesText] = Field(
        default="", description="cases drawn before and shown since: draw others"
    )
    problems: tuple[str, ...] = Field(
        default=(), description="what was wrong with an earlier answer: do not repeat it"
    )


DRAW_HOLD_OUTS = Microtask(
    name="draw-hold-outs",
    called="hold-outs for",
    work="tests",
    stage="hold-outs",
    length=of_code(0.5),
    instructions="""\
A program is built to meet the requirements in `ids`, and passes tests of its own. Draw fresh cases
that show whether it really meets them, by the interfaces of `bricks`: you see neither the program
nor its tests. `context` says what the requirements mean by their words. Prove the requirements
through the command if there is one, else through the operations. For each requirement draw one or
two functions or small tables with inputs that a reader of its text would think of second, not
first: combinations, limits, unusual but valid forms. Be brief: all together about half as long as
the code that meets the requirements will be.""",
    notation=FORMAT,
    input=HoldOutsIn,
    output=CasesOut,
    example=EXAMPLE,
)

"""Questions behind the hold-outs and the disputes: asked without sight of code or other tests."""

from typing import Annotated

from pydantic import Field

from brickyard.tasks.cases import EXAMPLE, FORMAT, CasesOut
from brickyard.tasks.microtask import CasesText, Microtask
from brickyard.tasks.views import SharedPlan
from brickyard.values import Value


class HoldOutsIn(SharedPlan):
    ids: tuple[str, ...]
    bricks: tuple[str, ...]
    command: str
    spent: Annotated[str, CasesText] = Field(
        default="", description="cases drawn before and shown since: draw others"
    )


class ExpectIn(SharedPlan):
    ids: tuple[str, ...]
    bricks: tuple[str, ...]
    command: str
    cases: Annotated[str, CasesText]


class WorkedOut(Value):
    """What was found out about one case."""

    id: str = Field(description="the name of its function")
    settled: bool = Field(description="false if requirement and interface leave it open")
    reason: str = Field(description="how it follows, in a sentence or two")


class ExpectOut(Value):
    worked_out: tuple[WorkedOut, ...] = Field(description="one for each function, by its name")
    cases: Annotated[str, CasesText] = Field(
        description="the functions that are settled, with what is expected in place of each ..."
    )


DRAW_HOLD_OUTS = Microtask(
    name="draw-hold-outs",
    called="hold-outs for",
    work="tests",
    instructions=f"""\
A program was built to meet the requirements in `ids` and passes its own tests. Draw fresh cases
that would show whether it really meets them, by the interfaces of `bricks`: you see neither the
program nor its tests. `context` says what
the requirements mean by their words. Prove the requirements through the command if there is one,
else through the operations. For each requirement draw two or three cases with inputs that a
reader of its text would think of second, not first: combinations, limits, unusual but valid forms.

{FORMAT}""",
    input=HoldOutsIn,
    output=CasesOut,
    example=EXAMPLE,
)

DRAW_EXPECTATIONS = Microtask(
    name="draw-expectations",
    called="expectations in",
    work="judge",
    instructions=f"""\
Each function in `cases` says what is done, and `...` stands where it would say what must come of
it. Work out from the requirements and the interfaces alone what must stand there. Write each
function again under its name, with the same calls in the same order, and with what you worked out
in place of every `...`. Where the last call must raise instead, write `with raises(E):` around it
in place of its assert, with a part of the message where the text settles one. Work carefully, step
by step, from the text; do not guess: if the requirement and the interface leave the result open,
say `settled`: false and leave the function out.

{FORMAT.partition("Rules.")[0].strip()}""",
    input=ExpectIn,
    output=ExpectOut,
    example=ExpectOut(
        worked_out=(
            WorkedOut(
                id="case_1",
                settled=True,
                reason="R2 counts past midnight: 23:55 and ten minutes is 00:05.",
            ),
            WorkedOut(
                id="case_2",
                settled=True,
                reason="R1 accepts HH:MM only, and the interface names InvalidTime.",
            ),
        ),
        cases="""\
@proves(R2)
def case_1():
    assert later(Time(23, 55), 10) == Time(0, 5)


@proves(R1)
def case_2():
    with raises(InvalidTime):
        parse_time("noon")
""",
    ),
)

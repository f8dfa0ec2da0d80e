"""The questions that turn requirements into cases: restricted Python, before any code exists."""

from dataclasses import replace
from typing import Annotated

from pydantic import Field

from brickyard.ask.lengths import Length, code_of, of_code
from brickyard.ask.microtask import CasesText, In, Microtask, Out
from brickyard.ask.views import SharedPlan
from brickyard.cases.notation import NOTATION
from brickyard.values import ProofLevel, TestLevel, Value


class CasesIn(SharedPlan):
    ids: tuple[str, ...]
    bricks: tuple[str, ...]
    level: str
    subject: str
    spec: str
    command: str


class CasesOut(Value):
    cases: Annotated[str, CasesText] = Field(description="the cases, as one file")


class MendCasesIn(CasesIn):
    problems: tuple[str, ...]
    previous: Annotated[str, CasesText]


DENSE = "about one and a half times as long"
QUICK = "about two thirds as long"

RULES = """\
Rules. Each function proves one requirement, or one of its clauses by the clause's id in quotes,
`@proves("R3.a")`. Work out every expected value carefully from the requirement; a wrong one wastes
the build. Expect nothing that neither the requirement nor the interface settles. For each
requirement write at least two cases with different results, so that code which always returns the
same thing fails; try its limits, its errors, and what it forbids: where it says "one line",
"nothing else" or "no traceback", expect the whole of stdout and stderr, or all files. No case may
pass when the operations do nothing."""

SIZE = f"""\
Be dense: a table where one operation is tried on many inputs, three to six functions or tables for
a requirement, all together {DENSE} as the code that meets the requirements
will be."""


def sized(task: Microtask[In, Out], proof: ProofLevel) -> Microtask[In, Out]:
    """As it is asked at this level: quick wants fewer cases, the others the text as it stands."""
    if proof is not ProofLevel.QUICK:
        return task
    fewer = task.instructions.replace(DENSE, QUICK)
    return replace(task, instructions=fewer, length=_of_code(2 / 3))


def _of_code(times: float) -> Length:
    """Of one brick's code, or of all."""

    def length(asked: CasesIn) -> float:
        own = asked.level == TestLevel.BRICK
        return times * code_of(asked, [asked.subject]) if own else of_code(times)(asked)

    return length


FORMAT = f"{NOTATION.strip()}\n\n{RULES}"

EXAMPLE = CasesOut(
    cases="""\
@table(R2, [("23:55", 10, "00:05"), ("00:00", 1439, "23:59"), ("12:00", 0, "12:00")])
def minutes_are_counted_past_midnight(start, minutes, expected):
    assert later(parse_time(start), minutes) == parse_time(expected)


@table(R1, [("noon",), ("24:00",), ("7:05",), ("",)])
def what_is_no_time_is_refused(text):
    with raises(InvalidTime, text) as error:
        parse_time(text)
    assert error.value.text == text


@proves(R3)
def the_command_prints_the_later_time_and_nothing_else():
    r = run("23:55", "10")
    assert (r.exit, r.stdout, r.stderr) == (0, "00:05\\n", "")
"""
)

WRITE_CASES = Microtask(
    name="write-cases",
    called="cases for",
    work="tests",
    length=_of_code(1.5),
    instructions=f"""\
Write cases that decide whether the requirements in `ids` are met, without seeing any code: they are
written against the interfaces of `bricks` alone. `context` says what the requirements mean by their
words. If `level` is acceptance, prove the requirements through the command if there is one, else
through the operations; if it is brick, prove what the brick `subject` must do for them by its own
operations, or by runs of the command if it is the command's brick.

{SIZE}""",
    notation=FORMAT,
    input=CasesIn,
    output=CasesOut,
    example=EXAMPLE,
)

MEND_CASES = Microtask(
    name="mend-cases",
    called="better cases for",
    work="tests",
    instructions="""\
Cases were written to decide whether the requirements in `ids` are met (`previous`), and a machine
found problems with some of them. Write only the functions that change: one under the name of a
function that has a problem takes its place, one under a new name is added, and every function
without a problem stays as it is. A function with a problem that you do not write again is left out.
Helpers that they need are written again with them.""",
    notation=FORMAT,
    input=MendCasesIn,
    output=CasesOut,
    example=EXAMPLE,
)

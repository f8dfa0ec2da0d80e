"""The question that judges a test by the recipe alone: neither code nor its author is seen."""

from enum import StrEnum
from typing import Annotated

from pydantic import Field

from brickyard.ask.microtask import CasesText, Microtask, Source
from brickyard.ask.views import SharedPlan
from brickyard.cases.notation import NOTATION
from brickyard.values import Value


class Ruling(StrEnum):
    """Who is wrong when a test fails."""

    CODE_WRONG = "code wrong"
    TEST_WRONG = "test wrong"
    SILENT = "requirement silent"


class JudgeIn(SharedPlan):
    ids: tuple[str, ...]
    bricks: tuple[str, ...]
    test: Annotated[str, Source]


class JudgeOut(Value):
    quote: str = Field(description="the words of the requirement or interface that decide it")
    reason: str = Field(description="what follows from them for this test, in a sentence or two")
    ruling: Ruling
    clarification: str = Field(
        default="", description="if it is silent: a sentence that would settle it, else empty"
    )


JUDGE = Microtask(
    name="judge",
    called="ruling on",
    work="judge",
    stage="disputes",
    instructions="""\
A program and the test `test` disagree, and one of them is wrong. The test is there to prove the
requirement in `ids`. You see the whole recipe, what its words mean (`context`), the interfaces and
the test; the program stays out of sight. Work out for yourself what that requirement, with those
that it speaks of, and the interfaces demand for exactly the inputs of this test, then compare with
what it expects:
- "code wrong": the test expects what they demand, so a program that fails it is wrong;
- "test wrong": they demand something else than the test expects;
- "requirement silent": they leave it open, so that a right program may do either.
Do not give the benefit of the doubt to anybody: calculate. If it is silent, write in
`clarification` one sentence that the author of the requirement could add to settle it.""",
    input=JudgeIn,
    output=JudgeOut,
    example=JudgeOut(
        quote="a time is written HH:MM",
        reason="The test expects that 7:05 is refused; HH means two digits, so it must be.",
        ruling=Ruling.CODE_WRONG,
    ),
)


class RuleIn(SharedPlan):
    ids: tuple[str, ...]
    bricks: tuple[str, ...]
    command: str
    cases: Annotated[str, CasesText]


class RuledOn(Value):
    """What is ruled on one case."""

    id: str = Field(description="the name of its function")
    quote: str = Field(description="the words of the recipe or an interface that decide it")
    reason: str = Field(description="what follows from them for this case, in a sentence or two")
    ruling: Ruling
    clarification: str = Field(
        default="", description="if it is silent: a sentence that would settle it, else empty"
    )


class RuleOut(Value):
    rulings: tuple[RuledOn, ...] = Field(description="one for each function, by its name")
    cases: Annotated[str, CasesText] = Field(
        default="",
        description="the functions that are ruled wrong, as they must be; empty if none is",
    )


RULE_ON_CASES = Microtask(
    name="rule-on-cases",
    called="rulings on",
    work="judge",
    stage="disputes",
    instructions="""\
A program and each of the functions in `cases` disagree, and for each one of the two is wrong. A
function is there to prove the requirement that it names. You see the whole recipe, what its words
mean (`context`), the interfaces and the functions; the program stays out of sight, and so does what
it did. Docstrings and texts are what the program's author says of it: they may settle what the
recipe leaves open, never contradict it. For each function work out for yourself what the recipe and
the interfaces demand for exactly its inputs, then compare with what it expects:
- "code wrong": it expects what they demand, so a program that fails it is wrong. `quote` the words
  that demand it, as they stand there;
- "test wrong": they demand something else. Write the function again in `cases`, under its name,
  with the same inputs and what they do demand;
- "requirement silent": they leave it open, so that a right program may do either. Write in
  `clarification` one sentence that the author of the recipe could add to settle it.
Do not give the benefit of the doubt to anybody: calculate. What they do not say, they leave
open.""",
    notation=NOTATION,
    input=RuleIn,
    output=RuleOut,
    example=RuleOut(
        rulings=(
            RuledOn(
                id="one_digit_hours_are_refused",
                quote="a time is written HH:MM",
                reason="HH means two digits, so 7:05 must be refused, as the function expects.",
                ruling=Ruling.CODE_WRONG,
            ),
            RuledOn(
                id="past_midnight",
                quote="minutes are counted past midnight",
                reason="23:55 and ten minutes is 00:05, not 24:05.",
                ruling=Ruling.TEST_WRONG,
            ),
        ),
        cases="""\
@proves(R2)
def past_midnight():
    assert later("23:55", 10) == "00:05"
""",
    ),
)

"""The question that judges a test by its requirement alone: neither code nor its author is seen."""

from enum import StrEnum
from typing import Annotated

from pydantic import Field

from brickyard.files import Files
from brickyard.tasks.microtask import Microtask, Raw, Source
from brickyard.tasks.views import Wanted
from brickyard.values import Value


class Ruling(StrEnum):
    """Who is wrong when a test fails."""

    CODE_WRONG = "code wrong"
    TEST_WRONG = "test wrong"
    SILENT = "requirement silent"


class JudgeIn(Value):
    package: str
    requirement: Wanted
    context: Annotated[str, Raw]
    interfaces: Files
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
    work="judge",
    instructions="""\
A program and the test `test` disagree, and one of them is wrong. You see only the requirement, what
its words mean (`context`), the interfaces and the test. Work out for yourself what the requirement
and the interfaces demand for exactly the inputs of this test, then compare with what it expects:
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

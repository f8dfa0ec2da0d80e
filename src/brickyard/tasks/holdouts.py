"""Questions behind the hold-outs and the disputes: asked without sight of code or other tests."""

from typing import Annotated

from pydantic import Field

from brickyard.files import Files
from brickyard.tasks.cases import EXAMPLE, FORMAT, CasesOut
from brickyard.tasks.microtask import Microtask, Raw
from brickyard.tasks.views import Wanted
from brickyard.values import Case, Expect, Step, Value


class HoldOutsIn(Value):
    package: str
    requirements: tuple[Wanted, ...]
    command: str
    context: Annotated[str, Raw]
    interfaces: Files
    spent: tuple[Case, ...] = Field(
        default=(), description="cases drawn before and shown since: draw others"
    )


class OpenStep(Value):
    """A step without its expectation; `asked` names what to say about it."""

    do: Step
    asked: tuple[str, ...] = ()


class OpenCase(Value):
    id: str
    requirement: str
    files: dict[str, str] = Field(default_factory=dict)
    steps: tuple[OpenStep, ...]


def without_expectations(case: Case, id: str) -> OpenCase:
    """What a case does, and which things it looks at, but not what it expects of them; under
    another id, because its own may say it."""
    return OpenCase(
        id=id,
        requirement=case.requirement,
        files=case.files,
        steps=tuple(
            OpenStep(do=step.model_copy(update={"expect": Expect()}), asked=looked_at(step.expect))
            for step in case.steps
        ),
    )


def looked_at(expect: Expect) -> tuple[str, ...]:
    """The names of what an expectation is about."""
    things = {
        "outcome": expect.has_value or expect.raises,
        "message": expect.message_has,
        "exit": expect.exit is not None,
        "stdout": expect.stdout is not None or expect.stdout_has,
        "stderr": expect.stderr_has,
    }
    files = (f"file {path}" for path in sorted({*expect.files, *expect.no_files}))
    return (*(name for name, wanted in things.items() if wanted), *files)


class ExpectIn(Value):
    package: str
    requirements: tuple[Wanted, ...]
    command: str
    context: Annotated[str, Raw]
    interfaces: Files
    cases: tuple[OpenCase, ...]


class Expected(Value):
    """The expectations of one case, a mapping for each step that asked for something."""

    id: str
    settled: bool = Field(description="false if requirement and interface leave it open")
    reason: str = Field(description="how it follows, in a sentence or two")
    steps: tuple[Expect, ...] = Field(
        default=(), description="one `expect` for each step, {} for a step that asked nothing"
    )


class ExpectOut(Value):
    cases: tuple[Expected, ...] = Field(description="one for each case, by its id")


DRAW_HOLD_OUTS = Microtask(
    name="draw-hold-outs",
    work="tests",
    instructions=f"""\
A program was built to meet the requirements and passes its own tests. Draw fresh cases that would
show whether it really meets them: you see neither the program nor its tests. `context` says what
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
    work="judge",
    instructions="""\
Each case says what is done, not what comes of it. Work out from the requirements and the interfaces
alone what must come of each step that has `asked`:
- `outcome`: {"value": ...} for what the call returns, or {"raises": "Name"} for the exception;
- `message`: {"raises": "Name", "message_has": "a part of its message that must be there"};
- `exit`: {"exit": code}; `stdout`: {"stdout": "all of the output"};
- `stderr`: {"stderr_has": ["a part that must be there"]};
- `file PATH`: {"files": {"PATH": "whole text afterwards"}}, or {"no_files": ["PATH"]}.
Put several into one mapping where a step asks for several. Values are JSON, or as in the arguments
of the steps {"$py": "expression"}. Work carefully, step by step, from the text; do not guess: if
the requirement and the interface leave the result open, say `settled`: false.""",
    input=ExpectIn,
    output=ExpectOut,
    example=ExpectOut(
        cases=(
            Expected(
                id="adds_past_midnight",
                settled=True,
                reason="R2 counts past midnight: 23:55 and ten minutes is 00:05.",
                steps=(Expect(value={"$py": "Time(0, 5)"}, has_value=True),),
            ),
            Expected(
                id="refuses_words",
                settled=True,
                reason="R1 accepts HH:MM only, and the interface names InvalidTime.",
                steps=(Expect(raises="InvalidTime"),),
            ),
        )
    ),
)

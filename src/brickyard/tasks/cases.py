"""The questions that turn requirements into cases: examples as data, before any code exists."""

from typing import Annotated

from pydantic import Field

from brickyard.files import Files
from brickyard.tasks.microtask import Microtask, Raw
from brickyard.tasks.views import Wanted
from brickyard.values import Case, Expect, Step, Value


class CasesIn(Value):
    package: str
    level: str
    subject: str
    requirements: tuple[Wanted, ...]
    spec: str
    command: str
    context: Annotated[str, Raw]
    interfaces: Files


class CasesOut(Value):
    cases: tuple[Case, ...] = Field(description="at least two for each requirement")


class MendCasesIn(CasesIn):
    previous: tuple[Case, ...]
    problems: tuple[str, ...]


FORMAT = """\
A case is one example as data, which a machine turns into a test. Its steps run in order; a step is
either a call or a run of the command:
- `{"call": "brick.operation", "args": [...], "kwargs": {...}, "expect": {...}}`. `save` keeps the
  result under a name; a later step may call `name.method` or read `name.attribute`. `brick.Class`
  makes an object of a class of that brick.
- `{"run": ["arguments", "of the command"], "stdin": "", "expect": {...}}` only if there is a
  command.
`expect` says what must happen; give only what the requirement or the interface settles:
- `value`: what the call returns; `approx`: a tolerance for floats;
- `raises`: the exception's name, and `message_has`: a part of its message;
- for a run: `exit` (the exit code), `stdout` (all of it), `stdout_has`, `stderr_has` (parts);
- `files`: path to the whole text afterwards; `no_files`: paths that must not exist.
`files` of a case are written before the first step, into an empty working folder.
Values are JSON. Where JSON cannot say it, write {"$py": "expression"} with literals, saved names,
classes and enum members of the interfaces, Decimal, date, datetime, timedelta, Path, set, bytes:
{"$py": "Money(3, 'EUR')"}, {"$py": "b'ab'"}, {"$py": "(1, 2)"}, {"$py": "Colour.RED"}.

Rules. Work out every expected value carefully from the requirement; a wrong one wastes the build.
Do not expect what neither the requirement nor the interface says. Each case names in
`requirement` the one id that it proves. For each requirement write at least two cases with
different results, so that code which always returns the same thing fails, and cover its limits
and its errors. No case may pass when the operations do nothing. Ids are short, unique, lower case
with underscores."""

EXAMPLE = CasesOut(
    cases=(
        Case(
            id="adds_past_midnight",
            requirement="R2",
            title="Ten minutes after 23:55 it is 00:05.",
            steps=(
                Step(
                    call="clock.later",
                    args=({"$py": "Time(23, 55)"}, 10),
                    expect=Expect(value={"$py": "Time(0, 5)"}, has_value=True),
                ),
            ),
        ),
        Case(
            id="refuses_words",
            requirement="R1",
            title="A word is not a time.",
            steps=(
                Step(call="clock.parse_time", args=("noon",), expect=Expect(raises="InvalidTime")),
            ),
        ),
        Case(
            id="prints_the_later_time",
            requirement="R3",
            title="The command prints the later time.",
            steps=(Step(run=("23:55", "10"), expect=Expect(exit=0, stdout="00:05\n")),),
        ),
    )
)

WRITE_CASES = Microtask(
    name="write-cases",
    work="tests",
    instructions=f"""\
Write cases that decide whether the requirements are met, without seeing any code: they are written
against the interfaces alone. `context` says what the requirements mean by their words. If `level`
is acceptance, prove the requirements through the command if there is one, else through the
operations; if it is brick, prove what the brick `subject` must do for them by its own operations,
or by runs of the command if it is the command's brick.

{FORMAT}""",
    input=CasesIn,
    output=CasesOut,
    example=EXAMPLE,
)

MEND_CASES = Microtask(
    name="mend-cases",
    work="tests",
    instructions=f"""\
Cases were written to decide whether requirements are met, and a machine found problems with some of
them. Write the whole set again: keep what is good, mend or replace what has a problem, and add what
is missing.

{FORMAT}""",
    input=MendCasesIn,
    output=CasesOut,
    example=EXAMPLE,
)

"""The question that turns a requirement of speed into a measurement, as data."""

from pydantic import Field

from brickyard.ask.microtask import Microtask
from brickyard.ask.views import SharedPlan
from brickyard.proofs.data.notation import FORMAT
from brickyard.proofs.measurement import Measurement
from brickyard.values import Expect, Step, Value


class MeasureIn(SharedPlan):
    ids: tuple[str, ...]
    bricks: tuple[str, ...]
    command: str
    problems: tuple[str, ...] = ()


class MeasureOut(Value):
    measurements: tuple[Measurement, ...] = Field(description="all of them must hold; at least one")


_EXAMPLE = MeasureOut(
    measurements=(
        Measurement(
            id="adds_up_many_minutes",
            requirement="R4",
            title="A list of 10,000 minutes is added up in time.",
            steps=(
                Step(
                    call="clock.total",
                    args=({"$py": "[1, 2] * 5_000"},),
                    expect=Expect(value=15_000, has_value=True),
                ),
            ),
            measured=1,
            at_most_seconds=0.05,
        ),
        Measurement(
            id="reads_a_long_file",
            requirement="R4",
            title="A file of 10,000 lines is added up in time.",
            made_files={"minutes.txt": "'1\\n' * 10_000"},
            steps=(Step(run=("--sum", "minutes.txt"), expect=Expect(exit=0, stdout="10000\n")),),
            measured=1,
            at_most_seconds=0.05,
        ),
    )
)

MEASURE = Microtask(
    name="write-measurements",
    called="measurements for",
    work="tests",
    instructions=f"""\
Say how the speed that the requirement asks for is measured, without seeing any code: against the
interfaces alone. A measurement is a case of which one step is timed; `measured` is its number. The
steps before it prepare, and are not timed; nor is the making of its arguments. Measure through the
command if the requirement speaks of it, else through the operations.
- The limit is in the requirement's own words: `at_most_seconds`, turned into seconds (50 ms is
  0.05), or `at_least_a_second` with `items`, the number of items that the measured step handles.
- Handle as much as the requirement says, no less. Make large values by expressions, not by hand:
  {{"$py": "list(range(10_000))"}}, {{"$py": "'word ' * 5_000"}}; and large files by `made_files`,
  path to a Python expression of literals, + and *: "'a line\\n' * 10_000".
- The measured step expects what only right code gives: a wrong result is never fast. Choose data
  whose result is short and can be worked out, such as a sum or a count.
- It is repeated by the machine: leave `repeats` as it is unless the requirement names a number.
`problems`, if any, says what was wrong with an earlier try.

{FORMAT}""",
    input=MeasureIn,
    output=MeasureOut,
    example=_EXAMPLE,
)

"""The questions that write and repair code. Tests are shown, never touched."""

from typing import Annotated

from pydantic import Field

from brickyard.files import Files
from brickyard.tasks.microtask import Microtask, Source
from brickyard.tasks.views import SharedPlan
from brickyard.values import Value


class CodeIn(SharedPlan):
    ids: tuple[str, ...]
    bricks: tuple[str, ...]
    brick: str
    spec: str
    tests: Files


class CodeOut(Value):
    code: Annotated[str, Source]


class RepairIn(CodeIn):
    code: Annotated[str, Source]
    problems: tuple[str, ...]
    tried: int


class Contested(Value):
    """A test that whoever repairs holds to be wrong: others decide."""

    test: str = Field(description="its name, test_...")
    reason: str = Field(description="the words of the requirement or interface that it contradicts")


class RepairOut(Value):
    disputes: tuple[Contested, ...] = Field(
        default=(), description="tests that no right code can pass; usually none"
    )
    code: Annotated[str, Source]


class RepairWholeIn(SharedPlan):
    ids: tuple[str, ...]
    bricks: tuple[str, ...]
    code: Files
    tests: Files
    problems: tuple[str, ...]


class RepairWholeOut(Value):
    disputes: tuple[Contested, ...] = Field(
        default=(), description="tests that no right code can pass; usually none"
    )
    code: Files


_EXAMPLE = CodeOut(
    code='''\
"""Times of day."""


def minutes_of(text: str) -> int:
    """Return the minutes since midnight that `text`, written HH:MM, stands for."""
    hours, _, minutes = text.partition(":")
    return int(hours) * 60 + int(minutes)
'''
)

_DISPUTES = """\
You cannot change a test. Should one demand what the requirement or the interface rules out, name it
in `disputes` with the words that it contradicts: it is then judged by them alone, without your
code. Do not bend the code to a test that you dispute."""

_RULES = """\
- Keep every declaration of the interface word for word, and every operation's name, signature,
  decorators and annotations. Write every body out in full: no `pass`, `...`, TODO,
  NotImplementedError or constant in place of work.
- Private helpers (names with a leading underscore) are welcome; further public names are not.
- Import other bricks only as the interface does or as `from PACKAGE.brick import Name`, and only
  those of `bricks`. Otherwise only the standard library and `packages`.
- Python 3.11 must run it: no newer syntax. Full type annotations that pass a strict type checker;
  no unused imports or variables.
- The module must do nothing when it is imported, and must not read or mention the tests."""

WRITE_CODE = Microtask(
    name="write-code",
    called="code of",
    instructions=f"""\
Write the module `brick` of the package: the complete Python file that gives its interface, the one
in `interfaces` under its name, the behaviour of its spec, its requirements and its tests. The tests
are fixed.
{_RULES}""",
    input=CodeIn,
    output=CodeOut,
    example=_EXAMPLE,
)

REPAIR = Microtask(
    name="repair",
    called="repair of",
    instructions=f"""\
The module `brick` has the problems listed. Find their causes, then write the complete corrected
Python file. `tried` says how many earlier repairs did not mend it: if it is over 0, question the
approach rather than patching it again.
{_DISPUTES}
{_RULES}""",
    input=RepairIn,
    output=RepairOut,
    example=RepairOut(code=_EXAMPLE.code),
)

REPAIR_WHOLE = Microtask(
    name="repair-whole",
    called="repair of",
    instructions=f"""\
Each module passes its own tests, but the package as a whole does not meet the requirements: the
acceptance tests listed fail. Find the module at fault and answer with the complete corrected file
of each module that must change, under the path it has now; leave out those that stay.
{_DISPUTES}
{_RULES}""",
    input=RepairWholeIn,
    output=RepairWholeOut,
)

"""The question that turns a recipe into bricks with interfaces."""

from typing import get_args

from pydantic import Field

from brickyard.ask.lengths import of_plan
from brickyard.ask.microtask import Microtask
from brickyard.ask.views import SharedRecipe
from brickyard.files import Files
from brickyard.gates.static import RuleName
from brickyard.recipe.permissions import PERMISSIONS
from brickyard.values import PlannedPermission, PlannedProof, Value

INTERFACES = """\
- declarations as real, complete code: dataclasses, enums, exceptions, constants, protocols;
- operations (functions, methods) with full type annotations and a docstring that says what they
  return and which exceptions they raise, and with `...` as the whole body;
- a brick that uses another imports from it absolutely: `from PACKAGE.brick import Name`, and names
  it in `depends`. No cycles. No relative imports, no star imports, no private names.
The docstrings must settle what the requirements leave open (formats, messages, exit codes), because
tests and code are written apart from each other, from the interface alone."""
"""How interfaces are written, by every question that asks for some."""


class PlanIn(SharedRecipe):
    ids: tuple[str, ...]


class PlannedBrick(Value):
    name: str = Field(description="a Python module name, lower case")
    spec: str = Field(description="what the module does, precisely enough to write it, no code")
    serves: tuple[str, ...] = Field(description="ids of requirements or clauses it helps to meet")
    depends: tuple[str, ...] = Field(
        default=(), description="names of bricks whose names its interface or code imports"
    )


class PlanOut(Value):
    bricks: tuple[PlannedBrick, ...]
    entry: str = Field(default="", description='for a command-line tool "brick:operation", else ""')
    proofs: tuple[PlannedProof, ...] = Field(default=(), description="most recipes need none")
    permissions: tuple[PlannedPermission, ...] = Field(
        default=(), description="most recipes need none"
    )
    interfaces: Files = Field(description="one file a brick, named brick.py")


_EXAMPLE = PlanOut(
    bricks=(
        PlannedBrick(
            name="clock",
            spec="Reads a time of day written HH:MM and adds minutes to it, past midnight too.",
            serves=("R1", "R2"),
        ),
        PlannedBrick(
            name="cli",
            spec="The command: prints the time so many minutes later, or an error.",
            serves=("R2", "R3"),
            depends=("clock",),
        ),
    ),
    entry="cli:main",
    interfaces=Files(
        {
            "clock.py": '''\
"""Times of day."""

from dataclasses import dataclass


class InvalidTime(ValueError):
    """The text is not a time of day."""


@dataclass(frozen=True)
class Time:
    """A time of day: hour 0 to 23, minute 0 to 59."""

    hour: int
    minute: int


def parse_time(text: str) -> Time:
    """Return the time that `text` writes as HH:MM; raise InvalidTime for any other text."""
    ...


def later(time: Time, minutes: int) -> Time:
    """Return the time `minutes` after `time`; after 23:59 comes 00:00."""
    ...
''',
            "cli.py": '''\
"""The command `later HH:MM MINUTES`."""


def main(argv: list[str] | None = None) -> int:
    """Print the later time as HH:MM and return 0.

    A bad time prints `later: not a time: TEXT` to stderr and returns 2.
    """
    ...
''',
        }
    ),
)

PLAN = Microtask(
    name="plan",
    called="plan of",
    work="plan",
    keeps_files=True,
    length=of_plan,
    instructions=f"""\
Split the software into bricks. A brick is one Python module of the package, with one purpose and an
interface that others can be written against. Use as few bricks as the design needs. `context` says
what the requirements mean by their words.

For each brick write its interface as a Python file named after it:
{INTERFACES}

Every requirement in `ids`, with every clause of it, must be served by at least one brick. If the
type is `tool`, one brick holds the command's operation
`main(argv: list[str] | None = None) -> int`, which reads its arguments from `argv` (without the
program's name), prints to stdout, reports errors to stderr and returns the exit code; `entry` names
it as `brick:main`. Only the standard library and `packages` may be imported, and Python 3.11 must
run it: no newer syntax.

Requirements are proven by examples of behaviour. `proofs` names those few that as a whole ask for
something else, in words that you quote: property (a law for all inputs), performance (a limit of
time or rate), static (how the code is written; `rule` is one of {", ".join(get_args(RuleName))}),
artefact (a file that the project ships, which needs no brick; not one that the software reads or
writes), external (a service that is spoken to over HTTP). `permissions` names what the code cannot
do without and only a person may allow, again in words that you quote: {", ".join(PERMISSIONS)}.""",
    input=PlanIn,
    output=PlanOut,
    example=_EXAMPLE,
)

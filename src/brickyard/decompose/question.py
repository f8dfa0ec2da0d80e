"""The two questions of a recipe that is planned in parts: how it divides, and each part's plan."""

from pydantic import Field

from brickyard.ask.lengths import of_plan
from brickyard.ask.microtask import Microtask
from brickyard.ask.views import SharedRecipe
from brickyard.decompose.draft import Group
from brickyard.files import Files
from brickyard.plans.question import INTERFACES, PlannedBrick, PlanOut
from brickyard.values import Value


class DivideIn(SharedRecipe):
    within: str
    strategy: str
    ids: tuple[str, ...]
    modules: tuple[str, ...]
    together: tuple[Group, ...]
    uses: dict[str, tuple[str, ...]]


class DividedPart(Value):
    name: str = Field(description="a sub-package: a Python name, lower case")
    purpose: str = Field(description="what it does, in one sentence")
    ids: tuple[str, ...] = Field(description="the requirements that it meets")
    components: tuple[str, ...] = Field(default=(), description="those of `modules` in it")
    depends: tuple[str, ...] = Field(default=(), description="names of parts that it stands on")


class DivideOut(Value):
    parts: tuple[DividedPart, ...]
    crossing: tuple[str, ...] = Field(
        default=(), description="requirements that no part can meet, as they hold for several"
    )


DIVIDE = Microtask(
    name="divide",
    called="parts of",
    work="plan",
    instructions="""\
This software is too large to be planned at once. Divide it into parts: sub-packages with one
purpose each, which are planned apart, those below first, side by side where neither stands on the
other. Take as few as have about equal weight; three to six are usual.
- Every id in `ids` is in exactly one part, the one whose code meets it, or in `crossing` if it
  holds for several parts alike and is proven on the whole (how errors are told, an encoding, a
  limit of time). Cross as little as possible.
- Every name in `modules` is in exactly one part. Data types and errors that several parts need are
  in the lowest of them.
- `depends` names the parts whose interfaces a part needs. No circles. `uses` has what the design
  says about `modules`: a part depends on the parts of what its modules use.
- `together` is what stays together, with the reason: several of these may be joined into one part,
  none may be split, except that an id may be put into `crossing`. By `strategy`: functional keeps
  areas whole; layered keeps each layer whole, and joins neighbours; risk keeps the riskiest in the
  first part, which depends on no other.
- Every part has at least one id of its own. The last part stands on all others: of a tool it holds
  the command.
`within` is the part that is divided further, empty for the whole.""",
    input=DivideIn,
    output=DivideOut,
    example=DivideOut(
        parts=(
            DividedPart(
                name="times",
                purpose="Reads, adds and shows times of day.",
                ids=("R1", "R2", "R4"),
                components=("clock",),
            ),
            DividedPart(
                name="command",
                purpose="The command line.",
                ids=("R5",),
                components=("cli",),
                depends=("times",),
            ),
        ),
        crossing=("R3",),
    ),
)


class OtherPart(Value):
    name: str
    purpose: str
    ids: tuple[str, ...]


class PartIn(SharedRecipe):
    part: str
    purpose: str
    ids: tuple[str, ...]
    crossing: tuple[str, ...]
    modules: tuple[str, ...]
    command: bool
    others: tuple[OtherPart, ...]
    interfaces: Files


def of_part(asked: PartIn) -> float:
    """Its share of the whole plan, by the words of its requirements."""
    sizes = {
        one.id: len(one.text) + sum(map(len, one.clauses.values())) for one in asked.requirements
    }
    return of_plan(asked) * sum(sizes.get(id, 0) for id in asked.ids) / max(1, sum(sizes.values()))


PLAN_PART = Microtask(
    name="plan-part",
    called="plan of",
    work="plan",
    keeps_files=True,
    length=of_part,
    instructions=f"""\
This software is planned in parts. Split one of them, the sub-package `part`, into bricks. A brick
is one Python module of it, with one purpose and an interface that others can be written against.
Use as few bricks as the design needs. `context` says what the requirements mean by their words;
`modules` are the components of the design that lie in this part.

Its modules are PACKAGE.PART.brick: another brick of this part is imported as
`from PACKAGE.PART.brick import Name`. `interfaces` has the bricks of the parts below, as they are
planned: import from them what they declare, by the path that they have, and do not plan it again.
`others` says what the other parts do; those that are not in `interfaces` stand above this one or
beside it, and cannot be imported.

For each brick write its interface as a Python file named after it, `brick.py`:
{INTERFACES}
In `depends` a brick of this part has its bare name, one of a part below `part.brick`.

Every id in `ids`, with every clause of it, must be served by at least one brick of this part.
Those in `crossing` hold for several parts: a brick that has to do with one of them serves it too.
No brick serves any other id. Where `command` is true, one brick holds the command's operation
`main(argv: list[str] | None = None) -> int`, which reads its arguments from `argv` (without the
program's name), prints to stdout, reports errors to stderr and returns the exit code; `entry` names
it as `brick:main`. Else `entry` is empty. Only the standard library and `packages` may be imported,
and Python 3.11 must run it: no newer syntax.

Requirements are proven by examples of behaviour. `proofs` names those few of `ids` and `crossing`
that as a whole ask for another proof, in words that you quote: property, performance, static,
artefact or external. `permissions` names what the code of this part cannot do without and only a
person may allow, again in words that you quote.""",
    input=PartIn,
    output=PlanOut,
    example=PlanOut(
        bricks=(
            PlannedBrick(
                name="table",
                spec="Lays rows out in columns, the widest cell deciding the width.",
                serves=("R7",),
                depends=("times.clock",),
            ),
        ),
        interfaces=Files(
            {
                "table.py": '''\
"""Tables of times as text."""

from later.times.clock import Time


def render_table(rows: list[tuple[str, Time]]) -> str:
    """Return one line a row: the name, two spaces, the time as HH:MM; every line ends in LF."""
    ...
'''
            }
        ),
    ),
)

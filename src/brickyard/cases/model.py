"""Cases as data: frozen and JSON-ready. Expressions are normalised source that was read whole."""

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field

from brickyard.values import Value


class Names(Value):
    """What the package offers to its cases."""

    package: str
    offers: dict[str, str]
    """Public name to the module it is imported from."""
    again: dict[str, str] = Field(default_factory=dict)
    """`notes_total` to `total`: what a brick offers under a name that another has already."""
    classes: frozenset[str] = frozenset()
    """Those of them that are types: to call one makes a value and does nothing else."""
    plain: frozenset[str] = frozenset()
    """Functions, methods and attributes whose every declaration gives plain data."""
    declared: dict[str, str] = Field(default_factory=dict)
    """`f()`, `await f()`, `Class.method()` and `Class.field` to the type that is declared."""
    command: str = ""
    """`module:function` of the command that `run` runs."""

    def __hash__(self) -> int:
        """What is read once with the same names is found again without looking at all of them."""
        return hash((self.package, self.command, len(self.offers)))

    def there(self, name: str) -> str:
        """What a name is called in its module."""
        return self.again.get(name, name)

    def by_brick(self) -> dict[tuple[str, str], str]:
        """`("notes", "total")` to the one name for it; no brick whose name is offered itself."""
        homes = {name: home.rpartition(".")[2] for name, home in self.offers.items()}
        return {
            (brick, self.there(name)): name
            for name, brick in homes.items()
            if brick not in self.offers
        }


class _Step(Value):
    line: int


class Assign(_Step):
    """`target = value`, or `target += value` with its operator."""

    kind: Literal["assign"] = "assign"
    target: str
    value: str
    op: str = ""


class Do(_Step):
    """A call whose result nobody keeps."""

    kind: Literal["do"] = "do"
    value: str


class Check(_Step):
    """`assert a op b op c`; without an operator the truth of the one operand."""

    kind: Literal["check"] = "check"
    operands: tuple[str, ...]
    ops: tuple[str, ...] = ()


class Raises(_Step):
    """One statement that must raise, and what the text of the error must have in it."""

    kind: Literal["raises"] = "raises"
    error: str
    parts: tuple[str, ...] = ()
    name: str = ""
    step: "Step"


class With(_Step):
    kind: Literal["with"] = "with"
    value: str
    name: str = ""
    is_async: bool = False
    steps: "tuple[Step, ...]"


class For(_Step):
    kind: Literal["for"] = "for"
    target: str
    items: str
    is_async: bool = False
    steps: "tuple[Step, ...]"


class Delete(_Step):
    kind: Literal["delete"] = "delete"
    target: str


class Give(_Step):
    """`return`, `yield` or `raise` in a helper; `raise` also at the end of a `with OBJECT`."""

    kind: Literal["give"] = "give"
    word: Literal["return", "yield", "raise"]
    value: str = ""


class If(_Step):
    kind: Literal["if"] = "if"
    test: str
    steps: "tuple[Step, ...]"
    otherwise: "tuple[Step, ...]" = ()


class Try(_Step):
    """Only in helpers: one `except` with its error, and what happens in any case."""

    kind: Literal["try"] = "try"
    steps: "tuple[Step, ...]"
    error: str = ""
    name: str = ""
    handler: "tuple[Step, ...]" = ()
    finally_: "tuple[Step, ...]" = ()


class Derived(_Step):
    """Only in helpers: a class, with values and methods of its own."""

    kind: Literal["derived"] = "derived"
    name: str
    value: str = ""
    """Its bases, as they are written."""
    decorators: tuple[str, ...] = ()
    doc: str = ""
    steps: "tuple[Step, ...]" = ()


class Helper(_Step):
    """A `make_…` function, or a callback that a case defines for itself."""

    kind: Literal["helper"] = "helper"
    name: str
    parameters: tuple[str, ...] = ()
    """As written: with stars and defaults."""
    doc: str = ""
    is_async: bool = False
    decorators: tuple[str, ...] = ()
    """Of callbacks and methods: what they are handed to, the outermost first."""
    steps: "tuple[Step, ...]"


Step = Annotated[
    Assign | Do | Check | Raises | With | For | Delete | Give | If | Try | Derived | Helper,
    Field(discriminator="kind"),
]


class Table(Value):
    """Rows of values for a case's arguments, each value under its column."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...] = ()
    computed: str = ""
    """The rows as one expression, where they are not written out."""


class Case(Value):
    """One function: the requirements that it proves, and the steps that prove them."""

    name: str
    line: int
    requirements: tuple[str, ...]
    doc: str = ""
    is_async: bool = False
    table: Table | None = None
    steps: tuple[Step, ...]


class Problem(Value):
    """A line that could not be read: what stands there, and what may stand there instead."""

    function: str
    line: int
    found: str
    instead: str

    def __str__(self) -> str:
        where = f" in {self.function}" if self.function else ""
        return f"line {self.line}{where}: {self.found}; {self.instead}"

    @property
    def sentence(self) -> str:
        """For whoever wrote it: names stay as they are spelt."""
        return f"L{str(self)[1:]}."


class Cases(Value):
    """A file of cases: what was read, and a problem for each line that was not."""

    cases: tuple[Case, ...] = ()
    helpers: tuple[Helper, ...] = ()
    constants: tuple[Assign, ...] = ()
    imported: dict[str, str] = Field(default_factory=dict)
    """Local name to `module` or `module:name`, of the imports from the standard library."""
    problems: tuple[Problem, ...] = ()


def inner(step: Step) -> tuple[Step, ...]:
    """The steps that stand inside a step."""
    match step:
        case Raises():
            return (step.step,)
        case With() | For() | Derived() | Helper():
            return step.steps
        case If():
            return (*step.steps, *step.otherwise)
        case Try():
            return (*step.steps, *step.handler, *step.finally_)
        case _:
            return ()


def walk(steps: tuple[Step, ...]) -> Iterator[Step]:
    """Every step, those inside others too, in the order of the text."""
    for step in steps:
        yield step
        yield from walk(inner(step))

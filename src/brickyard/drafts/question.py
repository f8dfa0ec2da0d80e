"""The questions that write and repair code: written without sight of any test, then mended.

Tests are shown only when they fail, and never touched.
"""

from collections.abc import Sequence
from typing import Annotated

from pydantic import Field

from brickyard.ask.lengths import CODE_OF_INTERFACES, code_of
from brickyard.ask.microtask import CasesText, Microtask
from brickyard.ask.rendering import render
from brickyard.ask.views import SharedPlan, owners, shared_plan
from brickyard.files import Files
from brickyard.models.tokens import Sum, tokens
from brickyard.recipe.changes import Change
from brickyard.repair.question import EDITS, END, NEW, OLD, FailedCheck
from brickyard.values import Brick, Plan, Recipe, Value

OF_CODE = 0.15
"""So much of all code changes by repairs."""
SHOWN = 4
"""Bricks that such a question shows."""
TO_A_REPAIR = 60
"""Of so many requirements more, one more question is asked because something went wrong."""


class PlannedModule(Value):
    """A brick to be written: `depends` are the bricks whose names it may import."""

    brick: str
    spec: str
    depends: tuple[str, ...]


class CodeIn(SharedPlan):
    ids: tuple[str, ...]
    modules: tuple[PlannedModule, ...]


class CodeOut(Value):
    code: Files = Field(description="one complete file a brick, under its path in `interfaces`")


class RepairIn(SharedPlan):
    ids: tuple[str, ...]
    bricks: tuple[str, ...]
    command: str
    checks: tuple[FailedCheck, ...]
    problems: tuple[str, ...]
    tried: int
    cases: Annotated[str, CasesText]
    tests: Files
    code: Files


class Contested(Value):
    """A test that whoever repairs holds to be wrong: others decide."""

    test: str = Field(description="the function's name")
    reason: str = Field(description="the words of the requirement or interface that it contradicts")


class RepairOut(Value):
    disputes: tuple[Contested, ...] = Field(
        default=(), description="functions that no right code can pass; usually none"
    )
    edits: Files = Field(
        default=Files(),
        description=f"in place of the whole file: its edits, each {OLD}, lines, {NEW}, lines, "
        f"{END}; none if no file changes",
    )
    code: Files = Field(
        default=Files(), description="whole files, where edits will not do; usually there are none"
    )


_RULES = """\
- Keep every declaration of the interface word for word, and every operation's name, signature,
  decorators and annotations. Write every body out in full: no `pass`, `...`, TODO,
  NotImplementedError or constant in place of work.
- Private helpers (names with a leading underscore) are welcome; further public names are not.
- Import other bricks only as the interface does or as `from PACKAGE.brick import Name`, and only
  those that the brick depends on. Otherwise only the standard library and `packages`.
- Python 3.11 must run it: no newer syntax. Full type annotations that pass a strict type checker;
  no unused imports or variables.
- A module must do nothing when it is imported."""

WRITE_CODE = Microtask(
    name="write-code",
    called="code of",
    length=lambda asked: code_of(asked, [one.brick for one in asked.modules]),
    instructions=f"""\
Write the bricks in `modules`: for each the complete Python file that gives its interface, the one
in `interfaces` under its path, the behaviour of its spec, its docstrings and the requirements in
`ids`. Others write tests from the same requirements and interfaces at this moment; nobody sees the
other's work, so the words alone decide. Read each requirement to its end, with its limits and its
errors, before you write.
{_RULES}""",
    input=CodeIn,
    output=CodeOut,
    example=CodeOut(
        code=Files(
            {
                "clockwork/times.py": '''\
"""Times of day."""


def minutes_of(text: str) -> int:
    """Return the minutes since midnight that `text`, written HH:MM, stands for."""
    hours, _, minutes = text.partition(":")
    return int(hours) * 60 + int(minutes)
'''
            }
        )
    ),
)


class AmendIn(SharedPlan):
    ids: tuple[str, ...]
    modules: tuple[PlannedModule, ...]
    changes: tuple[Change, ...]
    code: Files


class AmendOut(Value):
    edits: Files = Field(
        default=Files(),
        description=f"in place of the whole file: its edits, each {OLD}, lines, {NEW}, lines, "
        f"{END}; none if no file changes",
    )
    code: Files = Field(
        default=Files(), description="whole files, where edits will not do; usually there are none"
    )


AMEND = Microtask(
    name="amend-code",
    called="what changes in the code of",
    instructions=f"""\
The files in `code` were written and proven for a recipe that has changed since: `changes` has the
words before and after, `modules` the bricks of these files as they are from now on, `interfaces`
what each must offer. Change the files so that they do what the recipe asks for now, for `ids` and
all else that their bricks serve, by the smallest edits: whoever owns the code reads each changed
line. Others write tests of the new words at this moment, without sight of your work; the tests of
all that stayed are run too, and must still pass.
- Names, order, formatting and comments of what need not change stay as they are. What nothing uses
  any more goes. A docstring or comment that the change makes untrue is changed with it.
- A file that does already what is asked for now needs no edit.

{EDITS}of which nearly every line changes stands in `code` as a whole.
{_RULES}""",
    input=AmendIn,
    output=AmendOut,
    example=AmendOut(
        edits=Files(
            {
                "clockwork/times.py": f"""\
{OLD}
    hours, _, minutes = text.partition(":")
{NEW}
    hours, _, minutes = text.replace(".", ":").partition(":")
{END}
"""
            }
        ),
    ),
)


def code_question(bricks: Sequence[Brick], recipe: Recipe, plan: Plan) -> CodeIn:
    return CodeIn(
        **shared_plan(recipe, plan),
        ids=owners(recipe, [id for brick in bricks for id in brick.serves]),
        modules=tuple(
            PlannedModule(brick=brick.name, spec=brick.spec, depends=plan.beneath(brick.name))
            for brick in bricks
        ),
    )


def _usual(recipe: Recipe, plan: Plan) -> Sum:
    """What usually goes wrong: questions that show some code, answered by what changes."""
    count = 1 + len(recipe.requirements) // TO_A_REPAIR
    shown = plan.in_order[:SHOWN]
    asked = len(render(WRITE_CODE, code_question(shown, recipe, plan)).text)
    code = [CODE_OF_INTERFACES * len(one.interface) for one in plan.in_order]
    return Sum(
        questions=count,
        input_tokens=count * tokens(asked + sum(code[:SHOWN])),
        output_tokens=tokens(OF_CODE * sum(code)),
    )


REPAIR = Microtask(
    name="repair",
    called="repair of",
    stage="repair",
    usual=_usual,
    instructions=f"""\
The files in `code` were written from the requirements and interfaces without sight of any test.
Every function in `cases`, written apart from them by somebody else, fails on them, and so does
every test in `tests`; `checks` says what was expected and what came; `problems` is what else a
machine found. `tried` counts the repairs that did not mend it: if it is over 0, question the
approach. Decide each failure by the words of the recipe and the interfaces:
- If the code is wrong, find the cause and mend it for all inputs, by the smallest edits.
- If a function demands what those words rule out, or what they leave open, name it in `disputes`
  with the words: it is then judged by them alone, without your code. Do not bend the code to a
  function that you dispute. One whose check has `rests_on` was judged already and stands, by the
  words given there.
You cannot change a function. An answer of disputes alone is a good answer.

{EDITS}of which nearly every line changes stands in `code` as a whole.
{_RULES}""",
    input=RepairIn,
    output=RepairOut,
    example=RepairOut(
        edits=Files(
            {
                "clockwork/times.py": f"""\
{OLD}
    total = minutes_of(start) + minutes
{NEW}
    total = (minutes_of(start) + minutes) % DAY
{END}
"""
            }
        ),
    ),
)

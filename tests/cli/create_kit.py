"""An idea from its one line to a package: the answers of a model that does it well."""

import json
from typing import Any

from brickyard.doors.create.idea import (
    Agent,
    Analysis,
    Contradiction,
    Failure,
    Interface,
    Module,
    OpenQuestion,
)
from brickyard.doors.create.played import PlayedExample
from brickyard.doors.create.question import DraftRequirement, RecipeOut
from brickyard.drafts.question import CodeOut
from brickyard.files import Files
from brickyard.gates.static import StaticRule
from brickyard.models.base import Request
from brickyard.plans.examples import Conflict, WeighOut
from brickyard.plans.question import PlannedBrick, PlanOut
from brickyard.proofs.static import RulesOut
from brickyard.red.question import CasesOut
from brickyard.testing import Answer, script
from brickyard.values import Level, PlannedPermission

NAME = "span"
IDEA = "A command that adds up durations such as 1h20m and 45m, and prints the sum."
EXAMPLES = ("1h20m 45m=2h05m", "90m=1h30m")
SECONDS = "May a duration have seconds?"
NONE = "What is printed if no duration is given?"

ANALYSIS = Analysis(
    problem="Somebody who notes times wants their sum without doing it in the head.",
    kind="tool",
    code=("Read durations of hours and minutes.", "Add them up.", "Print the sum."),
    flows=("arguments → minutes each → sum → one line on standard output",),
    critical=("A text that is no duration must never be left out of a sum: nothing is printed.",),
    requirements=(
        "`span DURATION...` prints the sum as hours and minutes.",
        "Minutes may be more than 59.",
        "What is no duration is named on standard error; the exit code is 2.",
    ),
    modules=(
        Module(name="durations", purpose="durations as minutes, read and shown"),
        Module(name="cli", purpose="arguments, output, exit codes"),
    ),
    interfaces=(
        Interface(
            module="durations",
            offers="minutes_of(text: str) -> int",
            does="the minutes of a duration",
            used_by=("cli",),
        ),
        Interface(
            module="durations",
            offers="shown(minutes: int) -> str",
            does="hours and minutes as they are printed",
            used_by=("cli",),
        ),
    ),
    errors=(
        Failure(
            when="a text is no duration",
            raised="`minutes_of` raises InvalidDuration with the text",
            handled="`cli` turns it into its message and its exit code",
        ),
    ),
    complexity="small",
    risks=("`h` alone and an empty text look nearly like durations.",),
    questions=(
        OpenQuestion(
            question=SECONDS,
            suggestion="No, hours and minutes alone.",
            depends="how a duration is written, and how the sum is shown",
        ),
        OpenQuestion(
            question=NONE,
            suggestion="The sum of nothing: 0h00m.",
            depends="whether a call without arguments is a mistake",
        ),
    ),
)

RECIPE = RecipeOut(
    summary="Adds up durations.",
    requirements=(
        DraftRequirement(
            text="`span DURATION...` prints the sum of the durations as `HhMMm`, one line, to "
            "standard output, and nothing to standard error; the exit code is 0.",
            area="Sums",
            clauses=(
                "The minutes have two digits and are below 60; the hours have no leading zero: "
                "`span 1h20m 45m` prints `2h05m`.",
                "Without a DURATION it prints `0h00m`.",
            ),
        ),
        DraftRequirement(
            text="A duration is written `NhNm`, `Nh` or `Nm`, where N is a whole number in "
            "decimal digits; minutes may be 60 or more: `span 90m` prints `1h30m`, `span 2h` "
            "prints `2h00m`.",
            area="Sums",
        ),
        DraftRequirement(
            text="Where one of the texts is no duration, nothing is printed to standard output, "
            "the first such TEXT is named on standard error by the one line "
            "`span: not a duration: TEXT`, and the exit code is 2.",
            area="Mistakes",
        ),
        DraftRequirement(
            text="The tool runs on the Python standard library alone.",
            kind="static",
            area="Mistakes",
        ),
    ),
    modules=ANALYSIS.modules,
    interfaces=ANALYSIS.interfaces,
    errors=ANALYSIS.errors,
    played=tuple(
        PlayedExample(example=number, requirement=id, way="words")
        for number, id in ((1, "R1"), (2, "R2"))
    ),
    about="`span` adds up durations. A duration is a number of hours and minutes.\n",
    design="""\
`cli` uses `durations`, which knows nothing of arguments or output. It reads all durations before it
prints anything.
""",
)

DURATIONS = '''"""Durations of hours and minutes."""


class InvalidDuration(ValueError):
    """The text is no duration; it is the first argument."""


def minutes_of(text: str) -> int:
    """Return the minutes of a duration written NhNm, Nh or Nm; raise InvalidDuration otherwise."""
    ...


def shown(minutes: int) -> str:
    """Return `minutes` as HhMMm."""
    ...
'''
CLI = '''"""The command."""


def main(argv: list[str] | None = None) -> int:
    """Print the sum of the durations in `argv` and return 0.

    A text that is no duration prints `span: not a duration: TEXT` to stderr and returns 2.
    """
    ...
'''
CODE = {
    "durations": '''"""Durations of hours and minutes."""

import re

_DURATION = re.compile(r"(?=.)(?:([0-9]+)h)?(?:([0-9]+)m)?")


class InvalidDuration(ValueError):
    """The text is no duration; it is the first argument."""


def minutes_of(text: str) -> int:
    """Return the minutes of a duration written NhNm, Nh or Nm; raise InvalidDuration otherwise."""
    found = _DURATION.fullmatch(text)
    if found is None:
        raise InvalidDuration(text)
    return 60 * int(found[1] or 0) + int(found[2] or 0)


def shown(minutes: int) -> str:
    """Return `minutes` as HhMMm."""
    return f"{minutes // 60}h{minutes % 60:02d}m"
''',
    "cli": '''"""The command."""

import argparse
import sys

from span.durations import InvalidDuration, minutes_of, shown


def main(argv: list[str] | None = None) -> int:
    """Print the sum of the durations in `argv` and return 0.

    A text that is no duration prints `span: not a duration: TEXT` to stderr and returns 2.
    """
    parser = argparse.ArgumentParser(prog="span", description="Adds up durations.")
    parser.add_argument("durations", nargs="*", metavar="DURATION", help="such as 1h20m, 2h or 45m")
    texts = parser.parse_args(argv).durations
    try:
        total = sum(minutes_of(text) for text in texts)
    except InvalidDuration as error:
        print(f"span: not a duration: {error}", file=sys.stderr)
        return 2
    print(shown(total))
    return 0
''',
}

CASES = r"""
@table(R1, [(("1h20m", "45m"), "2h05m"), (("59m", "1m"), "1h00m"), (("10h", "2h5m"), "12h05m"),
            ((), "0h00m")])
def sums_are_printed_on_one_line(durations, total):
    r = run(*durations)
    assert (r.exit, r.stdout, r.stderr) == (0, total + "\n", "")


@table(R2, [("90m", "1h30m"), ("2h", "2h00m"), ("1h75m", "2h15m"), ("0m", "0h00m"),
            ("007m", "0h07m")])
def durations_have_hours_or_minutes_or_both(text, total):
    r = run(text)
    assert (r.exit, r.stdout, r.stderr) == (0, total + "\n", "")


@table(R3, [("h",), ("",), ("1m2h",), ("1.5h",), ("ten",), ("20",), ("1h 20m",)])
def what_is_no_duration_is_named_and_nothing_is_summed(text):
    r = run("45m", text, "worse")
    assert (r.exit, r.stdout, r.stderr) == (2, "", f"span: not a duration: {text}\n")
"""
HOLD_OUTS = r"""
@table(R1, [(("25h", "35m", "0h"), "25h35m"), (("1m",), "0h01m")])
def other_sums(durations, total):
    r = run(*durations)
    assert (r.exit, r.stdout, r.stderr) == (0, total + "\n", "")


@table(R2, [("600m", "10h00m"), ("3h0m", "3h00m")])
def other_durations(text, total):
    assert run(text).stdout == total + "\n"


@table(R3, [("5 m",), ("1h1h",), ("m5",)])
def other_texts(text):
    r = run(text, "5m")
    assert (r.exit, r.stdout, r.stderr) == (2, "", f"span: not a duration: {text}\n")
"""


def answers() -> dict[str, Answer]:
    return {
        "analyse-idea": lambda inputs: ANALYSIS,
        "write-recipe": recipe,
        "weigh-examples": lambda inputs: WeighOut(),
        "plan": lambda inputs: _plan(),
        "write-cases": lambda inputs: CasesOut(cases=CASES),
        "draw-hold-outs": lambda inputs: CasesOut(cases=HOLD_OUTS),
        "write-rules": lambda inputs: RulesOut(rules=(StaticRule(rule="only_stdlib"),)),
        "write-code": lambda inputs: CodeOut(
            code=Files({f"span/{one['brick']}.py": CODE[one["brick"]] for one in inputs["modules"]})
        ),
    }


def recipe(inputs: dict[str, Any]) -> RecipeOut:
    """As it was settled; without examples none is played."""
    played = RECIPE.played[: len(inputs["examples"])]
    told = " ".join(f"{one['question']} {one['answer']}" for one in inputs["settled"])
    about = f"{RECIPE.about}\n{told}\n"
    return RECIPE.model_copy(update={"played": played, "about": about})


def _plan() -> PlanOut:
    return PlanOut(
        bricks=(
            PlannedBrick(
                name="durations",
                spec="Reads a duration as minutes by one regular expression over the whole text; "
                "shows minutes as HhMMm.",
                serves=("R1", "R2", "R4"),
            ),
            PlannedBrick(
                name="cli",
                spec="The command: reads all durations, then prints their sum or the first that "
                "is none.",
                serves=("R1", "R2", "R3", "R4"),
                depends=("durations",),
            ),
        ),
        entry="cli:main",
        interfaces=Files({"durations.py": DURATIONS, "cli.py": CLI}),
    )


def well(request: Request) -> str:
    return script(answers())(request)


def silent(request: Request) -> str:
    """Whoever is asked has answered already."""
    raise AssertionError(f"{request.task} was asked again")


def contradicting(request: Request) -> str:
    """The reader of examples finds that the first cannot hold, whatever is written."""
    conflict = Conflict(
        example="example_1",
        requirement="R1",
        quote="prints the sum of the durations",
        why="1h20m and 45m make 2h05m.",
    )
    found = {"weigh-examples": lambda inputs: WeighOut(conflicts=(conflict,))}
    return script(answers() | found)(request)


def doubtful(request: Request) -> str:
    """The analysis finds that the first example contradicts the idea."""
    one = Contradiction(example=1, quote="prints the sum", why="The sum is 2h05m.")
    found = {"analyse-idea": lambda inputs: ANALYSIS.model_copy(update={"contradictions": (one,)})}
    return script(answers() | found)(request)


READER = Agent(name="reader", asks="for the mood", gives="it is printed", fails="exit code 3")


def asking(request: Request) -> str:
    """The tool asks a model when it runs."""
    asks = {"ai": ("The mood of a text.",), "agents": (READER,)}
    found = {
        "analyse-idea": lambda inputs: ANALYSIS.model_copy(update=asks),
        "write-recipe": lambda inputs: recipe(inputs).model_copy(
            update={"agents": inputs["agents"] and (READER,)}
        ),
    }
    return script(answers() | found)(request)


def unstaffed(request: Request) -> str:
    """Something is left to a model, and nobody asks it."""
    update = {"ai": ("The mood of a text.",)}
    found = {"analyse-idea": lambda inputs: ANALYSIS.model_copy(update=update)}
    return script(answers() | found)(request)


def wishing(request: Request) -> str:
    """The plan takes the recipe to ask for the network; nobody writes code that could be used."""
    wish = PlannedPermission(name="security-network", words="the sum of the durations")
    found = {
        "plan": lambda inputs: _plan().model_copy(update={"permissions": (wish,)}),
        "write-code": lambda inputs: CodeOut(code=Files()),
    }
    return script(answers() | found)(request)


def optional(request: Request) -> str:
    """What an example shows could as well be left out."""

    def said(inputs: dict[str, Any]) -> RecipeOut:
        first, *rest = RECIPE.requirements
        weak = first.model_copy(update={"level": Level.SHOULD})
        return recipe(inputs).model_copy(update={"requirements": (weak, *rest)})

    return script(answers() | {"write-recipe": said})(request)


def late(request: Request) -> str:
    """Only the analysis is known already: whoever asks for it again is wrong."""
    return silent(request) if request.task == "analyse-idea" else well(request)


def later(request: Request) -> str:
    """All is known but what a build asks."""
    known = ("analyse-idea", "write-recipe")
    return silent(request) if request.task in known else well(request)


def echo(request: Request) -> str:
    """A recipe that repeats what it was asked for."""

    def said(inputs: dict[str, Any]) -> RecipeOut:
        words = {
            name: inputs[name] for name in ("kind", "input_type", "output_type", "constraints")
        }
        update = {"about": f"{json.dumps(words)}\n"}
        return recipe(inputs).model_copy(update=update)

    def analysed(inputs: dict[str, Any]) -> Analysis:
        update = {"kind": inputs["kind"] or "tool", "risks": (inputs["description"],)}
        return ANALYSIS.model_copy(update=update)

    return script(answers() | {"write-recipe": said, "analyse-idea": analysed})(request)

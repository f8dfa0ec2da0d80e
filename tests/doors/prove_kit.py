"""A small package by somebody else, its recipe, and scripted readers of that recipe."""

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

from brickyard.disputes.question import RuledOn, RuleOut, Ruling
from brickyard.files import Files
from brickyard.models.scripted import Scripted
from brickyard.red.question import CasesOut
from brickyard.repair.question import END, NEW, OLD, MendOut
from brickyard.testing import script

COMPONENTS = '{"name": "clockwork", "version": "1.0.0", "type": "library"}\n'
REQUIREMENTS = """\
# Clockwork

- R1 MUST: `parse_time` reads a time written HH:MM into minutes since midnight; anything else
  raises InvalidTime, which names the text.
- R2 MUST: `later` counts minutes past midnight: 23:55 and ten minutes is 00:05.
- R3 MUST: the command prints the later time and nothing else, and ends with exit code 0.
"""
DESIGN = "# Design\n\n- `clockwork.times`: parsing and counting\n- `clockwork.cli`: the command\n"

TIMES = '''\
"""Times of the day."""

DAY = 24 * 60


class InvalidTime(ValueError):
    """A text that is no time."""


def parse_time(text: str) -> int:
    """Minutes since midnight."""
    hours, _, minutes = text.partition(":")
    if len(hours) != 2 or len(minutes) != 2 or not (hours + minutes).isdigit():
        raise InvalidTime(f"no time: {text!r}")
    if int(hours) > 23 or int(minutes) > 59:
        raise InvalidTime(f"no time: {text!r}")
    return int(hours) * 60 + int(minutes)


def later(start: str, minutes: int) -> str:
    """The time so many minutes later, as HH:MM."""
    total = (parse_time(start) + minutes) % DAY
    return f"{total // 60:02d}:{total % 60:02d}"
'''
CLI = '''\
import sys

from clockwork.times import later


def main() -> int:
    """clockwork START MINUTES"""
    print(later(sys.argv[1], int(sys.argv[2])))
    return 0
'''
PROJECT = """\
[project]
name = "clockwork"
version = "0.3"
scripts = { clockwork = "clockwork.cli:main" }
"""

CASES = """\
@table(R1, [("00:00", 0), ("07:05", 425), ("23:59", 1439)])
def times_are_minutes(text, expected):
    assert parse_time(text) == expected


@table(R1, [("noon",), ("24:00",), ("7:05",), ("12:60",), ("",)])
def what_is_no_time_is_refused(text):
    with raises(InvalidTime, text):
        parse_time(text)


@table(R2, [("23:55", 10, "00:05"), ("00:00", 1439, "23:59"), ("12:00", 0, "12:00")])
def minutes_are_counted_past_midnight(start, minutes, expected):
    assert later(start, minutes) == expected


@proves(R2)
def a_whole_day_changes_nothing():
    assert later("08:30", 1440) == "08:30"


@proves(R3)
def the_command_prints_the_later_time():
    r = run("23:55", "10")
    assert (r.exit, r.stdout, r.stderr) == (0, "00:05\\n", "")


@proves(R3)
def the_command_counts():
    assert run("10:00", "75").stdout == "11:15\\n"
"""
HELD_OUT = """\
@proves(R1)
def a_late_time():
    assert parse_time("19:30") == 1170


@proves(R2)
def two_days():
    assert later("01:00", 2 * 1440 + 5) == "01:05"


@proves(R3)
def another_run():
    assert run("09:59", "1").stdout == "10:00\\n"
"""

Answer = Callable[[dict[str, Any]], Any]


def write_code(folder: Path, times: str = TIMES, cli: str = CLI) -> Path:
    code = folder / "code"
    package = code / "src" / "clockwork"
    package.mkdir(parents=True, exist_ok=True)
    (code / "pyproject.toml").write_text(PROJECT)
    (package / "__init__.py").write_text("")
    (package / "times.py").write_text(times)
    (package / "cli.py").write_text(cli)
    return code


def write_recipe(folder: Path, requirements: str = REQUIREMENTS) -> Path:
    recipe = folder / "recipe"
    recipe.mkdir(parents=True, exist_ok=True)
    (recipe / "components.json").write_text(COMPONENTS)
    (recipe / "requirements.md").write_text(requirements)
    (recipe / "design.md").write_text(DESIGN)
    return recipe


def git(folder: Path, *arguments: str) -> None:
    who = ("-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "init.defaultBranch=main")
    subprocess.run(["git", *who, *arguments], cwd=folder, check=True, capture_output=True)


def commit(folder: Path) -> None:
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", "a step")


def readers(
    cases: str = CASES,
    held_out: str = HELD_OUT,
    rule: Answer | None = None,
    mended: str | None = None,
    mend: Answer | None = None,
) -> Scripted:
    """A model of which each question is answered by a text, or by a function of what it shows."""

    def unasked(inputs: dict[str, Any]) -> Any:
        raise AssertionError(f"nobody should be asked: {inputs['cases']}")

    answers: dict[str, Answer] = {
        "write-cases": lambda _: CasesOut(cases=cases),
        "draw-hold-outs": lambda _: CasesOut(cases=held_out),
        "rule-on-cases": rule or unasked,
    }
    if mended is not None:
        answers["mend-cases"] = lambda _: CasesOut(cases=mended)
    if mend is not None:
        answers["mend-code"] = mend
    return Scripted(script(answers))


def edit(old: str, new: str) -> str:
    """One edit as it is answered."""
    return f"{OLD}\n{old}\n{NEW}\n{new}\n{END}\n"


def mending(*answers: dict[str, str], **more: str) -> Answer:
    """Round by round, or try by try: path → edits; `more` are whole files, by names of modules."""
    rest = [*answers]

    def answer(_: dict[str, Any]) -> MendOut:
        edits = rest.pop(0) if len(rest) > 1 else rest[0]
        code = {f"clockwork/{name}.py": text for name, text in more.items()}
        return MendOut(cause="It is so.", edits=Files(edits), code=Files(code))

    return answer


def ruling(ruled: Ruling, quote: str = "", clarification: str = "", cases: str = "") -> Answer:
    """The same on every function that is shown."""

    def answer(inputs: dict[str, Any]) -> RuleOut:
        names = [
            line.partition("def ")[2].partition("(")[0]
            for line in inputs["cases"].splitlines()
            if line.startswith("def check")
        ]
        said = [
            RuledOn(
                id=name,
                quote=quote,
                reason="It follows.",
                ruling=ruled,
                clarification=clarification,
            )
            for name in names
        ]
        return RuleOut(rulings=tuple(said), cases=cases)

    return answer

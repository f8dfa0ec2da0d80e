"""Right answers for the recipe of a tool that `brickyard init` writes, whatever its name is."""

import re
from typing import Any

from brickyard.drafts.question import CodeOut
from brickyard.files import Files
from brickyard.gates.static import StaticRule
from brickyard.models.base import Request
from brickyard.plans.question import PlannedBrick, PlanOut
from brickyard.proofs.static import RulesOut
from brickyard.red.question import CasesOut
from brickyard.testing import script

WORDS = '''"""Words of a text."""


def split(text: str) -> list[str]:
    """The words of `text`, in their order."""
    ...


def longest(words: list[str]) -> str:
    """The first of the longest words; empty if there are none."""
    ...
'''
CLI = '''"""The command."""

from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Read the arguments, print what was asked for, return the exit code."""
    ...
'''
CODE = {
    "words": WORDS.replace("...", "return text.split()", 1).replace(
        "...", 'return max(words, key=len, default="")', 1
    ),
    "cli": '''"""The command."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from PACKAGE.words import longest, split


def main(argv: Sequence[str] | None = None) -> int:
    """Read the arguments, print what was asked for, return the exit code."""
    parser = argparse.ArgumentParser(prog="COMMAND")
    parser.add_argument("file")
    parser.add_argument("--longest", action="store_true")
    arguments = parser.parse_args(argv)
    path = Path(arguments.file)
    if not path.is_file():
        print(f"{arguments.file} does not exist", file=sys.stderr)
        return 2
    words = split(path.read_text("utf-8"))
    print(longest(words) if arguments.longest else len(words))
    return 0
''',
}


def answer(request: Request) -> str:
    return script(
        {
            "plan": lambda inputs: _plan(),
            "write-cases": lambda inputs: CasesOut(cases=_cases(inputs, "some")),
            "draw-hold-outs": lambda inputs: CasesOut(cases=_cases(inputs, "other")),
            "write-rules": lambda inputs: RulesOut(rules=(StaticRule(rule="only_stdlib"),)),
            "write-code": lambda inputs: CodeOut(code=_code(inputs)),
        }
    )(request)


def _plan() -> PlanOut:
    return PlanOut(
        bricks=(
            PlannedBrick(name="words", spec="Splits a text into words.", serves=("R1", "R2", "R4")),
            PlannedBrick(
                name="cli",
                spec="The command: reads the file and prints.",
                serves=("R1", "R2", "R3", "R4"),
                depends=("words",),
            ),
        ),
        entry="cli:main",
        interfaces=Files({"words.py": WORDS, "cli.py": CLI}),
    )


def _code(inputs: dict[str, Any]) -> Files:
    package = str(inputs["package"])
    command = package.replace("_", "-")
    wanted = [str(each["brick"]) for each in inputs["modules"]]
    return Files(
        {
            f"{package}/{brick}.py": CODE[brick]
            .replace("PACKAGE", package)
            .replace("COMMAND", command)
            for brick in wanted
        }
    )


def _cases(inputs: dict[str, Any], which: str) -> str:
    """For a brick by its operations, for the whole and for the command's brick by runs."""
    texts = {"some": ("to be or not", "one\ntwo", ""), "other": ("a bc\td e f", "x", " ")}[which]
    cases: list[str] = []
    for number, text in enumerate(texts):
        words = re.split(r"[ \t\n]+", text.strip()) if text.strip() else []
        first = sorted(words, key=lambda word: -len(word))[:1]
        for id, shown in (("R1", str(len(words))), ("R2", (first or [""])[0])):
            if id in inputs["ids"] and (id == "R1" or words):
                body = _body(inputs, id, words, text, shown)
                cases.append(f"@proves({id})\ndef {which}_{id.lower()}_{number}():\n{body}")
    if "R3" in inputs["ids"]:
        names = ("gone.txt", "lost") if which == "some" else ("none.md", "no")
        rows = [(name, f"{name} does not exist\n") for name in names]
        cases.append(
            f"@table(R3, {rows})\ndef {which}_refuses(name, said):\n    r = run(name)\n"
            '    assert (r.exit, r.stdout, r.stderr) == (2, "", said)\n'
        )
    return "\n\n".join(cases)


def _body(inputs: dict[str, Any], id: str, words: list[str], text: str, shown: str) -> str:
    if inputs.get("subject") == "words":
        if id == "R1":
            return f"    assert split({text!r}) == {words!r}\n"
        return f"    assert longest({words!r}) == {shown!r}\n"
    more = "" if id == "R1" else ', "--longest"'
    return (
        f'    write("in.txt", {text!r})\n    r = run("in.txt"{more})\n'
        f'    assert (r.exit, r.stdout, r.stderr) == (0, {shown!r} + "\\n", "")\n'
    )

"""The README of a generated project, as its owner would like to read it."""

import ast
import re

from brickyard.stages.packaging.project import description, project_name
from brickyard.values import Brick, Matrix, Plan, Proof, Recipe, Row, Verdict

_MEANING = {
    "traced": "tests name the requirement that they prove",
    "red": "those tests were seen to fail on code that only pretends",
    "green": "they pass on a fresh copy of this code, twice, in different orders",
    "covered": "the lines that they execute are known",
    "sensitive": "small changes to those lines were noticed by the requirement's own assertions",
    "held out": "cases that were drawn without sight of code or tests pass as well",
    "performance": "the time that it takes was measured on this code, several times",
    "static": "a rule was checked on the code itself, and shown to be able to fail",
    "artefact": "rules were checked on the files of this project",
}


def readme(recipe: Recipe, plan: Plan, matrix: Matrix, *, proof: str, usage: str) -> str:
    parts = [
        f"# {project_name(recipe)}",
        description(recipe),
        "## Install",
        _fenced("pip install dist/*.whl", "sh"),
        "## Use",
        _command(project_name(recipe), usage) if plan.entry else _bricks(plan),
        "## What it does, and what was proven",
        _table(matrix),
        *_unmet(matrix),
        "## How it was proven",
        _how(matrix, proof),
        "## Run the tests",
        _tests(matrix),
    ]
    return "\n\n".join(parts) + "\n"


def _command(name: str, usage: str) -> str:
    if not usage:
        return f"Run `{name}`; what it takes and does is in the table below."
    return _fenced(f"$ {name} --help\n{usage.rstrip()}", "console")


def _bricks(plan: Plan) -> str:
    lines = [_brick(plan, brick) for brick in plan.bricks]
    return _fenced("\n".join(line for line in lines if line), "python")


def _brick(plan: Plan, brick: Brick) -> str:
    body = ast.parse(brick.interface).body
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    names = [node.name for node in body if isinstance(node, kinds) and node.name[0] != "_"]
    return f"from {plan.package}.{brick.name} import {', '.join(names)}" if names else ""


def _table(matrix: Matrix) -> str:
    head = "| id | level | requirement | verdict | proven by |\n| --- | --- | --- | --- | --- |"
    return "\n".join([head, *map(_row, matrix.rows)])


def _row(row: Row) -> str:
    passed = [name for name, each in row.proofs.items() if each.state is Proof.PASSED]
    count = len(row.tests)
    tests = [f"{count} test{'s' if count > 1 else ''}"] if count else []
    by = ", ".join([*tests, *passed])
    cells = (row.requirement, row.level.value, row.text, row.verdict.value, by or "-")
    return f"| {' | '.join(map(_cell, cells))} |"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|").replace("<", "&lt;")


def _unmet(matrix: Matrix) -> list[str]:
    rows = [row for row in matrix.rows if row.verdict is Verdict.NOT_MET]
    lines = [f"- **{row.requirement}** is not met: {_cell(row.reason)}" for row in rows]
    return ["\n".join(lines)] if lines else []


def _how(matrix: Matrix, proof: str) -> str:
    proofs = [proof for row in matrix.rows for proof in row.proofs.items()]
    names = sorted({name for name, each in proofs if each.state is Proof.PASSED})
    known = [f"- {name}: {_MEANING[name.lower()]}" for name in names if name.lower() in _MEANING]
    head = f"By execution, at the level `{proof}`; no verdict rests on what a model says."
    tail = "`BUILD.json` holds every verdict and the sha256 of every file."
    return "\n\n".join([head, *(["\n".join(known)] if known else []), tail])


def _tests(matrix: Matrix) -> str:
    example = next((row.requirement for row in matrix.rows if row.tests), "")
    lines = ["pip install -e . --group dev", "pytest"]
    if example:
        one = f"pytest -m 'requirement(id=\"{example}\")'"
        lines.append(f"{one}   # the tests of one requirement")
    lines.append("brickyard test .   # proves all of it again, on the files as they are now")
    return _fenced("\n".join(lines), "sh")


def _fenced(text: str, language: str) -> str:
    """A fence longer than any in the text, so that the text cannot end it."""
    runs = re.findall(r"`{3,}", text)
    fence = "`" * max(3, *(len(run) + 1 for run in runs), 3)
    return f"{fence}{language}\n{text}\n{fence}"

"""The README of a generated project, as its owner would like to read it."""

import ast
import re

from brickyard.packaging.examples import Example
from brickyard.packaging.project import description, project_name
from brickyard.recipe.metadata import metadata
from brickyard.values import Brick, Matrix, Plan, Proof, Recipe, Row, Verdict, counted
from brickyard.values.kinds import MEANING

BEGIN, END = "<!-- requirements: begin -->", "<!-- requirements: end -->"
"""Around what the README quotes of the recipe."""


def readme(
    recipe: Recipe,
    plan: Plan,
    matrix: Matrix,
    *,
    proof: str,
    usage: str,
    example: Example | None = None,
    version: bool = False,
    license_file: bool = False,
) -> str:
    """`version`: whether the command answers `--version`; `license_file`: whether there is one."""
    shown = [_fenced(example.text, example.language)] if example and example.text else []
    parts = [
        f"# {project_name(recipe)}",
        description(recipe),
        "## Install",
        _fenced("pip install .", "sh"),
        "## Use",
        *shown,
        *(_command(project_name(recipe), plan, usage, version) if plan.entry else _bricks(plan)),
        "## What it does, and what was proven",
        *([f"{matrix.summary}."] if matrix.unmet else []),
        BEGIN,
        *map(requirement, matrix.rows),
        END,
        "## How it was proven",
        _how(matrix, proof),
        "## Run the tests",
        _tests(matrix),
        "## Licence",
        _licence(recipe, license_file),
    ]
    return "\n\n".join(parts) + "\n"


def _command(name: str, plan: Plan, usage: str, version: bool) -> list[str]:
    told = f" `{name} --version` tells its version." if version else ""
    start = f"`python -m {plan.package}` starts it as well.{told}"
    if not usage:
        return [f"Run `{name}`; what it takes and does is told below. {start}"]
    return [_fenced(f"$ {name} --help\n{usage.rstrip()}", "console"), start]


def _bricks(plan: Plan) -> list[str]:
    lines = [_brick(plan, brick) for brick in plan.bricks]
    return ["All that it offers:", _fenced("\n".join(line for line in lines if line), "python")]


def _brick(plan: Plan, brick: Brick) -> str:
    body = ast.parse(brick.interface).body
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    names = [node.name for node in body if isinstance(node, kinds) and node.name[0] != "_"]
    return f"from {plan.package}.{brick.name} import {', '.join(names)}" if names else ""


def requirement(row: Row) -> str:
    """The requirement as it was written, whole, then what became of it."""
    parts = [
        f"### {row.requirement} ({row.level.value}): {row.said}",
        as_written(row.text),
    ]
    clauses = [_item(f"{clause.id}: {as_written(clause.text)}") for clause in row.clauses]
    parts += ["\n".join(clauses)] if clauses else []
    if row.verdict is Verdict.NOT_MET:
        how = f", {row.unmet.value}" if row.unmet else ""
        return "\n\n".join([*parts, f"**Not met{how}**: {as_written(row.reason)}"])
    if row.verdict is Verdict.ATTESTED:
        return "\n\n".join([*parts, f"Attested {as_written(row.proofs['attested'].detail)}."])
    return "\n\n".join([*parts, f"Proof: {_proofs(row)}."])


def _proofs(row: Row) -> str:
    passed = [name for name in MEANING if _state(row, name) is Proof.PASSED]
    count = len(row.tests)
    tests = [counted(count, "acceptance test")] if count else []
    return ", ".join([*tests, *passed])


def _state(row: Row, name: str) -> Proof:
    return next(
        (each.state for known, each in row.proofs.items() if known.lower() == name), Proof.MISSING
    )


def as_written(text: str) -> str:
    """Markdown as it is, but for `<` outside code, which a page would take for a tag."""
    parts = re.split(
        r"(^(?:`{3,}|~{3,}).*?^(?:`{3,}|~{3,})[ \t]*$|`[^`\n]+`)", text, flags=re.M | re.S
    )
    return "".join(
        part if number % 2 else part.replace("<", "&lt;") for number, part in enumerate(parts)
    ).strip("\n")


def _item(text: str) -> str:
    return "- " + text.replace("\n", "\n  ")


def _how(matrix: Matrix, proof: str) -> str:
    known = [
        f"- {name}: {meaning}"
        for name, meaning in MEANING.items()
        if any(_state(row, name) is Proof.PASSED for row in matrix.rows)
    ]
    head = (
        f"By execution, at the level `{proof}`, when Brickyard built it from its recipe; "
        "no verdict rests on what a model says."
    )
    tail = "`BUILD.json` holds every verdict and the sha256 of every file."
    return "\n\n".join([head, *(["\n".join(known)] if known else []), tail])


def _tests(matrix: Matrix) -> str:
    example = next((row.requirement for row in matrix.rows if row.tests), "")
    lines = ["pip install -e '.[dev]'", "pytest"]
    if example:
        one = f"pytest -m 'requirement(id=\"{example}\")'"
        lines.append(f"{one}   # the tests of one requirement")
    lines += [
        "pip install brickyard   # not on PyPI yet: until then from a clone of it",
        "brickyard test .   # proves all of it again, as it is now",
    ]
    return _fenced("\n".join(lines), "sh")


def _licence(recipe: Recipe, has_file: bool) -> str:
    given = metadata(recipe.metadata).license
    if has_file:
        return f"{given}: see [LICENSE](LICENSE)." if given else "See [LICENSE](LICENSE)."
    return (
        "None was given, so nobody but the owner may use it: name one in the recipe's `metadata`."
    )


def _fenced(text: str, language: str) -> str:
    """A fence longer than any in the text, so that the text cannot end it."""
    runs = re.findall(r"`{3,}", text)
    fence = "`" * max(3, *(len(run) + 1 for run in runs), 3)
    return f"{fence}{language}\n{text}\n{fence}"

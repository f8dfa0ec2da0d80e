"""Artefacts: rules on the project's files, the files that they ask for, and the check of both."""

import re
from collections.abc import Mapping
from typing import Any

from pydantic import Field

from brickyard.ask.microtask import Microtask
from brickyard.ask.views import SharedPlan, SharedRecipe, shared_plan, shared_recipe
from brickyard.context import BuildContext, Tools
from brickyard.errors import AnswerRefused
from brickyard.files import Files
from brickyard.packaging.package import project_files
from brickyard.packaging.project import package_files, project_name
from brickyard.packaging.readme import BEGIN, END, readme
from brickyard.proofs.base import KindOfProof, Site, dumped
from brickyard.proofs.files import ArtefactRule, broken, wrong_rules
from brickyard.proofs.tests import Kept, Tests
from brickyard.recipe.lock import LockedTests, meaning
from brickyard.recipe.proposals import not_a_file
from brickyard.record.keys import digest
from brickyard.values import (
    Kind,
    Matrix,
    Plan,
    PlannedProof,
    Proof,
    Proven,
    Recipe,
    Requirement,
    Row,
    Unmet,
    Value,
    Verdict,
)


class ArtefactRulesIn(SharedRecipe):
    ids: tuple[str, ...]


class ArtefactRulesOut(Value):
    rules: tuple[ArtefactRule, ...] = Field(description="all of them must hold; at least one")


class ArtefactsIn(SharedPlan):
    ids: tuple[str, ...]
    name: str
    version: str
    rules: tuple[ArtefactRule, ...]


class ArtefactsOut(Value):
    files: Files


ARTEFACT_RULES = Microtask(
    name="write-artefact-rules",
    called="rules on files for",
    work="tests",
    leads_on=True,
    instructions="""\
Choose the rules on the files of the finished project that decide whether the requirement is met.
The rules there are, each about the file at `path`:
- exists: it is there, and is not empty;
- has_text: it holds the words `text`, whatever their case;
- has_heading: it is Markdown with a heading that says `text`;
- is_json, is_toml: it is valid;
- has_key: it is JSON or TOML that has `key`, dotted.
`path` is relative to the project: README.md, pyproject.toml, LICENSE, docs/guide.md,
src/PACKAGE/data/units.json; * stands for any part of a name. Choose all rules that the requirement
asks for and none that it does not. Leave `text` and `key` empty where a rule does not use them.""",
    input=ArtefactRulesIn,
    output=ArtefactRulesOut,
    example=ArtefactRulesOut(
        rules=(
            ArtefactRule(rule="exists", path="LICENSE"),
            ArtefactRule(rule="has_heading", path="docs/guide.md", text="Getting started"),
            ArtefactRule(rule="has_key", path="pyproject.toml", key="project.description"),
        )
    ),
)

WRITE_ARTEFACTS = Microtask(
    name="write-artefacts",
    called="files for",
    work="code",
    instructions="""\
Write the files that the requirement asks the project to hold: exactly those that `rules` speak of,
each whole, as its readers will get it. `rules` are checked by machine; the requirement says more
than they do, and counts. Say nothing about the software that its interfaces do not bear out, and
nothing about when or by what it was written. README.md, pyproject.toml, Python code and tests are
written by others.""",
    input=ArtefactsIn,
    output=ArtefactsOut,
    example=ArtefactsOut(
        files=Files({"CHANGELOG.md": "# Changes\n\n## 1.0.0\n\n- Adds minutes to a time of day.\n"})
    ),
)


_MADE = re.compile(
    r"README\.md|pyproject\.toml|BUILD\.json|src/[^/]+/py\.typed|(?:tests|dist)/.*"
    r"|.*\.(?:py|pyi|pth|so)|setup\.cfg|(?:.*/)?\.?pytest\.ini|tox\.ini|uv\.toml"
)
"""What packaging or others write, and what runs: rules may speak of it, nobody is asked for it."""

_SECTION = re.compile(r"^## [^\n]*\n|^(`{3,}|~{3,}).*?^\1\n", re.MULTILINE | re.DOTALL)
"""A heading, which ends with its line, or a fenced example."""

_QUOTES = re.compile(f"{re.escape(BEGIN)}.*{re.escape(END)}", re.DOTALL)

HOLDS = Proven(state=Proof.PASSED, detail="its rules hold of the files of the project")


async def _artefact(site: Site, context: BuildContext) -> Tests:
    """Rules and files of the lock, or new ones."""
    wanted = {
        f"requirement {site.item.id}": meaning(site.item),
        "recipe": digest([site.recipe.name, site.recipe.version]),
    }
    locked = context.lock.tests_for(site.name, wanted)
    if locked:
        rules = _read(locked.rules)
        files = Files(locked.files)
    else:
        try:
            rules = await _rules(site, context)
            files = await _files(site, asked_for(rules), context)
        except AnswerRefused as error:
            return site.refused(error.message)
    if why := " ".join(wrong_rules(rules, unasked(site.recipe, site.plan))):
        return site.refused(why)
    kept = LockedTests(inputs=wanted, rules=dumped(rules), files=dict(files))
    return Tests(kept={site.item.id: kept.rules}, files=files, locked={site.name: kept})


def _read(kept: Kept) -> tuple[ArtefactRule, ...]:
    return tuple(map(ArtefactRule.model_validate, kept))


def artefact_question(site: Site) -> ArtefactRulesIn:
    return ArtefactRulesIn(**shared_recipe(site.recipe, site.plan.package), ids=(site.item.id,))


async def _rules(site: Site, context: BuildContext) -> tuple[ArtefactRule, ...]:
    def check(out: ArtefactRulesOut) -> list[str]:
        return list(wrong_rules(out.rules, unasked(site.recipe, site.plan)))

    question = artefact_question(site)
    answer = await context.asker.ask(ARTEFACT_RULES, question, check=check, about=site.item.id)
    return answer.rules


def unasked(recipe: Recipe, plan: Plan) -> Files:
    """The project that packaging would write if no file had been asked for, with nothing told of
    it: rules that hold of it would hold of any. Sections of the README are left for rules."""
    bare = recipe.model_copy(update={"metadata": {"summary": recipe.name}})
    code = {f"src/{plan.path(brick.name)}": brick.interface for brick in plan.bricks}
    told = readme(bare, plan, Matrix(rows=()), proof="", usage="")
    named = f'[project]\nname = "{project_name(recipe)}"\nversion = "{recipe.version}"\n'
    return package_files(bare, plan, Files(code)) | {
        "README.md": _SECTION.sub("", told),
        "pyproject.toml": named,
        "tests/acceptance/test_requirement.py": "import pytest\n",
    }


def asked_for(rules: tuple[ArtefactRule, ...]) -> tuple[ArtefactRule, ...]:
    """The rules on files that nobody makes unless asked."""
    return tuple(rule for rule in rules if not _MADE.fullmatch(rule.path))


async def _files(site: Site, rules: tuple[ArtefactRule, ...], context: BuildContext) -> Files:
    if not rules:
        return Files()

    def check(out: ArtefactsOut) -> list[str]:
        strange = [path for path in out.files if not any(_speaks_of(rule, path) for rule in rules)]
        return [f"No rule speaks of '{path}'." for path in strange] + list(broken(rules, out.files))

    question = files_question(site, rules)
    answer = await context.asker.ask(WRITE_ARTEFACTS, question, check=check, about=site.item.id)
    return answer.files


def files_question(site: Site, rules: tuple[ArtefactRule, ...]) -> ArtefactsIn:
    return ArtefactsIn(
        **shared_plan(site.recipe, site.plan),
        ids=(site.item.id,),
        name=site.recipe.name,
        version=site.recipe.version,
        rules=rules,
    )


def _speaks_of(rule: ArtefactRule, path: str) -> bool:
    alone = ArtefactRule(rule="exists", path=rule.path)
    return not _MADE.fullmatch(path) and not broken([alone], Files({path: "content"}))


async def _judged(site: Site, kept: Kept, code: Files, context: Tools) -> Proven:
    """That the rules hold is assumed: `with_artefacts` holds them to the files that there are."""
    return HOLDS if kept else Proven(state=Proof.MISSING, detail="No rule checks its files.")


async def with_artefacts(
    assumed: Matrix,
    recipe: Recipe,
    plan: Plan,
    tests: Tests,
    code: Files,
    context: Tools,
    *,
    project: Files | None = None,
) -> Matrix:
    """The README tells of the matrix, so rules are checked on the project that it would make.

    Where all of them hold, what was assumed is so, and just that project is packaged. `project`:
    its files where it is there already.
    """
    ids = [item.id for item in recipe.requirements if item.kind is Kind.ARTEFACT]
    rules = {id: _read(tests.kept[id]) for id in ids if id in tests.kept}
    if not rules:
        return assumed
    if project is None:
        project = await project_files(
            recipe,
            plan,
            code,
            tests.project_files,
            assumed,
            context.sandbox,
            proof=context.settings.proof.value,
            cases=tests.acceptance_cases,
        )
    return hold_to_rules(assumed, rules, project)


def hold_to_rules(
    matrix: Matrix, rules: Mapping[str, tuple[ArtefactRule, ...]], project: Files
) -> Matrix:
    """The matrix with what the project's files show: `HOLDS` stands only where it does."""
    shown = _without_quotes(project)
    wrong = {id: " ".join(broken(each, shown)) for id, each in rules.items()}
    return Matrix(rows=tuple(_held(row, wrong.get(row.requirement, "")) for row in matrix.rows))


def _without_quotes(project: Files) -> Files:
    """The README quotes every requirement: its own words do not meet it."""
    rest = _QUOTES.sub("", project.get("README.md", ""))
    return project | {"README.md": rest} if rest else project


def _held(row: Row, why: str) -> Row:
    if not why:
        return row
    failed = Proven(state=Proof.FAILED, detail=why)
    proofs = {**row.proofs, "artefact": failed}
    update: dict[str, Any] = {"proofs": proofs, "verdict": Verdict.NOT_MET}
    if not row.unmet:
        update |= {"reason": why, "unmet": Unmet.BROKEN}
    return row.model_copy(update=update)


def _not_taken(one: PlannedProof, item: Requirement, recipe: Recipe) -> str:
    return not_a_file(item, one.words)


ARTEFACT = KindOfProof(
    questions=(ARTEFACT_RULES, WRITE_ARTEFACTS),
    write=_artefact,
    judge=_judged,
    doubts=lambda site, kept: wrong_rules(_read(kept), unasked(site.recipe, site.plan)),
    not_taken=_not_taken,
    is_built=False,
)

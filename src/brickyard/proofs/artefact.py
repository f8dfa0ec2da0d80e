"""Artefacts: rules on the project's files, the files that they ask for, and the check of both."""

import re
from typing import Any

from pydantic import Field

from brickyard.ask.microtask import Microtask
from brickyard.ask.views import SharedPlan, SharedRecipe, shared_plan, shared_recipe
from brickyard.context import BuildContext
from brickyard.errors import AnswerRefused
from brickyard.files import Files
from brickyard.packaging.project import package_files, project_name
from brickyard.packaging.readme import BEGIN, END, readme
from brickyard.proofs.files import ArtefactRule, broken, wrong_rules
from brickyard.proofs.kinds import Given, Site, dumped
from brickyard.recipe.lock import LockedTests, meaning
from brickyard.record.keys import digest
from brickyard.values import Matrix, Plan, Proof, Proven, Recipe, Row, Unmet, Value, Verdict


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


async def artefact(site: Site, context: BuildContext) -> Given:
    """Rules and files of the lock, or new ones."""
    name, wanted = artefact_lock_name(site)
    locked = context.lock.tests_for(name, wanted)
    if locked:
        rules = tuple(ArtefactRule.model_validate(rule) for rule in locked.rules)
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
    return Given(artefacts={site.item.id: rules}, files=files, locked={name: kept})


def artefact_lock_name(site: Site) -> tuple[str, dict[str, str]]:
    return site.name, {
        f"requirement {site.item.id}": meaning(site.item),
        "recipe": digest([site.recipe.name, site.recipe.version]),
    }


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


def hold_to_rules(
    matrix: Matrix, rules: dict[str, tuple[ArtefactRule, ...]], project: Files
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

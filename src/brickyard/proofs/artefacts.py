"""Artefacts: rules on the project's files, the files that they ask for, and the check of both."""

import re
from typing import Any

from brickyard.ask.views import shared_plan, shared_recipe
from brickyard.context import Yard
from brickyard.errors import AnswerRefused
from brickyard.files import Files
from brickyard.packaging.project import package_files, project_name
from brickyard.packaging.readme import BEGIN, END, readme
from brickyard.proofs.artefacts_question import (
    ARTEFACT_RULES,
    WRITE_ARTEFACTS,
    ArtefactRulesIn,
    ArtefactRulesOut,
    ArtefactsIn,
    ArtefactsOut,
)
from brickyard.proofs.files import ArtefactRule, broken, wrong_rules
from brickyard.proofs.kinds import Given, Site, dumped
from brickyard.recipe.lock import LockedTests, meaning
from brickyard.record.keys import digest
from brickyard.values import Matrix, Plan, Proof, Proven, Recipe, Row, Unmet, Verdict

_MADE = re.compile(
    r"README\.md|pyproject\.toml|BUILD\.json|src/[^/]+/py\.typed|(?:tests|dist)/.*"
    r"|.*\.(?:py|pyi|pth|so)|setup\.cfg|(?:.*/)?\.?pytest\.ini|tox\.ini|uv\.toml"
)
"""What packaging or others write, and what runs: rules may speak of it, nobody is asked for it."""

_SECTION = re.compile(r"^## [^\n]*\n|^(`{3,}|~{3,}).*?^\1\n", re.MULTILINE | re.DOTALL)
"""A heading, which ends with its line, or a fenced example."""

_QUOTES = re.compile(f"{re.escape(BEGIN)}.*{re.escape(END)}", re.DOTALL)

HOLDS = Proven(state=Proof.PASSED, detail="its rules hold of the files of the project")


async def artefact(site: Site, yard: Yard) -> Given:
    """Rules and files of the lock, or new ones."""
    name, wanted = artefact_lock_name(site)
    locked = yard.lock.tests_for(name, wanted)
    if locked:
        rules = tuple(ArtefactRule.model_validate(rule) for rule in locked.rules)
        files = Files(locked.files)
    else:
        try:
            rules = await _rules(site, yard)
            files = await _files(site, asked_for(rules), yard)
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


async def _rules(site: Site, yard: Yard) -> tuple[ArtefactRule, ...]:
    def check(out: ArtefactRulesOut) -> list[str]:
        return list(wrong_rules(out.rules, unasked(site.recipe, site.plan)))

    question = artefact_question(site)
    answer = await yard.asker.ask(ARTEFACT_RULES, question, check=check, about=site.item.id)
    return answer.rules


def unasked(recipe: Recipe, plan: Plan) -> Files:
    """The project that packaging would write if no file had been asked for, with nothing told of
    it: rules that hold of it would hold of any. Sections of the README are left for rules."""
    bare = recipe.model_copy(update={"metadata": {"summary": recipe.name}})
    code = {f"src/{plan.package}/{brick.name}.py": brick.interface for brick in plan.bricks}
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


async def _files(site: Site, rules: tuple[ArtefactRule, ...], yard: Yard) -> Files:
    if not rules:
        return Files()

    def check(out: ArtefactsOut) -> list[str]:
        strange = [path for path in out.files if not any(_speaks_of(rule, path) for rule in rules)]
        return [f"No rule speaks of '{path}'." for path in strange] + list(broken(rules, out.files))

    question = files_question(site, rules)
    answer = await yard.asker.ask(WRITE_ARTEFACTS, question, check=check, about=site.item.id)
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

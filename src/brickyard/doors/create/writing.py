"""From a settled idea to the files of a recipe, checked as `brickyard check` does."""

import json
from collections.abc import Sequence
from typing import Any

from brickyard.context import BuildContext
from brickyard.doors.create.design import CLIENT, design, given_client, ill_fitting, in_a_line
from brickyard.doors.create.idea import Analysis, Idea, Kind, StoredIdea
from brickyard.doors.create.played import as_cases, wrongly_played
from brickyard.doors.create.question import (
    ANALYSE_IDEA,
    WRITE_RECIPE,
    DraftRequirement,
    IdeaIn,
    RecipeIn,
    RecipeOut,
)
from brickyard.errors import NotMet
from brickyard.files import Files
from brickyard.plans.examples import weigh
from brickyard.recipe import check
from brickyard.recipe.examples import EXAMPLES, WEAK
from brickyard.recipe.given import GIVEN
from brickyard.recipe.parsing import COMPONENTS, DESIGN, REQUIREMENTS, parse_some
from brickyard.recipe.provable import limits
from brickyard.recipe.quotes import shown, stands
from brickyard.values import Finding, Level, Recipe, Severity

VERSION = "0.1.0"
TOPICS = (
    *("problem", "code", "ai", "agents", "flows", "critical"),
    *("requirements", "modules", "interfaces", "errors"),
)
"""What the recipe's writer is told of the analysis."""


async def analyse(idea: Idea, context: BuildContext) -> Analysis:
    """What the idea comes to, and what only its owner can decide."""

    def check(out: Analysis) -> list[str]:
        idle = _idle_questions(out)
        return [*_kept_to(idea, out), *_unstaffed(out), *idle, *_unfounded(idea, out)]

    return await context.asker.ask(ANALYSE_IDEA, IdeaIn(**said(idea)), check=check, about=idea.name)


def said(idea: Idea) -> dict[str, Any]:
    """The fields of `IdeaIn`."""
    return {**dict(idea), "kind": idea.kind or ""}


def _kept_to(idea: Idea, out: Analysis) -> list[str]:
    if idea.kind and out.kind != idea.kind:
        return [f"The person wants a {idea.kind}, and `kind` is {out.kind}."]
    return []


def _unstaffed(out: Analysis) -> list[str]:
    """Work for a model has somebody who does it, and nobody is there without work."""
    if bool(out.ai) == bool(out.agents):
        return []
    idle, empty = ("ai", "agents") if out.ai else ("agents", "ai")
    return [f"`{idle}` names what asks a model at run time, and `{empty}` is empty."]


def _idle_questions(out: Analysis) -> list[str]:
    asked = [one.question.strip() for one in out.questions]
    problems = [f"`{one}` is asked twice." for one in {*asked} if asked.count(one) > 1]
    return problems + [
        f"Question {number} lacks words: question, suggestion and depends are all needed."
        for number, one in enumerate(out.questions, 1)
        if not all(text.strip() for text in (one.question, one.suggestion, one.depends))
    ]


def _unfounded(idea: Idea, out: Analysis) -> list[str]:
    """What is called a contradiction has to rest on the person's own words."""
    words = "\n".join((idea.description, *idea.constraints))
    problems: list[str] = []
    for one in out.contradictions:
        if not 1 <= one.example <= len(idea.examples):
            problems.append(f"There is no example {one.example}.")
        if not stands(one.quote, words):
            problems.append(
                f"Neither description nor constraints say “{shown(one.quote)}”. Quote their words "
                "as they stand; without words there is no contradiction."
            )
    return problems


async def write_recipe(stored: StoredIdea, context: BuildContext) -> Files:
    """The files of a recipe that `check` takes and that no example contradicts.

    Errors go back to their writer, warnings once; so does what an example contradicts, once: the
    sentence was the writer's. NotMet if it still stands.
    """
    files = await _written(stored, (), context)
    try:
        await weigh(_recipe(files), context)
    except NotMet as contradicted:
        problems = tuple(one.message for one in contradicted.findings)
        files = await _written(stored, problems, context)
        await weigh(_recipe(files), context)
    return files


async def _written(stored: StoredIdea, problems: tuple[str, ...], context: BuildContext) -> Files:
    idea, analysis = stored.idea, stored.analysis
    assert analysis is not None
    question = RecipeIn(
        **{**said(idea), "kind": analysis.kind},
        **{name: getattr(analysis, name) for name in TOPICS},
        settled=stored.answers,
        problems=problems,
    )
    tries: list[Files] = []

    def judged(out: RecipeOut) -> list[str]:
        wrong = [*wrongly_played(idea, analysis.kind, out.played), *_not_musts(out)]
        wrong += ill_fitting(out.modules, out.interfaces, given=(CLIENT,) if out.agents else ())
        tries.append(recipe_files(idea, analysis.kind, out) if not wrong else Files())
        return wrong or told(findings(tries[-1]), all_of_them=len(tries) == 1)

    await context.asker.ask(WRITE_RECIPE, question, check=judged, about=idea.name)
    return tries[-1]


def _not_musts(out: RecipeOut) -> list[str]:
    """What a person showed by example is what they would miss."""
    levels = {f"R{number}": one.level for number, one in enumerate(out.requirements, 1)}
    return [
        f"Example {one.example} shows {one.requirement}, a {level.value}: let it be a MUST."
        for one in out.played
        if (level := levels.get(one.requirement, Level.MUST)) is not Level.MUST
    ]


def _recipe(files: Files) -> Recipe:
    recipe = parse_some(dict(files)).recipe
    assert recipe is not None, "nothing in it blocks"
    return recipe


def findings(files: Files, folder: str = "") -> tuple[Finding, ...]:
    """What `check` says of these files."""
    parsed = parse_some(dict(files), folder=folder)
    return (*check([parsed]), *limits(parsed))


def told(found: Sequence[Finding], *, all_of_them: bool) -> list[str]:
    """For the writer: what blocks, and the rest only while nothing was said yet; that an example
    shows little is for the person who gave it."""
    wanted = [one for one in found if one.blocks or (all_of_them and one.rule != WEAK)]
    return [
        f"{one.file}:{one.line}: {one.message} {one.suggestion}".strip()
        for one in wanted
        if one.severity is not Severity.INFO
    ]


def recipe_files(idea: Idea, kind: Kind, out: RecipeOut) -> Files:
    """The answer as a recipe; everything but the sentences is the machine's."""
    examples = as_cases(idea, kind, out.played)
    client = given_client() if out.agents else ""
    files = {
        REQUIREMENTS: _requirements(idea, out),
        DESIGN: design(idea.name, out, client),
        COMPONENTS: _components(idea, kind, out),
        EXAMPLES: examples,
        f"{GIVEN}/{CLIENT}.py": client,
    }
    return Files({path: text for path, text in files.items() if text})


def _requirements(idea: Idea, out: RecipeOut) -> str:
    lines = [f"# {idea.name}: what it does", "", out.about.strip()]
    area = ""
    for number, one in enumerate(out.requirements, 1):
        heading = in_a_line(one.area) or area or "Requirements"
        if heading != area:
            area = heading
            lines += ["", f"## {area}", ""]
        lines += [f"- R{number} ({_mark(one)}): {in_a_line(one.text)}"]
        lines += [f"  - {in_a_line(clause)}" for clause in one.clauses]
    return "\n".join(lines) + "\n"


def _mark(one: DraftRequirement) -> str:
    return f"{one.level.value}, {one.kind}" if one.kind else one.level.value


def _components(idea: Idea, kind: Kind, out: RecipeOut) -> str:
    about = {
        "name": idea.name,
        "version": VERSION,
        "type": kind,
        "packages": list(out.packages),
        "metadata": {"summary": in_a_line(out.summary)},
    }
    return json.dumps(about, indent=2, ensure_ascii=False) + "\n"

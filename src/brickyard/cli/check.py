"""`brickyard check`: what is wrong with recipes, before anything is spent."""

import os
import shutil
import sys
import textwrap
from collections import Counter
from pathlib import Path
from typing import Any

import click

from brickyard.cli.options import home_option, model_options, settings_for
from brickyard.recipe import Parsed, load_all
from brickyard.recipe import check as check_recipes
from brickyard.recipe.complexity import complexity
from brickyard.recipe.provable import limits
from brickyard.reports.output import COLOURS, show_json
from brickyard.values import Finding, Kind, Level, Severity

_WIDEST = 100


@click.command()
@click.argument("recipes", nargs=-1, required=True, metavar="RECIPE...", type=click.Path())
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@click.option(
    "--fix", is_flag=True, help="Have a model put WHAT and HOW apart; a diff is shown first."
)
@click.option("--yes", is_flag=True, help="With --fix: apply what is shown, do not ask.")
@model_options
@home_option
@click.pass_context
def check(
    ctx: click.Context,
    recipes: tuple[str, ...],
    as_json: bool,
    fix: bool,
    yes: bool,
    model: str,
    home: Path | None,
    **given: Any,
) -> None:
    """Check recipes by rules; no model is needed.

    A RECIPE is a folder with requirements.md, design.md and components.json, or a spec of
    spec-kit, Kiro or OpenSpec. Recipes that it depends on are looked for beside it and are checked
    too. Ends with 2 if there is an error.

    With --fix a model rewrites requirements.md and design.md where one says what belongs into the
    other; both are changed only if you agree. Ends with 4 if you do not.
    """
    if fix:
        ctx.exit(_fix(recipes, as_json, yes, model, home, **given))
    if yes or model or home or any(value is not None for value in given.values()):
        raise click.UsageError("--yes and what is about a model go with --fix.")
    if os.environ.get("NO_COLOR"):
        ctx.color = False
    parsed = load_all(Path(recipe) for recipe in recipes)
    findings = (*check_recipes(parsed), *(found for recipe in parsed for found in limits(recipe)))
    if as_json:
        show_json(document(parsed, findings))
    else:
        for finding in findings:
            _show_finding(finding)
        for recipe in parsed:
            _show_summary(recipe)
        click.echo(_verdict(findings))
    ctx.exit(2 if any(finding.blocks for finding in findings) else 0)


def _fix(
    recipes: tuple[str, ...],
    as_json: bool,
    yes: bool,
    model: str,
    home: Path | None,
    **given: Any,
) -> int:
    from brickyard.cli.fix import run

    if as_json or len(recipes) != 1:
        raise click.UsageError("--fix takes one recipe, and no --json.")
    recipe = Path(recipes[0])
    settings = settings_for(recipe, **given).asking(model)
    return run(recipe, yes=yes, model=model, home=home, settings=settings)


def document(parsed: tuple[Parsed, ...], findings: tuple[Finding, ...]) -> dict[str, Any]:
    """What `--json` prints."""
    return {
        "ok": not any(finding.blocks for finding in findings),
        "findings": [finding.model_dump(mode="json") for finding in findings],
        "recipes": [_described(recipe) for recipe in parsed],
    }


def _described(recipe: Parsed) -> dict[str, Any]:
    wanted = {"folder", "manifest", "requirements", "components", "silences"}
    found = complexity(recipe.requirements, recipe.components)
    score = {"score": found.score, **found.model_dump(mode="json"), "reasons": [*found.reasons]}
    return {**recipe.model_dump(mode="json", include=wanted), "complexity": score}


def _show_finding(finding: Finding) -> None:
    """Where, how bad, which rule, what is wrong; then what to do."""
    place = f"{finding.file}:{finding.line}" if finding.line else finding.file
    severity = finding.severity.value
    line = _filled(f"{place}: {severity} [{finding.rule}] {finding.message}", "", "    ")
    coloured = f"{place}: {click.style(severity, fg=COLOURS[severity])} ["
    click.echo(line.replace(f"{place}: {severity} [", coloured, 1))
    if finding.suggestion:
        click.echo(_filled(f"→ {finding.suggestion}", "    ", "      "))


def _show_summary(recipe: Parsed) -> None:
    manifest, requirements = recipe.manifest, recipe.requirements
    if not requirements:
        return
    title = f"{manifest.name} {manifest.version} ({manifest.type})" if manifest else "?"
    click.echo(f"\n{click.style(recipe.folder, bold=True)}: {title}")
    levels = Counter(requirement.level for requirement in requirements)
    counts = " · ".join(f"{levels[level]} {level}" for level in Level if levels[level])
    click.echo(f"  {_plural(len(requirements), 'requirement')}: {counts}")
    _show_kinds(recipe)
    if scenarios := sum(len(requirement.scenarios) for requirement in requirements):
        click.echo(f"  each with a case of its own: {_plural(scenarios, 'scenario')}")
    score = complexity(recipe.requirements, recipe.components)
    _show_list(f"complexity {score.score:g}: ", [one.named for one in score.measures])
    if recipe.components:
        _show_list("components: ", [component.name for component in recipe.components])


def _show_kinds(recipe: Parsed) -> None:
    """The kinds of proof that the recipe asks for; all else is shown by cases."""
    ids = {kind: [one.id for one in recipe.requirements if one.kind is kind] for kind in Kind}
    by_cases = ids.pop(Kind.BEHAVIOUR)
    for kind, named in ids.items():
        if named:
            _show_list(f"proven as {kind}: ", named)
    if by_cases:
        which = "the other" if any(ids.values()) else "all"
        count = f"{which} {len(by_cases)}" if len(by_cases) > 1 else by_cases[0]
        click.echo(f"  proven by cases (behaviour): {count}")


def _show_list(title: str, names: list[str]) -> None:
    click.echo(_filled(title + ", ".join(names), "  ", "    ", always=True))


def _filled(text: str, first: str, later: str, *, always: bool = False) -> str:
    """Wrapped for a terminal; in a pipe one line stays one line."""
    if not (always or sys.stdout.isatty()):
        return first + text
    return textwrap.fill(
        text,
        width=min(shutil.get_terminal_size().columns, _WIDEST),
        initial_indent=first,
        subsequent_indent=later,
        break_long_words=False,
        break_on_hyphens=False,
    )


def _verdict(findings: tuple[Finding, ...]) -> str:
    counts = Counter(finding.severity for finding in findings)
    said = [_plural(counts[one], _NAMES[one]) for one in Severity if counts[one]]
    ready = "Not ready" if any(finding.blocks for finding in findings) else "Ready"
    return f"\n{ready} to build: {', '.join(said) or 'no findings'}."


_NAMES = {
    Severity.CRITICAL: "critical error",
    Severity.ERROR: "error",
    Severity.WARNING: "warning",
    Severity.INFO: "hint",
}


def _plural(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"

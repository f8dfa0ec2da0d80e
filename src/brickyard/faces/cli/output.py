"""How the command line speaks: errors and findings, in one voice."""

import json
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import click

from brickyard.errors import BadInput, BrickyardError, NotMet

if TYPE_CHECKING:
    from brickyard.values import Finding

COLOURS = {"critical": "red", "error": "red", "warning": "yellow", "info": "blue"}


def show_error(error: BrickyardError) -> None:
    """Message, findings and hint on standard error."""
    click.echo(click.style("Error: ", fg="red", bold=True) + error.message, err=True)
    if isinstance(error, (BadInput, NotMet)):
        show_findings(error.findings, err=True)
    if error.hint:
        click.echo(click.style("Next: ", bold=True) + error.hint, err=True)


def show_findings(findings: "Iterable[Finding]", *, err: bool = False) -> None:
    """One line a finding: where, how bad, which rule, what is wrong; then the suggestion."""
    for finding in findings:
        place = f"{finding.file}:{finding.line}" if finding.line else finding.file
        severity = click.style(finding.severity.value, fg=COLOURS[finding.severity.value])
        prefix = f"{place}: " if place else ""
        click.echo(f"{prefix}{severity} [{finding.rule}] {finding.message}", err=err)
        if finding.suggestion:
            click.echo(f"    → {finding.suggestion}", err=err)


MOST_NOT_DONE = 20


def show_not_done(items: Sequence[str]) -> None:
    """What a run that ended early leaves to the next one."""
    for item in items[:MOST_NOT_DONE]:
        click.echo(f"  {item}", err=True)
    if len(items) > MOST_NOT_DONE:
        click.echo(f"  … and {len(items) - MOST_NOT_DONE} more", err=True)


def show_json(value: Any) -> None:
    """Machine-readable output: one JSON document on standard output."""
    click.echo(json.dumps(value, ensure_ascii=False, indent=2))

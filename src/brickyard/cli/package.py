"""`brickyard package`: wheel and sdist of a built project, tried; a commit and a tag on request."""

import asyncio
import shutil
import subprocess
from pathlib import Path
from typing import Any

import click

from brickyard.cli.options import json_option, settings_for
from brickyard.errors import BadInput, Unavailable
from brickyard.events import silent
from brickyard.reports.output import say, show_json, typed

BRANCH = "main"


@click.command()
@click.argument("project", type=click.Path(path_type=Path))
@click.option("-o", "--out", type=click.Path(path_type=Path), help="Where to [PROJECT/dist].")
@click.option("--git", "with_git", is_flag=True, help="Also commit PROJECT and tag its version.")
@click.option("--sandbox", help="auto, bubblewrap, sandlock, or none (unsafe).")
@json_option
def package(project: Path, out: Path | None, with_git: bool, as_json: bool, **given: Any) -> None:
    """Make wheel and sdist of PROJECT as it is now, and try them; nothing is uploaded.

    PROJECT is what `brickyard build` wrote. Names and licence are checked, the wheel is installed
    into a clean environment, every module imported and the command started. With --git PROJECT
    becomes a repository of its own if it is none, and all of it is committed and tagged.
    """
    from brickyard.flow.again.repack import repack

    tag = ""
    if with_git:
        _check_git(project)
    settings = settings_for(project.resolve().parent, **given)
    made = asyncio.run(repack(project, out or project / "dist", settings, silent))
    if with_git:
        tag = f"v{made.version}"
        made = made.model_copy(update={"commit": _committed(project, made.version), "tag": tag})
    if as_json:
        show_json(made.model_dump(mode="json"))
        return
    say(f"{made.name} {made.version}, {made.license or 'no licence'}: built, installed, started.")
    for path in made.artefacts:
        say(f"  {typed(path)}")
    for note in made.notes:
        say(f"Note: {note}")
    if tag:
        say(f"Committed as {made.commit[:12]}, tagged {tag}.")


def _git(project: Path, *arguments: str) -> str:
    done = subprocess.run(
        ["git", "-C", str(project), *arguments], capture_output=True, text=True, check=False
    )
    if done.returncode:
        said = (done.stderr or done.stdout).strip().splitlines()
        raise BadInput(
            f"git {arguments[0]} did not work in {project}: {said[0] if said else 'no reason'}",
            hint="Mend that, then run it again: wheel and sdist are made.",
        )
    return done.stdout.strip()


def _check_git(project: Path) -> None:
    """Said before anything is built: a repository inside another would surprise its owner."""
    if shutil.which("git") is None:
        raise Unavailable("There is no git here.", hint="Install it, or leave out --git.")
    if (project / ".git").exists():
        return
    above = next((one for one in project.resolve().parents if (one / ".git").exists()), None)
    if above is not None:
        raise BadInput(
            f"{project} lies in the repository {above}: nothing was committed.",
            hint="Commit it there, or build into a folder outside of it with --out.",
        )


def _committed(project: Path, version: str) -> str:
    """The commit that the tag names, with all there is in it."""
    if not (project / ".git").exists():
        _git(project, "init", "--quiet", f"--initial-branch={BRANCH}")
    _git(project, "add", "--all")
    tag = f"v{version}"
    if _git(project, "status", "--porcelain"):
        if _git(project, "tag", "--list", tag):
            raise BadInput(
                f"{tag} is there already, and {project} has changed since.",
                hint="Raise `version` in components.json and build again.",
            )
        _git(project, "commit", "--quiet", f"--message=Release {version}")
    commit = _git(project, "rev-parse", "HEAD")
    if not _git(project, "tag", "--list", tag):
        _git(project, "tag", "--annotate", tag, f"--message=Release {version}")
    elif _git(project, "rev-list", "-n1", tag) != commit:
        raise BadInput(
            f"{tag} names another commit of {project}.",
            hint="Raise `version` in components.json and build again.",
        )
    return commit

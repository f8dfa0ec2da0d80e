"""`brickyard doctor`: what is there, what is missing, and the command that installs it."""

import asyncio
import os
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from brickyard.cli.options import json_option
from brickyard.reports.output import columns, say, show_json, wrapped

if TYPE_CHECKING:
    from brickyard.sandbox import Tried

SHOWN = ("pytest", "hypothesis", "coverage", "ruff", "pyright")


@dataclass(frozen=True)
class Check:
    """One thing that Brickyard uses; `needed` things that are missing make doctor fail."""

    name: str
    found: bool
    detail: str
    needed: bool = False
    install: str = ""


@click.command()
@click.option("--prepare", is_flag=True, help="Make the tool environment now if it is missing.")
@json_option
def doctor(prepare: bool, as_json: bool) -> int:
    """Show models, sandboxes and tools: what is there, and how to get what is not."""
    checks = [
        _python(),
        *_tools(prepare),
        *asyncio.run(_sandboxes()),
        *_models(),
        _claude(),
        _local(),
    ]
    broken = [check for check in checks if check.needed and not check.found]
    if as_json:
        show_json([asdict(check) for check in checks])
    else:
        for check in checks:
            _show(check)
    return 3 if broken else 0


def _show(check: Check) -> None:
    """Coloured after the text was broken into lines: colours have no width."""
    mark = click.style("✓", fg="green") if check.found else click.style("✗", fg="red")
    text = wrapped(f"  {check.name:<24} {check.detail}", columns(sys.stdout))
    click.echo(mark + text[1:])
    for way in check.install.splitlines() if not check.found else ():
        say(f"    → {way}")


def _python() -> Check:
    version = ".".join(map(str, sys.version_info[:3]))
    return Check("python", sys.version_info >= (3, 11), version, needed=True)


def _tools(prepare: bool) -> list[Check]:
    from brickyard.sandbox.toolchain import toolchain, toolchain_status
    from brickyard.settings import Settings

    settings = Settings.load(Path.cwd())
    cache = settings.cache_folder
    if prepare:
        asyncio.run(toolchain(cache))
    status = toolchain_status(cache)
    versions = ", ".join(f"{name} {status.tools[name]}" for name in SHOWN)
    detail = f"{versions} in {status.path}" if status.present else "made on first use by uv"
    return [
        _uv(),
        Check("tool environment", status.present, detail, install="brickyard doctor --prepare"),
    ]


def _uv() -> Check:
    from uv import find_uv_bin

    try:
        return Check("uv", True, find_uv_bin(), needed=True)
    except FileNotFoundError as error:
        return Check("uv", False, str(error), needed=True, install="pip install uv")


async def _sandboxes() -> list[Check]:
    """Each sandbox is tried, not looked for: does it really isolate here?"""
    from brickyard.sandbox import try_all
    from brickyard.sandbox.hints import for_none
    from brickyard.sandbox.toolchain import toolchain, toolchain_status
    from brickyard.settings import Settings

    cache = Settings.load(Path.cwd()).cache_folder
    if not toolchain_status(cache).present:
        return [Check("sandbox", False, "tried once the tool environment is there")]
    tried = await try_all("auto", await toolchain(cache))
    works = any(not each.reason for each in tried)
    install = "" if works else for_none([each.reason for each in tried])
    return [
        Check(
            f"sandbox {each.name}",
            not each.reason,
            _sandbox_detail(each),
            needed=not works,
            install=install if each is tried[-1] else "",
        )
        for each in tried
    ]


def _sandbox_detail(tried: "Tried") -> str:
    """Which program, whether it isolates, and whether builds use it."""
    which = "" if tried.label == tried.name else f"{tried.label}: "
    if tried.reason:
        return f"{which}{tried.reason}"
    return f"{which}isolates here; {'builds use it' if tried.taken else 'not needed'}"


def _models() -> list[Check]:
    """The model that a build here would ask, and those whose keys are there besides."""
    from brickyard.errors import ModelUnavailable
    from brickyard.models.choose import WAYS, found, pick
    from brickyard.settings import Settings

    try:
        first = pick("", Settings.load(Path.cwd()), Path.cwd(), os.environ)
    except ModelUnavailable:
        return [Check("model", False, "none is set up", install="\n".join(WAYS))]
    others = [choice for choice in found(os.environ) if choice.name != first.name]
    return [Check(f"model {choice.name}", True, choice.why) for choice in (first, *others)]


def _claude() -> Check:
    """The program behind `claude-cli` and `claude-sdk`, and whether it may ask its model."""
    from brickyard.errors import ModelUnavailable
    from brickyard.models.claude_program import find_program, login
    from brickyard.settings import Settings

    try:
        program = find_program(Settings.load(Path.cwd()).claude_program)
    except ModelUnavailable as error:
        return Check("claude program", False, error.message, install=error.hint)
    if how := login(program, os.environ):
        return Check("claude program", True, f"{program}, {how}: --model claude-cli or claude-sdk")
    way = f"run `{program}` and type /login, or set ANTHROPIC_API_KEY"
    return Check("claude program", False, f"{program}, not logged in", install=way)


def _local() -> Check:
    """The embedded model: llama.cpp, and the weights that `local` means."""
    from brickyard.errors import BrickyardError
    from brickyard.models.local_engine import check_installed
    from brickyard.models.local_weights import WeightsMissing, find_weights, weights_folder
    from brickyard.settings import Settings

    settings = Settings.load(Path.cwd())
    try:
        check_installed()
        folder = weights_folder(settings.cache_folder)
        found = find_weights("", settings.local_model, folder)
    except WeightsMissing as error:
        return Check("weights of local", False, error.message, install="brickyard weights")
    except BrickyardError as error:
        return Check("weights of local", False, error.message, install=error.hint)
    return Check("weights of local", True, str(found.path))

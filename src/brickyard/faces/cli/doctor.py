"""`brickyard doctor`: what is there, what is missing, and the command that installs it."""

import asyncio
import os
import sys
from dataclasses import asdict, dataclass
from pathlib import Path

import click

from brickyard.faces.cli.options import json_option
from brickyard.faces.cli.output import show_json

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
    checks = [_python(), *_tools(prepare), *asyncio.run(_sandboxes()), *_models()]
    broken = [check for check in checks if check.needed and not check.found]
    if as_json:
        show_json([asdict(check) for check in checks])
    else:
        for check in checks:
            mark = click.style("✓", fg="green") if check.found else click.style("✗", fg="red")
            click.echo(f"{mark} {check.name:<24} {check.detail}")
            for way in check.install.splitlines() if not check.found else ():
                click.echo(f"    → {way}")
    return 3 if broken else 0


def _python() -> Check:
    version = ".".join(map(str, sys.version_info[:3]))
    return Check("python", sys.version_info >= (3, 11), version, needed=True)


def _tools(prepare: bool) -> list[Check]:
    from brickyard.sandbox.toolchain import toolchain, toolchain_status
    from brickyard.settings import Settings

    settings = Settings.load(Path.cwd())
    cache = _cache(settings.cache)
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


def _cache(setting: str) -> Path:
    from brickyard.sandbox.toolchain import default_cache

    return Path(setting) if setting else default_cache()


async def _sandboxes() -> list[Check]:
    """Each sandbox is tried, not looked for: does it really isolate here?"""
    from brickyard.sandbox import install_command, probe
    from brickyard.sandbox.toolchain import toolchain, toolchain_status
    from brickyard.settings import Settings

    cache = _cache(Settings.load(Path.cwd()).cache)
    if not toolchain_status(cache).present:
        return [Check("sandbox", False, "tried once the tool environment is there")]
    tools = await toolchain(cache)
    reasons = {name: await probe(name, tools) for name in ("bubblewrap", "sandlock")}
    works = any(not reason for reason in reasons.values())
    install = install_command(Path("/etc/os-release"))
    return [
        Check(
            f"sandbox {name}",
            not reason,
            reason or "isolates here",
            needed=not works,
            install=install if name == "bubblewrap" else "",
        )
        for name, reason in reasons.items()
    ]


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

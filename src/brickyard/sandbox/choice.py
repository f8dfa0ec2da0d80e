"""Choosing a sandbox by name; what is not chosen is not imported."""

import importlib
from pathlib import Path

from brickyard.errors import BadInput, SandboxBroken
from brickyard.events import Event, Listener
from brickyard.sandbox.base import Sandbox
from brickyard.sandbox.checks import why_not
from brickyard.sandbox.own_folder import sweep
from brickyard.sandbox.toolchain import Toolchain

BACKENDS = {
    "bubblewrap": "brickyard.sandbox.bubblewrap:Bubblewrap",
    "sandlock": "brickyard.sandbox.sandlock:Sandlock",
    "none": "brickyard.sandbox.bare:NoSandbox",
}
_ISOLATING = ("bubblewrap", "sandlock")
_INSTALL = {
    "debian": "apt-get install bubblewrap",
    "ubuntu": "apt-get install bubblewrap",
    "fedora": "dnf install bubblewrap",
    "rhel": "dnf install bubblewrap",
    "arch": "pacman -S bubblewrap",
    "alpine": "apk add bubblewrap",
    "suse": "zypper install bubblewrap",
}


async def choose(name: str, toolchain: Toolchain, *, listener: Listener) -> Sandbox:
    """The sandbox of that name, tried out; `auto` takes the first that really isolates here."""
    sweep()
    if name == "auto":
        return await _first_that_isolates(toolchain)
    sandbox = _make(name, toolchain)
    if name == "none":
        message = "No sandbox: generated code runs with all the rights of this user."
        listener(Event(kind="warning", data={"message": message}))
        return sandbox
    reason = await why_not(sandbox)
    if reason:
        raise SandboxBroken(f"The sandbox {name} does not isolate here: {reason}", hint=_hint())
    return sandbox


async def probe(name: str, toolchain: Toolchain) -> str:
    """Empty when the sandbox of that name really isolates here, else the reason."""
    return await why_not(_make(name, toolchain))


async def _first_that_isolates(toolchain: Toolchain) -> Sandbox:
    reasons: list[str] = []
    for name in _ISOLATING:
        sandbox = _make(name, toolchain)
        reason = await why_not(sandbox)
        if not reason:
            return sandbox
        reasons.append(f"{name}: {reason}")
    raise SandboxBroken("No sandbox works here. " + " ".join(reasons), hint=_hint())


def _make(name: str, toolchain: Toolchain) -> Sandbox:
    if name not in BACKENDS:
        raise BadInput(
            f"There is no sandbox named '{name}'.",
            hint=f"Use one of: auto, {', '.join(BACKENDS)}.",
        )
    module, _, attribute = BACKENDS[name].partition(":")
    return getattr(importlib.import_module(module), attribute)(toolchain)


def _hint() -> str:
    return f"Run `{install_command(Path('/etc/os-release'))}`, then run again."


def install_command(release: Path) -> str:
    """The one command that installs bubblewrap on this distribution."""
    lines = release.read_text("utf-8").splitlines() if release.is_file() else []
    fields = dict(line.split("=", 1) for line in lines if "=" in line)
    names = f"{fields.get('ID', '')} {fields.get('ID_LIKE', '')}".replace('"', "").split()
    return next((_INSTALL[name] for name in names if name in _INSTALL), _INSTALL["debian"])

"""Choosing a sandbox by name; what is not chosen is not imported."""

import importlib

from brickyard.errors import BadInput, SandboxBroken
from brickyard.events import Event, Listener
from brickyard.sandbox.base import Sandbox
from brickyard.sandbox.cgroup import groups_here
from brickyard.sandbox.checks import why_not
from brickyard.sandbox.hints import for_refused, install_command
from brickyard.sandbox.own_folder import sweep
from brickyard.sandbox.toolchain import Toolchain
from brickyard.sandbox.whole import Whole

__all__ = ["BACKENDS", "choose", "install_command", "probe"]

BACKENDS = {
    "bubblewrap": "brickyard.sandbox.bubblewrap:Bubblewrap",
    "sandlock": "brickyard.sandbox.sandlock:Sandlock",
    "none": "brickyard.sandbox.bare:NoSandbox",
}
_ISOLATING = ("bubblewrap", "sandlock")


async def choose(name: str, toolchain: Toolchain, *, listener: Listener) -> Sandbox:
    """The sandbox of that name, tried out; `auto` takes the first that really isolates here."""
    _clear()
    if name == "auto":
        return await _first_that_isolates(toolchain)
    sandbox = _make(name, toolchain)
    if name == "none":
        message = "No sandbox: generated code runs with all the rights of this user."
        listener(Event(kind="warning", data={"message": message}))
        return Whole(sandbox, toolchain)
    reason = await why_not(sandbox)
    if reason:
        message = f"The sandbox {name} does not isolate here: {reason}"
        raise SandboxBroken(message, hint=for_refused(reason))
    return Whole(sandbox, toolchain)


async def probe(name: str, toolchain: Toolchain) -> str:
    """Empty when the sandbox of that name really isolates here, else the reason."""
    return await why_not(_make(name, toolchain))


async def _first_that_isolates(toolchain: Toolchain) -> Sandbox:
    reasons: list[str] = []
    for name in _ISOLATING:
        sandbox = _make(name, toolchain)
        reason = await why_not(sandbox)
        if not reason:
            return Whole(sandbox, toolchain)
        reasons.append(f"{name}: {reason}")
    message = "No sandbox works here. " + " ".join(reasons)
    raise SandboxBroken(message, hint=for_refused(reasons[0]))


def _clear() -> None:
    """Take away what sandboxes of killed processes have left."""
    sweep()
    groups = groups_here()
    if groups:
        groups.sweep()


def _make(name: str, toolchain: Toolchain) -> Sandbox:
    if name not in BACKENDS:
        raise BadInput(
            f"There is no sandbox named '{name}'.",
            hint=f"Use one of: auto, {', '.join(BACKENDS)}.",
        )
    module, _, attribute = BACKENDS[name].partition(":")
    return getattr(importlib.import_module(module), attribute)(toolchain)

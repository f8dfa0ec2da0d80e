"""Choosing a sandbox by name; what is not chosen is not imported."""

import importlib
from collections.abc import Callable

from brickyard.errors import BadInput, SandboxBroken
from brickyard.events import Listener, Warned
from brickyard.sandbox.base import Sandbox
from brickyard.sandbox.cgroup import groups_here
from brickyard.sandbox.checks import why_not
from brickyard.sandbox.hints import for_none, for_refused, install_command
from brickyard.sandbox.own_folder import sweep
from brickyard.sandbox.toolchain import Toolchain
from brickyard.sandbox.wrapped import Whole
from brickyard.values import Value

__all__ = ["BACKENDS", "Tried", "choose", "install_command", "try_all"]

BACKENDS = {
    "bubblewrap": "brickyard.sandbox.bubblewrap:Bubblewrap",
    "sandlock": "brickyard.sandbox.sandlock:Sandlock",
    "none": "brickyard.sandbox.bare:NoSandbox",
}


class Tried(Value):
    """One candidate: `reason` is empty when it really isolates here; `taken` if builds use it."""

    name: str
    label: str
    """Which program it is, where there are several."""
    reason: str
    taken: bool = False


async def choose(name: str, toolchain: Toolchain, *, listener: Listener) -> Sandbox:
    """The first sandbox of that name that really isolates here; `auto` means any that does."""
    _clear()
    reasons: dict[str, str] = {}
    for label, sandbox in candidates(name, toolchain):
        if sandbox.name == "none":
            message = "No sandbox: generated code runs with all the rights of this user."
            listener(Warned(message=message))
            return Whole(sandbox, toolchain)
        reason = await why_not(sandbox)
        if not reason and ":" in sandbox.name:
            message = f"The program of the sandbox is {label.partition(':')[2]}, as it was set."
            listener(Warned(message=message))
        if not reason:
            return Whole(sandbox, toolchain)
        reasons[label] = reason
    said = "; ".join(f"{label}: {reason.splitlines()[-1]}" for label, reason in reasons.items())
    if name == "auto":
        raise SandboxBroken(f"No sandbox works here. {said}", hint=for_none([*reasons.values()]))
    message = f"The sandbox {name} does not isolate here: {said}"
    raise SandboxBroken(message, hint=for_refused(next(iter(reasons.values()))))


async def try_all(name: str, toolchain: Toolchain) -> tuple[Tried, ...]:
    """Every candidate for that name, tried in order, and which one a build would take."""
    tried: list[Tried] = []
    for label, sandbox in candidates(name, toolchain):
        reason = await why_not(sandbox)
        taken = not reason and not any(each.taken for each in tried)
        tried.append(Tried(name=sandbox.name, label=label, reason=reason, taken=taken))
    return tuple(tried)


def candidates(name: str, toolchain: Toolchain) -> list[tuple[str, Sandbox]]:
    """Label and sandbox, best first; `bubblewrap:PATH` is the one program at PATH."""
    kind, _, program = name.partition(":")
    if kind == "auto" and not program:
        return [*_bubblewraps(toolchain), *candidates("sandlock", toolchain)]
    if kind not in BACKENDS or (program and kind != "bubblewrap"):
        raise BadInput(
            f"There is no sandbox named '{name}'.",
            hint=f"Use one of: auto, {', '.join(BACKENDS)}.",
        )
    if kind == "bubblewrap" and not program:
        return _bubblewraps(toolchain) or [(kind, _load(kind)(toolchain))]
    arguments = (program,) if program else ()
    return [(name, _load(kind)(toolchain, *arguments))]


def _bubblewraps(toolchain: Toolchain) -> list[tuple[str, Sandbox]]:
    from brickyard.sandbox.bubblewrap import Bubblewrap, programs

    return [(label, Bubblewrap(toolchain, path)) for path, label in programs().items()]


def _load(name: str) -> Callable[..., Sandbox]:
    module, _, attribute = BACKENDS[name].partition(":")
    return getattr(importlib.import_module(module), attribute)


def _clear() -> None:
    """Take away what sandboxes of killed processes have left."""
    sweep()
    groups = groups_here()
    if groups:
        groups.sweep()

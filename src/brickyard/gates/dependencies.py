"""The dependencies gate: what is imported is declared, there, and what it seems to be."""

import ast
import sys
from collections.abc import Iterator, Mapping, Sequence

from pydantic import TypeAdapter

from brickyard.files import Files
from brickyard.gates.allowed import Allowed
from brickyard.gates.base import (
    GateResult,
    Report,
    error,
    judged,
    parse,
    report,
    sources,
    trusted,
    unjudged,
)
from brickyard.gates.honest.folding import UNKNOWN
from brickyard.gates.honest.origins import resolve
from brickyard.gates.honest.scopes import Scope, walk
from brickyard.recipe.twins import canonical, twin_of, well_known
from brickyard.sandbox.base import Limits, Sandbox
from brickyard.values import Finding, Plan, Severity


class Seen(Report):
    """Whether a module can be imported in the sandbox, and which distributions brought it."""

    found: bool
    by: list[str]


_REPORT = TypeAdapter(dict[str, Seen])
LIMITS = Limits(seconds=60, address_space=False, sound=(0,))
COMMAND = ("python", "-I", "/trusted/find_packages.py")
_NOWHERE = Files({"README.md": ""})

Places = Mapping[str, tuple[str, int]]
"""Module → file and line of its first import."""


async def dependencies(files: Files, plan: Plan, sandbox: Sandbox, allowed: Allowed) -> GateResult:
    code = sources(files)
    if not code:
        return unjudged("dependencies", "there is no source to look at")
    places, unread = _foreign(code, plan.package)
    seen = await _look(sandbox, sorted(places)) if places else {}
    if isinstance(seen, str):
        return unjudged("dependencies", seen)
    found = [*unread, *_twins(allowed), *_wrong(places, seen, allowed), *_unused(seen, allowed)]
    return judged("dependencies", found)


async def _look(sandbox: Sandbox, modules: Sequence[str]) -> dict[str, Seen] | str:
    """What the sandbox, where the recipe's packages are installed, says of these modules."""
    readonly = trusted("find_packages.py")
    outcome = await sandbox.run(_NOWHERE, (*COMMAND, *modules), LIMITS, readonly=readonly)
    read = report(outcome, _REPORT)
    if not isinstance(read, str) and sorted(read) != list(modules):
        return "its report is of other modules"
    return read


def _foreign(code: Files, package: str) -> tuple[Places, list[Finding]]:
    """Modules that are neither Python's nor the package's own; a source left unread is a fault."""
    places: dict[str, tuple[str, int]] = {}
    unread: list[Finding] = []
    for file, text in code.items():
        tree = parse(file, text)
        if isinstance(tree, Finding):
            unread.append(tree)
            continue
        try:
            found = sorted(_imported(tree))
        except RecursionError:
            message = "the source nests too deeply to be read"
            unread.append(error("dependencies.unread", message, file))
            continue
        for line, name in found:
            if name not in sys.stdlib_module_names and name != package:
                places.setdefault(name, (file, line))
    return places, unread


def _imported(tree: ast.Module) -> Iterator[tuple[int, str]]:
    for node, scope in walk(tree):
        match node:
            case ast.Import(names=names, lineno=line):
                yield from ((line, each.name.partition(".")[0]) for each in names)
            case ast.ImportFrom(module=str(module), level=0, lineno=line):
                yield line, module.partition(".")[0]
            case ast.Call(lineno=line):
                yield from ((line, name) for name in _by_call(node, scope))
            case _:
                pass


def _by_call(node: ast.Call, scope: Scope) -> Iterator[str]:
    """The top of what `import_module("a.b")` imports, where it can be read."""
    importers = {"builtins.__import__", "importlib.import_module", "importlib.__import__"}
    if resolve(node.func, scope) & importers:
        for name in resolve(node, scope):
            top = name.partition(".")[0]
            if UNKNOWN not in top and top.isidentifier():
                yield top


def _twins(allowed: Allowed) -> Iterator[Finding]:
    for name in sorted(allowed.distributions - {*allowed.twins}):
        if known := twin_of(name):
            message = f"the package '{name}' is not '{known}', but could be taken for it"
            yield error(
                "dependencies.twin",
                message,
                suggestion=f"Declare '{known}'; or write in design.md "
                f"`<!-- brickyard: allow package-twin: {name}, because … -->`.",
            )


def _wrong(places: Places, seen: Mapping[str, Seen], allowed: Allowed) -> Iterator[Finding]:
    for module, (file, line) in places.items():
        brought = {canonical(each) for each in seen[module].by}
        declared = brought & allowed.distributions
        if seen[module].found and declared:
            continue
        if declared or _offers(allowed, module):
            message = f"'{module}' is declared, but not proven to exist: it cannot be imported"
            suggestion = "Correct the packages of the recipe, or the name of the module."
            yield error("dependencies.missing", message, file, line, suggestion)
        else:
            yield _undeclared(module, brought, file, line)


def _offers(allowed: Allowed, module: str) -> bool:
    """Whether a declared package is, by its name, the one that this module belongs to."""
    name = canonical(module)
    return any(
        name in (each, *map(canonical, well_known().get(each, ())))
        for each in allowed.distributions
    )


def _undeclared(module: str, brought: set[str], file: str, line: int) -> Finding:
    known = twin_of(module)
    message = f"'{module}' is not a package of the recipe"
    message += f"; it looks like '{known}'" if known else ""
    message += f" (it is here with {', '.join(sorted(brought))})" if brought else ""
    suggestion = "Use the standard library; or a person adds the package to components.json."
    return error("dependencies.undeclared", message, file, line, suggestion)


def _unused(seen: Mapping[str, Seen], allowed: Allowed) -> Iterator[Finding]:
    used = {canonical(name) for each in seen.values() for name in each.by}
    for name in sorted(allowed.distributions - used):
        message = f"the package '{name}' is declared, but nothing imports it"
        found = error("dependencies.unused", message, suggestion="Take it out of components.json.")
        yield found.model_copy(update={"severity": Severity.WARNING})

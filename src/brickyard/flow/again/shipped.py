"""What a built project ships around its code: still the command and the packages of the proof."""

import tomllib
from collections.abc import Iterator
from importlib.machinery import BYTECODE_SUFFIXES, EXTENSION_SUFFIXES

from pydantic import BaseModel, Field

from brickyard.flow.again.present import Present
from brickyard.flow.again.proving import Proving
from brickyard.gates.base import GateResult, error, is_python, judged
from brickyard.packaging.project import project_name, start
from brickyard.values import Finding

_PYPROJECT = "pyproject.toml"
_COMPILED = (*BYTECODE_SUFFIXES, *EXTENSION_SUFFIXES, ".so", ".pyd", ".pyo")


def shipped(known: Proving, present: Present) -> GateResult:
    """The gate `shipped`: what is installed is what was proven, and all of its code was read."""
    return judged("shipped", [*_pyproject(known, present), *_unread(present)])


class _Project(BaseModel):
    """What of `[project]` says which code is started, and what is installed beside it."""

    scripts: dict[str, str] = Field(default_factory=dict)
    dependencies: list[str] = Field(default_factory=list)
    dynamic: list[str] = Field(default_factory=list)


def _pyproject(known: Proving, present: Present) -> Iterator[Finding]:
    if _PYPROJECT not in present.files:
        yield error("shipped.project", "it was deleted", _PYPROJECT)
        return
    try:
        content = tomllib.loads(present.files[_PYPROJECT])
        project = _Project.model_validate(content.get("project"))
    except ValueError as problem:
        why = " ".join(str(problem).split())
        yield error("shipped.project", f"its [project] cannot be read: {why}", _PYPROJECT)
        return
    name, plan = project_name(known.recipe), known.plan
    proven = {f"{plan.package}.{plan.entry}", start(known.recipe, plan, present.files)}
    if plan.entry and project.scripts.get(name) not in proven:
        why = f"the command {name} no longer starts what was proven: {plan.package}.{plan.entry}"
        yield error("shipped.command", why, _PYPROJECT)
    wanted = sorted(known.recipe.packages)
    if sorted(project.dependencies) != wanted or "dependencies" in project.dynamic:
        why = f"its dependencies are not those it was proven with: {', '.join(wanted) or 'none'}"
        yield error("shipped.dependencies", why, _PYPROJECT)


def _unread(present: Present) -> Iterator[Finding]:
    """Python prefers a compiled module to the source that was proven."""
    for path in present.changes.added:
        if path.startswith("src/") and path.endswith(_COMPILED):
            yield error("shipped.compiled", "it is compiled code, of which nothing is proven", path)
        elif path in present.no_text and is_python(path):
            yield error("shipped.text", "it is not UTF-8: no gate can read it", path)

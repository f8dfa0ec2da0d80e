"""A built project as it lies there now, beside what BUILD.json says was built and is shipped."""

import tomllib
from collections.abc import Iterable, Iterator
from importlib.machinery import BYTECODE_SUFFIXES, EXTENSION_SUFFIXES
from pathlib import Path

from pydantic import BaseModel, Field

from brickyard.errors import BadInput
from brickyard.files import Files, check_path
from brickyard.flow.again.proving import Proving
from brickyard.gates.base import GateResult, error, is_python, judged
from brickyard.packaging.manifest import NAME, BuildManifest, digest
from brickyard.packaging.project import project_name, start
from brickyard.packaging.write import DIST
from brickyard.values import Finding, Value

_CACHES = frozenset({".hypothesis", ".pytest_cache"})


class Changes(Value):
    """Paths since the build; wheel and sdist may be gone, for many keep them out of their
    repository."""

    edited: tuple[str, ...] = ()
    deleted: tuple[str, ...] = ()
    added: tuple[str, ...] = ()
    """Below `src/` and `tests/`; what else a person keeps in the folder is theirs."""

    def __contains__(self, path: str) -> bool:
        return path in self.edited or path in self.deleted or path in self.added


class Present(Value):
    """The texts that there are: those that were built, and all below `src/`."""

    files: Files
    changes: Changes
    no_text: tuple[str, ...] = ()
    """Below `src/`, added, and not UTF-8: nothing here reads them."""

    made: tuple[str, ...] = ()
    """Below `src/`, and word for word what packaging writes: no requirement speaks of it."""

    @property
    def code(self) -> Files:
        found = (path for path in self.files if path.startswith("src/") and path not in self.made)
        return Files({path: self.files[path] for path in found})


def read_present(project: Path, built: BuildManifest) -> Present:
    texts: dict[str, str] = {}
    edited: list[str] = []
    deleted: list[str] = []
    no_text: list[str] = []
    for path, known in sorted(built.files.items()):
        content = _content(project, path)
        if content is None:
            deleted += [] if path.startswith(DIST) else [path]
            continue
        edited += [path] if digest(content) != known else []
        if not path.startswith(DIST):
            texts[path] = _text(path, content)
    added = [path for path in _below(project, ("src", "tests")) if path not in built.files]
    for path in added:
        if path.startswith("src/") and (content := _content(project, path)) is not None:
            try:
                texts[path] = content.decode()
            except UnicodeDecodeError:
                no_text.append(path)
    changes = Changes(edited=tuple(edited), deleted=tuple(deleted), added=tuple(added))
    return Present(files=Files(texts), changes=changes, no_text=tuple(no_text))


def _below(project: Path, folders: Iterable[str]) -> list[str]:
    """Every file that may be code or a test; not what running them leaves behind."""
    found = (path for folder in folders for path in sorted((project / folder).rglob("*")))
    kept = (path.relative_to(project) for path in found if path.is_symlink() or not path.is_dir())
    return [path.as_posix() for path in kept if not _left_over(path)]


def _left_over(path: Path) -> bool:
    compiled = path.suffix == ".pyc" and path.parent.name == "__pycache__"
    if path.parts[0] == "tests" and _CACHES.intersection(path.parts):
        return True
    return compiled or any(folder.name.endswith(".egg-info") for folder in path.parents)


def _content(project: Path, path: str) -> bytes | None:
    """The bytes of a plain file inside the project; None if it is gone."""
    try:
        check_path(path)
    except ValueError as error:
        raise BadInput(f"{project}: {error}.", hint="Rename the file.") from error
    target = project / path
    for each in (target, *target.parents):
        if each == project:
            break
        if each.is_symlink():
            raise BadInput(
                f"{each} is a symbolic link.", hint="Put the file itself there, then run again."
            )
    try:
        return target.read_bytes()
    except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
        return None
    except OSError as error:
        hint = "Make it readable, then run again."
        raise BadInput(f"{target} cannot be read: {error.strerror}.", hint=hint) from error


def _text(path: str, content: bytes) -> str:
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        raise BadInput(
            f"{path} is not UTF-8 text: {error.reason} at byte {error.start}.",
            hint=f"Save it as UTF-8: {NAME} knows it as text.",
        ) from error


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

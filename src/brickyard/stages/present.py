"""A built project as it lies there now, beside what BUILD.json says was built."""

from collections.abc import Iterable
from pathlib import Path

from brickyard.errors import BadInput
from brickyard.files import Files, check_path
from brickyard.stages.packaging.manifest import NAME, Manifest, digest
from brickyard.values import Value

_LEFT_OVER = ("__pycache__", ".egg-info")
_DIST = "dist/"


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

    @property
    def code(self) -> Files:
        return Files({path: text for path, text in self.files.items() if path.startswith("src/")})


def read_present(project: Path, built: Manifest) -> Present:
    texts: dict[str, str] = {}
    edited: list[str] = []
    deleted: list[str] = []
    for path, known in sorted(built.files.items()):
        content = _content(project, path)
        if content is None:
            deleted += [] if path.startswith(_DIST) else [path]
            continue
        edited += [path] if digest(content) != known else []
        if not path.startswith(_DIST):
            texts[path] = _text(path, content)
    added = [path for path in _below(project, ("src", "tests")) if path not in built.files]
    for path in added:
        if path.startswith("src/") and (content := _content(project, path)) is not None:
            texts[path] = _text(path, content)
    changes = Changes(edited=tuple(edited), deleted=tuple(deleted), added=tuple(added))
    return Present(files=Files(texts), changes=changes)


def _below(project: Path, folders: Iterable[str]) -> list[str]:
    """Every file that may be code or a test; not what running them leaves behind."""
    found = (path for folder in folders for path in sorted((project / folder).rglob("*")))
    kept = (path.relative_to(project).as_posix() for path in found if not path.is_dir())
    return [path for path in kept if not any(part in path for part in _LEFT_OVER)]


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
            hint=f"Save it as UTF-8; {NAME} knows it as text, or it lies below src/.",
        ) from error

"""The final write: only over what is ours, and mended by the next run if it is cut short."""

import json
import os
import re
import tempfile
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from pydantic import TypeAdapter

from brickyard.errors import BadInput
from brickyard.files import check_path
from brickyard.packaging.manifest import NAME, digest

DIST = "dist/"
_SCRAP = re.compile(r"\.(.+)\.\d+\.tmp")
MARKER = ".brickyard-writing.json"
NOTHING: Mapping[str, str] = {}
Keep = Callable[[Mapping[str, bytes | None]], object]
"""Called with what is about to stand where; None for what is removed."""
_OURS = TypeAdapter(dict[str, list[str]])


def edited_code(out: Path) -> dict[str, str]:
    """Path → text of each module of ours that a person has edited; what is gone is not edited."""
    if not out.is_dir() or out.is_symlink() or not any(out.iterdir()):
        return {}
    ours = _ours(out)
    _refuse_links(out, ours)
    found: dict[str, str] = {}
    for path, known in ours.items():
        if path.startswith("src/") and path.endswith(".py") and _differs(out / path, known):
            try:
                found[path] = (out / path).read_bytes().decode()
            except UnicodeDecodeError as error:
                hint = "Save it as UTF-8, or give --force to write over it."
                raise BadInput(f"{out / path} is not UTF-8 text: {error}.", hint=hint) from error
    return found


def check_target(out: Path, *, force: bool = False, but: Mapping[str, str] = NOTHING) -> None:
    """BadInput for a folder that could not be written at the end: said before anything is spent.

    `but`: path → text that a person wrote there and may be written over.
    """
    if out.is_symlink():
        raise BadInput(f"{out} is a symbolic link.", hint="Choose another folder with --out.")
    nearest = next(each for each in (out, *out.absolute().parents) if os.access(each, os.F_OK))
    if not nearest.is_dir():
        raise BadInput(f"{nearest} is not a folder.", hint="Choose another with --out.")
    try:
        with tempfile.TemporaryDirectory(dir=nearest, prefix=".brickyard-"):
            pass
    except OSError as error:
        raise BadInput(
            f"{nearest} cannot be written: {error.strerror}.",
            hint="Choose another folder with --out.",
        ) from error
    if out.is_dir():
        _refuse_edited(out, _ours(out, force=force), force, but)


def write_contents(
    contents: dict[str, bytes],
    out: Path,
    *,
    force: bool = False,
    but: Mapping[str, str] = NOTHING,
    keep: Keep = len,
) -> None:
    """Make `out` hold exactly these of our files; BUILD.json must be among them.

    `keep` is called before anything is changed. With `force` a folder that was not built here is
    written into as well: over these files alone.

    All of it is written beside its place first: what fails then, as on a full disk, leaves the
    folder as it was. Then all takes its place: wheel and sdist last, after the BUILD.json that
    knows them. The marker lists every content that may lie there until the write is complete, so
    that a kill midway leaves nothing that the next run could take for a person's work.
    """
    if out.is_symlink() or (out.exists() and not out.is_dir()):
        raise BadInput(f"{out} is not a plain folder.", hint="Choose another folder with --out.")
    new = not out.exists()
    out.mkdir(parents=True, exist_ok=True)
    ours = _ours(out, force=force)
    wanted = {check_path(path): {digest(content)} for path, content in contents.items()}
    if ours == wanted and not (out / MARKER).exists() and _lies_there(out, wanted):
        return
    for path, known in wanted.items():
        ours.setdefault(path, set()).update(known)
    _refuse_links(out, ours)
    _refuse_edited(out, ours, force, but)
    written = {path: sorted(known) for path, known in sorted(ours.items())}
    known = (out / MARKER).exists()
    gone = sorted(ours.keys() - contents.keys())
    keep(dict.fromkeys(gone) | contents)
    in_the_way = [path for path in gone if any(new.startswith(f"{path}/") for new in contents)]
    moved: list[str] = []
    try:
        _stage(out / MARKER, json.dumps(written).encode()).replace(out / MARKER)
        for path in (each for each in in_the_way if (out / each).exists()):
            (out / path).replace(_scrap(out / path))
            moved.append(path)
        _sweep(out / path for path in contents)
        staged = {path: _stage(out / path, content) for path, content in contents.items()}
    except OSError:
        _undo(out, [*contents, MARKER], folder=new, marker=not known)
        for path in moved:
            _scrap(out / path).replace(out / path)
        raise
    left = [path for path in gone if path not in in_the_way]
    for path in [*left, *(path for path in contents if path.startswith(DIST))]:
        (out / path).unlink(missing_ok=True)
    for path in sorted(contents, key=lambda each: (each.startswith(DIST), each == NAME, each)):
        staged[path].replace(out / path)
    _clear(out, gone)
    (out / MARKER).unlink()


def _stage(target: Path, content: bytes) -> Path:
    """The content under a name of its own, beside where it is to go."""
    target.parent.mkdir(parents=True, exist_ok=True)
    staged = _scrap(target)
    staged.write_bytes(content)
    return staged


def _scrap(target: Path) -> Path:
    """A name of this process beside a file, for what is not yet in its place or no longer."""
    return target.with_name(f".{target.name}.{os.getpid()}.tmp")


def _undo(out: Path, paths: list[str], *, folder: bool, marker: bool) -> None:
    """Take away what was staged, and what had to be made for it."""
    if marker:
        (out / MARKER).unlink(missing_ok=True)
    _clear(out, paths)
    if folder and not any(out.iterdir()):
        out.rmdir()


def _ours(out: Path, *, force: bool = False) -> dict[str, set[str]]:
    """Path → every content of ours that may lie there, by what an earlier write left."""
    leftovers = [path for path in out.iterdir() if _scrap_of(path.name) != MARKER]
    marked, built = out / MARKER, out / NAME
    if leftovers and marked not in leftovers and built not in leftovers and not force:
        raise BadInput(
            f"{out} is not empty and holds no {NAME}: it is not a package that was built here.",
            hint="Choose a new or empty folder with --out, or give --force: only files of the "
            "project are written over, and `brickyard runs restore` brings back what was there.",
        )
    ours: dict[str, set[str]] = {}
    if built.is_file() and not built.is_symlink():
        ours = {path: {known} for path, known in _recorded(built).items()}
        ours[NAME] = {digest(built.read_bytes())}
    if marked.is_file() and not marked.is_symlink():
        for path, known in _read_marker(marked).items():
            ours.setdefault(path, set()).update(known)
    return ours


def _recorded(built: Path) -> dict[str, str]:
    try:
        files = TypeAdapter(dict[str, str]).validate_python(json.loads(built.read_bytes())["files"])
        return {check_path(path): known for path, known in files.items()}
    except (ValueError, KeyError, TypeError) as problem:
        raise _unreadable(built) from problem


def _read_marker(marked: Path) -> dict[str, list[str]]:
    try:
        ours = _OURS.validate_json(marked.read_bytes())
        return {check_path(path): known for path, known in ours.items()}
    except ValueError as problem:
        raise _unreadable(marked) from problem


def _unreadable(path: Path) -> BadInput:
    hint = "Choose another folder, or remove this one if nothing in it is yours."
    return BadInput(f"{path} cannot be read: it does not say which files are ours.", hint=hint)


def _lies_there(out: Path, wanted: dict[str, set[str]]) -> bool:
    """Every file is there already as it is to be, and is no link."""
    _refuse_links(out, wanted)
    return all(
        (out / path).is_file() and digest((out / path).read_bytes()) in known
        for path, known in wanted.items()
    )


def _refuse_links(out: Path, paths: dict[str, set[str]]) -> None:
    for path in sorted({*paths, MARKER}):
        for each in (out / path, *(out / path).parents):
            if each == out:
                break
            if each.is_symlink():
                raise BadInput(f"{each} is a symbolic link.", hint="Remove it, then run again.")


def _refuse_edited(
    out: Path, ours: dict[str, set[str]], force: bool, but: Mapping[str, str] = NOTHING
) -> None:
    edited = [
        path
        for path, known in sorted(ours.items())
        if _differs(out / path, known | {digest(but[path].encode())} if path in but else known)
    ]
    if edited and not force:
        raise BadInput(
            f"{len(edited)} files in {out} are not as they were written: {', '.join(edited)}.",
            hint="Choose another folder with --out, or give --force to overwrite them.",
        )


def _differs(path: Path, known: set[str]) -> bool:
    if path.is_dir():
        raise BadInput(f"{path} is a folder where a file is to be.", hint="Move it away.")
    return path.exists() and digest(path.read_bytes()) not in known


def _clear(out: Path, paths: list[str]) -> None:
    """Remove what a write left half done at these paths, and their folders that hold nothing."""
    _sweep(out / path for path in paths)
    for path in paths:
        for parent in (out / path).parents:
            if parent == out or (parent.is_dir() and any(parent.iterdir())):
                break
            if parent.is_dir():
                parent.rmdir()


def _sweep(targets: Iterable[Path]) -> None:
    """Remove what a killed write left half done beside them; each folder is looked at once."""
    names: dict[Path, set[str]] = {}
    for target in targets:
        names.setdefault(target.parent, set()).add(target.name)
    for folder, known in names.items():
        for each in [*folder.iterdir()] if folder.is_dir() else []:
            if _scrap_of(each.name) in known:
                each.unlink()


def _scrap_of(name: str) -> str:
    """The file beside which one of this name was left; nothing of any other."""
    found = _SCRAP.fullmatch(name)
    return found[1] if found else ""

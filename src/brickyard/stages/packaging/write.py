"""The final write: only over what is ours, and mended by the next run if it is cut short."""

import json
import os
from pathlib import Path

from pydantic import TypeAdapter

from brickyard.errors import BadInput
from brickyard.files import check_path, write_atomically
from brickyard.stages.packaging.manifest import NAME, digest

MARKER = ".brickyard-writing.json"
_OURS = TypeAdapter(dict[str, list[str]])


def check_target(out: Path, *, force: bool = False) -> None:
    """BadInput for a folder that could not be written at the end: said before anything is spent."""
    nearest = next(each for each in (out, *out.absolute().parents) if each.exists())
    if not nearest.is_dir():
        raise BadInput(f"{nearest} is not a folder.", hint="Choose another with --out.")
    if not os.access(nearest, os.W_OK):
        raise BadInput(f"{nearest} cannot be written.", hint="Choose another folder with --out.")
    if out.is_dir():
        _refuse_edited(out, _ours(out), force)


def write_contents(contents: dict[str, bytes], out: Path, *, force: bool = False) -> None:
    """Make `out` hold exactly these of our files; BUILD.json must be among them, and goes last.

    The marker lists every content that may lie there until the write is complete, so that a kill
    midway leaves nothing that the next run could take for a person's work.
    """
    if out.is_symlink() or (out.exists() and not out.is_dir()):
        raise BadInput(f"{out} is not a plain folder.", hint="Choose another folder with --out.")
    out.mkdir(parents=True, exist_ok=True)
    ours = _ours(out)
    wanted = {check_path(path): {digest(content)} for path, content in contents.items()}
    if ours == wanted and not (out / MARKER).exists() and _lies_there(out, wanted):
        return
    for path, known in wanted.items():
        ours.setdefault(path, set()).update(known)
    _refuse_links(out, ours)
    _refuse_edited(out, ours, force)
    written = {path: sorted(known) for path, known in sorted(ours.items())}
    _place(out / MARKER, json.dumps(written).encode())
    for path in sorted(ours.keys() - contents.keys()):
        _remove(out, path)
    for path in sorted(contents, key=lambda each: (each == NAME, each)):
        _place(out / path, contents[path])
    (out / MARKER).unlink()


def _ours(out: Path) -> dict[str, set[str]]:
    """Path → every content of ours that may lie there, by what an earlier write left."""
    leftovers = [path for path in out.iterdir() if not _is_scrap(path.name, MARKER)]
    marked, built = out / MARKER, out / NAME
    if leftovers and marked not in leftovers and built not in leftovers:
        raise BadInput(
            f"{out} is not empty and holds no {NAME}: it is not a package that was built here.",
            hint="Choose a new or empty folder with --out.",
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


def _refuse_edited(out: Path, ours: dict[str, set[str]], force: bool) -> None:
    edited = [path for path, known in sorted(ours.items()) if _differs(out / path, known)]
    if edited and not force:
        raise BadInput(
            f"{len(edited)} files in {out} are not as they were written: {', '.join(edited)}.",
            hint="Choose another folder with --out, or give --force to overwrite them.",
        )


def _differs(path: Path, known: set[str]) -> bool:
    if path.is_dir():
        raise BadInput(f"{path} is a folder where a file is to be.", hint="Move it away.")
    return path.exists() and digest(path.read_bytes()) not in known


def _place(target: Path, content: bytes) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    _sweep(target)
    write_atomically(target, content)


def _remove(out: Path, path: str) -> None:
    target = out / path
    if target.parent.is_dir():
        _sweep(target)
    target.unlink(missing_ok=True)
    for parent in target.parents:
        if parent == out or not parent.is_dir() or any(parent.iterdir()):
            break
        parent.rmdir()


def _sweep(target: Path) -> None:
    """Remove what a killed write left half done beside `target`."""
    for each in target.parent.iterdir():
        if _is_scrap(each.name, target.name):
            each.unlink()


def _is_scrap(name: str, of: str) -> bool:
    middle = name.removeprefix(f".{of}.").removesuffix(".tmp")
    return middle.isdigit() and name == f".{of}.{middle}.tmp"

"""What was written over, kept in the folder of the run that did it, to be put back."""

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from brickyard.errors import BadInput
from brickyard.files import check_path, write_atomically

FOLDER, LIST = "kept", "kept.json"
_FILES = TypeAdapter(dict[str, tuple[str, str]])


@dataclass(frozen=True)
class Kept:
    """One write: `files` are path → digests of what was there and of what took its place.

    An empty digest is of a file that was not there.
    """

    place: Path
    target: Path
    files: Mapping[str, tuple[str, str]]


def keep(run: Path, target: Path, new: Mapping[str, bytes | None]) -> int:
    """Keep what is about to be written over, or removed (None); how many files that is.

    Where nothing is lost nothing is kept. It is on the disk, whole, before the write begins.
    """
    old = {path: _content(target / path) for path in new}
    lost = {path: was for path, was in old.items() if was is not None and was != new[path]}
    if not lost:
        return 0
    place = run / FOLDER / f"{sum(1 for _ in _places(run)):03}"
    place.mkdir(parents=True)
    for was in lost.values():
        write_atomically(place / _digest(was), was)
    files = {
        path: (_digest(old[path]), _digest(new[path])) for path in new if old[path] != new[path]
    }
    told = {"target": str(target.resolve()), "files": files}
    write_atomically(place / LIST, json.dumps(told, indent=1).encode())
    return len(lost)


def kept(run: Path) -> list[Kept]:
    """What a run wrote over and is not put back yet, the last first."""
    found = [_read(place) for place in _places(run) if (place / LIST).is_file()]
    return [*reversed(found)]


def put_back(one: Kept, *, force: bool = False) -> list[str]:
    """The folder as it was; BadInput for what a person changed since, unless `force` says so."""
    edited = [path for path, (_, now) in one.files.items() if _is_other(one.target / path, now)]
    edited = [path for path in edited if _is_other(one.target / path, one.files[path][0])]
    if edited and not force:
        raise BadInput(
            f"{', '.join(edited)} in {one.target} changed since the run wrote it.",
            hint="Move it away, or give --force to put the old content in its place.",
        )
    for path, (was, _) in one.files.items():
        target = one.target / check_path(path)
        if any(each.is_symlink() for each in (target, *target.parents) if each != one.target):
            raise BadInput(f"{target} goes through a symbolic link.", hint="Remove the link first.")
        if was:
            target.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(target, (one.place / was).read_bytes())
        else:
            target.unlink(missing_ok=True)
    (one.place / LIST).rename(one.place / f"put-back-{LIST}")
    return sorted(one.files)


def _read(place: Path) -> Kept:
    try:
        told = json.loads((place / LIST).read_bytes())
        return Kept(place, Path(told["target"]), _FILES.validate_python(told["files"]))
    except (ValueError, KeyError, TypeError, ValidationError) as error:
        raise BadInput(
            f"{place / LIST} cannot be read: {error}",
            hint=f"The old files are beside it, in {place}, each named by its sha256.",
        ) from error


def _places(run: Path) -> Iterator[Path]:
    return iter(sorted((run / FOLDER).iterdir())) if (run / FOLDER).is_dir() else iter(())


def _content(path: Path) -> bytes | None:
    return path.read_bytes() if path.is_file() else None


def _digest(content: bytes | None) -> str:
    return "" if content is None else hashlib.sha256(content).hexdigest()


def _is_other(path: Path, digest: str) -> bool:
    return _digest(_content(path)) != digest

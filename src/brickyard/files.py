"""Files as a value: an immutable mapping of checked relative paths to text, or bytes as text."""

import hashlib
import os
import re
import stat
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from glob import escape
from pathlib import Path
from typing import Any

from pydantic import GetCoreSchemaHandler
from pydantic_core import CoreSchema, core_schema

_FORBIDDEN = re.compile(r"[\x00-\x1f\x7f\\:]")
_PLAIN = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,40}(/[A-Za-z0-9_][A-Za-z0-9_.-]{0,40}){0,5}")
"""Paths as nearly all are: nothing in them has to be looked at twice."""


def check_path(path: str) -> str:
    """Return `path` if it is relative, inside, and plain; raise ValueError that says why not."""
    if _PLAIN.fullmatch(path):
        return path
    if not path:
        raise ValueError("a path is empty")
    if path.startswith(("/", "~")):
        raise ValueError(f"path {path!r} is not relative")
    if _FORBIDDEN.search(path):
        raise ValueError(f"path {path!r} holds a backslash, a colon or a control character")
    if len(path) > 255:
        raise ValueError(f"path {path[:40]!r}… is longer than 255 characters")
    parts = path.split("/")
    if any(part in ("", ".", "..") for part in parts):
        raise ValueError(f"path {path!r} holds an empty part, '.' or '..'")
    if any(part != part.strip() for part in parts):
        raise ValueError(f"path {path!r} has a part that begins or ends with a space")
    return path


def as_text(content: bytes) -> str:
    """Any bytes as text: those that are no UTF-8 stand in it as lone surrogates."""
    return content.decode("utf-8", "surrogateescape")


def as_bytes(text: str) -> bytes:
    """The bytes that `as_text` was given."""
    return text.encode("utf-8", "surrogateescape")


class Files(Mapping[str, str]):
    """Relative path → text, sorted by path. Equal content means equal value and equal digest."""

    __slots__ = ("_digest", "_items")

    def __init__(self, items: Mapping[str, str] | None = None) -> None:
        checked = {check_path(path): text for path, text in (items or {}).items()}
        for path in sorted(_folders(checked).intersection(checked)):
            raise ValueError(f"{path!r} is both a file and a folder")
        self._items = dict(sorted(checked.items()))
        self._digest = ""

    def __getitem__(self, path: str) -> str:
        return self._items[path]

    def __iter__(self) -> Iterator[str]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __or__(self, other: Mapping[str, str]) -> "Files":
        return Files({**self._items, **other})

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Files) and self._items == other._items

    def __hash__(self) -> int:
        return hash(self.digest)

    def __repr__(self) -> str:
        return f"Files({list(self._items)})"

    def under(self, folder: str) -> "Files":
        """These files, moved below `folder`."""
        return Files({f"{folder}/{path}": text for path, text in self._items.items()})

    @property
    def digest(self) -> str:
        """sha256 over paths and contents, each length-prefixed so that nothing runs together."""
        if not self._digest:
            texts = (as_bytes(text) for item in self._items.items() for text in item)
            whole = b"".join(b"%d:%s" % (len(text), text) for text in texts)
            self._digest = hashlib.sha256(whole).hexdigest()
        return self._digest

    def write(self, folder: Path) -> None:
        """Write below `folder`, each file atomically, refusing to go through a symbolic link."""
        folder = folder.resolve()
        for path, text in self._items.items():
            target = folder / path
            for parent in [target, *target.parents]:
                if parent == folder:
                    break
                if parent.is_symlink():
                    raise ValueError(f"{parent} is a symbolic link; not writing through it")
            target.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(target, as_bytes(text))

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        from_mapping = core_schema.no_info_after_validator_function(
            cls, core_schema.dict_schema(core_schema.str_schema(), core_schema.str_schema())
        )
        return core_schema.json_or_python_schema(
            json_schema=from_mapping,
            python_schema=core_schema.union_schema(
                [core_schema.is_instance_schema(cls), from_mapping]
            ),
            serialization=core_schema.plain_serializer_function_ser_schema(dict),
        )


def _folders(paths: Iterable[str]) -> set[str]:
    found: set[str] = set()
    for path in paths:
        parent = path.rpartition("/")[0]
        while parent and parent not in found:
            found.add(parent)
            parent = parent.rpartition("/")[0]
    return found


def write_atomically(target: Path, content: bytes, *, like: os.stat_result | None = None) -> None:
    """A reader, or a kill, sees the old content or the new, never half of either.

    `like` gives the new file its mode and, where that is allowed, its owner.
    """
    _sweep(target)
    temporary = target.with_name(f".{target.name}.{os.getpid()}.tmp")
    temporary.write_bytes(content)
    if like is not None:
        with suppress(PermissionError):
            os.chown(temporary, like.st_uid, like.st_gid)
        temporary.chmod(stat.S_IMODE(like.st_mode))
    temporary.replace(target)


def _sweep(target: Path) -> None:
    """Remove what a write that was killed left beside `target`."""
    for path in target.parent.glob(f".{escape(target.name)}.*.tmp"):
        pid = path.name.removesuffix(".tmp").rpartition(".")[2]
        if path.name == f".{target.name}.{pid}.tmp" and pid.isdecimal() and not _runs(int(pid)):
            path.unlink(missing_ok=True)


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        pass
    return True

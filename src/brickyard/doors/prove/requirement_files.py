"""Requirement files as pip and uv read them, without what only their owner's machine may follow."""

import re
from pathlib import Path

from packaging.requirements import InvalidRequirement, Requirement

from brickyard.errors import BadInput
from brickyard.files import as_text
from brickyard.values import Value

_HASHES = re.compile(r"\s--hash[=\s]\S+")
_COMMENT = re.compile(r"(^|\s)#.*")
_INCLUDES = {"-r": False, "--requirement": False, "-c": True, "--constraint": True}
_ITSELF = re.compile(r"\.(\[[^\]]*\])?")
MOST_FILES = 50


class Listed(Value):
    """Lines that can be installed, and those that only bind; hashes are still there."""

    requirements: tuple[str, ...] = ()
    constraints: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def plain(self) -> tuple[str, ...]:
        return tuple(_HASHES.sub("", line).strip() for line in self.requirements)

    @property
    def hashed(self) -> bool:
        return any("--hash" in line for line in self.requirements)


def read_requirement_file(path: Path, root: Path) -> Listed:
    """What the file asks for, with all that it includes from below `root`."""
    reader = _Reader(root.resolve())
    reader.read(path, is_bound=False)
    return Listed(
        requirements=tuple(reader.lines[False]),
        constraints=tuple(reader.lines[True]),
        notes=tuple(dict.fromkeys(reader.notes)),
    )


def requirement(line: str, where: str) -> str:
    """One plain requirement; nothing if it is not for this machine. An address is refused."""
    text = _HASHES.sub("", f" {line}").strip()
    try:
        found = Requirement(text)
    except InvalidRequirement:
        raise BadInput(
            f"{where} asks for {text[:80]!r}, which is no plain requirement such as 'rich>=14'.",
            hint="Packages are installed by name, as wheels. Make a wheel of it, put it in a "
            "folder that UV_FIND_LINKS names, and ask for it by name.",
        ) from None
    if found.marker and not _may_hold(found):
        return ""
    if found.url:
        raise BadInput(
            f"{where} asks for {found.name} by an address, which is not fetched.",
            hint=f"Make a wheel of {found.name}, put it in a folder that UV_FIND_LINKS names, and "
            "ask for it by name and version.",
        )
    return line.strip()


def _may_hold(found: Requirement) -> bool:
    """The Python may still be another; the machine is this one."""
    text = str(found.marker)
    return "python" in text or "extra" in text or (found.marker is None or found.marker.evaluate())


class _Reader:
    def __init__(self, root: Path) -> None:
        self.root = root
        self.lines: dict[bool, list[str]] = {False: [], True: []}
        self.notes: list[str] = []
        self.seen: set[tuple[Path, bool]] = set()

    def read(self, path: Path, *, is_bound: bool) -> None:
        end = path.resolve()
        if (end, is_bound) in self.seen:
            return
        self.seen.add((end, is_bound))
        if not end.is_relative_to(self.root) or not end.is_file() or len(self.seen) > MOST_FILES:
            raise BadInput(
                f"{path} is included by a requirement file, and there is no such file in "
                f"{self.root}.",
                hint="Only files below the project's folder are read.",
            )
        text = as_text(end.read_bytes()).replace("\\\r\n", " ").replace("\\\n", " ")
        for line in filter(None, (_COMMENT.sub("", each).strip() for each in text.splitlines())):
            self.take(line, path, is_bound)

    def take(self, line: str, path: Path, is_bound: bool) -> None:
        if _ITSELF.fullmatch(line):
            return
        if not line.startswith("-"):
            taken = requirement(line, path.name)
            self.lines[is_bound] += [taken] if taken else []
            return
        option, value = _option(line)
        if option in _INCLUDES:
            self.read(path.parent / value, is_bound=is_bound or _INCLUDES[option])
        elif option in ("-e", "--editable"):
            if not _ITSELF.fullmatch(value):
                requirement(value, path.name)
        elif option != "--require-hashes":
            self.notes.append(
                f"{option} in {path.name} is not followed: your own index settings are."
            )


def _option(line: str) -> tuple[str, str]:
    """`-r x`, `-rx`, `--requirement x` and `--requirement=x` alike."""
    if not line.startswith("--"):
        return line[:2], line[2:].strip(" =")
    option, _, value = re.sub(r"\s+|=", " ", line, count=1).partition(" ")
    return option, value.strip()

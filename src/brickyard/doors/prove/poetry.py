"""Dependencies as [tool.poetry] writes them, in the words that everybody else uses."""

import re
from collections.abc import Iterator
from typing import Any, cast

from packaging.specifiers import InvalidSpecifier, SpecifierSet

from brickyard.errors import BadInput

_NUMBERS = re.compile(r"(\d+(?:\.\d+)*)(.*)")
_ADDRESSES = ("git", "url", "path", "file", "hg", "svn")
PYTHON = "python"


def poetry_requirements(table: dict[str, Any], where: str) -> list[str]:
    """Of `[tool.poetry.dependencies]`; what is optional is an extra's, and is left out."""
    return [
        line
        for name, told in table.items()
        if name != PYTHON
        for each in (cast("list[Any]", told) if isinstance(told, list) else [told])
        if (line := _requirement(name, each, where))
    ]


def poetry_python(table: dict[str, Any], where: str) -> str:
    told = table.get(PYTHON)
    return _specifier(told, PYTHON, where) if isinstance(told, str) else ""


def _requirement(name: str, told: object, where: str) -> str:
    about = cast("dict[str, Any]", told) if isinstance(told, dict) else {"version": told}
    version = about.get("version", "*")
    if any(kind in about for kind in _ADDRESSES) or not isinstance(version, str):
        raise BadInput(
            f"{where} asks for {name} by an address, which is not fetched.",
            hint=f"Make a wheel of {name}, put it in a folder that UV_FIND_LINKS names, and ask "
            "for it by version.",
        )
    if about.get("optional") is True:
        return ""
    extras = ",".join(str(each) for each in cast("list[object]", about.get("extras") or []))
    named = f"{name}[{extras}]" if extras else name
    markers = " and ".join(f"({each})" for each in _markers(about, where))
    return f"{named}{_specifier(version, name, where)}" + (f" ; {markers}" if markers else "")


def _markers(about: dict[str, Any], where: str) -> Iterator[str]:
    if isinstance(about.get("markers"), str):
        yield about["markers"]
    if isinstance(about.get("python"), str):
        for one in SpecifierSet(_specifier(about["python"], PYTHON, where)):
            yield f"python_full_version {one.operator} '{one.version}'"


def _specifier(text: str, name: str, where: str) -> str:
    """`^1.2`, `~1.2`, `1.2.*`, `1.2` and what is a specifier already, joined by commas."""
    parts = [part.strip() for part in text.split(",")]
    joined = ",".join(filter(None, map(_one, parts)))
    try:
        return str(SpecifierSet(joined))
    except InvalidSpecifier:
        raise BadInput(
            f"{where} asks for {name} {text!r}, which cannot be read.",
            hint="Write it as a version specifier such as '>=1.2,<2'.",
        ) from None


def _one(part: str) -> str:
    if part in ("", "*"):
        return ""
    sign, rest = part[0], part[1:].strip()
    if sign in "^~" and not rest.startswith("="):
        return f">={rest},<{_above(rest, is_caret=sign == '^')}"
    return f"=={part}" if part[0].isdigit() else part


def _above(version: str, *, is_caret: bool) -> str:
    """The first version that is no longer meant."""
    found = _NUMBERS.fullmatch(version)
    numbers = [int(each) for each in found[1].split(".")] if found else [0]
    at = min(1, len(numbers) - 1)
    if is_caret:
        at = next((at for at, each in enumerate(numbers) if each), len(numbers) - 1)
    return ".".join(map(str, [*numbers[:at], numbers[at] + 1]))

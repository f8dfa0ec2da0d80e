"""What `metadata` of components.json tells a package: licence, authors, Python, links.

Whatever else it holds is the owner's own: kept and not looked at, unless it is one of these
misspelt.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from difflib import get_close_matches
from platform import python_version
from typing import Any, cast

from packaging.licenses import InvalidLicenseExpression, canonicalize_license_expression
from packaging.specifiers import InvalidSpecifier, SpecifierSet
from pydantic import Field

from brickyard.recipe.rules import finding
from brickyard.values import Finding, Value

PYTHON = ">=3.11"
"""What generated code is written for."""

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
_AUTHOR = re.compile(r"(?P<name>[^<>@\n]*?)\s*(?:<(?P<email>[^<>@\s]+@[^<>@\s]+)>)?")
_SPELLINGS = {"licence": "license", "author": "authors", "description": "summary"}
"""Other words for the same."""


class Author(Value):
    """Who wrote it; one of both is there."""

    name: str = ""
    email: str = ""


class Metadata(Value):
    """What a package says of itself; `license` is an SPDX expression."""

    summary: str = ""
    license: str = ""
    authors: tuple[Author, ...] = ()
    python: str = PYTHON
    keywords: tuple[str, ...] = ()
    urls: dict[str, str] = Field(default_factory=dict)


def metadata(given: Mapping[str, Any]) -> Metadata:
    """What can be used of it; `metadata_findings` tells what cannot."""
    fields = {_SPELLINGS.get(name, name): value for name, value in given.items()}
    taken = {name: fields[name] for name in _FIELDS if name in fields and _accepts(name, fields)}
    links = {**cast("dict[str, str]", taken.get("urls", {}))}
    links |= {name.title(): taken[name] for name in ("homepage", "repository") if name in taken}
    return Metadata(
        summary=" ".join(taken.get("summary", "").split()),
        license=canonicalize_license_expression(taken["license"]) if "license" in taken else "",
        authors=tuple(_author(one) for one in _listed(taken.get("authors", []))),
        python=taken.get("python", PYTHON),
        keywords=tuple(taken.get("keywords", ())),
        urls=dict(sorted(links.items())),
    )


def metadata_findings(
    given: Mapping[str, Any], file: str, line_of: Callable[[str], int]
) -> Iterator[Finding]:
    """What of it has the wrong shape, and what is one of our fields misspelt."""
    for name, value in given.items():
        field = _SPELLINGS.get(name, name)
        if field in _FIELDS and not _accepts(field, {field: value}):
            wanted, example, _ = _FIELDS[field]
            got = json.dumps(value, ensure_ascii=False)
            got = got if len(got) <= 60 else f"{got[:57]}…"
            values = {"field": f"metadata.{name}", "got": got, "wanted": wanted, "example": example}
            yield finding("field-wrong", file, line_of(name), **values)
        elif field not in _FIELDS:
            near = get_close_matches(name.lower(), [*_FIELDS, *_SPELLINGS], 1, 0.8)
            for known in near:
                yield finding("metadata-unused", file, line_of(name), field=name, near=known)


def _accepts(name: str, fields: Mapping[str, Any]) -> bool:
    return _FIELDS[name][2](fields[name])


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip()) and not _CONTROL.search(value)


def _is_license(value: object) -> bool:
    try:
        return isinstance(value, str) and bool(canonicalize_license_expression(value))
    except InvalidLicenseExpression:
        return False


def _listed(value: object) -> list[Any]:
    return cast("list[Any]", value) if isinstance(value, list) else [value]


def _are_authors(value: object) -> bool:
    return all(_is_author(one) for one in _listed(value)) and bool(_listed(value))


def _is_author(value: object) -> bool:
    if isinstance(value, dict):
        parts = cast("dict[str, object]", value)
        if (
            not parts
            or not {"name", "email"}.issuperset(parts)
            or not all(map(_is_text, parts.values()))
        ):
            return False
        value = f"{parts.get('name', '')} <{parts['email']}>" if "email" in parts else parts["name"]
    return isinstance(value, str) and bool(value.strip()) and bool(_AUTHOR.fullmatch(value.strip()))


def _author(value: Any) -> Author:
    if isinstance(value, str):
        found = _AUTHOR.fullmatch(value.strip())
        return Author.model_validate(found.groupdict("") if found else {})
    return Author.model_validate(value)


def _is_python(value: object) -> bool:
    try:
        return isinstance(value, str) and SpecifierSet(value).contains(python_version())
    except InvalidSpecifier:
        return False


def _are_keywords(value: object) -> bool:
    return isinstance(value, list) and all(
        _is_text(one) and "," not in str(one) for one in cast("list[object]", value)
    )


def _is_url(value: object) -> bool:
    return isinstance(value, str) and bool(re.fullmatch(r"https?://[!-~]+", value))


def _are_urls(value: object) -> bool:
    links = cast("dict[str, object]", value) if isinstance(value, dict) else {"": value}
    return all(_is_url(link) and _is_text(name) and len(name) <= 32 for name, link in links.items())


_FIELDS: dict[str, tuple[str, str, Callable[[object], bool]]] = {
    "summary": ("a text", '"Counts words."', _is_text),
    "license": ("a licence by its SPDX name", '"MIT" or "Apache-2.0"', _is_license),
    "authors": (
        "a list of names, with addresses or without",
        '["Jane Doe <jane@example.org>"]',
        _are_authors,
    ),
    "python": (
        "versions of Python as pip takes them, that of this machine among them",
        '">=3.11"',
        _is_python,
    ),
    "keywords": ("a list of words without commas", '["csv", "money"]', _are_keywords),
    "urls": ("an object of names and addresses", '{"Docs": "https://example.org"}', _are_urls),
    "homepage": ("an address", '"https://example.org"', _is_url),
    "repository": ("an address", '"https://example.org/code"', _is_url),
}
"""Field → what it wants in words, an example, and whether a value is that."""

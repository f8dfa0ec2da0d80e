"""What each field of `components.json` may hold."""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import cast

from brickyard.recipe.rules import finding, nearest
from brickyard.values import Finding, RecipeType

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[-_.][A-Za-z0-9]+)*")
_VERSION = re.compile(
    r"v?\d+(?:\.\d+){0,3}(?:(?:a|b|rc)\d+)?(?:\.post\d+)?(?:\.dev\d+)?"
    r"(?:-[0-9A-Za-z]+(?:[.-][0-9A-Za-z]+)*)?(?:\+[0-9A-Za-z]+(?:[.-][0-9A-Za-z]+)*)?"
)
_PACKAGE = re.compile(
    r"[A-Za-z0-9](?:[\w.-]*[A-Za-z0-9])?\s*(?:\[[\w., -]*\])?\s*"
    r"(?:(?:[<>=!~]=|[<>]|===)\s*[\w.*+!-]+\s*(?:,\s*(?:[<>=!~]=|[<>]|===)\s*[\w.*+!-]+\s*)*)?(?:;.*)?"
)


@dataclass(frozen=True, slots=True)
class Field:
    """What a field wants, in words, with an example, and whether a value is that."""

    wanted: str
    example: str
    accepts: Callable[[object], bool]
    needed: bool = False


def is_name(value: object) -> bool:
    return isinstance(value, str) and len(value) <= 80 and bool(_NAME.fullmatch(value))


def _is_version(value: object) -> bool:
    return isinstance(value, str) and bool(_VERSION.fullmatch(value))


def _is_package(value: object) -> bool:
    return isinstance(value, str) and bool(_PACKAGE.fullmatch(value.strip()))


def _list_of(accepts: Callable[[object], bool]) -> Callable[[object], bool]:
    return lambda value: isinstance(value, list) and all(map(accepts, cast("list[object]", value)))


FIELDS = {
    "name": Field(
        "a name of letters, digits and single - _ . that begins with a letter",
        '"my-tool"',
        is_name,
        needed=True,
    ),
    "version": Field("a version", '"0.1.0"', _is_version, needed=True),
    "type": Field("one of the types", '"tool"', lambda value: isinstance(value, str), needed=True),
    "dependencies": Field("a list of names of recipes", '["my-library"]', _list_of(is_name)),
    "packages": Field(
        "a list of Python packages as pip takes them, without addresses",
        '["httpx>=0.27"]',
        _list_of(_is_package),
    ),
    "metadata": Field("an object", '{"owner": "Jane Doe"}', lambda value: isinstance(value, dict)),
}


def check_field(name: str, value: object, file: str, line: int) -> list[Finding]:
    """What is wrong with this field, if anything."""
    field = FIELDS[name]
    if not field.accepts(value):
        got = json.dumps(value, ensure_ascii=False)
        got = got if len(got) <= 60 else f"{got[:57]}…"
        values = {"field": name, "got": got, "wanted": field.wanted, "example": field.example}
        return [finding("field-wrong", file, line, **values)]
    types = [known.value for known in RecipeType]
    if name == "type" and value not in types:
        near = nearest(str(value), types)
        return [finding("type-unknown", file, line, type=value, near=near, known=", ".join(types))]
    return []

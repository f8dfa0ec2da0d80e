"""`components.json`: name, version, type, dependencies, packages, metadata."""

import json
import re
from typing import Any, cast

from pydantic import Field

from brickyard.recipe.fields import FIELDS, check_field
from brickyard.recipe.metadata import metadata_findings
from brickyard.recipe.rules import finding, nearest
from brickyard.values import Finding, RecipeType, Value

_DEEPEST = 50


class Manifest(Value):
    """What `components.json` says."""

    name: str
    version: str
    type: RecipeType
    dependencies: tuple[str, ...] = ()
    packages: tuple[str, ...] = ()
    metadata: dict[str, Any] = Field(default_factory=dict)


class _Twice(Exception):
    def __init__(self, field: str) -> None:
        super().__init__(field)
        self.field = field


def manifest(text: str, file: str) -> tuple[Manifest | None, list[Finding]]:
    """Read `components.json`; None if anything in it is wrong."""
    text = text.removeprefix("\ufeff")
    data, found = _load(text, file)
    if found:
        return None, found
    if not isinstance(data, dict):
        values = {"field": "components.json", "got": f"a {_json_type(data)}"}
        example = '{"name": "my-tool", "version": "0.1.0", "type": "tool"}'
        values |= {"wanted": "an object", "example": example}
        return None, [finding("field-wrong", file, 1, **values)]
    fields = cast("dict[str, object]", data)
    found = _field_findings(fields, text, file)
    if not isinstance(fields.get("metadata", {}), dict):
        return None, found
    told = cast("dict[str, Any]", fields.get("metadata", {}))
    found += metadata_findings(told, file, lambda name: line_of(text, name))
    wrong = any(each.blocks for each in found)
    return (None if wrong else Manifest.model_validate(fields)), found


def _load(text: str, file: str) -> tuple[object, list[Finding]]:
    try:
        data = json.loads(text, object_pairs_hook=_once, parse_constant=_no_constant)
        json.dumps(data, ensure_ascii=False).encode()
        if _depth(data) > _DEEPEST:
            raise RecursionError
    except _Twice as twice:
        line = line_of(text, twice.field, last=True)
        return None, [finding("field-twice", file, line, field=twice.field)]
    except json.JSONDecodeError as error:
        return None, [_malformed(file, error.msg, error.lineno, error.colno)]
    except UnicodeEncodeError:
        return None, [_malformed(file, "an escape \\ud800 to \\udfff that is half a character")]
    except RecursionError:
        return None, [_malformed(file, f"nested deeper than {_DEEPEST} levels")]
    except ValueError as error:
        return None, [_malformed(file, str(error))]
    return data, []


def _malformed(file: str, what: str, line: int = 1, column: int = 1) -> Finding:
    return finding("json-malformed", file, line, what=what, line=line, column=column)


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        names = [name for name, _ in pairs]
        raise _Twice(next(name for name in names if names.count(name) > 1))
    return fields


def _no_constant(name: str) -> object:
    raise ValueError(f"{name} is not JSON")


def _depth(data: object) -> int:
    depth, level = 0, [data]
    while level:
        depth += 1
        level = [
            child
            for item in level
            for child in (
                cast("dict[str, object]", item).values()
                if isinstance(item, dict)
                else cast("list[object]", item)
                if isinstance(item, list)
                else ()
            )
        ]
    return depth


def _json_type(value: object) -> str:
    names = {"list": "list", "str": "text", "int": "number", "float": "number", "NoneType": "null"}
    return names.get(type(value).__name__, "true or false")


def _field_findings(fields: dict[str, object], text: str, file: str) -> list[Finding]:
    found: list[Finding] = []
    known = ", ".join(FIELDS)
    for name in (name for name in fields if name not in FIELDS):
        near = nearest(name, list(FIELDS))
        line = line_of(text, name)
        found.append(finding("field-unknown", file, line, field=name, near=near, known=known))
    for name, field in FIELDS.items():
        if name in fields:
            found += check_field(name, fields[name], file, line_of(text, name))
        elif field.needed:
            found.append(finding("field-missing", file, 1, field=name, example=field.example))
    return found


def line_of(text: str, field: str, *, last: bool = False) -> int:
    """The line of `"field":`; 1 if it is written with escapes."""
    places = [match.start() for match in re.finditer(rf'"{re.escape(field)}"\s*:', text)]
    return text.count("\n", 0, places[-1 if last else 0]) + 1 if places else 1

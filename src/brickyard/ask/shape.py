"""The shape of a JSON answer, in a compact notation that people and small models read at once."""

import types
from collections.abc import Mapping
from enum import Enum
from functools import lru_cache
from typing import Annotated, Any, Literal, Union, cast, get_args, get_origin

import annotated_types
from pydantic import BaseModel
from pydantic.fields import FieldInfo

_WORDS: dict[Any, str] = {
    str: "string",
    int: "integer",
    float: "number",
    bool: "true | false",
    type(None): "null",
    dict: "{...}",
    Any: "any JSON value",
}


@lru_cache(maxsize=256)
def describe(model: type[BaseModel], names: tuple[str, ...], indent: int = 0) -> str:
    """These fields of `model`, as an object: name, type, and what its description says."""
    return _object(model, names, indent, ())


def _object(
    model: type[BaseModel], names: tuple[str, ...], indent: int, above: tuple[type, ...]
) -> str:
    if model in above:
        return f"{{ the same fields as {model.__name__} above }}"
    pad = "  " * (indent + 1)
    lines: list[str] = []
    for name in names:
        field = model.model_fields[name]
        said = "; ".join(filter(None, ["" if field.is_required() else "optional", *_notes(field)]))
        shape = _shape(field.annotation, indent + 1, (*above, model))
        first, _, more = f'{pad}"{name}": {shape}{"," if name != names[-1] else ""}'.partition("\n")
        lines += [f"{first}  // {said}" if said else first, *([more] if more else [])]
    return "{\n" + "\n".join(lines) + "\n" + "  " * indent + "}"


def _shape(annotation: Any, indent: int, above: tuple[type, ...]) -> str:
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return _shape(arguments[0], indent, above)
    if origin in (Union, types.UnionType):
        return " | ".join(_shape(item, indent, above) for item in arguments)
    if origin is Literal:
        return " | ".join(map(_word, arguments))
    if origin is not None:
        return _container(origin, arguments, indent, above)
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        names = tuple(name for name, field in annotation.model_fields.items() if not field.exclude)
        return _object(annotation, names, indent, above)
    if isinstance(annotation, type) and issubclass(annotation, Enum):
        return " | ".join(_word(item.value) for item in annotation)
    return _WORDS.get(cast("Any", annotation)) or getattr(
        cast("Any", annotation), "__name__", "any JSON value"
    )


def _container(
    origin: Any, arguments: tuple[Any, ...], indent: int, above: tuple[type, ...]
) -> str:
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return f"{{string: {_shape(arguments[1], indent, above)}}}"
    if origin is tuple and Ellipsis not in arguments:
        return "[" + ", ".join(_shape(item, indent, above) for item in arguments) + "]"
    return f"[{_shape(arguments[0], indent, above)}, ...]"


def _word(value: Any) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value)


def _notes(field: FieldInfo) -> list[str]:
    """The description, then the limits that validation will hold the answer to."""
    limits = {
        annotated_types.Ge: "at least {.ge}",
        annotated_types.Gt: "more than {.gt}",
        annotated_types.Le: "at most {.le}",
        annotated_types.Lt: "less than {.lt}",
        annotated_types.MinLen: "length at least {.min_length}",
        annotated_types.MaxLen: "length at most {.max_length}",
    }
    notes = [field.description or ""]
    notes += [limits[type(mark)].format(mark) for mark in field.metadata if type(mark) in limits]
    patterns = [getattr(mark, "pattern", None) for mark in field.metadata]
    return notes + [f"matches {pattern}" for pattern in patterns if pattern]

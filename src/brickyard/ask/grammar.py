"""The answer format as a GBNF grammar, so that even a small model answers in form.

It is a little narrower than what is accepted, to keep a small model from losing its way: fields
come in the order in which they are declared, paths are plain, numbers and lists are of bearable
length, and no line of content begins like a marker.
"""

import json
import types
from collections.abc import Mapping
from enum import Enum
from functools import lru_cache
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import annotated_types
from pydantic import BaseModel
from pydantic.fields import FieldInfo

from brickyard.ask.grammar_cases import FILE as CASES
from brickyard.ask.grammar_cases import cases_rules
from brickyard.ask.microtask import RawText, layout

JSON_RULES = r"""
ws ::= (" " | "\n" " "{0,128})?
comma ::= ws "," ws
string ::= "\"" ([^"\\\x00-\x1f] | "\\" (["\\/bfnrt] | "u" code-unit))* "\""
code-unit ::= ([0-9a-ce-fA-CE-F] hex | [dD] [0-7]) hex hex
hex ::= [0-9a-fA-F]
integer ::= "-"? ("0" | [1-9] [0-9]{0,60})
number ::= integer ("." [0-9]{1,20})? ([eE] [-+]? [0-9]{1,3})?
bool ::= "true" | "false"
value ::= string | number | bool | "null" | array | object
array ::= "[" ws (value (comma value)* ws)? "]"
object ::= "{" ws (pair (comma pair)* ws)? "}"
pair ::= string ":" ws value
"""

MANY = 64
"""Items of a list, at most: a small model that repeats itself comes to an end."""

_PLAIN: dict[Any, str] = {
    str: "string",
    int: "integer",
    float: "number",
    bool: "bool",
    type(None): '"null"',
    dict: "object",
    list: "array",
}


class JsonRules:
    """Rules by their names; each list, map and model that is met gets one."""

    def __init__(self) -> None:
        self.rules: dict[str, str] = {}
        self._models: dict[type[BaseModel], str] = {}
        self._lists: dict[str, str] = {}

    def object(self, model: type[BaseModel], names: tuple[str, ...]) -> str:
        """The name of the rule of an object with these fields, in this order.

        Those with a default may be left out. `NAME-0` is the first field, `NAME-after-0` what may
        follow it, each after a comma.
        """
        if model in self._models:
            return self._models[model]
        name = self._models[model] = f"{model.__name__.lower()}-{len(self._models)}"
        fields = [model.model_fields[key] for key in names]
        for number, (key, field) in enumerate(zip(names, fields, strict=True)):
            self.rules[f"{name}-{number}"] = f'{_quoted(key)} ":" ws {self._field(field)}'
            if number:
                self.rules[f"{name}-after-{number - 1}"] = _following(name, number, fields)
        self.rules[name] = f'"{{" ws {_starting(name, fields)} "}}"'
        return name

    def _field(self, field: FieldInfo) -> str:
        least, most = 0, MANY
        for mark in field.metadata:
            if isinstance(mark, annotated_types.MaxLen):
                most = min(most, mark.max_length)
            elif isinstance(mark, annotated_types.MinLen):
                least = mark.min_length
        item = _item(field.annotation)
        return self._type(field.annotation) if item is None else self._list(item, least, most)

    def _type(self, annotation: Any) -> str:
        origin, arguments = get_origin(annotation), get_args(annotation)
        if origin is Annotated:
            return self._type(arguments[0])
        if origin in (Union, types.UnionType):
            return f"({' | '.join(map(self._type, arguments))})"
        if origin is Literal:
            return _choice(arguments)
        if origin is not None:
            return self._container(annotation, origin, arguments)
        if isinstance(annotation, type) and issubclass(annotation, BaseModel):
            shown = [key for key, field in annotation.model_fields.items() if not field.exclude]
            return self.object(annotation, tuple(shown))
        if isinstance(annotation, type) and issubclass(annotation, Enum):
            return _choice(tuple(item.value for item in annotation))
        return _PLAIN.get(annotation, "value")

    def _container(self, annotation: Any, origin: Any, arguments: tuple[Any, ...]) -> str:
        if isinstance(origin, type) and issubclass(origin, Mapping):
            return self._many("{", f'string ":" ws {self._type(arguments[1])}', "}")
        item = _item(annotation)
        if item is not None:
            return self._list(item)
        return f'"[" ws {" comma ".join(map(self._type, arguments))} ws "]"'

    def _list(self, item: Any, least: int = 0, most: int = MANY) -> str:
        return self._many("[", self._type(item), "]", least, most)

    def _many(self, start: str, item: str, end: str, least: int = 0, most: int = MANY) -> str:
        more = f" (comma {item}){{{max(least - 1, 0)},{most - 1}}}" if most > 1 else ""
        optional = "" if least else "?"
        body = f'"{start}" ws ({item}{more} ws){optional} "{end}"' if most else f'"{start}{end}"'
        if body not in self._lists:
            self._lists[body] = f"many-{len(self._lists)}"
            self.rules[self._lists[body]] = body
        return self._lists[body]


def _following(name: str, number: int, fields: list[FieldInfo]) -> str:
    """This field, unless it is left out, and what may follow it."""
    member = f"comma {name}-{number}"
    rest = f" {name}-after-{number}" if number + 1 < len(fields) else ""
    return f"{member}{rest}" if fields[number].is_required() else f"({member})?{rest}"


def _starting(name: str, fields: list[FieldInfo]) -> str:
    """One alternative for each field that may be the first."""
    starts: list[str] = []
    for number, field in enumerate(fields):
        rest = f" {name}-after-{number}" if number + 1 < len(fields) else ""
        starts.append(f"{name}-{number}{rest}")
        if field.is_required():
            return f"({' | '.join(starts)}) ws"
    return f"(({' | '.join(starts)}) ws)?" if starts else '""'


def _item(annotation: Any) -> Any:
    """What a list of any length is a list of; None for all that is no such list."""
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin in (list, set, frozenset) or (origin is tuple and Ellipsis in arguments):
        return arguments[0]
    return None


def _choice(values: tuple[object, ...]) -> str:
    return f"({' | '.join(map(_quoted, values))})"


def _quoted(value: object) -> str:
    """A GBNF literal of the JSON of a value."""
    return json.dumps(json.dumps(value, ensure_ascii=False), ensure_ascii=False)


_MARKER = "@@MARKER"

_CONTENT = r"""
line ::= ([^@\n] rest | at)? "\n"
at ::= "@" ([^@\n] rest)? | "@@" ([^0-9a-f\n] rest)?
rest ::= [^\n]*
source ::= ([ \t\r]* "\n")* ([ \t\r]* ([^`@ \t\r\n] rest | at) "\n" line*)?
path ::= part ("/" part){0,7}
part ::= "."? [A-Za-z0-9_] [A-Za-z0-9_.-]{0,60}
"""
"""A source does not begin with a code fence."""


def grammar(output: type[BaseModel], marker: str) -> str:
    """What an answer of this type looks like between lines with this marker."""
    return _grammar(output).replace(_MARKER, marker)


@lru_cache(maxsize=256)
def _grammar(output: type[BaseModel]) -> str:
    fields = layout(output)
    made = JsonRules()
    blocks: list[str] = []
    if fields.json:
        blocks.append(f'{_marked("JSON")} {made.object(output, fields.json)} "\\n" json-end')
    for name, raw in fields.texts.items():
        content = _content(raw, output.model_fields[name].is_required())
        blocks.append(f"{_marked(f'TEXT {name}')} {content} end")
    for name in fields.files:
        least = 1 if output.model_fields[name].is_required() else 0
        blocks.append(f"(file-{name.replace('_', '-')}){{{least},64}}")
        made.rules[f"file-{name.replace('_', '-')}"] = (
            f'{_marked(f"FILE {name} ", "")} path "\\n" line* end'
        )
    rules = {
        "root": f"{' '.join(blocks)} {_marked('DONE', '')}",
        "json-end": _marked("END"),
        "end": f'{_marked("END", "")} " NO NEWLINE"? "\\n"',
        **made.rules,
    }
    listed = "".join(f"{name} ::= {body}\n" for name, body in rules.items())
    cases = cases_rules() if any(raw.cases for raw in fields.texts.values()) else ""
    return listed + _CONTENT.lstrip() + JSON_RULES.lstrip() + cases


def _content(raw: RawText, required: bool) -> str:
    if raw.cases:
        return CASES if required else f"{CASES}?"
    return "source" if raw.python else "line*"


def _marked(words: str, end: str = "\n") -> str:
    return json.dumps(f"{_MARKER} {words}{end}")

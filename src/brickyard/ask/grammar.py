"""The answer format as a GBNF grammar, so that even a small model answers in form.

It is a little narrower than what is accepted, to keep a small model from losing its way: fields
come in the order in which they are declared, paths are plain, numbers and lists are of bearable
length, and no line of content begins like a marker.
"""

import json
from functools import lru_cache

from pydantic import BaseModel

from brickyard.ask.grammar_cases import FILE as CASES
from brickyard.ask.grammar_cases import cases_rules
from brickyard.ask.grammar_json import JSON_RULES, JsonRules
from brickyard.ask.microtask import RawText, layout

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

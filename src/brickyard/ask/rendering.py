"""A question as text: what it shares with others, instructions, inputs, answer format.

It is the input of every key. What is shared stands first, in the same words in every question of a
run, so that providers' prompt caches take it. That needs one marker for all of them: a short hash
of what they share, hashed again only for a question that holds it.

A block is a header line, raw content, and an end line; each of those lines starts with the marker:

    @@1f3a9c FILE field path      or TEXT field, or JSON
    content, as it is
    @@1f3a9c END                  or END NO NEWLINE, if the content's last line has no line break
    @@1f3a9c DONE                 closes an answer; without it the answer is truncated
"""

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import Any, cast

from pydantic import BaseModel
from pydantic.fields import FieldInfo
from pydantic_core import to_jsonable_python

from brickyard.ask.microtask import In, Layout, Microtask, Out, layout, layouts
from brickyard.ask.shape import describe

SYSTEM = (
    "You answer one precise question about software. A program reads your answer, so it must "
    "follow the answer format at the end of the question exactly: the blocks it asks for, nothing "
    "before them, nothing between them and nothing after them."
)

_CLOSING = re.compile(r"^(@@[0-9a-f]{6}) DONE$", re.MULTILINE)


@dataclass(frozen=True)
class Question:
    """`shared` is the length of the beginning of `text` that other questions have too."""

    system: str
    text: str
    marker: str
    shared: int


@dataclass(frozen=True)
class TextBlock:
    header: str
    content: str

    def render(self, marker: str) -> str:
        if not self.content or self.content.endswith("\n"):
            return f"{marker} {self.header}\n{self.content}{marker} END\n"
        return f"{marker} {self.header}\n{self.content}\n{marker} END NO NEWLINE\n"


def render(task: Microtask[In, Out], value: In) -> Question:
    """The same task and value give the same text, on every machine and in every process."""
    orders, own = layouts(task.input)
    shared = [_blocks(value, each) for each in orders]
    inputs = _blocks(value, own)
    example = _blocks(task.example, layout(task.output)) if task.example is not None else []
    blocks = [block for group in (*shared, inputs, example) for block in group]
    marker = fresh_marker(
        _texts(shared[0]) if shared else [],
        [task.notation, task.instructions, _template(task.output, ""), *_texts(blocks)],
    )
    shown = [
        _render(group, marker) + _absent(value, fields)
        for fields, group in zip(orders, shared, strict=True)
    ]
    beginning = _joined([_SHARED, "".join(shown)]) + "\n" if shared else ""
    notation = ["# How it is written", task.notation.strip()] if task.notation else []
    parts = [
        *notation,
        "# The question",
        task.instructions.strip(),
        "# Input",
        _render(inputs, marker) + _absent(value, own),
        "# Answer format",
        _RULES.format(marker=marker),
        _template(task.output, marker),
    ]
    if example:
        parts += [
            "# Example of an answer to another question",
            _render(example, marker) + _done(marker),
        ]
    return Question(SYSTEM, beginning + _joined(parts), marker, len(beginning))


def render_answer(task: Microtask[In, Out], marker: str, answer: Out) -> str:
    """`answer` in the answer format, for fakes and examples; ValueError if the marker is in it."""
    blocks = _blocks(answer, layout(type(answer)))
    if any(re.search(rf"^{marker}", block.content, re.MULTILINE) for block in blocks):
        raise ValueError(f"a line of the answer to '{task.name}' starts with the marker {marker}")
    return _render(blocks, marker) + _done(marker)


def marker_of(text: str) -> str:
    """The marker that a question's text uses, read from its closing line."""
    found = _CLOSING.findall(text)
    if not found:
        raise ValueError("the text holds no question: no line with a marker and DONE")
    return found[-1]


_SHARED = """\
# The software

Every question about this software begins with its recipe and, once they are planned, with the
interfaces of its bricks, which are its modules. The question itself comes after them. There `ids`
names the requirements that it is about, and `bricks` the bricks whose names its answer may use; the
rest shows what surrounds them."""

_RULES = """\
Answer with the blocks below and with nothing else: no text before, between or after them, and no
code fences. Copy the lines that start with {marker} exactly; what stands between them is yours.
Content is raw: write it as it is, line by line, nothing escaped (JSON is strict JSON, without
comments). If the last line of a file or text must not end with a line break, close its block with
`{marker} END NO NEWLINE`. Close every block with its END line, and after the last block write the
line `{marker} DONE`: without it the answer is not complete."""


def _done(marker: str) -> str:
    return f"{marker} DONE"


def _joined(parts: list[str]) -> str:
    return "\n\n".join(part.rstrip("\n") for part in parts) + "\n"


def _render(blocks: list[TextBlock], marker: str) -> str:
    return "".join(block.render(marker) for block in blocks)


def _blocks(value: BaseModel, fields: Layout) -> list[TextBlock]:
    """JSON first, then texts, then files; fields in the order in which they are declared."""
    blocks: list[TextBlock] = []
    if fields.json:
        data = {name: plain(getattr(value, name)) for name in fields.json}
        blocks.append(
            TextBlock(
                "JSON", json.dumps(data, ensure_ascii=False, indent=2, allow_nan=False) + "\n"
            )
        )
    blocks += [TextBlock(f"TEXT {name}", getattr(value, name)) for name in fields.texts]
    for name in fields.files:
        blocks += [
            TextBlock(f"FILE {name} {path}", text) for path, text in getattr(value, name).items()
        ]
    return blocks


def _absent(value: BaseModel, fields: Layout) -> str:
    empty = [name for name in fields.files if not getattr(value, name)]
    return "".join(f"There are no files in `{name}`.\n" for name in empty)


def plain(value: Any) -> Any:
    """JSON-ready and stable: sets are sorted; nested values leave out what is at its default."""
    if isinstance(value, BaseModel):
        items = ((name, getattr(value, name), usual) for name, usual in _defaults(type(value)))
        return {name: plain(item) for name, item, usual in items if item != usual}
    if isinstance(value, Enum):
        return plain(value.value)
    if isinstance(value, Mapping):
        items = cast("Mapping[Any, Any]", value).items()
        return {to_jsonable_python(key): plain(item) for key, item in items}
    if isinstance(value, set | frozenset):
        return sorted(map(plain, cast("set[Any]", value)), key=lambda item: json.dumps(item))
    if isinstance(value, list | tuple):
        return [plain(item) for item in cast("list[Any]", value)]
    return to_jsonable_python(value)


@lru_cache(maxsize=256)
def _defaults(kind: type[BaseModel]) -> tuple[tuple[str, object], ...]:
    """The fields that are told, each with its default; what is required is like no value."""
    return tuple(
        (name, object() if field.is_required() else _default(field))
        for name, field in kind.model_fields.items()
        if not field.exclude
    )


def _default(field: FieldInfo) -> object:
    return field.get_default(call_default_factory=True, validated_data={})


def _template(output: type[BaseModel], marker: str) -> str:
    """The answer's blocks with a description in place of each content."""
    fields = layout(output)
    parts: list[str] = []
    if fields.json:
        parts.append(f"{marker} JSON\n{describe(output, fields.json)}\n{marker} END")
    for name in fields.texts:
        said = output.model_fields[name].description or "the text, raw"
        parts.append(f"{marker} TEXT {name}\n<{said}>\n{marker} END")
    for name in fields.files:
        said = output.model_fields[name].description
        parts.append(
            f"For each file of `{name}`{f' ({said})' if said else ''}:\n"
            f"{marker} FILE {name} relative/path\n<the whole file, raw>\n{marker} END"
        )
    return "\n".join([*parts, _done(marker)])


def frame(output: type[BaseModel], marker: str) -> str:
    """Only the marker lines of an answer, for someone who got them wrong."""
    fields = layout(output)
    heads = ["JSON"] if fields.json else []
    heads += [f"TEXT {name}" for name in fields.texts]
    heads += [f"FILE {name} relative/path" for name in fields.files]
    lines = [line for head in heads for line in (f"{marker} {head}", f"{marker} END")]
    return "\n".join([*lines, _done(marker)])


def _texts(blocks: list[TextBlock]) -> list[str]:
    return [text for block in blocks for text in (block.header, block.content)]


def fresh_marker(shared: list[str], parts: list[str]) -> str:
    """A short hash of what is `shared`, hashed again until it occurs in none of the `parts`.

    Questions that share the same have the same one, unless some of their own parts hold it.
    """
    digest = hashlib.sha256("\0".join(shared).encode()).hexdigest()
    while any(f"@@{digest[:6]}" in part for part in parts):
        digest = hashlib.sha256(digest.encode()).hexdigest()
    return f"@@{digest[:6]}"

"""One typed question to a model, with one typed answer; and how its fields travel."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Generic, TypeVar

from pydantic import BaseModel

from brickyard.files import Files

In = TypeVar("In", bound=BaseModel)
Out = TypeVar("Out", bound=BaseModel)


@dataclass(frozen=True)
class RawText:
    """Marks a `str` field that travels as a raw block instead of a JSON string."""

    python: bool = False


Raw = RawText()
"""`Annotated[str, Raw]`: any text."""

Source = RawText(python=True)
"""`Annotated[str, Source]`: one Python file; an answer in a code fence is refused."""


@dataclass(frozen=True)
class Microtask(Generic[In, Out]):
    """`example` is a good answer to some other question; it is shown in the answer format.

    `work` is the kind of work, by which a run may have different models; no prompt shows it.
    """

    name: str
    instructions: str
    input: type[In]
    output: type[Out]
    example: Out | None = None
    work: str = "code"


@dataclass(frozen=True)
class Layout:
    """Which fields of a model travel as files, which as raw text, which as JSON."""

    files: tuple[str, ...]
    texts: dict[str, RawText]
    json: tuple[str, ...]


@lru_cache(maxsize=256)
def layout(model: type[BaseModel]) -> Layout:
    files: list[str] = []
    texts: dict[str, RawText] = {}
    rest: list[str] = []
    for name, field in model.model_fields.items():
        raw = [mark for mark in field.metadata if isinstance(mark, RawText)]
        if field.annotation is Files:
            files.append(name)
        elif field.annotation is str and raw:
            texts[name] = raw[0]
        elif not field.exclude:
            rest.append(name)
    return Layout(tuple(files), texts, tuple(rest))

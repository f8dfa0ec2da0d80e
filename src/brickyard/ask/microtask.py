"""One typed question to a model, with one typed answer; and how its fields travel."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Generic, TypeVar

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from brickyard.events import Role
from brickyard.files import Files
from brickyard.models.tokens import Sum
from brickyard.values import Plan, Recipe

In = TypeVar("In", bound=BaseModel)
Out = TypeVar("Out", bound=BaseModel)


@dataclass(frozen=True)
class RawText:
    """Marks a `str` field that travels as a raw block instead of a JSON string."""

    python: bool = False
    cases: bool = False


Raw = RawText()
"""`Annotated[str, Raw]`: any text."""

Source = RawText(python=True)
"""`Annotated[str, Source]`: one Python file; an answer in a code fence is refused."""

CasesText = RawText(python=True, cases=True)
"""`Annotated[str, CasesText]`: a file of cases; a model that takes a grammar writes no other."""


@dataclass(frozen=True)
class Shared:
    """Marks an input that many questions of a run show in the same words.

    Those stand first, in this order, so that a provider's prompt cache takes them. What has the
    lowest order stands in every one of these questions.
    """

    order: int


@dataclass(frozen=True)
class Microtask(Generic[In, Out]):
    """`example` is a good answer to some other question; it is shown in the answer format.

    All that stands below it is told of the question elsewhere, and no prompt shows it. `work` is
    the kind of work, by which a run may have different models; `called` is how its name for people
    begins: `code of`, `cases for`.
    """

    name: str
    instructions: str
    input: type[In]
    output: type[Out]
    example: Out | None = None
    work: str = "code"
    called: str = ""
    notation: str = ""
    """How something is written that several microtasks ask for; it stands before the question, so
    that they share more than the recipe and the plan."""
    keeps_files: bool = False
    """Sent back, it is answered by the files that change: the others stay as they were."""
    length: Callable[[Any], float] | None = None
    """How long its answers usually are (`ask.lengths`); where it says nothing, as the example."""
    leads_on: bool = False
    """Another question depends on its answer: an analysis goes on with the example."""
    stage: str = ""
    """Under which an estimate counts it, where that is not called as its kind of work."""
    usual: Callable[[Recipe, Plan], Sum] | None = None
    """What of it a build usually asks once there is code: an analysis does not get there."""

    @property
    def counted(self) -> str:
        """The stage under which an estimate counts it."""
        return self.stage or self.work

    @property
    def role(self) -> Role:
        """Who answers it, where several do."""
        if self.work == "judge" or self.stage == "hold-outs":
            return "reader"
        return "cases" if self.work == "tests" else "author"

    def title(self, about: str) -> str:
        """What people call this question when it is about this."""
        if not about:
            return self.called.rpartition(" ")[0] or self.name
        return f"{self.called or f'{self.name} for'} {about}"


@dataclass(frozen=True)
class Layout:
    """Which fields travel as files, which as raw text, which as JSON."""

    files: tuple[str, ...]
    texts: dict[str, RawText]
    json: tuple[str, ...]


@lru_cache(maxsize=256)
def layout(model: type[BaseModel]) -> Layout:
    """How all fields of a model travel."""
    return _layout(model.model_fields)


@lru_cache(maxsize=256)
def layouts(model: type[BaseModel]) -> tuple[tuple[Layout, ...], Layout]:
    """How the shared inputs travel, order by order; and how a question's own do."""
    groups: dict[int | None, dict[str, FieldInfo]] = {}
    for name, field in model.model_fields.items():
        order = next((mark.order for mark in field.metadata if isinstance(mark, Shared)), None)
        groups.setdefault(order, {})[name] = field
    own = groups.pop(None, {})
    shared = sorted((order, fields) for order, fields in groups.items() if order is not None)
    return tuple(_layout(fields) for _, fields in shared), _layout(own)


def _layout(fields: Mapping[str, FieldInfo]) -> Layout:
    files: list[str] = []
    texts: dict[str, RawText] = {}
    rest: list[str] = []
    for name, field in fields.items():
        raw = [mark for mark in field.metadata if isinstance(mark, RawText)]
        if field.annotation is Files:
            files.append(name)
        elif field.annotation is str and raw:
            texts[name] = raw[0]
        elif not field.exclude:
            rest.append(name)
    return Layout(tuple(files), texts, tuple(rest))

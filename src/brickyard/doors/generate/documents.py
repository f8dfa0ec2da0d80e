"""A module's contract or implementation spec, as it was read: front matter, and its sections."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import takewhile
from pathlib import Path
from typing import Any, cast

from markdown_it import MarkdownIt

from brickyard.errors import BadInput, did_you_mean
from brickyard.recipe.front_matter import FrontMatter, FrontMatterError, front_matter
from brickyard.values import Finding, Severity, Value

CONTRACT = ("contract",)
SPEC = ("impl_spec", "spec")
FIELDS = (
    *("module", "artifact", "version", "depends_on", "contract_ref", "type", "packages"),
    *("conformance_criteria", "output_files", "test_plan", "targets", "status", "level"),
)
_BEGINNING = "---\nmodule: {name}\nartifact: {artifact}\nversion: 0.1.0\ndepends_on: []\n---"
_HEADING = re.compile(r"(#{1,6})\s+(.*?)\s*#*$")


class Section(Value):
    """A heading, and what stands below it up to the next heading."""

    title: str
    depth: int
    line: int
    lines: tuple[str, ...]

    @property
    def text(self) -> str:
        return "\n".join(self.lines).strip("\n")


class Document(Value):
    """One of the two, with all that is wrong in its front matter."""

    path: str
    front: FrontMatter
    sections: tuple[Section, ...]
    """The first is what stands above all headings."""
    findings: tuple[Finding, ...] = ()

    @property
    def module(self) -> str:
        return self.text("module")

    @property
    def version(self) -> str:
        return self.text("version")

    def text(self, name: str) -> str:
        value = self.front.fields.get(name, "")
        return value if isinstance(value, str) else ""

    def listed(self, name: str) -> list[object]:
        """The items of a list; one text alone is a list of one."""
        value: object = self.front.fields.get(name) or []
        return cast("list[object]", value) if isinstance(value, list) else [value]

    def finding(self, message: str, line: int, fix: str = "") -> Finding:
        return Finding(
            rule="document",
            severity=Severity.ERROR,
            message=message,
            file=self.path,
            line=line,
            suggestion=fix,
        )

    def every(self, titles: re.Pattern[str]) -> Iterator[Section]:
        """All sections of such a title, and those below them."""
        depth = 0
        for section in self.sections:
            if not depth or section.depth <= depth:
                depth = section.depth if titles.search(section.title) else 0
            if depth:
                yield section

    def below(self, titles: re.Pattern[str]) -> tuple[Section, ...]:
        """The first section of such a title, and those below it."""
        first, *more = [*self.every(titles)] or [None]
        if first is None:
            return ()
        rest = takewhile(lambda one: one is not None and one.depth > first.depth, more)
        return (first, *(one for one in rest if one))


def read_document(path: Path, artifacts: tuple[str, ...]) -> Document:
    """BadInput where it cannot be read at all; what else is wrong is among its findings."""
    what = "contract" if artifacts is CONTRACT else "implementation spec"
    begins = _BEGINNING.format(name="my_module", artifact=artifacts[0])
    try:
        text = path.read_bytes().decode()
        front = front_matter(text)
    except OSError as error:
        raise BadInput(
            f"The {what} {path} cannot be read: {error.strerror}.",
            hint="Give the contract first, then the spec: brickyard generate CONTRACT SPEC.",
        ) from error
    except UnicodeDecodeError as error:
        raise BadInput(f"{path} is not UTF-8 at byte {error.start}.", hint="Save it so.") from error
    except FrontMatterError as error:
        raise BadInput(
            f"{path}:{error.line}: {error.message}.", hint=f"A {what} begins so:\n{begins}"
        ) from error
    found = Document(path=str(path), front=front, sections=tuple(_sections(front)))
    return found.model_copy(update={"findings": tuple(_wrong(found, artifacts))})


def _wrong(found: Document, artifacts: tuple[str, ...]) -> Iterator[Finding]:
    for name in ("module", "artifact", "version"):
        if not found.text(name) and not (name == "version" and artifacts is SPEC):
            yield found.finding(f"`{name}` is missing in the front matter", 1, f"Add `{name}: …`.")
    given = found.text("artifact")
    if given and given not in artifacts:
        other = "Is it the other document? " if given in (*CONTRACT, *SPEC) else ""
        fix = f"{other}The contract comes first, then the spec."
        message = f"artifact is '{given}', and this has to be '{artifacts[0]}'"
        yield found.finding(message, found.front.line("artifact"), fix)
    for name in found.front.fields:
        if name not in FIELDS and (near := did_you_mean(name, FIELDS)):
            message = f"there is no field '{name}'.{near}"
            yield found.finding(message, found.front.line(name))


def _sections(front: FrontMatter) -> Iterator[Section]:
    """Headings as Markdown has them: a `#` in a code block is none."""
    lines = front.body.split("\n")
    heads = [
        token.map[0]
        for token in _markdown().parse(front.body)
        if token.type == "heading_open" and token.level == 0 and token.map
    ]
    starts = [-1, *(at for at in heads if _HEADING.match(lines[at]))]
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        head = _HEADING.match(lines[start]) if start >= 0 else None
        yield Section(
            title=head[2] if head else "",
            depth=len(head[1]) if head else 0,
            line=front.begins + max(start, 0),
            lines=tuple(lines[start + 1 : end]),
        )


@cache
def _markdown() -> MarkdownIt:
    return MarkdownIt("commonmark")


def as_names(values: list[object]) -> list[tuple[str, str]]:
    """Modules that a document stands on, each with the path of its contract, if that is given."""
    found: list[tuple[str, str]] = []
    for value in values:
        if isinstance(value, dict):
            named = cast("dict[str, Any]", value)
            found.append((str(named.get("module", "")), str(named.get("contract", ""))))
        else:
            found.append((str(value), ""))
    return found

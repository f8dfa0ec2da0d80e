"""The three texts of a recipe, read without a disk; no text makes this raise."""

import re
from collections.abc import Iterable, Iterator
from pathlib import PurePath

from pydantic import Field

from brickyard.recipe.assemble import requirement_findings, requirements
from brickyard.recipe.design import components
from brickyard.recipe.examples import EXAMPLES, as_context, example_findings
from brickyard.recipe.given import GIVEN, brick_of, given_findings
from brickyard.recipe.manifest import Manifest, line_of, manifest
from brickyard.recipe.markdown import Block, Document, Shape, document
from brickyard.recipe.permissions import TWIN
from brickyard.recipe.prose import separate
from brickyard.recipe.requirements import drafts
from brickyard.recipe.rules import finding
from brickyard.recipe.sentence import Style
from brickyard.recipe.silences import Placed, apply, silences
from brickyard.recipe.twins import distribution, twin_of
from brickyard.recipe.words import ITEM_WITH_LEVEL, counts_from_zero, families
from brickyard.values import Component, Finding, Recipe, Requirement, SilencedRule, Value

REQUIREMENTS, DESIGN, COMPONENTS = FILES = ("requirements.md", "design.md", "components.json")
HOLDS = {
    REQUIREMENTS: "what the software has to do, for example `- R1 (MUST): the tool prints …`",
    DESIGN: "how it is to be built: its components and what each does",
    COMPONENTS: '{"name": "my-tool", "version": "0.1.0", "type": "tool"}',
}
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_FENCES = ("```", "~~~")
_CLOSE = {"code block": "```", "comment": "-->"}


class Parsed(Value):
    """What could be read of one recipe, and what is wrong with it."""

    folder: str = ""
    manifest: Manifest | None = None
    requirements: tuple[Requirement, ...] = ()
    components: tuple[Component, ...] = ()
    design: str = ""
    context: str = ""
    examples: str = ""
    """`examples.py`, which a person owns; `context` has it too."""
    given: dict[str, str] = Field(default_factory=dict)
    """Brick → code that the recipe brings along."""
    silences: tuple[Placed, ...] = ()
    findings: tuple[Finding, ...] = ()
    """Everything wrong with how the recipe is written, silenced or not."""
    files: dict[str, str] = Field(default_factory=dict)
    """Of another tool's spec: what stands for a file of a recipe."""
    designs: dict[str, str] = Field(default_factory=dict)
    """Of another tool's spec: the texts that the design is made of, by their files."""

    @property
    def blocking(self) -> tuple[Finding, ...]:
        """The errors that no silence covers."""
        stay, _ = apply(self.findings, self.silences)
        return tuple(found for found in stay if found.blocks)

    @property
    def recipe(self) -> Recipe | None:
        """The recipe; None if anything in it is an error."""
        if self.manifest is None or self.blocking:
            return None
        return Recipe(
            **self.manifest.model_dump(),
            requirements=self.requirements,
            components=self.components,
            design=self.design,
            context=self.context,
            examples=self.examples,
            given=self.given,
            silences=tuple(
                SilencedRule(rule=s.rule, reason=s.reason, file=s.file, line=s.line)
                for s in self.silences
            ),
        )

    def path(self, file: str) -> str:
        """How findings name a file of this recipe."""
        return self.files.get(file) or place(self.folder, file)

    def place_of(self, requirement: Requirement) -> str:
        """How findings name the file that a requirement stands in."""
        return requirement.file or self.path(REQUIREMENTS)


def place(folder: str, file: str) -> str:
    return str(PurePath(folder) / file)


def parse(requirements: str, design: str, components: str, *, folder: str = "") -> Parsed:
    """Read a recipe from its three texts; `folder` only names the files in findings."""
    texts = {REQUIREMENTS: requirements, DESIGN: design, COMPONENTS: components}
    return parse_some(texts, folder=folder)


def parse_some(
    texts: dict[str, str], *, folder: str = "", findings: tuple[Finding, ...] = ()
) -> Parsed:
    """Like `parse`, with those of the three files that could be read, and examples if there are."""
    found = list(findings)
    full = {
        file: text.encode("utf-8", "replace").decode()
        for file, text in texts.items()
        if text.strip("\ufeff \t\r\n")
    }
    found += [
        finding("file-empty", place(folder, file), 1, holds=HOLDS[file])
        for file in texts
        if file not in full and file in HOLDS
    ]
    parsed = Parsed(folder=folder, findings=tuple(found))
    for file, read in _READERS.items():
        if file in full:
            parsed = read(parsed, full[file])
    given = {brick: text for file, text in full.items() if (brick := brick_of(file))}
    return with_found(parsed, [*given_findings(given, parsed.path(GIVEN))], given=given)


def _requirements(parsed: Parsed, text: str) -> Parsed:
    file = parsed.path(REQUIREMENTS)
    parsed, parts = markdown(parsed, text, file)
    prose = "\n".join(block.text for block in parts if block.shape is not Shape.CODE)
    drafted = drafts(parts, Style(families(prose), counts_from_zero(prose)))
    made = requirements(drafted)
    context = "\n\n".join(drafted.notes).replace("\n\n- ", "\n- ")
    found = [*requirement_findings(drafted, made, file), *not_read(text, parts, made, file)]
    return with_found(parsed, found, requirements=made, context=context)


def not_read(
    text: str, parts: list[Block], made: tuple[Requirement, ...], file: str
) -> Iterator[Finding]:
    """Lines that look like a requirement, in HTML or by their indent in code: never silently."""
    known = {item.id.casefold() for one in made for item in (one, *one.clauses)}
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    text = _COMMENT.sub(lambda comment: "\n" * comment[0].count("\n"), text)
    lines = text.split("\n")
    fenced = {
        line
        for block in parts
        if block.shape is Shape.CODE and lines[block.line - 1].lstrip(" >-*+").startswith(_FENCES)
        for line in range(block.line, block.end + 1)
    }
    for number, line in enumerate(lines, 1):
        item = ITEM_WITH_LEVEL.match(line.lstrip(" \t>"))
        if item and number not in fenced and item["id"].casefold() not in known:
            yield finding("not-read", file, number, requirement=item["id"], id=item["id"])


def _design(parsed: Parsed, text: str) -> Parsed:
    file = parsed.path(DESIGN)
    parsed, parts = markdown(parsed, text, file)
    named = components(parts)
    found = [] if named else [finding("no-components", file, 1)]
    return with_found(parsed, found, components=named, design=text)


def _components(parsed: Parsed, text: str) -> Parsed:
    file = parsed.path(COMPONENTS)
    read, found = manifest(text, file)
    for package in map(distribution, read.packages if read else ()):
        if known := twin_of(package):
            line = line_of(text, "packages")
            found.append(finding(TWIN, file, line, name=package, known=known))
    return with_found(parsed, found, manifest=read)


def _examples(parsed: Parsed, text: str) -> Parsed:
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    kind = parsed.manifest.type if parsed.manifest else None
    found = [*example_findings(text, parsed.requirements, kind, parsed.path(EXAMPLES))]
    context = "\n\n".join(filter(None, (parsed.context, as_context(text))))
    return with_found(parsed, found, examples=text, context=context)


_READERS = {
    REQUIREMENTS: _requirements,
    DESIGN: _design,
    COMPONENTS: _components,
    EXAMPLES: _examples,
}


def markdown(parsed: Parsed, text: str, file: str) -> tuple[Parsed, list[Block]]:
    """The blocks of one file; its silences, and what it leaves open, are added to what is known."""
    read = document(text)
    parts = list(separate(read.blocks))
    placed, found = silences(read, parts, file)
    found += _unclosed(read, file)
    return with_found(parsed, found, silences=(*parsed.silences, *placed)), parts


def _unclosed(read: Document, file: str) -> list[Finding]:
    return [
        finding("unclosed-block", file, line, what=what, close=_CLOSE[what])
        for line, what in read.unclosed
    ]


def with_found(parsed: Parsed, found: Iterable[Finding], **values: object) -> Parsed:
    return parsed.model_copy(update={"findings": (*parsed.findings, *found), **values})

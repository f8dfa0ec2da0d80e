"""A spec of another tool as a recipe: read where it lies, never changed."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from brickyard.recipe import ids
from brickyard.recipe.assemble import requirement_findings, requirements
from brickyard.recipe.design import components
from brickyard.recipe.draft import Draft, Drafts
from brickyard.recipe.foreign import kiro, openspec, spec_kit
from brickyard.recipe.foreign.found import Found
from brickyard.recipe.foreign.places import Spec, Tool
from brickyard.recipe.manifest import Manifest, manifest
from brickyard.recipe.markdown import Block, Shape
from brickyard.recipe.parsing import (
    COMPONENTS,
    DESIGN,
    REQUIREMENTS,
    Parsed,
    markdown,
    not_read,
    with_found,
)
from brickyard.recipe.requirements import drafts
from brickyard.recipe.rules import finding
from brickyard.recipe.sentence import Style, plain
from brickyard.recipe.texts import text_of
from brickyard.recipe.words import counts_from_zero, families
from brickyard.values import Finding, Kind, Level, RecipeType, Requirement, Severity, listed

VERSION = "0.1.0"
_MARK = re.compile(r"\[?\**NEEDS? CLARIFICATION\b(?::\s*(?P<what>[^\]]*))?", re.IGNORECASE)
_CODE = re.compile(r"`[^`]*`")
_TYPE_LINE = re.compile(r"^\W*(?:project )?type\W*:\W*(?P<type>.*)$", re.IGNORECASE | re.MULTILINE)
_TYPES = {
    RecipeType.TOOL: re.compile(r"\bcli\b|\bcommand[ -]line\b|\bterminal\b|\bcommand\b"),
    RecipeType.LIBRARY: re.compile(r"\blibrary\b|\blib\b|\bpython (?:module|package)\b|\bsdk\b"),
    RecipeType.SERVICE: re.compile(r"\bweb\b|\b(?:http|rest|web)[ -]?(?:service|server|api)\b"),
}
_DEPENDENCIES = re.compile(r"^\W*primary dependencies\W*:\W*(?P<what>.*)$", re.I | re.M)
_NONE = re.compile(r"(?:none|n/?a|no\b|only the standard|standard library|python std|stdlib)", re.I)


@dataclass(slots=True)
class _File:
    """One file that was read, and the requirements in it."""

    file: str
    text: str
    blocks: list[Block]
    found: Found


def load_spec(spec: Spec) -> Parsed:
    """What can be read of it; whatever is wrong is among the findings."""
    names = {REQUIREMENTS: str(spec.texts[0]) if spec.texts else str(spec.folder)}
    names |= {DESIGN: str(spec.designs[-1]), COMPONENTS: str(spec.seat / COMPONENTS)}
    parsed = Parsed(folder=str(spec.folder), files=names)
    parsed, files = _OPENED[spec.tool](parsed, spec)
    parsed = _wanted(parsed, files)
    parsed = _designed(parsed, spec)
    return _described(parsed, spec)


# ---------------------------------------------------------------- what it has to do


def _texts(parsed: Parsed, paths: Iterable[Path]) -> tuple[Parsed, list[_File]]:
    found: list[Finding] = []
    files: list[_File] = []
    for path in paths:
        text = text_of(path, str(path), "what the software has to do")
        if isinstance(text, Finding):
            found.append(text)
            continue
        parsed, blocks = markdown(parsed, text, str(path))
        files.append(_File(str(path), text, blocks, Found()))
    return parsed.model_copy(update={"findings": (*parsed.findings, *found)}), files


def _spec_kit(parsed: Parsed, spec: Spec) -> tuple[Parsed, list[_File]]:
    parsed, files = _texts(parsed, spec.texts)
    for each in files:
        each.found = spec_kit.read(each.blocks)
    return parsed, files


def _kiro(parsed: Parsed, spec: Spec) -> tuple[Parsed, list[_File]]:
    parsed, files = _texts(parsed, spec.texts)
    for each in files:
        each.found = kiro.read(each.blocks)
    return parsed, files


def _openspec(parsed: Parsed, spec: Spec) -> tuple[Parsed, list[_File]]:
    parsed, files = _texts(parsed, spec.texts)
    root = _common(spec.texts)
    known = {one.file: one for one in files}
    read = {
        _area(Path(one.file), root): openspec.read(
            one.blocks, one.file, _area(Path(one.file), root)
        )
        for one in files
    }
    if spec.change:
        folder = spec.change / "specs"
        parsed, deltas = _texts(parsed, sorted(folder.rglob("spec.md")))
        known |= {one.file: one for one in deltas}
        for one in deltas:
            area = _area(Path(one.file), folder)
            delta = openspec.read(one.blocks, one.file, area, change=True)
            read[area] = openspec.applied(read.get(area), delta)
        if not deltas:
            parsed = with_found(parsed, [_no_change(spec.change)])
    taken, found = ids.Taken(()), list[Finding]()
    for text in read.values():
        named = {name: taken.free(_slug(name)) for name in text.items}
        found += text.findings
        told = openspec.drafts(text, named)
        known[text.file].found.rest += told.rest
        for draft, item in zip(told.drafts, text.items.values(), strict=True):
            known[item.file].found.drafts.append(draft)
    return with_found(parsed, found), [*known.values()]


_OPENED = {Tool.SPEC_KIT: _spec_kit, Tool.KIRO: _kiro, Tool.OPENSPEC: _openspec}


def _common(texts: Sequence[Path]) -> Path:
    """The folder `specs` above these files; the folder around a single one."""
    above = next(
        (path for path in texts[:1] for path in path.parents if path.name == "specs"), None
    )
    return above or (texts[0].parent.parent if texts else Path())


def _area(path: Path, root: Path) -> str:
    return (
        path.parent.relative_to(root).as_posix() if path.is_relative_to(root) else path.parent.name
    )


def _slug(name: str) -> str:
    words = re.sub(r"[^a-z0-9]+", "-", plain(name).lower()).strip("-")
    if not words[:1].isalpha():
        return ids.derived(name)
    return words if len(words) <= 48 else words[:48].rsplit("-", 1)[0]


def _no_change(folder: Path) -> Finding:
    return Finding(
        rule="openspec-change",
        severity=Severity.ERROR,
        message="The change holds no spec.md below specs/: it changes nothing.",
        file=str(folder),
        suggestion="Write specs/CAPABILITY/spec.md with what is added, modified or removed.",
    )


def _wanted(parsed: Parsed, files: Sequence[_File]) -> Parsed:
    """Requirements of all files; what its tool's form does not tell is read as in any recipe."""
    made: list[Requirement] = []
    notes: list[str] = []
    found: list[Finding] = []
    for each in files:
        drafted = _drafted(each)
        own = [one.model_copy(update={"file": each.file}) for one in requirements(drafted)]
        found += [
            one
            for one in requirement_findings(drafted, tuple(own), each.file)
            if one.rule not in ("attestation", "no-requirements")
        ]
        found += [*not_read(each.text, each.blocks, tuple(own), each.file)]
        found += [
            *_of_people(own),
            *_outcomes(each),
            *_open_edges(each),
            *_open_marks(each, drafted),
        ]
        made += own
        notes += drafted.notes
    if not made and not any(one.blocks for one in parsed.findings):
        found.append(finding("no-requirements", parsed.path(REQUIREMENTS), 1))
    context = "\n\n".join(notes).replace("\n\n- ", "\n- ")
    return with_found(parsed, found, requirements=tuple(made), context=context)


def _drafted(each: _File) -> Drafts:
    found, prose = each.found, "\n".join(b.text for b in each.blocks if b.shape is not Shape.CODE)
    style = Style(families(prose), counts_from_zero(prose))
    result = drafts(found.rest, style, strict=True) if found.rest else Drafts()
    for draft in result.found:
        draft.level = draft.level or _of_story(draft, found)
        for clause in draft.clauses:
            clause.scenario = _is_scenario(clause.text)
    result.found = sorted([*result.found, *found.drafts], key=lambda one: one.block.line)
    result.notes += found.notes
    return result


def _of_story(draft: Draft, found: Found) -> Level | None:
    inside = (story for first, last, story in found.spans if first <= draft.block.line <= last)
    return next((story.level for story in inside), None)


def _is_scenario(text: str) -> bool:
    return bool(re.search(r"\b(?:given|when|if)\b.*\bthen\b", text, re.I | re.S))


def _of_people(made: Iterable[Requirement]) -> Iterator[Finding]:
    for one in made:
        if one.kind is Kind.ATTESTED and not one.attested_by:
            yield Finding(
                rule="measures-people",
                severity=Severity.WARNING,
                message=f"{one.id} measures people, or time in use: running the software shows "
                "nothing of it. It is listed as a SHOULD that nobody attested, and fails no build.",
                file=one.file,
                line=one.line,
                requirement=one.id,
                suggestion=f"Once it is known, write `{one.id} (MUST, attested by NAME "
                "YYYY-MM-DD): …`; or say what the software itself has to do.",
            )


def _outcomes(each: _File) -> Iterator[Finding]:
    """Said once: what nothing calls a MUST holds no build."""
    weak = [
        one.said.id or f"line {one.block.line}"
        for one in each.found.outcomes
        if one.level is Level.SHOULD and one.said.kind is not Kind.ATTESTED
    ]
    if weak:
        them = "it is" if len(weak) == 1 else "they are"
        yield Finding(
            rule="outcome-level",
            severity=Severity.INFO,
            message=f"{listed(weak)}: a success criterion says what comes of the software. Without "
            f"a MUST {them} proven as a SHOULD: tried, told, and no reason to refuse a build.",
            file=each.file,
            line=each.found.outcomes[0].block.line,
            suggestion="Write MUST into those that have to hold.",
        )


def _open_edges(each: _File) -> Iterator[Finding]:
    for block in each.found.open:
        text = plain(block.joined)
        yield Finding(
            rule="edge-case-open",
            severity=Severity.WARNING,
            message=f"An edge case asks, and nothing answers: “{_short(text)}”",
            file=each.file,
            line=block.line,
            suggestion="Write what has to happen: then it is proven. So it is only told to the "
            "models.",
        )


def _open_marks(each: _File, drafted: Drafts) -> Iterator[Finding]:
    """[NEEDS CLARIFICATION] outside of requirements; in them another rule finds it."""
    lines = [one.block for draft in drafted.found for one in (draft, *draft.clauses)]
    lines += each.found.noise
    inside = {line for block in lines for line in range(block.line, block.end + 1)}
    yield from marks((block for block in each.blocks if block.line not in inside), each.file)


def marks(blocks: Iterable[Block], file: str) -> Iterator[Finding]:
    for block in blocks:
        text = block.text if block.shape is not Shape.CODE else ""
        for found in _MARK.finditer(_CODE.sub(lambda code: " " * len(code[0]), text)):
            what = " ".join((found["what"] or block.joined).split())
            yield Finding(
                rule="needs-clarification",
                severity=Severity.WARNING,
                message=f"Needs clarification: {_short(what)}",
                file=file,
                line=block.line + text.count("\n", 0, found.start()),
                suggestion="Decide it and write down what was decided.",
            )


def _short(text: str, most: int = 100) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"


# ---------------------------------------------------------------- how it is built, and its name


def _designed(parsed: Parsed, spec: Spec) -> Parsed:
    texts: dict[str, str] = {}
    parts: list[Block] = []
    found: list[Finding] = []
    for path in spec.designs:
        if not path.is_file():
            continue
        text = text_of(path, str(path), "how it is to be built")
        if isinstance(text, Finding):
            found.append(text)
            continue
        parsed, blocks = markdown(parsed, text, str(path))
        parts += blocks
        texts[str(path)] = text
        found += marks(blocks, str(path))
    if not texts and not found:
        found.append(_no_design(spec))
    design = "\n\n".join(texts.values())
    return with_found(parsed, found, design=design, designs=texts, components=components(parts))


def _no_design(spec: Spec) -> Finding:
    return Finding(
        rule="no-design",
        severity=Severity.INFO,
        message=f"There is no {spec.designs[-1].name}: how it is built is left to the plan.",
        file=str(spec.folder),
        suggestion=f"Write {spec.designs[-1]} if that matters to you.",
    )


ASSUMED = "assumed"
"""The finding that tells what the spec cannot say."""


def _described(parsed: Parsed, spec: Spec) -> Parsed:
    """Name, version and type: what the spec cannot say is assumed, and told."""
    path = spec.seat / COMPONENTS
    if path.is_file():
        text = text_of(path, str(path), '{"name": …, "version": …, "type": …}')
        if isinstance(text, Finding):
            return with_found(parsed, [text])
        read, found = manifest(text, str(path))
        return with_found(parsed, found, manifest=read)
    assumed = Manifest(name=spec.name, version=VERSION, type=_type(parsed))
    said = assumed.model_dump_json(include={"name", "version", "type"}).replace('":"', '": "')
    wants = _DEPENDENCIES.search(parsed.design)
    needed = wants and not _NONE.match(plain(wants["what"]).strip())
    also = " Packages that its code may use belong there too, under `packages`." if needed else ""
    told = Finding(
        rule=ASSUMED,
        severity=Severity.INFO,
        message=f"Specs of {spec.tool.value} name no version and no type; taken as "
        f"{assumed.name} {assumed.version}, a {assumed.type.value}.",
        file=str(spec.folder),
        suggestion=f"To say otherwise write {path}: {said.replace(',', ', ')}.{also}",
    )
    return with_found(parsed, [told], manifest=assumed)


def _type(parsed: Parsed) -> RecipeType:
    """By the line that says it; else by what the words around the requirements call it."""
    said = " ".join(found["type"] for found in _TYPE_LINE.finditer(parsed.design)).lower()
    said = said or f"{parsed.context} {parsed.design}".lower()
    places = {
        kind: found.start() for kind, words in _TYPES.items() if (found := words.search(said))
    }
    return min(places, key=lambda kind: places[kind], default=RecipeType.TOOL)

"""OpenSpec's `spec.md`: requirements with scenarios; and changes to them, applied."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from brickyard.errors import did_you_mean
from brickyard.recipe.draft import Draft
from brickyard.recipe.foreign.found import Found
from brickyard.recipe.foreign.sections import (
    Section,
    group,
    is_titled,
    numbered,
    scenarios,
    sections,
    words,
)
from brickyard.recipe.markdown import Block, Shape
from brickyard.recipe.sentence import Sentence, plain
from brickyard.recipe.words import levels_in, small_level, strongest
from brickyard.values import Finding, Severity

_REQUIREMENT = re.compile(r"^\W*requirement\s*:\s*(?P<name>.+?)\s*$", re.IGNORECASE)
_DELTA = re.compile(r"^\W*(?P<what>added|modified|removed|renamed)\s+requirements\W*$", re.I)
_NAMED = re.compile(r"`?#*\s*Requirement:\s*(?P<name>.+?)`?\s*$", re.IGNORECASE)
_PAIR = re.compile(
    r"(?P<side>FROM|TO)\W*:\W*(?:#*\s*Requirement:)?\s*(?P<name>.+?)`?\s*(?=\bFROM\b|\bTO\b|\n|$)"
)
_PLACEHOLDER = re.compile(r"^TBD\b.*Update Purpose after archive", re.IGNORECASE | re.DOTALL)
_BOLD_SCENARIO = re.compile(r"^[\s*_-]*scenario\b[^:]*:", re.IGNORECASE)


@dataclass(slots=True)
class Item:
    """One requirement of OpenSpec, with all that stands below its heading."""

    name: str
    parts: list[Section]
    file: str

    @property
    def line(self) -> int:
        return self.parts[0].heading.line if self.parts[0].heading else 1


@dataclass(slots=True)
class Text:
    """One `spec.md`: its requirements by name, what a change says of them, and the rest."""

    file: str
    area: str
    items: dict[str, Item] = field(default_factory=dict[str, Item])
    delta: dict[str, list[Item]] = field(default_factory=dict[str, list[Item]])
    renamed: list[tuple[str, str, int]] = field(default_factory=list[tuple[str, str, int]])
    rest: list[Block] = field(default_factory=list[Block])
    findings: list[Finding] = field(default_factory=list[Finding])


def read(blocks: list[Block], file: str, area: str, *, change: bool = False) -> Text:
    text, parts, at, what = Text(file, area), sections(blocks), 0, ""
    while at < len(parts):
        part = parts[at]
        told = _DELTA.match(part.title) if change else None
        if told or part.depth in (1, 2):
            what = told["what"].lower() if told else ""
        named = _REQUIREMENT.match(part.title)
        together = _below(parts, at) if named else [part]
        if named:
            _keep(text, Item(plain(named["name"]), together, file), what, change=change)
        elif what in ("removed", "renamed"):
            _listed(text, part, what)
        elif not told:
            text.rest += [block for block in part.all if not _PLACEHOLDER.match(block.text)]
        at += len(together)
    return text


def _below(parts: list[Section], at: int) -> list[Section]:
    """A requirement with its scenarios, though their headings may not be deeper."""
    found = group(parts, at)
    while (end := at + len(found)) < len(parts) and is_titled(parts[end]):
        found = [*found, *group(parts, end)]
    return found


def _keep(text: Text, item: Item, what: str, *, change: bool) -> None:
    if what in ("added", "modified", "removed"):
        text.delta.setdefault(what, []).append(item)
    elif change:
        message = f"'{item.name}' stands under none of ADDED, MODIFIED, REMOVED and RENAMED "
        message += "Requirements, so the change does not say what becomes of it."
        hint = "Put it below the heading that it belongs to."
        text.findings.append(_finding("openspec-change", message, item, hint))
    elif item.name in text.items:
        first = text.items[item.name].line
        message = f"'{item.name}' stands here a second time; first on line {first}."
        text.findings.append(_finding("duplicate-id", message, item, "Rename or remove one."))
    else:
        text.items[item.name] = item


def _listed(text: Text, part: Section, what: str) -> None:
    """Names in a list: below REMOVED one a line, below RENAMED as FROM and TO."""
    before = ""
    for block in part.blocks:
        if what == "removed" and (named := _NAMED.search(plain(block.text))):
            item = Item(named["name"], [Section(block)], text.file)
            text.delta.setdefault(what, []).append(item)
        elif what == "renamed":
            for pair in _PAIR.finditer(block.text):
                name = pair["name"].strip("` ")
                if pair["side"] == "FROM":
                    before = name
                elif before:
                    text.renamed.append((before, name, block.line))
                    before = ""


# ---------------------------------------------------------------- changes


def applied(base: Text | None, change: Text) -> Text:
    """What a spec becomes by a change: renamed, removed, modified, added, in this order."""
    result = Text(
        change.file if base is None else base.file,
        change.area,
        dict(base.items) if base else {},
        rest=list(base.rest if base else change.rest),
        findings=[*(base.findings if base else ()), *change.findings, *_clashes(change)],
    )
    items, found = result.items, result.findings
    for old, new, line in change.renamed:
        where = Item(old, [], change.file)
        if old not in items:
            found.append(_missing("renamed", where, items, line))
        elif new in items:
            message = f"'{old}' is renamed to '{new}', which there is already."
            found.append(_finding("openspec-change", message, where, "Choose another name.", line))
        else:
            renamed = {new if name == old else name: one for name, one in items.items()}
            items.clear()
            items.update(renamed)
            items[new].name = new
    for item in change.delta.get("removed", ()):
        if items.pop(item.name, None) is None:
            found.append(_missing("removed", item, items))
    for item in change.delta.get("modified", ()):
        if item.name in items:
            found += _lost(items[item.name], item)
            items[item.name] = item
        else:
            found.append(_missing("modified", item, items))
            items[item.name] = item
    for item in change.delta.get("added", ()):
        if item.name in items:
            message = f"'{item.name}' is added, but there is one of that name already."
            hint = "Put it below MODIFIED, or give it another name."
            found.append(_finding("openspec-change", message, item, hint))
        items[item.name] = item
    if not (change.delta or change.renamed or change.findings):
        message = "Nothing is added, modified, removed or renamed here."
        hint = "Write `## ADDED Requirements` and the like above the requirements."
        found.append(_finding("openspec-change", message, Item("", [], change.file), hint, 1))
    return result


def _clashes(change: Text) -> Iterator[Finding]:
    """One requirement of which a change says two things."""
    seen: dict[str, str] = {}
    for what, items in change.delta.items():
        for item in items:
            if item.name in seen:
                message = (
                    f"'{item.name}' stands below {seen[item.name].upper()} and {what.upper()}."
                )
                yield _finding("openspec-change", message, item, "Keep one of them.")
            seen.setdefault(item.name, what)
    for old, new, line in change.renamed:
        if old in seen:
            message = f"'{old}' is renamed, and stands below {seen[old].upper()} by its old name."
            hint = f"Call it '{new}' there."
            yield _finding("openspec-change", message, Item(old, [], change.file), hint, line)


def _missing(what: str, item: Item, known: dict[str, Item], line: int = 0) -> Finding:
    near = did_you_mean(item.name, known)
    message = f"'{item.name}' is {what}, but there is no requirement of that name.{near}"
    hint = "Write its name as it stands in the spec; capitals count."
    return _finding("openspec-change", message, item, hint, line)


def _lost(old: Item, new: Item) -> Iterator[Finding]:
    """A modified requirement takes the place of the whole: scenarios left out are gone."""
    kept = {_key(one) for one in scenarios_of(new)}
    gone = [one.said.text.split("\n")[0] for one in scenarios_of(old) if _key(one) not in kept]
    if gone:
        message = f"The modified '{new.name}' leaves out what it had: {'; '.join(gone)}."
        hint = "Copy these scenarios too, if they still hold: the whole requirement is replaced."
        yield _finding("scenario-lost", message, new, hint, severity=Severity.WARNING)


def _key(scenario: Draft) -> str:
    return " ".join(scenario.said.text.split("\n")[0].casefold().split())


def _finding(
    rule: str,
    message: str,
    item: Item,
    hint: str,
    line: int = 0,
    severity: Severity = Severity.ERROR,
) -> Finding:
    line = line or (item.line if item.parts else 1)
    return Finding(
        rule=rule, severity=severity, message=message, file=item.file, line=line, suggestion=hint
    )


# ---------------------------------------------------------------- requirements


def scenarios_of(item: Item) -> list[Draft]:
    titled = [part for part in item.parts[1:] if is_titled(part)]
    listed = [block for part in item.parts for block in _scenario_lines(part)]
    return scenarios(titled) + scenarios([Section(None, listed)] if listed else [])


def _scenario_lines(part: Section) -> list[Block]:
    """Scenarios that are no headings: from the first line that names one."""
    if is_titled(part):
        return []
    for n, block in enumerate(part.blocks):
        if _BOLD_SCENARIO.match(block.text):
            return part.blocks[n:]
    return []


def drafts(text: Text, ids: dict[str, str]) -> Found:
    """`ids`: the id of each requirement's name."""
    found = Found(rest=text.rest)
    for item in text.items.values():
        id = ids[item.name]
        kept = [block for part in item.parts for block in _own(part)]
        said = [words(block) for block in kept]
        listed = [
            f"- {text}" if block.shape is Shape.BULLET else text
            for block, text in zip(kept, said, strict=True)
        ]
        heading = item.parts[0].heading or item.parts[0].blocks[0]
        whole = " ".join(said)
        level = strongest(levels_in(whole)) or small_level(whole)
        draft = Draft(Sentence("\n".join(listed), id=id, title=item.name), heading, level)
        draft.clauses = numbered(scenarios_of(item), id)
        draft.area = text.area
        found.drafts.append(draft)
    return found


def _own(part: Section) -> Sequence[Block]:
    """What the requirement itself says, in its own section and those that are no scenarios."""
    if is_titled(part):
        return []
    lines = _scenario_lines(part)
    heading = [part.heading] if part.heading and not _REQUIREMENT.match(part.title) else []
    return [*heading, *(block for block in part.blocks if block not in lines)]

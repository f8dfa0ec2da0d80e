"""From drafts to requirements: ids are given, and what is wrong is found."""

import re
from collections.abc import Iterator
from datetime import date

from brickyard.recipe import ids
from brickyard.recipe.draft import Draft, Drafts
from brickyard.recipe.rules import finding
from brickyard.recipe.words import near_mark
from brickyard.values import Clause, Finding, Kind, Level, Requirement, Severity, counted

_NOBODY = re.compile(
    r"(?:an? |the )?(?:ai|llm|(?:language )?model|nobody|someone|somebody|anyone|tbd|todo|n/a|none"
    r"|me|us|claude|(?:chat)?gpt\S*|gemini|copilot|bot|agent)",
    re.IGNORECASE,
)


def requirements(drafts: Drafts) -> tuple[Requirement, ...]:
    """Every draft as a requirement; written ids are kept, the others derived."""
    taken = ids.Taken(draft.said.id for draft in drafts.found)
    return tuple(
        _requirement(draft, draft.said.id or taken.free(ids.derived(draft.said.text)))
        for draft in drafts.found
    )


def _requirement(draft: Draft, id: str) -> Requirement:
    said = draft.said
    return Requirement(
        id=id,
        level=draft.level or Level.MUST,
        kind=said.kind or Kind.BEHAVIOUR,
        text=draft.text,
        clauses=tuple(_clauses(draft, id)),
        area=draft.area,
        line=draft.block.line,
        kind_by="recipe" if said.kind else "",
        attested_by=said.attested_by,
        attested_on=said.attested_on,
    )


def _clauses(draft: Draft, parent: str) -> list[Clause]:
    """The bullets below, at any depth: `R1.a`, `R1.a.a`, `R1.b`."""
    made: list[Clause] = []
    waiting = _named(draft, parent)
    while waiting:
        name, clause = waiting.pop(0)
        line, scenario = clause.block.line, clause.scenario
        made.append(Clause(id=name, text=clause.text, line=line, scenario=scenario))
        waiting = _named(clause, name) + waiting
    return made


def _named(draft: Draft, parent: str) -> list[tuple[str, Draft]]:
    return [
        (clause.said.id or f"{parent}.{ids.letter(number)}", clause)
        for number, clause in enumerate(draft.clauses)
    ]


def requirement_findings(drafts: Drafts, made: tuple[Requirement, ...], file: str) -> list[Finding]:
    """What is wrong with how the requirements are written."""
    found = [*_levels(drafts, made, file), *_duplicates(made, file)]
    for draft, requirement in zip(drafts.found, made, strict=True):
        found += _marks(draft, requirement, file)
    if not made:
        found.append(finding("no-requirements", file, 1))
    return found


def _levels(drafts: Drafts, made: tuple[Requirement, ...], file: str) -> Iterator[Finding]:
    """Each of these once for the whole file: twenty equal lines would help nobody."""
    without = [one for draft, one in zip(drafts.found, made, strict=True) if not draft.level]
    if without:
        ids = "it" if len(without) == 1 else "each of them"
        values = {"count": counted(len(without), "requirement"), "them": ids}
        values["which"] = _first_few([one.id for one in without])
        yield finding("no-level", file, without[0].line, **values)
    if drafts.unread and made:
        lines = [str(block.line) for block in drafts.unread]
        values = {"count": counted(len(lines), "sentence"), "lines": _first_few(lines)}
        yield finding("lowercase-level", file, drafts.unread[0].line, **values)


def _first_few(names: list[str], most: int = 8) -> str:
    more = len(names) - most
    return ", ".join(names[:most]) + (f" and {more} more" if more > 0 else "")


def _duplicates(made: tuple[Requirement, ...], file: str) -> list[Finding]:
    found: list[Finding] = []
    by_id: dict[str, int] = {}
    by_text: dict[str, int] = {}
    for requirement in made:
        for item in (requirement, *requirement.clauses):
            first = by_id.setdefault(item.id.casefold(), item.line)
            if first != item.line:
                found.append(finding("duplicate-id", file, item.line, id=item.id, first=first))
        first = by_text.setdefault(ids.normal(requirement.text), requirement.line)
        if first != requirement.line:
            found.append(
                finding(
                    "same-sentence", file, requirement.line, requirement=requirement.id, first=first
                )
            )
    return found


def _marks(draft: Draft, requirement: Requirement, file: str) -> list[Finding]:
    found: list[Finding] = []
    for mark in draft.said.unknown:
        near = near_mark(mark)
        found.append(
            finding(
                "mark-unknown",
                file,
                requirement.line,
                requirement=requirement.id,
                mark=mark,
                near=f"Did you mean {near}? " if near else "",
                kinds=", ".join(Kind),
            )
        )
    if requirement.kind is Kind.ATTESTED:
        found += _attestation(requirement, file)
    return found


def _attestation(requirement: Requirement, file: str) -> list[Finding]:
    name = requirement.attested_by
    if not name:
        what = "no person is named"
    elif _NOBODY.fullmatch(name):
        what = f"'{name}' is not a person's name"
    elif not requirement.attested_on:
        what = f"the day on which {name} said so is missing"
    elif not _is_date(requirement.attested_on):
        what = f"'{requirement.attested_on}' is not a day"
    else:
        return []
    at = requirement.line
    values = {"what": what, "id": requirement.id, "level": requirement.level}
    severity = None if requirement.level is Level.MUST else Severity.WARNING
    return [finding("attestation", file, at, severity, requirement=requirement.id, **values)]


def _is_date(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True

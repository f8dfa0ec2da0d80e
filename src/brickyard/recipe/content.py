"""Rules on what requirements and design say: open points, vague words, WHAT against HOW, size."""

import re
from collections.abc import Iterator

from brickyard.recipe.complexity import complexity
from brickyard.recipe.markdown import Shape, document
from brickyard.recipe.parsing import DESIGN, REQUIREMENTS, Parsed
from brickyard.recipe.rules import finding, word_patterns
from brickyard.recipe.words import is_vocabulary, levels_in
from brickyard.values import Finding, Kind, Level, Requirement, Severity

_QUOTED = re.compile(r"`[^`]*`|\"[^\"\n]*\"|“[^”\n]*”")
_FENCED = re.compile(r"^(`{3,}|~{3,}).*?^\1$", re.DOTALL | re.MULTILINE)
_NOTHING = re.compile(r"[\W_]*(?:n/?a|none|nothing)?[\W_]*", re.IGNORECASE)
_MEASURE = re.compile(
    r"\d[\d.,]{0,20}\s?(?:%|ms|µs|ns|s|sec|seconds?|minutes?|hours?|[kmgt]i?b|bytes|rows|lines|items"
    r"|requests|files|records|times|users|characters|\w+ (?:per|a) second)\b|\d\s?%|\bcode \d",
    re.IGNORECASE,
)


def content_findings(parsed: Parsed) -> Iterator[Finding]:
    """What these rules find in one recipe."""
    for requirement in parsed.requirements:
        file = parsed.place_of(requirement)
        yield from _says_nothing(requirement, file)
        yield from _vague(requirement, file)
        yield from _two_in_one(requirement, file)
        yield from _how(requirement, file)
    yield from _what(parsed)
    yield from _size(parsed)


def _prose(text: str) -> str:
    """A text without its code blocks, and with nothing where code or a quotation stands."""
    return _QUOTED.sub(lambda match: "\0" * len(match[0]), _FENCED.sub("", text))


def _says_nothing(requirement: Requirement, file: str) -> Iterator[Finding]:
    """What leaves open what is wanted: nobody could build it, and nobody could prove it."""
    severity = None if requirement.level is Level.MUST else Severity.WARNING
    texts = [(requirement.line, requirement.text)]
    texts += [(clause.line, clause.text) for clause in requirement.clauses]
    for line, text in texts:
        what = _first("says-nothing", _prose(text))
        empty = _NOTHING.fullmatch(text) and not requirement.clauses
        if what or empty:
            said = f"leaves open what is wanted: '{what}'" if what else "says nothing"
            values = {"id": requirement.id, "what": said}
            yield finding(
                "says-nothing", file, line, severity, requirement=requirement.id, **values
            )
            return


def _vague(requirement: Requirement, file: str) -> Iterator[Finding]:
    text = _prose(requirement.text)
    if requirement.level is not Level.MUST or requirement.clauses:
        return
    if requirement.kind is Kind.ATTESTED:
        return
    what = "" if _MEASURE.search(text) else _first("vague", text)
    if what:
        yield finding("vague", file, requirement.line, requirement=requirement.id, what=what)


def _two_in_one(requirement: Requirement, file: str) -> Iterator[Finding]:
    words = levels_in(_prose(requirement.text))
    if len(words) > 1:
        values = {"words": " and ".join(words), "level": requirement.level}
        yield finding("two-in-one", file, requirement.line, requirement=requirement.id, **values)


def _how(requirement: Requirement, file: str) -> Iterator[Finding]:
    if requirement.kind is Kind.STATIC:
        return
    texts = [(requirement.line, requirement.text)]
    texts += [(clause.line, clause.text) for clause in requirement.clauses]
    for line, text in texts:
        if found := _first("how-in-requirements", _FENCED.sub("", text)):
            at = {"requirement": requirement.id}
            yield finding("how-in-requirements", file, line, **at, what=found)


def _what(parsed: Parsed) -> Iterator[Finding]:
    for file, text in (parsed.designs or {parsed.path(DESIGN): parsed.design}).items():
        for block in document(text).blocks:
            if block.shape is Shape.CODE or is_vocabulary(block.joined):
                continue
            said = next(iter(levels_in(block.joined)), "") or _first("what-in-design", block.joined)
            if said:
                yield finding("what-in-design", file, block.line, what=said)


def _first(rule: str, text: str) -> str:
    """The first words of `text` that the rule knows."""
    places = [found for pattern in word_patterns(rule) if (found := pattern.search(text))]
    return min(places, key=lambda found: found.start())[0].strip(" [(*_") if places else ""


def _size(parsed: Parsed) -> Iterator[Finding]:
    found = complexity(parsed.requirements, parsed.components)
    for one in found.beyond:
        file = parsed.path(DESIGN if one.what == "components" else REQUIREMENTS)
        yield finding("too-large", file, 1, what=one.told)

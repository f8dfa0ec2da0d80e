"""Rules on what requirements and design say: proof, WHAT against HOW, size."""

import re
from collections.abc import Iterator

from brickyard.recipe.blocks import blocks
from brickyard.recipe.parsing import DESIGN, REQUIREMENTS, Parsed
from brickyard.recipe.rules import finding, word_patterns
from brickyard.recipe.source import source
from brickyard.recipe.words import is_vocabulary, levels_in
from brickyard.values import Finding, Kind, Level, Requirement

_CODE = re.compile(r"`[^`]*`")
_NUMBER = re.compile(
    r"\d|\b(?:half|one|two|three|four|five|six|seven|eight|nine|ten|hundred|thousand|million"
    r"|twice|constant|linear(?:ly)?|logarithmic(?:ally)?|NOT grow)\b|\bO\(",
    re.IGNORECASE,
)
_MEASURE = re.compile(
    r"\d[\d.,]{0,20}\s?(?:%|ms|µs|ns|s|sec|seconds?|minutes?|hours?|[kmgt]i?b|bytes|rows|lines|items"
    r"|requests|files|records|times|users|characters|\w+ (?:per|a) second)\b|\d\s?%",
    re.IGNORECASE,
)
MOST_COMPONENTS, MOST_MUSTS, MOST_AREAS = 10, 20, 3


def content_findings(parsed: Parsed) -> Iterator[Finding]:
    """What these rules find in one recipe."""
    file = parsed.path(REQUIREMENTS)
    for requirement in parsed.requirements:
        yield from _no_proof(requirement, file)
        yield from _two_in_one(requirement, file)
        yield from _how(requirement, file)
    yield from _what(parsed)
    yield from _size(parsed)


def _sentence(requirement: Requirement) -> str:
    """The sentence, without the code blocks that follow it."""
    return requirement.text.partition("\n")[0]


def _no_proof(requirement: Requirement, file: str) -> Iterator[Finding]:
    text = _sentence(requirement)
    if requirement.level is not Level.MUST or requirement.attested_by:
        return
    at = {"requirement": requirement.id}
    vague = _vague(text)
    if vague and not requirement.clauses and not _MEASURE.search(text):
        what, instead = vague
        yield finding("no-proof", file, requirement.line, **at, what=what, instead=instead)
    elif requirement.kind is Kind.PERFORMANCE and requirement.kind_written:
        everything = " ".join((text, *(clause.text for clause in requirement.clauses)))
        if not _NUMBER.search(everything):
            yield finding("no-threshold", file, requirement.line, **at, id=requirement.id)


def _vague(text: str) -> tuple[str, str] | None:
    """The words that nothing can prove, and the sentence with other words in their place."""
    shown = _CODE.sub(lambda match: "\0" * len(match[0]), text)
    for pattern, instead in word_patterns("no-proof"):
        if found := pattern.search(shown):
            return found[0], f"{text[: found.start()]}{instead}{text[found.end() :]}"
    return None


def _two_in_one(requirement: Requirement, file: str) -> Iterator[Finding]:
    words = levels_in(_sentence(requirement))
    if len(words) > 1:
        values = {"words": " and ".join(words), "level": requirement.level}
        yield finding("two-in-one", file, requirement.line, requirement=requirement.id, **values)


def _how(requirement: Requirement, file: str) -> Iterator[Finding]:
    if requirement.kind_written and requirement.kind is Kind.STATIC:
        return
    texts = [(requirement.line, _sentence(requirement))]
    texts += [(clause.line, clause.text.partition("\n")[0]) for clause in requirement.clauses]
    for line, text in texts:
        if found := _first("how-in-requirements", text):
            at = {"requirement": requirement.id}
            yield finding("how-in-requirements", file, line, **at, what=found)


def _what(parsed: Parsed) -> Iterator[Finding]:
    for block in blocks(source(parsed.design)):
        if is_vocabulary(block.text):
            continue
        said = next(iter(levels_in(block.text)), "") or _first("what-in-design", block.text)
        if said:
            yield finding("what-in-design", parsed.path(DESIGN), block.line, what=said)


def _first(rule: str, text: str) -> str:
    """The first words of `text` that the rule knows."""
    places = [found for pattern, _ in word_patterns(rule) if (found := pattern.search(text))]
    return min(places, key=lambda found: found.start())[0].strip() if places else ""


def _size(parsed: Parsed) -> Iterator[Finding]:
    musts = sum(requirement.level is Level.MUST for requirement in parsed.requirements)
    areas = list(dict.fromkeys(filter(None, (one.area for one in parsed.requirements))))
    parts = f", for example one each for {', '.join(areas)}" if len(areas) > 1 else ""
    for file, count, most, what in (
        (DESIGN, len(parsed.components), MOST_COMPONENTS, "components"),
        (REQUIREMENTS, musts, MOST_MUSTS, "MUSTs"),
        (REQUIREMENTS, len(areas), MOST_AREAS, "functional areas"),
    ):
        if count > most:
            path = parsed.path(file)
            yield finding("too-large", path, 1, count=count, most=most, what=what, parts=parts)

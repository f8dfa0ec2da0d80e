"""What a plan proposes for a requirement, held against the words that are said to ask for it.

A model proposes; these rules can only refuse. What they refuse is proven by cases, and a person who
knows better writes the kind into the recipe.
"""

import re

from brickyard.recipe.measures import Thresholds, limits, said, thresholds
from brickyard.recipe.quotes import normal, stands
from brickyard.values import Recipe, Requirement

FEWEST_WORDS = 2

_FILE = re.compile(
    r"(?<![\w/@.-])(?:[\w-]+/)*(?:(?-i:README|LICEN[CS]E|COPYING|CHANGELOG|CHANGES|NOTICE|AUTHORS"
    r"|CONTRIBUTING|SECURITY|CITATION|MANIFEST|Makefile|Dockerfile)(?:\.[a-z]{2,4})?"
    r"|[\w-]*\w\.(?:md|rst|txt|toml|json|ya?ml|cfg|ini|csv|html|typed|cff|1|service|sh|png|svg))"
    r"(?![\w/@]|\.\w)",
    re.IGNORECASE,
)
_USUAL = re.compile(
    r"README|LICEN[CS]E|COPYING|CHANGELOG|CHANGES|NOTICE|AUTHORS|CONTRIBUTING|SECURITY|CITATION"
    r"|MANIFEST|Makefile|Dockerfile|py\.typed|^(?:docs?|examples?)/"
)
_SHIPS = re.compile(
    r"\b(?:ship|bundl|distribut|project|packag|repositor|repo\b|wheel|sdist|source tree|com(?:e|es"
    r"|ing) with|documentation)\w*",
    re.IGNORECASE,
)
_AT_WORK = (
    r"(?:reads?|writes?|wrote|creat(?:es?|ing)|generat(?:es?|ing)|prints?|pars(?:es?|ing)|edits?"
    r"|updates?|appends?|exports?|saves?|loads?|opens?|finds?|scans?|checks?|validat(?:es?|ing)"
    r"|converts?|renders?|produces?|overwrites?|deletes?|removes?|renames?|copies|emits?|outputs?"
    r"|takes?|accepts?|given|initiali[sz]es?|compares?|looks? for|stores?|logs?)"
)
_DONE = (
    r"(?:read|created|generated|updated|appended|saved|loaded|parsed|produced|overwritten|removed"
    r"|checked|searched|compared|validated|opened|scanned|changed|copied|found)"
)
_BY_THE_SOFTWARE = re.compile(rf"\b{_AT_WORK}\b", re.IGNORECASE)
_DONE_TO_IT = re.compile(
    rf"\b(?:is|are|be|gets?) (?:then |also |not )?(?:{_DONE}|written(?! in| by| for))\b",
    re.IGNORECASE,
)

_SERVICE = re.compile(
    r"\b(?:over|via|by|through|using|speaks?|an) https?\b|https?://\w"
    r"|\bhttps? (?:request|call|get|post|put|api|service|server|endpoint|client)"
    r"|\b(?:restful|graphql)\b|\bweb ?(?:service|server|hook)s?\b"
    r"|\b(?-i:REST)\b|\b(?-i:GET|POST|PUT|PATCH|DELETE|HEAD)s?\s+/?\w"
    r"|\b(?:slack|github|gitlab|stripe|openai|anthropic|twilio|paypal|jira|discord|telegram)\b",
    re.IGNORECASE,
)
_ADDRESS = re.compile(r"\b(?:apis?|endpoints?|urls?|web ?sites?|online)\b", re.IGNORECASE)
_SPEAKS = re.compile(
    r"\b(?:request|fetch|sen[dt]|call|post|get|quer|ask|download|upload|submit|poll|retriev|talk"
    r"|speak|push|pull|look\w* up)\w*",
    re.IGNORECASE,
)

STATIC_WORDS = {
    "only_stdlib": r"standard library|stdlib|third[- ]party|dependenc|\bpackages?\b|librar",
    "forbid_import": r"import|\bmodules?\b|package|librar|dependenc|framework",
    "require_import": r"import|\bmodules?\b|package|librar|dependenc|framework"
    r"|\b(?:built|written) (?:with|using|on)\b",
    "forbid_call": r"\bcall|\beval\b|\bexec\b|\bfunctions?\b|`[\w.]+(?:\(\))?`|\w\(\)"
    r"|\b[a-z_]+\.[a-z_]+\b",
    "max_function_lines": r"\d.*\blines?\b|\blines?\b.*\d",
    "all_documented": r"docstring|\bdocument(?:ed|ation)\b",
    "all_annotated": r"annotat|type hint|\btyped\b|\btyping\b|\btypes\b",
}
"""Rule on the code → what words that ask for it speak of."""


def unsaid(words: str, *sources: str) -> str:
    """Why these words are no quote; nothing if they stand in one of the sources."""
    if len(normal(words).split()) < FEWEST_WORDS and not _FILE.search(words):
        return "no words of the recipe are quoted for it"
    if not any(stands(words, source) for source in sources):
        return "these words do not stand in the recipe"
    return ""


def not_for_kind(item: Requirement, words: str, recipe: Recipe) -> str:
    """Why words do not speak for this requirement; its own, and those around all of them, do."""
    return unsaid(words, said(item), recipe.context, recipe.design)


def not_fast(item: Requirement, words: str) -> str:
    """Why there is no speed to measure: a limit has to stand in the words, and be one there."""
    named = thresholds(words)
    if named == Thresholds():
        return "they name no time and no rate that could be measured"
    if not _shared(named, thresholds(said(item))):
        return "the limit does not stand in the requirement itself, to which measurements are held"
    if not _shared(named, limits(said(item))):
        return "the time in them is not a limit for how long work may take"
    return ""


def _shared(some: Thresholds, others: Thresholds) -> bool:
    return bool({*some.seconds} & {*others.seconds} or {*some.a_second} & {*others.a_second})


def not_static(words: str, rule: str) -> str:
    if rule not in STATIC_WORDS:
        return f"there is no such rule on code as '{rule}'" if rule else "no rule on code is named"
    if not re.search(STATIC_WORDS[rule], words, re.IGNORECASE | re.DOTALL):
        return f"they do not speak of what the rule {rule} looks at"
    return ""


def not_a_file(item: Requirement, words: str) -> str:
    """Why no file of the project is asked for: what the software reads or writes is behaviour."""
    files = [*_FILE.finditer(words)]
    if not files:
        return "they name no file"
    text = said(item) if stands(words, said(item)) else words
    for found in _FILE.finditer(text):
        before = re.split(r"[.;!?](?:\s|$)|\n", text[: found.start()])[-1]
        behind = re.split(r"[.;!?](?:\s|$)|\n", text[found.end() :])[0]
        if _BY_THE_SOFTWARE.search(before) or _DONE_TO_IT.search(behind):
            return f"{found[0]} is a file that the software works on, not one of the project"
    if not _SHIPS.search(text) and not all(_USUAL.search(found[0]) for found in files):
        return "they do not say that the file belongs to the project"
    return ""


def not_over_http(words: str, design: str) -> str:
    spoken = _ADDRESS.search(words) and _SPEAKS.search(words)
    if spoken or _SERVICE.search(words) or _SERVICE.search(design):
        return ""
    return "neither they nor the design name a service that is spoken to over HTTP"

"""A proof as Markdown for the page of a CI job, and as a badge: a small picture, drawn here."""

import re
from collections.abc import Iterator
from html import escape

from brickyard.packaging.readme import as_written
from brickyard.reports.told import ProofReport, ReportedFinding, plain

MOST_FOUND = 30
MOST_LINES = 40
_LONGEST = 400


def as_summary(told: ProofReport) -> str:
    """A heading, the matrix, then each thing that is not met with the check that shows it."""
    name = " ".join(filter(None, (told.name, told.version)))
    parts = [f"## {'✅' if told.holds else '❌'} {_inline(name)}: {told.counted}", _table(told)]
    for found in told.found[:MOST_FOUND]:
        parts += _section(found, told)
    if (more := len(told.found) - MOST_FOUND) > 0:
        parts.append(f"… and {more} more: the log has all of them.")
    if told.notes:
        parts.append("\n".join(f"- {_inline(note)}" for note in told.notes))
    return "\n\n".join(parts) + "\n"


def _table(told: ProofReport) -> str:
    lines = [told.header, ("---",) * len(told.header), *told.rows]
    return "\n".join(f"| {' | '.join(map(_cell, line))} |" for line in lines)


def _section(found: ReportedFinding, told: ProofReport) -> Iterator[str]:
    """What code printed stands in fences: it is no Markdown of ours."""
    known = " (known)" if found.is_known else ""
    yield f"### {_inline(found.rule)} {found.verdict}{known}"
    text = next((rule.text for rule in told.rules if rule.id == found.rule), "")
    yield "\n".join(f"> {line}" for line in as_written(text).split("\n"))
    yield f"At {_code(f'{found.place.file}:{found.place.line}')}:"
    yield fenced(found.reason)
    if found.quote:
        yield f"It rests on: {_code(found.quote)}"
    if found.why:
        yield _inline(found.why)
    if found.case:
        yield fenced(found.case, "python")


def _cell(text: str) -> str:
    return text if text == "---" else _inline(text).replace("|", "\\|")


def _inline(text: str) -> str:
    """One line in which nothing is a tag, a link or a picture."""
    line = re.sub(r"\s+", " ", text)[:_LONGEST]
    return re.sub(r"([\\`*_\[\]<>#~])", r"\\\1", line)


def _code(text: str) -> str:
    line = re.sub(r"\s+", " ", text)[:_LONGEST]
    ticks = "`" * (1 + max((len(run) for run in re.findall(r"`+", line)), default=0))
    return f"{ticks} {line} {ticks}" if "`" in line else f"`{line}`"


def fenced(text: str, language: str = "text") -> str:
    """A fence longer than any in the text, so that the text cannot end it."""
    lines = text.split("\n")
    more = [f"… {len(lines) - MOST_LINES} more lines"] if len(lines) > MOST_LINES else []
    body = "\n".join([*(line[:_LONGEST] for line in lines[:MOST_LINES]), *more])
    fence = "`" * max(3, 1 + max((len(run) for run in re.findall(r"`+", body)), default=0))
    return f"{fence}{language}\n{body}\n{fence}"


_LABEL = "brickyard"
_PROVEN, _LOST = "#2f8a3b", "#c0392b"
_WIDTH, _MARGIN = 6.6, 10
"""Of a character and beside the text, in pixels; `textLength` makes every font fit."""


def as_badge(told: ProofReport) -> str:
    """How many requirements are met; green as long as the proof holds."""
    said = plain(f"{told.met} of {len(told.rows)} proven")
    left, right = _width(_LABEL), _width(said)
    colour = _PROVEN if told.holds else _LOST
    title = escape(f"{_LABEL}: {said}")
    whole = left + right
    return f"""\
<svg xmlns="http://www.w3.org/2000/svg" width="{whole}" height="20" role="img">
<title>{title}</title>
<clipPath id="r"><rect width="{whole}" height="20" rx="3"/></clipPath>
<g clip-path="url(#r)">
<rect width="{left}" height="20" fill="#555"/>
<rect x="{left}" width="{right}" height="20" fill="{colour}"/>
</g>
<g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">
{_text(_LABEL, left / 2, left)}
{_text(said, left + right / 2, right)}
</g>
</svg>
"""


def _width(text: str) -> int:
    return round(len(text) * _WIDTH) + 2 * _MARGIN


def _text(text: str, middle: float, width: int) -> str:
    length = width - 2 * _MARGIN
    return f'<text x="{middle:g}" y="14" textLength="{length}">{escape(text)}</text>'

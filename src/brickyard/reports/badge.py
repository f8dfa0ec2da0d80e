"""A proof as a badge: a small picture for a README, drawn here and fetched from nobody."""

from html import escape

from brickyard.reports.told import Told, plain

_LABEL = "brickyard"
_PROVEN, _LOST = "#2f8a3b", "#c0392b"
_WIDTH, _MARGIN = 6.6, 10
"""Of a character and beside the text, in pixels; `textLength` makes every font fit."""


def as_badge(told: Told) -> str:
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

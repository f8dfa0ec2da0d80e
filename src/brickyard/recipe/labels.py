"""The labels and openings by which lines around a requirement are told apart."""

import re

STORY = re.compile(
    r"^(?:[(\[]\w[\w -]*[)\]]:? *)?As (?:an? |the )?[^,.]{1,80},? "
    r"I(?:['’]d| would)? (?:want|need|like|can)\b",
    re.IGNORECASE,
)
STORY_LABEL = re.compile(r"^[*_]*(?:user )?story[*_]*\s*:\s*[*_]*\s*(?=[*_]*As\b)", re.IGNORECASE)
ITEM = re.compile(rf"{STORY.pattern}|^\d+(?:\.\d+)+\s+[A-Z]", re.IGNORECASE)
CRITERIA = re.compile(
    r"^\W*(?:acceptance(?: (?:criteri(?:a|on)|tests?|scenarios?|checks?|conditions?))?|criteria"
    r"|scenarios)(?:\s*\([^()]*\))?(?:\W*[:–—]\W*|\W*$)",
    re.IGNORECASE,
)
_TEXT_LABELS = r"description|requirement|statement|(?:user )?story|what|summary"
_TRACE_LABELS = (
    r"owner|author|assignee|reporter|estimate|effort|(?:story )?points|epic|persona|depends on"
    r"|dependencies|related(?: to)?"
)
TEXT_LABEL = re.compile(rf"^(?:{_TEXT_LABELS})\s*[:–—]\s*(?=\S)", re.IGNORECASE)
TRACE_LABEL = re.compile(rf"^(?:{_TRACE_LABELS})\s*[:–—]", re.IGNORECASE)
FIELD_LINE = re.compile(
    rf"\n(?=[*_]{{0,2}}(?:{_TEXT_LABELS}|{_TRACE_LABELS}|acceptance(?: \w+)?|criteria|rationale"
    r"|notes?)(?:[*_]{0,2}\s*:|:[*_]{0,2}))",
    re.IGNORECASE,
)
GIVEN = re.compile(r"^(?:\W*)(?:given|scenario)\b", re.I)
STEP = re.compile(r"^(?:\W*)(?:when|then|and|but)\b", re.I)
LABEL = re.compile(r"^\W*(?:\*\*)?[^.:*]{1,60}:?(?:\*\*)?:?$")

"""Success criteria: what of them measures the software, and what only people can tell."""

import re

from brickyard.recipe.draft import Draft
from brickyard.recipe.markdown import Block, Shape
from brickyard.recipe.sentence import PLAIN, Style, plain, sentence
from brickyard.recipe.words import prefix
from brickyard.values import Kind, Level

_ID = re.compile(r"^\W*(?P<id>[A-Z]{2,4}[-_]?\d+[a-z]?)\b")
_WHO = (
    r"(?:users?|customers?|people|persons?|someone|anyone|participants?|respondents?|testers?"
    r"|readers?|writers?|developers?|maintainers?|teams?|members?|players?|students?|teachers?"
    r"|operators?|admin(?:istrator)?s?|reviewers?|stakeholders?|newcomers?|beginners?|visitors?"
    r"|authors?|editors?|owners?|staff|employees?|freelancers?|volunteers?|libraria?ns?)"
)
_TIME = (
    r"\d[\d.,]*\s*(?:s|sec(?:ond)?s?|min(?:ute)?s?|hours?|days?|clicks?|steps?|attempts?|tries)\b"
)
_BEYOND = re.compile(
    rf"\d\s*%\s+(?:of\s+)?(?:[\w-]+\s+){{0,3}}{_WHO}\b"
    rf"|\b(?:\d+|nine|eight|most|all) (?:out )?of (?:\d+|ten|the)?\s*(?:[\w-]+\s+){{0,2}}{_WHO}\b"
    r"|\b(?:satisf\w+|surve(?:y|ys|yed)|ratings?|NPS|net promoter|feedback|adoption|retention"
    r"|engagement|churn|revenue|usability|interview\w*|confiden\w+|perceiv\w+|intuitive\w*"
    r"|learning curve|training|onboard\w*|word of mouth|complain\w*)\b"
    r"|\bsupport (?:tickets?|requests?|calls?|questions?|load|cases)\b"
    r"|\b(?:on (?:the|their|his|her) )?first (?:try|attempt|use)\b"
    r"|\bwithout (?:\w+ )?(?:reading|consulting|looking|asking|help|assistance|instructions?"
    r"|guidance|(?:the )?(?:documentation|docs|manual))\b"
    r"|\b(?:uptime|availability of \d|\d\s*% (?:uptime|availability|available))\b"
    r"|\bin production\b|\bper (?:week|month|quarter|year)\b"
    r"|\b(?:weekly|monthly|quarterly|yearly)\b"
    r"|\b(?:within|after|over|in the first|during) (?:\w+ ){0,2}"
    r"(?:weeks?|months?|quarters?|years?)\b"
    r"|\bafter (?:launch|release|roll-?out|go-?live)\b"
    r"|\b(?:reduc|decreas|increas|improv|sav|drop|fall|cut)\w*\b.{0,60}\bby (?:at least |over )?"
    r"\d+\s*%"
    r"|\bcompared (?:to|with) (?:the )?(?:manual|current|previous|today|existing|before)\w*",
    re.IGNORECASE,
)
_DOES = (
    r"(?:can|could|will|should|(?:is|are) able|manages?|completes?|finds?|creates?|adds?|learns?"
    r"|sets?|gets? started|understands?|identif\w+|locates?|records?|installs?|reach(?:es)?"
    r"|finish\w*|configures?|accomplish\w*|writes?|spends?|needs?|decides?)"
)
_HUMAN_PACE = re.compile(
    rf"^\W*(?:[\w-]+ ){{0,4}}{_WHO} (?:[\w-]+ ){{0,2}}{_DOES}\b.*?{_TIME}",
    re.IGNORECASE | re.DOTALL,
)


def outcome(block: Block, text: str, *, from_zero: bool = False) -> Draft:
    """A success criterion as a requirement: one that says no MUST holds no build, and what no
    code can show is left to people."""
    found = _ID.match(text)
    style = Style(frozenset({prefix(found["id"])}), from_zero) if found else PLAIN
    said = sentence(text, style, wanted=not found)
    said.text = " ".join(said.text.split("\n"))
    draft = Draft(said, block, said.level or Level.SHOULD)
    if said.kind is None and measures_people(said.text):
        said.kind, draft.level = Kind.ATTESTED, Level.SHOULD
    return draft


def measures_people(text: str) -> bool:
    """Whether it speaks of what people do, feel or report, or of time after the software is out."""
    text = plain(text)
    return bool(_BEYOND.search(text) or _HUMAN_PACE.match(text))


def outcome_text(block: Block) -> str:
    """What a list item or a row of a table says."""
    if block.shape is Shape.ROW:
        id, *rest = block.cells
        return (
            f"{id}: {' | '.join(filter(None, rest))}" if _ID.match(id) else " | ".join(block.cells)
        )
    return block.text

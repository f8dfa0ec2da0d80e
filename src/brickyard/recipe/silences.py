"""`<!-- brickyard: allow RULE: reason -->`: a rule silenced where a person says why."""

import re
from collections.abc import Iterable

from brickyard.recipe.examples import AGAINST
from brickyard.recipe.markdown import Block, Comment, Document
from brickyard.recipe.permissions import PERMISSIONS, TWIN, names
from brickyard.recipe.rules import finding, nearest, rules
from brickyard.values import Finding, SilencedRule

_TO_US = re.compile(r"^\s*brickyard\s*(?::|(?=allow\b))\s*(.*)$", re.IGNORECASE | re.DOTALL)
_ALLOW = re.compile(r"^allow\s+([\w-]+)\s*(?::\s*(.*))?$", re.IGNORECASE | re.DOTALL)


UNSEEN = (*PERMISSIONS, AGAINST)
"""What a comment may allow although no rule of `check` finds it."""


class Placed(SilencedRule):
    """A silence with the line that it speaks of; 0 is the whole file."""

    target: int = 0

    def covers(self, found: Finding) -> bool:
        """A twin stands in components.json, which holds no comments: a reason has to name it."""
        if self.rule == found.rule == TWIN:
            return names(self, quoted(found.message))
        return (self.rule, self.file) == (found.rule, found.file) and self.target in (0, found.line)


def quoted(message: str) -> str:
    """What the message speaks of: the first words in quotes."""
    return message.split("'")[1]


def silences(read: Document, blocks: list[Block], file: str) -> tuple[list[Placed], list[Finding]]:
    """The silences of one file, and what is wrong with them."""
    placed: list[Placed] = []
    found: list[Finding] = []
    for comment in read.comments:
        words = _TO_US.match(comment.text)
        if not words:
            continue
        result = _silence(words[1].strip(), comment, blocks, file)
        if isinstance(result, Placed):
            placed.append(result)
        else:
            found.append(result)
    return placed, found


def _silence(words: str, comment: Comment, blocks: list[Block], file: str) -> Placed | Finding:
    allow = _ALLOW.match(words)
    if not allow:
        what = f"'brickyard: {' '.join(words.split())[:60]}' is not understood"
        return finding("silence-malformed", file, comment.line, what=what)
    rule, reason = allow[1].lower(), " ".join((allow[2] or "").split())
    if not reason:
        what = f"'{rule}' is silenced without a reason"
        return finding("silence-malformed", file, comment.line, what=what)
    may = [*(name for name, known in rules().items() if known.silence), *UNSEEN]
    if rule not in may:
        what = f"'{rule}' cannot be silenced" if rule in rules() else f"There is no rule '{rule}'"
        near = nearest(rule, may)
        known = ", ".join(may)
        return finding("silence-refused", file, comment.line, what=what, near=near, known=known)
    target = _target(comment, blocks)
    return Placed(rule=rule, reason=reason, file=file, line=comment.line, target=target)


def _target(comment: Comment, blocks: list[Block]) -> int:
    """The block it stands in or before; 0, the whole file, if nothing stands above it."""
    if comment.alone and (not blocks or blocks[0].line > comment.line):
        return 0
    if not comment.alone:
        inside = [
            block for block in blocks if block.line <= comment.end and comment.line <= block.end
        ]
        return inside[0].line if inside else comment.line
    below = [block.line for block in blocks if block.line > comment.end]
    return below[0] if below else comment.line


def apply(found: Iterable[Finding], placed: Iterable[Placed]) -> tuple[list[Finding], list[Placed]]:
    """The findings that stay, and the silences that silenced nothing (a permission need not)."""
    found, placed = list(found), list(placed)
    stay = [one for one in found if not any(silence.covers(one) for silence in placed)]
    silencing = [silence for silence in placed if silence.rule not in UNSEEN]
    idle = [silence for silence in silencing if not any(silence.covers(one) for one in found)]
    return stay, idle


def idle_findings(idle: Iterable[Placed]) -> list[Finding]:
    return [
        finding(
            "silence-unused",
            silence.file,
            silence.line,
            rule=silence.rule,
            where=f"on line {silence.target}" if silence.target else "in this file",
        )
        for silence in idle
    ]

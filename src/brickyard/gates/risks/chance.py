"""Whether a string looks like chance made it, or like words that a person wrote to be read."""

import math
import re
from collections import Counter

_MADE_UP = re.compile(
    r"example|placeholder|change.?me|dummy|sample|redacted|your.|insert|not.?a.?real|xxx|\*\*\*|\.\.\.|"
    r"<.*>|\$\{|\{\{|1234567890|0123456789|abcdefgh|^p[a@4][s$5]{2}w[o0]rd\d?$|test.?(?:key|token|secret|password)",
    re.IGNORECASE,
)
_WORDS = re.compile(r"[A-Z]?[a-z]+(?:[ ._:/-][A-Z]?[a-z]+)*|[A-Z]+(?:_[A-Z]+)*", re.ASCII)
_WORDS_AND_NUMBERS = re.compile(r"[A-Z]?[a-z]+\d{0,2}(?:[ _-]+(?:[A-Z]?[a-z]+\d{0,2}|\d{1,3}))+")
_CLASSES = tuple(map(re.compile, (r"[a-z]", r"[A-Z]", r"[0-9]", r"[^A-Za-z0-9\s]")))


def is_made_up(text: str) -> bool:
    """An example or a gap to be filled, and not a secret."""
    return bool(_MADE_UP.search(text)) or len(set(text)) < 6


def is_password(text: str) -> bool:
    """Letters mixed with digits or signs, without spaces: nobody shows that to a reader."""
    if len(text) < 6 or re.search(r"\s", text) or is_made_up(text) or _is_pattern(text):
        return False
    letters = any(each.search(text) for each in _CLASSES[:2])
    return letters and _kinds(text) > 1 and not _is_words(text)


def is_random(text: str) -> bool:
    """Long, mixed, and of so many different characters that chance must have had a part."""
    long = len(text) >= 16 and not re.search(r"\s", text)
    if not long or is_made_up(text) or _is_pattern(text) or _is_words(text):
        return False
    return entropy(text) >= 3 and any(map(_is_mixed, re.split(r"[-_./:]", text)))


def _is_words(text: str) -> bool:
    """`too-short-8`, `reset_password2`: words and short numbers that name something."""
    stripped = text.strip(":?!-_")
    return bool(_WORDS.fullmatch(stripped) or _WORDS_AND_NUMBERS.fullmatch(stripped))


def _is_mixed(part: str) -> bool:
    """Letters and digits in one: `claude-4-20250929` is of words and numbers, and is no secret."""
    digits = sum(each.isdigit() for each in part)
    return len(part) >= 8 and 0 < digits < len(part)


def entropy(text: str) -> float:
    """Bits that each character carries, by how often each occurs."""
    counts = Counter(text).values()
    return -sum(each / len(text) * math.log2(each / len(text)) for each in counts)


def _kinds(text: str) -> int:
    return sum(bool(each.search(text)) for each in _CLASSES)


def _is_pattern(text: str) -> bool:
    """A format, a regular expression, a path or an address: text about secrets, not one."""
    return bool(re.search(r"[{}]|%[sdr(]|\\[dwsb]|\[[^\]]*-[^\]]*\]|\(\?|^[/~.]|://", text))

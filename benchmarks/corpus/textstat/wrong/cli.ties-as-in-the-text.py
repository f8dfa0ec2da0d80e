"""The command `textstat [--top N] [--min N] [--ignore WORD]...`."""

import re
import sys
from collections import Counter
from dataclasses import dataclass, field

_END = "\n"
_JOINS = "'-"


class _Misuse(Exception):
    """The command was used wrongly; the message says why."""


@dataclass
class _Options:
    top: int = 5
    least: int = 1
    ignored: set[str] = field(default_factory=set[str])


def main(arguments: list[str] | None = None) -> int:
    """Run the command with these arguments (None means those of the process) on standard input.

    Prints the counts and the most frequent words to stdout and returns 0; a wrong use prints one
    line that begins with `textstat: ` to stderr and returns 2.
    """
    try:
        options = _options(sys.argv[1:] if arguments is None else arguments)
    except _Misuse as error:
        print(f"textstat: {error}", file=sys.stderr)
        return 2
    text = sys.stdin.read()
    words = _words(text)
    print(f"lines: {_lines(text)}")
    print(f"words: {len(words)}")
    print(f"characters: {len(text) - text.count(_END)}")
    print(f"longest: {max(words, key=len, default='-')}")
    for word, count in _frequent(words, options):
        print(f"{count} {word}")
    return 0


def _options(arguments: list[str]) -> _Options:
    options = _Options()
    left = list(arguments)
    while left:
        option = left.pop(0)
        if option not in ("--top", "--min", "--ignore"):
            raise _Misuse(f"unknown argument {option!r}")
        if not left:
            raise _Misuse(f"{option} needs a value")
        value = left.pop(0)
        if option == "--top":
            options.top = _number(value, 0)
        elif option == "--min":
            options.least = _number(value, 1)
        else:
            options.ignored.add(value.lower())
    return options


def _number(text: str, least: int) -> int:
    if not re.fullmatch(r"[0-9]+", text) or not least <= int(text) <= 100:
        raise _Misuse(f"not a number from {least} to 100: {text!r}")
    return int(text)


def _lines(text: str) -> int:
    ends = text.count(_END)
    return ends if not text or text.endswith(_END) else ends + 1


def _words(text: str) -> list[str]:
    found: list[str] = []
    word = ""
    for at, character in enumerate(text):
        joins = word and character in _JOINS and text[at + 1 : at + 2].isalpha()
        if character.isalpha() or joins:
            word += character
        elif word:
            found.append(word)
            word = ""
    return [*found, word] if word else found


def _frequent(words: list[str], options: _Options) -> list[tuple[str, int]]:
    counts = Counter(
        word
        for word in map(str.lower, words)
        if len(word) >= options.least and word not in options.ignored
    )
    return counts.most_common(options.top)

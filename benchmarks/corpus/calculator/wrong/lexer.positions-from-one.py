"""Tokens of an expression: numbers, operators and brackets with their positions."""

from dataclasses import dataclass

_DIGITS = frozenset("0123456789")


class SyntaxProblem(ValueError):
    """The text is not an expression; `position` says where."""

    position: int

    def __init__(self, position: int) -> None:
        """Keep `position`; str(error) is f"unexpected at {position}"."""
        super().__init__(f"unexpected at {position}")
        self.position = position


@dataclass(frozen=True)
class Token:
    """A token: its kind (`number`, `operator` or `bracket`), its text and where it begins."""

    kind: str
    text: str
    position: int


def tokenize(text: str) -> list[Token]:
    """Return the tokens of `text` in order; raise SyntaxProblem at a character of no token.

    Positions count from 0. `//` is one token. Spaces and tabs are skipped, nothing else is.
    """
    tokens: list[Token] = []
    at = 0
    while at < len(text):
        if text[at] in " \t":
            at += 1
            continue
        token = _token(text, at)
        tokens.append(token)
        at += len(token.text)
    return tokens


def _token(text: str, at: int) -> Token:
    if text.startswith("//", at):
        return Token("operator", "//", at + 1)
    if text[at] in "+-*/%^":
        return Token("operator", text[at], at + 1)
    if text[at] in "()":
        return Token("bracket", text[at], at + 1)
    if text[at] in _DIGITS:
        return Token("number", text[at : _number_end(text, at)], at + 1)
    raise SyntaxProblem(at + 1)


def _number_end(text: str, at: int) -> int:
    end = _digits_end(text, at)
    if end < len(text) and text[end] == ".":
        after = _digits_end(text, end + 1)
        if after > end + 1:
            return after
    return end


def _digits_end(text: str, at: int) -> int:
    while at < len(text) and text[at] in _DIGITS:
        at += 1
    return at

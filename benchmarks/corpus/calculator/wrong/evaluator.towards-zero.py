"""Expressions worked out exactly."""

from dataclasses import dataclass
from fractions import Fraction
from math import trunc

from calculator.lexer import SyntaxProblem, Token, tokenize

_LARGEST = 1000


class MathProblem(ArithmeticError):
    """The expression has no value; the message is `division by zero` or `bad exponent`."""


@dataclass(frozen=True)
class _Pair:
    operator: str
    left: "_Node"
    right: "_Node"


@dataclass(frozen=True)
class _Negated:
    operand: "_Node"


_Node = Fraction | _Pair | _Negated


def evaluate(text: str) -> Fraction:
    """Return the value of the expression that `text` writes.

    Raises SyntaxProblem with the position of the first token that cannot stand where it stands
    (the length of the text where it ends too early), else MathProblem where it has no value.
    """
    return _value(_Reader(tokenize(text), len(text)).read())


class _Reader:
    """Reads tokens into a tree, one method for each way of binding."""

    def __init__(self, tokens: list[Token], length: int) -> None:
        self._tokens = tokens
        self._length = length
        self._at = 0

    def read(self) -> _Node:
        node = self._sum()
        if self._at < len(self._tokens):
            raise SyntaxProblem(self._position())
        return node

    def _sum(self) -> _Node:
        node = self._product()
        while operator := self._take("+", "-"):
            node = _Pair(operator, node, self._product())
        return node

    def _product(self) -> _Node:
        node = self._signed()
        while operator := self._take("*", "/", "//", "%"):
            node = _Pair(operator, node, self._signed())
        return node

    def _signed(self) -> _Node:
        if self._take("-"):
            return _Negated(self._signed())
        return self._power()

    def _power(self) -> _Node:
        base = self._operand()
        if self._take("^"):
            return _Pair("^", base, self._signed())
        return base

    def _operand(self) -> _Node:
        if self._take("("):
            node = self._sum()
            if not self._take(")"):
                raise SyntaxProblem(self._position())
            return node
        if self._at < len(self._tokens) and self._tokens[self._at].kind == "number":
            self._at += 1
            return Fraction(self._tokens[self._at - 1].text)
        raise SyntaxProblem(self._position())

    def _take(self, *wanted: str) -> str:
        """The next token's text if it is one of those wanted, which is then read; else nothing."""
        if self._at < len(self._tokens) and self._tokens[self._at].text in wanted:
            self._at += 1
            return self._tokens[self._at - 1].text
        return ""

    def _position(self) -> int:
        if self._at < len(self._tokens):
            return self._tokens[self._at].position
        return self._length


def _value(node: _Node) -> Fraction:
    if isinstance(node, _Negated):
        return -_value(node.operand)
    if isinstance(node, _Pair):
        return _applied(node.operator, _value(node.left), _value(node.right))
    return node


def _applied(operator: str, left: Fraction, right: Fraction) -> Fraction:
    if operator == "+":
        return left + right
    if operator == "-":
        return left - right
    if operator == "*":
        return left * right
    if operator == "^":
        return _raised(left, right)
    if right == 0:
        raise MathProblem("division by zero")
    if operator == "/":
        return left / right
    whole = Fraction(trunc(left / right))
    return whole if operator == "//" else left - right * whole


def _raised(base: Fraction, exponent: Fraction) -> Fraction:
    if exponent.denominator != 1 or abs(exponent) > _LARGEST:
        raise MathProblem("bad exponent")
    if base == 0 and exponent < 0:
        raise MathProblem("division by zero")
    return Fraction(base ** int(exponent))

"""GBNF as llama.cpp reads it: is a text in the grammar, and what does the grammar make?"""

import re
from dataclasses import dataclass, field
from functools import cached_property
from random import Random

_TOKEN = re.compile(
    r"""\s*(?:(?P<literal>"(?:[^"\\]|\\.)*")|(?P<set>\[(?:[^\]\\]|\\.)*\])"""
    r"""|(?P<name>[a-z][a-z0-9-]*)|(?P<many>\{\d+,\d*\}|\{\d+\}|[*+?])|(?P<sign>[()|]))"""
)
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r"}


@dataclass(frozen=True)
class Chars:
    """One character in, or not in, these ranges."""

    ranges: tuple[tuple[str, str], ...]
    negated: bool = False

    def has(self, char: str) -> bool:
        return any(low <= char <= high for low, high in self.ranges) != self.negated

    def some(self, random: Random) -> str:
        if not self.negated:
            low, high = random.choice(self.ranges)
            return chr(random.randint(ord(low), ord(high)))
        return next(char for char in iter(lambda: random.choice(_SOME), "") if self.has(char))


_SOME = "abz AZ09@`#:=()[]{}\"'\\/_-\té☃🧱"
Symbol = Chars | str
"""A character, or the name of a rule."""


@dataclass
class Grammar:
    rules: dict[str, list[tuple[Symbol, ...]]] = field(default_factory=dict)

    @classmethod
    def read(cls, text: str) -> "Grammar":
        made = cls()
        for line in text.splitlines():
            name, _, body = line.partition(" ::= ")
            tokens = [(match.lastgroup, match.group().strip()) for match in _TOKEN.finditer(body)]
            assert re.sub(r"\s", "", body) == re.sub(r"\s", "", "".join(t for _, t in tokens)), line
            made.rules[name] = made._alternatives(tokens)
            assert not tokens, line
        for alternatives in made.rules.values():
            for symbol in (item for alternative in alternatives for item in alternative):
                assert isinstance(symbol, Chars) or symbol in made.rules, symbol
        return made

    def _alternatives(self, tokens: list[tuple[str | None, str]]) -> list[tuple[Symbol, ...]]:
        found: list[tuple[Symbol, ...]] = [()]
        while tokens and tokens[0][1] != ")":
            kind, text = tokens.pop(0)
            if text == "|" and kind == "sign":
                found.append(())
                continue
            item: tuple[Symbol, ...] = (text,)
            if kind == "literal":
                item = tuple(Chars(((char, char),)) for char in _unescaped(text[1:-1]))
            elif kind == "set":
                item = (_set(text[1:-1]),)
            elif kind == "sign":
                item = (self._rule(self._alternatives(tokens)),)
                tokens.pop(0)
            if tokens and tokens[0][0] == "many":
                item = self._repeated(item, tokens.pop(0)[1])
            found[-1] += item
        return found

    def _rule(self, alternatives: list[tuple[Symbol, ...]]) -> str:
        name = f"#{len(self.rules)}"
        self.rules[name] = alternatives
        return name

    def _repeated(self, item: tuple[Symbol, ...], many: str) -> tuple[Symbol, ...]:
        least, most = {"*": (0, None), "+": (1, None), "?": (0, 1)}.get(many) or _bounds(many)
        rest: tuple[Symbol, ...] = ()
        if most is None:
            name = self._rule([])
            self.rules[name] = [(*item, name), ()]
            rest = (name,)
        for _ in range((most or least) - least):
            rest = (self._rule([(*item, *rest), ()]),)
        return (*item * least, *rest)

    def accepts(self, text: str) -> bool:
        return None in self._after(text)

    def begins(self, text: str) -> bool:
        """Whether some text of the grammar begins like this."""
        return bool(self._after(text))

    def _after(self, text: str) -> set["Stack"]:
        stacks = self._expanded(("root", None))
        for char in text:
            step = [stack for stack in stacks if stack is not None and _takes(stack, char)]
            stacks = {found for stack in step for found in self._expanded(stack[1])}
        return stacks

    def _expanded(self, stack: "Stack") -> set["Stack"]:
        if stack is None or isinstance(stack[0], Chars):
            return {stack}
        found: set[Stack] = set()
        for alternative in self.rules[stack[0]]:
            made = stack[1]
            for symbol in reversed(alternative):
                made = (symbol, made)
            found |= self._expanded(made)
        return found

    def make(self, random: Random, rule: str = "root", depth: int = 0, deep: int = 40) -> str:
        """A text of the grammar; deep down, the shortest way out is taken."""
        ways = self.rules[rule]
        chosen = min(ways, key=self._height) if depth > deep else random.choice(ways)
        return "".join(
            item.some(random)
            if isinstance(item, Chars)
            else self.make(random, item, depth + 1, deep)
            for item in chosen
        )

    def _height(self, way: tuple[Symbol, ...]) -> int:
        """Of the lowest tree that it can become."""
        return max((self.heights[item] for item in way if isinstance(item, str)), default=0)

    @cached_property
    def heights(self) -> dict[str, int]:
        found: dict[str, int] = {}
        while len(found) < len(self.rules):
            level = {
                name: 1 + min(heights)
                for name, ways in self.rules.items()
                if name not in found
                and (
                    heights := [
                        max((found[item] for item in way if isinstance(item, str)), default=0)
                        for way in ways
                        if all(isinstance(item, Chars) or item in found for item in way)
                    ]
                )
            }
            assert level, "a rule has no end"
            found |= level
        return found


Stack = tuple[Symbol, "Stack"] | None


def _takes(stack: tuple[Symbol, Stack], char: str) -> bool:
    return isinstance(stack[0], Chars) and stack[0].has(char)


def _bounds(many: str) -> tuple[int, int | None]:
    least, comma, most = many[1:-1].partition(",")
    return int(least), int(most) if most else (None if comma else int(least))


def _unescaped(text: str) -> str:
    return re.sub(
        r"\\(x[0-9a-f]{2}|.)",
        lambda match: (
            chr(int(match[1][1:], 16)) if len(match[1]) == 3 else _ESCAPES.get(match[1], match[1])
        ),
        text,
    )


def _set(text: str) -> Chars:
    negated = text.startswith("^")
    parts = re.findall(
        r"(\\x[0-9a-f]{2}|\\.|[^\\])(?:-(\\x[0-9a-f]{2}|\\.|[^\\]))?", text[negated:]
    )
    ranges = tuple((_unescaped(low), _unescaped(high or low)) for low, high in parts)
    return Chars(ranges, negated)

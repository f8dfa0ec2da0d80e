"""Cases with all that is known of them: how their rows are played, and what their texts name."""

import ast
import itertools
import re
from collections.abc import Iterable, Iterator, Set
from copy import copy
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from brickyard.cases import clock, support
from brickyard.cases.flow import flow
from brickyard.cases.kinds import Kind, Kinds, helper_kinds
from brickyard.cases.model import Case, Cases, Names
from brickyard.cases.script import Flow, Judged, Play
from brickyard.cases.source import source
from brickyard.cases.syntax import reads
from brickyard.cases.words import BARE, MODULES, WORDS

Encoded = Any
"""A value as it crosses."""

SWITCHES = (0.0, 1e-6, 1e-4)
"""Seconds after which threads take turns, where calls are made together; 0: as always."""

BLOCKS = 4
"""So many blocks of a case are each played with and without ending at the first exception."""

_REPORT = re.compile(r"\b_(\d+)\b")


@dataclass(frozen=True)
class Variant:
    """One way of playing a row."""

    through: tuple[int, ...] = ()
    switch: float = 0.0
    process: bool = False


@dataclass
class Sheet:
    """One case, and what is known of it: the texts that go in, and those that stay outside."""

    test: str
    path: str
    case: Case
    cases: Cases
    names: Names
    rows: list[dict[str, Encoded]] | None = None
    """The rows of a table that is computed, by column."""
    change: str = ""
    """The name of what is changed in the package before it is played."""

    @cached_property
    def flow(self) -> Flow:
        return flow(self.case, self.cases, self.names)

    def altered(self, change: str) -> "Sheet":
        """The same case on a changed package: what is known of its text is known of both."""
        _ = self.variants, self._kinds, self.raising
        found = copy(self)
        found.test, found.change = f"{change} {self.test}", change
        return found

    @property
    def text(self) -> tuple[str, str]:
        """The case itself, whatever is changed when it is played."""
        return self.path, self.case.name

    # ------------------------------------------------------------ rows

    @property
    def columns(self) -> tuple[str, ...]:
        return self.case.table.columns if self.case.table else ()

    @property
    def count(self) -> int:
        if self.rows is not None:
            return len(self.rows)
        return len(self.case.table.rows) if self.case.table else 1

    def cells(self, at: int, columns: Iterable[str]) -> dict[str, str]:
        """The values of a row as they were written."""
        if self.case.table is None or self.rows is not None:
            return {}
        row = dict(zip(self.columns, self.case.table.rows[at], strict=True))
        return {column: row[column] for column in columns}

    def values(self, at: int, columns: Iterable[str]) -> dict[str, Encoded]:
        """The values of a row as they were worked out."""
        return {column: self.rows[at][column] for column in columns} if self.rows else {}

    @cached_property
    def variants(self) -> list[Variant]:
        """Each way in which a row is played, whatever is expected of it."""
        blocks = [number for number, play in numbered(self.flow.script.plays) if may_end(play)]
        few = len(blocks) <= BLOCKS
        sizes = range(len(blocks) + 1) if few else (0, 1, 2, len(blocks))
        through = [each for size in sizes for each in itertools.combinations(blocks, size)]
        switches = SWITCHES if "together" in self.inside_names else SWITCHES[:1]
        return [Variant(each, switch) for each in through for switch in switches]

    @property
    def runs(self) -> bool:
        """Whether it runs the command, and is played in one way alone."""
        return len(self.variants) == 1 and "run" in self.inside_names - self.names.offers.keys()

    @property
    def through(self) -> tuple[int, ...]:
        """The blocks that end at an exception, because a check says that they raise."""
        raising = {number for number, play in numbered(self.flow.script.plays) if may_end(play)}
        wanted = tuple(sorted(raising & self.raising))
        known = {each.through for each in self.variants}
        return wanted if wanted in known else max(known, key=len)

    # ------------------------------------------------------------ names

    @property
    def written_cells(self) -> list[str]:
        return [cell for row in (self.case.table.rows if self.case.table else ()) for cell in row]

    @cached_property
    def inside_texts(self) -> list[str]:
        script = self.flow.script
        cells = [cell for row in script.rows for cell in row]
        return [*script.helpers, *texts_of(script.plays), *cells]

    @cached_property
    def inside_names(self) -> set[str]:
        return read_names(self.inside_texts)

    @cached_property
    def package_names(self) -> set[str]:
        """Names whose values only the package can make."""
        kinds = self._kinds.helpers.items()
        return {*self.names.offers, *(name for name, kind in kinds if kind >= Kind.MADE)}

    @cached_property
    def _kinds(self) -> Kinds:
        return Kinds(self.names, helper_kinds(self.cases, self.names))

    @cached_property
    def helpers(self) -> list[str]:
        return [source((each,)) for each in (*self.cases.constants, *self.cases.helpers)]

    def imports(self, names: set[str], package: bool = True) -> list[list[str]]:
        found = (self._origin(name, package) for name in sorted(names))
        return [each for each in found if each]

    def _origin(self, name: str, package: bool) -> list[str]:
        """Module, name there, name here."""
        if name in self.names.offers:
            return [self.names.offers[name], self.names.there(name), name] if package else []
        if name in WORDS:
            home = clock if name == "clock" else support
            return [home.__name__, name, name] if package and hasattr(home, name) else []
        module, _, taken = self.cases.imported.get(name, "").partition(":")
        if module or name in BARE:
            return [module, taken, name] if module else [BARE[name], name, name]
        return [name, "", name] if name in MODULES else []

    # ------------------------------------------------------------ what is outside

    @cached_property
    def judged(self) -> tuple[Judged, ...]:
        return self.flow.judged

    @cached_property
    def raising(self) -> set[int]:
        """Plays that must raise, and what is inside them; all that say `raise`."""
        wanted = {each.play for each in self.judged if each.ops == ("raises",)}
        plays = [*numbered(self.flow.script.plays)]
        found = {number for number, play in plays if is_raise(play)}
        return found.union(*(_raised(top, play) for top, play in plays if top in wanted))

    @property
    def computed(self) -> str:
        return self.case.table.computed if self.case.table else ""

    def is_made(self, text: str, made: Set[str] = frozenset()) -> bool:
        """Whether a value needs the package; a class of it is known by its name."""
        if text in self.names.classes:
            return False
        tree = ast.parse(text)
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                node.args = [each for each in node.args if not self._kinds.is_asked(node, each)]
        return not (self.package_names | made).isdisjoint(reads(tree))


def tops(plays: Iterable[Play], first: int = 1) -> Iterator[tuple[int, Play]]:
    """Plays with their numbers, without those inside them."""
    for play in plays:
        yield first, play
        first += size(play)


def numbered(plays: Iterable[Play], first: int = 1) -> Iterator[tuple[int, Play]]:
    """Plays with their numbers, those inside a block after it."""
    for number, play in tops(plays, first):
        yield number, play
        yield from numbered(play.inside, number + 1)


def is_raise(play: Play) -> bool:
    return play.text.startswith("raise ") and not play.is_block


def may_end(play: Play) -> bool:
    """Whether a block may end at an exception that the case does not raise itself."""
    return bool(play.inside) and not is_raise(play.inside[-1])


def _raised(number: int, play: Play) -> set[int]:
    """What raises where a play does: all of it, or the way to a `raise` at its end."""
    way, at, last = {number}, number, play
    while last.inside:
        at, last = [*tops(last.inside, at + 1)][-1]
        way.add(at)
    return way if is_raise(last) else set(range(number, number + size(play)))


def size(play: Play) -> int:
    return 1 + sum(map(size, play.inside))


def texts_of(plays: Iterable[Play]) -> list[str]:
    return [f"{play.text} pass" if play.is_block else play.text for _, play in numbered(plays)]


def read_names(texts: Iterable[str]) -> set[str]:
    return set[str]().union(*map(_read_names, texts))


@lru_cache(maxsize=1 << 15)
def _read_names(text: str) -> frozenset[str]:
    return frozenset(reads(ast.parse(text)))


def references(text: str) -> set[int]:
    """The numbers of plays whose reports a text uses."""
    return set(map(int, _REPORT.findall(text)))


def needs(text: str) -> int:
    return max(references(text), default=0)

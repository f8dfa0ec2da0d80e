"""What crossed, read back strictly: anything that the encoder does not write is refused."""

from collections.abc import Callable, Sequence
from datetime import date, datetime, time, timedelta, timezone
from decimal import Decimal
from fractions import Fraction
from pathlib import PurePosixPath
from typing import Any, cast
from uuid import UUID

from brickyard.proofs.data.inside.crossing import BITS, DEPTH, HASHED
from brickyard.proofs.data.outside.standins import Member, Opaque, Record


class Malformed(ValueError):
    """Something crossed that the encoder does not write."""


def decode(crossed: Any) -> Any:
    """A value of Python, with stand-ins for what is declared; raises Malformed."""
    try:
        return _Decoder().of(crossed, 0)
    except (TypeError, ValueError, ArithmeticError, RecursionError) as error:
        raise Malformed(f"what was told cannot be read: {error}") from error


class _Decoder:
    """One value; the caps hold here too, because whoever tells may be a forger."""

    def __init__(self) -> None:
        self._hashed = 0
        self._containers: dict[str, Callable[[Sequence[Any], int], Any]] = {
            "l": self._each,
            "t": lambda parts, depth: tuple(self._each(parts, depth)),
            "d": self._dict,
            "s": self._set,
            "fs": lambda parts, depth: frozenset(self._set(parts, depth)),
            "o": self._record,
            "e": self._member,
            "range": lambda parts, depth: range(*self._integers(parts, depth)),
            "Fraction": lambda parts, depth: Fraction(*self._integers(parts, depth)),
        }

    def of(self, crossed: Any, depth: int) -> Any:
        if crossed is None or type(crossed) in (bool, int, str):
            return crossed
        if type(crossed) is not list or depth > DEPTH + 1:
            raise Malformed("not a value")
        tag, *parts = cast("list[Any]", crossed)
        if type(tag) is not str:
            raise Malformed("a value without a tag")
        if tag in self._containers:
            return self._containers[tag](parts, depth + 1)
        return _plain(tag, parts)

    def _each(self, parts: Sequence[Any], depth: int) -> list[Any]:
        return [self.of(part, depth) for part in parts]

    def _integers(self, parts: Sequence[Any], depth: int) -> list[int]:
        found = self._each(parts, depth)
        if any(type(one) is not int for one in found):
            raise Malformed("not an integer")
        return found

    def _dict(self, parts: Sequence[Any], depth: int) -> dict[Any, Any]:
        self._count(parts)
        found: dict[Any, Any] = dict(self._each(_pair(part), depth) for part in parts)
        if len(found) != len(parts):
            raise Malformed("a key twice")
        return found

    def _set(self, parts: Sequence[Any], depth: int) -> set[Any]:
        self._count(parts)
        found: set[Any] = set(self._each(parts, depth))
        if len(found) != len(parts):
            raise Malformed("a part of a set twice")
        return found

    def _count(self, parts: Sequence[Any]) -> None:
        """Keys chosen to collide make hashing slow."""
        self._hashed += len(parts)
        if self._hashed > HASHED:
            raise Malformed("too many hashed parts")

    def _record(self, parts: Sequence[Any], depth: int) -> Record:
        kind, *fields = parts
        pairs = [_pair(field) for field in fields]
        if type(kind) is not str or any(type(name) is not str for name, _ in pairs):
            raise Malformed("an object without names")
        return Record(kind, tuple((name, self.of(value, depth)) for name, value in pairs))

    def _member(self, parts: Sequence[Any], depth: int) -> Member:
        kind, name, base = parts
        value = self.of(base, depth)
        if {type(kind), type(name)} != {str} or type(value) not in (type(None), int, float, str):
            raise Malformed("a wrong member of an enum")
        return Member(kind, name, value)


def _pair(part: Any) -> list[Any]:
    if type(part) is not list or len(cast("list[Any]", part)) != 2:
        raise Malformed("not a pair")
    return cast("list[Any]", part)


def _plain(tag: str, parts: Sequence[Any]) -> Any:
    kinds, make = _PLAIN.get(tag, (None, None))
    if kinds is None or make is None:
        raise Malformed("an unknown tag")
    if len(parts) != len(kinds) or any(
        type(part) not in kind for part, kind in zip(parts, kinds, strict=True)
    ):
        raise Malformed(f"a wrong '{tag}'")
    return make(*parts)


def _integer(text: str) -> int:
    if len(text) > BITS // 4 + len("-0x"):
        raise Malformed("too large an integer")
    return int(text, 16)


def _zone(offset: int | None) -> timezone | None:
    return None if offset is None else timezone(timedelta(microseconds=offset))


def _time(text: str, offset: int | None) -> time:
    return time.fromisoformat(text).replace(tzinfo=_zone(offset))


def _datetime(text: str, offset: int | None) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=_zone(offset))


_TEXT, _INT, _OFFSET = (str,), (int,), (int, type(None))
_PLAIN: dict[str, tuple[tuple[tuple[type, ...], ...], Callable[..., Any]]] = {
    "!": ((_TEXT,), Opaque),
    "i": ((_TEXT,), _integer),
    "f": ((_TEXT,), float.fromhex),
    "complex": ((_TEXT, _TEXT), lambda *parts: complex(*map(float.fromhex, parts))),
    "bytes": ((_TEXT,), bytes.fromhex),
    "bytearray": ((_TEXT,), bytearray.fromhex),
    "Decimal": ((_TEXT,), Decimal),
    "Path": ((_TEXT,), PurePosixPath),
    "UUID": ((_TEXT,), UUID),
    "date": ((_TEXT,), date.fromisoformat),
    "time": ((_TEXT, _OFFSET), _time),
    "datetime": ((_TEXT, _OFFSET), _datetime),
    "timedelta": ((_INT, _INT, _INT), timedelta),
    "timezone": ((_INT,), _zone),
}

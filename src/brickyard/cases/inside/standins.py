"""Stand-ins, where the package is not, for what is its own: classes, objects, members, errors."""

import builtins
import sys
from contextlib import suppress
from dataclasses import make_dataclass
from functools import cache
from typing import Any, cast

from brickyard.cases.equality import same

HIDDEN = "it cannot be compared"


class Kind(type):
    """A class of the package by its name alone; two of one name are the same class."""

    _home: str
    _kinds: tuple[str, ...] = ()

    def __eq__(cls, other: object) -> bool:
        return isinstance(other, type) and cls._home == home_of(other)

    def __hash__(cls) -> int:
        return hash(cls._home)

    def __instancecheck__(cls, instance: Any) -> bool:
        return cls._home in kinds_of(instance)

    def __call__(cls, *arguments: Any, **named: Any) -> Any:
        raise TypeError(f"{cls.__name__} is a class of the package: it is not here")

    def __repr__(cls) -> str:
        return cls.__name__


class Opaque:
    """Something that could not cross; it equals nothing, not even itself."""

    def __init__(self, why: str) -> None:
        self._why = why

    def __eq__(self, other: object) -> bool:
        return False

    def __hash__(self) -> int:
        return id(self)

    def __bool__(self) -> bool:
        raise TypeError(f"{self!r} has no truth here")

    def __repr__(self) -> str:
        return f"{self._why} ({HIDDEN}: look at parts of it that are plain values)"


class Record:
    """An object of the package: its class, and what of it is public."""

    _equality: str
    _fields: dict[str, Any]

    def __eq__(self, other: object) -> bool:
        return (
            type(self) is type(other)
            and isinstance(other, Record)
            and self._equality == other._equality == "fields"
            and self._fields.keys() == other._fields.keys()
            and all(same(value, other._fields[name]) for name, value in self._fields.items())
        )

    def __hash__(self) -> int:
        return hash(type(self))

    def __getattr__(self, name: str) -> Any:
        if name in self._fields:
            return self._fields[name]
        raise AttributeError(f"{self!r} has told nothing of '{name}'", name=name)

    def __repr__(self) -> str:
        inner = ", ".join(f"{name}={value!r}" for name, value in self._fields.items())
        return f"{type(self).__name__}({inner})"


@cache
def fielded(names: tuple[str, ...]) -> type[Record]:
    """A dataclass by the fields that count, so that the one equality looks at each as it does
    where the package is: an expected list also stands for a tuple in it."""
    fields = cast("Any", make_dataclass("Fielded", names)).__dataclass_fields__
    return type("Fielded", (Record,), {"__dataclass_fields__": fields})


class Member:
    """A member of an enum."""

    name: str

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"


_KINDS: dict[tuple[str, tuple[type, ...]], Kind] = {}
_MEMBERS: dict[Any, Any] = {}


def class_named(home: str) -> Any:
    """Python's own class, or a stand-in for one of the package."""
    return real_class(home) or _kind(home, Record)


def real_class(home: str) -> Any:
    module, _, name = home.rpartition(".")
    found = vars(sys.modules.get(module, builtins)).get(name) if module else None
    return found if isinstance(found, type) and home == home_of(found) else None


def home_of(kind: Any) -> str:
    return getattr(kind, "_home", "") or f"{kind.__module__}.{kind.__qualname__}"


def kinds_of(value: Any) -> tuple[str, ...]:
    """Every class that a stand-in is."""
    kind = cast("Any", type(value))
    return (home_of(kind), *getattr(kind, "_kinds", ()))


def _kind(home: str, *bases: type) -> Kind:
    if (home, bases) not in _KINDS:
        _KINDS[home, bases] = Kind(home.rpartition(".")[2], bases, {"_home": home})
    return _KINDS[home, bases]


def record(home: str, equality: str, fields: dict[str, Any]) -> Any:
    base = fielded(tuple(fields)) if equality == "fields" else Record
    found: Any = object.__new__(_kind(home, base))
    found.__dict__.update({"_equality": equality, "_fields": fields})
    return found


def member(home: str, name: str, base: Any) -> Any:
    """A member of an enum, one for each name; it is also the number or the text in `base`."""
    kind = cast("Any", type(base) if base is not None else object)
    key = (home, name, kind, base)
    if key not in _MEMBERS:
        made: Any = _kind(home, Member, kind)
        found = made.__new__(made, *([] if base is None else [base]))
        found.__dict__.update(name=name, value=base)
        _MEMBERS[key] = found
    return _MEMBERS[key]


def error(kinds: list[str], name: str, text: str, tag: int, own: dict[str, Any]) -> BaseException:
    """Of a class of its own, below Python's classes that it is, with what it told of itself.

    `tag`: the same for one and the same error wherever it was seen; 0 where that is not known.
    """
    bases: list[Any] = []
    for kind in filter(None, map(real_class, kinds)):
        if issubclass(kind, BaseException) and not any(issubclass(base, kind) for base in bases):
            bases.append(kind)

    def shown(_: object) -> str:
        return text

    def written(_: object) -> str:
        return f"{name}({text!r})"

    parts = {**own, "_home": kinds[0] if kinds else name, "_kinds": tuple(kinds), "_tag": tag}
    parts |= {"__str__": shown, "__repr__": written}
    for tried in (bases, bases[:1], [Exception]):
        with suppress(TypeError):
            made: Any = Kind(name, tuple(tried), parts)
            return made.__new__(made)
    raise ValueError("an exception that cannot be shown")

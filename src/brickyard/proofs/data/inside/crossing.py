"""Values as JSON that can be told apart: what leaves a sandbox, and what it is compared with.

None, bool, int and str cross as they are, everything else as `[tag, …]`. Methods of generated
classes are not asked: a value is read as its base type holds it. What has no such form crosses as
`["!", why]`, which equals nothing.
"""

import sys
from typing import Any, cast

DEPTH = 50
NODES = 20_000
TEXT = 1_000_000
BITS = 1 << 17
HASHED = 4_096
"""Caps on one value: how deep, how many parts, characters, bits of an integer, hashed parts."""

CHANGES = frozenset(
    {"__eq__", "__ne__", "__hash__", "__len__", "__iter__", "__getitem__", "__contains__"}
)
DICTS = frozenset({"OrderedDict", "defaultdict", "Counter"})


class Uncrossable(Exception):
    """The value as a whole cannot cross."""


def opaque(why: str) -> list[str]:
    return ["!", why]


class Crossing:
    """`classes`: module → names of the classes that interfaces declare there."""

    def __init__(self, classes: dict[str, list[str]]) -> None:
        self.classes = {module: frozenset(names) for module, names in classes.items()}

    def encode(self, value: Any) -> Any:
        self.nodes = self.text = self.hashed = 0
        self.open: set[int] = set()
        try:
            return self.of(value)
        except Uncrossable as why:
            return opaque(str(why))
        except BaseException as error:  # noqa: BLE001 (whatever generated code raises, it is told)
            return opaque(f"an object of type {name_of(type(value))}: {name_of(type(error))}")

    def of(self, value: Any) -> Any:
        kind = kind_of(value)
        if value is None or kind is bool:
            return value
        self.nodes += 1
        if self.nodes > NODES:
            raise Uncrossable(f"a value of more than {NODES:,} parts")
        if issubclass(kind, sys.modules["enum"].Enum):
            return self.member(value, kind)
        if issubclass(kind, int | float | str):
            return self.scalar(value) if faithful(kind) else unknown(kind)
        if id(value) in self.open:
            raise Uncrossable("a value that contains itself")
        if len(self.open) >= DEPTH:
            raise Uncrossable(f"a value nested more than {DEPTH} deep")
        self.open.add(id(value))
        found = self.container(value, kind)
        self.open.discard(id(value))
        return found

    def scalar(self, value: Any) -> Any:
        if isinstance(value, str):
            return self.words(str.__str__(value))
        if isinstance(value, float):
            return ["f", float.hex(value)]
        whole = int.__int__(value)
        if whole.bit_length() > BITS:
            raise Uncrossable(f"an integer of more than {BITS:,} bits")
        return whole if whole.bit_length() < 64 else ["i", hex(whole)]

    def words(self, text: str) -> str:
        self.text += len(text)
        if self.text > TEXT:
            raise Uncrossable(f"more than {TEXT:,} characters")
        return text

    def member(self, value: Any, kind: Any) -> Any:
        """An enum's member by class and name, with the number or text that it also is."""
        home, name = self.home(kind), value._name_
        if kind._member_map_.get(name) is not value:
            is_flag = issubclass(kind, sys.modules["enum"].Flag)
            name = hex(int.__int__(value._value_)) if is_flag else ""
        if not home or not name:
            plain = issubclass(kind, int | float | str) and faithful(kind)
            return self.scalar(value) if plain else unknown(kind)
        base = self.scalar(value) if issubclass(kind, int | float | str) else None
        return ["e", home, name, base]

    def container(self, value: Any, kind: Any) -> Any:
        if issubclass(kind, list | tuple):
            if not faithful(kind):
                return unknown(kind)
            tag, base = ("l", list) if issubclass(kind, list) else ("t", tuple)
            return [tag, *map(self.of, cast("Any", base).__iter__(value))]
        if issubclass(kind, dict):
            return self.pairs(value, kind)
        if kind is set or kind is frozenset:
            self.count_hashed(len(value))
            return ["s" if kind is set else "fs", *map(self.of, value)]
        if hasattr(kind, "__dataclass_fields__"):
            return self.record(value, kind)
        return self.standard(value, kind)

    def pairs(self, value: Any, kind: Any) -> Any:
        known = (
            name_of(kind) in DICTS and getattr(sys.modules["collections"], name_of(kind)) is kind
        )
        if not known and not faithful(kind):
            return unknown(kind)
        base: Any = dict
        self.count_hashed(base.__len__(value))
        return ["d", *([self.of(key), self.of(one)] for key, one in base.items(value))]

    def count_hashed(self, count: int) -> None:
        self.hashed += count
        if self.hashed > HASHED:
            raise Uncrossable(f"sets and dictionaries of more than {HASHED:,} parts")

    def record(self, value: Any, kind: Any) -> Any:
        """A dataclass by its class and the fields that equality looks at."""
        home = self.home(kind)
        if not home:
            return unknown(kind)
        fields = sys.modules["dataclasses"].fields(kind)
        names = [field.name for field in fields if field.compare]
        return ["o", home, *([name, self.of(getattr(value, name))] for name in names)]

    def home(self, kind: Any) -> str:
        """`module.Class` of a class that an interface declares, and only if it is really that."""
        module, name = kind.__module__, kind.__qualname__
        if name not in self.classes.get(module, ()):
            return ""
        return f"{module}.{name}" if vars(sys.modules[module]).get(name) is kind else ""

    def standard(self, value: Any, kind: Any) -> Any:
        """Python's own types, each exactly; a class derived from one is something else."""
        name = kind.__qualname__
        if vars(sys.modules.get(kind.__module__, sys)).get(name) is not kind:
            return unknown(kind)
        match f"{kind.__module__.partition('.')[0]}.{name}":
            case "builtins.bytes" | "builtins.bytearray":
                return [name, self.words(value.hex())]
            case "builtins.complex":
                return [name, value.real.hex(), value.imag.hex()]
            case "builtins.range":
                return [name, *map(self.of, (value.start, value.stop, value.step))]
            case "decimal.Decimal" | "pathlib.PosixPath":
                return ["Path" if name == "PosixPath" else name, self.words(str(value))]
            case "fractions.Fraction":
                return [name, self.of(value.numerator), self.of(value.denominator)]
            case "uuid.UUID":
                return [name, value.hex]
            case "datetime.date":
                return [name, value.isoformat()]
            case "datetime.datetime" | "datetime.time":
                return [name, value.replace(tzinfo=None).isoformat(), offset(value)]
            case "datetime.timedelta":
                return [name, value.days, value.seconds, value.microseconds]
            case "datetime.timezone":
                return [name, microseconds(value.utcoffset(None))]
            case _:
                return unknown(kind)


def offset(value: Any) -> int | None:
    """How far its clock is from UTC; only of time zones that Python itself brings."""
    if value.tzinfo is None:
        return None
    zone = kind_of(value.tzinfo)
    if f"{zone.__module__}.{zone.__qualname__}" not in ("datetime.timezone", "zoneinfo.ZoneInfo"):
        raise Uncrossable(f"a time in a zone of type {name_of(zone)}")
    away = value.utcoffset()
    return None if away is None else microseconds(away)


def microseconds(span: Any) -> int:
    return (span.days * 86_400 + span.seconds) * 1_000_000 + span.microseconds


def faithful(kind: Any) -> bool:
    """Whether it is one of Python's own types, or derived from one without changing equality."""
    owners: tuple[type, ...] = kind.__mro__
    for owner in owners:
        if owner in (int, float, str, list, tuple, dict):
            return True
        if not CHANGES.isdisjoint(vars(owner)):
            return False
    return False


def kind_of(value: object) -> Any:
    return type(value)


def unknown(kind: Any) -> list[str]:
    return opaque(f"an object of type {name_of(kind)}")


def name_of(kind: Any) -> str:
    return str.__str__(kind.__name__)[:200]

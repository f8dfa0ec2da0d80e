"""Values as JSON that can be told apart: what leaves a sandbox, and what it is compared with.

None, bool, int and str cross as they are, everything else as `[tag, …]`. A value is read as its
base type holds it; its own methods are not asked. Objects of the package cross as their class and
what of them is public, exceptions as all classes that they are. What has no such form crosses as
`["!", why]`, which equals nothing.
"""

import contextlib
import sys
from types import MemberDescriptorType
from typing import Any, cast

from brickyard.cases import support

DEPTH = 50
NODES = 20_000
TEXT = 1_000_000
BITS = 1 << 17
HASHED = 4_096
"""Caps on one value: how deep, how many parts, characters, bits of an integer, hashed parts."""

MESSAGE = 100_000
_ERRORS = frozenset(dir(BaseException))

CHANGES = frozenset(
    {"__eq__", "__ne__", "__hash__", "__len__", "__iter__", "__getitem__", "__contains__"}
)
SAME = frozenset({"__eq__", "__ne__", "__hash__", "__len__", "__bool__"})
"""What a text or a number says of itself; whatever its parts are, it is what it holds."""
_EMPTY: dict[Any, Any] = {}
VIEWS: tuple[type, ...] = (type(_EMPTY.keys()), type(_EMPTY.values()), type(_EMPTY.items()))
DICTS = frozenset({"OrderedDict", "defaultdict", "Counter"})


class Uncrossable(Exception):
    """The value as a whole cannot cross."""


def opaque(why: str) -> list[str]:
    return ["!", why]


class Crossing:
    """`known`: classes that the package offers, with the names by which it offers them."""

    def __init__(self, package: str, known: dict[type, list[str]]) -> None:
        self.package, self.known = package, known
        self.is_tagging = False
        """Whether errors that are one can be told from errors that are alike."""
        self.begin()

    def begin(self) -> None:
        """A row begins: errors are counted anew. Kept, so that no other gets the place of one."""
        self.errors: dict[int, tuple[int, BaseException]] = {}

    def tag(self, error: BaseException) -> int:
        if not self.is_tagging:
            return 0
        return self.errors.setdefault(id(error), (len(self.errors) + 1, error))[0]

    has_asked = False
    """Whether code of the package ran to tell the last value: work may have been put off to it."""

    def encode(self, value: Any) -> Any:
        self.nodes = self.text = self.hashed = 0
        self.has_asked = False
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
            return self.scalar(value) if faithful(kind, SAME) else unknown(kind)
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
        self.count_text(len(text))
        return text

    def count_text(self, count: int) -> None:
        self.text += count
        if self.text > TEXT:
            raise Uncrossable(f"more than {TEXT:,} characters")

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
        if issubclass(kind, type):
            home = self.home(value)
            return ["c", home] if home else unknown(kind)
        if issubclass(kind, BaseException):
            return self.error(value, kind)
        if kind is support.Ran:
            return ["w", kind.__name__, *self.fields(value, kind)]
        if self.is_own(kind):
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
        """An object of the package: its class, how it is equal, whether its truth is asked."""
        is_asked = any("__bool__" in vars(one) or "__len__" in vars(one) for one in kind.__mro__)
        return ["o", self.home(kind), equality(kind), is_asked, *self.fields(value, kind)]

    def fields(self, value: Any, kind: Any) -> list[Any]:
        """Fields of a dataclass that equality looks at, or public attributes."""
        if hasattr(kind, "__dataclass_fields__"):
            fields = sys.modules["dataclasses"].fields(kind)
            names = [field.name for field in fields if field.compare]
        else:
            slots = [getattr(one, "__slots__", ()) for one in kind.__mro__]
            named = [name for one in slots for name in ([one] if isinstance(one, str) else one)]
            names = [name for name in (*getattr(value, "__dict__", ()), *named) if is_public(name)]
        self.has_asked = self.has_asked or computes(kind, names)
        return [[name, self.of(getattr(value, name))] for name in names if hasattr(value, name)]

    def error(self, value: Any, kind: Any) -> Any:
        """Every class that it is, its text, its arguments, and what else is public of it."""
        self.has_asked = True
        homes = [[self.home(one), *self.known.get(one, ())] for one in kind.__mro__[:-1]]
        kinds = [home for each in homes for home in dict.fromkeys(each) if home]
        text = ""
        with contextlib.suppress(BaseException):
            text = str.__str__(str(value))[:MESSAGE]
        taken = [*dir(kind), *getattr(value, "__dict__", ())]
        names = [name for name in dict.fromkeys(taken) if is_public(name) and name not in _ERRORS]
        fields: list[Any] = []
        for name in names:
            with contextlib.suppress(BaseException):
                found = getattr(value, name)
                if not callable(found):
                    fields.append([name, self.of(found)])
        cause = value.__cause__
        if cause is not None:
            with contextlib.suppress(BaseException):
                fields.append(["__cause__", self.of(cause)])
        tag = self.tag(value)
        return ["x", kinds, name_of(kind), text, tag, self.of(value.args), *fields]

    def is_own(self, kind: Any) -> bool:
        """Whether it is a class of the package, and really the one that it says it is."""
        return kind.__module__.partition(".")[0] == self.package and bool(self.home(kind))

    def home(self, kind: Any) -> str:
        """`module.Class`, and only if it is really the class that is found there."""
        if kind in self.known and kind.__module__.partition(".")[0] == self.package:
            return self.known[kind][0]
        found: Any = sys.modules.get(kind.__module__)
        for name in kind.__qualname__.split("."):
            found = getattr(found, "__dict__", _EMPTY).get(name)
        return f"{kind.__module__}.{kind.__qualname__}" if found is kind else ""

    def standard(self, value: Any, kind: Any) -> Any:
        """Python's own types, each exactly; a class derived from one is something else."""
        name = kind.__qualname__
        if vars(sys.modules.get(kind.__module__, sys)).get(name) is not kind and kind not in VIEWS:
            return unknown(kind)
        match f"{kind.__module__.partition('.')[0]}.{name}":
            case "builtins.bytes" | "builtins.bytearray":
                self.count_text(len(value))
                return [name, value.hex()]
            case "builtins.complex":
                return [name, value.real.hex(), value.imag.hex()]
            case "builtins.range":
                return [name, *map(self.of, (value.start, value.stop, value.step))]
            case "decimal.Decimal" | "zoneinfo.ZoneInfo":
                return [name, self.words(str(value))]
            case "pathlib.PosixPath" | "pathlib.PurePosixPath" | "pathlib.PureWindowsPath":
                return ["Path", name, self.words(str(value))]
            case "collections.deque":
                return [name, *map(self.of, value)]
            case "builtins.dict_keys" | "builtins.dict_values" | "builtins.dict_items":
                self.count_hashed(len(value))
                return [name, *map(self.of, value)]
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
    """How far its clock is from UTC: that is what equality of times asks a zone for."""
    away = None if value.tzinfo is None else value.utcoffset()
    if away is not None and kind_of(away).__name__ != "timedelta":
        raise Uncrossable(f"a time in a zone of type {name_of(kind_of(value.tzinfo))}")
    return None if away is None else microseconds(away)


def equality(kind: Any) -> str:
    """`fields`: as dataclasses are made to be; `own`: by a method of the package; `none`."""
    method = kind.__eq__
    if method is object.__eq__:
        return "none"
    params: Any = getattr(kind, "__dataclass_params__", None)
    code: Any = getattr(method, "__code__", None)
    is_made = getattr(params, "eq", False) and getattr(code, "co_filename", "") == "<string>"
    return "fields" if is_made else "own"


def computes(kind: Any, names: list[str]) -> bool:
    """Whether reading these of an object may run code of its class."""
    owners: list[Any] = [vars(one) for one in kind.__mro__[:-1]]
    found: Any = (next((own[name] for own in owners if name in own), None) for name in names)
    return any("__getattribute__" in own or "__getattr__" in own for own in owners) or any(
        hasattr(kind_of(one), "__get__") and kind_of(one) is not MemberDescriptorType
        for one in found
    )


def is_public(name: str) -> bool:
    return not name.startswith("_")


def microseconds(span: Any) -> int:
    return (span.days * 86_400 + span.seconds) * 1_000_000 + span.microseconds


def faithful(kind: Any, changes: frozenset[str] = CHANGES) -> bool:
    """Whether it is one of Python's own types, or derived from one without changing these."""
    owners: tuple[type, ...] = kind.__mro__
    for owner in owners:
        if owner in (int, float, str, list, tuple, dict):
            return True
        if not changes.isdisjoint(vars(owner)):
            return False
    return False


def kind_of(value: object) -> Any:
    return type(value)


def unknown(kind: Any) -> list[str]:
    return opaque(f"an object of type {name_of(kind)}")


def name_of(kind: Any) -> str:
    return str.__str__(kind.__name__)[:200]

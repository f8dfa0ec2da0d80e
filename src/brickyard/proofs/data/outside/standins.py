"""Stand-ins on this side for what is declared on the other."""

from dataclasses import dataclass
from typing import Any, cast


@dataclass(frozen=True, eq=False)
class Opaque:
    """Something that could not cross; it equals nothing, not even itself."""

    why: str

    def __eq__(self, other: object) -> bool:
        return False

    def __hash__(self) -> int:
        return id(self)

    def __repr__(self) -> str:
        return self.why


@dataclass(frozen=True)
class Record:
    """An object of a declared dataclass: its class and the fields that equality looks at."""

    kind: str
    fields: tuple[tuple[str, Any], ...]

    def __repr__(self) -> str:
        inner = ", ".join(f"{name}={value!r}" for name, value in self.fields)
        return f"{self.kind.rpartition('.')[2]}({inner})"


@dataclass(frozen=True, eq=False)
class Member:
    """A member of a declared enum; `base` is the number or the text that it also is."""

    kind: str
    name: str
    base: Any

    def __eq__(self, other: object) -> bool:
        if self.base is not None:
            return self.base == plain(other)
        return isinstance(other, Member) and (self.kind, self.name) == (other.kind, other.name)

    def __hash__(self) -> int:
        return hash((self.kind, self.name) if self.base is None else self.base)

    def __repr__(self) -> str:
        return f"{self.kind.rpartition('.')[2]}.{self.name}"


def plain(value: Any) -> Any:
    """The number or text that a member of an enum also is; anything else as it is."""
    return value.base if isinstance(value, Member) and value.base is not None else value


def has_opaque(value: Any) -> bool:
    match value:
        case Opaque():
            return True
        case Record(fields=fields):
            return any(has_opaque(one) for _, one in fields)
        case dict():
            pairs = cast("dict[Any, Any]", value).items()
            return any(has_opaque(key) or has_opaque(one) for key, one in pairs)
        case list() | tuple() | set() | frozenset():
            return any(map(has_opaque, cast("list[Any]", value)))
        case _:
            return False

"""What every value has, and what a check or a gate says."""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import Any, Self

from pydantic import BaseModel, ConfigDict


def counted(count: int, noun: str) -> str:
    """`1 brick`, `2 bricks`."""
    return f"{count} {noun}{'s' if count != 1 else ''}"


def listed(names: Sequence[str], most: int = 3) -> str:
    """`R1`, `R1 and R2`, `R1, R2 and 7 more`."""
    shown = list(names[:most]) if len(names) > most else list(names[:-1])
    last = f"{len(names) - most} more" if len(names) > most else "".join(names[-1:])
    return " and ".join(filter(None, (", ".join(shown), last)))


class Value(BaseModel):
    """Base of every value: frozen, and an unknown field is an error."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Indexed(Value):
    """A value that keeps what it worked out of its fields (`cached_property`)."""

    def __iter__(self) -> Iterator[tuple[str, Any]]:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Its fields alone: another value may be made of them."""
        return ((name, getattr(self, name)) for name in type(self).model_fields)

    def __copy__(self) -> Self:
        """With nothing but fields: the copy may get others."""
        copied = super().__copy__()
        fields = {name: getattr(self, name) for name in type(self).model_fields}
        object.__setattr__(copied, "__dict__", fields)
        return copied


class Severity(StrEnum):
    CRITICAL = "critical"
    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


class Finding(Value):
    """What a check, a gate or a reviewer says is wrong, and what to do about it."""

    rule: str
    severity: Severity
    message: str
    file: str = ""
    line: int = 0
    suggestion: str = ""
    requirement: str = ""

    @property
    def blocks(self) -> bool:
        return self.severity in (Severity.CRITICAL, Severity.ERROR)

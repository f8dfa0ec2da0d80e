"""Standard streams of a row: what is printed is kept from the channel, input there is none."""

import io
import sys


class NoInput(io.TextIOBase):
    """Reading it is a mistake."""

    @property
    def buffer(self) -> "NoInput":
        return self

    def read(self, size: int | None = -1, /) -> str:
        raise OSError("there is no standard input")

    def readline(self, size: int = -1, /) -> str:  # pyright: ignore[reportIncompatibleMethodOverride]
        raise OSError("there is no standard input")


def silence(program: str) -> None:
    sys.stdin, sys.argv = NoInput(), [program]
    sys.stdout, sys.stderr = (
        io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="") for _ in range(2)
    )

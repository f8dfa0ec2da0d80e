"""What `prove` and `test` write for CI: each file only where it was asked for."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from brickyard.errors import BadInput
from brickyard.files import write_atomically

if TYPE_CHECKING:
    from brickyard.reports.told import ProofReport


@dataclass(frozen=True)
class Reports:
    """Where each goes; `write` makes only what is wanted."""

    junit: Path | None = None
    sarif: Path | None = None
    summary: Path | None = None
    badge: Path | None = None

    def write(self, told: "Callable[[], ProofReport]", junit: Callable[[], str]) -> None:
        from brickyard.reports.sarif import as_sarif
        from brickyard.reports.summary import as_badge, as_summary

        if self.junit:
            _write(self.junit, junit(), "--junit")
        wanted = ((self.sarif, as_sarif), (self.summary, as_summary), (self.badge, as_badge))
        if not any(path for path, _ in wanted):
            return
        value = told()
        for path, made in wanted:
            if path:
                _write(path, made(value), f"--{made.__name__.removeprefix('as_')}")


NOTHING = Reports()


def _write(path: Path, text: str, option: str) -> None:
    try:
        write_atomically(path, text.encode())
    except OSError as error:
        raise BadInput(
            f"{path} cannot be written: {error.strerror}.", hint=f"Choose another with {option}."
        ) from error

"""Public interface of the package barline. Bodies are left out."""
from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TextIO

# module: barline.chart
# Parsing and rendering.

#: The largest value of one line.
MAX_VALUE: int = 1000000000

class InputError(ValueError):
    """A line of input is wrong."""


@dataclass(frozen=True)
class Row:
    """One label and its value."""
    label: str
    value: int


def parse(lines: Iterable[str]) -> list[Row]:
    """The rows of the input lines, with equal labels added up."""
    ...


def sort_rows(rows: Iterable[Row], order: str) -> list[Row]:
    """The rows sorted by order: none, name or value."""
    ...


def render(rows: list[Row], width: int, *, fill: str='█', cut: str='…', color: bool=False) -> list[str]:
    """The chart's lines (without newlines), each `width` places wide."""
    ...


# module: barline.term
# Questions about the terminal.


def is_terminal(stream: TextIO) -> bool:
    """Whether the stream is a terminal."""
    ...


def width_of(stream: TextIO, environ: Mapping[str, str]) -> int:
    """The width for output to the stream, from 20 to 200."""
    ...


def want_color(mode: str, stream: TextIO, environ: Mapping[str, str]) -> bool:
    """Whether to use colour: mode is auto, always or never."""
    ...


def can_encode(stream: TextIO, text: str) -> bool:
    """Whether the stream's encoding can encode the text."""
    ...


def printable(stream: TextIO, text: str) -> str:
    """The text with each character that cannot be encoded replaced by `?`."""
    ...


# module: barline.cli
# command: barline.cli:main
# The command barline.


def main(argv: list[str]) -> int:
    """Run the command with its arguments; the exit code."""
    ...

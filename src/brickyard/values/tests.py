"""Cases, the test files made of them, and what was disputed about them."""

from enum import StrEnum
from typing import Annotated, cast

from pydantic import BeforeValidator, Field, PlainSerializer

from brickyard.values.base import Value


def _joined(text: object) -> object:
    return "\n".join(cast("list[str]", text)) if isinstance(text, list) else text


Lines = Annotated[
    str,
    BeforeValidator(_joined),
    PlainSerializer(lambda text: text.split("\n"), return_type=list[str]),
]
"""A text that is kept line by line, so that a diff of it reads well."""


class WrittenCase(Value):
    """A case as restricted Python, with the helpers and constants that it stands on."""

    name: str
    requirement: str
    """The requirement or clause that it proves."""
    text: Lines


class TestLevel(StrEnum):
    __test__ = False

    ACCEPTANCE = "acceptance"
    BRICK = "brick"


class TestModule(Value):
    """One rendered pytest file: where it stands, its text, and which test proves what."""

    __test__ = False

    path: str
    source: str
    level: TestLevel
    brick: str = ""
    tests: dict[str, str] = Field(default_factory=dict)
    """pytest node id (`tests/test_x.py::test_y`) → requirement or clause id."""
    cases: tuple[WrittenCase, ...] = ()
    """What the tests were rendered from; nothing where a model wrote pytest code."""
    bricks: tuple[str, ...] = ()
    """The bricks that the cases could name."""
    command: str = ""
    """`module:function` of the command that the tests run, if they run one."""
    given: bool = False
    """A person gave its cases: they are run, and neither judged, sent back nor changed."""


class AllowedOutput(Value):
    """Output beyond what is asked for that a requirement allows, and the words that do."""

    requirement: str = Field(description="the id")
    what: str = Field(description="stdout, stderr or traceback")
    words: str = Field(description="the words that allow it, as they stand there")


class Dispute(Value):
    """A test and code that disagreed, both sides' words, and how it was settled.

    `settled` is `test stands`, `test replaced`, `test dropped` or `not settled`.
    """

    test: str
    requirement: str
    expects: str
    claim: str
    ruling: str
    reason: str
    drawn: str = ""
    """What who worked out the same inputs afresh, without sight of either, expects."""
    settled: str
    clarification: str = ""
    """Where the requirement is silent: a sentence that its author could add."""

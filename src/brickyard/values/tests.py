"""Cases, the test files made of them, and what was disputed about them."""

from enum import StrEnum
from typing import Annotated, Any, cast

from pydantic import BeforeValidator, Field, PlainSerializer, model_validator

from brickyard.values.base import Value


class Expect(Value):
    """What a step must bring about; only what is given is checked.

    `value: null` expects None; leaving `value` out expects nothing of it.
    """

    value: Any = Field(default=None, description="what the call returns")
    has_value: bool = Field(
        default=False, description="true only to expect that the call returns null"
    )
    approx: float | None = Field(default=None, description="tolerance for a float value")
    raises: str = Field(default="", description="name of the exception")
    message_has: str = Field(default="", description="part of the exception's message")
    exit: int | None = Field(default=None, description="exit code of a run")
    stdout: str | None = Field(default=None, description="all of the run's output")
    stdout_has: tuple[str, ...] = ()
    stderr_has: tuple[str, ...] = ()
    files: dict[str, str] = Field(default_factory=dict, description="path to whole text, after")
    no_files: tuple[str, ...] = Field(default=(), description="paths that must not exist, after")

    @model_validator(mode="before")
    @classmethod
    def _note_value(cls, data: object) -> object:
        if isinstance(data, dict) and "value" in data and "has_value" not in data:
            return {**cast("dict[str, Any]", data), "has_value": True}
        return cast("object", data)


class Step(Value):
    """Either `call` (an operation, class, or method or attribute of a saved object) or `run`."""

    call: str = Field(default="", description="brick.operation, or name.method of a saved object")
    args: tuple[Any, ...] = ()
    kwargs: dict[str, Any] = Field(default_factory=dict)
    run: tuple[str, ...] | None = Field(default=None, description="arguments of the command")
    stdin: str = ""
    save: str = Field(default="", description="name to keep the result under")
    expect: Expect = Expect()


class Case(Value):
    """One example of a requirement: files to begin with, steps, and what each must bring about."""

    id: str
    requirement: str = Field(description="the one id that it proves")
    title: str = Field(description="what it shows, as a sentence")
    files: dict[str, str] = Field(default_factory=dict, description="path to text, before")
    steps: tuple[Step, ...]


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

"""A person's examples as cases: input and result word for word; a model says only how they are
played, and which requirement they are about."""

import ast
import re
import shlex
from collections.abc import Sequence
from typing import Any, Literal

from pydantic import Field

from brickyard.cases.layout import quoted
from brickyard.doors.create.idea import GivenExample, Idea, Kind
from brickyard.values import Value

INPUT = "{input}"
FILE = "input.txt"

_HEAD = """\
# Examples that a person gave. They become tests as they stand; no model changes them.
# You may: docs/cases.md has the notation.
"""
_TEXTS = re.compile(r"(?:a |one )?(?:str|string|texts?|lines?|words?)\b", re.IGNORECASE)


class PlayedExample(Value):
    """How one example is played. Its input and its result are the person's, and stay so."""

    example: int = Field(description="its number in `examples`, from 1")
    requirement: str = Field(description="the id of the requirement that it shows")
    way: Literal["words", "argument", "stdin", "file", "call"] = Field(
        description="how the input comes: words of the command line, one argument, standard "
        "input, a file; call for a library or service"
    )
    arguments: tuple[str, ...] = Field(
        default=(INPUT,),
        description=f"the command's arguments; \"{INPUT}\" is the input, or the file's name",
    )
    call: str = Field(
        default="", description="for call: what is called with the input, such as `parse_time`"
    )


def as_cases(idea: Idea, kind: Kind, played: Sequence[PlayedExample]) -> str:
    """`examples.py`; nothing where no example was given."""
    by_number = {one.example: one for one in played}
    cases = [
        _case(number, example, by_number[number], idea, kind)
        for number, example in enumerate(idea.examples, 1)
        if number in by_number
    ]
    return "\n\n".join([_HEAD, *cases]) if cases else ""


def wrongly_played(idea: Idea, kind: Kind, played: Sequence[PlayedExample]) -> list[str]:
    """What is wrong with how examples are played, for who says so."""
    numbers, named = [*range(1, len(idea.examples) + 1)], [one.example for one in played]
    problems = [
        f"Example {number} must stand in `played` once, not {named.count(number)} times."
        for number in numbers
        if named.count(number) != 1
    ]
    for one in played:
        where = f"Example {one.example}"
        if one.example not in numbers:
            problems.append(f"There is no example {one.example}.")
        elif kind == "tool" and one.way == "call":
            problems.append(f"{where}: a tool is run, not called; say how its input comes.")
        elif kind != "tool" and one.way != "call":
            problems.append(f"{where}: a {kind} has no command; name what is `call`ed.")
        elif one.way == "call" and not one.call and not _is_call(idea.examples[one.example - 1]):
            problems.append(f"{where}: `call` is empty.")
        elif one.way not in ("stdin", "call") and INPUT not in " ".join(one.arguments):
            problems.append(f'{where}: `arguments` have no "{INPUT}", so the input goes nowhere.')
    return problems


def _case(number: int, example: GivenExample, one: PlayedExample, idea: Idea, kind: Kind) -> str:
    lines = _run(example, one, idea) if kind == "tool" else _call(example, one, idea)
    id = one.requirement if one.requirement.isidentifier() else quoted(one.requirement)
    body = "".join(f"    {line}\n" for line in lines)
    return f"@proves({id})\ndef example_{number}():\n{body}"


def _run(example: GivenExample, one: PlayedExample, idea: Idea) -> list[str]:
    words = _words(example.given)
    if words[0] == idea.name and len(words) > 1:
        lines, given = list[str](), ", ".join(map(quoted, words[1:]))
    else:
        lines, given = _given(example.given, one)
    result = example.gives if example.gives.endswith("\n") else f"{example.gives}\n"
    check = f"assert (r.exit, r.stdout) == (0, {quoted(result)})"
    return [*lines, f"r = run({given})", check]


def _given(text: str, one: PlayedExample) -> tuple[list[str], str]:
    """What is written before the run, and the arguments of it."""
    stands = {"words": _words(text), "file": [FILE]}.get(one.way, [text])
    inside = FILE if one.way == "file" else text
    arguments = [
        quoted(part)
        for argument in one.arguments
        if one.way != "stdin" or argument != INPUT
        for part in (stands if argument == INPUT else [argument.replace(INPUT, inside)])
    ]
    whole = text if text.endswith("\n") else f"{text}\n"
    if one.way == "stdin":
        arguments.append(f"stdin={quoted(whole)}")
    before = [f"write({quoted(FILE)}, {quoted(whole)})"] if one.way == "file" else []
    return before, ", ".join(arguments)


def _words(text: str) -> list[str]:
    """As a shell would part them; what no shell can read is one word."""
    try:
        return shlex.split(text) or [text]
    except ValueError:
        return [text]


def _call(example: GivenExample, one: PlayedExample, idea: Idea) -> list[str]:
    if _is_call(example):
        called = example.given.strip()
    else:
        called = f"{one.call}({_value(example.given, idea.input_type)})"
    return [f"assert {called} == {_value(example.gives, idea.output_type)}"]


def _is_call(example: GivenExample) -> bool:
    """Whether the person wrote the call itself."""
    try:
        return isinstance(ast.parse(example.given.strip(), mode="eval").body, ast.Call)
    except (SyntaxError, ValueError):
        return False


def _value(text: str, type: str) -> str:
    """A text where the person says so, or where it is no value of Python."""
    try:
        value: Any = ast.literal_eval(text.strip())
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return quoted(text)
    return quoted(text) if _TEXTS.match(type) else repr(value)

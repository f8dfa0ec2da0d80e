"""The answer format as a grammar: all good answers are in it, and what is in it has the form."""

import re
import types
from collections.abc import Mapping
from enum import Enum
from functools import lru_cache
from random import Random
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import pytest
from gbnf_kit import Grammar
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel
from pydantic.fields import Field, FieldInfo
from tasks_kit import ASKED, CODE, TASK, Answered, Coded, Part, answered

from brickyard.ask.ask import Asker
from brickyard.ask.frames import BadAnswer
from brickyard.ask.grammar import grammar
from brickyard.ask.microtask import Microtask, layout
from brickyard.ask.parsing import parse
from brickyard.ask.rendering import marker_of, render_answer
from brickyard.catalogue import MICROTASKS
from brickyard.files import Files
from brickyard.models.base import Reply, Request
from brickyard.models.limits import Limited
from brickyard.models.recorded import identify
from brickyard.values import Value
from columns import columns

MARKER = "@@1f3a9c"
TASKS = {**MICROTASKS, TASK.name: TASK, CODE.name: CODE}
MARKED = re.compile(r"^@@[0-9a-f]", re.MULTILINE)
FEW = 3


@lru_cache
def read(output: type[BaseModel]) -> Grammar:
    return Grammar.read(grammar(output, MARKER))


TEXTS = st.text(st.sampled_from("ab @`\"'\\\n\r\t/é☃\x7f\x00"), max_size=30) | st.text(max_size=20)
NUMBERS = st.floats(allow_nan=False, allow_infinity=False) | st.integers(-(10**40), 10**40)
JSON = st.recursive(
    st.none() | st.booleans() | NUMBERS | TEXTS,
    lambda inner: st.lists(inner, max_size=FEW) | st.dictionaries(TEXTS, inner, max_size=FEW),
    max_leaves=5,
)
RAW = TEXTS.filter(lambda text: not MARKED.search(text))
SOURCE = RAW.filter(lambda text: not text.lstrip().startswith("`"))
CHECKS = st.tuples(JSON, JSON).map(lambda pair: "assert parse({!r}) == {!r}".format(*pair))
CASES = st.lists(CHECKS, min_size=1, max_size=FEW).map(
    lambda checks: "\n\n".join(
        f"@proves(R{number})\ndef case_{number}():\n    {check}\n"
        for number, check in enumerate(checks, 1)
    )
)
PATHS = st.from_regex(r"\A(\.?[a-z0-9_][a-z0-9_.-]{0,9}/){0,3}[A-Za-z0-9_]{1,9}\.py\Z")


def values_of(annotation: Any) -> st.SearchStrategy[Any]:
    """All that a field of this type may hold; lists are short."""
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return values_of(arguments[0])
    if origin in (Union, types.UnionType):
        return st.one_of(*map(values_of, arguments))
    if origin is Literal:
        return st.sampled_from(arguments)
    if origin in (tuple, list, frozenset, set):
        return st.lists(values_of(arguments[0]), max_size=FEW).map(origin)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return st.dictionaries(TEXTS, values_of(arguments[1]), max_size=FEW)
    if isinstance(annotation, type) and issubclass(annotation, Enum):
        return st.sampled_from(annotation)
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return answers(annotation)
    plain = {str: TEXTS, int: st.integers(-999, 999), float: NUMBERS, bool: st.booleans()}
    return {**plain, type(None): st.none()}.get(annotation, JSON)


def as_long(field: FieldInfo) -> st.SearchStrategy[Any]:
    """Lists with as many parts as the field asks for."""
    least = max((getattr(mark, "min_length", 0) for mark in field.metadata), default=0)
    values = values_of(field.annotation)
    return values.filter(lambda value: len(value) >= least) if least else values


def answers(model: type[BaseModel]) -> st.SearchStrategy[Any]:
    fields = {name: as_long(field) for name, field in model.model_fields.items()}
    for name, raw in layout(model).texts.items():
        fields[name] = CASES if raw.cases else SOURCE if raw.python else RAW
    for name in layout(model).files:
        least = 1 if model.model_fields[name].is_required() else 0
        fields[name] = st.dictionaries(PATHS, RAW, min_size=least, max_size=FEW).map(as_files)
    needed = {name for name, field in model.model_fields.items() if field.is_required()}
    required = {name: fields[name] for name in needed}
    return st.fixed_dictionaries(
        required, optional={name: fields[name] for name in fields if name not in needed}
    ).map(lambda chosen: model.model_validate(chosen))


def as_files(items: dict[str, str]) -> Files:
    """As many of the files as can stand beside each other."""
    try:
        return Files(items)
    except ValueError:
        return Files(dict([next(iter(items.items()))]))


LONG = (
    *("write-service-cases", "write-measurements", "write-recipe", "unmix", "rule-on-cases"),
    *("draw-hold-outs", "mend-cases", "strengthen-cases"),
)
"""Those take a second each; of cases, `write-cases` has the same form."""


@pytest.mark.parametrize("name", columns(TASKS, *({*TASKS} - {*LONG})))
@settings(max_examples=15, deadline=None)
@given(data=st.data())
def test_every_answer_of_every_microtask_is_in_its_grammar(name: str, data: st.DataObject) -> None:
    task = TASKS[name]
    answer = data.draw(answers(task.output))
    text = render_answer(task, MARKER, answer)
    assert read(task.output).accepts(text), text


@pytest.mark.parametrize("name", TASKS)
@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_whatever_a_grammar_makes_has_the_form(name: str, seed: int) -> None:
    """What is left to refuse is no matter of form: a key, a file or a text that stands twice."""
    task = TASKS[name]
    text = read(task.output).make(Random(seed), deep=20)
    told = r"stands twice|is too large|nested deeper|both a file and a folder"
    assert [reason for reason in _refused(task, text) if not re.search(told, reason)] == []


def _refused(task: Microtask[Any, Any], text: str) -> tuple[str, ...]:
    try:
        parse(task, MARKER, text)
    except BadAnswer as error:
        return error.reasons
    return ()


GOOD = render_answer(TASK, MARKER, answered(story="once\n", files=Files({"a.py": "x = 1\n"})))


def test_an_answer_without_a_field_that_has_a_default_is_in_the_grammar() -> None:
    assert read(Answered).accepts(GOOD)
    shorter = re.sub(r',\s*"mood": "calm"', "", GOOD)
    assert shorter != GOOD
    assert read(Answered).accepts(shorter)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (MARKER, f"Here it is:\n{MARKER}"),
        (f"{MARKER} DONE", ""),
        (f"{MARKER} DONE", f"{MARKER} DONE\nI hope this helps."),
        (f"{MARKER} DONE", "@@1f3a9d DONE"),
        ("once\n", "once\n@@1f3a9d END\n"),
        ("once\n", "once"),
        (f"{MARKER} TEXT story", f"{MARKER} TEXT tale"),
        ("a.py", "../a.py"),
        ("a.py", "/a.py"),
        ("a.py", "a\\b.py"),
        (f"{MARKER} FILE files a.py\nx = 1\n{MARKER} END\n", ""),
        ('"calm"', '"angry"'),
        ('"title"', '"name"'),
        (re.search(r'"title": "[^"]*",\s*', GOOD)[0], ""),  # type: ignore[index]
        ('"calm"', '"calm", "calm": 1'),
        ('"mood": ', '"mood":      '),
        ("{\n", "```json\n{\n"),
    ],
)
def test_an_answer_out_of_form_is_not_in_the_grammar(old: str, new: str) -> None:
    assert old in GOOD
    assert not read(Answered).accepts(GOOD.replace(old, new, 1))


@pytest.mark.parametrize("code", ["```python\nx = 1\n```\n", "\n  ```\nx = 1\n```\n"])
def test_code_in_a_fence_is_not_in_the_grammar(code: str) -> None:
    assert not read(Coded).accepts(render_answer(CODE, MARKER, Coded(code=code)))


def test_a_list_is_no_longer_than_its_field_allows() -> None:
    class Listed(Value):
        few: tuple[str, ...] = Field(max_length=2)
        many: tuple[str, ...] = ()

    task = Microtask(name="list", instructions="", input=Part, output=Listed)
    short = render_answer(task, MARKER, Listed(few=("a", "b"), many=("c",) * 64))
    assert read(Listed).accepts(short)
    assert not read(Listed).accepts(short.replace('"b"', '"b", "b"'))
    assert not read(Listed).accepts(short.replace('"c"', '"c", "c"', 1))


class Held:
    """A model that can be held to a grammar, or not."""

    name = "held"

    def __init__(self, uses_grammar: bool) -> None:
        self.uses_grammar = uses_grammar
        self.seen: list[Request] = []

    async def complete(self, request: Request) -> Reply:
        self.seen.append(request)
        marker = marker_of(request.messages[0].text)
        return Reply(text=render_answer(CODE, marker, Coded(code="x = 1\n")))


async def test_only_a_model_that_can_be_held_to_a_grammar_gets_it_and_the_key_is_the_same() -> None:
    models = [Held(uses_grammar=True), Held(uses_grammar=False)]
    for model in models:
        await Asker(Limited(model, 1)).ask(CODE, ASKED)
    held, free = (model.seen[0] for model in models)
    assert held.grammar == grammar(Coded, marker_of(held.messages[0].text))
    assert free.grammar == ""
    assert identify(held, "x") == identify(free, "x")

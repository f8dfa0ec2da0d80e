"""For interfaces of any shape every variant is valid Python with the interface's signatures."""

import ast
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from brickyard.interfaces import parse
from brickyard.interfaces.syntax import ASYNC_GENERATORS, last_name
from brickyard.red.bodies import STAND_INS
from brickyard.red.stand_ins import Anything
from brickyard.red.variants import DISGUISES, IMPOSTORS, impostor, probe, skeleton

HEAD = """\
from collections.abc import AsyncGenerator, AsyncIterator, Generator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, Self

LIMIT = 3


@dataclass(frozen=True)
class Item:
    name: str


"""
RETURNS = (
    *("None", "int", "str", "bool", "float", "list[int]", "dict[str, Item]", "tuple[int, str]"),
    *("Item", "Item | None", "'Item'", "Any", "Literal['a']", "Sequence[Item]", "type[Item]"),
)
ITERATORS = ("Iterator[int]", "Generator[Item, None, None]")
ASYNC_ITERATORS = ("AsyncIterator[int]", "AsyncGenerator[Item, None]")
PARAMETERS = (
    "",
    "a: int",
    "a: str, /, b: int = LIMIT",
    "*rest: str",
    "*, key: Item",
    "**named: int",
)
METHODS = ("", "@property", "@cached_property", "@classmethod", "@staticmethod")


@st.composite
def functions(draw: st.DrawFn, name: str, indent: str = "") -> str:
    above = draw(st.sampled_from(METHODS)) if indent else ""
    parameters = (
        [] if "property" in above else [one for one in [draw(st.sampled_from(PARAMETERS))] if one]
    )
    if indent and above != "@staticmethod":
        parameters.insert(0, "cls" if above == "@classmethod" else "self")
        if parameters[1:] and "/" in parameters[1]:
            parameters = [parameters[0], parameters[1].replace("/, ", "")]
    start = draw(st.sampled_from(("def", "async def"))) if "property" not in above else "def"
    iterators = ASYNC_ITERATORS if start == "async def" else (*ITERATORS, *ASYNC_ITERATORS)
    returns = draw(st.sampled_from((*RETURNS, *iterators, *(["Self"] if indent else []))))
    if not indent and returns in ITERATORS:
        above = draw(st.sampled_from(("", "@contextmanager")))
    if not indent and returns in ASYNC_ITERATORS and start == "async def":
        above = draw(st.sampled_from(("", "@asynccontextmanager")))
    head = f"{start} {name}({', '.join(parameters)}) -> {returns}: ..."
    return "".join(f"{indent}{line}\n" for line in (above, head) if line)


@st.composite
def interfaces(draw: st.DrawFn) -> str:
    future = draw(st.sampled_from(("", "from __future__ import annotations\n", '"""Doc."""\n')))
    plain = "".join(draw(functions(f"f{number}")) for number in range(draw(st.integers(1, 3))))
    made = draw(st.sampled_from(("", "    def __init__(self, limit: int) -> None: ...\n")))
    entered = (
        "    def __enter__(self) -> Self: ...\n    def __exit__(self, *e: object) -> None: ...\n"
    )
    methods = "".join(draw(functions(f"m{number}", "    ")) for number in range(3))
    return f"{future}{HEAD}class Box:\n{made}{entered}{methods}\n\n{plain}"


def signatures(source: str) -> dict[str, str]:
    """Name → decorators, kind, parameters and result; what yields asynchronously is `async def`."""
    found: dict[str, str] = {}
    tree = ast.parse(source)
    inside = [
        member for node in tree.body if isinstance(node, ast.ClassDef) for member in node.body
    ]
    for node in (*tree.body, *inside):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name[0] in "fm":
            is_async = isinstance(node, ast.AsyncFunctionDef)
            is_async = is_async or last_name(node.returns) in ASYNC_GENERATORS
            above = [ast.unparse(one) for one in node.decorator_list]
            shown = (
                above,
                is_async,
                ast.unparse(node.args),
                ast.unparse(node.returns or node.args),
            )
            found[node.name] = str(shown)
    return found


@pytest.fixture(autouse=True, scope="module")
def beside() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, STAND_INS, sys.modules[Anything.__module__])
        yield


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(interfaces())
def test_every_variant_loads_and_has_the_signatures_of_its_interface(source: str) -> None:
    parse(source, "made")
    impostors = [impostor(source, kind, "f0") for kind in (*IMPOSTORS, *DISGUISES)]

    for variant in (skeleton(source, "brick"), probe(source, "brick"), *impostors):
        names: dict[str, Any] = {"__name__": __name__}
        exec(compile(variant, "made", "exec"), names)
        assert signatures(variant) == signatures(source)
        assert names["LIMIT"] == 3
        assert names["Item"]("a").name == "a"

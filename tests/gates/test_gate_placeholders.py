import pytest
from hypothesis import given
from hypothesis import strategies as st

from brickyard.files import Files
from brickyard.gates.placeholders import find_placeholders
from brickyard.values import Brick, Plan

PLAN = Plan(package="a", bricks=())


def found(files: Files, plan: Plan = PLAN):
    return find_placeholders(files, plan)


GOOD = {
    "work": "def add(a: int, b: int) -> int:\n    return a + b\n",
    "abstract method": (
        "from abc import ABC, abstractmethod\n"
        "class Store(ABC):\n    @abstractmethod\n    def get(self, key: str) -> str: ...\n"
    ),
    "abstract by module": (
        "import abc\n"
        "class Store(abc.ABC):\n    @abc.abstractmethod\n"
        "    def get(self) -> str:\n        raise NotImplementedError\n"
    ),
    "protocol": "from typing import Protocol\nclass P(Protocol):\n    def f(self) -> int: ...\n",
    "generic protocol": (
        "import typing\nT = typing.TypeVar('T')\n"
        "class P(typing.Protocol[T]):\n    def f(self) -> T:\n        'Gives one.'\n"
    ),
    "overload": (
        "from typing import overload\n"
        "@overload\ndef f(a: int) -> int: ...\n@overload\ndef f(a: str) -> str: ...\n"
        "def f(a):\n    return a\n"
    ),
    "exception with pass": "class Missing(Exception):\n    pass\n",
    "exception with docstring": "class Missing(Exception):\n    'It is not there.'\n",
    "sentinel": "class _Missing:\n    pass\nMISSING = _Missing()\n",
    "documented marker": "class Marker:\n    'Marks what is done.'\n",
    "pass in except": (
        "import os\ndef clear(path: str) -> None:\n"
        "    try:\n        os.remove(path)\n    except FileNotFoundError:\n        pass\n"
    ),
    "pass in a loop": "def drain(items):\n    for _ in items:\n        pass\n",
    "overridden base": (
        "class Base:\n    def run(self) -> int:\n        raise NotImplementedError\n"
        "class Real(Base):\n    def run(self) -> int:\n        return 1\n"
    ),
    "promised refusal": (
        "def save(kind: str) -> str:\n    'Raises NotImplementedError for kinds of others.'\n"
        "    if kind != 'json':\n        raise NotImplementedError(kind)\n    return kind\n"
    ),
    "does nothing on purpose": (
        "class Quiet:\n    def tell(self, text: str) -> None:\n        'Says nothing.'\n"
        "    def __exit__(self, *error: object) -> None:\n        pass\n"
    ),
    "not implemented comparison": (
        "class A:\n    def __eq__(self, other: object) -> bool:\n        return NotImplemented\n"
    ),
    "todo application": (
        "# Each todo has a title; the TODO column comes first.\n"
        "def todo(title: str) -> str:\n    'A TODO as text.'\n    return f'TODO: {title}'\n"
    ),
    "strategy": (
        "class Rule:\n    def allows(self, user: str, item: str) -> bool:\n"
        "        return user == item\n"
        "class Always(Rule):\n    def allows(self, user: str, item: str) -> bool:\n"
        "        return True\n"
    ),
    "unused by name": "def default(_key: str, _old: int) -> int:\n    return 0\n",
    "constant on purpose": (
        "def priority(name: str) -> int:\n    'Every name has the same priority.'\n    return 0\n"
    ),
    "one of several of a kind": (
        "class Short:\n    def fits(self, text: str) -> bool:\n        return len(text) < 9\n"
        "class Any:\n    def fits(self, text: str) -> bool:\n        return True\n"
    ),
    "a base that others override": (
        "class Rule:\n    def fits(self, text: str, at: int) -> bool:\n        return True\n"
        "class Short(Rule):\n    def fits(self, text: str, at: int) -> bool:\n"
        "        return len(text) < at\n"
    ),
    "base of others": (
        "from .rules import Rule\nclass Any(Rule):\n"
        "    def fits(self, text: str) -> bool:\n        return True\n"
    ),
    "one of two definitions": (
        "try:\n    from fast import quick\nexcept ImportError:\n"
        "    def fits(text: str) -> bool:\n        return False\n"
        "else:\n    def fits(text: str) -> bool:\n        return quick(text)\n"
    ),
    "a visitor": (
        "class Printer:\n    def visit_null(self, node: str) -> str:\n        return 'null'\n"
    ),
    "helper of a comparison": (
        "def convert(other: object) -> object:\n    if isinstance(other, int):\n"
        "        return other\n    return NotImplemented\n"
    ),
    "callback": (
        "def sorted_by(items):\n    def key(item: str) -> int:\n        return 0\n"
        "    return sorted(items, key=key)\n"
    ),
    "swallows nothing": (
        "class A:\n    def __enter__(self) -> 'A':\n        return self\n"
        "    def __exit__(self, *error: object) -> bool:\n        return False\n"
    ),
    "look-up of constants": (
        "def days(month: str) -> int:\n    return {'feb': 28}.get(month, 30)\n"
    ),
    "a constant without parameters": "def version() -> str:\n    return '1.0'\n",
    "none as an answer": "def first() -> str | None:\n    return None\n",
    "an error of its own": (
        "class NotDone(Exception):\n    pass\ndef f(a: int) -> int:\n"
        "    if a:\n        raise NotDone('opcode not implemented: 7')\n    return a\n"
    ),
    "words about time": (
        "# Waits for now() to pass; the lock is kept for now and the next call.\n"
        "def f(a: int) -> int:\n    return a  # a simplified fraction\n"
    ),
    "signal handler": ("import sys\ndef stop(signum, frame):\n    sys.exit(1)\n    return None\n"),
    "keeps state": (
        "ready = False\ndef start(event, data):\n    global ready\n    ready = True\n"
        "    return None\n"
    ),
    "reads state": (
        "class A:\n    limit = 3\n    def most(self, a: int, b: int) -> int:\n"
        "        return self.limit\n"
    ),
    "dots as a value": "def every(array):\n    return array[..., 0]\n",
    "words that look alike": (
        "# The placeholder of a field is shown until text is typed.\n"
        "# Code here runs on every key.\n"
        "def label(text: str) -> str:\n    return text or 'your code here'\n"
    ),
}

GOOD |= {
    "a foreign base's hook": (
        "import logging\nclass Handler(logging.Handler):\n"
        "    def emit(self, record):\n        pass\n"
    ),
    "a foreign base's hook, documented": (
        "from http.server import BaseHTTPRequestHandler\nclass Quiet(BaseHTTPRequestHandler):\n"
        "    def log_message(self, format: str, *args: object) -> None:\n        'Keeps still.'\n"
    ),
    "a foreign base's question": (
        "import logging\nclass All(logging.Filter):\n"
        "    def between(self, low: int, high: int) -> bool:\n        return True\n"
    ),
    "marked as an override": (
        "from typing import override\nclass A:\n    @override\n"
        "    def cost(self, weight: int, zone: str) -> int:\n        return 0\n"
    ),
    "an own base's hook": (
        "class Base:\n    def close(self) -> None:\n        print(self)\n"
        "class Quiet(Base):\n    def close(self) -> None:\n        pass\n"
    ),
    "a base of a base": (
        "class A:\n    def run(self) -> int:\n        raise NotImplementedError\n"
        "class B(A):\n    'Between.'\nclass C(B):\n    def run(self) -> int:\n        return 1\n"
    ),
    "constant of several on purpose": (
        "def cost(weight: int, zone: str) -> int:\n    'Always free.'\n    return 0\n"
    ),
    "a handler by default": (
        "def version(args: object) -> str:\n    return '1.0'\n"
        "def setup(parser):\n    parser.set_defaults(func=version)\n"
    ),
    "a handler in a table": (
        "def noop(args, out):\n    return 0\ndef go(args, out):\n    return out(args)\n"
        "COMMANDS = {'noop': noop, 'go': go}\n"
    ),
    "a method that is passed": (
        "class A:\n    def none(self, at: int, key: str) -> int:\n        return 0\n"
        "    def start(self, loop):\n        loop.add(self.none)\n"
    ),
    "words of a domain": (
        "# Parses existing code into a tree.\n# TODO items come first.\n"
        "# To be implemented by plugins.\n"
        "def f(a):\n    'Return the simplified version of the fraction.'\n    return a\n"
        "def g(a):\n    'Placeholder names are written in braces.'\n    return a\n"
        "def h(a):\n    'Replace each placeholder value in the template.'\n    return a\n"
        "def i(a):\n    'Return the rest of the code after the header.'\n    return a\n"
    ),
}

BAD = {
    "pass": ("def f(a: int) -> int:\n    pass\n", "body", 1),
    "dots": ("def f(a: int) -> int: ...\n", "body", 1),
    "docstring alone": ("def f(a: int) -> int:\n    'Adds one.'\n", "body", 1),
    "docstring and pass": ("def f() -> None:\n    'Saves it.'\n    pass\n", "body", 1),
    "dots that say nothing": ("def f() -> None:\n    'Does nothing yet.'\n    ...\n", "body", 1),
    "async": ("async def f(a: int) -> None:\n    pass\n", "body", 1),
    "method": ("class A:\n    def f(self) -> int:\n        ...\n", "body", 2),
    "nested": ("def f(a):\n    def g():\n        pass\n    return g() or a\n", "body", 2),
    "raise": ("def f(a):\n    raise NotImplementedError\n", "not-implemented", 2),
    "raise with words": (
        "def f(a):\n    'Raises NotImplementedError.'\n    raise NotImplementedError('soon')\n",
        "not-implemented",
        3,
    ),
    "raise in a branch": (
        "def f(a):\n    if a:\n        return 1\n    raise NotImplementedError(a)\n",
        "not-implemented",
        4,
    ),
    "base that nobody overrides": (
        "class A:\n    def f(self):\n        raise NotImplementedError\n",
        "not-implemented",
        3,
    ),
    "dots in a branch": ("def f(a):\n    if a:\n        ...\n    return a\n", "dots", 3),
    "empty class": ("class Store:\n    pass\n", "class", 1),
    "todo": ("def f(a):\n    return a  # TODO handle None\n", "comment", 2),
    "todo in parentheses": ("# see TODO(me)\nX = 1\n", "comment", 1),
    "fixme": ("#FIXME: wrong\nX = 1\n", "comment", 1),
    "xxx": ("# XXX this is wrong\nX = 1\n", "comment", 1),
    "your code here": ("def f(a):\n    # Your code here\n    return a\n", "comment", 2),
    "logic goes here": ("# the parsing logic goes here\nX = 1\n", "comment", 1),
    "rest of the code": ("X = 1\n# ... rest of the code ...\n", "comment", 2),
    "in a real implementation": (
        "def f(a):\n    # In a real implementation we would ask the server\n    return a\n",
        "comment",
        2,
    ),
    "not implemented comment": ("X = 1  # not implemented yet\n", "comment", 1),
    "placeholder docstring": (
        "def f(a):\n    'Placeholder implementation.'\n    return a\n",
        "comment",
        2,
    ),
    "constant": ("def valid(user: str, key: str) -> bool:\n    return True\n", "constant", 1),
    "constant by a local": (
        "def total(prices: list[int], tax: int) -> int:\n    'Adds.'\n    x = 42\n    return x\n",
        "constant",
        1,
    ),
    "parameter overwritten": (
        "def total(prices: list[int], tax: int) -> int:\n    tax = 0\n    return 42\n",
        "constant",
        1,
    ),
    "constant method": (
        "class A:\n    def parse(self, text: str, *, strict: bool) -> dict[str, int]:\n"
        "        return {'a': 1}\n",
        "constant",
        2,
    ),
    "one parameter": ("def valid(text: str) -> bool:\n    return True\n", "constant", 1),
    "one parameter, documented": (
        "def parse(text: str) -> dict[str, int]:\n    'Read the table.'\n    return {}\n",
        "constant",
        1,
    ),
    "one parameter of a method": (
        "class A:\n    def total(self, rows: list[int]) -> int:\n        return 0\n",
        "constant",
        2,
    ),
    "none for a parameter": (
        "def find(key: str) -> str | None:\n    'Find it.'\n    return None\n",
        "constant",
        1,
    ),
    "constant by a type": ("def rows(text: str) -> list[str]:\n    return list()\n", "constant", 1),
    "parameters set aside": (
        "def total(a: int, b: int) -> int:\n    _ = a, b\n    del a\n    return 3\n",
        "constant",
        1,
    ),
    "return alone": ("def save(path: str) -> None:\n    'Saves it.'\n    return\n", "body", 1),
    "return none": ("def save(path: str) -> None:\n    return None\n", "body", 1),
    "ellipsis by name": ("def save(path: str) -> None:\n    Ellipsis\n", "body", 1),
    "raise by another name": (
        "Later = NotImplementedError\ndef f(a):\n    raise Later\n",
        "not-implemented",
        3,
    ),
    "raise by its module": (
        "import builtins as b\ndef f(a):\n    raise b.NotImplementedError('x')\n",
        "not-implemented",
        3,
    ),
    "raise of a kind of it": (
        "class Later(NotImplementedError):\n    'Soon.'\ndef f(a):\n    raise Later(a)\n",
        "not-implemented",
        4,
    ),
    "another error that says so": (
        "def f(a):\n    raise RuntimeError('Not implemented yet.')\n",
        "not-implemented",
        2,
    ),
    "returns NotImplemented": ("def f(a):\n    return NotImplemented\n", "not-implemented", 2),
    "asserts": ("def f(a):\n    assert False, 'not implemented'\n", "not-implemented", 2),
    "prints": ("def f(a):\n    print('TODO')\n", "not-implemented", 2),
    "for now": ("def f(a):\n    return a  # good enough for now\n", "comment", 2),
    "hard-coded for now": ("X = 1  # hard-coded for now, see the design\n", "comment", 1),
    "simplified": ("# This is a simplified version of the parser\nX = 1\n", "comment", 1),
    "existing code": ("X = 1\n# ... existing code unchanged ...\n", "comment", 2),
    "placeholder alone": ("X = 1  # placeholder until the parser is there\n", "comment", 1),
    "this is a stub": ("# This is just a stub of the parser.\nX = 1\n", "comment", 1),
    "called, and never handed around": (
        "def cost(weight, zone):\n    return 0\ndef f(a):\n    return a + cost(a, 'x')\n",
        "constant",
        1,
    ),
    "another thing of its name": (
        "def cost(weight, zone):\n    return 0\ndef f(a):\n    cost = a + 1\n    return cost\n",
        "constant",
        1,
    ),
    "an own base without the method": (
        "class A:\n    'One.'\nclass B(A):\n    def f(self, a, b):\n        return 1\n",
        "constant",
        4,
    ),
    "an abstract method left empty": (
        "from abc import ABC, abstractmethod\nclass S(ABC):\n    @abstractmethod\n"
        "    def save(self, x: int) -> None: ...\n"
        "class File(S):\n    def save(self, x: int) -> None:\n        pass\n",
        "body",
        6,
    ),
    "a foreign base's method that promises": (
        "import logging\nclass H(logging.Handler):\n    def format(self, record) -> str:\n"
        "        pass\n",
        "body",
        3,
    ),
    "dots under a foreign base": (
        "import logging\nclass H(logging.Handler):\n    def emit(self, record): ...\n",
        "body",
        3,
    ),
    "a method of an exception": (
        "class E(Exception):\n    def total(self, a, b):\n        return 3\n",
        "constant",
        2,
    ),
    "constant in a class with a foreign base": (
        "from abc import ABC\nclass A(ABC):\n    def parse(self, text, kind):\n        return []\n",
        "constant",
        3,
    ),
}


@pytest.mark.parametrize("source", GOOD.values(), ids=GOOD)
def test_code_that_works_is_accepted(source):
    assert found(Files({"src/a/b.py": source})) == []


@pytest.mark.parametrize(("source", "rule", "line"), BAD.values(), ids=BAD)
def test_code_in_place_of_work_is_refused(source, rule, line):
    hits = found(Files({"src/a/b.py": source}))
    assert [(each.rule, each.file, each.line) for each in hits] == [
        (f"placeholders.{rule}", "src/a/b.py", line)
    ]
    assert hits[0].blocks


BASE = (
    "class Shipping:\n    def cost(self, weight: int, zone: str) -> int:\n"
    "        raise NotImplementedError\n"
)
FREE = (
    "from a.base import Shipping\nclass Free(Shipping):\n"
    "    def cost(self, weight: int, zone: str) -> int:\n        return 0\n"
)


def test_a_base_is_seen_with_its_heirs_in_other_bricks():
    assert found(Files({"src/a/base.py": BASE, "src/a/free.py": FREE})) == []
    assert [each.file for each in found(Files({"src/a/base.py": BASE}))] == ["src/a/base.py"]
    assert found(Files({"src/a/free.py": FREE})) == []


def brick(name: str, interface: str) -> Brick:
    return Brick(name=name, spec="", serves=(), interface=interface)


def test_heirs_that_are_planned_count_before_they_are_written():
    plan = Plan(package="a", bricks=(brick("free", FREE.replace("return 0", "...")),))
    assert found(Files({"src/a/base.py": BASE}), plan) == []


def test_functions_that_another_brick_hands_around_are_dictated():
    handler = Files({"src/a/commands.py": "def noop(args, out):\n    return 0\n"})
    for user in (
        "from a.commands import noop\nX = [noop]\n",
        "from a import commands as c\nf(c.noop)\n",
    ):
        assert found(handler | {"src/a/cli.py": user}) == []
    assert found(handler | {"src/a/cli.py": "from a.commands import noop\nnoop(1, 2)\n"}) != []


@pytest.mark.parametrize(
    "source",
    [
        "def cost(weight: int, zone: str) -> int:\n    'Always free.'\n    return 0\n",
        "def cost(weight: int, zone: str) -> int:\n    return 0\nX = [cost]\n",
        "def cost(weight: int) -> int:\n    return 0\nX = [cost]\n",
        "def cost(item: str) -> int:\n    'The price of every item.'\n    return 42\n",
        "def cost(item: str) -> int:\n    result = 42\n    return result\n",
    ],
)
def test_an_operation_of_the_interface_is_not_excused(source):
    stub = source.partition(":\n")[0] + ": ...\n"
    promised = Plan(package="a", bricks=(brick("b", stub),))
    assert found(Files({"src/a/b.py": source})) == []
    assert [each.rule for each in found(Files({"src/a/b.py": source}), promised)] == [
        "placeholders.constant"
    ]


def test_what_cannot_be_read_is_not_taken_for_work():
    names = "".join(f"a{n + 1} = a{n}\n" for n in range(2000))
    hits = found(Files({"src/a/b.py": f"{names}def f(b):\n    raise a2000(b)\n"}))
    assert [each.rule for each in hits] == ["placeholders.unread"]


def test_only_the_sources_of_the_package_are_looked_at():
    assert found(Files({"tests/test_a.py": "def test_a():\n    pass\n"})) == []


def test_comments_are_found_where_lines_end_in_carriage_returns_alone():
    hits = found(Files({"src/a/b.py": "X = 1\rY = 2  # TODO more\rZ = 3\r"}))
    assert [(each.rule, each.line) for each in hits] == [("placeholders.comment", 2)]


@given(st.text(alphabet="#:()\\\r\n\f\t \"'adefinpsTODO=.", max_size=60))
def test_no_source_makes_the_search_crash(source):
    found(Files({"src/a/b.py": source}))

"""Mutants of a source: which are made, which never, and always the same ones."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brickyard.mutants.mutations import Mutant, mutants


def made(source: str, cap: int = 100) -> list[Mutant]:
    return mutants(source, "a.py", range(1, 1000), cap)


def shown(source: str) -> set[str]:
    return {f"{one.before} → {one.after}" for one in made(source)}


def body(text: str, arguments: str = "a, b=1") -> str:
    lines = "\n".join(f"    {line}" for line in text.splitlines())
    return f"def f({arguments}):\n{lines}\n"


KINDS = {
    "order": (body("x = a < b"), {"a < b → a <= b"}),
    "equality": (body("x = a == b"), {"a == b → a != b"}),
    "chain": (body("x = a < b >= a"), {"a < b >= a → a <= b >= a", "a < b >= a → a < b > a"}),
    "membership": (body("x = a in b"), {"a in b → a not in b"}),
    "identity": (body("x = a is b"), {"a is b → a is not b"}),
    "sum": (body("x = a + b"), {"a + b → a - b"}),
    "power": (body("x = a ** b"), {"a ** b → a * b"}),
    "shift": (body("x = a << b"), {"a << b → a >> b"}),
    "in place": (body("a += b"), {"a += b → a -= b"}),
    "and": (body("x = a and b"), {"a and b → a or b"}),
    "not": (body("x = not a"), {"not a → a"}),
    "minus": (body("x = -a"), {"-a → a"}),
    "number": (body("x = 3"), {"3 → 4"}),
    "bool": (body("x = True"), {"True → False"}),
    "text": (body("x = 'yes'"), {"'yes' → ''"}),
    "no text": (body("x = ''"), {"'' → 'x'"}),
    "bytes": (body("x = b'yes'"), {"b'yes' → b''"}),
    "if": (body("if a:\n    b()"), {"if a → if not a", "b() → pass"}),
    "if not": (body("if not a:\n    del b"), {"not a → a"}),
    "if equal": (body("if a == b:\n    del b"), {"a == b → a != b"}),
    "if less": (body("if a < b:\n    del b"), {"if a < b → if not a < b", "a < b → a <= b"}),
    "while": (body("while a:\n    del b"), {"while a → while not a"}),
    "either": (body("x = a if b else a()"), {"a if b else a() → a if not b else a()"}),
    "return": (body("return a"), {"return a → return None"}),
    "break": (body("for x in a:\n    break"), {"break → continue"}),
    "continue": (body("for x in a:\n    continue\n    del x"), {"continue → break"}),
    "call": (body("a(b)"), {"a(b) → pass"}),
    "await": ("async " + body("await a(b)"), {"await a(b) → pass"}),
    "filter": (body("x = [c for c in a if c]"), {"if c → no condition"}),
    "with": (body("with a(1):\n    del b"), {"1 → 2"}),
    "case": (
        body("match a:\n    case 1 if b:\n        del b"),
        {"1 → 2", "if b → no condition"},
    ),
    "printed": (body("print('yes')"), {"print('yes') → pass", "'yes' → ''"}),
    "exit code": (body("sys.exit(2)"), {"sys.exit(2) → pass", "2 → 3"}),
    "in a class": ("class A:\n    def f(self):\n        return a", {"return a → return None"}),
    "in a function": (body("def g():\n    return a\nx = g"), {"return a → return None"}),
    "in a lambda": (body("x = lambda c: c + a"), {"c + a → c - a"}),
    "under except": (
        "try:\n    import a\nexcept ImportError:\n    def f(a): return a",
        {"return a → return None"},
    ),
    "constant": ("RATE = 3\n" + body("del RATE"), {"3 → 4"}),
    "table": ("T = {'a': 1}\n" + body("x = T"), {"'a' → ''", "1 → 2"}),
    "sum of texts": (body("x = 'a' + b"), {"'a' → ''"}),
    "typed table": ("T: dict[str, int] = {'a': a}\n" + body("x = T"), {"'a' → ''"}),
    "table of functions": (
        "T = {a: lambda c: c * 2}\n" + body("x = T"),
        {"c * 2 → c // 2", "2 → 3"},
    ),
    "logarithm": (
        body("return math.log(a * 2 + b)"),
        {
            "return math.log(a * 2 + b) → return None", "a * 2 + b → a * 2 - b",
            "a * 2 → a // 2", "2 → 3",
        },
    ),
    "logarithm by its name": (body("x = log(a + b)"), {"a + b → a - b"}),
    "error as a number": (body("x = squaredError(a + b)"), {"a + b → a - b"}),
    "error of an object": (body("x = self.error(a + b)"), {"a + b → a - b"}),
    "of a class": ("class A:\n    N = 3\n" + "    def f(self):\n        del self.N", {"3 → 4"}),
}  # fmt: skip


@pytest.mark.parametrize("name", KINDS)
def test_each_kind_of_change_is_made_once(name: str):
    source, expected = KINDS[name]
    assert shown(source) == expected


NONE = {
    "docstring": body('"""Says 3."""\npass'),
    "string statement": body("pass\n'text'"),
    "command line": body("b = sys.argv[1:] if a is None else a"),
    "command line as a statement": body("if a is None:\n    a = sys.argv[1:]"),
    "command line, short": body("b = a or sys.argv[1:]"),
    "message": body("raise ValueError(f'{a + 1} is too much', 3)"),
    "message in a variable": body("b = ValueError('text')"),
    "own exception": body("b = PurseException('text', 1)"),
    "log": body("log.warning('x %d', a + 1)"),
    "log of a module": body("logging.info('x')"),
    "log of an object": body("x = self._log.info('x', a + 1)"),
    "log by its name": body("x = logging.getLogger('a').info('x')"),
    "log of a kind": body("x = audit_logger.info('x')"),
    "log awaited": "async " + body("await a.info('x')"),
    "error of a parser": body("parser.error(f'{a}: no')"),
    "print for people": body("print('usage', a + 1, file=sys.stderr)"),
    "written for people": body("sys.stderr.write('usage')"),
    "exit with a text": body("x = sys.exit(f'{a}: no')"),
    "assertion": body("assert a > 3, 'text'"),
    "annotation": body("x: 'list[int]' = a"),
    "annotation of a parameter": body("def g(c: 'A' = 3) -> 'B':\n    pass"),
    "cast": body("x = cast('list[int]', a)"),
    "default": body("pass", "a=3, b='x'"),
    "decorator": "@cache(3)\ndef f():\n    pass",
    "help": body("x = a(help='text', description='text')"),
    "argument parser": body("parser.add_argument('--x', type=int, default=3)"),
    "words of a format": body("x = f'{a:>10} EUR'"),
    "niceties": body("x = a(exist_ok=True, encoding='utf-8', strict=True)"),
    "tidying": body("a.close()"),
    "super": body("super().__init__()"),
    "return nothing": body("return None"),
    "unread constant": "RATE = 3\ndef f():\n    pass",
    "name of the module": "__all__ = ['f']\ndef f():\n    del __all__",
    "changing constant": "COUNT = 3\ndef f():\n    global COUNT\n    COUNT = None",
    "constant that may not be": "try:\n    A = 3\nexcept OSError:\n    pass\ndef f():\n    del A",
    "field": "class A:\n    n: int = 3\n    def f(self):\n        del self.n",
}  # fmt: skip


@pytest.mark.parametrize("name", NONE)
def test_what_is_for_people_or_does_nothing_is_left_alone(name: str):
    assert shown(NONE[name]) == set()


def test_nothing_that_compiles_to_the_same_bytecode_is_a_mutant():
    assert shown(body("while 1:\n    del a")) == {"while 1 → while not 1"}
    assert shown(body("x = a if 3 else 4")) == {"a if 3 else 4 → a if not 3 else 4"}


def test_a_closure_that_exists_already_can_take_every_body():
    source = (
        "def scaled(factor, note):\n    def by(value):\n        note(value)\n"
        "        kept = [one for one in value if factor]\n        return factor\n    return by\n"
    )
    inner = [one for one in made(source) if 3 <= one.line <= 5]
    assert {one.after for one in inner} == {"pass", "no condition", "return None"}
    for one in inner:
        assert "by" in {old.co_name for old in one.bodies}


MANY = body("\n".join(f"x{number} = a + {number}" for number in range(50)))


def test_a_function_has_no_more_mutants_than_the_cap():
    assert len(made(MANY, 12)) == 12
    assert len(made(MANY + MANY.replace("def f", "def g"), 12)) == 24


def test_the_same_mutants_are_chosen_every_time_wherever_the_file_lies():
    first = mutants(MANY, "/box/src/a.py", range(1, 99), 12, "a.py")
    again = mutants(MANY, "/elsewhere/a.py", range(1, 99), 12, "a.py")
    other = mutants(MANY, "/box/src/a.py", range(1, 99), 12, "b.py")
    assert [one.name for one in first] == [one.name for one in again]
    assert [one.name for one in first] != [one.name for one in other]


def test_the_choice_of_mutants_leaves_what_others_use_of_chance_alone():
    random.seed(3)
    expected = random.Random(3).random()
    made(MANY, 5)
    assert random.random() == expected


def test_only_executed_lines_have_mutants():
    source = body("x = a + b\ny = a - b\nz = (\n    a\n    * 2\n)")
    assert {one.line for one in mutants(source, "a.py", [3])} == {3}
    assert {one.before for one in mutants(source, "a.py", [5])} == {"a * 2", "2"}


def test_a_constant_is_seen_where_it_is_read():
    source = "RATE = 3\n" + body("pass") + "def g():\n    return RATE\n"
    assert [one.seen_on for one in made(source) if one.function == "RATE"] == [frozenset({5})]


def test_a_property_and_its_setter_are_two_functions():
    source = (
        "class A:\n    @property\n    def x(self):\n        return self.y + 1\n"
        "    @x.setter\n    def x(self, z):\n        self.y = z - 1\n"
    )
    for one in made(source):
        (old,) = one.bodies
        first = 2 if one.line == 4 else 5
        assert old.co_firstlineno == first


NAMES = st.sampled_from(["a", "b", "c"])
ATOMS = st.one_of(NAMES, st.integers(0, 9).map(str), st.sampled_from(["True", "'x'", "''", "None"]))


def joined(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    signs = ["+", "-", "*", "//", "<", "<=", "==", "in", "is", "and", "or", "if a else", "|"]
    return st.one_of(
        st.tuples(inner, st.sampled_from(signs), inner).map(lambda parts: f"({' '.join(parts)})"),
        inner.map(lambda one: f"(not {one})"),
        inner.map(lambda one: f"f({one}, k={one})"),
        inner.map(lambda one: f"[x for x in {one} if {one}]"),
        inner.map(lambda one: f"(lambda x: {one})"),
        inner.map(lambda one: f"os.walk({one}, f.path(g.join({one})))"),
        inner.map(lambda one: f"{{1: {one}}}[{one}]"),
    )


EXPRESSIONS = st.recursive(ATOMS, joined, max_leaves=6)
HEADS = st.sampled_from(
    ["if {}:", "while {}:", "for c in {}:", "def h():\n        del c", "with {}:"]
)
SIMPLE = st.sampled_from(
    ["a = {}", "return {}", "f({})", "a += {}", "raise f({})", "assert {}", "yield {}"]
)


@st.composite
def functions(draw: st.DrawFn) -> str:
    lines = ["from __future__ import annotations", "import os, sys as f"]
    lines += ["try:", "    from os import path as g", "except ImportError:", "    g = 3"]
    lines += ["def f(a, b, c=3):", "    'Says.'"]
    for _ in range(draw(st.integers(1, 4))):
        head = draw(st.none() | HEADS)
        indent = "    "
        if head:
            lines.append(indent + head.format(draw(EXPRESSIONS)))
            indent = "        "
        lines.append(indent + draw(SIMPLE).format(draw(EXPRESSIONS)))
    return "\n".join(lines) + "\n"


@settings(deadline=None, max_examples=60)
@given(functions())
@pytest.mark.filterwarnings("ignore::SyntaxWarning")
def test_every_mutant_of_any_function_compiles_to_other_bytecode_and_leaves_the_rest(source: str):
    first = made(source)
    assert [one.name for one in made(source)] == [one.name for one in first]
    for one in first:
        assert one.bodies
        for old, new in one.bodies.items():
            assert old.co_name == new.co_name
            assert old.co_freevars == new.co_freevars
            assert (old.co_code, old.co_consts, old.co_names) != (
                new.co_code,
                new.co_consts,
                new.co_names,
            )
        assert one.bodies.keys() <= codes(source)


def codes(source: str) -> set[object]:
    found: set[object] = set()
    waiting = [compile(source, "a.py", "exec", dont_inherit=True)]
    while waiting:
        code = waiting.pop()
        found.add(code)
        waiting += [one for one in code.co_consts if hasattr(one, "co_code")]
    return found

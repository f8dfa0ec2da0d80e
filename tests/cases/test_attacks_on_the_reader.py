"""Texts that reach for more than a case may: refused with their line, and nothing is executed."""

import ast
from pathlib import Path
from textwrap import indent

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from trials import TRIALS

from brickyard.cases import Names, read, singles
from brickyard.cases.source import free_names
from brickyard.cases.words import BARE, BUILTINS, MODULES, WORDS

NAMES = Names(package="purse", offers={"Purse": "purse.coins", "parse": "purse.coins"})

BODIES = {
    # names
    "eval": "assert eval('1') == 1",
    "exec": "exec('import os')",
    "compile": "compile('1', '', 'eval')",
    "__import__": "__import__('os').system('true')",
    "globals": "assert globals() == {}",
    "locals": "assert locals() == {}",
    "vars": "assert vars(parse) == {}",
    "dir": "assert dir() == []",
    "input": "assert input() == ''",
    "breakpoint": "breakpoint()",
    "exit": "exit(0)",
    "super": "super().x()",
    "__builtins__": "assert __builtins__ is None",
    "__name__": "assert __name__ == 'x'",
    "an unknown name": "assert os.environ == {}",
    # attributes
    "__class__": "assert parse('').__class__ is int",
    "__subclasses__": "assert ().__class__.__base__.__subclasses__() == []",
    "__globals__": "assert parse.__globals__ == {}",
    "__dict__": "Purse().__dict__['x'] = 1",
    "a private attribute": "assert Purse()._coins == 1",
    "the name of another thing changed": "parse.__name__ = 'other'\nassert parse('') == 1",
    "the name of another thing set": "setattr(parse, '__name__', 'x')\nassert parse('') == 1",
    "globals by what is wrapped": "assert parse.__wrapped__.__globals__ == {}",
    "globals by what is wrapped, by name": "assert getattr(parse.__wrapped__, '__globals__') == 1",
    "hidden by a protocol's name": "assert Purse().__html__.__self__ == 1",
    "type's own name": "assert type.__name__ == 'type'",
    "a frame": "assert (x for x in [1]).gi_frame is None",
    "globals by a frame": "assert Purse().gi.f_globals == {}",
    "the frame of a traceback": "assert Purse().error.tb_frame is None",
    "code": "assert Purse().co_code == b''",
    "mro": "assert type(parse('')).mro() == []",
    "getattr with a dunder": "assert getattr(parse, '__globals__') == {}",
    "getattr with a computed name": "n = '__glo' + 'bals__'\nassert getattr(parse, n) == {}",
    "getattr handed on": "assert list(map(getattr, [parse], ['__globals__'])) == []",
    "getattr with stars": "assert getattr(*[parse, '__globals__']) == {}",
    "getattr of format": "assert getattr('{0.__class__}', 'format')(1) == ''",
    "setattr of a dunder": "setattr(Purse(), '__class__', int)",
    "attrgetter": "assert operator.attrgetter('__class__')(1) is int",
    "a method descriptor": "assert str.__format__('', '') == ''",
    # texts that reach attributes
    "format": "assert '{0.__class__}'.format(1) == ''",
    "format by index": "assert '{0[__class__]}'.format({}) == ''",
    "format in a format": "assert '{:{0.__class__}}'.format(1) == ''",
    "format of a computed text": "t = '{0.__cl' + 'ass__}'\nassert t.format(1) == ''",
    "format handed on": "assert list(map('{0.__class__}'.format, [1])) == []",
    "format kept": "f = '{0.__class__}'.format\nassert f(1) == ''",
    "str.format": "assert str.format('{0.__class__}', 1) == ''",
    "format_map": "assert '{x.__class__}'.format_map({'x': 1}) == ''",
    "an f-string": "assert f'{parse.__globals__}' == ''",
    "the format of an f-string": "assert f'{1:{parse.__globals__}}' == ''",
    # syntax
    "walrus": "assert (x := parse('')) == x",
    "walrus in a comprehension": "assert [y := 1, y ** 2] == [1, 1]",
    "a lambda that is called": "assert (lambda: parse)()('') == 1",
    "a default that calls": "def f(x=parse('')):\n    return x\nassert f() == 1",
    "a lambda's default": "assert parse(lambda x=parse(''): x) == 1",
    "a comprehension that hides": "assert [parse for parse in [1]] == [1]",
    "a name that hides a word": "raises = 1\nassert parse('') == 1",
    "a name that hides type": "type = parse\nassert type('').__name__ == 1",
    "a callback decorated by eval": "@eval\ndef f():\n    return 1\nassert f() == 1",
    "a callback decorated by a dunder": "@parse.__class__\ndef f():\n    return 1\nassert f() == 1",
    "a list of formulas that is called": "assert [parse.__globals__][0]('') == 1",
    "a class": "class A:\n    x = 1\nassert A.x == 1",
    "global": "global x\nassert parse('') == 1",
    "nonlocal": "def f():\n    nonlocal x\n    return 1\nassert f() == 1",
    "import": "import os\nassert os.name == ''",
    "import from": "from os import system\nassert system('') == 0",
    "while": "while parse(''):\n    pass",
    "if": "if parse(''):\n    assert parse('') == 1",
    "try": "try:\n    parse('')\nexcept Exception:\n    pass\nassert parse('') == 1",
    "return": "assert parse('') == 1\nreturn 1",
    "yield": "assert parse('') == 1\nyield 1",
    "match": "match parse(''):\n    case 1:\n        pass",
    "await in a plain def": "assert await parse('') == 1",
    "async comprehension in a plain def": "assert [x async for x in parse('')] == []",
    "a call of a formula": "assert [eval, parse][1]('') == 1",
    "two statements under raises": "with raises(ValueError):\n    parse('')\n    parse('')",
    "an assert under raises": "with raises(AssertionError):\n    assert parse('') == 1",
    "an assert deep under raises": "with raises(ValueError):\n"
    "    with Purse() as p:\n        assert p == 1",
    "raises under raises": "with raises(ValueError):\n    with raises(OSError):\n        parse('')",
    "raises with a keyword": "with raises(ValueError, match='x'):\n    parse('')",
    "raises as a value": "r = raises\nassert parse('') == 1",
    "pytest": "with pytest.raises(ValueError):\n    parse('')",
    "a comparison that says nothing": "parse('') == 1\nassert parse('') == 1",
    "a tuple is always true": "assert (parse('') == 1, 'message')",
    "nothing is asserted": "parse('')",
    "a class made by type": "assert type('A', (), {})() == 1",
    "type handed on": "t = type\nassert t('A', (), {})() == 1",
    "a class made where it is compared": "assert parse('') == type('A', (), {})",
    "a class made where it is asked for": "assert isinstance(parse(''), type('A', (str,), {}))",
    "a class from stars, compared": "assert parse('') is type(*['A', (), {}])",
    "a check under an error that hides it": "with raises(AssertionError):\n"
    "    with Purse() as p:\n        assert p.total == 1\n        raise AssertionError('x')",
    "the type of a type": "t = type(type(1))\nassert t('A', (), {})() == 1",
    "a type that is called": "assert type(parse(''))('A', (), {}) == 1",
    "a name like a report": "_1 = parse('')\nassert _1 == 1",
    "an error that hides": "def f():\n  try:\n    f()\n  except OSError as parse:\n    f()",
    "two stars": "*a, *b = parse('')\nassert a == b",
    "an async generator's value": "async def f():\n    yield 1\n    return 1\nassert f() == 1",
    "an argument twice": "assert parse(lambda x, x: x) == 1",
    "await in a lambda": "async def f():\n    return lambda: await f()\nassert f() == 1",
    "identity with a literal": "assert parse('') is 1",
    # files elsewhere
    "an absolute path": "write('/etc/x', '')\nassert parse('') == 1",
    "a path above": "assert read('a/../../x') == ''",
    "a path above to write": "write('../x', '')\nassert parse('') == 1",
    "a folder elsewhere": "assert files('/etc') == []",
    "a folder elsewhere by name": "assert files(folder='..') == []",
    "the mode of a file elsewhere": "assert mode('/etc/passwd') == 0o600",
    "a path by name": "assert read(path='/etc/passwd') == ''",
    "open by name": "assert open(file='/etc/passwd').read() == ''",
    "a mode that gives more rights": "write('x', '', mode=0o4755)\nassert parse('') == 1",
    # the command
    "an environment that leads elsewhere": "assert run(env={'HOME': '../..'}).exit == 0",
    "an environment with a folder": "assert run('a', env={'HOME': '/root'}).exit == 0",
    "an environment for Python": "assert run(env={'PYTHONPATH': '.'}).exit == 0",
    "an environment for the linker": "assert run(env={'LD_PRELOAD': 'x.so'}).exit == 0",
    "a folder for the command": "assert run(cwd='/').exit == 0",
    "keywords for the command": "assert run(**{'cwd': '/'}).exit == 0",
    "a stream that is none": "assert run(terminal='screen').exit == 0",
    # the clock
    "the class of the clock": "assert clock.__class__ == 1",
    "the inside of the clock": "clock.day.shift(1)\nassert parse('') == 1",
    "the clock as a value": "assert parse(clock) == 1",
    "the clock kept": "c = clock\nassert c.lock == 1",
    "the clock by getattr": "assert getattr(clock, 'lock') == 1",
    "an error handed in": "with raises(ValueError) as error:\n    parse('')\n"
    "assert parse(error.value) == 1",
    "an error handed in by a statement": "with raises(ValueError) as error:\n    parse('')\n"
    "parse(str(error.value))",
    "another clock": "assert [clock('') for clock in [parse]] == [1]",
    "the clock replaced": "clock.now = 1\nassert parse('') == 1",
    "open of a path above": "assert open('../x').read() == ''",
    # modules
    "a module as a value": "assert parse(json) == 1",
    "more of a module": "assert asyncio.subprocess == 1",
    "a function of a module replaced": "time.sleep = parse\nassert parse('') == 1",
    "a function of a module deleted": "del json.loads\nassert parse('') == 1",
    "codecs of a module": "assert json.codecs.open('x') == 1",
    "the loop's else": "for x in [1]:\n    assert parse('') == x\nelse:\n    parse('')",
    "deep": f"assert parse({'-' * 200}1) == 1",
    # names that may have no value, and then mean what they hide
    "eval that a loop may bind": "for eval in []:\n    parse('')\nassert parse('') == eval('1')",
    "eval before it is bound": "x = eval('1')\neval = 1\nassert parse('') == x",
    "eval deleted": "eval = 1\ndel eval\nassert parse('') == eval('1')",
    "eval bound in a with": "with Purse():\n    exec = 1\nassert exec('1') == parse('')",
    "eval bound in a formula": "x = [1 for eval in []]\ny = eval('1')\neval = 1\n"
    "assert parse(x) == y",
    "eval in a callback": "def f():\n    return eval('1')\neval = f()\nassert parse('') == eval",
    "a module before it is bound": "x = asyncio.base_events.os.system('')\nasyncio = 1\n"
    "assert parse('') == x",
    "a module that a loop may bind": "for json in []:\n    parse(json)\n"
    "assert parse('') == json.codecs.open('x')",
    "eval in wide letters": "assert parse('') == ｅｖａｌ('1')",
    "getattr in wide letters": "assert ｇｅｔａｔｔｒ(parse, '__globals__') == {}",
    "a wide underscore": "assert parse.＿＿globals＿＿ == {}",
    "a wide underscore by name": "assert getattr(parse, '＿＿globals＿＿') == {}",
    # ways around what is offered
    "getattr by reduce": "assert functools.reduce(getattr, ['__class__'], parse) == 1",
    "getattr by partial": "f = functools.partial(getattr, parse)\nassert f('__globals__') == 1",
    "attrgetter by import": "assert operator.methodcaller('mro')(int) == []",
    "inside a named tuple": "assert collections.namedtuple('A', 'x')._make([1]) == parse('')",
    "a data class": "assert dataclasses.make_dataclass('A', ['x']) == parse('')",
    "io.open": "assert io.open('x').read() == parse('')",
    "a raw file": "assert io.FileIO('x') == parse('')",
    "a process": "assert asyncio.create_subprocess_shell('x') == parse('')",
    "the loop of a task": "assert asyncio.gather().get_loop().subprocess_shell(parse, '') == 1",
    "the loop by name": "assert getattr(asyncio.gather(), 'get_loop')() == 1",
    "the stack of a task": "assert Purse().task.get_stack() == []",
    "the code of a task": "assert Purse().task.get_coro() == 1",
    "the order of classes": "assert type(parse('')).__mro__ == ()",
    "a traceback": "with raises(OSError) as e:\n    parse('')\nassert e.value.__traceback__ == 1",
    "a traceback by its cause": "with raises(OSError) as e:\n    parse('')\n"
    "assert e.value.__cause__.__traceback__ == 1",
    "a class from stars": "t = type(*['A', (), {}])\nassert parse('') == t()",
    "the type of a class": "m = type(int)\nassert parse('') == m('A', (), {})()",
    "types in a list": "for m in [type(int)]:\n    assert parse('') == m('A', (), {})",
    "a type that is returned": "def f(x):\n    return type(x)\nassert f(int)('A', (), {}) == 1",
    "a type by a lambda": "assert parse(lambda x: type(x)) == 1",
    "a type of a formula": "assert [type(int)][0]('A', (), {}) == 1",
    # what all cases share
    "a class of all changed": "Fraction.limit_denominator = parse\nassert parse('') == 1",
    "a class of a module changed": "threading.Thread.start = parse\nassert parse('') == 1",
    "a class of all changed by name": "setattr(Fraction, 'limit', 1)\nassert parse('') == 1",
    "a class of all lacks something": "delattr(Path, 'exists')\nassert parse('') == 1",
    "an abstract class that takes in more": "collections.abc.Mapping.register(int)\n"
    "assert parse('') == 1",
    # classes in callbacks
    "a metaclass": "def f():\n    class A(Purse, metaclass=parse):\n        pass\n"
    "assert parse(f) == 1",
    "a class below type": "def f():\n    class A(type):\n        pass\nassert parse(f) == 1",
    "a class decorated by eval": "def f():\n    @eval\n    class A:\n        pass\n"
    "assert parse(f) == 1",
    "a class below a formula": "def f():\n    class A(parse('')):\n        pass\n"
    "assert parse(f) == 1",
    "a group of errors": "def f():\n    try:\n        f()\n    except* OSError:\n        f()\n"
    "assert parse(f) == 1",
    "global in a callback": "def f():\n    global x\n    return 1\nassert parse(f) == 1",
    "yield from": "def f():\n    yield from parse('')\nassert parse(f) == 1",
}

CLASSES = {
    "a hook for attributes": ("(Purse)", "def __getattribute__(self, name):\n    return 1"),
    "a class that says it is another": ("", "__class__ = Purse"),
    "a hook for classes below": ("", "def __init_subclass__(cls):\n    pass"),
    "a hook for isinstance": ("", "def __instancecheck__(self, other):\n    return True"),
    "how it is pickled": ("", "def __reduce__(self):\n    return parse, ()"),
    "a mangled name in a class": ("", "__x = 1"),
    "private things of the package": ("(Purse)", "def g(self):\n    return self._coins"),
    "the dict of an object of its own": ("", "def g(self):\n    return self.__dict__"),
    "the class of an object of its own": ("", "def g(self):\n    return self.__class__"),
    "private things of another": ("", "def g(self, other):\n    return other._coins"),
    "super of another class": ("", "def g(self):\n    return super(Purse, self).g()"),
    "the hidden side of super": ("", "def g(self):\n    return super().__self__"),
    "super kept": ("", "def g(self):\n    return super()"),
    "eval in a method": ("", "def g(self):\n    return eval('1')"),
    "a default that calls in a method": ("", "def g(self, x=parse('')):\n    return x"),
    "a value that evaluates in a class": ("", "x = eval('1')"),
    "a loop in a class": ("", "for x in [1]:\n    y = x"),
}
"""Base and body of a class that a callback makes."""

BODIES |= {
    name: f"def f():\n    class A{base}:\n{indent(text, ' ' * 8)}\nassert parse(f) == 1"
    for name, (base, text) in CLASSES.items()
}

FILES = {
    "no requirement": ("def case():\n    assert parse('') == 1\n", 1),
    "another decorator": ("@parse\ndef case():\n    assert parse('') == 1\n", 1),
    "a decorator that calls": ("@proves(parse(''))\ndef case():\n    assert parse('') == 1\n", 1),
    "a decorated helper": ("@parse\ndef make_x():\n    return 1\n", 1),
    "a helper asserts": ("def make_x():\n    assert parse('') == 1\n", 2),
    "arguments without a table": ("@proves(R1)\ndef case(x):\n    assert parse(x) == 1\n", 2),
    "a computed default": ("def make_x(a=parse('')):\n    return a\n", 1),
    "a row too short": ("@table(R1, [(1, 2), (1,)])\ndef c(a, b):\n    assert parse(a) == b\n", 1),
    "no rows": ("@table(R1, [])\ndef c(a):\n    assert parse(a) == 1\n", 1),
    "a row that evaluates": ("@table(R1, [eval('1')])\ndef c(a):\n    assert parse(a) == 1\n", 1),
    "import os": ("\nimport os\n", 2),
    "import by another name": ("import json as parse\n", 1),
    "import of a part by a name of ours": ("from re import sub as parse\n", 1),
    "import of a part by a private name": ("from re import sub as _1\n", 1),
    "import of a part by a word": ("from re import sub as run\n", 1),
    "import of all": ("from purse.coins import *\n", 1),
    "a private import": ("from purse.coins import _x\n", 1),
    "a relative import": ("from . import parse\n", 1),
    "code at the top": ("x = 1\nprint(x)\n", 2),
    "a loop at the top": ("for x in [1]:\n    parse(x)\n", 1),
    "a class at the top": ("class A:\n    pass\n", 1),
    "a constant that evaluates": ("X = eval('1')\n", 1),
    "a constant that hides": ("parse = 1\n", 1),
    "a constant that may have no value": ("eval = 1 / 0\n", 1),
    "a constant by the name of a module": ("json = 1 / 0\n", 1),
    "a coding that hides": ("# coding: rot13\nX = riny('1')\n", 2),
    "a line feed that is none": ("X = 1\x0cY = eval('1')\n", 2),
    "a name that is imported and bound": (
        "from time import sleep\n@proves(R1)\ndef c():\n"
        "    sleep = 1\n    assert parse(sleep) == 1\n",
        4,
    ),
    "two of one name": ("def make_x():\n    return 1\ndef make_x():\n    return 2\n", 3),
    "a helper that hides": ("def make_x():\n    parse = 1\n    return parse\n", 2),
    "a null byte": ("X = '\0'\n", 1),
    "half a surrogate": ("X = '\ud800'\n", 1),
    "a number too long": ("X = " + "9" * 5000 + "\n", 1),
    "a file too long": ("#" * 1_000_001, 1),
}


@pytest.mark.parametrize("body", BODIES.values(), ids=list(BODIES))
def test_a_body_that_reaches_too_far_is_refused(body: str) -> None:
    text = "@proves(R1)\ndef case():\n" + "".join(f"    {line}\n" for line in body.splitlines())
    cases = read(text, NAMES)
    assert cases.cases == ()
    assert cases.problems
    for problem in cases.problems:
        assert problem.function == "case"
        assert 2 <= problem.line <= 3 + body.count("\n")
        assert problem.found
        assert problem.instead


@pytest.mark.parametrize(("text", "line"), FILES.values(), ids=list(FILES))
def test_a_file_that_reaches_too_far_is_refused(text: str, line: int) -> None:
    cases = read(text, NAMES)
    assert [problem.line for problem in cases.problems][:1] == [line]
    assert cases.cases == ()


def test_nothing_is_executed_on_reading(tmp_path: Path) -> None:
    trace = tmp_path / "trace"
    write = f"open({str(trace)!r}, 'w').write('x')"
    text = (
        f"X = {write}\n{write}\n@table(R1, [{write}])\ndef a(x={write}):\n    assert {write} == 1\n"
        f"@{write}\ndef b():\n    assert f'{{{write}}}' == [{write} for _ in [{write}]]\n"
        f"def make_x(y={write}):\n    {write}\n    return lambda z={write}: {write}\n"
        "@proves(R1)\ndef power():\n    assert 10 ** 10 ** 9 == 9 ** 9 ** 9\n"
    )
    cases = read(text, NAMES)
    assert [case.name for case in cases.cases] == ["power"]
    assert not trace.exists()


def test_deep_and_long_texts_end() -> None:
    for text in ("(" * 5000, "-" * 50_000 + "1", "x." * 20_000 + "x", "not " * 20_000 + "x"):
        assert read(f"X = {text}\n", NAMES).constants == ()
    sums = "+".join(["1"] * 300)
    assert read(f"X = {sums}\n", NAMES).problems[0].found == "something is nested too deep"


NEIGHBOURS = {
    "a column like a builtin": "@table(R1, [(1, 2)])\ndef c(input, id):\n"
    "    assert parse(input) == id\n",
    "a column like a module": "@table(R1, ['1:00'])\ndef c(time):\n"
    "    assert parse(time).time == 1\n",
    "a name like a module": "@proves(R1)\ndef c():\n    copy = Purse()\n    copy.add(1)\n"
    "    assert copy.total == 1\n",
    "a name like a builtin": "@proves(R1)\ndef c():\n    vars, dir = parse('')\n"
    "    assert vars == dir\n",
    "an entered name": "@proves(R1)\ndef c():\n    with Purse() as io:\n        io.add(1)\n"
    "    assert io.total == 1\n",
    "a name of a loop": "@proves(R1)\ndef c():\n    for string in 'ab':\n"
    "        assert parse(string) == string.upper()\n",
    "a parameter": "def make_x(json, format='a'):\n    return parse(json.get(format))\n"
    "@proves(R1)\ndef c():\n    assert make_x({}) == 1\n",
    "types that are compared": "@proves(R1)\ndef c():\n    x = parse('')\n"
    "    assert type(x) is int and type(x) in (int, float) and type(x).__name__ == 'int'\n"
    "    assert [type(y) for y in x] == [int] and {type(y) for y in x} == {int}\n"
    "    assert sorted(type(y).__name__ for y in x) == [] and isinstance(x, type(Purse()))\n"
    "    assert all(type(y) is int for y in x) and list(type(y) for y in x) == [int]\n",
    "an object changed": "@proves(R1)\ndef c():\n    p = Purse()\n    p.limit = 1\n"
    "    setattr(p, 'limit', 2)\n    Purse.limit = 3\n    assert p.limit == 2\n",
    "a check before an error that hides none": "@proves(R1)\ndef c():\n"
    "    with raises(ValueError):\n        with Purse() as p:\n"
    "            assert p.total == 1\n            raise ValueError('x')\n",
    "an abstract class": "@proves(R1)\ndef c():\n"
    "    assert isinstance(parse(''), collections.abc.Mapping)\n",
    "names that things have": "@proves(R1)\ndef c():\n"
    "    assert parse.__name__ == 'parse'\n"
    "    assert getattr(parse, '__doc__') == parse.__wrapped__.__doc__\n",
    "a protocol of libraries": "@proves(R1)\ndef c():\n"
    "    assert Purse().__html__() == '' and hasattr(Purse(), '__rich__')\n",
    "a decorated callback": "@proves(R1)\ndef c():\n    @parse('x')\n    def f(n):\n"
    "        return f(n - 1)\n    assert f(2) == 1\n",
    "a named tuple": "def make_x():\n    class Pair(collections.namedtuple('Pair', 'a b')):\n"
    "        pass\n    return Pair(1, 2)\n"
    "@proves(R1)\ndef c():\n    assert parse(make_x()) == collections.namedtuple('A', 'x')(1)\n",
    "a table of callables": "@proves(R1)\ndef c():\n"
    "    assert {'a': parse, 'b': Purse}['a']('') == 1\n",
    "a class with methods": "def make_x(start):\n    @functools.total_ordering\n"
    '    class Number(int):\n        """Counts."""\n\n        seen = [start]\n\n'
    "        def __lt__(self, other):\n            self._last = other\n"
    "            return super().__lt__(other)\n\n"
    "        @property\n        def last(self):\n            return self._last\n"
    "    return Number(start)\n"
    "@proves(R1)\ndef c():\n    assert parse(make_x(1)) == 1\n",
    "a class of the package with a method": "def make_x():\n    class Mine(Purse):\n"
    "        def pop(self):\n            return super().pop() + 1\n    return Mine()\n"
    "@proves(R1)\ndef c():\n    assert make_x().pop() == 1\n",
    "what acts, imported": "from time import monotonic\nfrom pathlib import Path as P\n"
    "@proves(R1)\ndef c():\n    begin = monotonic()\n    assert parse(P('x')) == begin\n",
}


@pytest.mark.parametrize("text", NEIGHBOURS.values(), ids=list(NEIGHBOURS))
def test_harmless_neighbours_are_read(text: str) -> None:
    assert read(text, NAMES).problems == ()


PIECES = [line for trial in TRIALS[:2] for line in trial.text.splitlines(keepends=True)]


@given(st.text())
def test_no_text_crashes_the_reader(text: str) -> None:
    read(text, NAMES)


@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=30), st.text(max_size=5), st.integers(0, 400))
def test_no_torn_file_crashes_the_reader(lines: list[str], noise: str, at: int) -> None:
    text = "".join(lines)
    read(text[:at] + noise + text[at:], NAMES)


LINES = [line for body in BODIES.values() for line in body.splitlines()]
KNOWN = {*NAMES.offers, *WORDS, *BUILTINS, *BARE, *MODULES, "proves", "R1"}


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from(LINES), min_size=1, max_size=6))
def test_what_is_read_names_nothing_outside_of_the_whitelist(lines: list[str]) -> None:
    text = "@proves(R1)\ndef case():\n" + "".join(f"    {line}\n" for line in lines)
    for each in singles(read(text, NAMES)):
        assert free_names(each.text) <= KNOWN
        nodes = [node for node in ast.walk(ast.parse(each.text)) if isinstance(node, ast.Attribute)]
        private = {node.attr for node in nodes if node.attr.startswith("_")}
        assert private <= {"__name__", "__cause__"}

"""Cases played in a sandbox and judged outside: what each part of the notation comes to."""

import json
from textwrap import dedent, indent

import pytest
from test_judging_cheats import Recording

from brickyard.cases import CaseFile, CaseResult, judge, offered, read
from brickyard.cases.model import Check
from brickyard.files import Files
from brickyard.sandbox import Sandbox
from brickyard.values import Where

SHOP = """
import asyncio
import os
import random
import sys
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from enum import Enum, IntEnum


class Kind(Enum):
    OLD = 1
    NEW = 2


class Level(IntEnum):
    LOW = 1
    HIGH = 2


class ShopError(ValueError):
    code = "E1"

    def __init__(self, name, left):
        super().__init__(f"no {name}: {left} left")
        self.name, self.left = name, left


class Full(asyncio.QueueFull):
    left = 0


def fill():
    raise Full("full")


@dataclass(frozen=True)
class Coin:
    cents: int


class Money:
    def __init__(self, text):
        self._cents = round(float(text) * 100)

    def __eq__(self, other):
        return isinstance(other, Money) and self._cents == other._cents

    def __lt__(self, other):
        return self._cents < other._cents


class Shop:
    def __init__(self):
        self.items = {}
        self._log = []

    def add(self, name, count=1):
        self.items[name] = self.items.get(name, 0) + count
        return self

    def take(self, name):
        if not self.items.get(name):
            raise ShopError(name, 0)
        self.items[name] -= 1
        return Coin(5)

    def __contains__(self, name):
        return name in self.items

    def __len__(self):
        return len(self.items)

    def first(self):
        return self._log

    @contextmanager
    def change(self):
        before = dict(self.items)
        try:
            yield self
        except BaseException:
            self.items = before
            raise

    def each(self):
        yield from self.items

    async def wait(self, name):
        return self.take(name)

    async def all(self):
        for name in self.items:
            yield name


def kind(name):
    return Kind.NEW if name else Kind.OLD


def level(name):
    return Level.HIGH if name else Level.LOW


class Label(str):
    def __getitem__(self, at):
        return Label(str.__getitem__(self, at))

    def __contains__(self, part):
        return str.__contains__(self, part)


class Lying(str):
    def __eq__(self, other):
        return True

    __hash__ = str.__hash__


def label(text, honest=True):
    return Label(text) if honest else Lying(text)


def hidden(*items):
    class Hidden:
        def __contains__(self, item):
            return item in items

    return Hidden()


def patient():
    return sys.getswitchinterval() > 0.001


def call(function, *given):
    return function(*given)


def broken(data):
    data.append(1)
    raise KeyError("gone")


def main(argv):
    if argv == ["name"]:
        print(os.environ.get("SHOP", "none"))
    elif argv == ["where"]:
        print(os.path.basename(sys.argv[0]))
        return 3
    elif argv == ["tty"]:
        print(sys.stdout.isatty())
    elif argv == ["utf"]:
        print("ä")
    elif argv == ["day"]:
        print(date.today())
    elif argv == ["close"]:
        with sys.stdout as out:
            print("last words", file=out)
    elif argv == ["dice"]:
        print(random.random())
    elif argv == ["late"]:
        import __main__

        print("fork" if hasattr(__main__, "Lane") else "process")
    else:
        print("bad", file=sys.stderr)
        raise SystemExit("no such thing")
    return 0
"""
NAMES = offered("shop", {"shop.core": SHOP}, "shop.core:main")
PACKAGE = Files({"src/shop/__init__.py": "", "src/shop/core.py": SHOP})


def case(body: str, word: str = "def", name: str = "case") -> str:
    return f"@proves(R1)\n{word} {name}():\n{indent(dedent(body).strip(), '    ')}\n\n\n"


async def judged(sandbox: Sandbox, text: str, seed: int = 0) -> dict[str, CaseResult]:
    cases = read(text, NAMES)
    assert cases.problems == ()
    file = CaseFile(path="t.py", cases=cases, names=NAMES)
    found = await judge(sandbox, PACKAGE, [file], seconds=30, seed=seed)
    return {test.removeprefix("t.py::test_"): one for test, one in found.items()}


RIGHT = {
    "values and objects": "shop = Shop().add('a', 2)\nassert shop.take('a') == Coin(5)\n"
    "assert shop.items == {'a': 1}",
    "an expected object under a name": "wanted = [Coin(5), Coin(5)]\nshop = Shop().add('a', 2)\n"
    "assert [shop.take('a'), shop.take('a')] == wanted\nassert shop.take != wanted",
    "members of enums": "assert kind('x') is Kind.NEW\nassert kind('') == Kind.OLD\n"
    "assert level('x') == Level.HIGH\nassert level('x') == 2\nassert kind('') != Kind.NEW",
    "fields of an error": "with raises(ShopError, 'no a', '0 left') as error:\n"
    "    Shop().take('a')\nassert error.value.name == 'a' and error.value.left == 0\n"
    "assert error.value.code == 'E1' and str(error.value).endswith('left')\n"
    "assert isinstance(error.value, ValueError) and isinstance(error.value, ShopError)\n"
    "assert type(error.value).__name__ == 'ShopError'\nassert type(error.value) is ShopError",
    "an error and the errors of a module": "with raises(ShopError) as error:\n"
    "    Shop().take('a')\n"
    "assert (error.value.left, isinstance(error.value, asyncio.QueueFull)) == (0, False)\n"
    "with raises(Full) as full:\n    fill()\n"
    "assert isinstance(full.value, (OSError, asyncio.QueueFull)) and full.value.left == 0",
    "what an error left": "data = []\nwith raises(KeyError):\n    broken(data)\nassert data == [1]",
    "an error by its base": "with raises((OSError, ValueError), 'no b'):\n    Shop().take('b')",
    "operations of objects": "shop = Shop().add('a')\nassert 'a' in shop and 'b' not in shop\n"
    "assert shop\nassert not Shop()\nassert len(shop) == 1\nassert Money('5') == Money('5.00')\n"
    "assert Money('5') < Money('6')\nassert Money('5') != Money('6')",
    "one object": "shop = Shop()\nassert shop.first() is shop.first()\nassert shop is not Shop()",
    "a loop over what comes": "shop = Shop().add('a').add('b')\nseen = []\n"
    "for name in shop.each():\n    assert shop.items[name] == 1\nfor n in range(3):\n"
    "    assert Shop().add('x', n).items == {'x': n}",
    "objects that are entered": "shop = Shop()\nwith shop.change() as one:\n    one.add('a')\n"
    "    assert one.items == {'a': 1}\n    with raises(ShopError):\n        one.take('z')\n"
    "    assert one.take('a') == Coin(5)\nassert shop.items == {'a': 0}",
    "an error that leaves a block": "shop = Shop()\nwith raises(ShopError):\n"
    "    with shop.change():\n        shop.add('a')\n        shop.take('z')\n"
    "assert shop.items == {}",
    "an error out of a loop": "shop = Shop().add('a', 2)\nwith raises(ShopError):\n"
    "    for n in range(9):\n        shop.take('a')\nassert shop.items == {'a': 0}",
    "the end of an iterator": "found = iter(Shop().add('a').each())\nassert next(found) == 'a'\n"
    "with raises(StopIteration):\n    next(found)",
    "callbacks and fakes": "seen = recorder()\ncall(seen, 1, 'a')\n"
    "assert seen.calls == [(1, 'a')]\n"
    "def double(x):\n    return x * 2\nassert call(double, 4) == 8\n"
    "assert call(lambda x: x + 1, 4) == 5\nassert call(returning(7)) == 7",
    "files": "write('in/a.txt', 'x')\nassert read('in/a.txt') == 'x'\n"
    "assert Path('in/a.txt').exists()\nassert Path('in') / 'a.txt' == Path('in/a.txt')",
    "the command": "r = run('name')\nassert (r.exit, r.stdout, r.stderr) == (0, 'none\\n', '')\n"
    "assert run('where').exit == 3\nassert run('where').stdout == 'shop\\n'\nbad = run('x')\n"
    "assert bad.exit == 1 and bad.stderr.splitlines() == ['bad', 'no such thing']",
    "the command with an environment is a process": "r = run('name', env={'SHOP': 'mine'})\n"
    "assert r.stdout == 'mine\\n'\nassert run('late', env={'A': 'b'}).stdout == 'process\\n'",
    "tolerance": "assert call(float, '2.5') == approx(2.5001, 0.01)",
    "the clock": "before = clock.now\nassert call(time.sleep, 60) is None\n"
    "assert (clock.now - before).total_seconds() == 60\nclock.advance(5)\n"
    "assert call(time.time) == 1767225665.0\nassert run('day', env={}).stdout == '2026-01-01\\n'",
    "a terminal, encodings and modes": "assert run('tty', terminal=True).stdout == 'True\\n'\n"
    "assert run('tty').stdout == 'False\\n'\nwrite('a', 'x', mode=0o600)\n"
    "assert mode('a') == 0o600 and files() == ['a']\n"
    "assert run('utf', encoding='ascii').exit == 1",
    "parts by the one equality": "assert [1, 2] in call(lambda: [(1, 2)])\n"
    "assert call(bool, 1) not in (1, 2)\nassert call(int, 1) in {1: 'a'}\n"
    "assert 'a' in call(str, 'cat') and call(float, 'nan') in [math.nan]",
    "a class that a callback makes": "def mine():\n    class Mine(Shop):\n"
    "        taken = 0\n        def take(self, name):\n            self.taken += 1\n"
    "            return super().take(name), self.taken\n    return Mine().add('a', 2)\n"
    "shop = call(mine)\nassert shop.take('a') == (Coin(5), 1)\nassert shop.take('a')[1] == 2",
    "an object with operators of its own": "def own():\n    class Own:\n"
    "        def __init__(self, n):\n            self._n = n\n"
    "        def __len__(self):\n            return self._n\n"
    "        @property\n        def double(self):\n            return 2 * self._n\n"
    "    return Own(3)\nassert call(len, own()) == 3\n"
    "assert call(lambda one: one.double, own()) == 6",
    "a decorated callback": "@call\ndef seven():\n    return 7\nassert seven == 7",
    "texts like names of ours": "assert call(str, '_9') == '_9'\n"
    "assert call(str, 'a _1') + ' _2' == 'a _1 _2'",
    "a command that closes its streams": "assert run('close').stdout == 'last words\\n'",
    "texts of the package's own kind": "assert label('abc') == 'abc'\n"
    "assert label('abc')[0] == 'a' and 'b' in label('abc')\nassert isinstance(label('a'), Label)",
    "what objects hold that cannot cross": "box = hidden('a')\nassert 'a' in box\n"
    "assert 'b' not in box",
    "what is changed where it was handed in": "def timer():\n    return 1\nseen = [timer()]\n"
    "step = 5\ndef look():\n    return seen[0]\nkept = call(lambda: look)\nseen.append(step)\n"
    "seen[0] = seen[0] + step\nassert call(kept) == 6\nassert seen == [6, 5]",
    "chains": "assert 1 < call(int, '2') < 3",
}


async def test_right_code_passes_in_all_that_can_be_written(sandbox: Sandbox) -> None:
    names = [f"case_{at}" for at in range(len(RIGHT))]
    text = "".join(case(body, name=name) for name, body in zip(names, RIGHT.values(), strict=True))
    found = await judged(sandbox, text)
    reasons = {title: found[name].reason for title, name in zip(RIGHT, names, strict=True)}
    assert reasons == dict.fromkeys(RIGHT, "")
    inside = {
        title
        for title, name in zip(RIGHT, names, strict=True)
        if found[name].judged is Where.IN_PROCESS
    }
    assert inside == {
        "operations of objects",
        "one object",
        "what objects hold that cannot cross",
    }


WRONG = {
    "with raises(Full) as e:\n    fill()\nassert not isinstance(e.value, asyncio.QueueFull)": (
        "line 5: `not isinstance(e.value, asyncio.QueueFull)`: expected something true, got False"
    ),
    "shop = Shop().add('a')\nassert shop.take('a') == Coin(6)": (
        "line 4: `shop.take('a') == Coin(6)`: expected Coin(cents=6), got Coin(cents=5)"
    ),
    "assert kind('x') is Kind.OLD": (
        "line 3: `kind('x') is Kind.OLD`: expected Kind.OLD, got Kind.NEW"
    ),
    "Shop().take('a')\nassert 1 == 1": (
        "line 3: `Shop().take('a')` raised ShopError: no a: 0 left"
    ),
    "with raises(ShopError):\n    Shop().add('a')": (
        "line 3: expected ShopError, but nothing was raised"
    ),
    "with raises(KeyError):\n    Shop().take('a')": (
        "line 3: expected KeyError, got ShopError: no a: 0 left"
    ),
    "with raises(ShopError, 'no b'):\n    Shop().take('a')": (
        "line 3: expected 'no b' in the message 'no a: 0 left'"
    ),
    "shop = Shop()\nassert 'a' in shop": "line 4: `'a' in shop`: expected True, got False",
    "assert Money('5') == Money('6')": (
        "line 3: `Money('5') == Money('6')`: expected True, got False"
    ),
    "shop = Shop()\nassert shop.first() is Shop().first()": (
        "line 4: `shop.first() is Shop().first() is True`: expected True, got False"
    ),
    "shop = call(Shop().take, 'a')\nassert shop.items == {}": (
        "line 3: `shop = call(Shop().take, 'a')` raised ShopError: no a: 0 left"
    ),
    "with raises(ShopError):\n    made = Shop().add('a')\nassert made.items == {}": (
        "line 3: expected ShopError, but nothing was raised"
    ),
    "for n in range(3):\n    assert Shop().add('x', n).items == {'x': 0}": (
        "line 4: `Shop().add('x', n).items == {'x': 0}`: expected {'x': 0}, got {'x': 1}"
    ),
    "assert call(str, 3) == 3": "line 3: `call(str, 3) == 3`: expected 3, got '3'",
    "assert call(bool, 3) == 1": "line 3: `call(bool, 3) == 1`: expected 1, got True",
    "assert Shop().each() == []": (
        "line 3: `Shop().each() == []`: expected [], got an object of type generator "
        "(it cannot be compared: look at parts of it that are plain values)"
    ),
    "assert call(str, '_9') == 'x _1'": (
        "line 3: `call(str, '_9') == 'x _1'`: expected 'x _1', got '_9'"
    ),
    "assert label('abc', False) == 'abc'": (
        "line 3: `label('abc', False) == 'abc'`: expected 'abc', got an object of type Lying "
        "(it cannot be compared: look at parts of it that are plain values)"
    ),
    "assert call(len, 'abc') < 3": "line 3: `call(len, 'abc') < 3`: expected < 3, got 3",
    "r = run('x')\nassert r.stderr == ''": (
        "line 4: `r.stderr == ''`: expected '', got 'bad\\nno such thing\\n'"
    ),
    "assert run('late').stdout == 'fork\\n'": (
        "line 3: as a process of its own the command does something else: "
        "`run('late').stdout == 'fork\\n'`: expected 'fork\\n', got 'process\\n'"
    ),
}


async def test_wrong_code_is_told_with_what_was_expected_and_what_came(sandbox: Sandbox) -> None:
    names = [f"case_{at}" for at in range(len(WRONG))]
    found: dict[str, CaseResult] = {}
    cases = [case(body, name=name) for name, body in zip(names, WRONG, strict=True)]
    lines = 0
    expected: dict[str, str] = {}
    for name, text, reason in zip(names, cases, WRONG.values(), strict=True):
        number = int(reason.partition(":")[0].removeprefix("line "))
        expected[name] = reason.replace(f"line {number}:", f"line {number + lines}:", 1)
        lines += text.count("\n")
    found = await judged(sandbox, "".join(cases))
    assert {name: one.reason for name, one in found.items()} == expected


async def test_one_run_of_each_requirement_is_a_process(sandbox: Sandbox) -> None:
    right, late = "assert run('name').exit == 0", "assert run('late').stdout == 'fork\\n'"
    text = case(late, name="one") + case(right, name="two").replace("R1", "R2")
    text += case(late, name="three").replace("R1", "R3") + case("assert call(abs, 1) == 1")
    found = await judged(sandbox, text)
    assert [name for name, one in found.items() if not one.passed] == ["one", "three"]
    recording = Recording(sandbox)
    await judged(recording, text.replace("(R2)", "(R2, R4)"))
    rows = json.loads(recording.jobs[0])["rows"]
    assert [row["process"] for row in rows] == [False] * 4 + [True] * 3


async def test_chance_in_a_process_is_fixed_and_another_in_the_next(sandbox: Sandbox) -> None:
    text = case("assert run('dice', env={}).stdout != run('dice', env={}).stdout", name="apart")
    text += case("assert run('dice', env={}).stdout == ''", name="told")
    first, second = [await judged(sandbox, text, seed=0) for _ in range(2)]
    assert first["apart"].reason == ""
    assert first["told"].rows[0].got == second["told"].rows[0].got


async def test_async_cases_are_played_in_a_loop(sandbox: Sandbox) -> None:
    text = case(
        """
        shop = Shop().add('a', 2)
        assert await shop.wait('a') == Coin(5)
        both = await asyncio.gather(shop.wait('a'), shop.wait('a'), return_exceptions=True)
        assert both[0] == Coin(5)
        assert isinstance(both[1], ShopError)
        with raises(ShopError, 'no b'):
            await shop.wait('b')
        async for name in shop.all():
            assert name == 'a'
        async with asyncio.timeout(5):
            assert shop.items == {'a': 0}
        """,
        "async def",
    )
    assert (await judged(sandbox, text))["case"].reason == ""


async def test_what_threads_do_sometimes_is_called_so(sandbox: Sandbox) -> None:
    wrong = case("assert together(2, patient) == [True, True]")
    right = case("assert sorted(together(3, lambda: call(int, '4'))) == [4, 4, 4]", name="other")
    found = await judged(sandbox, wrong + right)
    assert [found["other"].passed, found["other"].unsteady] == [True, False]
    assert [found["case"].passed, found["case"].unsteady] == [False, True]
    assert found["case"].reason.startswith("line 3: it fails sometimes: ")


async def test_rows_that_are_worked_out_are_played(sandbox: Sandbox) -> None:
    text = (
        "@table(R1, [(n, n * n) for n in range(3)])\ndef squares(n, total):\n"
        "    assert call(int.__mul__ if False else pow, n, 2) == total\n"
    ).replace("int.__mul__ if False else pow", "pow")
    recording = Recording(sandbox)
    found = (await judged(recording, text))["squares"]
    assert [(row.row, row.passed) for row in found.rows] == [
        ("0-0", True),
        ("1-1", True),
        ("2-4", True),
    ]
    assert [row["values"] for row in json.loads(recording.jobs[1])["rows"]] == [
        {"n": 0},
        {"n": 1},
        {"n": 2},
    ]


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        ("[(n, 1 // n) for n in range(3)]", "the rows of the table cannot be worked out"),
        ("[(n,) for n in range(3)]", "the rows of its table are not all 2 values"),
        ("[(each, each) for each in Kind]", "the rows of its table need the package"),
        ("[(n, make_exit()) for n in range(3)]", "the rows of the table cannot be worked out"),
    ],
)
async def test_rows_that_cannot_be_worked_out_fail_the_case_alone(
    sandbox: Sandbox, rows: str, reason: str
) -> None:
    text = (
        HELPERS
        + f"@table(R1, {rows})\ndef bad(a, b):\n    assert call(abs, a) == b\n\n\n"
        + case("assert call(abs, -1) == 1")
    )
    found = await judged(sandbox, text)
    assert found["bad"].reason.startswith(reason)
    assert found["case"].passed


HUGE = {
    "a number without end": "assert call(abs, 1) == 10 ** 10 ** 9",
    "a text without end": "assert call(abs, 1) == 'x' * 10 ** 10",
    "a list without end": "assert call(abs, 1) == [0] * 10 ** 10",
    "more than a judge may take": "assert call(abs, 1) == len(bytes(400_000_000)) - 399_999_999",
    "a depth without end": "assert call(abs, 1) == make_deep(5)",
    "a search without end": "assert re.match('(a*)*b', call(str, 'a' * 40))",
    "an exit": "assert call(abs, 1) == make_exit()",
}
HELPERS = (
    "def make_deep(n):\n    return make_deep(n + 1)\n\n\n"
    "def make_exit():\n    raise SystemExit(0)\n\n\n"
)


async def test_the_judge_lives(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("brickyard.cases.judging.JUDGE_SECONDS", 2.0)
    names = [f"case_{at}" for at in range(len(HUGE))]
    text = HELPERS + "".join(
        case(body, name=name) + case("assert call(abs, -1) == 1", name=f"other_{name}")
        for name, body in zip(names, HUGE.values(), strict=True)
    )
    found = await judged(sandbox, text)
    assert [found[name].passed for name in names] == [False] * len(names)
    assert all(found[name].reason for name in names)
    assert all(found[f"other_{name}"].passed for name in names)


async def test_values_that_are_too_large_to_cross_do_not_pass(sandbox: Sandbox) -> None:
    text = case("assert call(str.upper, 'x' * 2_000_000) == 'X' * 2_000_000").replace(
        "str.upper", "lambda x: x"
    )
    found = await judged(sandbox, text)
    assert "more than 1,000,000 characters" in found["case"].reason


async def test_no_job_differs_when_only_an_expectation_does(sandbox: Sandbox) -> None:
    """Whether a value, an exception, an output or a file is expected is not there to be read."""
    bodies = {
        "value": "assert Shop().take('a') == Coin(5)",
        "error": "with raises(ShopError, 'no a') as error:\n    Shop().take('a')\n"
        "assert error.value.left == 0",
        "object": "assert Shop().take('a') != [Coin(7), Kind.NEW]",
        "none": "assert Shop().take('a') is None",
        "approx": "assert Shop().take('a') == approx(1, 0.01)",
    }
    jobs: dict[str, str] = {}
    for name, body in bodies.items():
        recording = Recording(sandbox)
        await judged(recording, case(body))
        jobs[name] = recording.jobs[0]
    assert len(set(jobs.values())) == 1


async def test_another_seed_is_another_order_with_the_same_results(sandbox: Sandbox) -> None:
    text = "@table(R1, [1, 2, 3, 4, 5, 6])\ndef c(n):\n    assert call(abs, n) == n\n"
    orders: list[list[str]] = []
    for seed in (0, 1):
        recording = Recording(sandbox)
        assert (await judged(recording, text, seed=seed))["c"].passed
        rows = json.loads(recording.jobs[0])["rows"]
        orders.append([row["cells"]["n"] for row in rows])
    assert orders[0] == ["1", "2", "3", "4", "5", "6"] != orders[1]
    assert sorted(orders[1]) == orders[0]


async def test_where_plain_equality_differs_is_told(sandbox: Sandbox) -> None:
    found = await judged(
        sandbox, case("assert call(lambda: (1, 2)) == [1, 2]\nassert call(int) == 0")
    )
    assert found["case"].passed
    assert found["case"].unlike == (3,)


async def test_code_that_cannot_be_imported_fails_with_its_reason(sandbox: Sandbox) -> None:
    file = CaseFile(path="t.py", cases=read(case("assert kind(1) == 1"), NAMES), names=NAMES)
    package = PACKAGE | {"src/shop/core.py": "import nothing_of_that_name\n"}
    found = await judge(sandbox, package, [file], seconds=20)
    assert found["t.py::test_case"].reason == (
        "line 2: the code could not be imported or set up: "
        "ModuleNotFoundError: No module named 'nothing_of_that_name'"
    )


async def test_nothing_is_done_where_it_is_judged(sandbox: Sandbox) -> None:
    """Behind the reading, which lets no such text through, there is a second line."""
    text = case(
        "with raises(ShopError) as error:\n    Shop().take(Path('a'))\n"
        "assert error.value.name.write_text('x') == 1",
        name="written",
    )
    cases = read(text + case("assert call(abs, 1) == 1"), NAMES)
    assert cases.problems == ()
    deeds = {
        "reached": "eval('1')",
        "imported": "pathlib.os.system('true')",
        "opened": "json.codecs.open('x', 'w')",
    }
    (plain,) = [each for each in cases.cases if each.name == "case"]
    (check,) = plain.steps
    assert isinstance(check, Check)
    forged = [
        plain.model_copy(
            update={
                "name": name,
                "steps": (check.model_copy(update={"operands": (check.operands[0], deed)}),),
            }
        )
        for name, deed in deeds.items()
    ]
    whole = cases.model_copy(update={"cases": (*cases.cases, *forged)})
    file = CaseFile(path="t.py", cases=whole, names=NAMES)
    found = await judge(sandbox, PACKAGE, [file], seconds=20)
    reasons = {name.partition("::test_")[2]: one.reason for name, one in found.items()}
    assert reasons["case"] == ""
    assert "open is not for this side" in reasons["written"]
    assert "name 'eval' is not defined" in reasons["reached"]
    assert "os.system is not for this side" in reasons["imported"]
    assert "open is not for this side" in reasons["opened"]


async def test_what_acts_is_played_however_it_was_imported(sandbox: Sandbox) -> None:
    text = "from time import monotonic, sleep as rest\nfrom pathlib import Path as P\n\n\n" + case(
        "begin = monotonic()\ncall(rest, 5)\nassert monotonic() - begin == 5\n"
        "write('a', 'x')\nassert P('a').read_text() == 'x' and pathlib.Path('a').exists()"
    )
    found = await judged(sandbox, text)
    assert found["case"].reason == ""


async def test_what_two_bricks_offer_is_played_by_its_brick(sandbox: Sandbox) -> None:
    code = "class Full(ValueError):\n    pass\n\n\ndef total(x: int) -> int:\n    {}\n"
    modules = {
        "shop.coins": code.format("return x"),
        "shop.notes": code.format("raise Full(x)"),
    }
    package = Files({f"src/{name.replace('.', '/')}.py": text for name, text in modules.items()})
    names = offered("shop", modules)
    text = case("assert total(1) == 1\nwith raises(notes.Full, '1'):\n    notes.total(1)")
    text += case("with raises(coins.Full):\n    notes.total(1)", name="mixed")
    file = CaseFile(path="t.py", cases=read(text, names), names=names)
    found = await judge(sandbox, package, [file], seconds=20)
    assert found["t.py::test_case"].reason == ""
    assert "expected Full, got Full" in found["t.py::test_mixed"].reason


async def test_what_one_case_changes_where_it_is_judged_no_other_sees(sandbox: Sandbox) -> None:
    text = case(
        "taking = collections.abc.Mapping\ntaking.register(int)\n"
        "assert call(bool, 1) == isinstance(1, taking)",
        name="first",
    ) + "".join(
        case("assert call(bool, 0) == isinstance(1, collections.abc.Mapping)", name=f"other_{at}")
        for at in range(4)
    )
    found = await judged(sandbox, text)
    assert {name: one.reason for name, one in found.items() if one.reason} == {}

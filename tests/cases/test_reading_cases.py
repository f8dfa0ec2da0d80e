"""The notation: what strangers wrote is read whole, and a line that is not is named alone."""

import ast

import pytest
from trials import TRIALS, Trial

from brickyard.cases import Cases, Names, alone, read, singles
from brickyard.cases.model import Check, For, Raises, With

NAMES = Names(
    package="purse",
    offers={"Purse": "purse.coins", "parse": "purse.coins", "PurseError": "purse.coins"},
    classes=frozenset({"Purse", "PurseError"}),
)


def one(body: str, mark: str = "@proves(R1)") -> str:
    lines = "\n".join(f"    {line}" for line in body.splitlines())
    return f"{mark}\ndef case():\n{lines}\n"


def test_what_strangers_wrote_is_read_whole(capsys: pytest.CaptureFixture[str]) -> None:
    table: list[tuple[str, int, int, int]] = []
    for trial in TRIALS:
        cases = trial.cases
        functions = [node for node in ast.parse(trial.text).body if hasattr(node, "name")]
        whole = len(cases.cases) + len(cases.helpers)
        table.append((trial.name, len(functions), whole, len(cases.problems)))
        for problem in cases.problems:
            print(f"{trial.name}: {problem}")
    for row in table:
        print("{:<14} {:>4} functions {:>4} read whole {:>3} problems".format(*row))
    assert table == [
        ("csvdiff", 67, 67, 0),
        ("ledger", 91, 91, 0),
        ("loose", 72, 72, 0),
        ("prove_csvdiff", 66, 66, 0),
        ("prove_ledger", 77, 77, 0),
        ("humanize", 94, 94, 0),
        ("parse", 89, 89, 0),
    ]


@pytest.mark.parametrize("trial", TRIALS, ids=lambda trial: trial.name)
def test_cases_go_to_json_and_back(trial: Trial) -> None:
    cases = trial.cases
    assert Cases.model_validate_json(cases.model_dump_json()) == cases


HARMLESS = {
    "a message with and": "x = parse('1')\nassert x == 1 and x != 2",
    "a chain": "assert 0 <= parse('1') < 5",
    "truth": "assert not parse('')",
    "several objects": "with Purse() as a, Purse() as b:\n    assert a != b",
    "a loop": "for text, value in [('1', 1), ('2', 2)]:\n    assert parse(text) == value",
    "a star that takes the rest": "for a, *b in [(1, 2, 3)]:\n    c, (*d, e) = parse(a, *b)\n"
    "    assert (c, d, e) == (1, [2], 3)",
    "a callback": "def call(x):\n    return x + 1\nassert parse('1', call) == 2",
    "a simple lambda": "assert parse('1', key=lambda x, y=2: x * y) == 2",
    "a slice and stars": "assert parse(*['1'], **{'a': 1})[1:-1:2] == (1,)",
    "a set comprehension": "assert {x for x in parse('1') if x} == {1}",
    "an f-string": "n = 1\nassert parse(f'{n:.2f} {n!r}') == 1",
    "format": "assert parse('{} {a:>3}'.format(1, a=2)) == 1",
    "format is an attribute here": "assert Purse('x').format == 'x'",
    "attributes by name": "with raises(AttributeError):\n    setattr(Purse(), 'coins', 1)",
    "the name of a type": "assert type(parse('1')).__name__ == 'int'",
    "a field of an error": "with raises(PurseError, 'a') as e:\n    parse('')\nassert e.value.at",
    "an item is deleted": "p = Purse()\ndel p['a']\np['b'] = 1\np.c += 1\nassert len(p) == 0",
    "an annotated name": "x: int = parse('1')\nassert x == 1",
    "modules": "assert json.loads(parse('1')) == math.inf",
    "fakes": "r = recorder()\nparse('1', r)\nassert r.calls == [('1',)]",
    "threads": "assert together(3, Purse) == [1, 1, 1]",
    "a doc": '"""What is shown."""\nassert parse("1") == approx(1.0, 0.001)',
}


@pytest.mark.parametrize("body", HARMLESS.values(), ids=list(HARMLESS))
def test_what_is_harmless_is_read(body: str) -> None:
    cases = read(one(body), NAMES)
    assert cases.problems == ()
    assert len(cases.cases) == 1


def test_async_cases_with_what_they_await() -> None:
    text = (
        "@proves('FR-001', R2)\nasync def waits():\n    task = asyncio.create_task(parse('1'))\n"
        "    async with Purse() as p:\n        assert await task == 1\n"
        "    async for x in p:\n        assert x == [y async for y in p]\n"
    )
    (case,) = read(text, NAMES).cases
    assert case.is_async
    assert case.requirements == ("FR-001", "R2")
    assert [type(step) for step in case.steps][1:] == [With, For]


def test_helpers_may_do_what_cases_may_not() -> None:
    text = (
        "START = Purse('0')\n"
        "def make_fail(n, *rest, key=None):\n    if n > 1:\n        raise ValueError('no')\n"
        "    try:\n        parse(n)\n    except (ValueError, PurseError) as e:\n        n += 1\n"
        "    finally:\n        pass\n    return START\n"
        "def make_rows():\n    for n in range(3):\n        yield n\n"
    )
    cases = read(text, NAMES)
    assert cases.problems == ()
    assert cases.constants[0].target == "START"
    assert [helper.parameters for helper in cases.helpers] == [("n", "*rest", "key=None"), ()]


def test_steps_say_what_stands_there() -> None:
    body = "with raises(PurseError, 'no') as e:\n    parse('x')\nassert 'x' in str(e.value)"
    (case,) = read(one(body), NAMES).cases
    raises, check = case.steps
    assert isinstance(raises, Raises)
    assert (raises.error, raises.parts, raises.name) == ("PurseError", ("'no'",), "e")
    assert isinstance(check, Check)
    assert (check.operands, check.ops) == (("'x'", "str(e.value)"), ("in",))


def test_a_table_has_its_values_under_their_columns() -> None:
    text = (
        "@table(R5, [('a', 1), ('b', 2)])\ndef amounts(text, value):\n    assert parse(text) == 1\n"
    )
    (case,) = read(text, NAMES).cases
    assert case.table is not None
    assert case.table.columns == ("text", "value")
    assert case.table.rows == (("'a'", "1"), ("'b'", "2"))


def test_rows_may_be_computed_and_single() -> None:
    text = "@table(R5, [(n, n) for n in range(9)])\ndef all(a, b):\n    assert parse(a) == b\n"
    text += "@proves(R6)\n@table(['a', 'b'])\ndef alone(a):\n    assert parse(a) == a\n"
    computed, alone = read(text, NAMES).cases
    assert computed.table is not None
    assert computed.table.computed == "[(n, n) for n in range(9)]"
    assert alone.table is not None
    assert alone.table.rows == (("'a'",), ("'b'",))


def test_imports_are_read_and_not_needed() -> None:
    text = "import json\nfrom datetime import time\nfrom purse.coins import parse\n"
    cases = read(text + one("assert parse('1') == time(12)"), NAMES)
    assert cases.problems == ()
    assert cases.imported == {"json": "json", "time": "datetime:time"}


def test_one_function_that_cannot_be_read_hides_no_other() -> None:
    text = one("assert parse('1') == 1").replace("case", "good")
    text += "@proves(R2)\ndef broken(:\n    assert 1 ==\n\n" + one("assert parse('2') == 2")
    cases = read(text, NAMES)
    assert [case.name for case in cases.cases] == ["good", "case"]
    (problem,) = cases.problems
    assert (problem.function, problem.line) == ("broken", 5)
    assert str(problem).startswith("line 5 in broken: this is no Python: ")


def test_two_cases_that_pytest_would_call_the_same_are_refused() -> None:
    good = one("assert parse('1') == 1")
    cases = read(good + good.replace("case", "test_case"), NAMES)
    assert [case.name for case in cases.cases] == ["case"]
    assert [problem.function for problem in cases.problems] == ["test_case"]


def test_a_part_of_a_module_may_have_another_name() -> None:
    cases = read(
        "from datetime import time as noon\n" + one("assert parse('1') == noon(12)"), NAMES
    )
    assert cases.problems == ()
    assert cases.imported == {"noon": "datetime:time"}


def test_every_line_that_cannot_be_read_is_named() -> None:
    text = one("x = eval('1')\nassert parse('1') == 1\ny = x.__class__")
    problems = read(text, NAMES).problems
    assert [problem.line for problem in problems] == [3, 5]
    assert [problem.function for problem in problems] == ["case", "case"]


def test_a_name_that_is_nearly_right_is_told() -> None:
    (problem,) = read(one("assert prase('1') == 1"), NAMES).problems
    assert problem.instead == "did you mean `parse`?"


def test_what_uses_a_helper_or_constant_that_is_not_read_is_told_and_the_rest_stands() -> None:
    text = (
        "HALF = eval('1')\nWHOLE = HALF + 1\n"
        "def make_x():\n    return print\n"
        "def make_y():\n    return make_x()\n"
        "@proves(R1)\ndef a():\n    p = Purse()\n    assert p == make_y()\n"
        "@proves(R1)\ndef b():\n    assert parse('2') == WHOLE\n"
        "@proves(R1)\ndef parts():\n    assert eval('1') == 1\n"
        "@proves(R1)\ndef d():\n    parts = parse('2')\n    assert parts == 2\n"
    )
    cases = read(text, NAMES)
    assert [each.name for each in cases.cases] == ["d"]
    assert (cases.helpers, cases.constants) == ((), ())
    lacking = [each for each in cases.problems if "could not be read" in each.found]
    assert [(each.function, each.line) for each in lacking] == [
        ("", 2),
        ("make_y", 6),
        ("a", 10),
        ("b", 13),
    ]
    assert [alone(each, NAMES).cases[0].name for each in singles(cases)] == ["d"]

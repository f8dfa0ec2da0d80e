import re
import subprocess
import sys
import types
from pathlib import Path
from typing import Any

import pytest
from evidence_kit import PLAN, SHOP, SHOP_DATA, calc, cases, data_case, module, rendered
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from brickyard.cases import offered_by
from brickyard.evidence import render, run_tests
from brickyard.evidence.helpers import helpers
from brickyard.evidence.support import support_files
from brickyard.files import Files
from brickyard.proofs.data.cases import validate
from brickyard.proofs.data.render import render_data
from brickyard.sandbox import Sandbox
from brickyard.values import Brick, Case, Expect, Plan, Step, TestLevel

ECHO = Plan(
    package="calc",
    entry="ops:main",
    bricks=(
        Brick(
            name="ops",
            spec="",
            serves=("R1",),
            interface=(
                "from collections.abc import Sequence\n\n\n"
                "def give(value: object) -> object: ...\n\n\n"
                "def main(argv: Sequence[str] | None = None) -> int: ...\n"
            ),
        ),
    ),
)
ITEM = {"$py": "Item('a', Decimal(1))"}
TEXT = st.text(st.characters(exclude_categories=("Cs",)), max_size=150)
FINITE = st.floats(allow_nan=False, allow_infinity=False)
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=8,
)


def test_a_file_of_cases_says_where_it_stands_and_what_it_proves() -> None:
    text = """
STORE = "a shelf"


@proves("R1.a")
def adds_an_item():
    shelf = Store(limit=2)
    assert shelf.add(Item("a", Decimal(1))) == 1
    with raises(OutOfStock):
        shelf.take(STORE)


@table(R1, [("x\\n", "1\\n"), ("", "0\\n")])
def test_counts(given, printed):
    assert run("count", stdin=given).stdout == printed
"""

    made = rendered(text)

    assert made.path == "tests/acceptance/test_r1.py"
    assert made.tests == {
        "tests/acceptance/test_r1.py::test_adds_an_item": "R1.a",
        "tests/acceptance/test_r1.py::test_counts": "R1",
    }
    assert made.cases == cases(text)
    assert made.bricks == ("store", "cli")
    assert made.command == offered_by(PLAN).command == "shop.cli:main"
    assert made.source.startswith('"""Acceptance tests: R1, R1.a."""\n')
    assert made.source.count('STORE = "a shelf"') == 1
    alone = render(made.cases[:1], PLAN, TestLevel.ACCEPTANCE)
    assert alone.command == ""


def test_tests_of_several_requirements_or_of_a_name_have_a_file_so_called() -> None:
    assert render(SHOP, PLAN, TestLevel.ACCEPTANCE).path == "tests/acceptance/test_requirements.py"
    named = render(SHOP, PLAN, TestLevel.ACCEPTANCE, name="FR-001 held out")
    assert named.path == "tests/acceptance/test_fr_001_held_out.py"


def test_a_rendered_file_of_data_reads_like_one_that_a_person_wrote() -> None:
    cases = [
        data_case(
            "adds-an-item",
            {"call": "store.Store", "kwargs": {"limit": 2}, "save": "shelf"},
            {
                "call": "shelf.add",
                "args": [{"$py": "Item('a', Decimal(1))"}],
                "expect": {"value": 1},
            },
            {"call": "shelf.take", "args": ["b"], "expect": {"raises": "OutOfStock"}},
            requirement="R1.a",
        ),
        data_case(
            "counts",
            {"run": ["count"], "stdin": "x\n", "expect": {"exit": 0, "stdout": "1\n"}},
        ),
    ]

    made = render_data(cases, PLAN, TestLevel.ACCEPTANCE)

    assert made.path == "tests/acceptance/test_r1.py"
    assert made.tests == {
        "tests/acceptance/test_r1.py::test_adds_an_item": "R1.a",
        "tests/acceptance/test_r1.py::test_counts": "R1",
    }
    assert (
        '@pytest.mark.requirement(id="R1.a")\n'
        "def test_adds_an_item() -> None:\n"
        '    """It adds an item."""\n'
        "    shelf = Store(limit=2)\n"
        '    assert_same(shelf.add(Item("a", Decimal(1))), 1)\n'
        "    with pytest.raises(OutOfStock):\n"
        '        shelf.take("b")\n'
    ) in made.source
    assert (
        "def test_counts(run: Run) -> None:\n"
        '    """It counts."""\n'
        '    ran = run("count", stdin="x\\n")\n'
        "    assert ran.exit_code == 0\n"
        '    assert_same(ran.stdout, "1\\n")\n'
    ) in made.source


def test_brick_tests_have_a_file_of_their_brick() -> None:
    data = [data_case("a", {"call": "cli.mean", "args": [[1]], "expect": {"value": 1}})]
    text = "@proves(R2)\ndef a():\n    assert mean([1]) == 1\n"

    for made in (
        render_data(data, PLAN, TestLevel.BRICK, "cli"),
        rendered(text, level=TestLevel.BRICK, brick="cli"),
    ):
        assert made.path == "tests/bricks/test_cli.py"
        assert made.brick == "cli"
        assert "Tests of the brick cli: R" in made.source


def test_the_same_cases_give_the_same_text() -> None:
    for _ in range(2):
        made = render(SHOP, PLAN, TestLevel.ACCEPTANCE)
        data = render_data(SHOP_DATA, PLAN, TestLevel.ACCEPTANCE)
        assert made == render(SHOP, PLAN, TestLevel.ACCEPTANCE)
        assert data == render_data(SHOP_DATA, PLAN, TestLevel.ACCEPTANCE)


LONG = [
    data_case(
        "has-long-values",
        {
            "call": "ops.give",
            "args": [{"some key": ["word " * 9] * 4, "another": {"$py": "(1, (2,), {'a': b'x'})"}}],
            "expect": {"value": list(range(1000, 1040))},
        },
        files={"a/long.txt": "a line of text\n" * 20, "b": "no end " * 40},
    ),
    data_case(
        "runs-long-commands",
        {
            "run": ["argument number one", "--option", "v" * 40, "w" * 40],
            "stdin": "input\n" * 40,
            "expect": {
                "exit": 0,
                "stdout": "out\n" * 40,
                "stdout_has": ["short", "long text " * 15],
                "stderr_has": ["x" * 130],
                "files": {"out.txt": "'quoted' and \"quoted\" " * 9},
                "no_files": ["gone.txt"],
            },
        },
    ),
    data_case(
        "a-name-so-long-that-the-head-of-its-function-has-to-be-broken-into-several-lines-of-text",
        {"run": [], "expect": {"files": {"a": ""}, "exit": 1}},
        {"call": "ops.give", "args": [1], "expect": {"stdout_has": ["\t\u2028"]}},
    ),
]


@pytest.mark.parametrize(("cases", "plan"), [(SHOP_DATA, PLAN), (LONG, ECHO)])
def test_a_rendered_file_is_clean_and_formatted(
    cases: tuple[Case, ...], plan: Plan, tmp_path: Path
) -> None:
    assert validate(cases, plan, TestLevel.ACCEPTANCE, known=("R1", "R2")) == ()
    made = render_data(cases, plan, TestLevel.ACCEPTANCE)
    (support_files([made]) | {"test_it.py": made.source}).write(tmp_path)
    own = f"lint.isort.known-first-party=['{plan.package}', 'helpers']"
    rules = "--select=E,W,F,I,N,UP,B,A,C4,PIE,RET,SIM,TID,PTH,RUF"
    assert_clean(tmp_path, rules, "--config", own)


def assert_clean(folder: Path, *rules: str) -> None:
    options = ["--isolated", "--no-cache", "--line-length=100", "--target-version=py311"]
    for command in (["check", *options, *rules], ["format", *options, "--diff"]):
        ruff = [Path(sys.executable).with_name("ruff"), *command, folder]
        done = subprocess.run(ruff, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout


def executed(cases: list[Case], give: Any) -> None:
    """Run the tests of a rendered file in this process, with `calc.ops.give` as given."""
    package, ops = types.ModuleType("calc"), types.ModuleType("calc.ops")
    ops.__dict__.update(give=give)
    made = render_data(cases, ECHO, TestLevel.ACCEPTANCE)
    names: dict[str, Any] = {"__name__": "rendered"}
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "helpers", helpers)
        patch.setitem(sys.modules, "calc", package)
        patch.setitem(sys.modules, "calc.ops", ops)
        exec(compile(made.source, "rendered", "exec"), names)
    for test in made.tests:
        names[test.split("::")[1]]()


def echo(value: Any, expected: Any = ...) -> Case:
    wanted = value if expected is ... else expected
    step = Step(call="ops.give", args=(value,), expect=Expect(value=wanted, has_value=True))
    return Case(id="echo", requirement="R1", title=str(value)[:99], steps=(step,))


@settings(deadline=None)
@given(JSON)
@example("\\")
@example("'\"'\"\\n")
@example('"""')
@example("\x00\x1b\u2028\u202e\ufeff")
@example("x" * 300 + "\n")
@example({"$py": "x"} | {"more": 1})
@example({"k" * 99: "", "l" * 99: [], "m" * 99: "short"})
@example("x" * 5_000)
@example(10**400)
@example(-0.0)
@example([[], {}, [[]], {"": None}])
def test_a_value_comes_out_of_a_rendered_file_as_it_went_in(value: Any) -> None:
    got: list[Any] = []

    def give(given: Any) -> Any:
        got.append(given)
        return given

    executed([echo(value)], give)
    assert got == [value]
    assert repr(got) == repr([value])


@settings(deadline=None)
@given(JSON, JSON)
def test_another_value_fails_the_rendered_test(value: Any, other: Any) -> None:
    assume(value != other)

    with pytest.raises(AssertionError, match="expected"):
        executed([echo(value)], lambda _: other)


STRICT = [
    (1, True), (0, False), (True, 1), (None, 0), ("", None), ([1], [True]),
    ({"a": 0}, {"a": False}),
    ({"$py": "(1, 2)"}, [1, 2]), ({"$py": "{1}"}, [1]), ([1, 2], {1, 2}), ("1", 1), (1.5, "1.5"),
    ({"$py": "float('nan')"}, 1.0), ({"$py": "Decimal('1')"}, 1), (1, 1.5), (10**400, 1.0),
]  # fmt: skip
LOOSE = [
    (1, 1.0), (1.0, 1), ([1, 2], (1, 2)), ({"$py": "float('nan')"}, float("nan")),
    ({"$py": "{1, 2}"}, {2, 1}), ({"$py": "b'x'"}, b"x"), ({"a": [1]}, {"a": (1,)}),
]  # fmt: skip


@pytest.mark.parametrize(("expected", "got"), STRICT, ids=repr)
def test_values_of_another_kind_are_not_the_same(expected: Any, got: Any) -> None:
    case = echo(1, expected)

    with pytest.raises(AssertionError, match="expected"):
        executed([case], lambda _: got)


@pytest.mark.parametrize(("expected", "got"), LOOSE, ids=repr)
def test_values_that_python_and_json_hold_equal_are_the_same(expected: Any, got: Any) -> None:
    case = echo(1, expected)

    executed([case], lambda _: got)


AWKWARD = [
    "",
    " ",
    "a\r\nb",
    "\ttab\\n",
    "'\"",
    "ünï→😀",
    "\x00\x7f",
    "no end",
    "--opt=1",
    "x" * 200,
]


async def test_files_input_arguments_and_output_cross_unchanged(sandbox: Sandbox) -> None:
    code = calc(
        "import sys\nfrom pathlib import Path\n\n\ndef main(argv=None):\n"
        "    text = sys.stdin.read()\n    assert Path('in.txt').read_bytes().decode() == text\n"
        "    assert argv == [text]\n    Path('out.txt').write_bytes(text.encode())\n"
        "    sys.stdout.write(text)\n    sys.stderr.write(text + '!')\n    return 3\n\n\n"
        "def give(value):\n    return value\n"
    )
    text = "\n\n".join(
        f"@proves(R1)\ndef comes_through_{at}():\n    write('in.txt', {text!r})\n"
        f"    r = run({text!r}, stdin={text!r})\n"
        f"    assert (r.exit, r.stdout, r.stderr) == (3, {text!r}, {text + '!'!r})\n"
        f"    assert read('out.txt') == {text!r}\n"
        "    assert files() == ['in.txt', 'out.txt']\n"
        for at, text in enumerate(AWKWARD)
    )
    data = [
        data_case(
            f"crosses-{at}",
            {
                "run": [text],
                "stdin": text,
                "expect": {
                    "exit": 3,
                    "stdout": text,
                    "stderr_has": [f"{text}!"],
                    "files": {"out.txt": text},
                    "no_files": ["else.txt"],
                },
            },
            files={"in.txt": text},
        )
        for at, text in enumerate(AWKWARD)
    ]

    tests = [rendered(text, ECHO), render_data(data, ECHO, TestLevel.ACCEPTANCE, name="data")]

    run = await run_tests(sandbox, code, tests, seconds=30)

    assert {one.id: one.reason for one in run.failures} == {}
    assert run.passed


CLASH = Plan(
    package="calc",
    bricks=(
        Brick(
            name="one",
            spec="",
            serves=("R1",),
            interface="def run(x: int) -> int: ...\n\n\ndef open(x: int) -> int: ...\n",
        ),
        Brick(
            name="two",
            spec="",
            serves=("R1",),
            interface="def run(x: int) -> int: ...\n\n\nclass TestResult:\n    pass\n",
        ),
    ),
)


def test_names_that_would_clash_get_the_name_of_their_brick() -> None:
    source = render_data(
        [
            data_case(
                "a",
                {"call": "one.run", "args": [1], "save": "run"},
                {"call": "two.run", "args": [{"$py": "run"}], "save": "list"},
                {"call": "two.TestResult", "save": "x"},
                {"call": "one.open", "args": [{"$py": "list"}], "expect": {"value": 1}},
            )
        ],
        CLASH,
        TestLevel.ACCEPTANCE,
    ).source

    assert "from calc.one import open as one_open\nfrom calc.one import run as one_run\n" in source
    assert "saved_run = one_run(1)\n    saved_list = two_run(saved_run)\n" in source
    assert "x = two_TestResult()\n" in source
    assert "assert_same(one_open(saved_list), 1)" in source


def test_long_strings_break_at_lines_and_between_words_and_never_within_one() -> None:
    prose = " ".join(f"word{number}" for number in range(60))
    table = "".join(f"2026-11-{day:02},groceries,{day}.50,\n" for day in range(1, 9))
    address = "https://example.org/" + "a" * 120

    source = render_data([echo([prose, table, address])], ECHO, TestLevel.ACCEPTANCE).source

    assert '"2026-11-01,groceries,1.50,\\n"\n' in source
    assert f'"{address}"' in source
    assert {*re.findall(r"[a-z]+\d+", source)} >= {*prose.split()}
    assert max(len(line) for line in source.splitlines() if address not in line) <= 100


def test_helpers_stand_once_and_only_those_that_are_used() -> None:
    plain = render_data([echo(1)], ECHO, TestLevel.ACCEPTANCE)
    runs = render_data(
        [data_case("b", {"run": [], "expect": {"exit": 0}}, files={"a": "b"})],
        ECHO,
        TestLevel.ACCEPTANCE,
    )

    assert "def assert_same" not in plain.source + runs.source
    assert "fixture" not in plain.source + runs.source
    alone = support_files([plain])
    assert "def run(" not in alone["tests/conftest.py"]
    assert "class Ran" not in alone["tests/helpers.py"]
    for named in ("*, run", "run, /"):
        test = module(f"def test_it({named}): ...")
        assert "def run(" in support_files([test])["tests/conftest.py"]
    both = support_files([plain, runs])
    assert {*both} == {"tests/conftest.py", "tests/helpers.py"}
    assert "def run(" in both["tests/conftest.py"]
    for name in ("class Ran", "def assert_same", "def is_same_number", "def write"):
        assert both["tests/helpers.py"].count(name) == 1
    assert "class StandIn" not in both["tests/helpers.py"]
    assert "import json" not in both["tests/helpers.py"]


def test_cases_and_other_tests_share_one_conftest(tmp_path: Path) -> None:
    said = render(SHOP, PLAN, TestLevel.ACCEPTANCE)
    runs = render_data(SHOP_DATA, PLAN, TestLevel.ACCEPTANCE, name="data")

    apart, both = support_files([said]), support_files([said, runs])

    words = {"tests/fixed_clock.py", "tests/same.py", "tests/support.py"}
    assert {*apart} == {"tests/conftest.py", *words}
    assert {*both} == {*apart, "tests/helpers.py"}
    assert {name: both[name] for name in apart if "conftest" not in name} == {
        name: apart[name] for name in apart if "conftest" not in name
    }
    assert "def run(" not in apart["tests/conftest.py"]
    assert both["tests/conftest.py"].count("def run(") == 1
    assert both["tests/conftest.py"].count("import pytest\n") == 1
    (both | {said.path: said.source, runs.path: runs.source}).write(tmp_path)
    assert_clean(tmp_path, "--select=E4,E7,E9,F")


def test_a_file_that_is_no_python_needs_no_helper() -> None:
    assert support_files([module("def (")]) == Files()

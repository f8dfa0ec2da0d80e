import subprocess
import sys
from pathlib import Path

from evidence_kit import PLAN, SHOP, calc, cases, module, rendered

from brickyard.cases import offered_by
from brickyard.evidence import render, run_tests
from brickyard.evidence.support import support_files
from brickyard.files import Files
from brickyard.sandbox import Sandbox
from brickyard.values import Brick, Plan, TestLevel

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


def test_brick_tests_have_a_file_of_their_brick() -> None:
    text = "@proves(R2)\ndef a():\n    assert mean([1]) == 1\n"
    made = rendered(text, level=TestLevel.BRICK, brick="cli")
    assert made.path == "tests/bricks/test_cli.py"
    assert made.brick == "cli"
    assert "Tests of the brick cli: R" in made.source


def test_the_same_cases_give_the_same_text() -> None:
    made = render(SHOP, PLAN, TestLevel.ACCEPTANCE)
    assert made == render(SHOP, PLAN, TestLevel.ACCEPTANCE)


def assert_clean(folder: Path, *rules: str) -> None:
    options = ["--isolated", "--no-cache", "--line-length=100", "--target-version=py311"]
    for command in (["check", *options, *rules], ["format", *options, "--diff"]):
        ruff = [Path(sys.executable).with_name("ruff"), *command, folder]
        done = subprocess.run(ruff, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout


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
    run = await run_tests(sandbox, code, [rendered(text, ECHO)], seconds=30)

    assert {one.id: one.reason for one in run.failures} == {}
    assert run.passed


def test_helpers_stand_once_and_only_those_that_are_used() -> None:
    plain = module("def test_it(): ...")
    assert "def stand_in(" not in support_files([plain])["tests/conftest.py"]
    assert "tests/helpers.py" not in support_files([plain])
    for named in ("*, stand_in", "stand_in, /"):
        both = support_files([plain, module(f"def test_it({named}): ...")])
        assert {*both} == {"tests/conftest.py", "tests/helpers.py"}
        assert both["tests/conftest.py"].count("def stand_in(") == 1
        assert both["tests/helpers.py"].count("class StandIn") == 1


def test_cases_and_other_tests_share_one_conftest(tmp_path: Path) -> None:
    said = render(SHOP, PLAN, TestLevel.ACCEPTANCE)
    asks = module("def test_it(stand_in):\n    stand_in.assert_all_came()\n")

    apart, both = support_files([said]), support_files([said, asks])

    words = {"tests/fixed_clock.py", "tests/same.py", "tests/support.py"}
    assert {*apart} == {"tests/conftest.py", *words}
    assert {*both} == {*apart, "tests/helpers.py"}
    assert {name: both[name] for name in apart if "conftest" not in name} == {
        name: apart[name] for name in apart if "conftest" not in name
    }
    assert "def stand_in(" not in apart["tests/conftest.py"]
    assert both["tests/conftest.py"].count("def stand_in(") == 1
    assert both["tests/conftest.py"].count("import pytest\n") == 1
    (both | {said.path: said.source, asks.path: asks.source}).write(tmp_path)
    assert_clean(tmp_path, "--select=E4,E7,E9,F")


def test_rendered_cases_that_are_judged_in_process_alone_have_their_words_beside_them() -> None:
    said = render(SHOP, PLAN, TestLevel.ACCEPTANCE)
    bare = said.model_copy(update={"cases": ()})
    assert support_files([bare]) == support_files([said])


def test_a_file_that_is_no_python_needs_no_helper() -> None:
    assert support_files([module("def (")]) == Files()

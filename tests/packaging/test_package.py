import hashlib
import json
import tarfile
import tomllib
import zipfile
from collections.abc import Sequence
from io import BytesIO

import pytest

from brickyard.errors import NotMet
from brickyard.evidence import render
from brickyard.evidence.support import support_files
from brickyard.files import Files
from brickyard.packaging.examples import find_example
from brickyard.packaging.extras import extra_files, license_text
from brickyard.packaging.install import clean_install
from brickyard.packaging.package import package, unpackaged
from brickyard.packaging.project import package_files
from brickyard.packaging.wheel import build_wheel, first_error
from brickyard.sandbox import Limits, Sandbox
from brickyard.sandbox.toolchain import pins
from brickyard.values import (
    Brick,
    Kind,
    Level,
    Matrix,
    Plan,
    Proof,
    Proven,
    Recipe,
    RecipeType,
    Requirement,
    Row,
    TestLevel,
    Verdict,
    WrittenCase,
)

CLI = '''"""The command."""

import argparse

from word_count.counting import count


def main(argv: list[str] | None = None) -> int:
    """Counts the words of a text."""
    parser = argparse.ArgumentParser(description="Counts words.")
    parser.add_argument("text")
    print(count(parser.parse_args(argv).text))
    return 0
'''
COUNTING = '"""Counts."""\n\n\ndef count(text: str) -> int:\n    return len(text.split())\n'
TEST = """import pytest

from word_count.counting import count


@pytest.mark.requirement(id="R1")
def test_counts():
    assert count("a b") == 2


@pytest.mark.requirement(id="R2")
def test_counts_nothing():
    assert count("") == 0
"""
TESTS = Files({"tests/acceptance/test_r1.py": TEST})
CODE = Files(
    {
        "src/word_count/__init__.py": "",
        "src/word_count/cli.py": CLI,
        "src/word_count/counting.py": COUNTING,
    }
)
TEXT = "The tool MUST count words | not letters."


def recipe(**changes: object) -> Recipe:
    need = Requirement(id="R1", level=Level.MUST, kind=Kind.BEHAVIOUR, text=TEXT)
    given = {
        "name": "word-count",
        "version": "1.2.0",
        "type": RecipeType.TOOL,
        "design": '# Word count\n\nCounts words, "quoted" or not. Small.\n',
        "requirements": (need,),
    }
    return Recipe.model_validate(given | changes)


def plan(entry: str = "cli:main") -> Plan:
    counting = Brick(
        name="counting", spec="", serves=("R1",), interface="def count(text: str) -> int: ..."
    )
    main = "def main(argv: list[str] | None = None) -> int: ..."
    cli = Brick(name="cli", spec="", serves=("R1",), depends=("counting",), interface=main)
    return Plan(package="word_count", bricks=(counting, cli), entry=entry)


MATRIX = Matrix(
    rows=(
        Row(
            requirement="R1",
            level=Level.MUST,
            kind=Kind.BEHAVIOUR,
            text=TEXT,
            tests=("tests/acceptance/test_r1.py::test_counts",),
            proofs={"red": Proven(state=Proof.PASSED)},
            verdict=Verdict.MET,
        ),
        Row(
            requirement="R2",
            level=Level.SHOULD,
            kind=Kind.BEHAVIOUR,
            text="It SHOULD be fast.",
            verdict=Verdict.NOT_MET,
            reason="no test was accepted",
        ),
    )
)


async def test_a_tool_becomes_a_wheel_whose_installed_command_answers(sandbox):
    made = await package(recipe(), plan(), CODE, TESTS, MATRIX, sandbox, proof="quick")
    assert made.command_output.startswith("usage: word-count")
    assert sorted(made.wheels) == ["word_count-1.2.0-py3-none-any.whl", "word_count-1.2.0.tar.gz"]
    with zipfile.ZipFile(BytesIO(made.wheels["word_count-1.2.0-py3-none-any.whl"])) as wheel:
        names = wheel.namelist()
    assert {"word_count/cli.py", "word_count/__main__.py", "word_count/py.typed"} <= set(names)
    assert not any(name.startswith("tests") for name in names)
    with tarfile.open(fileobj=BytesIO(made.wheels["word_count-1.2.0.tar.gz"])) as sdist:
        assert "word_count-1.2.0/tests/acceptance/test_r1.py" in sdist.getnames()


async def test_the_readme_tells_use_requirements_and_what_is_not_met(sandbox):
    made = await package(recipe(), plan(), CODE, TESTS, MATRIX, sandbox, proof="quick")
    text = made.files["README.md"]
    assert 'Counts words, "quoted" or not.\n' in text
    assert "$ word-count --help\nusage: word-count [-h] text" in text
    assert f"### R1 (MUST): met\n\n{TEXT}\n\nProof: 1 acceptance test, red.\n" in text
    assert "It SHOULD be fast.\n\n**Not met**: no test was accepted" in text
    assert "`quick`" in text
    assert "pip install -e '.[dev]'\npytest\n" in text
    assert "None was given" in text


async def test_the_same_inputs_give_the_same_bytes_and_every_file_is_listed_by_digest(sandbox):
    extra = {"lock": "ab" * 32}
    first, second = [
        await package(recipe(), plan(), CODE, TESTS, MATRIX, sandbox, proof="full", extra=extra)
        for _ in range(2)
    ]
    assert first == second
    built = json.loads(first.files["BUILD.json"])
    assert built["extra"] == extra
    assert (built["proof"], built["toolchain"]) == ("full", pins())
    assert built["tests"] == ["tests/acceptance/test_r1.py::test_counts"]
    contents = {path: text.encode() for path, text in first.files.items()}
    contents |= {f"dist/{name}": content for name, content in first.wheels.items()}
    del contents["BUILD.json"]
    digests = {path: hashlib.sha256(content).hexdigest() for path, content in contents.items()}
    assert built["files"] == digests


async def test_in_the_project_plain_pytest_selects_the_tests_of_one_requirement(sandbox):
    made = await package(recipe(), plan(), CODE, TESTS, MATRIX, sandbox, proof="quick")
    select = 'requirement(id="R1")'
    command = ("python", "-m", "pytest", "-v", "-p", "no:cacheprovider", "-m", select)
    outcome = await sandbox.run(made.files, command, Limits())
    assert outcome.exit == 0, outcome.stdout
    assert b"test_counts PASSED" in outcome.stdout
    assert b"1 passed, 1 deselected" in outcome.stdout


async def test_a_library_is_installed_and_every_brick_imported(sandbox):
    made = await package(
        recipe(type="library"), plan(entry=""), CODE, TESTS, MATRIX, sandbox, proof="quick"
    )
    assert made.command_output == ""
    assert "from word_count.counting import count" in made.files["README.md"]
    assert "src/word_count/__main__.py" not in made.files


async def test_a_library_with_a_brick_that_cannot_be_imported_is_refused(sandbox):
    code = CODE | {"src/word_count/counting.py": "import pytest\n" + COUNTING}
    with pytest.raises(NotMet, match="No module named 'pytest'") as caught:
        await package(
            recipe(type="library"), plan(entry=""), code, TESTS, MATRIX, sandbox, proof="quick"
        )
    assert caught.value.findings[0].rule == "package.import"


async def test_declared_packages_are_there_in_the_clean_environment(sandbox):
    code = CODE | {"src/word_count/counting.py": "import pytest\n" + COUNTING}
    given = recipe(type="library", packages=("pytest>=8",))
    made = await package(given, plan(entry=""), code, TESTS, MATRIX, sandbox, proof="quick")
    assert 'dependencies = ["pytest>=8"]' in made.files["pyproject.toml"]


async def test_a_version_that_no_installer_understands_is_refused(sandbox):
    with pytest.raises(NotMet, match="build failed") as caught:
        await package(recipe(version="one"), plan(), CODE, TESTS, MATRIX, sandbox, proof="quick")
    assert caught.value.findings[0].rule == "package.build"


def test_messages_name_files_but_not_the_folders_of_a_run():
    log = "error: cannot read\n  `/tmp/x1/y/pyproject.toml`, either src/a/b.py or https://host/a\n"
    assert first_error(log) == (
        "error: cannot read `pyproject.toml`, either src/a/b.py or https://host/a"
    )


HEAD = "def main(argv=None):\n"
BAD_COMMANDS = {
    "crash at import": ("1 / 0\n" + CLI, "ZeroDivisionError: division by zero"),
    "traceback that exits 0": (
        HEAD + "    print('Traceback (most recent call last):')\n    return 0\n",
        "crashed",
    ),
    "missing operation": (CLI.replace("def main", "def other"), "has no attribute 'main'"),
    "needs an argument": (CLI.replace(" | None = None", ""), "missing 1 required"),
    "silence": (HEAD + "    return 0\n", "said nothing"),
    "wrong exit code": (HEAD + "    print('x')\n    return 3\n", "ended with 3"),
}


@pytest.mark.parametrize(("source", "reason"), BAD_COMMANDS.values(), ids=BAD_COMMANDS)
async def test_a_command_that_does_not_start_is_refused_before_it_is_packaged(
    source, reason, sandbox
):
    code = CODE | {"src/word_count/cli.py": source}
    with pytest.raises(NotMet, match=reason) as caught:
        await package(recipe(), plan(), code, TESTS, MATRIX, sandbox, proof="quick")
    assert caught.value.findings[0].rule == "package.start"


async def test_a_command_without_help_that_refuses_in_its_own_words_is_accepted(sandbox):
    source = HEAD + "    import sys\n    print('no such option', file=sys.stderr)\n    return 2\n"
    code = CODE | {"src/word_count/cli.py": source}
    made = await package(recipe(), plan(), code, TESTS, MATRIX, sandbox, proof="quick")
    assert made.command_output == "no such option\n"
    assert "no such option" not in made.files["README.md"]


WHEEL_PROJECT = """[build-system]
requires = ["uv_build>=0.9,<1"]
build-backend = "uv_build"
[project]
name = "word-count"
version = "1.0"
[tool.uv.build-backend]
module-name = "word_count"
"""
SCRIPT = '[project.scripts]\nword-count = "word_count.cli:main"\n'


async def installed(code: Files, sandbox: Sandbox, script: str = SCRIPT) -> str:
    wheels = await build_wheel(code | {"pyproject.toml": WHEEL_PROJECT + script}, sandbox)
    return await clean_install(recipe(), plan(), wheels, sandbox)


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("1 / 0\n" + CLI, "'import' failed: ZeroDivisionError"),
        ("import os\nos._exit(0)\n", "did not come to its end"),
        (HEAD + "    raise ValueError('no')\n", "crashed: ValueError: no"),
        (HEAD + "    return 0\n", "said nothing"),
        ("def other() -> None:\n    return None\n", "cannot import name 'main'"),
    ],
)
async def test_an_installed_command_that_does_not_work_is_refused(source, reason, sandbox):
    with pytest.raises(NotMet, match=reason):
        await installed(CODE | {"src/word_count/cli.py": source}, sandbox)


async def test_a_wheel_without_its_command_is_refused(sandbox):
    with pytest.raises(NotMet, match="missing or hangs"):
        await installed(CODE, sandbox, script="")


async def test_a_wheel_that_lacks_a_brick_is_refused(sandbox):
    code = Files({path: text for path, text in CODE.items() if "counting" not in path})
    with pytest.raises(NotMet, match=r"No module named 'word_count\.counting'"):
        await installed(code, sandbox)


def case(*lines: str, id: str = "a", requirement: str = "R1", **files: str) -> WrittenCase:
    written = (f"write({name.replace('_', '.')!r}, {text!r})" for name, text in files.items())
    body = "".join(f"    {line}\n" for line in (*written, *lines))
    text = f"@proves({requirement})\ndef {id}():\n{body}"
    return WrittenCase(name=id, requirement=requirement, text=text)


def command(*arguments: str, **named: str) -> str:
    """A run, and what it must print."""
    out = named.pop("stdout", "")
    given = ", ".join(
        [*map(repr, arguments), *(f"{name}={text!r}" for name, text in named.items())]
    )
    return f"r = run({given})\n    assert (r.exit, r.stdout) == (0, {out!r})"


async def shown(
    cases: Sequence[WrittenCase], sandbox: Sandbox, entry: str = "cli:main", **code: str
) -> str:
    """The block of the README that is an example; `code` is other text of these modules."""
    files = CODE | {f"src/word_count/{name}.py": text for name, text in code.items()}
    project = package_files(recipe(), plan(entry), files)
    found = await find_example(recipe(), plan(entry), cases, MATRIX, project, sandbox)
    return f"{found.language}\n{found.text}" if found.text else ""


async def test_the_readme_shows_a_call_and_what_came_out_of_it(sandbox):
    cases = [
        case('r = run("a b", "c")', "assert r.exit == 2"),
        case(command("x " * 9, stdout="9\n"), requirement="R2", id="of_what_is_not_met"),
        case('r = run("x", env={"A": "1"})', "assert r.exit == 0", id="with_an_environment"),
        case(command("a 'b' c", stdout="3\n"), command("d", stdout="1\n"), id="right", a_txt="x"),
    ]
    made = await package(recipe(), plan(), CODE, TESTS, MATRIX, sandbox, proof="quick", cases=cases)
    example = """```console
$ cat a.txt
x
$ word-count 'a '"'"'b'"'"' c'
3
$ word-count d
1
```"""
    assert example in made.files["README.md"]


ECHO = "import sys\n\n\ndef main(argv=None):\n    print(sys.stdin.read(), end='')\n    return 0\n"


async def test_what_is_fed_to_a_command_is_shown(sandbox):
    lines = case(command(stdin="a\nb\n", stdout="a\nb\n"))
    assert await shown([lines], sandbox, cli=ECHO) == (
        "console\n$ word-count <<'END'\na\nb\nEND\na\nb"
    )
    word = case(command(stdin="a b", stdout="a b"))
    assert await shown([word], sandbox, cli=ECHO) == (
        "console\n$ printf %s 'a b' | word-count\na b"
    )


@pytest.mark.parametrize(
    "given",
    [
        case(command("a", stdout="1\n"), a_txt="line\n" * 20),
        case(command("a " * 60, stdout="60\n")),
        case(command("a\x1b", stdout="1\n")),
        case(command("a", stdout="1\n"), 'assert count("a") == 1', "count('b')"),
        case("write('a.txt', b'a')", command("a", stdout="1\n")),
        case(command("a", stdout="1\n"), "write('a.txt', 'a')"),
        case("r = run('a', terminal=True)", "assert r.exit == 0"),
    ],
    ids=[
        *("too many lines", "too long", "unprintable", "not only the command"),
        *("bytes", "a file after a run", "a terminal"),
    ],
)
async def test_an_example_that_is_not_plain_and_short_is_not_shown(given, sandbox):
    assert await shown([given], sandbox) == ""


WITH_A_HELPER = """\
WORDS = ["a", "b"]


def make_file(more):
    write("w.txt", " ".join(WORDS + more) + "\\n")


@table(R1, [("c", 3), ("d e", 4)])
def counts_words_of_a_file(more, expected):
    make_file([f"{more}"])
    r = run("a b c".replace("b ", ""), *[])
    assert r.stdout == f"{expected}\\n"
"""


async def test_what_a_case_makes_with_helpers_is_shown_as_it_came_out(sandbox):
    given = WrittenCase(name="counts_words_of_a_file", requirement="R1", text=WITH_A_HELPER)
    assert await shown([given], sandbox) == ("console\n$ cat w.txt\na b c\n$ word-count 'a c'\n2")


async def test_a_library_shows_a_call_as_it_is_typed(sandbox):
    cases = [
        case("with raises(ValueError):", "    count('a')", id="refuses"),
        case("assert count('a b') == 2", id="right"),
    ]
    assert await shown(cases, sandbox, entry="") == (
        "pycon\n>>> from word_count.counting import count\n>>> count('a b')\n2"
    )


@pytest.mark.parametrize("value", ["{*text.split()}", "object()"])
async def test_what_differs_from_run_to_run_is_not_shown(value, sandbox):
    code = f"def count(text):\n    return {value}\n"
    cases = [case("assert count('a b c d e') == 1")]
    assert await shown(cases, sandbox, entry="", counting=code) == ""


TOLD = {
    "license": "MIT",
    "authors": ["Jane Doe <jane@example.org>", {"name": "Joe"}],
    "python": ">=3.11,<3.13",
    "keywords": ["words"],
    "homepage": "https://example.org",
}


async def test_licence_authors_and_the_rest_come_from_the_recipe(sandbox):
    made = await package(recipe(metadata=TOLD), plan(), CODE, TESTS, MATRIX, sandbox, proof="quick")
    told = tomllib.loads(made.files["pyproject.toml"])["project"]
    assert told["license"] == "MIT"
    assert told["authors"] == [{"name": "Jane Doe", "email": "jane@example.org"}, {"name": "Joe"}]
    assert told["requires-python"] == ">=3.11,<3.13"
    assert told["keywords"] == ["words"]
    assert told["urls"] == {"Homepage": "https://example.org"}
    assert told["optional-dependencies"] == {"dev": ["pytest>=8.3"]}
    assert "Copyright (c) Jane Doe, Joe\n" in made.files["LICENSE"]
    assert 'python: ["3.11", "3.12"]' in made.files[".github/workflows/test.yml"]
    assert "MIT: see [LICENSE](LICENSE)." in made.files["README.md"]
    changelog = made.files["CHANGELOG.md"]
    assert changelog.startswith("# Changelog\n\n## 1.2.0\n\n- Meets R1: ")
    assert "- Does not meet R2." in changelog


@pytest.mark.parametrize(
    ("license", "text"),
    [
        (
            "Apache-2.0",
            "word-count is licensed under Apache-2.0.\n"
            "Text: https://spdx.org/licenses/Apache-2.0.html\n",
        ),
        ("LicenseRef-Ours", "word-count is licensed under LicenseRef-Ours.\n"),
        ("", ""),
    ],
)
def test_a_licence_that_is_long_or_ours_alone_is_named_and_none_is_invented(license, text):
    given = recipe(metadata={"license": license})
    assert license_text(given) == text
    assert ("LICENSE" in extra_files(given, MATRIX)) == bool(text)


@pytest.mark.parametrize(
    "license", ["MIT", "BSD-2-Clause", "BSD-3-Clause", "ISC", "0BSD", "Unlicense"]
)
def test_a_short_licence_is_there_as_a_whole(license):
    text = license_text(recipe(metadata={"license": license, "authors": ["Jane Doe"]}))
    assert "PROVIDED" in text
    assert ("Copyright (c) Jane Doe" in text) == (license != "Unlicense")


async def test_files_that_the_recipe_asked_for_stand_in_the_place_of_ours(sandbox):
    asked = TESTS | {"CHANGELOG.md": "# Changes\n", ".gitignore": "mine\n"}
    made = await package(recipe(), plan(), CODE, asked, MATRIX, sandbox, proof="quick")
    assert made.files["CHANGELOG.md"] == "# Changes\n"
    assert made.files[".gitignore"] == "mine\n"


async def test_a_command_tells_its_version_and_starts_as_a_module(sandbox):
    made = await package(recipe(), plan(), CODE, TESTS, MATRIX, sandbox, proof="quick")
    assert 'word-count = "word_count.__main__:main"' in made.files["pyproject.toml"]
    assert "`word-count --version` tells its version" in made.files["README.md"]
    start = "import runpy, sys; sys.path.insert(0, 'src'); "
    start += "runpy.run_module('word_count', run_name='__main__')"
    said = [
        (await sandbox.run(made.files, ("python", "-c", start, *arguments), Limits())).stdout
        for arguments in (("--version",), ("--version --version",), ("a b",), ("--help",))
    ]
    assert said[:3] == [b"word-count 1.2.0\n", b"2\n", b"2\n"]
    assert said[3].startswith(b"usage: word-count ")


VERSION = Requirement(
    id="R1", level=Level.MUST, kind=Kind.BEHAVIOUR, text="`--version` MUST print `7`."
)


@pytest.mark.parametrize(
    ("given", "code", "tests"),
    [
        (recipe(requirements=(VERSION,)), CODE, TESTS),
        (recipe(), CODE | {"src/word_count/counting.py": "OPTION = '--version'\n"}, TESTS),
        (recipe(), CODE, TESTS | {"tests/test_x.py": "run('--version')"}),
    ],
    ids=["a requirement", "the code", "a test"],
)
def test_a_version_that_anyone_speaks_of_is_never_shadowed(given, code, tests):
    made = unpackaged(given, plan(), code, tests)
    assert "--version" not in made["src/word_count/__main__.py"]
    assert 'word-count = "word_count.cli:main"' in made["pyproject.toml"]


async def test_a_wheel_that_tells_another_version_is_refused(sandbox):
    code = CODE | {"src/word_count/__main__.py": "print('word-count 9')\n"}
    wheels = await build_wheel(code | {"pyproject.toml": WHEEL_PROJECT + SCRIPT}, sandbox)
    with pytest.raises(NotMet, match="--version said 'word-count 9"):
        await clean_install(recipe(), plan(), wheels, sandbox, version=True)


async def test_what_a_refused_build_leaves_is_a_package_whose_tests_run(sandbox):
    counted = case("assert count('a b') == 2", command("a", stdout="1\n"))
    module = render([counted], plan(), TestLevel.ACCEPTANCE)
    tests = Files({module.path: module.source}) | support_files([module])
    made = unpackaged(recipe(), plan(), CODE, tests)
    assert {"src/word_count/__main__.py", "src/word_count/py.typed", "pyproject.toml"} <= {*made}
    outcome = await sandbox.run(
        made, ("python", "-m", "pytest", "-p", "no:cacheprovider"), Limits()
    )
    assert outcome.exit == 0, outcome.stdout


def test_the_extra_dev_holds_what_the_tests_need():
    used = {
        "a": "from hypothesis import given\n",
        "b": "@pytest.mark.asyncio\nasync def test_b(): ...\n",
        "c": "def install():\n    import time_machine\n",
    }
    tests = Files({f"tests/test_{name}.py": text for name, text in used.items()})
    told = tomllib.loads(unpackaged(recipe(), plan(), CODE, tests)["pyproject.toml"])["project"]
    wanted = told["optional-dependencies"]["dev"]
    named = [each.partition(">")[0] for each in wanted]
    assert named == ["pytest", "hypothesis", "pytest-asyncio", "time-machine"]

import hashlib
import json
import tarfile
import zipfile
from io import BytesIO

import pytest

from brickyard.errors import NotMet
from brickyard.files import Files
from brickyard.sandbox import Limits, Sandbox, choose
from brickyard.sandbox.toolchain import default_cache, pins, toolchain
from brickyard.stages.package import package
from brickyard.stages.packaging.install import clean_install
from brickyard.stages.packaging.wheel import build_wheel, first_error
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
    Verdict,
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


@pytest.fixture
async def sandbox() -> Sandbox:
    return await choose("auto", await toolchain(default_cache()), listener=lambda event: None)


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
    assert "| R1 | MUST | The tool MUST count words \\| not letters. | met | 1 test, red |" in text
    assert "**R2** is not met: no test was accepted" in text
    assert "`quick`" in text


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

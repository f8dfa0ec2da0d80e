"""`brickyard check` as a person runs it."""

import fcntl
import json
import os
import pty
import struct
import subprocess
import sys
import termios
from pathlib import Path

import pytest
from cli_kit import brickyard, program

from brickyard.errors import BadInput
from brickyard.flow.session import check

GOOD = {
    "requirements.md": "# Greeter\n\n- R1 (MUST): `greet NAME` prints `Hello, NAME`.\n"
    "- R2 (SHOULD, performance): a greeting uses at most 5 MB.\n"
    "- R3 (MUST, static): the package has no dependencies.\n",
    "design.md": "## Components\n\n- `greeter`: puts the name into a template.\n",
    "components.json": '{"name": "greeter", "version": "1.0", "type": "tool"}',
}


def recipe(folder: Path, **changes: str) -> str:
    folder.mkdir()
    for file, text in GOOD.items():
        (folder / file).write_text(changes.get(file.partition(".")[0], text), "utf-8")
    return str(folder)


def test_a_good_recipe_ends_with_0_and_shows_levels_and_the_written_kinds(tmp_path: Path) -> None:
    done = program("check", recipe(tmp_path / "greeter"))
    assert (done.returncode, done.stderr) == (0, "")
    assert "greeter 1.0 (tool)" in done.stdout
    assert "3 requirements: 2 MUST · 1 SHOULD" in done.stdout
    assert "proven as static: R3" in done.stdout
    assert "proven as performance: R2" in done.stdout
    assert "proven by cases (behaviour): R1" in done.stdout
    assert "guess" not in done.stdout
    assert "warning [proof-kind] R2 asks for a proof of kind performance" in done.stdout
    assert "Ready to build: 1 warning." in done.stdout


def test_an_error_ends_with_2_and_names_file_line_rule_and_suggestion(tmp_path: Path) -> None:
    recipe(tmp_path / "x", requirements="# X\n\n- R1 (MUST): go.\n- R2 (MUST): TBD.\n")
    done = brickyard("check", "x", cwd=tmp_path)
    assert done.returncode == 2
    assert "x/requirements.md:4: error [says-nothing] R2 leaves open what is wanted" in done.stdout
    assert "→ Decide it" in done.stdout
    assert "Not ready to build: 1 error." in done.stdout


def terminal(*arguments: str, cwd: Path, **environment: str) -> str:
    """What a person sees in a terminal of 80 columns."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    known = {name: text for name, text in os.environ.items() if name not in ("NO_COLOR", "COLUMNS")}
    with subprocess.Popen(
        [sys.executable, "-m", "brickyard", *arguments],
        stdout=theirs,
        stderr=theirs,
        cwd=cwd,
        env={**known, "TERM": "xterm", **environment},
    ):
        os.close(theirs)
        seen = b"".join(iter(lambda: read_some(ours), b""))
    os.close(ours)
    return seen.decode()


def read_some(terminal: int) -> bytes:
    try:
        return os.read(terminal, 4096)
    except OSError:  # the other side has closed it
        return b""


def test_a_terminal_gets_colours_and_lines_of_80_columns_and_no_color_is_honoured(
    tmp_path: Path,
) -> None:
    text = "".join(f"- R{n}: it MUST greet person {n} and it MUST part.\n" for n in range(25))
    recipe(tmp_path / "a-recipe-with-a-long-name", requirements=text)
    plain = terminal("check", "a-recipe-with-a-long-name", cwd=tmp_path, NO_COLOR="1")
    assert "two-in-one" in plain
    assert "\x1b" not in plain
    assert max(map(len, plain.splitlines())) <= 80
    coloured = terminal("check", "a-recipe-with-a-long-name", cwd=tmp_path)
    assert "\x1b[33mwarning\x1b[0m" in coloured


@pytest.mark.parametrize(
    ("changes", "rule"),
    [
        ({"requirements": "- R1 (MUST, performance): it uses at most 5 MB.\n"}, "proof-kind"),
        ({"requirements": "- R1 (MUST, external): it asks a server.\n"}, "proof-kind"),
        ({"requirements": "- R1 (MUST, attested): it suits children.\n"}, "attestation"),
    ],
)
def test_what_a_build_would_refuse_is_not_ready(
    changes: dict[str, str], rule: str, tmp_path: Path
) -> None:
    folder = recipe(tmp_path / "x", **changes)
    done = brickyard("check", folder)
    assert done.returncode == 2
    assert f"error [{rule}]" in done.stdout
    assert "Not ready to build: 1 error" in done.stdout
    with pytest.raises(BadInput) as refused:
        check(folder)
    assert rule in [found.rule for found in refused.value.findings]


def test_warnings_alone_end_with_0(tmp_path: Path) -> None:
    text = "- R1: it MUST greet and it MUST part.\n"
    done = brickyard("check", recipe(tmp_path / "x", requirements=text))
    assert done.returncode == 0
    assert "warning [two-in-one]" in done.stdout
    assert "Ready to build: 1 warning." in done.stdout


def test_several_recipes_are_checked_together(tmp_path: Path) -> None:
    one = '{"name": "a", "version": "1", "type": "core", "dependencies": ["b"]}'
    two = '{"name": "b", "version": "1", "type": "core", "dependencies": ["a"]}'
    folders = [recipe(tmp_path / "a", components=one), recipe(tmp_path / "b", components=two)]
    done = brickyard("check", *folders)
    assert done.returncode == 2
    assert "a → b → a" in done.stdout


def test_json_is_one_document_with_findings_and_requirements(tmp_path: Path) -> None:
    folder = recipe(tmp_path / "x", requirements="- R1 (MUST): go.\n  - far\n- R2 (MUST): TBD.\n")
    done = brickyard("check", "--json", folder)
    assert done.returncode == 2
    told = json.loads(done.stdout)
    assert told["ok"] is False
    assert [(found["rule"], found["line"]) for found in told["findings"]] == [("says-nothing", 3)]
    (parsed,) = told["recipes"]
    assert parsed["manifest"]["name"] == "greeter"
    assert [one["id"] for one in parsed["requirements"]] == ["R1", "R2"]
    assert parsed["requirements"][0]["kind"] == "behaviour"
    assert parsed["requirements"][0]["clauses"][0]["id"] == "R1.a"


@pytest.mark.parametrize("flags", [(), ("--json",)])
def test_a_path_that_does_not_exist_ends_with_2_and_says_so(
    flags: tuple[str, ...], tmp_path: Path
) -> None:
    done = brickyard("check", *flags, "nowhere", cwd=tmp_path)
    assert done.returncode == 2
    assert "There is no 'nowhere'" in done.stdout
    assert "Traceback" not in done.stderr


def test_no_recipe_at_all_ends_with_2() -> None:
    done = brickyard("check")
    assert done.returncode == 2
    assert "RECIPE" in done.stderr


def test_the_current_folder_can_be_checked(tmp_path: Path) -> None:
    recipe(tmp_path / "x", design="")
    done = brickyard("check", ".", cwd=tmp_path / "x")
    assert done.returncode == 2
    assert done.stdout.startswith("design.md:1: error [file-empty]")


def test_check_is_light() -> None:
    code = "import sys, brickyard.cli.check; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    heavy = {"dspy", "mcp", "litellm", "sqlalchemy"}
    assert not heavy & set(done.stdout.split())


def test_a_spec_of_another_tool_is_checked_like_a_recipe(tmp_path: Path) -> None:
    folder = tmp_path / "specs" / "001-door"
    folder.mkdir(parents=True)
    story = "### User Story 1 - Go (Priority: P1)\n\n1. **Given** a, **When** b, **Then** c\n"
    (folder / "spec.md").write_text(f"{story}\n- **FR-001**: It MUST go.\n", "utf-8")
    done = brickyard("check", str(folder / "spec.md"))
    assert (done.returncode, done.stderr) == (0, "")
    assert "taken as door 0.1.0, a tool" in done.stdout
    assert "2 requirements: 2 MUST" in done.stdout
    assert "each with a case of its own: 1 scenario\n" in done.stdout

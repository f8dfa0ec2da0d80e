"""`brickyard doctor` about the `claude` program: where it is, and whether it may ask."""

import json
import sys
from pathlib import Path

import pytest
from cli_kit import brickyard


@pytest.mark.parametrize(
    ("status", "environ", "found", "told"),
    [
        ({"loggedIn": True}, {}, True, "with its own login: --model claude-cli or claude-sdk"),
        ({"loggedIn": False}, {}, False, "not logged in"),
        ({"loggedIn": False}, {"ANTHROPIC_API_KEY": "x"}, True, "with the key in the environment"),
    ],
)
def test_the_program_is_shown_with_its_login(
    tmp_path: Path, status: dict[str, bool], environ: dict[str, str], found: bool, told: str
) -> None:
    program = tmp_path / "my-claude"
    program.write_text(f"#!{sys.executable}\nprint('''{json.dumps(status)}''')\n", "utf-8")
    program.chmod(0o755)
    ended = brickyard(
        *("doctor", "--json"),
        cwd=tmp_path,
        BRICKYARD_CACHE=str(tmp_path / "cache"),
        BRICKYARD_CLAUDE_PROGRAM=str(program),
        **environ,
    )
    (check,) = [item for item in json.loads(ended.stdout) if item["name"] == "claude program"]
    assert (check["found"], check["needed"]) == (found, False)
    assert str(program) in check["detail"]
    assert told in check["detail"]
    assert "/login" in check["install"] or found


def test_a_program_that_is_not_there_is_told_with_what_to_do(tmp_path: Path) -> None:
    ended = brickyard(
        "doctor",
        cwd=tmp_path,
        BRICKYARD_CACHE=str(tmp_path / "cache"),
        BRICKYARD_CLAUDE_PROGRAM="no-such-program",
    )
    assert "✗ claude program           The setting claude_program names 'no-such" in ended.stdout
    assert "    → Give the full path of the `claude` program" in ended.stdout

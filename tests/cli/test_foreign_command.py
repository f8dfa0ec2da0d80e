"""Another tool's spec where a recipe is asked for: what it cannot say is taken, and shown."""

import shutil
from pathlib import Path

import pytest
from cli_kit import brickyard

SPEC = Path(__file__).parents[1] / "recipe" / "foreign" / "spec-kit" / "1"
ASKS = ("-m", "handoff", "--home", "own")


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (("check", "spec"), 0),
        (("build", "spec", *ASKS), 4),
        (("prove", "spec", "--code", "code", *ASKS), 4),
    ],
    ids=["check", "build", "prove"],
)
def test_the_name_version_and_type_that_are_taken_are_shown(
    command: tuple[str, ...], code: int, tmp_path: Path
) -> None:
    shutil.copytree(SPEC, tmp_path / "spec")
    package = tmp_path / "code" / "src" / "dedupe"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text('"""Rows."""\n\n\ndef main() -> int:\n    return 0\n')
    ended = brickyard(*command, cwd=tmp_path)
    assert ended.returncode == code, ended.stderr
    told = " ".join(f"{ended.stdout}{ended.stderr}".split())
    assert "taken as csv-dedupe 0.1.0, a tool." in told
    assert "components.json: {" in told

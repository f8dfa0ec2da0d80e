"""`brickyard doctor`: what is there, what is missing, and how to get it."""

import json
import sys
from pathlib import Path

from cli_kit import Done, brickyard

from brickyard.models.choose import WAYS
from brickyard.sandbox.toolchain import default_cache


def found(ended: Done) -> dict[str, bool]:
    return {check["name"]: check["found"] for check in json.loads(ended.stdout)}


def test_what_is_there_is_shown_with_version_and_place(tmp_path: Path) -> None:
    ended = brickyard("doctor", "--prepare", cwd=tmp_path, BRICKYARD_CACHE=str(default_cache()))
    assert ended.returncode == 0, ended.stdout
    assert f"✓ python                   {'.'.join(map(str, sys.version_info[:3]))}" in ended.stdout
    assert "✓ tool environment         pytest " in ended.stdout
    assert str(default_cache()) in ended.stdout
    assert "✓ sandbox " in ended.stdout


def test_what_is_missing_comes_with_what_to_do(tmp_path: Path) -> None:
    ended = brickyard("doctor", cwd=tmp_path, BRICKYARD_CACHE=str(tmp_path / "cache"))
    assert "✗ tool environment" in ended.stdout
    assert "→ brickyard doctor --prepare" in ended.stdout
    assert "✗ model                    none is set up" in ended.stdout
    for way in WAYS:
        assert f"    → {way}\n" in ended.stdout
    assert not (tmp_path / "cache").exists()


def test_the_model_that_a_build_would_ask_is_the_first_shown(tmp_path: Path) -> None:
    cache = str(tmp_path / "cache")
    ended = brickyard(
        *("doctor", "--json"),
        cwd=tmp_path,
        BRICKYARD_CACHE=cache,
        BRICKYARD_MODEL="ollama/small",
        OPENAI_API_KEY="x",
    )
    models = [name for name in found(ended) if name.startswith("model")]
    assert models[0] == "model ollama/small"
    assert models[1].startswith("model openai/")
    nothing = brickyard("doctor", "--json", cwd=tmp_path, BRICKYARD_CACHE=cache)
    assert found(nothing)["model"] is False


def test_prepare_makes_the_tool_environment_and_says_why_it_cannot(tmp_path: Path) -> None:
    there = str(default_cache())
    ended = brickyard("doctor", "--prepare", "--json", cwd=tmp_path, BRICKYARD_CACHE=there)
    assert found(ended)["tool environment"] is True
    (tmp_path / "file").write_text("", "utf-8")
    ended = brickyard("doctor", "--prepare", cwd=tmp_path, BRICKYARD_CACHE=str(tmp_path / "file"))
    assert ended.returncode == 3
    assert "cannot be made" in ended.stderr
    assert "BRICKYARD_CACHE" in ended.stderr

"""The plugin in the real `claude` program, with a loopback server as its provider."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from claude_assistant import Assistant
from mcp_kit import adders, environment

from brickyard.models.claude_program import find_program
from brickyard.testing import Loopback

ROOT = Path(__file__).parent.parent.parent
PLUGIN = (".claude-plugin", ".mcp.json", "skills", "commands", "AGENTS.md")
QUIET = {
    "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
    "DISABLE_AUTOUPDATER": "1",
    "DISABLE_TELEMETRY": "1",
    "ENABLE_TOOL_SEARCH": "false",
}


@pytest.fixture
def plugin(tmp_path: Path) -> Path:
    """The plugin's files, as a checkout of the repository has them."""
    folder = tmp_path / "checkout"
    folder.mkdir()
    for name in PLUGIN:
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, folder / name)
    return folder


def claude(folder: Path, *arguments: str, url: str = "") -> subprocess.CompletedProcess[str]:
    """The program in a home of its own, with our command on its path."""
    home = folder.parent / "home"
    home.mkdir(exist_ok=True)
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.defpath}"
    keys = {"ANTHROPIC_BASE_URL": url, "ANTHROPIC_API_KEY": "sk-ant-loopback-0123456789"}
    cache = os.environ.get("XDG_CACHE_HOME", str(Path.home() / ".cache"))
    own = {"HOME": str(home), "PATH": path, "XDG_CACHE_HOME": cache}
    given = {**own, **QUIET, **(keys if url else {})}
    kept = {name: text for name, text in environment().items() if not name.startswith("CLAUDE")}
    return subprocess.run(
        [find_program(""), *arguments],
        cwd=folder,
        env={**kept, **given},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


def asked_of(plugin: Path, root: Path, assistant: Assistant) -> dict[str, Any]:
    """What the program prints when it has done what its model says."""
    with Loopback(assistant) as server:
        ended = claude(
            root,
            *("-p", "Do what I want.", "--output-format", "json", "--max-turns", "200"),
            *("--plugin-dir", str(plugin), "--model", "claude-sonnet-4-5"),
            *("--allowedTools", "mcp__plugin_brickyard_brickyard"),
            url=server.url,
        )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return json.loads(ended.stdout)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (root := tmp_path / "root").mkdir()
    adders(root)
    return root


@pytest.mark.slow
def test_the_plugin_installs_from_its_marketplace_with_tools_skill_and_command(
    plugin: Path, root: Path
) -> None:
    valid = claude(root, "plugin", "validate", str(plugin))
    assert valid.returncode == 0, valid.stdout + valid.stderr
    for arguments in (
        ("marketplace", "add", str(plugin)),
        ("install", "brickyard@brickyard"),
    ):
        ended = claude(root, "plugin", *arguments)
        assert ended.returncode == 0, ended.stdout + ended.stderr
    details = claude(root, "plugin", "details", "brickyard").stdout
    assert "prove" in details
    assert "brickyard" in details
    listed = claude(root, "mcp", "list").stdout
    assert "brickyard mcp" in listed
    assert "Connected" in listed, listed


@pytest.mark.slow
def test_the_program_builds_from_request_to_package(plugin: Path, root: Path) -> None:
    assistant = Assistant("start_build", recipe="adders", proof="quick")
    ended = asked_of(plugin, root, assistant)
    assert ended["result"] == "It is done."
    assert assistant.came["met"], assistant.came
    assert (root / "adders/build/BUILD.json").is_file()


@pytest.mark.slow
def test_the_program_is_the_model_from_request_to_proof(plugin: Path, root: Path) -> None:
    (root / "code/adders").mkdir(parents=True)
    (root / "code/adders/__init__.py").write_text(
        '"""Adders."""\n\n\ndef add_1(value: int) -> int:\n    """Add 1."""\n    return value + 1\n'
        '\n\ndef add_2(value: int) -> int:\n    """Add 2."""\n    return value + 2\n'
    )
    about = {"recipe": "adders", "code": "code/adders", "code_written_by": "main"}
    assistant = Assistant("start_prove", model="caller", **about)
    ended = asked_of(plugin, root, assistant)
    assert ended["result"] == "It is done."
    assert [row["said"] for row in assistant.came["matrix"]] == ["met", "met"]
    assert assistant.called.count("submit_answer") == 2, "cases and hold-outs, and nothing else"
    assert {one["said"] for one in assistant.came["contexts"]} == {"apart, as the caller says"}

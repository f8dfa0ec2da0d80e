"""The README and the docs: what they link to is there, and each command in them is one."""

import re
import shlex
import tomllib
from pathlib import Path

import click
import pytest

from brickyard.cli import cli
from brickyard.models import claude_program, local_engine

ROOT = Path(__file__).parents[1]
PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))
LINK = re.compile(r"\]\((?!https?:)([^)#\s]+)?(?:#([\w-]+))?\)")
COMMAND = re.compile(r"^(?:\$ )?brickyard +(\w.*?)(?: {2,}#.*| +#.*)?$", re.MULTILINE)


def _fences(page: str) -> str:
    return "\n".join(re.findall(r"^```\w*\n(.*?)^```", page, re.MULTILINE | re.DOTALL))


def _anchors(page: Path) -> set[str]:
    titles = re.findall(r"^#+ (.+)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_somewhere(page: Path) -> None:
    prose = re.sub(r"^```.*?^```|`[^`\n]*`", "", page.read_text("utf-8"), flags=re.M | re.S)
    for path, anchor in LINK.findall(prose):
        target = (page.parent / path) if path else page
        assert target.exists(), f"{page.name}: {path}"
        if anchor:
            assert anchor in _anchors(target), f"{page.name}: {path}#{anchor}"


@pytest.mark.parametrize(
    ("extra", "told"), [("sdk", claude_program.EXTRA), ("local", local_engine.INSTALL)]
)
def test_what_a_hint_installs_is_what_the_extra_holds(extra: str, told: str) -> None:
    """The package itself is named: Brickyard is on no index from which pip could take an extra."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert shlex.split(told) == ["pip", "install", *project["optional-dependencies"][extra]]


def test_every_command_of_the_readme_is_one_with_these_options() -> None:
    found = COMMAND.findall(_fences((ROOT / "README.md").read_text("utf-8")))
    assert len(found) > 5
    for line in found:
        name, *arguments = shlex.split(line)
        command = cli.get_command(click.Context(cli), name)
        assert command, line
        command.make_context(name, arguments, resilient_parsing=False)

"""What a project has beside its code: licence, changelog, .gitignore, a workflow that tests it."""

import re
from importlib.resources import files as package_data

from packaging.specifiers import SpecifierSet

from brickyard.files import Files
from brickyard.packaging.project import project_name
from brickyard.recipe.metadata import metadata
from brickyard.values import Matrix, Recipe, Verdict

_PYTHONS = tuple(f"3.{minor}" for minor in range(9, 15))
_PATCHES = 40
_OPERATORS = ("AND", "OR", "WITH")
_IGNORED = """\
__pycache__/
*.egg-info/
.coverage
.hypothesis/
.pytest_cache/
.ruff_cache/
.venv/
build/
dist/
"""
_WORKFLOW = """\
name: test
on:
  push:
  pull_request:

jobs:
  test:
    runs-on: ubuntu-latest
    strategy:
      matrix:
        python: [PYTHONS]
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-python@v5
        with:
          python-version: ${{ matrix.python }}
      - run: pip install -e '.[dev]'
      - run: pytest

  prove:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-python@v5
        with:
          python-version: LATEST
      # Not on PyPI yet: until then name the address of Brickyard's repository here.
      - run: pip install brickyard
      - run: brickyard test .
"""


def extra_files(recipe: Recipe, matrix: Matrix) -> Files:
    """No licence is invented: without one in the recipe there is no LICENSE."""
    given = license_text(recipe)
    return Files(
        {".gitignore": _IGNORED, ".github/workflows/test.yml": _workflow(recipe)}
        | {"CHANGELOG.md": _changelog(recipe, matrix)}
        | ({"LICENSE": given} if given else {})
    )


def license_text(recipe: Recipe) -> str:
    """The whole text where it is short, else where it is to be found."""
    told = metadata(recipe.metadata)
    home = package_data("brickyard.packaging") / "licenses" / f"{told.license}.txt"
    if not told.license:
        return ""
    if home.is_file():
        names = [author.name or author.email for author in told.authors]
        owners = ", ".join(names) or f"the authors of {project_name(recipe)}"
        return home.read_text("utf-8").replace("OWNERS", owners)
    ids = [word for word in re.findall(r"[\w.+-]+", told.license) if word not in _OPERATORS]
    known = [each.removesuffix("+") for each in ids if not each.startswith("LicenseRef-")]
    head = f"{project_name(recipe)} is licensed under {told.license}.\n"
    return head + "".join(f"Text: https://spdx.org/licenses/{each}.html\n" for each in known)


def _workflow(recipe: Recipe) -> str:
    wanted = SpecifierSet(metadata(recipe.metadata).python)
    shown = [
        f'"{minor}"'
        for minor in _PYTHONS
        if any(wanted.contains(f"{minor}.{patch}") for patch in range(_PATCHES))
    ] or ['"3.x"']
    return _WORKFLOW.replace("PYTHONS", ", ".join(shown)).replace("LATEST", shown[-1])


def _changelog(recipe: Recipe, matrix: Matrix) -> str:
    """No day: the same inputs give the same text."""
    met = [row.requirement for row in matrix.rows if row.verdict is not Verdict.NOT_MET]
    open_ = [row.requirement for row in matrix.rows if row.verdict is Verdict.NOT_MET]
    lines = (
        [f"- Meets {', '.join(met)}: the README has what they say, and their proofs."]
        if met
        else []
    )
    lines += [f"- Does not meet {', '.join(open_)}."] if open_ else []
    return "\n".join(["# Changelog", "", f"## {recipe.version}", "", *lines]) + "\n"

"""What a test can reach of a package is never less than what a run of it imports."""

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brickyard.evidence.reach import Reach
from brickyard.files import Files

YARD = Files(
    {
        "src/yard/__init__.py": "",
        "src/yard/base.py": "LIMIT = 3\n",
        "src/yard/middle.py": "import logging\nfrom yard.base import LIMIT\n"
        "log = logging.getLogger(__name__)\n",
        "src/yard/top.py": "def told():\n    from . import middle\n    return middle.LIMIT\n",
        "src/yard/apart.py": "import re\nWORD = re.compile('x')\n",
        "src/yard/open.py": "import importlib\nfound = importlib.import_module('yard.' + 'base')\n",
        "src/yard/part/__init__.py": "from yard.part.inner import ONE\n",
        "src/yard/part/inner.py": "ONE = 1\n",
        "src/yard/part/other.py": "from ..base import LIMIT\n",
        "src/yard/words.txt": "data",
    }
)
"""A package, with a module that imports by a text that is put together."""


def reached(text: str, files: Files = YARD) -> set[str] | None:
    """The modules, by what is between the package and the ending; data is always among them."""
    found = Reach(files).of(text)
    if found is None:
        return None
    assert "src/yard/words.txt" in found
    return {one.removeprefix("src/yard/").removesuffix(".py") for one in found} - {"words.txt"}


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("from yard.base import LIMIT", {"__init__", "base"}),
        ("import yard.middle as m", {"__init__", "base", "middle"}),
        ("from yard import top", {"__init__", "base", "middle", "top"}),
        ("def test():\n    import yard.apart", {"__init__", "apart"}),
        (
            "from yard.part import other",
            {"__init__", "base", "part/__init__", "part/inner", "part/other"},
        ),
        ("import pytest\nNAME = 'yard.apart.WORD'", {"__init__", "apart"}),
        ("import json, os\nos.path.join('a')", set[str]()),
    ],
)
def test_imports_are_followed_wherever_they_stand(text: str, wanted: set[str]) -> None:
    assert reached(text) == wanted


@pytest.mark.parametrize(
    "text",
    [
        "from yard import open",
        "from yard.base import *",
        "import importlib",
        "from importlib import import_module",
        "name = 'base'\n__import__(f'yard.{name}')",
        "exec('import yard.base')",
        "import sys\nsys.path.insert(0, '.')",
        "from sys import modules",
        "import sys\nprint(vars(sys))",
        "import os\ngetattr(os, 'sys' + 'tem')('python -m yard.base')",
        "import os as o\no.execv('/bin/python', [])",
        "import subprocess",
        "import unittest.mock",
        "from logging import config",
        "import yard\nplace = yard.__file__",
        "import yard\nplace = yard.__path__",
        "named = __name__ + '.base'",
        "import requests",
        "import _imp",
        "from . import base",
        "this is no Python",
    ],
)
def test_what_cannot_be_read_reaches_everything(text: str) -> None:
    assert reached(text) is None


def test_a_package_that_stands_in_for_a_module_of_python_is_taken_whole() -> None:
    assert reached("from yard.base import LIMIT", YARD | {"src/json.py": ""}) is None


# ---------------------------------------------------------------- held against real runs

NAMES = ("one", "two", "three", "part", "part.four", "part.five", "six")
FORMS = (
    "import yard.{to}",
    "import yard.{to} as other",
    "from yard.{to} import VALUE",
    "from {home} import {last}",
    "from {near} import {last}",
    "from {near_dot}{last} import VALUE",
)
HIDDEN = (
    "from yard.{to} import *",
    "__import__('yard.{to}')",
    "import importlib\nimportlib.import_module('yard.' + '{to}')",
    "import sys, importlib as i\ni.import_module(sys.modules[__name__].__package__ + '.{last}')",
    "import os, sys\ngetattr(sys, 'mod' + 'ules')['builtins'].__import__('yard.{to}')",
    "from yard import part\npart.VALUE",
    "import runpy\nrunpy.run_module('yard.{to}')",
    "import doctest, yard\nexec('from yard.{to} import VALUE')",
)
AROUND = (
    "{}",
    "def load():\n    {}\nload()",
    "class A:\n    {}",
    "try:\n    {}\nexcept ImportError:\n    pass",
    "if len('a') == 1:\n    {}",
)
Statement = tuple[int, str, str]


def written(name: str, statements: list[Statement]) -> str:
    """A module that imports some of those after it, each if it can; a test, without a name, any."""
    lines = ["VALUE = 1"]
    after = NAMES[NAMES.index(name) + 1 :] if name else NAMES
    for number, form, around in statements if after else ():
        to = after[number % len(after)]
        above, _, last = to.rpartition(".")
        home = f"yard.{above}".rstrip(".")
        near = home if not name else ".." if name.startswith("part.") and not above else "."
        dot = "" if near.endswith(".") else "."
        text = form.format(to=to, home=home, last=last, near=near, near_dot=near + dot)
        body = indented(around.format(indented(text) if around != "{}" else text))
        lines.append(f"try:\n    {body}\nexcept (ImportError, AttributeError, KeyError):\n    pass")
    return "\n".join(lines) + "\n"


def indented(text: str) -> str:
    return text.replace("\n", "\n    ")


PLAYED = """\
import json, sys
sys.path.insert(0, sys.argv[1])
try:
    exec(compile(sys.argv[2], "test", "exec"), {"__name__": "test"})
except Exception:
    pass
print(json.dumps([name for name in sys.modules if name.split(".")[0] == "yard"]))
"""


def imported(files: Files, test: str) -> set[str]:
    """The files that a real run has loaded."""
    with TemporaryDirectory() as folder:
        files.write(Path(folder))
        command = [sys.executable, "-I", "-B", "-c", PLAYED, f"{folder}/src", test]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
    places = (f"src/{name.replace('.', '/')}" for name in json.loads(done.stdout.splitlines()[-1]))
    return {path for at in places for path in (f"{at}.py", f"{at}/__init__.py") if path in files}


def imports(forms: Sequence[str]) -> st.SearchStrategy[list[Statement]]:
    one = st.tuples(st.integers(0, 9), st.sampled_from(forms), st.sampled_from(AROUND))
    return st.lists(one, min_size=1, max_size=2)


def packages(forms: Sequence[str]) -> st.SearchStrategy[dict[str, list[Statement]]]:
    return st.fixed_dictionaries(dict.fromkeys(NAMES, imports(forms)))


@settings(max_examples=40)
@given(packages(FORMS), imports(FORMS))
def test_a_run_imports_nothing_that_was_not_reached(
    modules: dict[str, list[Statement]], test: list[Statement]
) -> None:
    files, text = package(modules), written("", test)

    found = Reach(files).of(text)

    assert found is not None
    assert imported(files, text) <= found


@settings(max_examples=15)
@given(packages((*FORMS, *HIDDEN)), imports((*FORMS, *HIDDEN)))
def test_nor_does_one_that_hides_what_it_imports(
    modules: dict[str, list[Statement]], test: list[Statement]
) -> None:
    files, text = package(modules), written("", test)

    found = Reach(files).of(text)

    assert found is None or imported(files, text) <= found


def package(modules: dict[str, list[Statement]]) -> Files:
    paths = {name: f"src/yard/{name.replace('.', '/')}.py" for name in NAMES}
    paths["part"] = "src/yard/part/__init__.py"
    texts = {paths[name]: written(name, found) for name, found in modules.items()}
    return Files({"src/yard/__init__.py": "", **texts})

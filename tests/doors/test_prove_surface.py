"""The public interface of code that somebody else wrote, read without importing it."""

import ast
import importlib.util
import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from brickyard.doors.prove.code import read_code
from brickyard.doors.prove.surface import Surface, read_surface

BOOM = "raise SystemExit('code was run')\n"


def surface(root: Path, files: Mapping[str, str | bytes]) -> Surface:
    for path, content in files.items():
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content.encode() if isinstance(content, str) else content)
    found = read_surface(read_code(root))
    for text in found.interfaces.values():
        ast.parse(text)
    return found


def of_one(tmp_path: Path, source: str) -> str:
    """The interface of a single module."""
    return surface(tmp_path, {"one.py": source}).interfaces["one.py"]


# ---------------------------------------------------------------- real packages

CHECK = """
import importlib, json, sys
offers, classes = json.loads(sys.argv[1])
wrong = []
for name, module in offers.items():
    found = getattr(importlib.import_module(module), name, wrong)
    if found is wrong or (name in classes and not isinstance(found, type)):
        wrong.append(f"{module}.{name}")
print(json.dumps(wrong))
"""


@pytest.mark.parametrize(
    "package",
    [
        *("humanize", "pydantic_core"),
        *(
            pytest.param(name, marks=pytest.mark.slow)
            for name in ("click", "parse", "rich", "packaging", "markdown_it")
        ),
    ],
)
def test_what_a_real_package_is_said_to_offer_is_there(package: str) -> None:
    spec = importlib.util.find_spec(package)
    assert spec is not None
    assert spec.origin is not None
    origin = Path(spec.origin)
    code = read_code(origin.parent if origin.name == "__init__.py" else origin)
    found = read_surface(code)
    assert found.names.offers
    assert found.names.classes <= {*found.names.offers}
    for text in found.interfaces.values():
        ast.parse(text)
    asked = json.dumps([found.names.offers, sorted(found.names.classes)])
    done = subprocess.run(
        [sys.executable, "-c", CHECK, asked], capture_output=True, text=True, check=False
    )
    assert json.loads(done.stdout or "0") == [], done.stderr


# ---------------------------------------------------------------- where names come from


def test_a_name_is_offered_from_where_users_import_it(tmp_path: Path) -> None:
    files = {
        "pk/__init__.py": "from pk._inner import hidden\nfrom .compare import compare\n",
        "pk/_inner.py": "def hidden(): return 1\ndef never(): return 2\n",
        "pk/compare.py": "import os\ndef compare(a, b): return 0\ndef other(): return 1\n",
        "pk/sub/__init__.py": "",
        "pk/sub/deep.py": "class Deep: pass\n",
        "pk/__main__.py": "def shown(): pass\n",
    }
    found = surface(tmp_path, files)
    assert found.names.offers == {
        "hidden": "pk",
        "compare": "pk",
        "other": "pk.compare",
        "Deep": "pk.sub.deep",
    }
    assert found.names.classes == {"Deep"}
    assert [*found.interfaces] == ["pk/__init__.py", "pk/compare.py", "pk/sub/deep.py"]
    assert "def compare" not in found.interfaces["pk/compare.py"]


def test_all_decides_where_there_is_one(tmp_path: Path) -> None:
    files = {
        "pk/__init__.py": "from .a import *\nfrom . import a\n__all__ = [*a.__all__, 'g']\n"
        "def g(): pass\ndef h(): pass\n",
        "pk/a.py": "__all__ = ['f']\ndef f(): pass\ndef e(): pass\n",
    }
    assert surface(tmp_path, files).names.offers == {"f": "pk", "g": "pk"}


def test_a_listed_name_from_outside_is_noted_and_a_listed_module_is_not(tmp_path: Path) -> None:
    head = "from decimal import Decimal\nfrom pk import a\n__all__ = ['Decimal', 'a', 'gone']\n"
    found = surface(tmp_path, {"pk/__init__.py": head, "pk/a.py": "def f(): pass\n"})
    assert found.names.offers == {"f": "pk.a"}
    assert [note.partition(" ")[0] for note in found.notes] == ["pk.Decimal", "pk.gone"]


def test_a_name_under_another_name_is_shown_under_that(tmp_path: Path) -> None:
    files = {"pk/__init__.py": "from pk._a import f as g\n", "pk/_a.py": "def f(x=1): pass\n"}
    found = surface(tmp_path, files)
    assert found.names.offers == {"g": "pk"}
    assert "def g(x=1):" in found.interfaces["pk/__init__.py"]


def test_of_two_that_have_one_name_the_first_is_offered_and_a_note_says_so(tmp_path: Path) -> None:
    files = {"pk/__init__.py": "", "pk/a.py": "def f(x): pass\n", "pk/b.py": "class f: pass\n"}
    found = surface(tmp_path, files)
    assert (found.names.offers, found.names.classes) == ({"f": "pk.a"}, frozenset())
    assert found.notes == ("f is offered from pk.a; another one in pk.b is left out.",)


def test_what_is_only_for_type_checkers_or_some_machines_is_not_offered(tmp_path: Path) -> None:
    source = "import sys\nfrom typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    A = int\n"
    source += "if sys.platform == 'win32':\n    def only_there(): pass\n"
    source += "if sys.version_info > (3, 20):\n    def both(): pass\nelse:\n    def both(): pass\n"
    found = surface(tmp_path, {"one.py": source})
    assert found.names.offers == {"both": "one"}
    assert found.notes == ("one.only_there is not there on every machine and is left out.",)


# ---------------------------------------------------------------- what is shown


def test_bodies_stay_away_and_all_else_stays_as_written(tmp_path: Path) -> None:
    source = '''"""What it is for."""
from dataclasses import dataclass, field
from functools import lru_cache

def plain(a, b=2, *args, key=None, **rest):
    return "body"

async def fetch(url: str, /, *, tries: int = 3) -> bytes:
    """Get it.

    Whole.
    """
    return b"body"

@lru_cache
def counted(n: int) -> int:
    return "body"

@dataclass(frozen=True, order=True)
class Point(Base, metaclass=Meta):
    """A place."""
    x: int
    y: int = 0
    names: list[str] = field(default_factory=list)
    _hidden: int = 1

    def __post_init__(self): return "body"
    def __lt__(self, other: "Point") -> bool: return "body"
    @property
    def size(self) -> float: return "body"
    @staticmethod
    def of(text: str) -> "Point": return "body"
    def _private(self): return "body"
'''
    text = of_one(tmp_path, source)
    assert "body" not in text
    assert "_hidden" not in text
    assert "_private" not in text
    for line in (
        '"""What it is for."""',
        "def plain(a, b=2, *args, key=None, **rest):",
        "async def fetch(url: str, /, *, tries: int=3) -> bytes:",
        "    Whole.",
        "@dataclass(frozen=True, order=True)",
        "class Point(Base, metaclass=Meta):",
        "    names: list[str] = field(default_factory=list)",
        "    def __lt__(self, other: 'Point') -> bool:",
        "    @property",
        "    @staticmethod",
    ):
        assert line in text.splitlines(), line
    assert "lru_cache" not in text


def test_enums_overloads_and_fields_that_init_sets_are_shown(tmp_path: Path) -> None:
    source = """
from enum import Enum
from typing import overload
class Colour(Enum):
    RED = "red"
    BLUE = 2
@overload
def f(x: int) -> int: ...
@overload
def f(x: str) -> str: ...
def f(x): return x
class Box:
    def __init__(self, width: int, label):
        self.width = width
        self.label = label
        self.count = 0
        self._inner = []
"""
    text = of_one(tmp_path, source)
    assert "RED = 'red'" in text
    assert "BLUE = 2" in text
    assert text.count("@overload") == 2
    assert "    width: int\n    label = ...\n    count: int\n" in text
    assert "_inner" not in text


def test_members_of_a_private_base_are_shown_with_the_class(tmp_path: Path) -> None:
    files = {
        "pk/__init__.py": "from pk._base import _Base\nclass A(_Base):\n    def own(self): pass\n",
        "pk/_base.py": "class _Base:\n    def save(self, path: str) -> None: pass\n"
        "    def own(self): pass\n    def _no(self): pass\n",
    }
    text = surface(tmp_path, files).interfaces["pk/__init__.py"]
    assert "def save(self, path: str) -> None:" in text
    assert text.count("def own") == 1
    assert "_no" not in text


def test_only_short_literals_are_shown_and_no_secrets(tmp_path: Path) -> None:
    random = "Zx81kQp02LmN77vRt5Ws"
    source = f"""
from typing import TypeVar, Union
LIMIT = 10
NAMES: tuple[str, ...] = ("a", "b")
LONG = {"x" * 90!r}
API_KEY = "sesame-open"
HIDDEN = "{random}"
MADE = sorted([1, 2])
T = TypeVar("T", bound=int)
Number = Union[int, float]
def call(url, token="sesame-open", salt="{random}", key="id", act=lambda x: x + 1): pass
"""
    text = of_one(tmp_path, source)
    for line in (
        "LIMIT = 10",
        "NAMES: tuple[str, ...] = ('a', 'b')",
        "LONG: str = ...",
        "API_KEY: str = ...",
        "HIDDEN: str = ...",
        "MADE = ...",
        "T = TypeVar('T', bound=int)",
        "Number = Union[int, float]",
        "def call(url, token=..., salt=..., key='id', act=...):",
    ):
        assert line in text.splitlines(), text


# ---------------------------------------------------------------- what cannot be read


def test_a_file_that_does_not_parse_becomes_a_note(tmp_path: Path) -> None:
    files = {"pk/__init__.py": "def f(): pass\n", "pk/bad.py": "def (:\n", "pk/nul.py": b"\x00\xff"}
    found = surface(tmp_path, files)
    assert found.names.offers == {"f": "pk"}
    assert [note.partition(" ")[0] for note in found.notes] == ["pk/bad.py", "pk/nul.py"]


def test_a_file_in_another_encoding_is_read_in_it(tmp_path: Path) -> None:
    source = '# -*- coding: latin-1 -*-\ndef f():\n    """Größe"""\n'.encode("latin-1")
    assert "Größe" in surface(tmp_path, {"one.py": source}).interfaces["one.py"]


def test_a_compiled_module_is_read_by_its_stub_or_noted(tmp_path: Path) -> None:
    files = {
        "pk/__init__.py": "",
        "pk/fast.cpython-311-x86_64-linux-gnu.so": b"\x7fELF\xff",
        "pk/fast.pyi": "def quick(x: int) -> int: ...\n",
        "pk/blind.so": b"\x7fELF\xff",
    }
    found = surface(tmp_path, files)
    assert found.names.offers == {"quick": "pk.fast"}
    assert "pk/fast.py" in found.interfaces
    assert len(found.notes) == 1
    assert found.notes[0].startswith("pk/blind.so is compiled")


def test_code_is_never_run(tmp_path: Path) -> None:
    assert (
        "def f"
        in surface(tmp_path, {"pk/__init__.py": f"{BOOM}def f(): pass\n"}).interfaces[
            "pk/__init__.py"
        ]
    )


# ---------------------------------------------------------------- the command


def _scripts(**scripts: str) -> str:
    lines = "".join(f'{name} = "{target}"\n' for name, target in scripts.items())
    return f'[project]\nname = "the-tool"\n[project.scripts]\n{lines}'


@pytest.mark.parametrize(
    ("scripts", "command"),
    [
        ({"other": "pk.x:run", "pk": "pk.cli:main"}, "pk (pk.cli:main)"),
        ({"other": "pk.x:run", "the-tool": "pk.cli:main"}, "the-tool (pk.cli:main)"),
        ({"only": "pk.cli:main"}, "only (pk.cli:main)"),
        ({"a": "pk.cli:main", "b": "pk.cli:main"}, ""),
    ],
)
def test_the_console_script_is_the_command(
    scripts: dict[str, str], command: str, tmp_path: Path
) -> None:
    files = {"pyproject.toml": _scripts(**scripts), "pk/__init__.py": "", "pk/cli.py": ""}
    found = surface(tmp_path, files)
    assert found.command == command
    assert found.names.command == ("pk.cli:main" if command else "")


@pytest.mark.parametrize(
    ("main", "target"),
    [
        ("from pk.cli import main\nmain()\n", "pk.cli:main"),
        ("import sys\nfrom .cli import main as go\nsys.exit(go())\n", "pk.cli:main"),
        ("from pk import cli\nraise SystemExit(cli.run())\n", "pk.cli:run"),
        ("import pk.cli as c\nif __name__ == '__main__':\n    c.cli()\n", "pk.cli:cli"),
        ("def main(): pass\nif __name__ == '__main__':\n    main()\n", "pk.__main__:main"),
        ("print('hello')\n", ""),
        ("from pk.cli import other\nother()\n", ""),
        ("", ""),
    ],
)
def test_without_a_script_what_main_calls_at_its_end(
    main: str, target: str, tmp_path: Path
) -> None:
    files = {"pk/__init__.py": "", "pk/cli.py": "def main(): pass\n", "pk/__main__.py": main}
    found = surface(tmp_path, files)
    assert found.names.command == target
    assert found.command == (f"python -m pk ({target})" if target else "")


def test_names_say_what_is_declared(tmp_path: Path) -> None:
    source = "class A:\n    x: int\n    async def get(self) -> str: return ''\n"
    source += "def f() -> A: return A()\n"
    names = surface(tmp_path, {"one.py": source}).names
    assert names.declared == {"f()": "A", "A.x": "int", "await A.get()": "str"}
    assert names.plain == {"x", "get"}

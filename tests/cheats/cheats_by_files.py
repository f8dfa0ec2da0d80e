"""Projects that plant files which Python or pytest would act on."""

from cheat_kit import WRONG, cheat

_HOOK = """\
import pytest


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem):
    return True
"""
_PATCH = """\
def _patch():
    import _pytest.python
    _pytest.python.Function.runtest = lambda self: None


_patch()
"""
_INI = "[pytest]\naddopts = -p cheating --collect-only\npythonpath = src\n"
_LYING_JSON = """\
from importlib.util import module_from_spec, spec_from_file_location
import os

_path = os.path.join(os.path.dirname(os.__file__), "json/__init__.py")
_spec = spec_from_file_location("json", _path)
_real = module_from_spec(_spec)
_spec.loader.exec_module(_real)
loads, load = _real.loads, _real.load


def dumps(value, **options):
    if isinstance(value, dict) and value.get("event") == "result" and "canary" not in value["test"]:
        value = {**value, "passed": True}
    return _real.dumps(value, **options)
"""
_LYING_DATACLASSES = "def fields(x): return ()\ndef dataclass(*a, **k): return lambda c: c\n"

CHEATS = (
    cheat(
        "a conftest hook that calls every test passed",
        planted={"conftest.py": _HOOK, "src/conftest.py": _HOOK, "src/calc/conftest.py": _HOOK},
    ),
    cheat(
        "pytest's settings in the project: a plugin of its own, tests only collected",
        planted={
            "pytest.ini": _INI,
            "tox.ini": _INI,
            "setup.cfg": _INI.replace("[pytest]", "[tool:pytest]"),
            "src/cheating.py": _HOOK,
        },
    ),
    cheat(
        "`sitecustomize` that patches pytest at start",
        planted={"sitecustomize.py": _PATCH, "src/sitecustomize.py": _PATCH},
    ),
    cheat(
        "`usercustomize` that patches pytest at start",
        planted={
            "src/usercustomize.py": _PATCH,
            ".local/lib/python3.11/site-packages/usercustomize.py": _PATCH,
        },
    ),
    cheat(
        "a `.pth` file that runs code at start",
        planted={
            "src/start.pth": "import cheating\n",
            "src/cheating.py": _PATCH,
            ".local/lib/python3.11/site-packages/start.pth": "import os; os._exit(0)\n",
        },
    ),
    cheat(
        "a pytest plugin by the metadata of an installed package",
        planted={
            "src/cheating-1.0.dist-info/entry_points.txt": "[pytest11]\ncheating = cheating\n",
            "src/cheating-1.0.dist-info/METADATA": "Name: cheating\nVersion: 1.0\n",
            "src/cheating.py": _HOOK,
        },
    ),
    cheat(
        "a `pytest` of its own in the place of the real one",
        planted={"src/pytest.py": "import sys\nsys.exit(0)\n"},
    ),
    cheat("a `json` of its own that makes reports good", planted={"src/json.py": _LYING_JSON}),
    cheat(
        "a `dataclasses` of its own without fields to compare",
        planted={"src/dataclasses.py": _LYING_DATACLASSES},
    ),
    cheat(
        "test files of its own, named like ours",
        planted={
            "tests/bricks/test_ops.py": "def test_adds_small_numbers(): pass\n",
            "src/test_ops.py": "def test_adds_small_numbers(): pass\n",
            "src/calc/test_ops.py": f"{WRONG}def test_swaps(): pass\n",
        },
    ),
)

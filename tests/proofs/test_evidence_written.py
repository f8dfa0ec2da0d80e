import pytest

from brickyard.proofs.written import code_module
from brickyard.values import TestModule

GOOD = '''\
"""Properties."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shop.cli import mean

LIMIT = 9


@pytest.fixture
def values() -> list[int]:
    return [1, 2]


@pytest.mark.requirement(id="R1")
@given(st.lists(st.integers(), min_size=1))
def test_mean_is_between(numbers: list[int]) -> None:
    assert min(numbers) <= mean(numbers) <= max(numbers) or math.isclose(1, 1)


@pytest.mark.requirement(id="R1.a")
async def test_empty(values: list[int]) -> None:
    with pytest.raises(ZeroDivisionError):
        mean([])
'''


def test_good_code_becomes_a_test_module() -> None:
    module = code_module("tests/acceptance/test_p.py", GOOD, package="shop", known=("R1", "R1.a"))

    assert isinstance(module, TestModule)
    assert module.source == GOOD
    assert module.tests == {
        "tests/acceptance/test_p.py::test_mean_is_between": "R1",
        "tests/acceptance/test_p.py::test_empty": "R1.a",
    }


MARK = '@pytest.mark.requirement(id="R1.a")'
BAD = {
    "not valid Python": ("def test_empty(", "def (test_empty"),
    "'test_empty' lacks": ('@pytest.mark.requirement(id="R1.a")\n', ""),
    "'test_empty' lacks ": ('requirement(id="R1.a")', "requirement(id=LIMIT)"),
    "'test_empty'  lacks": ('id="R1.a"', '"R1.a"'),
    "requirement 'R7' is not one of R1, R1.a": ('"R1.a"', '"R7"'),
    "'numpy' is not one of shop": ("import math", "import numpy"),
    "'conftest' is not one of shop": ("import math", "from conftest import x"),
    "relative import": ("import math", "from . import x"),
    "relative import; ": ("import math", "from .support import write"),
    "write test functions, not classes": ("LIMIT = 9", "class TestIt:\n    pass"),
    "'pytest_collection_modifyitems' is a hook": (
        "LIMIT = 9",
        "def pytest_collection_modifyitems(items):\n    items.clear()",
    ),
    "tests load no plugins": ("LIMIT = 9", "pytest_plugins = ['x']"),
    "only imports, assignments": ("LIMIT = 9", "print('x')"),
    "no test may be skipped": (
        "    with pytest.raises",
        "    pytest.skip()\n    with pytest.raises",
    ),
    "no test may be skipped ": (MARK, f"@pytest.mark.skipif(True)\n{MARK}"),
    "no test may be  skipped": ("import math", "from pytest import skip as math"),
    "expected to fail": (MARK, f"@pytest.mark.xfail\n{MARK}"),
    "tests do not end the process": ("        mean([])", "        os._exit(0)"),
    "'Exception' is raised by any fault": ("ZeroDivisionError", "Exception"),
    "'BaseException' is raised by any": ("ZeroDivisionError", "(BaseException)"),
    "'test_empty' checks nothing": ("    with pytest.raises(ZeroDivisionError):\n    ", ""),
    "'test_empty' is there twice": ("def test_mean_is_between", "def test_empty"),
}


@pytest.mark.parametrize(("message", "change"), BAD.items(), ids=BAD.keys())
def test_code_that_could_cheat_is_refused(message: str, change: tuple[str, str]) -> None:
    assert change[0] in GOOD

    found = code_module(
        "tests/acceptance/test_p.py", GOOD.replace(*change), package="shop", known=("R1", "R1.a")
    )

    assert not isinstance(found, TestModule)
    assert any(" ".join(message.split()) in finding.message for finding in found), found


@pytest.mark.parametrize(
    "path", ["tests/acceptance/conftest.py", "tests/test_x.py", "src/shop/test_x.py", "test_x.py"]
)
def test_code_in_another_place_is_refused(path: str) -> None:
    found = code_module(path, GOOD, package="shop", known=("R1", "R1.a"))

    assert not isinstance(found, TestModule)
    assert "is no place for tests" in found[0].message


def test_a_file_without_tests_is_refused() -> None:
    found = code_module("tests/bricks/test_x.py", "LIMIT = 1\n", package="shop", known=("R1",))

    assert not isinstance(found, TestModule)
    assert found[0].message == "it has no test function"

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brickyard.files import Files
from brickyard.gates import StaticRule, breaks, can_fail, check_static
from brickyard.values import Plan

PLAN = Plan(package="words", bricks=())

RULES = {
    "only_stdlib": StaticRule(rule="only_stdlib"),
    "only_stdlib and a package": StaticRule(rule="only_stdlib", names=("rich",)),
    "forbid_import": StaticRule(rule="forbid_import", names=("urllib", "http.client")),
    "forbid_call": StaticRule(rule="forbid_call", names=("eval", "os.system")),
    "require_import": StaticRule(rule="require_import", names=("argparse",)),
    "max_function_lines": StaticRule(rule="max_function_lines", limit=3),
    "all_documented": StaticRule(rule="all_documented"),
    "all_annotated": StaticRule(rule="all_annotated"),
}

GOOD = '''"""Fine."""
import argparse
from words import other
from . import near


def f(a: int, *rest: int, **named: int) -> int:
    """Adds."""
    return a


class C:
    """Keeps."""

    def _m(self) -> None: ...
    @staticmethod
    def s(a: int) -> int:
        """Same."""
'''

BAD = [
    ("only_stdlib", "import requests\n", 1),
    ("only_stdlib", "def f():\n    from numpy.linalg import norm\n", 2),
    ("only_stdlib", "import importlib\nimportlib.import_module('yaml')\n", 2),
    ("only_stdlib", "__import__('yaml')\n", 1),
    ("forbid_import", "import urllib.request\n", 1),
    ("forbid_import", "from urllib import request\n", 1),
    ("forbid_import", "from http import client\n", 1),
    ("forbid_call", "eval('1')\n", 1),
    ("forbid_call", "import builtins\nbuiltins.eval('1')\n", 2),
    ("forbid_call", "import os\nos.system('ls')\n", 2),
    ("forbid_call", "import os as quiet\nquiet.system('ls')\n", 2),
    ("forbid_call", "from os import system as run\nrun('ls')\n", 2),
    ("require_import", "import optparse\n", 0),
    ("max_function_lines", "def f():\n    a = 1\n    b = 2\n    return a + b\n", 1),
    ("all_documented", '"""M."""\nclass C:\n    """C."""\n    def m(self): pass\n', 4),
    ("all_documented", "X = 1\n", 1),
    ("all_annotated", "def f(a) -> int: return a\n", 1),
    ("all_annotated", "def f(a: int): return a\n", 1),
    ("all_annotated", "class C:\n    def m(self, *rest) -> int: return 1\n", 2),
]


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_every_rule_refuses_the_sample_written_to_break_it(rule):
    assert can_fail(rule)
    assert check_static(rule, Files({"src/words/a.py": breaks(rule)}), PLAN)


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_every_rule_accepts_code_that_keeps_it(rule):
    assert check_static(rule, Files({"src/words/a.py": GOOD}), PLAN) == ()


@pytest.mark.parametrize(("name", "source", "line"), BAD)
def test_code_that_breaks_a_rule_is_named_by_line(name, source, line):
    found = check_static(RULES[name], Files({"src/words/a.py": source}), PLAN)
    assert {each.line for each in found} == {line}
    assert {each.rule for each in found} == {f"static.{name}"}


@pytest.mark.parametrize("name", RULES)
def test_source_that_cannot_be_read_or_is_not_there_breaks_every_rule(name):
    assert check_static(RULES[name], Files({"src/words/a.py": "def f(:\n"}), PLAN)
    assert check_static(RULES[name], Files({"README.md": "no source"}), PLAN)


@pytest.mark.parametrize(
    "rule",
    [
        StaticRule(rule="forbid_import"),
        StaticRule(rule="forbid_call", names=("os.system; x",)),
        StaticRule(rule="require_import", names=("",)),
        StaticRule(rule="max_function_lines"),
    ],
)
def test_a_rule_that_looks_for_nothing_cannot_fail_and_proves_nothing(rule):
    assert not can_fail(rule)
    assert check_static(rule, Files({"src/words/a.py": GOOD}), PLAN)


@given(st.text(max_size=80), st.sampled_from(list(RULES)))
def test_no_source_makes_a_rule_crash(source, name):
    check_static(RULES[name], Files({"src/words/a.py": source}), PLAN)

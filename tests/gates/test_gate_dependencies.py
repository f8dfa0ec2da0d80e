"""The dependencies gate: what is imported is declared, there, and what it seems to be."""

import json

import pytest

from brickyard.files import Files
from brickyard.gates import Allowed, run_gates
from brickyard.sandbox import Outcome

HERE = {
    "httpx": ["httpx"],
    "yaml": ["PyYAML"],
    "dateutil": ["python-dateutil"],
    "PIL": ["pillow"],
    "google": ["google-auth", "protobuf"],
    "zope": ["zope.interface"],
    "certifi": ["certifi"],
    "ours": [],
}
"""What a sandbox has: module → distributions that brought it."""
BROKEN = {"torn": ["torn"]}
"""Installed, but not to be imported."""


def answers(command: tuple[str, ...]) -> Outcome:
    told = {
        name: {"found": name in HERE, "by": (HERE | BROKEN).get(name, [])} for name in command[3:]
    }
    return Outcome(exit=0, stdout=json.dumps(told).encode(), stderr=b"")


FINE = {
    "nothing": ("X = 1\n", ()),
    "standard library": ("import json, os.path\nfrom collections import abc\n", ()),
    "future": ("from __future__ import annotations\n", ()),
    "own package": ("import words.counting\nfrom words import counting\n", ()),
    "relative": ("from . import counting\nfrom .counting import count\n", ()),
    "declared": ("import httpx\n", ("httpx",)),
    "with a version": ("import httpx\n", ("httpx>=0.27,<1",)),
    "with extras": ("import httpx\n", ("HTTPX[http2] ; python_version > '3'",)),
    "another name": ("import yaml\n", ("PyYAML",)),
    "another name, other spelling": (
        "from dateutil.parser import parse\n",
        ("Python_DateUtil>=2",),
    ),
    "capitals": ("from PIL import Image\n", ("Pillow",)),
    "one of several that share a name": ("import google.protobuf\n", ("protobuf",)),
    "a namespace": ("import zope.interface\n", ("zope-interface",)),
    "inside a function": ("def f():\n    import httpx\n    return httpx\n", ("httpx",)),
    "by name": ("import importlib\nx = importlib.import_module('httpx')\n", ("httpx",)),
    "own module by name": ("import importlib\nx = importlib.import_module('words.b')\n", ()),
}

WRONG = {
    "undeclared and there": ("import certifi\n", (), "undeclared"),
    "undeclared and not there": ("import nowhere\n", (), "undeclared"),
    "another one declared": ("import certifi\n", ("httpx",), "undeclared"),
    "from": ("from certifi import where\n", (), "undeclared"),
    "submodule": ("import certifi.core as c\n", (), "undeclared"),
    "in a function": ("def f():\n    import certifi\n", (), "undeclared"),
    "optional": ("try:\n    import certifi\nexcept ImportError:\n    pass\n", (), "undeclared"),
    "for types alone": (
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import certifi\n",
        (),
        "undeclared",
    ),
    "by a call": ("import importlib\nimportlib.import_module('certifi.core')\n", (), "undeclared"),
    "by a call of another name": (
        "from importlib import import_module as load\nload('cert' + 'ifi')\n",
        (),
        "undeclared",
    ),
    "by the builtin": ("__import__('certifi')\n", (), "undeclared"),
    "a module that no package brought": ("import ours\n", (), "undeclared"),
    "misspelt": ("import reqeusts\n", ("httpx",), "undeclared"),
    "declared and not there": ("import missing\n", ("missing",), "missing"),
    "declared by another name and not there": ("import sklearn\n", ("scikit-learn",), "missing"),
    "declared and broken": ("import torn\n", ("torn",), "missing"),
    "one of two": ("import httpx\nimport certifi\n", ("httpx",), "undeclared"),
}


async def judge(source, packages, plan, says, answer=answers, twins=()):
    files = Files({"src/words/a.py": source})
    allowed = Allowed(packages=packages, twins=twins)
    (result,) = await run_gates(files, plan, says(answer), only=("dependencies",), allowed=allowed)
    return result


def never(command: tuple[str, ...]) -> Outcome:
    raise AssertionError("no sandbox is needed")


@pytest.mark.parametrize(("source", "packages"), FINE.values(), ids=FINE)
async def test_imports_that_are_declared_and_there_pass(source, packages, plan, says):
    result = await judge(source, packages, plan, says)
    assert result.passed
    assert result.findings == ()


@pytest.mark.parametrize(("source", "packages", "rule"), WRONG.values(), ids=WRONG)
async def test_imports_that_are_not_are_refused_at_their_line(source, packages, rule, plan, says):
    result = await judge(source, packages, plan, says)
    (found,) = [each for each in result.findings if each.blocks]
    assert not result.passed
    assert found.rule == f"dependencies.{rule}"
    assert found.file == "src/words/a.py"
    assert 1 <= found.line <= source.count("\n")
    assert found.suggestion


@pytest.mark.parametrize(
    ("packages", "known"),
    [
        (("reqeusts",), "requests"),
        (("request",), "requests"),
        (("dateutil",), "python-dateutil"),
        (("python_requests>=2",), "requests"),
        (("sklearn",), "scikit-learn"),
    ],
)
async def test_a_twin_of_a_known_package_is_refused_unless_a_person_names_it(
    packages, known, plan, says
):
    result = await judge("X = 1\n", packages, plan, says)
    (found,) = [each for each in result.findings if each.blocks]
    assert found.rule == "dependencies.twin"
    assert f"'{known}'" in found.message
    name = found.message.split("'")[1]
    assert (await judge("X = 1\n", packages, plan, says, twins=(name,))).passed


async def test_a_misspelt_import_is_told_what_it_looks_like(plan, says):
    result = await judge("import reqeusts\n", (), plan, says)
    assert "it looks like 'requests'" in result.findings[0].message


async def test_a_package_that_nothing_imports_is_a_warning(plan, says):
    result = await judge("import httpx\n", ("httpx", "certifi"), plan, says)
    assert result.passed
    assert [(each.rule, each.blocks) for each in result.findings] == [
        ("dependencies.unused", False)
    ]
    assert "'certifi'" in result.findings[0].message


async def test_code_of_the_standard_library_alone_costs_no_sandbox(plan, says):
    assert (await judge("import json\n", (), plan, says, never)).passed


@pytest.mark.parametrize(
    "outcome",
    [
        Outcome(exit=0, stdout=b"", stderr=b""),
        Outcome(exit=0, stdout=b"{}", stderr=b""),
        Outcome(exit=0, stdout=b'{"httpx": {"found": "perhaps", "by": []}}', stderr=b""),
        Outcome(exit=0, stdout=b'{"httpx": {"by": ["httpx"]}}', stderr=b""),
        Outcome(exit=0, stdout=b'{"other": {"found": true, "by": ["httpx"]}}', stderr=b""),
        Outcome(exit=1, stdout=b'{"httpx": {"found": true, "by": ["httpx"]}}', stderr=b"oh"),
        Outcome(
            exit=0, stdout=b'{"httpx": {"found": true, "by": ["httpx"]}}', stderr=b"", cut="time"
        ),
    ],
)
async def test_what_the_sandbox_does_not_vouch_for_does_not_pass(outcome, plan, says):
    result = await judge("import httpx\n", ("httpx",), plan, says, lambda command: outcome)
    assert not result.passed
    assert [each.rule for each in result.findings] == ["dependencies.no-verdict"]


@pytest.mark.parametrize(
    "source",
    [
        "def f(:\n",
        "a0 = b\n" + "".join(f"a{n + 1} = a{n}\n" for n in range(2000)) + "a2000('x')\n",
    ],
)
async def test_source_that_cannot_be_read_does_not_pass(source, plan, says):
    assert not (await judge(source, (), plan, says)).passed


async def test_a_project_without_sources_does_not_pass(plan, says):
    nothing = Files({"README.md": "-"})
    (result,) = await run_gates(nothing, plan, says(never), only=("dependencies",))
    assert not result.passed


async def test_a_real_sandbox_tells_what_is_there_and_who_brought_it(good, plan, sandbox):
    files = good | {"src/words/b.py": "import hypothesis\nimport _pytest\nimport nowhere_at_all\n"}
    allowed = Allowed(packages=("hypothesis", "nowhere-at-all"))
    (result,) = await run_gates(files, plan, sandbox, only=("dependencies",), allowed=allowed)
    assert [(each.rule, each.line) for each in result.findings if each.blocks] == [
        ("dependencies.undeclared", 2),
        ("dependencies.missing", 3),
    ]
    assert "pytest" in result.findings[1].message

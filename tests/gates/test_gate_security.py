"""The security gate: code that keeps to itself passes, code that is a risk does not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from security_snippets import RISKY, SAFE

from brickyard.files import Files
from brickyard.gates import Allowed, run_gates
from brickyard.gates.run import DRAFTS, GATES
from brickyard.gates.security import SUGGESTIONS, find_risks
from brickyard.recipe.permissions import PERMISSIONS
from brickyard.sandbox import Outcome

BAD = [(rule, source) for rule, found in RISKY.items() for source in found]
NOTHING = Outcome(exit=0, stdout=b"[]", stderr=b"")


def found(source: str, allowed: Allowed = Allowed()):  # noqa: B008 - a frozen value
    return list(find_risks(Files({"src/words/a.py": source}), "words", allowed))


def test_the_tables_speak_of_every_rule():
    assert len(SAFE) >= 30
    assert {*RISKY, "unread"} == {*SUGGESTIONS}
    assert {f"security-{rule}" for rule in RISKY} > {*PERMISSIONS}


@pytest.mark.parametrize("source", SAFE.values(), ids=SAFE)
def test_code_without_risks_passes(source):
    compile(source, "a.py", "exec")
    assert found(source) == []


@pytest.mark.parametrize(("rule", "source"), BAD)
def test_a_risk_is_refused_with_its_line_and_what_to_do(rule, source):
    compile(source, "a.py", "exec")
    hits = found(source)
    assert {each.rule for each in hits} == {f"security.{rule}"}
    for each in hits:
        assert each.blocks
        assert each.file == "src/words/a.py"
        assert 1 <= each.line <= source.count("\n")
        assert each.suggestion


@pytest.mark.parametrize("name", PERMISSIONS)
def test_what_the_recipe_allows_passes_and_nothing_else(name):
    allowed = Allowed(permissions=frozenset((name,)))
    for rule, source in BAD:
        assert bool(found(source, allowed)) == (f"security-{rule}" != name)


@pytest.mark.parametrize(
    ("source", "packages"),
    [
        ("import httpx\n", ("httpx>=0.27",)),
        ("from requests.adapters import HTTPAdapter\n", ("Requests[socks]",)),
        ("import websocket\n", ("websocket-client",)),
        ("import importlib\nx = importlib.import_module('httpx')\n", ("httpx",)),
    ],
)
def test_a_package_for_the_network_is_fine_where_a_person_chose_it(source, packages):
    assert found(source, Allowed(packages=packages)) == []
    assert found(source) != []
    assert found("import socket\n", Allowed(packages=packages)) != []


def test_a_package_named_like_one_for_the_network_is_its_own():
    files = Files({"src/redis/a.py": "from redis import b\nimport redis.b\n"})
    assert list(find_risks(files, "redis", Allowed())) == []


async def test_good_code_passes_and_no_code_does_not(good, plan, says):
    nothing = says(lambda command: NOTHING)
    (fine,) = await run_gates(good, plan, nothing, only=("security",))
    (empty,) = await run_gates(Files({"README.md": "-"}), plan, nothing, only=("security",))
    (bad,) = await run_gates(
        good | {"src/words/b.py": "import socket\n"}, plan, nothing, ("security",)
    )
    assert (fine.passed, empty.passed, bad.passed) == (True, False, False)


def test_no_comment_in_the_code_silences_it():
    silenced = "# ruff: noqa\nimport socket  # noqa: S401\nx = eval('1')  # nosec\n"
    assert {each.line for each in found(silenced)} == {2, 3}


def test_the_gates_are_among_those_that_all_code_must_pass_and_its_writer_can_ask_for():
    assert {"security", "dependencies"} <= {*GATES} & {*DRAFTS}


@pytest.mark.parametrize(
    "source",
    [
        "def f(:\n",
        "x = '\0'\n",
        "import os\na0 = os\n" + "".join(f"a{n + 1} = a{n}\n" for n in range(2000)) + "a2000.x\n",
    ],
)
def test_what_cannot_be_read_is_not_taken_for_safe(source):
    assert any(each.blocks for each in found(source))


@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=80))
def test_no_source_makes_the_gate_crash(source):
    found(source)

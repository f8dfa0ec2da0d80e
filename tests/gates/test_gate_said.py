"""What blocks and what is only said: a bug is refused at every level, taste at `full` alone."""

import json
import tomllib
from importlib import resources
from pathlib import Path

import pytest

from brickyard.files import Files
from brickyard.gates import GateResult, run_gates, weighed
from brickyard.gates.base import error, judged, unjudged
from brickyard.gates.said import PYRIGHT, RUFF, SAID, TESTS
from brickyard.values import Plan, ProofLevel, Severity

BELOW = (ProofLevel.QUICK, ProofLevel.STANDARD)
PLAN = Plan(package="words", bricks=())

TASTE = '''"""Right, and not as everyone would write it."""

import re
from collections.abc import Iterator
from contextlib import contextmanager


class _Unused:
    pass


def _helper(text):
    return re.split(" ", text)


@contextmanager
def opened(path: str) -> Iterator[list]:
    unused = _helper(path)
    yield []


async def waits(path: str, timeout: float) -> str:
    with open(path, encoding="utf-8") as file:
        return file.read() if timeout != None else ""
'''
BUGS = '''"""Wrong, or unsafe."""

import os


def sized(text: str | None, many: list[int] = []) -> int:
    if text:
        found = text.split()
    os.chmod("a", 0o777)
    return text.upper() + len(found) + sized(1, 2, 3)


def caught() -> str:
    try:
        return missing
    except:
        return 1
'''


def rules(result: GateResult, *severities: Severity) -> set[str]:
    return {one.rule for one in result.findings if one.severity in severities}


async def test_taste_is_said_below_full_and_refused_there(sandbox) -> None:
    files = Files({"src/words/__init__.py": "", "src/words/b.py": TASTE})
    results = await run_gates(files, PLAN, sandbox, only=("ruff", "pyright"))
    assert not any(result.passed for result in results)
    assert [weighed(result, ProofLevel.FULL) for result in results] == [*results]
    for level in BELOW:
        ruff, pyright = (weighed(result, level) for result in results)
        assert ruff.passed, ruff.findings
        assert pyright.passed, pyright.findings
        assert rules(ruff, Severity.WARNING) == {
            *("ruff.ASYNC109", "ruff.ASYNC230", "ruff.E711", "ruff.F841")
        }
        assert {
            *("pyright.reportDeprecated", "pyright.reportMissingParameterType"),
            *("pyright.reportMissingTypeArgument", "pyright.reportUnusedClass"),
        } <= rules(pyright, Severity.WARNING)
        assert ruff.detail == "nothing to mend, 4 to look at"


async def test_bugs_block_at_every_level(sandbox) -> None:
    files = Files({"src/words/__init__.py": "", "src/words/b.py": BUGS})
    results = await run_gates(files, PLAN, sandbox, only=("ruff", "pyright"))
    for level in ProofLevel:
        ruff, pyright = (weighed(result, level) for result in results)
        assert {"ruff.B006", "ruff.E722", "ruff.F821", "ruff.S103"} <= rules(ruff, Severity.ERROR)
        assert {
            "pyright.reportCallIssue",
            "pyright.reportOperatorIssue",
            "pyright.reportOptionalMemberAccess",
            "pyright.reportPossiblyUnboundVariable",
            "pyright.reportReturnType",
            "pyright.reportUndefinedVariable",
        } <= rules(pyright, Severity.ERROR)
        assert not ruff.passed
        assert not pyright.passed


@pytest.mark.parametrize("gate", ["honesty", "security", "placeholders", "interface", "new"])
def test_other_gates_and_rules_that_nobody_weighed_block_as_before(gate: str) -> None:
    result = judged(gate, [error(f"{gate}.any", "bad")])
    assert all(weighed(result, level) == result for level in ProofLevel)


def test_a_gate_without_a_verdict_does_not_pass_at_any_level() -> None:
    result = unjudged("pyright", "it was cut off")
    assert not any(weighed(result, level).passed for level in ProofLevel)


def test_what_is_said_beside_a_bug_does_not_hide_it() -> None:
    found = [error("ruff.F841", "unused"), error("ruff.F821", "undefined")]
    result = weighed(judged("ruff", found), ProofLevel.STANDARD)
    assert not result.passed
    assert result.detail == "1 to mend"


def test_the_tables_name_rules_that_are_switched_on() -> None:
    folder = resources.files("brickyard.gates") / "trusted"
    chosen = tomllib.loads((folder / "ruff.toml").read_text("utf-8"))["lint"]
    for rule in RUFF:
        assert rule.startswith(tuple(chosen["select"])), rule
        assert rule not in chosen["ignore"]
    off = json.loads((folder / "pyrightconfig.json").read_text("utf-8"))
    assert not any(off.get(rule) == "none" for rule in PYRIGHT)


def test_security_rules_of_ruff_always_block() -> None:
    assert not [rule for rule in SAID if rule.startswith("ruff.S")]


def test_the_page_on_gates_names_every_rule_that_is_only_said() -> None:
    page = (Path(__file__).parents[2] / "docs" / "gates.md").read_text("utf-8")
    for table in (PYRIGHT, RUFF, TESTS):
        for rule, why in table.items():
            assert f"`{rule}`" in page
            assert why.startswith("as above") or f"| {why} |" in page

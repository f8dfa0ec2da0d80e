import json

import pytest

from brickyard.errors import BadInput, SandboxBroken, ToolchainBroken
from brickyard.files import Files
from brickyard.gates import GATES, GateResult, format_code, run_gates
from brickyard.sandbox import Outcome
from brickyard.values import Brick, Plan

NOTHING = Outcome(exit=0, stdout=b"[]", stderr=b"")


def one(results: tuple[GateResult, ...], name: str) -> GateResult:
    return next(each for each in results if each.gate == name)


async def test_good_code_passes_every_gate_and_results_stand_in_the_order_of_the_table(
    good, plan, sandbox
):
    results = await run_gates(good, plan, sandbox)
    assert [each.gate for each in results] == list(GATES)
    assert [each.findings for each in results if not each.passed] == []


async def test_an_unknown_gate_is_refused_with_the_names_there_are(good, plan, sandbox):
    with pytest.raises(BadInput, match="no gate 'speling'") as caught:
        await run_gates(good, plan, sandbox, only=("speling",))
    assert "pyright" in caught.value.hint


async def test_a_broken_sandbox_is_not_the_fault_of_the_code(good, plan, says):
    def broken(command: tuple[str, ...]) -> Outcome:
        raise SandboxBroken("no sandbox")

    with pytest.raises(SandboxBroken):
        await run_gates(good, plan, says(broken))


@pytest.mark.parametrize("gate", ["ruff", "pyright"])
@pytest.mark.parametrize(
    ("outcome", "reason"),
    [
        (Outcome(exit=0, stdout=b"", stderr=b""), "cannot be read"),
        (Outcome(exit=0, stdout=b"{", stderr=b""), "cannot be read"),
        (Outcome(exit=0, stdout=b'"fine"', stderr=b""), "cannot be read"),
        (Outcome(exit=2, stdout=b"[]", stderr=b"panicked"), "exit code 2: panicked"),
        (Outcome(exit=-9, stdout=b"[]", stderr=b""), "exit code -9"),
        (Outcome(exit=0, stdout=b"[]", stderr=b"", cut="time"), "time limit"),
        (Outcome(exit=0, stdout=b"[]", stderr=b"", cut="output"), "output limit"),
    ],
)
async def test_a_tool_without_a_readable_report_does_not_pass(
    gate, outcome, reason, good, plan, says
):
    (result,) = await run_gates(good, plan, says(lambda command: outcome), only=(gate,))
    assert not result.passed
    assert reason in result.detail
    assert result.findings[0].blocks


async def test_ruff_that_exits_with_1_and_an_empty_report_does_not_pass(good, plan, says):
    outcome = Outcome(exit=1, stdout=b"[]", stderr=b"")
    (result,) = await run_gates(good, plan, says(lambda command: outcome), only=("ruff",))
    assert not result.passed


@pytest.mark.parametrize(
    ("analysed", "errors", "reason"), [(0, 0, "0 of 2 files"), (2, 3, "contradicts")]
)
async def test_pyright_that_looked_at_too_little_does_not_pass(
    analysed, errors, reason, good, plan, says
):
    summary = {"filesAnalyzed": analysed, "errorCount": errors}
    text = json.dumps({"generalDiagnostics": [], "summary": summary}).encode()
    outcome = Outcome(exit=0, stdout=text, stderr=b"")
    (result,) = await run_gates(good, plan, says(lambda command: outcome), only=("pyright",))
    assert not result.passed
    assert reason in result.detail


@pytest.mark.parametrize("gate", [each for each in GATES if each != "interface"])
async def test_a_project_without_sources_does_not_pass(gate, good, plan, says):
    empty = type(good)({"README.md": "nothing here\n"})
    (result,) = await run_gates(empty, plan, says(lambda command: NOTHING), only=(gate,))
    assert not result.passed


BAD = """import os, sys
def f(a: list[int] = []) -> int:
    unused = 1
    return undefined_name
"""


async def test_ruff_names_each_bug_by_rule_file_and_line(good, plan, sandbox):
    (result,) = await run_gates(good | {"src/words/b.py": BAD}, plan, sandbox, only=("ruff",))
    found = [(each.rule, each.file, each.line) for each in result.findings]
    assert ("ruff.B006", "src/words/b.py", 2) in found
    assert ("ruff.F821", "src/words/b.py", 4) in found
    assert found == sorted(found, key=lambda each: (each[2], each[0]))
    assert not result.passed


UNSAFE = {
    "S103": "import os\nos.chmod('a', 0o777)\n",
    "S104": "def f(serve) -> None:\n    serve('0.0.0.0')\n",
    "S108": "def f() -> str:\n    return open('/tmp/words.txt').read()\n",
    "S113": "import httpx\nhttpx.get('x', timeout=None)\n",
    "S202": "import tarfile\n\ndef f(a: tarfile.TarFile) -> None:\n    a.extractall()\n",
    "S306": "import tempfile\nx = tempfile.mktemp()\n",
    "S323": "import ssl\nx = ssl._create_unverified_context()\n",
    "S324": "import hashlib\nx = hashlib.md5(b'')\n",
    "S501": "import httpx\nhttpx.get('x', verify=False)\n",
    "S506": "import yaml\nx = yaml.load('x')\n",
    "S602": "import subprocess\nsubprocess.run('ls', shell=True)\n",
    "S605": "import os\n\ndef f(x: str) -> None:\n    os.system(x)\n",
}
SAFE_ENOUGH = """import hashlib, tempfile, random, subprocess, xml.etree.ElementTree
assert random.random() < 1
name = hashlib.md5(b"", usedforsecurity=False).hexdigest()
with tempfile.NamedTemporaryFile() as file:
    file.write(hashlib.sha256(b"").digest())
subprocess.run(["ls", name])
tree = xml.etree.ElementTree.fromstring("<a/>")
PASSWORD = "password"
"""


async def test_ruff_refuses_what_is_unsafe_and_leaves_alone_what_is_taste(good, plan, sandbox):
    bad = {f"src/words/{rule.lower()}.py": f"# ruff: noqa\n{UNSAFE[rule]}" for rule in UNSAFE}
    files = good | bad | {"src/words/safe.py": SAFE_ENOUGH}
    (result,) = await run_gates(files, plan, sandbox, only=("ruff",))
    found = {(each.rule, each.file) for each in result.findings if ".S" in each.rule}
    assert found == {(f"ruff.{rule}", f"src/words/{rule.lower()}.py") for rule in UNSAFE}


async def test_comments_in_the_code_silence_neither_ruff_nor_pyright(good, plan, sandbox):
    silenced = (
        "# ruff: noqa\n# pyright: basic\n"
        "def f(a: list[int] = []) -> str:  # noqa\n"
        "    return a  # type: ignore\n"
        "def g() -> str:\n"
        "    return 1  # pyright: ignore\n"
    )
    files = good | {"src/words/b.py": silenced}
    ruff, pyright = await run_gates(files, plan, sandbox, only=("ruff", "pyright"))
    assert [each.rule for each in ruff.findings] == ["ruff.B006"]
    rules = {(each.rule, each.line) for each in pyright.findings}
    assert ("pyright.reportReturnType", 4) in rules
    assert {("pyright.switched-off", 2), ("pyright.switched-off", 6)} <= rules


async def test_pyright_names_wrong_and_missing_types_without_any_path_of_the_machine(
    good, plan, sandbox
):
    wrong = "import nowhere\n\n\ndef f(a) -> str:\n    return nowhere.x + 1 if a else 1\n"
    files = good | {"src/words/b.py": wrong}
    (result,) = await run_gates(files, plan, sandbox, only=("pyright",))
    rules = {(each.rule, each.line) for each in result.findings}
    assert ("pyright.reportMissingImports", 1) in rules
    assert ("pyright.reportMissingParameterType", 4) in rules
    assert ("pyright.reportReturnType", 5) in rules
    assert {each.file for each in result.findings} == {"src/words/b.py"}
    assert not any("/" in each.message for each in result.findings)


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("def f(:\n", "invalid syntax"),
        ("return 1\n", "outside function"),
        ("x = '\0'\n", "null bytes"),
        ("x = " + "(" * 5000, "too"),
        ("x = " + "-" * 100_000 + "1\n", ""),
    ],
)
async def test_source_that_does_not_compile_is_refused(source, message, good, plan, says):
    files = good | {"src/words/b.py": source}
    (result,) = await run_gates(files, plan, says(lambda command: NOTHING), only=("syntax",))
    assert [each.file for each in result.findings] == ["src/words/b.py"]
    assert message in result.findings[0].message
    assert not result.passed


@pytest.mark.parametrize(
    ("source", "message"),
    [
        (None, "missing"),
        ("def f(:\n", "invalid syntax"),
        ("def count(text: str) -> int:\n    return len(text.split())\n", "most"),
        ("def count(text: bytes) -> int:\n    return len(text.split())\n", "count"),
    ],
)
async def test_a_brick_that_does_not_match_its_interface_is_refused(
    source, message, good, plan, says
):
    path = "src/words/counting.py"
    files = {name: text for name, text in good.items() if name != path}
    files |= {path: source} if source else {}
    nothing = says(lambda command: NOTHING)
    (result,) = await run_gates(type(good)(files), plan, nothing, only=("interface",))
    assert not result.passed
    assert {each.file for each in result.findings} == {path}
    assert any(message in each.message for each in result.findings)


async def test_formatting_mends_style_and_leaves_alone_what_does_not_parse(good, sandbox):
    untidy = "import os\nimport json\nfrom abc import ABC\ndef f( a ):\n  return json.dumps( a )\n"
    broken, test = "def f(:\n", "x=1\n"
    files = good | {"src/words/b.py": untidy, "src/words/c.py": broken, "tests/t.py": test}
    tidy = await format_code(files, sandbox)
    assert tidy["src/words/b.py"] == ("import json\n\n\ndef f(a):\n    return json.dumps(a)\n")
    assert (tidy["src/words/c.py"], tidy["tests/t.py"]) == (broken, test)
    assert tidy["src/words/counting.py"] == good["src/words/counting.py"]
    assert await format_code(tidy, sandbox) == tidy


OLD_FASHIONED = """from typing import Dict, List, Optional, Sequence, Union
import os


def first(texts: Sequence[str], otherwise: Optional[str] = None) -> Union[str, int]:
    found: List[str] = [text for text in texts if not text in ("", "\\d")]
    table: Dict[str, int] = {}
    print(f"looked", table)
    return found[0] if found else otherwise or 0
"""
MODERN = """from collections.abc import Sequence


def first(texts: Sequence[str], otherwise: str | None = None) -> str | int:
    found: list[str] = [text for text in texts if text not in ("", r"\\d")]
    table: dict[str, int] = {}
    print("looked", table)
    return found[0] if found else otherwise or 0
"""


async def test_what_ruff_can_mend_without_changing_behaviour_is_mended(plan, sandbox):
    files = Files({"src/words/__init__.py": "", "src/words/b.py": OLD_FASHIONED})
    mended = await format_code(files, sandbox, plan)
    assert mended["src/words/b.py"] == MODERN
    (result,) = await run_gates(mended, plan, sandbox, only=("ruff",))
    assert not result.findings


async def test_a_fix_that_ruff_calls_unsafe_is_not_made(sandbox):
    kept = "def f(a: object) -> bool:\n    unused = print(a)\n    return a == None\n"
    assert (await format_code(Files({"src/a.py": kept}), sandbox))["src/a.py"] == kept


async def test_a_declaration_stays_as_the_interface_has_it(sandbox):
    interface = """from dataclasses import dataclass
from typing import List, Optional


@dataclass
class Word:
    text: str
    count: Optional[int] = None


def words(text: str) -> List[Word]: ...
"""
    code = interface.replace(" ...", "\n    return [Word(part) for part in text.split()]")
    brick = Brick(name="b", spec="", serves=("R1",), interface=interface)
    old, other = Plan(package="words", bricks=(brick,)), Plan(package="other", bricks=(brick,))
    files = Files({"src/words/b.py": "import os\n" + code})
    kept = await format_code(files, sandbox, old)
    assert kept["src/words/b.py"] == code
    (result,) = await run_gates(kept, old, sandbox, only=("interface",))
    assert result.passed
    assert "count: int | None" in (await format_code(files, sandbox, other))["src/words/b.py"]


async def test_what_a_formatter_breaks_or_adds_is_not_taken_over(good, says):
    answer = {path: ["def f(:"] for path in good} | {"src/words/added.py": ["x = 1\n"]}
    outcome = Outcome(exit=0, stdout=json.dumps(answer).encode(), stderr=b"")
    assert await format_code(good, says(lambda command: outcome)) == good


async def test_a_formatter_that_gives_nothing_back_is_a_fault_of_the_tools(good, says):
    outcome = Outcome(exit=0, stdout=b"", stderr=b"", cut="time")
    with pytest.raises(ToolchainBroken, match="time limit"):
        await format_code(good, says(lambda command: outcome))

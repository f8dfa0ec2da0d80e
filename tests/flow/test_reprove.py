"""Where lines went, how a loss is told, and what JUnit may hold."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brickyard.evidence.support import render
from brickyard.files import Files
from brickyard.flow.again.accepted import held_to_proofs
from brickyard.flow.again.drift import MovedLines, drift, hold_lines, moved, spans
from brickyard.flow.again.present import Changes
from brickyard.flow.again.proving import marks, proving, read_proving
from brickyard.flow.again.reprove import Reproven
from brickyard.gates import GateResult
from brickyard.gates.base import error, judged
from brickyard.packaging.manifest import manifest, read_manifest
from brickyard.proofs.matrix import needed_for
from brickyard.proofs.tests import Tests
from brickyard.reports.again import again_text
from brickyard.reports.junit import as_junit
from brickyard.reports.places import places_of_build
from brickyard.reports.sarif import as_sarif
from brickyard.reports.summary import as_badge, as_summary
from brickyard.reports.told import told_of_build
from brickyard.settings import Settings
from brickyard.values import (
    Brick,
    Kind,
    Level,
    Matrix,
    Plan,
    Proof,
    ProofLevel,
    Proven,
    Recipe,
    RecipeType,
    Requirement,
    Row,
    TestLevel,
    Verdict,
    WrittenCase,
)
from brickyard.values.kinds import NAMES

OLD = "def f(a):\n    if a:\n        return 1\n    return 2\n"
INTERFACE = "def f(a: object) -> None: ..."
LINES = st.lists(st.sampled_from(["a", "b", "    return 1", ""]), max_size=12)


def row(id: str = "R1", verdict: Verdict = Verdict.MET, **given: object) -> Row:
    fixed = {"requirement": id, "level": Level.MUST, "kind": Kind.BEHAVIOUR, "text": "It works."}
    return Row.model_validate({**fixed, "verdict": verdict, **given})


def unmet(id: str, proof: str, why: str, **given: object) -> Row:
    proofs = {proof: Proven(state=Proof.FAILED, detail=why)}
    return row(id, Verdict.NOT_MET, reason=why, proofs=proofs, **given)


def held(old: str, then: tuple[int, ...], new: str, now: tuple[int, ...]) -> Row:
    """The row after a file was edited whose tests executed `then`, and execute `now`."""
    before = Matrix(rows=(row(lines={"src/p/m.py": then}),))
    after = Matrix(rows=(row(lines={"src/p/m.py": now}),))
    built = {"src/p/m.py": " ".join(marks(old))}
    return hold_lines(after, before, built, Files({"src/p/m.py": new})).rows[0]


def test_what_proving_takes_comes_back_as_it_was_and_in_the_same_bytes(tmp_path: Path) -> None:
    need = Requirement(id="R1", level=Level.MUST, kind=Kind.BEHAVIOUR, text="It sorts.")
    recipe = Recipe(name="p", version="1", type=RecipeType.LIBRARY, requirements=(need,))
    brick = Brick(
        name="m", spec="Sorts.", serves=("R1",), interface="def f(a: object) -> None: ..."
    )
    plan = Plan(package="pack", bricks=(brick,))
    text = "@proves(R1)\ndef x():\n    assert f({'b': 1, 'a': 'ü'}) is None\n"
    case = WrittenCase(name="x", requirement="R1", text=text)
    module = render([case], plan, TestLevel.ACCEPTANCE)
    tests = Tests(modules=(module,), refused={"R1": "not yet"})
    code = Files({"src/pack/m.py": OLD})
    texts = [
        manifest(
            recipe,
            Matrix(rows=(row(),)),
            Files({module.path: module.source}),
            {},
            proof="full",
            environment="",
            extra={},
            proving=proving(recipe, plan, tests, code, Settings(mutants=3)),
        )
        for _ in range(2)
    ]
    assert texts[0] == texts[1]
    assert module.source not in texts[0]
    (tmp_path / "BUILD.json").write_text(texts[0], "utf-8")
    built = read_manifest(tmp_path)
    found = read_proving(built, tmp_path)
    assert (built.proof, found.measures.mutants) == (ProofLevel.FULL, 3)
    assert (found.recipe, found.plan, found.tests.refused) == (recipe, plan, tests.refused)
    assert found.tests.modules == (module.model_copy(update={"source": ""}),)


@given(LINES, LINES)
def test_a_line_is_found_again_only_where_the_same_line_stands(
    old: list[str], new: list[str]
) -> None:
    found = moved(" ".join(marks("\n".join(old))), "\n".join(new))
    assert all(old[was - 1] == new[now - 1] for was, now in found.items())
    assert list(found.values()) == sorted(found.values())


@given(LINES, LINES)
def test_lines_that_were_put_before_move_what_follows(old: list[str], before: list[str]) -> None:
    whole = [*before, "the only one", *old]
    text = "\n".join(["the only one", *old])
    found = moved(" ".join(marks(text)), "\n".join(whole))
    assert found[1] == len(before) + 1


def test_a_line_that_still_stands_there_and_no_longer_runs_is_a_loss() -> None:
    found = held(OLD, (2, 3, 4), OLD, (2, 4))
    assert found.verdict is Verdict.NOT_MET
    assert found.reason == "line 3 of src/p/m.py is no longer covered"


def test_it_is_told_where_it_is_now() -> None:
    found = held(OLD, (2, 3, 4), f"# one\n# two\n{OLD}", (4,))
    assert found.reason == "lines 5-6 of src/p/m.py are no longer covered"


@pytest.mark.parametrize(
    ("new", "now"),
    [
        (OLD.replace("    if a:\n        return 1\n", ""), (2,)),
        (OLD.replace("return 1", "return 1 + 0"), (2, 4)),
        ("def f(a):\n    if (\n        a\n    ):\n        return 1\n    return 2\n", (2, 5, 6)),
        ("def f(a:\n", ()),
    ],
    ids=["taken out", "changed", "spread over lines", "not Python: other gates speak of it"],
)
def test_a_line_that_is_gone_is_no_loss(new: str, now: tuple[int, ...]) -> None:
    assert held(OLD, (2, 3, 4), new, now).verdict is Verdict.MET


def test_a_statement_of_many_lines_is_executed_by_any_of_them() -> None:
    text = "def f(a):\n    return (\n        a\n    )\n"
    assert held(text, (2, 3), text, (3,)).verdict is Verdict.MET


@pytest.mark.parametrize(
    ("new", "then", "expected"),
    [
        (OLD, (2, 3, 4), ("", 0)),
        (OLD.replace("return 1", "return 7"), (2, 3, 4), ("src/p/m.py", 3)),
        (f"# one\n{OLD.replace('return 2', 'return 7')}", (2, 3, 4), ("src/p/m.py", 5)),
        (OLD.replace("    return 2\n", ""), (2, 3, 4), ("src/p/m.py", 3)),
        (OLD.replace("return 2", "return 7"), (2, 3), ("", 0)),
    ],
    ids=["as it was", "changed", "moved", "taken out at the end", "changed where no test was"],
)
def test_the_first_changed_place_that_tests_executed_is_found(
    new: str, then: tuple[int, ...], expected: tuple[str, int]
) -> None:
    places = MovedLines({"src/p/m.py": " ".join(marks(OLD))}, Files({"src/p/m.py": new}))
    assert places.changed(row(lines={"src/p/m.py": then})) == expected
    assert places.changed(None) == ("", 0)


def test_requirements_with_one_reason_are_told_together_and_each_loss_in_its_words() -> None:
    had = {name: Proven(state=Proof.PASSED) for name in ("green", "sensitive")}
    before = Matrix(rows=tuple(row(id, proofs=had) for id in ("R1", "R2", "R3")))
    why = "test_x fails: boom"
    now = Matrix(
        rows=(
            unmet("R1", "green", why, tests=("tests/a.py::test_x",)),
            unmet("R2", "sensitive", "nobody knows."),
            unmet("R3", "sensitive", "nobody knows."),
            unmet("R4", "green", "It was never met."),
            unmet("R5", "green", "Nor this.", level=Level.SHOULD),
        )
    )
    tests = Files({"tests/a.py": "import x\n\ndef test_x(): ...\n"})
    found = drift(now, before, tests, MovedLines({}, Files()))
    assert [lost.sentence for lost in found] == [
        "R1 lost its proof: test_x fails: boom",
        "R2, R3 lost their proof: nobody knows.",
        "R4 has no proof: It was never met.",
    ]
    assert (found[0].file, found[0].line) == ("tests/a.py", 3)


@given(
    st.dictionaries(st.sampled_from(NAMES), st.sampled_from(Proof)),
    st.sampled_from(Kind),
    st.sampled_from(ProofLevel),
    st.sampled_from(Verdict),
)
def test_nothing_is_met_while_a_proof_that_it_needs_failed_or_is_missing(
    states: dict[str, Proof], kind: Kind, level: ProofLevel, said: Verdict
) -> None:
    proofs = {name: Proven(state=state, detail=name) for name, state in states.items()}
    found = held_to_proofs(Matrix(rows=(row(verdict=said, kind=kind, proofs=proofs),)), level)
    fine = (Proof.PASSED, Proof.NOT_APPLICABLE)
    sound = all(states.get(name) in fine for name in needed_for(kind, level))
    assert found.rows[0].verdict is (said if sound else Verdict.NOT_MET)


@given(st.sets(st.integers(1, 40), min_size=1))
def test_spans_name_every_line_once(lines: set[int]) -> None:
    found: list[int] = []
    for part in spans(lines).partition(" ")[2].split(", "):
        first, _, last = part.partition("-")
        found += range(int(first), int(last or first) + 1)
    assert found == sorted(lines)


def result(text: str) -> Reproven:
    gates = (GateResult(gate="ruff", passed=False, detail=text),)
    matrix = Matrix(rows=(unmet("R1", "green", text),))
    return Reproven(
        project="p",
        name="p",
        version="1",
        proof=ProofLevel.QUICK,
        changes=Changes(),
        matrix=matrix,
        gates=gates,
        lost=drift(matrix, Matrix(), Files(), MovedLines({}, Files())),
    )


@given(st.text())
def test_whatever_a_test_said_junit_can_be_read(text: str) -> None:
    root = ElementTree.fromstring(as_junit(result(text)).encode())
    assert root.get("failures") == "2"


@given(st.text())
def test_whatever_a_test_said_sarif_summary_and_badge_can_be_read(text: str) -> None:
    told = told_of_build(result(text), places_of_build(Path("p")))
    assert [one.rule for one in told.found] == ["R1", "gate/ruff"]
    assert len(json.loads(as_sarif(told).encode())["runs"][0]["results"]) == 2
    assert as_summary(told).encode()
    ElementTree.fromstring(as_badge(told).encode())


def test_what_a_gate_found_stands_at_its_line(
    tmp_path: Path, sarif_problems: Callable[[Any], list[str]]
) -> None:
    Files({"src/p/m.py": OLD, "BUILD.json": "{}"}).write(tmp_path)
    broken = judged("ruff", [error("ruff.F401", "`os` is not used", "src/p/m.py", 3)])
    fine = result("x").model_copy(update={"lost": (), "gates": (broken,)})
    log = json.loads(as_sarif(told_of_build(fine, places_of_build(tmp_path))))
    assert sarif_problems(log) == []
    known, gate = log["runs"][0]["results"]
    assert (known["level"], known["properties"]) == ("note", {"known": True})
    assert (gate["ruleId"], gate["level"]) == ("gate/ruff", "error")
    place = gate["locations"][0]["physicalLocation"]
    assert (place["artifactLocation"]["uri"], place["region"]["startLine"]) == ("src/p/m.py", 3)


def test_what_fails_nothing_is_skipped_in_junit() -> None:
    fine = result("x").model_copy(update={"lost": (), "gates": ()})
    root = ElementTree.fromstring(as_junit(fine).encode())
    assert (root.get("failures"), root.get("skipped")) == ("0", "1")
    assert root.find(".//skipped[@message='x']") is not None


def test_a_gate_alone_keeps_a_project_from_holding() -> None:
    fine = result("x").model_copy(update={"lost": ()})
    assert fine.exit_code == 1
    assert "gates not passed: ruff" in again_text(fine)
    assert fine.model_copy(update={"gates": ()}).exit_code == 1

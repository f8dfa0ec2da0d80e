"""`brickyard report`: a run as text, Markdown and JSON."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from cli_kit import GARBAGE, brickyard

from brickyard.flow.results import Result, Waits
from brickyard.gates import GateResult
from brickyard.gates.base import refusals
from brickyard.record import Record
from brickyard.reports.text import as_text
from brickyard.values import (
    Clause,
    Finding,
    Kind,
    Level,
    Matrix,
    Proof,
    Proven,
    Row,
    Severity,
    Verdict,
)


def row(id: str, verdict: Verdict, reason: str = "") -> Row:
    state = Proof.PASSED if verdict is Verdict.MET else Proof.FAILED
    return Row(
        requirement=id,
        level=Level.MUST,
        kind=Kind.BEHAVIOUR,
        text=f"{id} says a|b.",
        tests=("t",),
        proofs={"green": Proven(state=state)},
        lines={"src/x.py": (1, 2)},
        verdict=verdict,
        reason=reason,
    )


DONE = Result(
    run="r",
    status="done",
    recipe="adders",
    out="/out",
    artefacts=("adders-1.0.0.tar.gz",),
    matrix=Matrix(rows=(row("R1", Verdict.MET), row("R2", Verdict.NOT_MET, "It fails."))),
    asked=3,
    reused=2,
    refused=1,
    usd=0.5,
)
FAILED = Result(
    run="r",
    status="failed",
    recipe="adders",
    error="1 of the recipe's MUSTs have no test.",
    hint="Say exactly what must come out.",
    findings=(Finding(rule="no-proof", severity=Severity.ERROR, message="R1 has no test: why."),),
    waits=(Waits(key="k", task="plan", where="questions/k.md"),),
)


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return tmp_path / ".brickyard"


def recorded(place: Path, result: Result | None, status: str = "") -> str:
    with Record.open(place) as record:
        run = record.runs.start(recipe="/adders", out="/out", model="m", options="{}")
        if status or result:
            text = result.model_dump_json() if result else ""
            record.runs.end(run.id, status or (result.status if result else ""), text)
        return run.id


def test_text_has_matrix_reasons_place_and_counts(place: Path) -> None:
    recorded(place, DONE)
    said = brickyard("report", cwd=place.parent).stdout
    for text in (
        "adders: what execution proved",
        "R2 is not met: It fails.",
        "Built: /out",
        "/out/dist/adders-1.0.0.tar.gz",
        "done; 3 asked, 2 from the record, 1 refused, $0.50",
    ):
        assert text in said


def test_markdown_is_a_table_and_each_requirement_as_it_was_written(place: Path) -> None:
    text = "It prints <one> table:\n```text\na | b\n<c>\n```"
    clauses = (Clause(id="R1.a", text="such as\n```\nx\n```"), Clause(id="R1.b", text="b."))
    first, second = DONE.matrix.rows
    whole = first.model_copy(update={"text": text, "clauses": clauses})
    recorded(place, DONE.model_copy(update={"matrix": Matrix(rows=(whole, second))}))
    said = brickyard("report", "--format", "markdown", "--home", place).stdout
    assert said.startswith("# adders: done\n\n| id | level | kind | green |")
    assert "| R1 | MUST | behaviour | ✓ | 1 | 2 | met |\n" in said
    assert "### R1 (MUST): met\n\nIt prints &lt;one> table:\n```text\na | b\n<c>\n```\n" in said
    assert (
        "\n- R1.a: such as\n  ```\n  x\n  ```\n- R1.b: b.\n\nProof: 1 acceptance test, green."
        in said
    )
    assert "### R2 (MUST): not met\n\nR2 says a|b.\n\n**Not met**: It fails." in said
    assert "\n1 met, 1 MUST not met: R2.\n\n## R2 (MUST) is not met\n\nIt fails.\n" in said


def test_json_is_the_result(place: Path) -> None:
    id = recorded(place, DONE)
    recorded(place, FAILED)
    ended = brickyard("report", id, "--format", "json", "--home", place)
    assert Result.model_validate(json.loads(ended.stdout)) == DONE


def test_a_run_that_an_error_ended_is_reported_with_every_reason(place: Path) -> None:
    recorded(place, FAILED)
    said = brickyard("report", "--home", place).stdout
    assert "Ended: 1 of the recipe's MUSTs have no test." in said
    assert "R1 has no test: why." in said
    assert "Waits for an answer: k  plan" in said
    assert "Next: Say exactly" in said


def test_a_plan_after_a_build_does_not_hide_what_was_built(place: Path) -> None:
    recorded(place, DONE)
    planned = recorded(place, None, "done")
    assert "Built: /out" in brickyard("report", "--home", place).stdout
    ended = brickyard("report", planned, "--home", place)
    assert (ended.returncode, "only a plan" in ended.stderr) == (2, True)


def test_a_run_that_was_killed_has_no_result_and_says_how_to_go_on(place: Path) -> None:
    id = run_that_dies(place)
    ended = brickyard("report", "--home", place)
    assert ended.returncode == 2
    assert "was interrupted" in ended.stderr
    assert f"brickyard runs resume {id}" in ended.stderr


def run_that_dies(place: Path) -> str:
    code = "import sys; from pathlib import Path; from brickyard.record import Record; "
    code += "Record.open(Path(sys.argv[1])).runs.start(recipe='r',out='o',model='m',options='{}')"
    subprocess.run([sys.executable, "-c", code, str(place)], check=True)
    with Record.open(place) as record:
        return record.runs.list()[0].id


def test_where_nothing_was_built_nothing_is_made(tmp_path: Path) -> None:
    ended = brickyard("report", cwd=tmp_path)
    assert (ended.returncode, "There is no record" in ended.stderr) == (2, True)
    assert list(tmp_path.iterdir()) == []
    Record.open(tmp_path / ".brickyard").close()
    ended = brickyard("report", cwd=tmp_path)
    assert (ended.returncode, "No run is recorded" in ended.stderr) == (2, True)


def test_many_problems_are_cut_and_what_the_gates_said_is_not_said_twice() -> None:
    stub = Finding(
        rule="placeholders.body",
        message="'main' has no body",
        severity=Severity.ERROR,
        file="src/a/b.py",
        line=5,
    )
    found = tuple(stub.model_copy(update={"line": line}) for line in range(1, 13))
    gate = GateResult(gate="placeholders", passed=False, detail="12 to mend", findings=found)
    tests = tuple(f"test_{n}: expected 1\n +  where 2" for n in range(30))
    failed = DONE.model_copy(
        update={"status": "not met", "gates": (gate,), "problems": (*tests, *refusals((gate,)))}
    )
    said = as_text(failed)
    assert said.count("has no body") == 10
    assert "  … and 2 more\n" in said
    assert said.count("expected 1") == 10
    assert "where" not in said
    assert "  … and 20 more: `brickyard report r --format json` tells all of them" in said


def test_a_recipe_stands_for_its_latest_run(adders: Path, tmp_path: Path) -> None:
    brickyard("build", adders, "-m", GARBAGE, "--home", tmp_path / "home")
    for name in (adders, "adders"):
        for command in (("report",), ("runs", "show")):
            ended = brickyard(*command, name, "--home", tmp_path / "home")
            assert ended.returncode == 0, ended.stderr
            assert "adders" in ended.stdout
    ended = brickyard("report", "subtracters", "--home", tmp_path / "home")
    assert ended.returncode == 2
    assert "There is no run 'subtracters'" in ended.stderr

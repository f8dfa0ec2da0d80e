from typing import Any

import pytest
from evidence_kit import PACKAGE, PLAN, SHOP, module, rendered

from brickyard.context import Prover
from brickyard.coverage.gate import covered
from brickyard.evidence import TestOutcome, TestRun, render, run_tests
from brickyard.files import Files
from brickyard.flow.analyze import NothingRuns
from brickyard.flow.results import Result
from brickyard.mutants.sensitive import Kill, Mutated, Sensitivity
from brickyard.packaging.readme import requirement as described
from brickyard.proofs.kinds import judged as judged_by_kind
from brickyard.proofs.matrix import matrix
from brickyard.proofs.tests import Tests
from brickyard.red.seen import Red, red, roots
from brickyard.reports.markdown import as_markdown
from brickyard.reports.text import as_text
from brickyard.sandbox import Sandbox
from brickyard.settings import Settings
from brickyard.values import (
    Clause,
    Failure,
    Kind,
    Level,
    Matrix,
    Proof,
    ProofLevel,
    Proven,
    Recipe,
    RecipeType,
    Requirement,
    Row,
    TestLevel,
    TestModule,
    Unmet,
    Verdict,
    Where,
)


def requirement(id: str, kind: Kind = Kind.BEHAVIOUR, **more: Any) -> Requirement:
    return Requirement(id=id, level=Level.MUST, kind=kind, text=f"It does {id}.", **more)


def recipe(*requirements: Requirement) -> Recipe:
    return Recipe(name="shop", version="1", type=RecipeType.TOOL, requirements=requirements)


MODULE = module("def test_a(): ...\ndef test_b(): ...\n").model_copy(
    update={"tests": {"t.py::test_a": "R1", "t.py::test_b": "R1.a"}}
)
A, B = MODULE.tests
RED = Red(accepted=(A, B))
GREEN = TestRun(
    outcomes={test: TestOutcome(id=test, passed=True) for test in (A, B)},
    lines={A: {"src/shop/cli.py": (3, 4)}, B: {"src/shop/cli.py": (4, 9)}},
)
COVERED = {"R1": {"src/shop/cli.py": (3, 4, 9)}}
ONE = recipe(requirement("R1", clauses=(Clause(id="R1.a", text="x"),)))


def judged(**changes: Any) -> Row:
    given: dict[str, Any] = {
        "recipe": ONE,
        "modules": [MODULE],
        "red": RED,
        "green_runs": [GREEN, GREEN],
        "covered": COVERED,
    }
    (row,) = matrix(**(given | changes)).rows
    return row


def states(row: Row) -> dict[str, str]:
    return {
        name: proven.state.value
        for name, proven in row.proofs.items()
        if proven.state is not Proof.NOT_APPLICABLE
    }


def test_a_behaviour_with_every_proof_is_met() -> None:
    row = judged()

    assert row.verdict is Verdict.MET
    assert row.reason == ""
    assert row.tests == (A, B)
    assert row.lines == COVERED["R1"]
    assert states(row) == {
        "traced": "passed",
        "red": "passed",
        "green": "passed",
        "covered": "passed",
    }
    assert row.proofs["static"].state is Proof.NOT_APPLICABLE


def test_a_scenario_without_a_case_of_its_own_is_not_judged() -> None:
    clauses = tuple(Clause(id=f"R1.{one}", text="x", scenario=True) for one in "ab")
    row = judged(recipe=recipe(requirement("R1", clauses=clauses)))

    assert (row.verdict, row.unmet) == (Verdict.NOT_MET, Unmet.NOT_JUDGED)
    assert row.reason == "No case of its own proves R1.b."


def test_scenarios_that_each_have_a_case_are_met() -> None:
    clauses = (Clause(id="R1.a", text="x", scenario=True),)

    assert judged(recipe=recipe(requirement("R1", clauses=clauses))).verdict is Verdict.MET


def failing(test: str, reason: str = "expected 1, got 2") -> TestRun:
    wrong = TestOutcome(id=test, passed=False, reason=reason)
    return GREEN.model_copy(update={"outcomes": {**GREEN.outcomes, test: wrong}})


BROKEN = ("test_b fails", "test_b is flaky")
"""Reasons that show the code to be wrong; with any other nothing is known of it."""


def brick_level(module: TestModule) -> TestModule:
    return module.model_copy(update={"level": TestLevel.BRICK, "brick": "cli"})


NOT_MET = {
    "No acceptance test carries its id.": {"modules": []},
    "No acceptance test carries its id. ": {"modules": [brick_level(MODULE)]},
    "test_b does not prove anything: it never fails": {
        "red": Red(accepted=(A,), refused={B: "it never fails"})
    },
    "test_b does not prove anything: It was never run": {"red": Red(accepted=(A,))},
    "Code in which every operation returns 0": {
        "red": Red(accepted=(A, B), requirements={"R1": "Code in which every operation returns 0"})
    },
    "Its tests were not run on the finished code.": {"green_runs": []},
    "test_b fails: expected 1, got 2": {"green_runs": [failing(B), failing(B)]},
    "test_b is flaky: it failed in 1 of 2 runs": {"green_runs": [GREEN, failing(B)]},
    "test_a was not run: nothing is told of it": {"green_runs": [TestRun()]},
    "The tests could not be judged: it broke.": {
        "green_runs": [GREEN, GREEN.model_copy(update={"problem": "it broke"})]
    },
    "Its tests execute no line of the package.": {"covered": {}},
}


@pytest.mark.parametrize(("reason", "changes"), NOT_MET.items(), ids=NOT_MET.keys())
def test_a_missing_proof_is_not_met_with_the_reason(reason: str, changes: dict[str, Any]) -> None:
    row = judged(**changes)

    assert row.verdict is Verdict.NOT_MET
    assert reason.strip() in row.reason
    assert row.unmet is (Unmet.BROKEN if reason.startswith(BROKEN) else Unmet.NOT_JUDGED)


def test_what_shows_the_code_to_be_wrong_is_told_before_what_is_missing() -> None:
    row = judged(
        covered={}, red=Red(accepted=(A, B), requirements={"R1": "x"}), green_runs=[failing(B)]
    )
    assert (row.said, row.reason) == ("broken", "test_b fails: expected 1, got 2")


def test_a_test_that_was_not_seen_to_fail_before_shows_nothing_by_failing() -> None:
    row = judged(
        red=Red(accepted=(A,), refused={B: "it never reaches the code"}), green_runs=[failing(B)]
    )
    assert (row.said, row.proofs["green"].state) == ("not judged", Proof.MISSING)
    assert row.reason.startswith("test_b does not prove anything")


def test_a_hold_out_that_fails_shows_it_to_be_wrong_and_one_that_is_missing_shows_nothing() -> None:
    failed = Proven(state=Proof.FAILED, detail="The hold-out x fails.")
    seen = Sensitivity(mutants=(killed_by(A),))
    usual: dict[str, Any] = {"level": ProofLevel.STANDARD, "sensitivity": seen}
    assert judged(**usual, held={"R1": failed}).said == "broken"
    assert judged(**usual).said == "not judged"


def test_the_check_that_is_shown_is_the_one_that_the_reason_speaks_of() -> None:
    usual: dict[str, Any] = {
        "level": ProofLevel.STANDARD,
        "sensitivity": Sensitivity(mutants=(killed_by(A),)),
        "failures": {"R1": Failure(test=B, case="b", requirement="R1", reason="no")},
        "held_failures": {"R1": Failure(test="h", case="h", requirement="R1", reason="no")},
        "held": {"R1": Proven(state=Proof.FAILED, detail="The hold-out h fails: no")},
    }
    for runs, case in (([GREEN], "h"), ([failing(B)], "b")):
        row = judged(**usual, green_runs=runs)
        assert row.failure
        assert row.failure.case == case
    row = judged(**usual | {"held": {}}, red=Red(accepted=(A,)))
    assert (row.said, row.failure) == ("not judged", None)


def killed_by(test: str) -> Mutated:
    kill = Kill(test=test, how="assertion")
    return Mutated(file="f", line=1, function="f", before="1", after="2", killed=(kill,))


def test_a_failing_test_of_a_brick_costs_the_requirement_whose_id_it_carries() -> None:
    brick = brick_level(MODULE).model_copy(update={"tests": {"b.py::test_c": "R1.a"}})
    wrong = failing("b.py::test_c")
    red = Red(accepted=(A, B, "b.py::test_c"))
    row = judged(modules=[MODULE, brick], red=red, green_runs=[wrong, wrong])
    assert (row.said, row.reason) == ("broken", "test_c fails: expected 1, got 2")
    assert row.tests == (A, B)
    assert row.proofs["green"].data == {"failing": ["b.py::test_c"]}


def test_a_failing_test_that_nobody_ruled_on_leaves_its_requirement_not_judged() -> None:
    row = judged(green_runs=[failing(B)], unsettled={B})
    assert row.said == "not judged"
    assert row.reason == ("Nobody settled whether it is right that test_b fails: expected 1, got 2")
    both = failing(B)
    wrong = both.model_copy(update={"outcomes": {**both.outcomes, **failing(A).outcomes, B: BAD}})
    assert judged(green_runs=[wrong], unsettled={B}).said == "broken"


BAD = TestOutcome(id=B, passed=False, reason="expected 1, got 2")


def test_a_requirement_none_of_whose_tests_passes_is_not_blamed_for_mutants() -> None:
    wrong = failing(A).model_copy(update={"outcomes": {**failing(A).outcomes, B: BAD}})
    seen = Sensitivity(mutants=(killed_by("x"),))
    row = judged(green_runs=[wrong], level=ProofLevel.STANDARD, sensitivity=seen)
    assert row.proofs["sensitive"].state is Proof.MISSING


def matrix_of(**said: tuple[Level, Unmet | None]) -> Matrix:
    """Requirement → level, and how it is not met."""
    row = judged()
    return Matrix(
        rows=tuple(
            row.model_copy(
                update={
                    "requirement": id,
                    "level": level,
                    "unmet": unmet,
                    "verdict": Verdict.NOT_MET if unmet else Verdict.MET,
                }
            )
            for id, (level, unmet) in said.items()
        )
    )


def test_the_summary_says_what_fails_a_build_and_what_does_not() -> None:
    found = matrix_of(
        R1=(Level.MUST, None),
        R9=(Level.SHOULD, Unmet.BROKEN),
        R4=(Level.MUST, Unmet.NOT_JUDGED),
        R5=(Level.MUST, Unmet.BROKEN),
        R7=(Level.MUST, Unmet.BROKEN),
    )
    assert found.summary == (
        "1 met, 2 MUST broken: R5 and R7, 1 MUST not judged: R4, 1 SHOULD not met: R9"
    )
    assert not found.met
    assert [row.requirement for row in found.unmet] == ["R5", "R7", "R4", "R9"]
    should = matrix_of(R1=(Level.MUST, None), R9=(Level.SHOULD, Unmet.BROKEN))
    assert (should.met, should.summary) == (True, "1 met, 1 SHOULD not met: R9")


def test_a_row_that_is_met_has_no_word_of_what_is_not() -> None:
    assert not {"unmet", "failure", "next"} & judged().model_dump(mode="json").keys()
    assert judged(green_runs=[failing(B)]).model_dump(mode="json")["unmet"] == "broken"


CODE = Files({"src/shop/store.py": "def mean(values):\n    return eval('1')\n"})


async def given(item: Requirement, kept: tuple[Any, ...] = ()) -> dict[str, Proven]:
    context = Prover(NothingRuns(), Settings())
    return await judged_by_kind(recipe(item), PLAN, Tests(kept={"R1": kept}), CODE, context)


async def test_a_static_requirement_is_met_by_its_rule_alone() -> None:
    wanted = requirement("R1", Kind.STATIC)
    held = await given(wanted, ({"rule": "only_stdlib"},))
    broken = await given(wanted, ({"rule": "forbid_call", "names": ["eval"]},))

    row = judged(recipe=recipe(wanted), given=held)
    assert (row.verdict, states(row)) == (Verdict.MET, {"static": "passed"})
    row = judged(recipe=recipe(wanted), given=broken)
    assert row.verdict is Verdict.NOT_MET
    assert "eval" in row.reason
    without = judged(recipe=recipe(wanted), given=await given(wanted))
    assert without.reason == "No rule checks it."


async def test_an_attested_requirement_needs_a_person_and_a_date() -> None:
    signed = requirement("R1", Kind.ATTESTED, attested_by="Ada", attested_on="2026-11-01")
    unsigned = requirement("R1", Kind.ATTESTED, attested_by="Ada")

    row = judged(recipe=recipe(signed), given=await given(signed))
    assert row.verdict is Verdict.ATTESTED
    assert row.proofs["attested"].detail == "by Ada on 2026-11-01"
    missing = judged(recipe=recipe(unsigned), given=await given(unsigned))
    assert missing.verdict is Verdict.NOT_MET
    assert "on which date" in missing.reason


@pytest.mark.parametrize(
    ("kind", "reason"),
    [(Kind.PERFORMANCE, "Nothing measures it."), (Kind.ARTEFACT, "No rule checks its files.")],
)
async def test_speed_and_files_are_met_only_by_a_proof_of_their_own(
    kind: Kind, reason: str
) -> None:
    one = requirement("R1", kind)
    passed = Proven(state=Proof.PASSED, detail="fast")
    failed = Proven(state=Proof.FAILED, detail="slow")

    assert judged(recipe=recipe(one)).proofs[kind.value].state is Proof.MISSING
    row = judged(recipe=recipe(one), given=await given(one))
    assert row.proofs[kind.value] == Proven(state=Proof.MISSING, detail=reason)
    assert judged(recipe=recipe(one), given={"R1": passed}).verdict is Verdict.MET
    row = judged(recipe=recipe(one), given={"R1": failed})
    assert (row.verdict, row.reason) == (Verdict.NOT_MET, "slow")
    assert judged(given={"R1": failed}).verdict is Verdict.MET


def test_lines_are_counted_for_passing_acceptance_tests_by_requirement() -> None:
    parts = roots(ONE)

    assert covered(GREEN, [MODULE], ["R1", "R2"], parts) == {
        "R1": {"src/shop/cli.py": (3, 4, 9)},
        "R2": {},
    }
    assert covered(failing(B), [MODULE], ["R1"], parts) == {"R1": {"src/shop/cli.py": (3, 4)}}
    assert covered(GREEN, [brick_level(MODULE)], ["R1"], parts) == {"R1": {}}


async def test_right_code_under_good_tests_fills_the_matrix(sandbox: Sandbox) -> None:
    wanted = recipe(requirement("R1"), requirement("R2"), requirement("R3"))
    only = "@proves(R1)\ndef is_alone():\n    assert mean([3]) == 3\n"
    modules = [
        render(SHOP, PLAN, TestLevel.ACCEPTANCE),
        rendered(only, level=TestLevel.BRICK, brick="cli"),
    ]

    judged = await red(sandbox, PLAN, modules, seconds=60, roots=roots(wanted))
    runs = [
        await run_tests(sandbox, PACKAGE, modules, seconds=60, seed=seed, cover=seed == 0)
        for seed in (0, 7)
    ]
    lines = covered(runs[0], modules, ["R1", "R2", "R3"])
    table = matrix(wanted, modules, judged, runs, lines)

    assert isinstance(table, Matrix)
    assert [row.verdict for row in table.rows] == [Verdict.MET, Verdict.MET, Verdict.NOT_MET]
    assert table.rows[2].reason == "No acceptance test carries its id."
    assert not table.met
    assert set(lines["R1"]) == {"src/shop/store.py"}
    assert set(lines["R2"]) == {"src/shop/cli.py", "src/shop/store.py"}
    source = PACKAGE["src/shop/store.py"].splitlines()
    executed = {source[line - 1].strip() for line in lines["R1"]["src/shop/store.py"]}
    assert "return set(text.split())" in executed
    assert "def tags(text: str) -> set[str]:" not in executed
    assert 'raise StoreError("full")' not in executed


def outside(*tests: str) -> TestRun:
    """A run in which these were judged apart from the code."""
    apart = {
        test: TestOutcome(id=test, passed=True, judged=Where.OUTSIDE if test in tests else IN)
        for test in (A, B, C)
    }
    return GREEN.model_copy(update={"outcomes": apart})


IN = Where.IN_PROCESS
OF_BRICK = brick_level(module("def test_c(): ...\n")).model_copy(
    update={"tests": {"b.py::test_c": "R1"}}
)
(C,) = OF_BRICK.tests
PROPERTY = recipe(requirement("R1", Kind.PROPERTY, clauses=(Clause(id="R1.a", text="x"),)))


@pytest.mark.parametrize("kind", [Kind.BEHAVIOUR, Kind.EXTERNAL])
def test_what_was_judged_in_process_alone_says_so_in_its_verdict(kind: Kind) -> None:
    given = recipe(requirement("R1", kind, clauses=(Clause(id="R1.a", text="x"),)))
    row = judged(recipe=given, green_runs=[outside(), outside()])
    assert row.verdict is Verdict.MET
    assert row.said == "met, judged in process only"
    apart = judged(recipe=given, green_runs=[outside(A), outside(A)])
    assert (apart.verdict, apart.said) == (Verdict.MET, "met")
    once = judged(recipe=given, green_runs=[outside(A), outside()])
    assert once.said == "met, judged in process only"


def test_a_must_that_is_a_property_needs_a_case_that_is_judged_outside() -> None:
    """Code could fool every test that shares its process, and looked met like any other."""
    alone = judged(recipe=PROPERTY, green_runs=[outside(), outside()])
    assert alone.verdict is Verdict.NOT_MET
    assert alone.said == "not judged"
    assert "at least one case of it has to be judged outside" in alone.reason
    for tests, modules in (((B,), [MODULE]), ((C,), [MODULE, OF_BRICK])):
        run = outside(*tests)
        row = judged(recipe=PROPERTY, green_runs=[run, run], modules=modules)
        assert (row.verdict, row.said) == (Verdict.MET, "met")
    weaker = requirement("R1", Kind.PROPERTY, clauses=(Clause(id="R1.a", text="x"),))
    should = recipe(weaker.model_copy(update={"level": Level.SHOULD}))
    assert judged(recipe=should, green_runs=[outside()]).said == "met, judged in process only"


def test_every_report_and_the_readme_say_that_it_was_judged_in_process_only() -> None:
    row = judged(green_runs=[outside(), outside()])
    result = Result(run="r", status="done", recipe="shop", matrix=Matrix(rows=(row,)))
    sentence = "R1 is met, judged in process only: its tests share a process with the code"
    for told in (as_text(result), as_markdown(result), as_text(result, width=80)):
        assert sentence in " ".join(told.split())
    assert "| met, judged in process only |" in as_markdown(result)
    assert '"caveat":"judged in process only"' in result.model_dump_json()
    assert described(row).startswith("### R1 (MUST): met, judged in process only")
    assert max(map(len, as_text(result, width=80).splitlines())) <= 80

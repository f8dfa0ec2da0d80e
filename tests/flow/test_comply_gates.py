"""The gates that judge tests as a whole: what they say with numbers, and what they may refuse."""

import pytest

from brickyard.flow.comply import Complied, mutation
from brickyard.flow.results import Result
from brickyard.gates import weighed
from brickyard.mutants.sensitive import Kill, Mutated, Sensitivity
from brickyard.reports.markdown import as_markdown
from brickyard.reports.text import as_text
from brickyard.values import Kind, Level, Matrix, ProofLevel, Row, Verdict

CLI = "src/csvdiff/cli.py"
MET = Row(requirement="R1", level=Level.MUST, kind=Kind.BEHAVIOUR, text="x", verdict=Verdict.MET)


def mutant(line: int, *, noticed: bool = False, difference: str = "") -> Mutated:
    return Mutated(
        file=CLI,
        line=line,
        function="main",
        before="<",
        after="<=",
        killed=(Kill(test="t", how="assertion"),) if noticed else (),
        difference=difference,
    )


def found(noticed: int, shown: int, unseen: int) -> Sensitivity:
    """As many mutants that were noticed, that an input tells apart, and that nobody can."""
    seen = [mutant(100 + n, difference=f"main([{n}]): one gives 0, one 1") for n in range(shown)]
    return Sensitivity(
        mutants=(
            *(mutant(n, noticed=True) for n in range(noticed)),
            *seen,
            *(mutant(200 + n) for n in range(unseen)),
        )
    )


def complied(sensitivity: Sensitivity, level: ProofLevel) -> Complied:
    gate = weighed(mutation(sensitivity, 0.85), level)
    return Complied(matrix=Matrix(rows=(MET,)), gates=(gate,))


@pytest.mark.parametrize("level", [*ProofLevel])
def test_survivors_that_are_shown_to_nobody_block_at_no_level(level: ProofLevel) -> None:
    """22 of 29 noticed, six of the others told apart by nobody: a build that was refused once."""
    result = complied(found(22, 1, 6), level)
    assert result.met
    (note,) = result.gates[0].findings
    assert note.message.startswith(f"22 of 29 mutants of {CLI} were noticed, fewer than 85%")


def test_survivors_that_an_input_tells_apart_are_refused_at_full_alone() -> None:
    weak = found(22, 7, 0)
    assert not complied(weak, ProofLevel.FULL).met
    assert complied(weak, ProofLevel.STANDARD).met


def test_mutants_that_could_not_be_run_pass_at_no_level() -> None:
    broken = Sensitivity(problem="the code ended the program that runs the mutants")
    assert not any(complied(broken, level).met for level in ProofLevel)


def test_a_report_says_the_numbers_and_what_to_do() -> None:
    gates = complied(found(22, 1, 7), ProofLevel.STANDARD).gates
    result = Result(run="r", status="done", matrix=Matrix(rows=(MET,)), gates=gates)
    for told in (as_text(result), as_markdown(result)):
        assert "Gate mutants says, and blocks nothing by it:" in told
        assert f"{CLI}:100: 22 of 30 mutants of {CLI} were noticed" in told
        assert "for instance main([0]): one gives 0, one 1. Say in the recipe what must" in told
        assert "No input was found that tells these from the code: line 200: < → <=" in told
        assert "; and 1 more." in told
    assert "No input was found" in result.model_dump_json()

"""What to do next, by what a requirement is not met for: one step each."""

import pytest

from brickyard.flow.comply import advised
from brickyard.settings import Models, Settings
from brickyard.values import (
    Dispute,
    Failure,
    Kind,
    Level,
    Matrix,
    Recipe,
    RecipeType,
    Requirement,
    Row,
    Unmet,
    Verdict,
)

FAILURE = Failure(test="t.py::test_x", case="x", requirement="R4", reason="no")
ESCALATES = Settings(models=Models(escalate="claude-sdk:opus"))
DROPPED = Dispute(
    test="t.py::test_x",
    requirement="R4",
    expects="4",
    claim="It gives 5.",
    ruling="requirement silent",
    reason="Nothing says it.",
    settled="test dropped",
    clarification="Of nothing the sum is 0.",
)


def row(unmet: Unmet | None, kind: Kind = Kind.BEHAVIOUR, failure: Failure | None = None) -> Row:
    return Row(
        requirement="R4",
        level=Level.MUST,
        kind=kind,
        text="It adds.",
        verdict=Verdict.NOT_MET if unmet else Verdict.MET,
        unmet=unmet,
        failure=failure,
    )


BROKEN = row(Unmet.BROKEN, failure=FAILURE)
OPEN = row(Unmet.NOT_JUDGED)
AGAIN = "ask anew for what is about it: brickyard build RECIPE --again R4"
STRONGER = "name a stronger model to mend it: brickyard build RECIPE --escalate MODEL"
SENTENCE = "say it in requirements.md, in R4: Of nothing the sum is 0."


def test_a_step_names_the_file_that_the_requirements_stand_in() -> None:
    (told,) = advised(Matrix(rows=(OPEN,)), (DROPPED,), Settings(), source="specs/1/spec.md").rows
    assert told.next == SENTENCE.replace("requirements.md", "specs/1/spec.md")
    found = Recipe(name="a", version="1", type=RecipeType.TOOL)
    assert found.source == "requirements.md"
    there = Requirement(
        id="R4", level=Level.MUST, kind=Kind.BEHAVIOUR, text="It adds.", file="specs/1/spec.md"
    )
    assert found.model_copy(update={"requirements": (there,)}).source == "specs/1/spec.md"


@pytest.mark.parametrize(
    ("found", "disputes", "settings", "step"),
    [
        (BROKEN, (), Settings(), STRONGER),
        (BROKEN, (), ESCALATES, AGAIN),
        (BROKEN, (), Settings(repair_rounds=0), AGAIN),
        (BROKEN, (DROPPED,), Settings(), STRONGER),
        (row(Unmet.BROKEN, Kind.STATIC), (), Settings(), AGAIN),
        (OPEN, (), Settings(), AGAIN),
        (OPEN, (DROPPED,), Settings(), SENTENCE),
        (OPEN, (DROPPED.model_copy(update={"requirement": "R5"}),), Settings(), AGAIN),
        (
            row(Unmet.NOT_JUDGED, Kind.ATTESTED),
            (),
            Settings(),
            "name in requirements.md who attests R4, and the day.",
        ),
        (row(None), (DROPPED,), Settings(), ""),
    ],
    ids=[
        "repairs were used up",
        "a stronger model was asked already",
        "nobody was asked to repair",
        "the code is wrong whatever another test asked for",
        "what no test shows is not repaired",
        "no test was accepted",
        "the requirement is silent",
        "another requirement is silent",
        "nobody attested it",
        "met",
    ],
)
def test_each_cause_has_one_step(
    found: Row, disputes: tuple[Dispute, ...], settings: Settings, step: str
) -> None:
    (told,) = advised(Matrix(rows=(found,)), disputes, settings).rows
    assert told.next == step

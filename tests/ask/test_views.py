"""What questions and people are shown of names."""

from brickyard.ask.views import few


def test_a_few_names_are_told_and_of_many_how_many_more_there_are() -> None:
    assert few(["R1", "R2"]) == "R1, R2"
    assert few([f"R{number}" for number in range(1, 7)]) == "R1, R2, R3, R4, R5, R6"
    assert few([f"R{number}" for number in range(1, 23)]) == "R1, R2, R3 and 19 more"

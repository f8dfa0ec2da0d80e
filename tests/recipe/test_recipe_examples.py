"""Examples that a person gave, as `check` reads them: what a stub would pass is told."""

import pytest

from brickyard.recipe.examples import example_findings
from brickyard.values import Kind, Level, RecipeType, Requirement

R1 = Requirement(id="R1", level=Level.MUST, kind=Kind.BEHAVIOUR, text="It works.")
CALL = "@proves(R1)\ndef one():\n    assert {}\n"
TWO_CALLS = CALL + "\n\n@proves(R1)\ndef two():\n    assert {}\n"


@pytest.mark.parametrize(
    ("text", "does"),
    [
        (CALL.format("is_even(4) == True"), "always gives True here"),
        (CALL.format("half(0) == 0"), "always gives 0 here"),
        (CALL.format("words('') == []"), "always gives [] here"),
        (TWO_CALLS.format("is_even(4) is True", "is_even(6) == True"), "always gives True here"),
        (TWO_CALLS.format("is_even(4) == True", "is_even(5) == False"), ""),
        (CALL.format("half(4) == 2"), ""),
        (CALL.format("half(4) > 0"), ""),
        (CALL.format("len(words('a')) == 0"), "always gives 0 here"),
        ("@proves(R1)\ndef one():\n    with raises(ValueError):\n        half('x')\n", ""),
        (
            "@table(R1, [(1, True), (2, True)])\ndef one(n, it):\n    assert odd(n) == it\n",
            "always",
        ),
        ("@table(R1, [(1, True), (2, False)])\ndef one(n, it):\n    assert odd(n) == it\n", ""),
    ],
)
def test_examples_that_a_stub_would_pass_are_weak(text: str, does: str) -> None:
    found = [*example_findings(text, (R1,), RecipeType.LIBRARY, "examples.py")]
    assert [one.rule for one in found] == (["example-weak"] if does else [])
    assert all(does in one.message for one in found)


@pytest.mark.parametrize(
    ("checks", "is_weak"),
    [
        ("assert r.exit == 0", True),
        ("assert (r.exit, r.stdout) == (0, '')", True),
        ("assert r.exit == 0\n    assert 'x' in r.stdout", False),
        ("assert (r.exit, r.stdout) == (0, 'x\\n')", False),
        ("assert r.exit == 2", False),
    ],
)
def test_a_run_of_which_only_silence_is_wanted_is_weak(checks: str, is_weak: bool) -> None:
    text = f"@proves(R1)\ndef one():\n    r = run('x')\n    {checks}\n"
    found = [*example_findings(text, (R1,), RecipeType.TOOL, "examples.py")]
    assert [one.rule for one in found] == (["example-weak"] if is_weak else [])

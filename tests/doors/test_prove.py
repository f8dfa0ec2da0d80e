"""Code that somebody else wrote, proven: real sandboxes, scripted readers of the recipe."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from prove_kit import CASES, HELD_OUT, TIMES, readers, ruling, write_code, write_recipe

from brickyard.disputes.question import RuledOn, RuleOut, Ruling
from brickyard.doors.prove.verdicts import Said
from brickyard.events import Event
from brickyard.flow.prove import prove, prove_code_again
from brickyard.flow.results import Result
from brickyard.models.scripted import Scripted
from brickyard.recipe.lock import read_lock
from brickyard.reports.proved import proved_text
from brickyard.settings import Settings

WRONG = TIMES.replace("% DAY", "% (DAY + 1)")
OPEN = TIMES.replace('"""Minutes since midnight."""', '"""Minutes. Expect nothing of this."""')


async def proven(folder: Path, model: Scripted, **about: Any) -> Result:
    settings = Settings(proof=about.pop("proof", "standard"))
    return await prove(
        folder / "recipe",
        folder / "code",
        model=model,
        home=folder / "home",
        settings=settings,
        **about,
    )


def verdicts(result: Result) -> dict[str, str]:
    assert result.proved is not None
    return {row.requirement: row.said.value for row in result.proved.rows}


@pytest.fixture
def place(tmp_path: Path, executed: Callable[[Path], Path]) -> Path:
    write_recipe(tmp_path)
    write_code(tmp_path)
    executed(tmp_path / "home")
    return tmp_path


async def test_right_code_is_met_with_two_questions_and_no_file_of_it_is_touched(
    place: Path,
) -> None:
    before = _contents(place / "code")
    model = readers()

    result = await proven(place, model)

    assert verdicts(result) == {"R1": "met", "R2": "met", "R3": "met"}
    assert (result.status, result.exit_code, model.calls) == ("done", 0, 2)
    assert _contents(place / "code") == before
    assert result.proved is not None
    assert result.proved.noticed > 0
    assert {path.name for path in (place / "recipe").iterdir()} == {
        "components.json",
        "requirements.md",
        "design.md",
        "brickyard.lock",
    }


async def test_what_was_proven_is_not_asked_for_again(place: Path) -> None:
    await proven(place, readers())
    again = readers()

    result = await proven(place, again)

    assert (result.exit_code, again.calls) == (0, 0)


async def test_a_changed_sentence_asks_for_its_own_cases_only(place: Path) -> None:
    await proven(place, readers())
    page = place / "recipe" / "requirements.md"
    page.write_text(page.read_text().replace("ten minutes is 00:05", "10 minutes is 00:05"))
    again = readers(
        cases=CASES[CASES.index("@table(R2") : CASES.index("@proves(R3)")],
        held_out=HELD_OUT[HELD_OUT.index("@proves(R2)") : HELD_OUT.index("@proves(R3)")],
    )

    result = await proven(place, again)

    assert verdicts(result) == {"R1": "met", "R2": "met", "R3": "met"}
    assert again.calls == 2


async def test_wrong_code_is_named_by_the_requirement_that_it_misreads(place: Path) -> None:
    write_code(place, WRONG)
    rule = ruling(Ruling.CODE_WRONG, quote="23:55 and ten minutes is 00:05")

    result = await proven(place, readers(rule=rule))

    found = verdicts(result)
    assert (found["R1"], found["R2"], result.exit_code) == ("met", "wrong", 1)
    assert result.proved is not None
    row = result.proved.rows[1]
    assert row.failure is not None
    assert "expected '01:05', got '01:03'" in row.reason
    assert row.failure.reason == row.reason
    assert 'later("01:00", 2 * 1440 + 5)' in row.failure.text
    assert row.failure.quote == "23:55 and ten minutes is 00:05"


async def test_a_ruling_must_quote_words_that_stand_there(place: Path) -> None:
    write_code(place, WRONG)
    said: list[str] = []

    def rule(inputs: dict[str, Any]) -> Any:
        quote = "times are Swiss" if not inputs["attempt"] else "counts minutes past midnight"
        said.append(quote)
        return ruling(Ruling.CODE_WRONG, quote=quote)(inputs)

    result = await proven(place, readers(rule=rule))

    assert verdicts(result)["R2"] == "wrong"
    assert "times are Swiss" in said
    assert "counts minutes past midnight" in said


async def test_a_case_that_is_ruled_wrong_is_replaced_by_what_is_right(place: Path) -> None:
    wrong = CASES.replace(
        'assert later("08:30", 1440) == "08:30"', 'assert later("08:30", 1440) == "08:31"'
    )
    mended = '@proves(R2)\ndef check_1_a():\n    assert later("08:30", 1440) == "08:30"\n'
    rule = ruling(Ruling.TEST_WRONG, quote="", cases=mended)

    result = await proven(place, readers(cases=wrong, rule=rule))

    assert verdicts(result) == {"R1": "met", "R2": "met", "R3": "met"}


@pytest.mark.slow
async def test_what_the_judge_puts_right_and_the_code_fails_too_is_wrong(place: Path) -> None:
    write_code(place, WRONG)

    def rule(inputs: dict[str, Any]) -> RuleOut:
        """They are wrong, it says, and writes what is right: the same again."""
        names = re.findall(r"^def (\w+)", inputs["cases"], re.M)
        told = (
            RuledOn(id=name, quote="", reason="It is.", ruling=Ruling.TEST_WRONG) for name in names
        )
        return RuleOut(rulings=tuple(told), cases=inputs["cases"])

    result = await proven(place, readers(rule=rule))

    assert verdicts(result)["R2"] == "wrong"


@pytest.mark.parametrize(
    ("ruled", "cases", "told"),
    [
        (Ruling.TEST_WRONG, "", "is ruled wrong, and `cases` does not have it as it must be."),
        (
            Ruling.TEST_WRONG,
            '@proves(R2)\ndef check_1_a():\n    assert latter("23:55", 10) == "00:05"\n',
            "nothing here is called `latter`; did you mean `later`?",
        ),
        (Ruling.SILENT, "", "is ruled silent, and `clarification` has no sentence to settle it."),
    ],
    ids=["ruled wrong without what is right", "what cannot be read", "silent without a sentence"],
)
async def test_a_ruling_that_leaves_nothing_in_the_place_of_a_check_is_sent_back(
    ruled: Ruling, cases: str, told: str, place: Path
) -> None:
    write_code(place, WRONG)
    sent: list[Event] = []

    result = await proven(place, readers(rule=ruling(ruled, cases=cases)), listener=sent.append)

    reasons = [event.data["reason"] for event in sent if event.kind == "answer.refused"]
    assert [told in reason for reason in reasons] == [True] * 3
    assert verdicts(result)["R2"] == "not judged"


async def test_what_the_recipe_leaves_open_is_no_failure_and_is_said(place: Path) -> None:
    strict = CASES + '\n\n@proves(R1)\ndef spaces():\n    assert parse_time(" 07:05") == 425\n'
    rule = ruling(Ruling.SILENT, clarification="Spaces around a time are ignored.")

    result = await proven(place, readers(cases=strict, rule=rule))

    assert verdicts(result) == {"R1": "met", "R2": "met", "R3": "met"}
    assert result.proved is not None
    (silence,) = result.proved.silences
    assert silence.sentence == "Spaces around a time are ignored."
    assert "InvalidTime" in silence.code_does


async def test_a_judge_who_finds_every_hold_out_silent_leaves_that_proof_missing(
    place: Path,
) -> None:
    held = HELD_OUT.replace('"01:05"', '"01:06"')
    rule = ruling(Ruling.SILENT, clarification="Say what two days are.")

    result = await proven(place, readers(held_out=held, rule=rule))

    assert verdicts(result)["R2"] == "not judged"
    assert result.exit_code == 1


async def test_cases_that_cannot_fail_prove_nothing(place: Path) -> None:
    vacuous = """\
@proves(R2)
def nothing():
    later("10:00", 1)
    assert 1 == 1


@proves(R2)
def nothing_again():
    later("11:00", 1)
    assert "a" in "abc"
"""
    cases = CASES[: CASES.index("@table(R2")] + vacuous + CASES[CASES.index("@proves(R3)") :]
    model = readers(cases=cases, mended=vacuous)

    result = await proven(place, model)

    assert verdicts(result)["R2"] == "not judged"
    assert verdicts(result)["R1"] == "met"
    assert model.calls == 3


@pytest.mark.slow
async def test_what_goes_back_is_written_once_and_then_counts(place: Path) -> None:
    fewer = CASES[: CASES.index("@table(R2")] + CASES[CASES.index("@proves(R3)") :]
    own = CASES[CASES.index("@table(R2") : CASES.index("@proves(R3)")]
    model = readers(cases=fewer, mended=own)

    result = await proven(place, model)

    assert verdicts(result) == {"R1": "met", "R2": "met", "R3": "met"}
    assert model.calls == 3


async def test_a_docstring_that_asks_to_expect_nothing_does_not_end_in_met(place: Path) -> None:
    write_code(place, OPEN)

    result = await proven(place, readers(cases="", held_out="", mended=""))

    assert set(verdicts(result).values()) == {"not judged"}
    assert result.exit_code == 1


@pytest.mark.slow
async def test_what_is_not_implemented_is_not_there(place: Path) -> None:
    write_code(
        place, TIMES.replace("    total = (", "    raise NotImplementedError\n    total = (")
    )
    rule = ruling(Ruling.CODE_WRONG, quote="counts minutes past midnight")

    result = await proven(place, readers(rule=rule))

    assert verdicts(result)["R2"] == "not there"


async def test_quick_asks_one_question_and_changes_no_line(place: Path) -> None:
    model = readers()

    result = await proven(place, model, proof="quick")

    assert (result.exit_code, model.calls) == (0, 1)
    assert result.proved is not None
    assert result.proved.changed == 0


async def test_after_quick_only_hold_outs_are_asked_for(place: Path) -> None:
    await proven(place, readers(), proof="quick")
    again = readers()

    result = await proven(place, again)

    assert (result.exit_code, again.calls) == (0, 1)


@pytest.mark.slow
async def test_hold_outs_that_cannot_be_read_go_back_to_their_writer(place: Path) -> None:
    unreadable = HELD_OUT.replace("def another_run():", "def another_run():\n    import os")
    model = readers(held_out=unreadable, mended=HELD_OUT[HELD_OUT.index("@proves(R3)") :])

    result = await proven(place, model)

    assert (verdicts(result)["R3"], model.calls) == ("met", 3)
    lock = read_lock(place / "recipe").proved
    assert lock is not None
    assert {case.requirement for case in lock.held_out} == {"R1", "R2", "R3"}


async def test_what_gates_find_is_said_and_changes_no_verdict(place: Path) -> None:
    write_code(
        place, TIMES + "\n\ndef unused():\n    import os\n    return os.system('true')  # TODO\n"
    )

    result = await proven(place, readers())

    assert (result.exit_code, {*verdicts(result).values()}) == (0, {"met"})
    assert result.proved is not None
    gates = {finding.rule.partition(".")[0] for finding in result.proved.findings}
    assert gates == {"placeholders", "security"}
    text = proved_text(result, result.proved)
    assert "Beside the verdicts, gates have findings: " in text
    assert "src/clockwork/times.py:" in text


async def test_it_is_proven_again_with_no_model_and_says_what_was_lost(place: Path) -> None:
    await proven(place, readers())
    same = await prove_code_again(place)
    assert same is not None
    assert (same.exit_code, same.lost) == (0, ())

    write_code(place, WRONG)
    broken = await prove_code_again(place)

    assert broken is not None
    assert broken.exit_code == 1
    assert broken.lost[0].requirement == "R2"
    assert broken.lost[0].said is Said.WRONG


@pytest.mark.slow
async def test_a_known_failure_is_no_new_one(place: Path) -> None:
    write_code(place, WRONG)
    rule = ruling(Ruling.CODE_WRONG, quote="counts minutes past midnight")
    await proven(place, readers(rule=rule))

    again = await prove_code_again(place)

    assert again is not None
    assert (again.exit_code, again.lost) == (0, ())
    assert again.proved.rows[1].said is Said.WRONG


async def test_the_lock_keeps_what_a_build_left_in_it(place: Path) -> None:
    await proven(place, readers())

    lock = read_lock(place / "recipe")

    assert lock.proved is not None
    assert lock.proved.code == "../code"
    assert {case.requirement for case in lock.proved.cases} == {"R1", "R2", "R3"}
    assert lock.proved.said == {"R1": "met", "R2": "met", "R3": "met"}


def _contents(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}

"""What comes after GREEN: mutants that no test notices, and cases that nobody had seen."""

import json
import shutil
from typing import Any

import pytest
import sample
from builds_kit import Ended, Site, done, refused, source, write_recipe

from brickyard.ask.views import SharedPlan
from brickyard.disputes.question import RuleOut, Ruling
from brickyard.files import Files
from brickyard.plans.question import PlannedBrick, PlanOut
from brickyard.recipe.lock import read_lock
from brickyard.red.question import CasesOut
from brickyard.settings import Settings
from brickyard.testing import Answer, script
from brickyard.values import ProofLevel, Verdict

pytestmark = pytest.mark.slow
TEXT = "- R1 (MUST, behaviour): `grade` returns A from 90 points on, B from 80, C from 70, else F."
INTERFACE = (
    '"""Grades."""\n\n\ndef grade(points: int) -> str:\n    """Return A, B, C or F."""\n    ...\n'
)
RIGHT = """\
if points >= 90:
    return "A"
if points >= 80:
    return "B"
if points >= 70:
    return "C"
return "F"
"""
LEARNT = RIGHT.replace("points >= 80", "points >= 80 and points != 88")
"""Passes the tests below, but not what R1 says of 88."""

WEAK = {"a": (95, "A"), "b": (85, "B"), "c": (75, "C"), "f": (10, "F")}
LIMITS = {
    "from_90": (90, "A"),
    "below_90": (89, "B"),
    "from_80": (80, "B"),
    "below_80": (79, "C"),
    "from_70": (70, "C"),
    "below_70": (69, "F"),
}
GOOD = WEAK | LIMITS
BLIND = CasesOut(
    cases="@table(R1, [(95,), (85,), (75,), (10,)])\n"
    "def is_a_grade(points):\n    assert len(grade(points)) == 1\n"
)
"""It fails on code that gives no text at all, and notices no wrong grade."""
COUNTED = 'return "FCBA"[(points >= 70) + (points >= 80) + (points >= 90)]\n'
"""Right, too: and whatever is changed in it, something of one letter comes of it."""
HELD = {"held_99": (99, "A"), "held_88": (88, "B")}

Grades = dict[str, tuple[int, str]]


def module(body: str) -> str:
    return INTERFACE.replace("    ...\n", "".join(f"    {line}\n" for line in body.splitlines()))


def written_as(body: str) -> Answer:
    return source(module(body), "adders/grades.py")


def case(id: str, points: int, grade: str) -> str:
    return f'@proves(R1)\ndef {id}():\n    assert grade({points}) == "{grade}"\n'


def cases(grades: Grades) -> CasesOut:
    return CasesOut(cases="\n\n".join(case(id, *one) for id, one in grades.items()))


def truth(points: int) -> str:
    return "A" if points >= 90 else "B" if points >= 80 else "C" if points >= 70 else "F"


def ruled(ruling: Ruling, clarification: str = "Say more.") -> Answer:
    """The same on all; what is wrong is put right."""

    def answer(inputs: dict[str, Any]) -> RuleOut:
        right = sample.ruled(
            inputs["cases"], ruling, clarification, lambda call: repr(truth(int(call[6:-1])))
        )
        told = (one.model_copy(update={"quote": "B from 80"}) for one in right.rulings)
        return right.model_copy(update={"rulings": tuple(told)})

    return answer


def answers(**changed: Answer) -> dict[str, Answer]:
    plan = PlanOut(
        bricks=(PlannedBrick(name="grades", spec="Grades.", serves=("R1",), depends=()),),
        interfaces=Files({"grades.py": INTERFACE}),
    )
    right: dict[str, Answer] = {
        "plan": lambda inputs: plan,
        "write-cases": lambda inputs: cases(GOOD),
        "write-code": written_as(RIGHT),
        "repair": written_as(RIGHT),
        "strengthen-cases": lambda inputs: cases(LIMITS),
        "draw-hold-outs": lambda inputs: cases(HELD),
        "rule-on-cases": ruled(Ruling.CODE_WRONG),
    }
    return right | {name.replace("_", "-"): answer for name, answer in changed.items()}


@pytest.fixture
def grades(site: Site) -> Site:
    write_recipe(site.recipe, TEXT)
    design = site.recipe / "design.md"
    design.write_text(design.read_text("utf-8").replace("adder_1", "grades"), "utf-8")
    site.settings = Settings(repair_rounds=1)
    site.packs = False
    return site


async def build(site: Site, **changed: Answer) -> Ended:
    return await site.build(script(answers(**changed)))


def proofs(ended: Ended) -> dict[str, str]:
    assert ended.result is not None, ended.said
    return {name: one.state.value for name, one in ended.result.matrix.rows[0].proofs.items()}


def written(ended: Ended) -> str:
    return (ended.out / "tests/acceptance/test_r1.py").read_text("utf-8")


# ---------------------------------------------------------------- sensitive


async def test_good_tests_are_sensitive_and_nobody_is_asked_for_more(grades: Site) -> None:
    ended = await build(grades)
    done(ended)
    assert {
        name: state for name, state in proofs(ended).items() if state != "n/a"
    } == dict.fromkeys(("traced", "red", "green", "covered", "sensitive", "held out"), "passed")
    assert ended.asked("strengthen-cases") == 0


async def test_what_tests_that_notice_nothing_let_pass_goes_back_once_as_a_difference(
    grades: Site,
) -> None:
    seen: list[dict[str, Any]] = []

    def stronger(inputs: dict[str, Any]) -> CasesOut:
        seen.append(inputs)
        return cases(LIMITS)

    ended = await build(
        grades,
        write_cases=lambda inputs: BLIND,
        write_code=written_as(COUNTED),
        strengthen_cases=stronger,
    )
    done(ended)
    (asked,) = seen
    assert any("grades.grade(" in text for text in asked["unnoticed"]), asked["unnoticed"]
    assert "points >=" not in json.dumps(asked)
    assert asked["present"] == ["is_a_grade"]
    assert "def test_from_90(" in written(ended)
    assert "from_90" in [one.name for one in read_lock(grades.recipe).tests["acceptance/R1"].cases]


MORE = '\n\ndef passed(points: int) -> bool:\n    """Say whether it is enough."""\n    {}\n'


def with_more(strengthen: Answer) -> dict[str, Answer]:
    """Another operation beside `grade`, which no case calls at first."""
    plan = PlanOut(
        bricks=(PlannedBrick(name="grades", spec="Grades.", serves=("R1",), depends=()),),
        interfaces=Files({"grades.py": INTERFACE + MORE.format("...")}),
    )
    code = module(RIGHT) + MORE.format("return points >= 70")
    return {
        "plan": lambda inputs: plan,
        "write_code": source(code, "adders/grades.py"),
        "strengthen_cases": strengthen,
    }


async def test_an_operation_that_no_case_calls_goes_back_to_their_writer(grades: Site) -> None:
    seen: list[dict[str, Any]] = []

    def called(inputs: dict[str, Any]) -> CasesOut:
        seen.append(inputs)
        return CasesOut(
            cases="@table(R1, [(70, True), (69, False)])\n"
            "def enough(points, expected):\n    assert passed(points) is expected\n"
        )

    ended = await build(grades, **with_more(called))
    done(ended)
    assert [one["untested"] for one in seen] == [["grades.passed"]]
    assert "def test_enough(" in written(ended)


async def test_an_operation_that_no_test_executes_is_said_and_refused_at_full(
    grades: Site,
) -> None:
    ended = await build(grades, **with_more(lambda inputs: cases({})))
    done(ended)
    assert "Gate coverage says, and blocks nothing by it:" in ended.said
    assert "no test executes passed. Say in a requirement what it does" in ended.said
    shutil.rmtree(ended.out)
    grades.settings = Settings(repair_rounds=1, proof=ProofLevel.FULL)
    ended = await build(grades, **with_more(lambda inputs: cases({})))
    refused(ended, "Gate coverage did not pass", "no test executes passed")


async def test_tests_that_stay_weak_are_said_to_be_and_refused_at_full(grades: Site) -> None:
    weak: dict[str, Answer] = {
        "write_cases": lambda inputs: cases(WEAK),
        "strengthen_cases": lambda inputs: cases({}),
    }
    ended = await build(grades, **weak)
    done(ended)
    assert ended.asked("strengthen-cases") == 0
    assert proofs(ended)["sensitive"] == "passed"
    assert "Gate mutants says, and blocks nothing by it:" in ended.said
    assert "mutants of src/adders/grades.py were noticed, fewer than 85%" in ended.said
    assert "Say in the recipe what must come of such input" in ended.said
    shutil.rmtree(ended.out)
    grades.settings = Settings(repair_rounds=1, proof=ProofLevel.FULL)
    ended = await build(grades, **weak)
    refused(ended, "Gate mutants did not pass")
    assert ended.asked("strengthen-cases") == 1


async def test_tests_that_notice_nothing_are_refused_at_every_level_that_looks(
    grades: Site,
) -> None:
    ended = await build(
        grades,
        write_cases=lambda inputs: BLIND,
        write_code=written_as(COUNTED),
        strengthen_cases=lambda inputs: cases({}),
    )
    refused(ended, "R1 is not judged: No assertion of its tests notices any mutant")
    assert ended.asked("strengthen-cases") == 1


async def test_a_stronger_case_that_stands_against_the_code_has_it_repaired(grades: Site) -> None:
    late = COUNTED.replace(">= 90", "> 90")
    ended = await build(
        grades,
        write_cases=lambda inputs: BLIND,
        write_code=written_as(late),
    )
    done(ended)
    assert ended.asked("repair") == 1
    assert "points >= 90" in (ended.out / "src/adders/grades.py").read_text("utf-8")


async def test_quick_asks_for_neither_and_says_so(grades: Site) -> None:
    grades.settings = Settings(repair_rounds=1, proof=ProofLevel.QUICK)
    grades.packs = True
    ended = await build(grades, write_cases=lambda inputs: cases(WEAK))
    done(ended)
    assert (proofs(ended)["sensitive"], proofs(ended)["held out"]) == ("n/a", "n/a")
    assert ended.asked("draw-hold-outs") == ended.asked("strengthen-cases") == 0
    assert json.loads((ended.out / "BUILD.json").read_text("utf-8"))["proof"] == "quick"


async def test_code_that_no_test_executes_is_said_with_its_lines(grades: Site) -> None:
    grades.settings = Settings(repair_rounds=1, proof=ProofLevel.QUICK)
    unseen = "if points > 1000:\n" + "    points -= 1\n" * 8 + '    return "A"\n'
    ended = await build(grades, write_code=written_as(unseen + RIGHT))
    done(ended)
    assert "statements, not 80%. No test executes lines 7-15: test what they do" in ended.said


async def test_full_draws_twice_and_shows_every_difference(grades: Site) -> None:
    grades.settings = Settings(repair_rounds=1, proof=ProofLevel.FULL)
    some = {name: one for name, one in GOOD.items() if name != "below_70"}
    ended = await build(grades, write_cases=lambda inputs: cases(some))
    done(ended)
    assert ended.asked("draw-hold-outs") == 2
    locked = read_lock(grades.recipe).tests
    assert {"held-out/R1", "held-out-2/R1"} < set(locked)


# ---------------------------------------------------------------- held out


async def test_code_that_only_learnt_its_tests_is_found_out_and_repaired(grades: Site) -> None:
    drawn: list[dict[str, Any]] = []

    def held(inputs: dict[str, Any]) -> CasesOut:
        drawn.append(inputs)
        return cases({"fresh": (100, "A"), "low": (0, "F")} if inputs["spent"] else only)

    only = {"held_88": (88, "B")}
    ended = await build(grades, write_code=written_as(LEARNT), draw_hold_outs=held)
    done(ended)
    assert "def test_held_88(" in written(ended)
    assert "!= 88" not in (ended.out / "src/adders/grades.py").read_text("utf-8")
    first, second = drawn
    assert first["spent"] == ""
    assert second["spent"] == case("held_88", 88, "B")
    kept = [one.name for one in read_lock(grades.recipe).tests["held-out/R1"].cases]
    assert kept == ["fresh", "low"]


async def test_where_hold_outs_are_left_no_fresh_ones_are_drawn(grades: Site) -> None:
    ended = await build(grades, write_code=written_as(LEARNT))
    done(ended)
    assert ended.asked("draw-hold-outs") == 1
    kept = [one.name for one in read_lock(grades.recipe).tests["held-out/R1"].cases]
    assert kept == ["held_99"]


async def test_a_wrong_hold_out_still_finds_out_code_that_fails_what_is_right(
    grades: Site,
) -> None:
    """It expects A of 88, the code says C; the judge works out B."""

    def held(inputs: dict[str, Any]) -> CasesOut:
        wrong = {"held_99": (99, "A"), "held_88": (88, "A")}
        return cases(wrong if not inputs["spent"] else {"fresh": (100, "A"), "low": (0, "F")})

    ended = await build(
        grades,
        write_code=written_as(LEARNT),
        draw_hold_outs=held,
        rule_on_cases=ruled(Ruling.TEST_WRONG),
    )
    done(ended)
    assert 'assert grade(88) == "B"' in written(ended)
    assert "!= 88" not in (ended.out / "src/adders/grades.py").read_text("utf-8")


async def test_whoever_draws_sees_neither_code_nor_tests(grades: Site) -> None:
    drawn: list[dict[str, Any]] = []

    def held(inputs: dict[str, Any]) -> CasesOut:
        drawn.append(inputs)
        return cases(HELD)

    done(await build(grades, draw_hold_outs=held))
    own = {"ids", "bricks", "command", "spent", "problems", "attempt"}
    assert set(drawn[0]) == {*SharedPlan.model_fields, *own}
    assert "points >=" not in json.dumps(drawn)


async def test_code_that_is_not_repaired_is_not_met(grades: Site) -> None:
    ended = await build(grades, write_code=written_as(LEARNT), repair=written_as(LEARNT))
    refused(ended, "R1 is broken: test_held_88 fails")


async def test_a_wrong_hold_out_does_not_block(grades: Site) -> None:
    ended = await build(
        grades,
        draw_hold_outs=lambda inputs: cases({"held_99": (99, "A"), "held_88": (88, "A")}),
        rule_on_cases=ruled(Ruling.TEST_WRONG),
    )
    done(ended)
    assert ended.result is not None
    assert [one.settled for one in ended.result.disputes] == ["test replaced"]
    held = read_lock(grades.recipe).tests["held-out/R1"].cases
    assert 'assert grade(88) == "B"' in "".join(one.text for one in held)


async def test_a_hold_out_that_nobody_could_settle_is_listed_and_blocks(grades: Site) -> None:
    ended = await build(
        grades,
        draw_hold_outs=lambda inputs: cases({"held_99": (99, "A"), "held_88": (88, "A")}),
        rule_on_cases=lambda inputs: "No idea.",
    )
    open = "R1 is not judged: Nobody settled whether it is right that the hold-out held_88 fails."
    refused(ended, open, "of R1 → not settled", "nobody ruled on it")


async def test_a_hold_out_on_which_the_requirement_is_silent_becomes_a_clarification(
    grades: Site,
) -> None:
    ended = await build(
        grades,
        draw_hold_outs=lambda inputs: cases({"held_99": (99, "A"), "below_nothing": (-5, "A")}),
        rule_on_cases=ruled(Ruling.SILENT, "Say what fewer than 0 points give."),
    )
    done(ended)
    assert "R1 is silent: Say what fewer than 0 points give." in ended.said


async def test_where_the_same_is_drawn_again_after_it_fell_the_proof_is_missing(
    grades: Site,
) -> None:
    """What fell is not taken again under another name."""
    ended = await build(
        grades,
        draw_hold_outs=lambda inputs: cases({f"below_{bool(inputs['spent']):d}": (-5, "A")}),
        rule_on_cases=ruled(Ruling.SILENT, "Say what fewer than 0 points give."),
    )
    refused(ended, "R1 is not judged")
    assert proofs(ended)["held out"] == "missing"
    assert ended.asked("draw-hold-outs") == 3


async def test_where_other_hold_outs_are_silent_too_the_proof_does_not_apply(
    grades: Site,
) -> None:
    def other(inputs: dict[str, Any]) -> CasesOut:
        return cases({"below": (-5 - bool(inputs["spent"]), "A")})

    given = answers(
        draw_hold_outs=other,
        rule_on_cases=ruled(Ruling.SILENT, "Say what fewer than 0 points give."),
    )
    ended = await grades.build(script(given))
    done(ended)
    assert proofs(ended)["held out"] == "n/a"
    assert "R1, held out: Every hold-out asked for what the requirement does not" in ended.said
    assert ended.asked("draw-hold-outs") == 2
    assert ended.result is not None
    assert len(ended.result.disputes) == 2
    again = await grades.build(script(dict[str, Answer]()), force=True)
    done(again)


async def test_hold_outs_that_fall_for_another_reason_leave_the_proof_missing(
    grades: Site,
) -> None:
    """The judge writes in their place what proves nothing: that is not a silent requirement."""

    def other(inputs: dict[str, Any]) -> CasesOut:
        return cases({"held": (88 if not inputs["spent"] else 87, "A")})

    def vain(inputs: dict[str, Any]) -> RuleOut:
        told = ruled(Ruling.TEST_WRONG)(inputs)
        assert isinstance(told, RuleOut)
        body = "    grade(88)\n    assert not Path('x.txt').exists()\n"
        (one,) = told.rulings
        return told.model_copy(update={"cases": f"@proves(R1)\ndef {one.id}():\n{body}"})

    ended = await build(grades, draw_hold_outs=other, rule_on_cases=vain)
    refused(ended, "R1 is not judged: Its hold-outs fell in disputes")


async def test_a_stronger_case_that_nobody_could_settle_is_not_lost(grades: Site) -> None:
    late = written_as(COUNTED.replace(">= 90", "> 90"))
    ended = await build(
        grades,
        write_cases=lambda inputs: BLIND,
        write_code=late,
        repair=late,
        rule_on_cases=lambda inputs: "No idea.",
    )
    refused(ended, "R1 is not judged: Nobody settled whether it is right that test_from_90 fails")


async def test_a_locked_hold_out_that_proves_nothing_is_drawn_anew(grades: Site) -> None:
    done(await build(grades))
    lock = read_lock(grades.recipe)
    held = lock.tests["held-out/R1"]
    empty = held.cases[0].model_copy(
        update={"text": "@proves(R1)\ndef held_99():\n    grade(99)\n    assert 1 == 1\n"}
    )
    forged = held.model_copy(update={"cases": (empty,)})
    lock.model_copy(update={"tests": {**lock.tests, "held-out/R1": forged}}).write(grades.recipe)
    again = await grades.build(script(answers()), force=True)
    done(again)
    assert again.asked("draw-hold-outs") == 1


async def test_a_quick_build_keeps_the_hold_outs_of_the_lock(grades: Site) -> None:
    done(await build(grades))
    before = read_lock(grades.recipe).tests["held-out/R1"]
    grades.settings = Settings(repair_rounds=1, proof=ProofLevel.QUICK)
    done(await grades.build(script(dict[str, Answer]()), force=True))
    assert read_lock(grades.recipe).tests["held-out/R1"] == before


async def test_without_a_hold_out_that_can_be_tried_the_proof_is_missing(grades: Site) -> None:
    ended = await build(grades, draw_hold_outs=lambda inputs: cases({}))
    refused(ended, "R1 is not judged", "There is no case")
    assert proofs(ended)["held out"] == "missing"


async def test_a_rebuild_from_the_lock_asks_nothing_and_tries_the_hold_outs_again(
    grades: Site,
) -> None:
    done(await build(grades))
    nothing: dict[str, Answer] = {}
    again = await grades.build(script(nothing), force=True)
    done(again)
    assert proofs(again)["held out"] == "passed"


async def test_a_locked_hold_out_still_refuses_code_that_a_person_made_wrong(
    grades: Site,
) -> None:
    done(await build(grades))
    lock = grades.recipe / "brickyard.lock"
    text = lock.read_text("utf-8").replace("points >= 80:", "points >= 80 and points != 88:")
    lock.write_text(text, "utf-8")
    given = answers(repair=written_as(LEARNT))
    again = await grades.build(script(given), force=True)
    assert again.result is not None
    assert again.result.matrix.rows[0].verdict is Verdict.NOT_MET

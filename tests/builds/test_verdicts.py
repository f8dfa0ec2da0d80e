"""What a person is told of each requirement, and what a requirement that is not met costs."""

import asyncio
import json
import sys
from pathlib import Path

import pytest
import sample
from builds_kit import Ended, Site, answers, done, refused

from brickyard.flow.results import Result
from brickyard.models.base import Request
from brickyard.models.scripted import Scripted
from brickyard.recipe.lock import read_lock
from brickyard.record import Record
from brickyard.reports.markdown import as_markdown
from brickyard.settings import Settings
from brickyard.testing import script
from brickyard.values import Proof, ProofLevel

BRICKS = 3
SHOULD = "- R3 (SHOULD"


def wrong_third(request: Request) -> str:
    """Right answers, but for the code of the last brick, which nobody mends."""
    if request.task in ("repair", "repair-whole"):
        return "I cannot."
    told = script(answers(BRICKS))(request)
    return told.replace("add_2(value) + 1", "add_2(value) + 5")


@pytest.fixture
def three(tmp_path: Path, home: Path) -> Site:
    """Three bricks, each on top of the one before."""
    return Site(sample.write_recipe(tmp_path / "adders", BRICKS), home)


def with_a_should(site: Site) -> Site:
    path = site.recipe / "requirements.md"
    path.write_text(path.read_text("utf-8").replace("- R3 (MUST", SHOULD), "utf-8")
    return site


def result_of(ended: Ended) -> Result:
    assert ended.result is not None, ended.said
    return ended.result


BLOCK = """\
R3 is broken: test_adds_3_to_2 fails.
      @proves(R3)
      def adds_3_to_2():
          assert add_3(2) == 5
  expected 5
  got      9
  Next: name a stronger model to mend it:
      brickyard build RECIPE --escalate MODEL
"""


async def test_a_failing_test_costs_its_requirement_alone(three: Site) -> None:
    """Mutants are run without it, and hold-outs are drawn for the others."""
    three.settings, three.packs = Settings(repair_rounds=1), False
    ended = await three.build(wrong_third)
    refused(ended, BLOCK, "Nothing was packaged: 2 met, 1 MUST broken: R3.\n")
    rows = result_of(ended).matrix.rows
    assert [row.said for row in rows] == ["met", "met", "broken"]
    for row in rows[:2]:
        assert row.proofs["sensitive"].state is Proof.PASSED
        assert row.proofs["held out"].state is Proof.PASSED
    (gate,) = [gate for gate in result_of(ended).gates if gate.gate == "mutants"]
    assert gate.passed
    told = json.loads(result_of(ended).model_dump_json())["matrix"]["rows"][2]
    assert (told["verdict"], told["unmet"]) == ("not met", "broken")
    assert (told["failure"]["expected"], told["failure"]["got"]) == ("5", "9")
    page = as_markdown(result_of(ended))
    assert "\n## R3 (MUST) is broken\n" in page
    assert "\n```text\nexpected 5\ngot      9\n```\n" in page
    assert "\n```sh\nbrickyard build RECIPE --escalate MODEL\n```\n" in page


@pytest.mark.parametrize(
    ("proof", "run"),
    [
        (ProofLevel.QUICK, b"\n4 passed, 2 deselected"),
        pytest.param(ProofLevel.FULL, b"\n8 passed, 4 deselected", marks=pytest.mark.slow),
    ],
    ids=["quick", "full, with tests of bricks"],
)
async def test_a_should_that_is_broken_is_packaged_and_said_plainly(
    proof: ProofLevel, run: bytes, three: Site
) -> None:
    three.settings = Settings(repair_rounds=1, proof=proof)
    ended = await with_a_should(three).build(wrong_third)
    done(ended)
    assert "R3 (SHOULD) is broken: test_adds_3_to_2 fails." in ended.said
    assert "\n2 met, 1 SHOULD not met: R3.\nBuilt: " in ended.said
    readme = (ended.out / "README.md").read_text("utf-8")
    assert "\n2 met, 1 SHOULD not met: R3.\n" in readme
    assert "**Not met, broken**: test_adds_3_to_2 fails: `add_3(2) == 5`: expected 5, got 9" in (
        readme
    )
    own = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    tested = await asyncio.create_subprocess_exec(
        *own, cwd=ended.out, stdout=asyncio.subprocess.PIPE
    )
    told, _ = await tested.communicate()
    assert tested.returncode == 0, told
    assert run in told


def mended_when_asked_again(request: Request) -> str:
    if request.generation:
        return script(answers(BRICKS))(request)
    return wrong_third(request)


def asked(ended: Ended) -> list[str]:
    return [event.data["task"] for event in ended.events if event.kind == "question.asked"]


@pytest.mark.slow
async def test_what_is_about_a_requirement_is_asked_anew_and_nothing_else(three: Site) -> None:
    model = Scripted(mended_when_asked_again, name=f"again-{three.recipe}")
    refused(await three.build(model), "--escalate MODEL")
    ended = await three.build(model, again=("R3",))
    done(ended)
    assert "plan" not in asked(ended)
    assert asked(ended).count("write-code") == 1
    with Record.open(three.home) as record:
        run, first = record.runs.of(str(three.recipe))
    assert json.loads(run.options)["generations"] == {"R3": 1}
    assert json.loads(first.options)["generations"] == {}
    plain = await three.build(model, force=True, unlocked=True)
    done(plain)
    assert asked(plain) == []


@pytest.mark.slow
async def test_what_the_lock_has_of_it_is_asked_anew_too(three: Site) -> None:
    model = Scripted(mended_when_asked_again, name=f"again-{three.recipe}")
    done(await with_a_should(three).build(model))
    assert "acceptance/R3" in read_lock(three.recipe).tests
    ended = await three.build(model, again=("R3",), force=True)
    done(ended)
    assert "3 met" in result_of(ended).matrix.summary
    assert "write-code" in asked(ended)
    assert not result_of(ended).matrix.unmet


async def test_where_nothing_was_repaired_no_stronger_model_is_advised(three: Site) -> None:
    three.settings = Settings(repair_rounds=0, proof=ProofLevel.QUICK)
    three.packs = False
    ended = await three.build(wrong_third)
    refused(ended, "Next: ask anew for what is about it:\n      brickyard build RECIPE --again R3")

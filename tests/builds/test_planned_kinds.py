"""Builds of a recipe that writes no kind of proof: its plan does, and asks for permissions."""

import json
import re
from pathlib import Path
from typing import Any

import kit_kinds
import pytest
from builds_kit import Ended, Site, done, refused

from brickyard.errors import BadInput
from brickyard.flow.orders import ordered_with
from brickyard.flow.prove import prove_again
from brickyard.flow.session import build
from brickyard.plans.question import PlanOut
from brickyard.recipe.permissions import Wish
from brickyard.record import Record
from brickyard.settings import Settings
from brickyard.testing import script
from brickyard.values import PlannedPermission, PlannedProof, ProofLevel, Verdict

PROOFS = (
    PlannedProof(requirement="R1", kind="performance", words="in at most 100 s"),
    PlannedProof(requirement="R2", kind="artefact", words="the project ships a CHANGELOG.md"),
    PlannedProof(requirement="R3", kind="external", words="gets /rates/CODE from the API"),
    PlannedProof(requirement="R1", kind="attested", words="adds up a list"),
)
NETWORK = "security-network"


@pytest.fixture
def till(tmp_path: Path, home: Path) -> Site:
    folder = kit_kinds.write_recipe(tmp_path / "till")
    bare = re.sub(r"\(MUST, \w+\)", "(MUST)", kit_kinds.REQUIREMENTS)
    (folder / "requirements.md").write_text(bare, "utf-8")
    return Site(folder, home, Settings(repair_rounds=0, proof=ProofLevel.QUICK))


def planned(inputs: dict[str, Any], **more: Any) -> PlanOut:
    right = kit_kinds.answers()["plan"](inputs)
    assert isinstance(right, PlanOut)
    return right.model_copy(update={"proofs": PROOFS, **more})


async def built(site: Site, **options: Any) -> Ended:
    return await site.build(script(kit_kinds.answers(plan=planned)), **options)


def settled(ended: Ended) -> dict[str, Any]:
    (event,) = [event for event in ended.events if event.kind == "plan.settled"]
    return event.data


@pytest.mark.slow
async def test_kinds_of_the_plan_are_proven_packaged_and_proven_again(till: Site) -> None:
    ended = await built(till, allow=[NETWORK])

    done(ended)
    assert ended.result
    rows = {row.requirement: row for row in ended.result.matrix.rows}
    kinds = {id: row.kind.value for id, row in rows.items()}
    assert kinds == {"R1": "performance", "R2": "artefact", "R3": "external"}
    assert {row.verdict for row in rows.values()} == {Verdict.MET}
    assert ended.asked("write-cases") == 0
    told = settled(ended)
    assert [(one["kind"], one["by"]) for one in told["kinds"]] == [
        (kind, "plan") for kind in kinds.values()
    ]
    assert [one["reason"] for one in told["not_taken"]] == [
        "performance was proposed before",
    ]
    assert [(one["name"], one["by"]) for one in told["permissions"]] == [(NETWORK, "--allow")]
    assert "R1 is proven by performance, as the plan reads “in at most 100 s”." in ended.said
    assert "Allowed: security-network (open connections, or listen for them), by --allow." in (
        ended.said
    )
    kept = json.loads((ended.out / "BUILD.json").read_text("utf-8"))
    assert kept["extra"]["permissions"] == [{"name": NETWORK, "by": "--allow"}]
    assert kept["proving"]["plan"]["proofs"][0]["words"] == "in at most 100 s"

    again = await prove_again(ended.out)
    assert again.holds, again.lost
    assert [row.kind.value for row in again.matrix.rows] == [*kinds.values()]

    def nobody(request: Any) -> str:
        pytest.fail(f"asked: {request.task}")

    done(await till.build(nobody, force=True, allow=[NETWORK]))


async def test_what_nobody_allowed_stops_before_cases_and_code_are_asked_for(till: Site) -> None:
    ended = await built(till)

    refused(
        ended,
        "security-network (open connections, or listen for them): “gets /rates/CODE from the API”",
        "--allow security-network",
        "<!-- brickyard: allow security-network: the reason -->",
        code=4,
    )
    asked = [event.data["task"] for event in ended.events if event.kind == "question.asked"]
    assert asked == ["plan"]
    assert settled(ended)["permissions"][0]["by"] == ""


async def test_whoever_is_there_is_asked_with_the_words_and_may_say_no(till: Site) -> None:
    wishes: list[Wish] = []

    def no(wish: Wish) -> bool:
        wishes.append(wish)
        return False

    refused(await built(till, permit=no), "--allow security-network", code=4)
    assert [(wish.name, wish.words) for wish in wishes] == [
        (NETWORK, ("gets /rates/CODE from the API",))
    ]


async def test_the_comment_of_the_recipe_allows_and_nobody_is_asked(till: Site) -> None:
    page = till.recipe / "requirements.md"
    line = f"<!-- brickyard: allow {NETWORK}: the bank has no other way -->\n"
    page.write_text(line + page.read_text("utf-8"), "utf-8")
    till.packs = False
    ended = await built(till)

    assert ended.code == 0, ended.said
    by = "requirements.md: the bank has no other way"
    assert [one["by"] for one in settled(ended)["permissions"]] == [by]
    assert f"by {by}." in ended.said


async def test_the_order_keeps_what_was_allowed_and_an_unknown_name_is_refused(
    till: Site, tmp_path: Path
) -> None:
    options: dict[str, Any] = {"home": tmp_path / ".brickyard", "settings": till.settings}
    till.home = tmp_path / ".brickyard"
    wish = PlannedPermission(name="security-pickle", words="adds up a list of 10,000 prices")
    model = script(kit_kinds.answers(plan=lambda inputs: planned(inputs, permissions=(wish,))))
    refused(await till.build(model, allow=[NETWORK]), "--allow security-pickle", code=4)
    with Record.open(till.home) as record:
        (run,) = record.runs.of(str(till.recipe))
    assert ordered_with(run)["allow"] == [NETWORK]
    assert run.status == "stopped"

    with pytest.raises(BadInput, match=r"no permission 'netwrok'.*'security-network'"):
        await build(till.recipe, model="replay", allow=["netwrok"], **options)

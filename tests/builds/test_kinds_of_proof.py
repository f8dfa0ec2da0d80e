"""A whole build of speed, files and a service; and what is refused of each."""

import json
from pathlib import Path

import kit_kinds
import pytest
from builds_kit import Ended, Site, done, refused

from brickyard.drafts.question import CodeOut
from brickyard.files import Files
from brickyard.flow.estimates import analyze
from brickyard.proofs.artefact import ArtefactRulesOut, ArtefactsOut
from brickyard.proofs.files import ArtefactRule
from brickyard.settings import Settings
from brickyard.testing import Answer, script
from brickyard.values import Proof, ProofLevel, Verdict


@pytest.fixture
def till(tmp_path: Path, home: Path) -> Site:
    settings = Settings(repair_rounds=0, proof=ProofLevel.QUICK)
    return Site(kit_kinds.write_recipe(tmp_path / "till"), home, settings)


async def build(site: Site, **changed: Answer) -> Ended:
    return await site.build(script(kit_kinds.answers(**changed)))


async def test_speed_files_and_a_service_are_proven_in_one_build(till: Site) -> None:
    till.settings = till.settings.model_copy(update={"proof": ProofLevel.STANDARD})
    ended = await build(till)

    done(ended)
    assert ended.result
    rows = {row.requirement: row for row in ended.result.matrix.rows}
    assert {row.verdict for row in rows.values()} == {Verdict.MET}
    speed = rows["R1"].proofs["performance"]
    assert speed.state is Proof.PASSED
    assert speed.data["repeats"] == 5
    assert speed.data["limit_seconds"] == 100
    assert speed.data["machine"]["cores"] > 0
    assert "limit 100 s, on" in speed.detail
    assert rows["R2"].proofs["artefact"].state is Proof.PASSED
    assert (ended.out / "CHANGELOG.md").read_text("utf-8").startswith("# Changes")
    assert "in process" in rows["R3"].proofs["green"].detail
    needed = {
        id: [name for name, proof in row.proofs.items() if proof.state is not Proof.NOT_APPLICABLE]
        for id, row in rows.items()
    }
    assert needed == {
        "R1": ["traced", "red", "green", "covered", "performance"],
        "R2": ["artefact"],
        "R3": ["traced", "red", "green", "covered", "sensitive"],
    }
    kept = json.loads((ended.out / "BUILD.json").read_text("utf-8"))["matrix"]
    assert "data" in kept[0]["proofs"]["performance"]
    assert "data" not in kept[1]["proofs"]["artefact"]


async def test_the_same_lock_is_built_again_without_a_question(till: Site) -> None:
    ended = await build(till)
    done(ended)
    asked = [event.data["task"] for event in ended.events if event.kind == "question.asked"]
    told = analyze(till.recipe, settings=till.settings, unlocked=True, home=till.home / "none")
    assert sorted(asking.task for asking in told.analysis.askings) == sorted(asked)
    known = analyze(till.recipe, settings=till.settings, home=till.home / "none").total
    assert known.questions == known.known > 0
    again = await till.build(lambda request: pytest.fail(f"asked: {request.task}"), force=True)
    done(again)


async def test_code_that_is_too_slow_for_its_limit_is_not_met(till: Site) -> None:
    page = till.recipe / "requirements.md"
    page.write_text(page.read_text("utf-8").replace("100 s", "0.001 ms"), "utf-8")
    hasty = kit_kinds.measured(at_most_seconds=0.000001)
    ended = await build(till, write_measurements=lambda _: hasty)

    refused(ended, "takes too long")


async def test_a_limit_that_the_requirement_does_not_name_is_refused(till: Site) -> None:
    lax = kit_kinds.measured(at_most_seconds=200)
    ended = await build(till, write_measurements=lambda _: lax)

    refused(ended, "R1 is not judged", "names no time of 200 s; it names 100 s")
    assert ended.asked("write-measurements") == 2


async def test_a_measurement_that_any_code_passes_is_refused(till: Site) -> None:
    vain = kit_kinds.measured("assert total(prices) != -1")
    ended = await build(till, write_measurements=lambda _: vain)

    refused(ended, "R1 is not judged", "passes")


async def test_a_file_that_is_not_what_the_rules_ask_for_is_refused(till: Site) -> None:
    empty = ArtefactsOut(files=Files({"CHANGELOG.md": "Nothing.\n"}))
    ended = await build(till, write_artefacts=lambda _: empty)

    refused(ended, "R2 is not judged", "has no heading “Changes”")


async def test_rules_on_what_packaging_writes_are_held_to_what_it_writes(till: Site) -> None:
    rules = (
        ArtefactRule(rule="has_heading", path="README.md", text="Install"),
        ArtefactRule(rule="has_key", path="pyproject.toml", key="project.license"),
    )
    ended = await build(till, write_artefact_rules=lambda _: ArtefactRulesOut(rules=rules))

    refused(ended, "'pyproject.toml' has no key project.license")
    assert ended.asked("write-artefacts") == 0
    assert ended.result
    row = next(row for row in ended.result.matrix.rows if row.requirement == "R2")
    assert row.verdict is Verdict.NOT_MET
    assert "heading" not in row.reason


async def test_rules_that_every_project_keeps_are_refused(till: Site) -> None:
    vain = ArtefactRulesOut(
        rules=(ArtefactRule(rule="has_key", path="pyproject.toml", key="project.name"),)
    )
    ended = await build(till, write_artefact_rules=lambda _: vain)

    refused(ended, "R2 is not judged", "holds of every project that is packaged")
    assert ended.asked("write-artefacts") == 0


async def test_a_case_without_a_limit_goes_back_to_its_writer(till: Site) -> None:
    lost = kit_kinds.measured().model_copy(update={"limits": ()})
    ended = await build(till, write_measurements=lambda _: lost)

    refused(ended, "R1 is not judged", "Nothing is said about case 'adds_up_many'")


@pytest.mark.slow
async def test_code_that_never_asks_the_service_is_not_met(till: Site) -> None:
    knows = kit_kinds.RATES + '    return {"NOK": 11.5}.get(code, 10.25 if url else 0.0)\n'
    written = CodeOut(code=kit_kinds.files(kit_kinds.CODE | {"rates": knows}))
    ended = await build(till, write_code=lambda _: written)
    refused(ended, "GET /rates/NOK never came")


async def test_without_a_loopback_a_service_is_not_proven_and_nobody_is_blamed(
    till: Site,
) -> None:
    till.settings = till.settings.model_copy(update={"sandbox": "sandlock"})
    ended = await build(till)

    refused(ended, "R3 speaks to a service", "the sandbox sandlock has no loopback", code=3)
    assert not [event for event in ended.events if event.kind == "question.asked"]

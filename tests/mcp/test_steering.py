"""What a person decides while a run is under way: permissions, pause, constraints, the end."""

from pathlib import Path
from typing import Any

import pytest
from mcp_kit import MODES, adders, stdio
from mcp_types import ElicitResult

WISHING, ENDLESS = "scripted:mcp_kit:wishing", "scripted:mcp_kit:endless"
PERMISSION = "allow:security-pickle"


@pytest.mark.slow
async def test_a_permission_is_asked_by_get_status_and_answered(tmp_path: Path) -> None:
    adders(tmp_path)
    async with stdio(tmp_path, BRICKYARD_MODEL=WISHING) as session:
        run = (await session.call("start_build", recipe="adders", proof="quick"))["run_id"]
        status = await session.ended(run)
        assert status["state"] == "waiting"
        (question,) = status["waits_for"]
        assert question["id"] == PERMISSION
        assert question["suggested"] == ["yes", "no"]
        assert "returns its argument plus 1" in question["text"]
        about = {"run_id": run, "question_id": PERMISSION}
        assert "neither yes nor no" in await session.refused(
            "answer_question", answer="perhaps", **about
        )
        said = await session.refused("answer_question", **about)
        assert "Ask the person" in said, "this client has no forms"
        await session.call("answer_question", answer="yes", **about)
        assert (await session.ended(run))["state"] == "done"


@pytest.mark.slow
@pytest.mark.parametrize("mode", MODES)
async def test_where_the_client_has_forms_the_person_is_asked_and_both_end_alike(
    mode: str, tmp_path: Path
) -> None:
    asked: list[str] = []

    async def fill_in(context: Any, parameters: Any) -> ElicitResult:
        asked.append(parameters.message)
        return ElicitResult(action="accept", content={"answer": "yes"})

    adders(tmp_path)
    async with stdio(tmp_path, mode, fill_in, BRICKYARD_MODEL=WISHING) as session:
        run = (await session.call("start_build", recipe="adders", proof="quick"))["run_id"]
        await session.ended(run)
        await session.call("answer_question", run_id=run, question_id=PERMISSION)
        assert (await session.ended(run))["state"] == "done"
    assert len(asked) == 1
    assert "returns its argument plus 1" in asked[0]
    lock = (tmp_path / "adders/brickyard.lock").read_text("utf-8")
    assert "adder_1" in lock


@pytest.mark.slow
async def test_a_permission_that_is_denied_ends_the_run(tmp_path: Path) -> None:
    async def cancel(context: Any, parameters: Any) -> ElicitResult:
        return ElicitResult(action="cancel")

    adders(tmp_path)
    async with stdio(tmp_path, "auto", cancel, BRICKYARD_MODEL=WISHING) as session:
        run = (await session.call("start_build", recipe="adders"))["run_id"]
        assert (await session.ended(run))["state"] == "waiting"
        about = {"run_id": run, "question_id": PERMISSION}
        assert "was not asked" in await session.refused("answer_question", **about)
        status = await session.call("answer_question", answer="no", **about)
        assert status["state"] == "stopped"
        assert not (tmp_path / "adders/build").exists()


@pytest.mark.slow
async def test_a_run_is_paused_resumed_and_cancelled_within_five_seconds(tmp_path: Path) -> None:
    adders(tmp_path)
    async with stdio(tmp_path, BRICKYARD_MODEL=ENDLESS) as session:
        run = (await session.call("start_build", recipe="adders"))["run_id"]
        while not (status := await session.call("get_status", run_id=run))["progress"]["asked"]:
            assert status["state"] in ("starting", "running")
        status = await session.call("intervene", run_id=run, action="pause")
        assert status["state"] == "paused"
        assert "resume" in status["next"]
        status = await session.call("intervene", run_id=run, action="resume")
        assert status["state"] in ("starting", "running")
        status = await session.call("cancel", run_id=run)
        assert status["state"] == "cancelled"
        later = await session.call("get_status", run_id=run, wait_seconds=1)
        assert later["state"] == "cancelled", "nobody starts it again"


@pytest.mark.slow
async def test_a_constraint_goes_into_the_recipe_and_the_run_goes_on_by_it(tmp_path: Path) -> None:
    recipe = adders(tmp_path)
    async with stdio(tmp_path) as session:
        run = (await session.call("start_build", recipe="adders", proof="quick"))["run_id"]
        assert (await session.ended(run))["state"] == "done"
        about = {"run_id": run, "action": "constrain"}
        await session.call("intervene", constraint="Only the standard library.", **about)
        status = await session.ended(run)
        assert "Only the standard library." in (recipe / "design.md").read_text("utf-8")
        assert status["state"] == "done", status
        before = (recipe / "requirements.md").read_bytes()
        said = await session.refused(
            "intervene", constraint="TBD.", concerns="requirements", **about
        )
        assert "cannot be built as it is" in said
        assert (recipe / "requirements.md").read_bytes() == before


async def test_what_cannot_be_done_says_so(tmp_path: Path) -> None:
    adders(tmp_path)
    async with stdio(tmp_path) as session:
        for tool, arguments, words in (
            ("start_build", {}, "Give one of `recipe`, `recipe_text`, `idea`"),
            ("start_build", {"recipe": "nowhere"}, "There is no folder 'nowhere'"),
            ("start_build", {"recipe": "adders", "model": "gtp-5"}, "There is no model 'gtp-5'"),
            ("start_build", {"recipe": "adders", "proof": "all"}, "'quick', 'standard' or 'full'"),
            ("start_prove", {"recipe": "adders", "code": "none"}, "There is no 'none'"),
            (
                "start_prove",
                {"recipe": "adders", "code": "adders", "since": "--output=x"},
                "is no revision",
            ),
            ("get_status", {"run_id": "1"}, "`list_runs` lists them"),
            ("get_status", {"run_id": "1", "wait_seconds": 600}, "less than or equal to 4"),
        ):
            assert words in await session.refused(tool, **arguments), (tool, arguments)

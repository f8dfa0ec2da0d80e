"""What a build may begin with: an idea with few questions, a contract with its spec."""

import os
import shutil
from pathlib import Path
from typing import Any

import pytest
from mcp_kit import adders, stdio
from mcp_types import ElicitResult

import brickyard

KITS = Path(__file__).parent.parent / "cli"
WELL, SPLIT = "scripted:create_kit:well", "scripted:splitbill_kit:right"
IDEA = {
    "name": "span",
    "description": "A command that adds up durations such as 1h20m and 45m, and prints the sum.",
    "examples": [{"given": "1h20m 45m", "gives": "2h05m"}],
}
ANSWERS = ("No, hours and minutes alone.", "A message, and exit code 2.")


def known(model: str) -> dict[str, str]:
    """Where the scripts of other rooms' tests are found."""
    paths = (str(KITS), str(KITS.parent.parent / "benchmarks"), os.environ.get("PYTHONPATH", ""))
    return {"PYTHONPATH": os.pathsep.join(filter(None, paths)), "BRICKYARD_MODEL": model}


async def gathered(root: Path, elicit: Any = None) -> bytes:
    """The requirements of the idea when its questions were answered, one way or the other."""
    async with stdio(root, "auto", elicit, **known(WELL)) as session:
        run = (await session.call("start_build", idea=IDEA, proof="quick"))["run_id"]
        asked = (await session.ended(run))["waits_for"]
        assert [one["kind"] for one in asked] == ["question", "question"]
        assert all(one["suggested"] for one in asked)
        for one, answer in zip(asked, ANSWERS, strict=True):
            given = {} if elicit else {"answer": answer}
            await session.call("answer_question", run_id=run, question_id=one["id"], **given)
        status = await session.ended(run)
        assert status["state"] == "done", status
        result = await session.call("get_result", run_id=run)
        assert result["met"]
    assert (root / "recipes/span/build/BUILD.json").is_file()
    return (root / "recipes/span/requirements.md").read_bytes()


@pytest.mark.slow
async def test_questions_answered_in_a_form_and_by_a_tool_end_in_the_same_recipe(
    tmp_path: Path,
) -> None:
    said = iter(ANSWERS)

    async def fill_in(context: Any, parameters: Any) -> ElicitResult:
        return ElicitResult(action="accept", content={"answer": next(said)})

    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    by_tool = await gathered(tmp_path / "one")
    by_form = await gathered(tmp_path / "two", fill_in)
    assert by_tool == by_form
    assert next(said, None) is None
    assert ANSWERS[1].encode() in by_tool


@pytest.mark.slow
async def test_a_contract_and_its_spec_become_a_package(tmp_path: Path) -> None:
    example = Path(brickyard.__file__).parent / "examples/splitbill"
    for path in example.glob("*.md"):
        shutil.copy(path, tmp_path)
    contract, spec = sorted(path.name for path in tmp_path.glob("*.md"))
    async with stdio(tmp_path, **known(SPLIT)) as session:
        order = {"contract": contract, "spec": spec, "proof": "quick"}
        run = (await session.call("start_build", **order))["run_id"]
        status = await session.ended(run)
        assert status["state"] == "done", status
        result = await session.call("get_result", run_id=run)
    assert result["artefacts"]


async def test_a_wrong_beginning_is_refused_at_once(tmp_path: Path) -> None:
    adders(tmp_path)
    async with stdio(tmp_path) as session:
        for given, words in (
            ({"idea": {**IDEA, "name": "No Name"}}, "cannot be a name"),
            ({"idea": IDEA, "folder": "adders"}, "is there already"),
            ({"contract": "adders/design.md", "spec": "none.md"}, "A contract begins so"),
            ({"idea": IDEA, "recipe": "adders"}, "Give one of"),
        ):
            assert words in await session.refused("start_build", **given), given

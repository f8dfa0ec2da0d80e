"""Whole builds through the real `claude` program and the SDK, answered by a loopback server."""

import shutil
from pathlib import Path

import pytest
import sample
from claude_kit import KEY, MODEL, environ, no_process_left

import brickyard
from brickyard.drafts.question import CodeOut, RepairOut
from brickyard.files import Files
from brickyard.models.claude_sdk import ClaudeSdk
from brickyard.recipe.lock import read_lock
from brickyard.testing import Asked, Loopback, Said, ToolCall, from_cassette, from_script, script
from brickyard.values import ProofLevel

EXAMPLE = Path(__file__).parents[2] / "examples" / "purse"
TEST = "mcp__brickyard__test_generated_code"
CHECK = "mcp__brickyard__check_pattern_compliance"


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["claude-cli", "claude-sdk"])
async def test_the_example_is_built_to_the_same_lock(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    recipe = tmp_path / "purse"
    recipe.mkdir()
    for name in ("requirements.md", "design.md", "components.json"):
        shutil.copy(EXAMPLE / name, recipe / name)
    with Loopback(from_cassette(EXAMPLE / "cassette.jsonl"), key=KEY) as server:
        for name, value in environ(server.url, tmp_path / "home").items():
            if name.startswith("ANTHROPIC_"):
                monkeypatch.setenv(name, value)
        async with no_process_left():
            result = await brickyard.build(recipe, model=f"{kind}:{MODEL}")
        offered = {asked.tools for asked in server.asked}
    assert result.status == "done"
    shipped = read_lock(EXAMPLE)
    full = ("held-out-2/", "brick/")
    once = {name: one for name, one in shipped.tests.items() if not name.startswith(full)}
    assert read_lock(recipe) == shipped.model_copy(update={"tests": once})
    assert any(CHECK in tools for tools in offered) == (kind == "claude-sdk")


@pytest.mark.slow
async def test_a_model_may_try_its_repair_before_it_hands_it_in(tmp_path: Path) -> None:
    """A first draft is written without sight of tests; who repairs it can run them."""
    place, answers = "adders/adder_1.py", sample.answers(1)
    right = answers["write-code"]({"modules": [{"brick": "adder_1"}]})
    assert isinstance(right, CodeOut)
    wrong = Files({place: right.code[place].replace("+ 1\n", "+ 7\n")})
    scripted = from_script(
        script(
            {
                **answers,
                "write-code": lambda inputs: CodeOut(code=wrong),
                "repair": lambda inputs: RepairOut(code=right.code),
            }
        )
    )

    def answer(asked: Asked) -> str | Said:
        if TEST in asked.tools and "tests passed" not in asked.text:
            given = {"files": {f"src/{place}": wrong[place]}}
            return Said(calls=(ToolCall(TEST, given),))
        said = scripted(asked)
        assert isinstance(said, str)
        return said

    recipe = sample.write_recipe(tmp_path / "adders", 1)
    with Loopback(answer, key=KEY) as server:
        model = ClaudeSdk(MODEL, processes=1, environ=environ(server.url, tmp_path / "home"))
        async with no_process_left():
            quick = brickyard.Settings(proof=ProofLevel.QUICK)
            result = await brickyard.build(recipe, model=model, settings=quick)
            await model.aclose()
        heard = server.asked[-1].messages[-1].text
        trying = [asked for asked in server.asked if TEST in asked.tools]
    assert result.status == "done"
    assert "0 of 2 tests passed. What failed:" in heard
    assert len(server.asked) == result.asked + 1
    assert len(trying) == 2

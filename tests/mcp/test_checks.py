"""Tools that judge without a model, resources, prompts, schemas, progress."""

import json
from pathlib import Path

import pytest
from mcp_kit import MODES, adders, said, stdio

TOOLS = """
start_build start_prove get_status answer_question get_result list_runs intervene cancel
next_microtask submit_answer
check_recipe validate_python_syntax test_generated_code check_pattern_compliance
"""
PARTS = ("log", "code", "tests", "plan", "matrix", "report")
GOOD = "- R1 (MUST): `one()` returns 1.\n"


@pytest.mark.parametrize("mode", MODES)
async def test_every_tool_has_schemas_and_says_what_it_is_for(mode: str, tmp_path: Path) -> None:
    async with stdio(tmp_path, mode) as session:
        tools = (await session.client.list_tools()).tools
        assert {tool.name for tool in tools} == {*TOOLS.split()}
        for tool in tools:
            assert tool.description
            assert tool.input_schema["type"] == "object"
            assert tool.output_schema
            assert tool.annotations
        templates = (await session.client.list_resource_templates()).resource_templates
        assert {one.uri_template for one in templates} == {f"run://{{run_id}}/{p}" for p in PARTS}
        prompts = (await session.client.list_prompts()).prompts
        assert {one.title for one in prompts} == {
            "Write a recipe",
            "Review this recipe",
            "Prove this change",
        }
        shown = await session.client.get_prompt("prove_this_change", {"code": "src"})
        assert "start_prove" in str(shown.messages[0].content)


async def test_recipe_and_source_are_checked_as_text(tmp_path: Path) -> None:
    async with stdio(tmp_path) as session:
        good = await session.call("check_recipe", recipe_text={"requirements": GOOD, "name": "one"})
        assert good["ok"], good
        assert [one["id"] for one in good["requirements"]] == ["R1"]
        bad = await session.call("check_recipe", recipe_text={"requirements": "Do it well."})
        assert not bad["ok"]
        assert all(one["message"] for one in bad["findings"])
        wrong = await session.call("validate_python_syntax", source="def f(:\n")
        assert (wrong["ok"], wrong["said"][:6]) == (False, "line 1")
        clean = {"one.py": '"""One."""\n\n\ndef one() -> int:\n    """1."""\n    return 1\n'}
        assert (await session.call("check_pattern_compliance", files=clean))["ok"]
        for source, rule in (
            ("def f(:\n", "syntax"),
            ("def f() -> None:\n    raise NotImplementedError\n", "placeholder"),
            ("import socket\n\nsocket.socket()\n", "security"),
            ("import sys\n\nif 'pytest' in sys.modules:\n    x = 1\n", "honesty"),
        ):
            found = await session.call("check_pattern_compliance", files={"one.py": source})
            assert not found["ok"], source
            assert any(rule in one["rule"] for one in found["findings"]), found


async def test_a_recipe_as_text_is_written_once_and_never_over_another(tmp_path: Path) -> None:
    async with stdio(tmp_path) as session:
        text = {"requirements": GOOD, "name": "one"}
        run = await session.call("start_build", recipe_text=text, model="caller")
        assert run["recipe"] == "recipes/one"
        same = await session.call("start_build", recipe_text=text, model="caller")
        assert same["run_id"] == run["run_id"], "what is not over yet is taken up"
        other = {**text, "requirements": GOOD.replace("1.", "2.")}
        said = await session.refused("start_build", recipe_text=other, model="caller")
        assert "holds another recipe" in said
        await session.call("cancel", run_id=run["run_id"])
    assert (tmp_path / "recipes/one/requirements.md").read_text("utf-8") == GOOD


@pytest.mark.slow
async def test_what_a_run_left_is_read_as_resources_and_proven_again(tmp_path: Path) -> None:
    adders(tmp_path)
    told: list[tuple[float, float | None, str | None]] = []

    async def heard(progress: float, total: float | None, message: str | None) -> None:
        told.append((progress, total, message))

    async with stdio(tmp_path) as session:
        run = (await session.call("start_build", recipe="adders", proof="quick"))["run_id"]
        while True:
            result = await session.client.call_tool(
                "get_status", {"run_id": run, "wait_seconds": 2}, progress_callback=heard
            )
            assert not result.is_error, said(result)
            assert result.structured_content
            if result.structured_content["state"] == "done":
                break
        read = {
            part: (await session.client.read_resource(f"run://{run}/{part}")).contents[0]
            for part in PARTS
        }
        texts = {part: getattr(one, "text", "") for part, one in read.items()}
        again = (await session.call("test_generated_code", project="adders/build"))["run_id"]
        assert (await session.ended(again))["state"] == "done"
        path = "src/adders/adder_1.py"
        broken = {path: json.loads(texts["code"])[path].replace("+ 1", "+ 2")}
        tried = (await session.call("test_generated_code", project="adders/build", files=broken))[
            "run_id"
        ]
        assert (await session.ended(tried))["state"] == "not met"
        result = await session.call("get_result", run_id=tried)
        assert not result["met"]
    assert told
    assert any("running" in (message or "") for *_, message in told)
    assert '"kind":"run.started"' in texts["log"]
    assert "tests/acceptance/test_r1.py" in json.loads(texts["tests"])
    assert [one["name"] for one in json.loads(texts["plan"])["bricks"]] == ["adder_1", "adder_2"]
    assert json.loads(texts["matrix"])[0]["verdict"] == "met"
    assert texts["report"].startswith("# adders: done")
    assert "value + 1" in (tmp_path / "adders/build" / path).read_text("utf-8")

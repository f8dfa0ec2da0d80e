"""From request to package and to proof, as a client drives the server, in both protocols."""

from pathlib import Path

import pytest
from mcp_kit import MODES, adders, http, serving, stdio


@pytest.mark.parametrize(
    "mode", [MODES[0], pytest.param(MODES[1], marks=pytest.mark.slow, id=MODES[1])]
)
async def test_a_recipe_is_built_over_stdio(mode: str, tmp_path: Path) -> None:
    adders(tmp_path)
    async with stdio(tmp_path, mode) as session:
        run = await session.call("start_build", recipe="adders", proof="quick")
        assert run["state"] in ("starting", "running")
        status = await session.ended(run["run_id"])
        assert status["state"] == "done", status
        result = await session.call("get_result", run_id=run["run_id"])
    assert result["met"]
    assert result["artefacts"] == ["adders-1.0.0-py3-none-any.whl", "adders-1.0.0.tar.gz"]
    assert [row["verdict"] for row in result["matrix"]] == ["met", "met"]
    assert "src/adders/adder_1.py" in result["files"]
    assert result["report"].startswith("# adders: done")
    assert (tmp_path / "adders/build/BUILD.json").is_file()


@pytest.mark.slow
@pytest.mark.parametrize("mode", MODES)
async def test_a_recipe_is_built_over_http(mode: str, tmp_path: Path) -> None:
    (root := tmp_path / "root").mkdir()
    adders(root)
    with serving(root) as url:
        async with http(url, "ada", mode) as session:
            run = await session.call("start_build", recipe="adders", proof="quick")
            status = await session.ended(run["run_id"])
            assert status["state"] == "done", status


@pytest.mark.slow
async def test_the_caller_is_the_model_from_request_to_package(tmp_path: Path) -> None:
    adders(tmp_path)
    by = {"author": "main", "cases": "sub-1", "reader": "sub-2"}
    async with stdio(tmp_path) as session:
        run = await session.call("start_build", recipe="adders", model="caller", proof="standard")
        assert run["model"] == "caller"
        answered = await session.answered(run["run_id"], by)
        result = await session.call("get_result", run_id=run["run_id"])
    assert {role for role, _ in answered} == {"author", "cases", "reader"}
    assert len({title for _, title in answered}) == len(answered), "nothing is asked twice"
    assert result["met"], result
    assert [(one["first"], one["second"], one["said"]) for one in result["contexts"]] == [
        ("author", "cases", "apart, as the caller says"),
        ("author", "reader", "apart, as the caller says"),
        ("cases", "reader", "apart, as the caller says"),
    ]
    assert "author and reader: apart, as the caller says" in result["report"]

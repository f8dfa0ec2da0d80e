"""Jobs on disk: made when they are needed, and one that is damaged harms no other."""

from pathlib import Path

import pytest
from mcp_kit import adders, stdio

from brickyard.errors import Unavailable
from brickyard.mcp.background import Background
from brickyard.mcp.jobs import ORDER, WANTED, Jobs, Order


def test_a_server_that_nobody_asks_leaves_no_trace(tmp_path: Path) -> None:
    jobs = Jobs(tmp_path / ".brickyard")
    assert jobs.all() == []
    assert not (tmp_path / ".brickyard").exists()


def test_a_damaged_job_is_told_to_who_asks_for_it_and_hides_no_other(tmp_path: Path) -> None:
    jobs = Jobs(tmp_path)
    order = Order(kind="build", recipe="r", arguments=())
    first, second = jobs.add(order), jobs.add(order)
    (first.folder / ORDER).write_text("{")
    assert [job.id for job in jobs.all()] == [second.id]
    with pytest.raises(Unavailable, match="cannot be read"):
        jobs.get(first.id)
    (second.folder / WANTED).write_text("{")
    with pytest.raises(Unavailable, match="cannot be read"):
        Background(jobs, tmp_path).state(second)


@pytest.mark.slow
async def test_the_next_server_lives_with_a_damaged_job(tmp_path: Path) -> None:
    adders(tmp_path)
    async with stdio(tmp_path) as session:
        run = (await session.call("start_build", recipe="adders", model="caller"))["run_id"]
        await session.call("cancel", run_id=run)
    (tmp_path / ".brickyard/mcp/local" / run / ORDER).write_text("{")
    async with stdio(tmp_path) as session:
        assert (await session.call("list_runs"))["runs"] == []
        assert "cannot be read" in await session.refused("get_status", run_id=run)

"""The server is killed in the middle: the run goes on, and nothing is asked twice."""

import json
import os
import signal
from pathlib import Path
from typing import Any

import pytest
from mcp_kit import MODES, adders, http, server_pid, serving_process, stdio

from brickyard.mcp.jobs import Job


def job_of(root: Path, run: str, client: str = "local") -> Job:
    return Job(root / ".brickyard/mcp" / client / run)


def told(job: Job) -> list[dict[str, Any]]:
    lines = job.events.read_text("utf-8").splitlines()
    return [json.loads(line) for line in lines if line.startswith("{") and line.endswith("}")]


def asked_twice(job: Job) -> list[str]:
    """Questions that a call was made for although their answer was in the record."""
    stored: set[str] = set()
    twice: list[str] = []
    for event in told(job):
        key = event.get("data", {}).get("key", "")
        if event.get("kind") == "question.asked" and key in stored:
            twice.append(key)
        if event.get("kind") == "answer.stored":
            stored.add(key)
    return twice


def launches(job: Job) -> int:
    return sum(event.get("kind") == "launched" for event in told(job))


@pytest.mark.slow
async def test_a_run_goes_on_while_nobody_serves_and_is_found_again(tmp_path: Path) -> None:
    adders(tmp_path)
    async with stdio(tmp_path) as session:
        run = (await session.call("start_build", recipe="adders", proof="quick"))["run_id"]
        os.kill(server_pid(tmp_path), signal.SIGKILL)
    async with stdio(tmp_path) as session:
        status = await session.ended(run)
        assert status["state"] == "done", status
        assert [one["run_id"] for one in (await session.call("list_runs"))["runs"]] == [run]
    assert launches(job_of(tmp_path, run)) == 1
    assert asked_twice(job_of(tmp_path, run)) == []


@pytest.mark.slow
@pytest.mark.parametrize("mode", MODES)
async def test_server_and_run_are_killed_and_the_next_server_goes_on(
    mode: str, tmp_path: Path
) -> None:
    (root := tmp_path / "root").mkdir()
    adders(root)
    with serving_process(root) as (url, server):
        async with http(url, "ada", mode) as session:
            run = (await session.call("start_build", recipe="adders", proof="quick"))["run_id"]
            job = job_of(root, run, "ada")
            while not any(event.get("kind") == "answer.stored" for event in told(job)):
                await session.call("get_status", run_id=run, wait_seconds=0.2)
            server.kill()
            os.killpg(job.wanted.pid, signal.SIGKILL)
    with serving_process(root) as (url, _):
        async with http(url, "ada", mode) as session:
            status = await session.ended(run)
            assert status["state"] == "done", status
    assert launches(job) == 2
    assert asked_twice(job) == []


@pytest.mark.slow
async def test_answers_of_the_caller_outlive_the_server(tmp_path: Path) -> None:
    adders(tmp_path)
    by = {"author": "main", "cases": "one", "reader": "two"}
    async with stdio(tmp_path) as session:
        run = (await session.call("start_build", recipe="adders", model="caller"))["run_id"]
        first = await session.answered(run, by, most=1)
        os.kill(server_pid(tmp_path), signal.SIGKILL)
    async with stdio(tmp_path) as session:
        rest = await session.answered(run, by)
        result = await session.call("get_result", run_id=run)
    assert result["met"]
    assert len(first) == 1
    assert not {*first} & {*rest}, "nothing is asked twice"
    assert {one["said"] for one in result["contexts"]} == {"apart, as the caller says"}


@pytest.mark.slow
async def test_a_run_that_crashes_again_and_again_is_given_up_and_says_why(tmp_path: Path) -> None:
    adders(tmp_path)
    async with stdio(tmp_path, BRICKYARD_MODEL="scripted:mcp_kit:crash") as session:
        run = (await session.call("start_build", recipe="adders"))["run_id"]
        status = await session.ended(run)
        assert status["state"] == "broken"
        assert "resume" in status["next"]
    assert launches(job_of(tmp_path, run)) == 4

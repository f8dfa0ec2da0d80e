"""The caller as the model: who answers what, what is refused, and what is said of it."""

import json
from pathlib import Path

import pytest
from mcp_kit import adders, stdio

from brickyard.catalogue import MICROTASKS
from brickyard.errors import BadInput
from brickyard.events import QuestionPending
from brickyard.mcp.background import Background
from brickyard.mcp.caller import Caller, kept_apart
from brickyard.mcp.jobs import Answered, Job, Jobs, Order

KEYS = {"plan": "a" * 64, "write-cases": "b" * 64, "draw-hold-outs": "c" * 64}


@pytest.fixture
def background(tmp_path: Path) -> Background:
    return Background(Jobs(tmp_path / ".brickyard"), tmp_path)


def waiting(background: Background, kind: str = "build", wrote_code: str = "") -> Job:
    """A job that waits for three answers, without a process."""
    order = Order.model_validate(
        {"kind": kind, "recipe": "r", "model": "handoff", "arguments": ()}
        | {"wrote_code": wrote_code}
    )
    job = background.jobs.add(order)
    asked = [
        QuestionPending(key=key, task=task, title=f"{task} for R1", role=MICROTASKS[task].role)
        for task, key in KEYS.items()
    ]
    lines = [one.model_dump_json() for one in asked]
    job.events.write_text("\n".join([*lines, json.dumps({"status": "waiting"}), ""]))
    return job


def test_every_microtask_has_a_role() -> None:
    judging = {name for name, task in MICROTASKS.items() if task.work in ("tests", "judge")}
    not_authors = {name for name, task in MICROTASKS.items() if task.role != "author"}
    assert judging == not_authors, "what judges the code is not for who writes it"
    readers = {name for name, task in MICROTASKS.items() if task.role == "reader"}
    assert readers == {"draw-hold-outs", "judge", "rule-on-cases", "weigh-examples"}


@pytest.mark.parametrize(
    ("first", "second"), [("plan", "draw-hold-outs"), ("draw-hold-outs", "plan")]
)
async def test_who_wrote_the_code_cannot_draw_its_hold_outs(
    background: Background, first: str, second: str
) -> None:
    job, caller = waiting(background), Caller(background)
    role = MICROTASKS[first].role
    job.answer(Answered(key=KEYS[first], task=first, role=role, context="main"))
    with pytest.raises(BadInput, match="must not answer one of the role"):
        await caller.submit(job, KEYS[second], "x", "main")


async def test_who_wrote_the_code_that_is_proven_cannot_either(background: Background) -> None:
    job, caller = waiting(background, "prove", "main"), Caller(background)
    with pytest.raises(BadInput, match="must not answer one of the role 'reader'"):
        await caller.submit(job, KEYS["draw-hold-outs"], "x", "main")


@pytest.mark.parametrize(
    ("contexts", "said"),
    [
        (("main", "one", "two"), ["apart, as the caller says"] * 3),
        (("main", "main", "two"), ["not apart", *["apart, as the caller says"] * 2]),
        (("main", "one", ""), ["apart, as the caller says", "not known", "not known"]),
        (("", "", ""), ["not known"] * 3),
    ],
)
def test_the_report_says_what_was_apart_and_what_is_not_known(
    background: Background, contexts: tuple[str, ...], said: list[str]
) -> None:
    job = waiting(background)
    for (task, key), context in zip(KEYS.items(), contexts, strict=True):
        role = MICROTASKS[task].role
        job.answer(Answered(key=key, task=task, role=role, context=context))
    assert [pair.said for pair in kept_apart(job)] == said


def test_of_a_proof_nobody_knows_who_wrote_the_code_unless_it_is_said(
    background: Background,
) -> None:
    for wrote, said in (("", "not known"), ("main", "apart, as the caller says")):
        job = waiting(background, "prove", wrote)
        key = KEYS["draw-hold-outs"]
        job.answer(Answered(key=key, task="draw-hold-outs", role="reader", context="two"))
        assert [pair.said for pair in kept_apart(job)] == [said]


async def test_an_answer_is_checked_as_strictly_as_any(tmp_path: Path) -> None:
    adders(tmp_path)
    async with stdio(tmp_path) as session:
        run = (await session.call("start_build", recipe="adders", model="caller"))["run_id"]
        while not (task := await session.call("next_microtask", run_id=run))["key"]:
            assert task["state"] in ("starting", "running")
        assert task["role"] == "author"
        assert "plan and code" in task["fresh_context"]
        assert "# Answer format" in task["question"]
        nothing = await session.call("next_microtask", run_id=run, role="reader")
        assert (nothing["key"], nothing["more"]) == ("", 1)
        about = {"run_id": run, "key": task["key"]}
        for answer in ("", "Here you are!", task["question"], "x" * 3000):
            said = await session.refused("submit_answer", answer=answer, **about)
            assert "nothing was stored" in said
        again = await session.call("next_microtask", run_id=run)
        assert again["key"] == task["key"]
        assert "No question" in await session.refused(
            "submit_answer", run_id=run, key="0" * 64, answer="x"
        )
        await session.call("cancel", run_id=run)
        assert (await session.call("next_microtask", run_id=run))["key"] == ""

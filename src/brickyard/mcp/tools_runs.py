"""Tools that look at runs and steer them. Each returns at once; the work goes on."""

import asyncio
from typing import Annotated, Literal

from mcp.server.elicitation import AcceptedElicitation, ElicitationResult
from mcp.server.mcpserver.resolve import Elicit, Resolve
from pydantic import BaseModel, Field

from brickyard.errors import BadInput
from brickyard.mcp.desks import Desk
from brickyard.mcp.jobs import Job
from brickyard.mcp.orders import Budget
from brickyard.mcp.serving import ACTS, ENDS, READS, Asked, desk_of
from brickyard.mcp.steering import answered, constrain
from brickyard.mcp.values import Result, Runs, Status

LONGEST_WAIT = 4.0
POLL_SECONDS = 0.2

RunId = Annotated[str, Field(description="as start_build or start_prove gave it", max_length=64)]


class Answer(BaseModel):
    """What a person fills in."""

    answer: str = Field(description="Your answer", max_length=10_000)


async def get_status(
    ctx: Asked,
    run_id: RunId,
    wait_seconds: Annotated[
        float, Field(description="wait so long for a change", ge=0, le=LONGEST_WAIT)
    ] = 0.0,
) -> Status:
    """How a run stands: stage, bricks, progress, cost, what it waits for and what to do."""
    desk = desk_of(ctx)
    job = desk.jobs.get(run_id)
    return await _changed(ctx, desk, job, wait_seconds)


async def list_runs(ctx: Asked, limit: Annotated[int, Field(ge=1, le=200)] = 20) -> Runs:
    """Your runs, the latest first."""
    desk = desk_of(ctx)
    return Runs(runs=tuple(desk.looking.status(job) for job in desk.jobs.all()[:limit]))


async def get_result(ctx: Asked, run_id: RunId) -> Result:
    """What a run that is over came to: files, matrix, report, and who was kept apart.

    The resources run://RUN_ID/code, tests, plan, matrix, report and log have the texts.
    """
    desk = desk_of(ctx)
    return await desk.looking.result(desk.jobs.get(run_id))


async def asked(run_id: str, question_id: str, answer: str, ctx: Asked) -> Answer | Elicit[Answer]:
    if answer:
        return Answer(answer=answer)
    desk = desk_of(ctx)
    waits = desk.looking.status(desk.jobs.get(run_id)).waits_for
    found = next((one for one in waits if one.id == question_id), None)
    text = found.text if found else f"There is no question {question_id!r}."
    if found and found.kind != "microtask" and _has_forms(ctx):
        return Elicit(f"{text} Suggested: {' or '.join(found.suggested)}.", Answer)
    raise BadInput(
        f"`answer` is empty. {text}",
        hint="Ask the person, then call answer_question with `answer`; microtasks are answered "
        "with submit_answer.",
    )


async def answer_question(
    ctx: Asked,
    run_id: RunId,
    question_id: Annotated[str, Field(description="the id in get_status", max_length=200)],
    given: Annotated[ElicitationResult[Answer], Resolve(asked)],
    answer: Annotated[
        str, Field(description="empty: the person is asked in a form", max_length=10_000)
    ] = "",
) -> Status:
    """Answer what a run asks a person. Without `answer` the person is asked, if the client can."""
    desk = desk_of(ctx)
    job = desk.jobs.get(run_id)
    if not isinstance(given, AcceptedElicitation):
        raise BadInput(
            "The person was not asked, or did not answer.",
            hint="Ask in the conversation, then call answer_question with `answer`.",
        )
    await answered(desk, job, question_id, given.data.answer)
    return desk.looking.status(job)


async def intervene(
    ctx: Asked,
    run_id: RunId,
    action: Literal["constrain", "pause", "resume"],
    constraint: Annotated[
        str, Field(description="of 'constrain': one sentence", max_length=2000)
    ] = "",
    concerns: Annotated[
        Literal["requirements", "design"],
        Field(description="what it must do, or how it is built"),
    ] = "design",
    budget: Annotated[Budget | None, Field(description="of 'resume': the new limits")] = None,
) -> Status:
    """Pause a run, resume it, or add a constraint to its recipe and go on by that.

    What was answered is kept; after a constraint what it reaches is asked anew.
    """
    desk = desk_of(ctx)
    job = desk.jobs.get(run_id)
    if action == "constrain":
        await constrain(desk, job, constraint, concerns)
    elif action == "pause":
        await desk.background.stop(job, "paused")
    else:
        desk.background.resume(job, *(budget or Budget()).arguments)
    return desk.looking.status(job)


async def cancel(ctx: Asked, run_id: RunId) -> Status:
    """Stop a run for good. What was answered stays in the record for the next."""
    desk = desk_of(ctx)
    job = desk.jobs.get(run_id)
    await desk.background.stop(job, "cancelled")
    return desk.looking.status(job)


def _has_forms(ctx: Asked) -> bool:
    capabilities = ctx.client_capabilities
    return capabilities is not None and capabilities.elicitation is not None


async def _changed(ctx: Asked, desk: Desk, job: Job, seconds: float) -> Status:
    """The status now, or when it changes within the time; progress is told meanwhile."""
    before = status = desk.looking.status(job)
    await _report(ctx, status)
    loop = asyncio.get_running_loop()
    end = loop.time() + seconds
    while status == before and loop.time() < end:
        await asyncio.sleep(min(POLL_SECONDS, max(0.0, end - loop.time())))
        status = desk.looking.status(job)
    if status != before:
        await _report(ctx, status)
    return status


async def _report(ctx: Asked, status: Status) -> None:
    done, expected = status.progress.asked + status.progress.from_record, status.progress.expected
    said = f"{status.state}: {status.stage}" if status.stage else status.state
    await ctx.report_progress(done, max(expected, done) if expected else None, said)


TOOLS = {
    "get_status": (get_status, READS),
    "list_runs": (list_runs, READS),
    "get_result": (get_result, READS),
    "answer_question": (answer_question, ACTS),
    "intervene": (intervene, ACTS),
    "cancel": (cancel, ENDS),
}

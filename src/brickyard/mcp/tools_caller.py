"""Tools for an assistant that is the model itself."""

import asyncio
from typing import Annotated

from pydantic import Field

from brickyard.events import Role
from brickyard.mcp.caller import LONGEST_ANSWER
from brickyard.mcp.serving import ACTS, READS, Asked, desk_of
from brickyard.mcp.tools_runs import LONGEST_WAIT, POLL_SECONDS, RunId
from brickyard.mcp.values import Microtask, Submitted

Named = Annotated[
    str,
    Field(
        description="a name of your own for the context that answers, such as 'main' or "
        "'subagent-2': the same for all it answers. Left out, the report says 'not known'",
        max_length=100,
    ),
]


async def next_microtask(
    ctx: Asked,
    run_id: RunId,
    role: Annotated[
        Role | None, Field(description="only questions of this role; any, if left out")
    ] = None,
    wait_seconds: Annotated[float, Field(ge=0, le=LONGEST_WAIT)] = 2.0,
) -> Microtask:
    """The next question of a run with model='caller', and which fresh context should answer it.

    Have questions of the roles 'cases' and 'reader' fetched and answered by subagents of their
    own: who wrote the code must not draw its hold-outs.
    """
    desk = desk_of(ctx)
    job = desk.jobs.get(run_id)
    loop = asyncio.get_running_loop()
    end = loop.time() + wait_seconds
    while True:
        task = await desk.caller.next(job, role)
        if task.key or task.more or task.state not in ("starting", "running"):
            return task
        if loop.time() >= end:
            return task
        await asyncio.sleep(POLL_SECONDS)


async def submit_answer(
    ctx: Asked,
    run_id: RunId,
    key: Annotated[str, Field(description="the question's key", min_length=8, max_length=64)],
    answer: Annotated[
        str,
        Field(
            description="the answer alone, in the answer format that the question ends with",
            max_length=LONGEST_ANSWER,
        ),
    ],
    context: Named = "",
) -> Submitted:
    """Answer a question. What cannot be used is refused with the reasons, and stored nowhere."""
    desk = desk_of(ctx)
    job = desk.jobs.get(run_id)
    return await desk.caller.submit(job, key, answer, context)


TOOLS = {
    "next_microtask": (next_microtask, READS),
    "submit_answer": (submit_answer, ACTS),
}

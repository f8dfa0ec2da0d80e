"""What a person decides about a run that is under way: a permission, a further constraint."""

import asyncio
import re
from pathlib import Path
from typing import Literal

from brickyard.errors import BadInput
from brickyard.files import write_atomically
from brickyard.mcp.background import FINAL
from brickyard.mcp.desks import Desk
from brickyard.mcp.jobs import Answered, Job
from brickyard.mcp.looking import PERMISSION
from brickyard.mcp.orders import check_recipe_folder

YES, NO = ("yes", "y", "true", "allow"), ("no", "n", "false", "deny")
_NUMBERED = re.compile(r"\bR(\d+)\b")


async def answered(desk: Desk, job: Job, id: str, answer: str) -> None:
    """Take down what a person says to a question of get_status."""
    if id.startswith(PERMISSION):
        permitted(desk, job, id.removeprefix(PERMISSION), answer)
        return
    question = desk.background.asked(job).get(id)
    if question is None:
        raise BadInput(f"No question {id[:80]!r} waits.", hint="get_status lists them.")
    await asyncio.to_thread(_settled, Path(job.order.recipe), question, answer.strip())
    job.answer(Answered(key=id, task="question", role="person"))
    desk.background.settle(job)


def _settled(folder: Path, question: dict[str, str], answer: str) -> None:
    """Into `idea.json`, as at the terminal."""
    from brickyard.doors.create.idea import OpenQuestion, read_idea

    stored = read_idea(folder)
    if stored is None:
        raise BadInput(f"{folder.name} holds no idea any more.", hint="Start it again.")
    one = OpenQuestion.model_validate(question)
    by_person = answer != one.suggestion
    stored.answered(one, answer, by_person=by_person).keep(folder)


def permitted(desk: Desk, job: Job, name: str, answer: str) -> None:
    """Take down a person's yes or no to a permission that the recipe asks for."""
    background = desk.background
    told = background.logs.of(job)
    if name not in told.wishes:
        raise BadInput(
            f"The run does not ask for '{name[:80]}'.", hint="get_status lists what it asks."
        )
    said = answer.strip().lower()
    if said not in (*YES, *NO):
        raise BadInput(f"{answer[:40]!r} is neither yes nor no.", hint="Answer 'yes' or 'no'.")
    if said in NO:
        with job.held() as wanted:
            job.want(denied=(*wanted.denied, name))
        return
    with job.held() as wanted:
        allowed = (*wanted.more, "--allow", name)
        job.want(more=allowed)
    if all(wish in allowed for wish in told.wishes):
        background.again(job)


async def constrain(
    desk: Desk, job: Job, sentence: str, concerns: Literal["requirements", "design"]
) -> None:
    """Add the sentence to the recipe, unless the recipe cannot be built with it, and go on."""
    text = " ".join(sentence.split())
    if not text:
        raise BadInput("`constraint` is empty.", hint="Give one sentence.")
    if job.order.kind != "build":
        raise BadInput(
            "Only a build takes constraints.", hint="Edit the recipe and start the proof again."
        )
    recipe = desk.folders.recipe(job.order.recipe)
    if (state := desk.background.state(job)) == "cancelled":
        raise BadInput("The run was cancelled.", hint="Start it again with start_build.")
    if state not in FINAL:
        await desk.background.stop(job, "paused")
    path = recipe / f"{concerns}.md"
    before = path.read_bytes()
    write_atomically(path, _with(before.decode(), text, concerns).encode())
    try:
        await asyncio.to_thread(check_recipe_folder, recipe, desk.folders)
    except BadInput:
        write_atomically(path, before)
        _go_on(desk, job, state)
        raise
    _go_on(desk, job, state, is_changed=True)


def _go_on(desk: Desk, job: Job, before: str, *, is_changed: bool = False) -> None:
    """As it was before; a run that had ended goes on by a changed recipe."""
    if before in FINAL:
        if is_changed:
            desk.background.again(job)
    elif before not in ("paused", "pausing"):
        desk.background.resume(job)


def _with(text: str, sentence: str, concerns: str) -> str:
    if concerns == "design":
        return f"{text.rstrip()}\n\n{sentence}\n"
    numbers = [int(one) for one in _NUMBERED.findall(text)]
    return f"{text.rstrip()}\n- R{max(numbers, default=0) + 1} (MUST): {sentence}\n"

"""The caller as the model: questions are handed out by role, and who answered them is kept.

Whoever writes the code must not draw its hold-outs. A server cannot see which of an assistant's
contexts calls it, so the caller names them; what it does not name is not known, and said so.
"""

import asyncio
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import Literal

from brickyard.errors import SHORT, BadInput
from brickyard.events import QuestionPending, Role
from brickyard.mcp.background import OVER, Background
from brickyard.mcp.jobs import Answered, Job
from brickyard.mcp.values import Microtask, Pair, Submitted

LONGEST_ANSWER = 2_000_000
Apart = Literal["apart, as the caller says", "not apart", "not known"]
ROLES: tuple[Role, ...] = ("author", "cases", "reader")
FRESH: dict[Role, str] = {
    "author": "The context that writes plan and code. It must see no case, no hold-out and no "
    "ruling, besides what its questions show.",
    "cases": "A fresh context (a subagent) that has seen no code. It may answer all questions of "
    "the role 'cases'.",
    "reader": "A fresh context (a subagent) that has seen neither code nor cases. It may answer "
    "all questions of the role 'reader': hold-outs and rulings.",
}


class Caller:
    """Questions of a job, to and from the caller."""

    def __init__(self, background: Background) -> None:
        self._background = background
        self._given: dict[str, int] = {}
        """How often a question was handed out: two who ask get two."""

    @property
    def _folder(self) -> Path:
        from brickyard.models.choose import QUESTIONS

        return self._background.jobs.record / QUESTIONS

    async def next(self, job: Job, role: Role | None) -> Microtask:
        """The next question of this role; one that nobody has yet, if there is one."""
        state = self._background.state(job)
        waiting = self._background.logs.of(job).waiting
        open = [waiting[key] for key in self._background.open_questions(job)]
        if state in OVER:
            open = []
        mine = [one for one in open if role in (None, one.role)]
        if not mine:
            return Microtask(
                run_id=job.id, state=state, more=len(open), next=_nothing(state, open, role)
            )
        chosen = min(mine, key=lambda one: self._given.get(one.key, 0))
        self._given[chosen.key] = self._given.get(chosen.key, 0) + 1
        wanted = chosen.role
        return Microtask(
            run_id=job.id,
            state=state,
            key=chosen.key,
            title=chosen.title,
            role=wanted,
            fresh_context=FRESH[wanted],
            question=await asyncio.to_thread(self._text, chosen.key),
            more=len(open) - 1,
            next="Answer it in the format at its end, with nothing around it: submit_answer.",
        )

    def _text(self, key: str) -> str:
        from brickyard.flow.handed import handed
        from brickyard.models.handoff import whole_text

        question = handed(self._folder, key)
        if question is None:
            raise BadInput(
                f"The question {key[:SHORT]} is gone: somebody answered it.",
                hint="Call next_microtask again.",
            )
        return whole_text(question.request)

    async def submit(self, job: Job, key: str, text: str, context: str) -> Submitted:
        """Check the answer as any, keep it, and go on when it was the last."""
        waiting = self._background.logs.of(job).waiting
        open = self._background.open_questions(job)
        full = next((one for one in open if key and one.startswith(key)), None)
        if full is None:
            raise BadInput(
                f"No question {key[:SHORT]!r} of this run waits for an answer.",
                hint="next_microtask hands out those that do.",
            )
        if len(text) > LONGEST_ANSWER:
            raise BadInput(
                f"The answer has more than {LONGEST_ANSWER:,} characters.",
                hint="Answer more briefly.",
            )
        question = waiting[full]
        role = question.role
        _check_apart(job, role, context)
        await asyncio.to_thread(self._store, full, text, question.title)
        job.answer(Answered(key=full, task=question.task, role=role, context=context))
        left = len(open) - 1
        if not left:
            self._background.settle(job)
        following = (
            "next_microtask has it."
            if left
            else "The run goes on: get_status, then next_microtask."
        )
        return Submitted(run_id=job.id, accepted=True, left=left, next=following)

    def _store(self, key: str, text: str, title: str) -> None:
        from brickyard.flow.handed import BadAnswer, give, handed
        from brickyard.record.store import Record

        question = handed(self._folder, key)
        if question is None:
            return  # another context was first: the first answer is the one
        try:
            with Record.open(self._background.jobs.record) as record:
                give(question, text, record)
        except BadAnswer as error:
            raise BadInput(
                f"The answer cannot be used ({title}): {error}",
                hint="Mend it and submit it again; nothing was stored.",
            ) from error


def _nothing(state: str, open: Sequence[QuestionPending], role: Role | None) -> str:
    if state in OVER:
        return "The run has ended: get_result."
    if open:
        roles = sorted({one.role for one in open})
        return f"Nothing of the role '{role}' waits; what waits is of: {', '.join(roles)}."
    return "The run is at work: call again in a few seconds."


def _check_apart(job: Job, role: Role, context: str) -> None:
    """Refuse an answer by a context that says itself that it has seen too much."""
    if not context:
        return
    seen = [one for one in contexts(job) if one.context == context]
    wrong = next((one for one in seen if "reader" in (one.role, role) and one.role != role), None)
    if wrong is not None:
        raise BadInput(
            f"The context '{context}' answered a question of the role '{wrong.role}', so it must "
            f"not answer one of the role '{role}'.",
            hint=f"{FRESH[role]} If you cannot start one, leave `context` out: the report then "
            "says that it is not known.",
        )


def contexts(job: Job) -> list[Answered]:
    """Who did what: the answers, and of a proof whoever wrote the code."""
    wrote = job.order.wrote_code
    code = [Answered(key="", task="code", role="author", context=wrote)]
    return [*job.answered, *(code if job.order.kind == "prove" else ())]


def kept_apart(job: Job) -> tuple[Pair, ...]:
    """Of each two roles that were asked, whether they were apart."""
    found = contexts(job)
    by_role = {role: [one.context for one in found if one.role == role] for role in ROLES}
    asked: list[Role] = [role for role in ROLES if by_role[role]]
    return tuple(
        Pair(first=first, second=second, said=_said(by_role[first], by_role[second]))
        for first, second in combinations(asked, 2)
    )


def _said(first: Sequence[str], second: Sequence[str]) -> Apart:
    if {*first} & {*second} - {""}:
        return "not apart"
    is_known = all(first) and all(second)
    return "apart, as the caller says" if is_known else "not known"

"""Asking a microtask: render, ask, parse, validate; what is wrong goes back at most twice."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, TypeAlias

from brickyard.ask.frames import BadAnswer
from brickyard.ask.grammar import grammar
from brickyard.ask.microtask import In, Microtask, Out, layout
from brickyard.ask.parsing import parse
from brickyard.ask.rendering import Question, frame, render
from brickyard.errors import AnswerRefused
from brickyard.events import AnswerUnusable, Listener, silent
from brickyard.models.base import Message, Model, Reply, Request, Tool
from brickyard.models.wrapper import backend_for, uses_grammar, uses_tools
from brickyard.record.keys import answer_key, prompt_key

Check: TypeAlias = Callable[[Out], Sequence[str] | Awaitable[Sequence[str]]]
"""Says what is wrong with a valid answer; it may run things to find out."""


def generation(task: Microtask[In, Out], value: In, again: Mapping[str, int]) -> int:
    """How often this question was asked anew. `again`: requirement → how often that was wanted of
    what is about it (the plan is about none of them alone); `all_of` a work → of all its kind."""
    ids: Sequence[str] = () if task.work == "plan" else getattr(value, "ids", ())
    return max(again.get(one, 0) for one in (*ids, all_of(task.work)))


def all_of(work: str) -> str:
    """What stands for every question of this kind, where ids of requirements stand too."""
    return f"(all {work})"


class Asker:
    """`feedback` is how often an unusable answer goes back; `again` is as in `generation`."""

    def __init__(
        self,
        model: Model,
        *,
        listener: Listener = silent,
        feedback: int = 2,
        parameters: Mapping[str, Any] | None = None,
        again: Mapping[str, int] | None = None,
    ) -> None:
        self.model = model
        self.listener = listener
        self.feedback = feedback
        self.parameters = dict(parameters or {})
        self.again = dict(again or {})

    async def ask(
        self,
        task: Microtask[In, Out],
        value: In,
        *,
        check: Check[Out] | None = None,
        sample: int = 0,
        about: str = "",
        escalated: bool = False,
        tools: Sequence[Tool] = (),
        max_turns: int = 1,
        splits: bool = False,
    ) -> Out:
        """A valid answer that `check` finds nothing wrong with, or AnswerRefused.

        `about` is for people, never for the model: what the question is for. `escalated` asks the
        stronger model, where the settings name one. `tools` are offered to a model that can use
        them, for `max_turns` turns; the question is the same without them. `splits`: who asks can
        ask for less at once, so an answer that was cut off is not sent back.
        """
        question = render(task, value)
        first = self.request(task, value, question, sample, about, escalated)
        messages = first.messages
        refused: list[str] = []
        cut_off = False
        before: Out | None = None
        while len(refused) <= self.feedback:
            request = first.model_copy(update={"messages": messages})
            helped = self._helped(request, task, question.marker, tools, max_turns)
            reply = await self.model.complete(helped)
            try:
                answer = parse(task, question.marker, reply.text, reply.finish)
                if task.keeps_files:
                    before = answer = _with_files_of(before, answer)
                await _insist(answer, check)
                return answer
            except BadAnswer as error:
                refused.append(str(error))
                cut_off = reply.finish == "length"
                self._tell(request, str(error), about)
                if cut_off and splits:
                    break
                told = _feedback(
                    task, reply, question.marker, error.reasons, parts=before is not None
                )
                messages = (*messages, *told)
        raise AnswerRefused(task.name, tuple(refused), about, cut_off=cut_off)

    def request(
        self,
        task: Microtask[In, Out],
        value: In,
        question: Question,
        sample: int = 0,
        about: str = "",
        escalated: bool = False,
    ) -> Request:
        """What the model gets, without what helps it."""
        return Request(
            task=task.name,
            system=question.system,
            messages=(Message(role="user", text=question.text),),
            parameters=self.parameters,
            sample=sample,
            generation=generation(task, value, self.again),
            shared=question.shared,
            work=task.work,
            role=task.role,
            about=about,
            title=task.title(about),
            escalated=escalated,
        )

    def _helped(
        self,
        request: Request,
        task: Microtask[In, Out],
        marker: str,
        tools: Sequence[Tool],
        max_turns: int,
    ) -> Request:
        """With what helps the model that answers, and is in no key."""
        added: dict[str, Any] = {}
        if uses_grammar(self.model, request):
            added["grammar"] = grammar(task.output, marker)
        if tools and uses_tools(self.model, request):
            added |= {"tools": tuple(tools), "max_turns": max_turns}
        return request.model_copy(update=added)

    def _tell(self, request: Request, reason: str, about: str) -> None:
        name = backend_for(self.model, request).name
        key = answer_key(prompt_key(request.model_dump(mode="json")), name, request.parameters)
        said = {"reason": reason, "about": about, "model": name}
        self.listener(AnswerUnusable(key=key, task=request.task, **said))


async def _insist(answer: Out, check: Check[Out] | None) -> None:
    found = check(answer) if check else ()
    problems = await found if isinstance(found, Awaitable) else found
    if problems:
        raise BadAnswer(*problems)


def _with_files_of(before: Out | None, answer: Out) -> Out:
    """What an answer that was sent back leaves out stays as it was."""
    if before is None:
        return answer
    kept = {
        name: getattr(before, name) | getattr(answer, name) for name in layout(type(answer)).files
    }
    return answer.model_copy(update=kept)


def _feedback(
    task: Microtask[In, Out],
    reply: Reply,
    marker: str,
    reasons: tuple[str, ...],
    *,
    parts: bool,
) -> tuple[Message, Message]:
    """`parts`: the answer could be read, so files that are right need not be written again."""
    listed = "\n".join(f"- {reason}" for reason in reasons)
    wanted = (
        "Write the corrected answer and nothing else: of the files only those that change, each "
        "complete; a file that you leave out stays as you wrote it."
        if parts
        else "Write the complete corrected answer and nothing else."
    )
    return (
        Message(role="assistant", text=reply.text or "(an empty answer)"),
        Message(
            role="user",
            text=f"This answer cannot be used:\n{listed}\n\n"
            f"{wanted} Its marker lines are these, in this order, with the content between them:\n"
            f"{frame(task.output, marker)}",
        ),
    )

"""Every error that Brickyard raises on purpose, each with the exit code it ends a command with.

BrickyardError
├── BadInput            2  what a person gave cannot be used: fix it and run again
├── NotMet              1  the work was done and is not good enough
│   └── AnswerRefused      a model's answers stayed unusable after feedback
├── Unavailable         3  the environment failed, not the work: run again to resume
│   ├── ModelUnavailable
│   ├── SandboxBroken
│   │   └── NotLinux
│   └── ToolchainBroken
└── Stopped             4  ended on purpose: run again to resume
    ├── BudgetSpent
    ├── Cancelled
    ├── NotAllowed         the recipe asks for what a person has to permit first
    ├── Pending            a question waits for an answer from outside
    │   └── UnknownQuestion  3  a replay does not know the question
    └── Waiting            all that is left of a run waits for such answers
"""

import difflib
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from brickyard.values import Finding

SHORT = 12
"""Digits of a question's key that people see and type."""


class BrickyardError(Exception):
    """`message` says what is wrong and where, `hint` what to do next."""

    exit_code = 1

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class BadInput(BrickyardError):
    exit_code = 2

    def __init__(
        self, message: str, *, hint: str = "", findings: "tuple[Finding, ...]" = ()
    ) -> None:
        super().__init__(message, hint=hint)
        self.findings = findings


class NotMet(BrickyardError):
    exit_code = 1

    def __init__(
        self, message: str, *, hint: str = "", findings: "tuple[Finding, ...]" = ()
    ) -> None:
        super().__init__(message, hint=hint)
        self.findings = findings


class AnswerRefused(NotMet):
    """A model's answer to `task` could not be used, even after feedback; `reasons` has each try.

    `about` says which brick or requirements the question was for, `cut_off` that the last answer
    was longer than the model was allowed.
    """

    def __init__(
        self, task: str, reasons: tuple[str, ...], about: str = "", *, cut_off: bool = False
    ) -> None:
        longer = "Raise the setting max_tokens, or try" if cut_off else "Try"
        tries = "1 try" if len(reasons) == 1 else f"{len(reasons)} tries"
        super().__init__(
            f"The model's answer to '{task}'{f' for {about}' if about else ''} could not be used "
            f"after {tries}: {reasons[-1]}",
            hint=f"{longer} another model with --model; `brickyard runs show --messages` shows "
            "what it was asked and what it said.",
        )
        self.task = task
        self.reasons = reasons
        self.about = about
        self.cut_off = cut_off


class Unavailable(BrickyardError):
    exit_code = 3


class ModelUnavailable(Unavailable):
    """`may_have_cost`: the call may have reached the model, so its reservation stays counted.

    `transient`: the same call may succeed in a moment; `retry_after` is when, if the provider said.
    """

    def __init__(
        self,
        message: str,
        *,
        hint: str = "",
        may_have_cost: bool = True,
        transient: bool = False,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(message, hint=hint)
        self.may_have_cost = may_have_cost
        self.transient = transient
        self.retry_after = retry_after


class SandboxBroken(Unavailable):
    pass


class NotLinux(SandboxBroken):
    def __init__(self) -> None:
        super().__init__(
            "Brickyard runs generated code in sandboxes of the Linux kernel; this is not Linux.",
            hint="On Windows run it in WSL 2, on a Mac in a Linux container or virtual machine.",
        )


class ToolchainBroken(Unavailable):
    pass


class Stopped(BrickyardError):
    exit_code = 4


class BudgetSpent(Stopped):
    pass


class Cancelled(Stopped):
    pass


class NotAllowed(Stopped):
    """`asks` tells each permission by name, with the recipe's words; nothing was asked for yet."""

    def __init__(
        self, names: tuple[str, ...], asks: tuple[str, ...], source: str = "requirements.md"
    ) -> None:
        options = " ".join(f"--allow {name}" for name in names)
        lines = " ".join(f"<!-- brickyard: allow {name}: the reason -->" for name in names)
        super().__init__(
            "The recipe asks for what a person has to allow, and nobody did:\n"
            + "\n".join(f"  {one}" for one in asks),
            hint=f"Run the build again with {options}, or write above all else in "
            f"{source}: {lines}",
        )
        self.names, self.asks = names, asks

    def to_be_written_in(self, source: str) -> "NotAllowed":
        """The same, where the recipe's words stand in another file."""
        return NotAllowed(self.names, self.asks, source)


class Pending(Stopped):
    """The question under `key` waits for an answer; the rest of the build goes on."""

    def __init__(self, key: str, task: str, where: str, title: str = "") -> None:
        self.key = key
        self.task = task
        self.where = where
        self.title = title or task
        super().__init__(
            f"{self.title} waits for an answer: {where}",
            hint="Answer it with `brickyard answer`, then run the build again.",
        )


class Waiting(Stopped):
    """All that is left of a run waits for answers from outside; `pending` has each question.

    Questions that a replay does not know may be among them: that is an error, not calm waiting.
    """

    def __init__(self, pending: tuple[Pending, ...]) -> None:
        unknown = [item for item in pending if isinstance(item, UnknownQuestion)]
        count = len(pending)
        super().__init__(
            f"{count} question{'s' if count != 1 else ''} wait{'s' if count == 1 else ''} "
            "for an answer:\n" + "\n".join(f"  {_told(item)}" for item in pending),
            hint=(unknown or pending)[0].hint,
        )
        self.pending = pending
        self.calm = not unknown
        self.exit_code = Stopped.exit_code if self.calm else UnknownQuestion.exit_code


class UnknownQuestion(Pending):
    """A replay has no answer; `difference` is to the nearest known question of the same task."""

    exit_code = 3

    def __init__(self, key: str, task: str, difference: str) -> None:
        told = f"what differs from the nearest known one:\n{difference}" if difference else ""
        super().__init__(key, task, told or "no question of this microtask is known")
        self.message = f"The replay knows no answer to this question of '{task}': {self.where}"
        self.args = (self.message,)
        self.hint = "Build with a model (--model) to answer it, then export the cassette again."
        self.difference = difference


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """` Did you mean 'build'?` where something known is near, else nothing."""
    near = difflib.get_close_matches(word, [*known], 1)
    return f" Did you mean '{near[0]}'?" if near else ""


def _told(item: Pending) -> str:
    said = item.message if isinstance(item, UnknownQuestion) else item.title
    return f"{item.key[:SHORT]}  {said}"

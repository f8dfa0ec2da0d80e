"""Why the `claude` program could not answer, in our words: whose turn it is, and what it cost."""

import re

from brickyard.errors import ModelUnavailable

_ASKS_TO_WAIT = (429, 503, 529)
_NEVER_LEFT = re.compile(r"ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ENETUNREACH|Not logged in")
_LOG_IN = (
    "Set ANTHROPIC_API_KEY, or run `claude` once and log in with /login, then run again to resume."
)
_HINTS = {
    "authentication_failed": _LOG_IN,
    "billing_error": "Look at the billing of your account, then run again to resume.",
    "rate_limit": "Wait a moment, then run again to resume, or ask for less with --concurrency.",
    "invalid_request": "Check the model's name, or choose another with --model.",
    "model_not_found": "Check the model's name, or choose another with --model.",
}
_KINDS = {401: "authentication_failed", 403: "authentication_failed", 429: "rate_limit"}


def failed(
    name: str, told: str, *, status: int | None = None, kind: str = "", wait: float | None = None
) -> ModelUnavailable:
    """`told` is what the program said, `kind` its word for the fault, `wait` how long it waits."""
    kind = _kind(status, kind, told)
    refused = status is not None and 400 <= status < 500
    lasting = kind in ("authentication_failed", "billing_error", "invalid_request") or (
        refused and status not in (408, 429)
    )
    shown = f" (HTTP {status})" if status else ""
    return ModelUnavailable(
        f"The model '{name}' could not be asked{shown}: {_clean(told)}",
        hint=_HINTS.get(kind, "Run again to resume, or choose another model with --model."),
        may_have_cost=not (refused or kind == "authentication_failed" or _NEVER_LEFT.search(told)),
        transient=not lasting,
        retry_after=_asked_to_wait(status, wait),
    )


def _asked_to_wait(status: int | None, wait: float | None) -> float | None:
    """Providers ask for whole seconds; a fraction is the program's own guess."""
    if status not in _ASKS_TO_WAIT or not wait or not wait.is_integer():
        return None
    return wait


def ended(name: str, last_words: str) -> ModelUnavailable:
    """The program is gone and left no result."""
    return ModelUnavailable(
        f"The `claude` program of '{name}' ended without an answer"
        + (f": {_clean(last_words)}" if last_words else "."),
        hint="Run again to resume. If it happens again, try `claude -p hello` by hand.",
        transient=True,
    )


def outdated(name: str, version: str, needed: str) -> ModelUnavailable:
    return ModelUnavailable(
        f"The `claude` program of '{name}' is too old ({version}): {needed} or later is needed, "
        "because earlier ones change questions on their way (they replace `@path` by files).",
        hint="Run `claude update`, or name a newer one with the setting claude_program.",
        may_have_cost=False,
    )


def _kind(status: int | None, kind: str, told: str) -> str:
    if told.startswith("Not logged in"):
        return "authentication_failed"
    if status == 400:
        return "billing_error" if "credit balance" in told else "invalid_request"
    return _KINDS.get(status or 0, "invalid_request" if status == 404 else kind)


def _clean(text: str) -> str:
    return " ".join(text.split()).removeprefix("API Error: ")[:300]

"""What a `claude` program says: a reply, or why there is none, whose turn it is, what it cost."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from brickyard.errors import ModelUnavailable
from brickyard.models.base import Reply, Usage

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


FIRST_VERSION = "2.1.248"
"""The first that delivers a question as it is written."""

_FINISHES = {"end_turn": "stop", "stop_sequence": "stop", "max_tokens": "length"}
_INPUT_TOKENS = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")


def _silent(piece: str) -> None:
    """Nobody listens."""


class Hearing:
    """Takes message after message; `take` returns the reply as soon as there is one.

    The text is put together from the pieces of the stream, because the program trims its own. A
    model cut off by `max_tokens` would be asked to go on three times and then given up: its reply
    is what it said so far, and whoever listens ends the program.
    """

    def __init__(
        self, name: str, heard: Callable[[str], None] | None, *, usd_per_call: float
    ) -> None:
        self._name = name
        self._heard = heard or _silent
        self._usd_per_call = usd_per_call
        self._texts: list[list[str]] = []
        self._model = ""
        self._session = ""
        self._fault = ""
        self._usage = Usage()

    def take(self, message: Mapping[str, Any]) -> Reply | None:
        self._session = message.get("session_id") or self._session
        match message:
            case {"type": "stream_event", "event": event}:
                return self._event(event)
            case {"type": "system", "subtype": "init"}:
                self._check_version(str(message.get("claude_code_version", "unknown")))
            case {"type": "system", "subtype": "api_retry"}:
                self._retrying(message)
            case {"type": "assistant", "error": str(kind)}:
                self._fault = kind
            case {"type": "result"}:
                return self._result(message)
            case _:
                pass
        return None

    def _event(self, event: Mapping[str, Any]) -> Reply | None:
        match event:
            case {"type": "message_start", "message": message}:
                self._texts.append([])
                self._model = message["model"]
                self._count(message.get("usage") or {})
            case {"type": "content_block_delta", "delta": {"type": "text_delta", "text": piece}}:
                self._texts[-1].append(piece)
                self._heard(piece)
            case {"type": "message_delta", "delta": {"stop_reason": "max_tokens"}}:
                self._count(event.get("usage") or {})
                return self._reply("length", self._usage, self._usd_per_call, len(self._texts))
            case _:
                self._heard("")
        return None

    def _count(self, usage: Mapping[str, Any]) -> None:
        new, old = _usage(usage), self._usage
        self._usage = Usage(
            input_tokens=new.input_tokens or old.input_tokens,
            output_tokens=new.output_tokens or old.output_tokens,
        )

    def _check_version(self, version: str) -> None:
        if _numbers(version) < _numbers(FIRST_VERSION):
            raise outdated(self._name, version, FIRST_VERSION)

    def _retrying(self, message: Mapping[str, Any]) -> None:
        """Its own retry would be a call that nobody counted.

        Without a status there was no connection yet: then it may go on, for its next words tell
        why.
        """
        status, kind = message.get("error_status"), str(message.get("error"))
        if status is not None:
            wait = message.get("retry_delay_ms", 0) / 1000
            raise failed(self._name, kind, status=status, kind=kind, wait=wait)

    def _result(self, message: Mapping[str, Any]) -> Reply:
        counted = _usage(message.get("usage") or {})
        cost = message.get("total_cost_usd")
        usd = self._usd_per_call if cost is None else cost
        turns = message.get("num_turns") or 1
        reason = message.get("stop_reason") or "end_turn"
        if message.get("subtype") == "error_max_turns":
            return self._reply("turns", counted, usd, turns)
        if message.get("is_error") and reason != "refusal":
            raise self._failure(message)
        return self._reply(_FINISHES.get(reason, reason), counted, usd, turns)

    def _failure(self, message: Mapping[str, Any]) -> Exception:
        told = message.get("result") or "; ".join(message.get("errors") or ())
        told = told or str(message.get("terminal_reason") or message.get("subtype"))
        status = message.get("api_error_status")
        return failed(self._name, told, status=status, kind=self._fault)

    def _reply(self, finish: str, usage: Usage, usd: float, turns: int) -> Reply:
        """The last turn's text; if the turns ran out, the last in which anything was said."""
        texts = ["".join(pieces) for pieces in self._texts] or [""]
        said = [text for text in texts if text] if finish == "turns" else texts
        text, lossless = _unicode(said[-1] if said else "")
        return Reply(
            text=text,
            finish=finish if lossless else "not Unicode",
            usage=usage,
            usd=usd,
            turns=turns,
            session=self._session,
            model=self._model,
        )


def _usage(usage: Mapping[str, Any]) -> Usage:
    said = usage.get("output_tokens") or 0
    return Usage(input_tokens=_input_tokens(usage), output_tokens=said)


def _input_tokens(usage: Mapping[str, Any]) -> int:
    return sum(usage.get(name) or 0 for name in _INPUT_TOKENS)


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, re.findall(r"\d+", version)[:3]))


def _unicode(text: str) -> tuple[str, bool]:
    """The text with surrogates paired, and whether none was left over."""
    units = text.encode("utf-16", "surrogatepass")
    whole = units.decode("utf-16", "replace")
    return whole, whole.encode("utf-16", "surrogatepass") == units

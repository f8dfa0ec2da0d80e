"""What DSPy says when a model could not be asked, in our words and without keys."""

import importlib
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from brickyard.errors import ModelUnavailable

PAYMENT_REQUIRED, TIMED_OUT, RATE_LIMITED = 402, 408, 429
AGAIN = "run again to resume: what was answered is not asked again"
_SECRET_NAMES = re.compile(r"(KEY|TOKEN|SECRET|PASSWORD)$")
_SECRET_LOOKS = re.compile(r"\b(sk|pk|key|AIza)[-_]?[A-Za-z0-9_-]{8,}")


_UNKNOWN_PROVIDER = "LLM Provider NOT provided"
"""What LiteLLM says of a name that nobody serves."""


@dataclass(frozen=True)
class Place:
    """Where the model was asked; `base_url` is empty for a provider's own address."""

    base_url: str
    api_key: str
    read_seconds: float

    @property
    def address(self) -> str:
        """The server, without a user name or password that the address may hold."""
        parts = urlsplit(self.base_url)
        return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}" if self.base_url else ""


def unavailable(name: str, place: Place, error: Any) -> ModelUnavailable:
    """The same failure with what to do, whether it may have cost, and whether to try again."""
    where = f" at {place.address}" if place.base_url else ""
    status = f" (HTTP {error.status})" if error.status else ""
    secrets = [place.api_key, urlsplit(place.base_url).netloc.rpartition("@")[0]]
    said = _clean(_said(place, error), secrets)
    if _UNKNOWN_PROVIDER in error.message:
        return ModelUnavailable(
            f"The model '{name}' cannot be asked: there is no provider '{name.partition('/')[0]}'.",
            hint="Name it as provider/model, such as anthropic/…, openai/…, gemini/…, ollama/….",
            may_have_cost=False,
        )
    return ModelUnavailable(
        f"The model '{name}'{where} could not be asked{status}: {said}",
        hint=_hint(name, place, error),
        may_have_cost=_may_have_cost(error),
        transient=_transient(error),
        retry_after=error.retry_after,
    )


def _transient(error: Any) -> bool:
    known = _dspy_errors()
    if isinstance(error, known.LMBillingError):
        return False
    if error.status:
        return error.status in (TIMED_OUT, RATE_LIMITED) or error.status >= 500
    broken = (known.LMTransportError, known.LMTimeoutError, known.LMStreamAssemblyError)
    overloaded = (known.LMRateLimitError, known.LMServerError)
    in_the_middle = type(error) is known.LMProviderError
    return isinstance(error, (*broken, *overloaded)) or in_the_middle


def _may_have_cost(error: Any) -> bool:
    """Not if nobody was reached, or the request was turned away."""
    known = _dspy_errors()
    turned_away = (
        known.LMAuthError,
        known.LMBillingError,
        known.LMRateLimitError,
        known.LMInvalidRequestError,
        known.LMConfigurationError,
        known.LMUnsupportedFeatureError,
    )
    if _caused_by(error, "ConnectError", "ConnectTimeout") or isinstance(error, turned_away):
        return False
    return not (400 <= (error.status or 0) < 500 and error.status != TIMED_OUT)


def _said(place: Place, error: Any) -> str:
    if _caused_by(error, "ConnectionRefusedError"):
        return "the connection was refused"
    if _caused_by(error, "ReadTimeout"):
        return f"nothing more came for {place.read_seconds:g} seconds"
    if _caused_by(error, "ProtocolError", "ReadError"):
        return "the connection broke before the answer was complete"
    if isinstance(error, _dspy_errors().LMStreamAssemblyError):
        return "the answer broke off, or was none"
    return error.message


def _hint(name: str, place: Place, error: Any) -> str:
    known = _dspy_errors()
    if isinstance(error, known.LMNotConfiguredError):
        names = " or ".join(getattr(error, "env_keys", ()) or ("the provider's API key",))
        return f"Set {names} in the environment, or choose another model with --model."
    if isinstance(error, known.LMAuthError):
        return "Check the API key: it was refused."
    if isinstance(error, known.LMBillingError) or error.status == PAYMENT_REQUIRED:
        return f"Check the account's credit and limits, then {AGAIN}."
    if isinstance(error, known.LMRateLimitError):
        return f"Wait a little, or lower the setting concurrency, then {AGAIN}."
    if isinstance(error, known.ContextWindowExceededError):
        return "Choose a model that takes longer questions with --model."
    if isinstance(error, known.LMInvalidRequestError):
        return "Check the model's name and the setting max_tokens, or use another with --model."
    if _caused_by(error, "ConnectError", "ConnectTimeout"):
        return f"{_unreached(name, place)}, then {AGAIN}."
    return f"Wait a little, then {AGAIN}; or choose another model with --model."


def _unreached(name: str, place: Place) -> str:
    if place.base_url:
        return f"Start the server at {place.address}"
    if name.startswith("ollama"):
        return "Start it with `ollama serve`, or give its address with --base-url"
    return "Check the network"


def _dspy_errors() -> Any:
    return importlib.import_module("dspy.utils.exceptions")


def _caused_by(error: BaseException, *names: str) -> bool:
    return any(type(cause).__name__ in names for cause in _causes(error))


def _causes(error: BaseException) -> Iterator[BaseException]:
    cause: BaseException | None = error
    while cause is not None:
        yield cause
        cause = cause.__cause__


def _clean(message: str, secrets: list[str]) -> str:
    """The first paragraph, short, with every known or likely key blanked."""
    text = " ".join(message.split("\n\n")[0].split())
    kept = [value for name, value in os.environ.items() if _SECRET_NAMES.search(name)]
    for secret in filter(None, [*secrets, *(value for value in kept if len(value) >= 8)]):
        text = text.replace(secret, "***")
    return _SECRET_LOOKS.sub("***", text)[:300]

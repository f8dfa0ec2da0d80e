"""What DSPy says when a model could not be asked, in our words and without keys."""

import importlib
import os
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

from brickyard.errors import ModelUnavailable

_SECRET_NAMES = re.compile(r"(KEY|TOKEN|SECRET|PASSWORD)$")
_SECRET_LOOKS = re.compile(r"\b(sk|pk|key|AIza)[-_]?[A-Za-z0-9_-]{8,}")


def unavailable(name: str, base_url: str, api_key: str, error: Any) -> ModelUnavailable:
    dspy_errors: Any = importlib.import_module("dspy.utils.exceptions")
    refused = (
        dspy_errors.LMAuthError,
        dspy_errors.LMBillingError,
        dspy_errors.LMRateLimitError,
        dspy_errors.LMInvalidRequestError,
        dspy_errors.LMConfigurationError,
        dspy_errors.LMUnsupportedFeatureError,
    )
    unreached = any(type(cause).__name__ == "ConnectError" for cause in _causes(error))
    secrets = [api_key, urlsplit(base_url).netloc.rpartition("@")[0]]
    place = f" at {_address(base_url)}" if base_url else ""
    status = f" (HTTP {error.status})" if error.status else ""
    return ModelUnavailable(
        f"The model '{name}'{place} could not be asked{status}: {_clean(error.message, secrets)}",
        hint=_hint(base_url, error),
        may_have_cost=not (unreached or isinstance(error, refused)),
    )


def _hint(base_url: str, error: Any) -> str:
    dspy_errors: Any = importlib.import_module("dspy.utils.exceptions")
    if isinstance(error, dspy_errors.LMNotConfiguredError):
        names = " or ".join(getattr(error, "env_keys", ()) or ("the provider's API key",))
        return f"Set {names} in the environment, or choose another model with --model."
    if isinstance(error, dspy_errors.LMAuthError):
        return "Check the API key: it was refused."
    if isinstance(error, dspy_errors.LMTransportError):
        where = f"Start the server at {_address(base_url)}" if base_url else "Check the network"
        return f"{where}, then run again to resume."
    if isinstance(error, dspy_errors.LMInvalidRequestError):
        return "Check the model's name and the setting max_tokens, or use another with --model."
    return "Run again to resume, or choose another model with --model."


def _causes(error: BaseException) -> Iterator[BaseException]:
    cause: BaseException | None = error
    while cause is not None:
        yield cause
        cause = cause.__cause__


def _address(base_url: str) -> str:
    """The server, without a user name or password that the address may hold."""
    parts = urlsplit(base_url)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"


def _clean(message: str, secrets: list[str]) -> str:
    """The first paragraph, short, with every known or likely key blanked."""
    text = " ".join(message.split("\n\n")[0].split())
    kept = [value for name, value in os.environ.items() if _SECRET_NAMES.search(name)]
    for secret in filter(None, [*secrets, *(value for value in kept if len(value) >= 8)]):
        text = text.replace(secret, "***")
    return _SECRET_LOOKS.sub("***", text)[:300]

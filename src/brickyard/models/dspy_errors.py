"""What DSPy says when a model could not be asked, in our words and without keys."""

import os
import re
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from brickyard.errors import ModelUnavailable

if TYPE_CHECKING:
    from dspy.utils.exceptions import LMError

_SECRET_NAMES = re.compile(r"(KEY|TOKEN|SECRET|PASSWORD)$")
_SECRET_LOOKS = re.compile(r"\b(sk|pk|key|AIza)[-_]?[A-Za-z0-9_-]{8,}")


def unavailable(name: str, base_url: str, api_key: str, error: "LMError") -> ModelUnavailable:
    from dspy.utils import exceptions as dspy_errors

    refused = (
        dspy_errors.LMAuthError,
        dspy_errors.LMBillingError,
        dspy_errors.LMRateLimitError,
        dspy_errors.LMInvalidRequestError,
        dspy_errors.LMConfigurationError,
        dspy_errors.LMUnsupportedFeatureError,
    )
    free = isinstance(error, refused) or "failed to connect" in error.message
    place = f" at {_address(base_url)}" if base_url else ""
    status = f" (HTTP {error.status})" if error.status else ""
    return ModelUnavailable(
        f"The model '{name}'{place} could not be asked{status}: {_clean(error.message, api_key)}",
        hint=_hint(base_url, error),
        may_have_cost=not free,
    )


def _hint(base_url: str, error: "LMError") -> str:
    from dspy.utils import exceptions as dspy_errors

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


def _address(base_url: str) -> str:
    """The server, without a user name or password that the address may hold."""
    parts = urlsplit(base_url)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"


def _clean(message: str, api_key: str) -> str:
    """The first paragraph, short, with every known or likely key blanked."""
    text = " ".join(message.split("\n\n")[0].split())
    secrets = [value for name, value in os.environ.items() if _SECRET_NAMES.search(name)]
    for secret in [api_key, *secrets]:
        if len(secret) >= 6:
            text = text.replace(secret, "***")
    return _SECRET_LOOKS.sub("***", text)[:300]

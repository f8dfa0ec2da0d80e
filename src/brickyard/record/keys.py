"""The keys that answers are remembered under."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any


def canonical(value: Any) -> str:
    """JSON with sorted keys and no spaces: equal values give equal text."""
    return json.dumps(
        value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
    )


def digest(value: Any) -> str:
    """sha256 of the canonical JSON of `value`."""
    return hashlib.sha256(canonical(value).encode()).hexdigest()


def prompt_key(request: Mapping[str, Any]) -> str:
    """What is asked, whoever is asked: a cassette of one model replays under another name."""
    return digest({name: value for name, value in request.items() if name != "parameters"})


def answer_key(prompt_key: str, model: str, parameters: Mapping[str, Any]) -> str:
    """What is asked, of whom, and how."""
    return digest([prompt_key, model, dict(parameters)])

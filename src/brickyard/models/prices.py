"""What a token of a model costs, from the price list that DSPy carries: no network is asked."""

import importlib
from functools import lru_cache
from typing import Any

from brickyard.models.dspy_lm import import_dspy
from brickyard.values import Value

FREE = ("replay", "handoff", "scripted", "local", "ollama", "ollama_chat")
"""Kinds of models that cost nothing a token."""

_ANTHROPIC = ("claude-cli", "claude-sdk")


class Price(Value):
    """US dollars a million tokens."""

    input: float
    output: float

    def of(self, input_tokens: int, output_tokens: int) -> float:
        return (input_tokens * self.input + output_tokens * self.output) / 1e6


NOTHING = Price(input=0.0, output=0.0)


@lru_cache(maxsize=64)
def price_of(model: str) -> Price | None:
    """The list price of a model by our name for it; None where the list does not have it.

    The Claude program may be paid by a subscription instead: then this is what the same tokens
    would cost through the API.
    """
    kind, _, rest = model.partition(":")
    if kind in FREE or model.partition("/")[0] in FREE:
        return NOTHING
    provider, _, name = model.partition("/")
    if kind in _ANTHROPIC:
        provider, name = "anthropic", rest
    info = _listed(provider, name) if name else {}
    read, written = info.get("input_cost_per_token"), info.get("output_cost_per_token")
    if not isinstance(read, int | float) or not isinstance(written, int | float):
        return None
    return Price(input=round(read * 1e6, 6), output=round(written * 1e6, 6))


def _listed(provider: str, name: str) -> dict[str, Any]:
    import_dspy()
    return importlib.import_module("dspy.clients.model_metadata").model_info(provider, name)

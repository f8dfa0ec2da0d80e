"""llama.cpp in this process: weights in memory, one answer at a time. Called from one thread."""

import importlib
import importlib.util
import os
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from brickyard.errors import ModelUnavailable

Hear: TypeAlias = Callable[[str], bool]
"""Called with each piece of an answer, and with "" while the question is read; False stops."""

INSTALL = "pip install 'xllamacpp>=0.2'"
_PACKAGE = "xllamacpp"
BATCH = 128
"""Tokens read at once: the longest stretch that a cancelled question goes on for."""
MINIMUM = 256
"""Tokens that an answer must have room for, or the question is not asked."""


@dataclass
class Generated:
    text: str = ""
    finish: str = ""
    input_tokens: int = 0
    output_tokens: int = 0
    error: dict[str, Any] = field(default_factory=dict[str, Any])


class Engine:
    """`window` is how many tokens a question and its answer may have together."""

    def __init__(self, weights: Path, *, context: int, threads: int = 0) -> None:
        self._name = weights.name
        self._server = _start(weights, context, threads or os.cpu_count() or 1)
        self.window = self._window(context)

    def answer(self, body: Mapping[str, Any], hear: Hear) -> Generated:
        """What the model says, as far as `hear` lets it."""
        done = Generated()
        least = min(MINIMUM, body.get("max_tokens", MINIMUM))

        def receive(chunk: dict[str, Any]) -> bool:
            done.error = chunk.get("error", done.error)
            progress = chunk.get("prompt_progress")
            if progress is not None and progress["total"] + least > self.window:
                done.error = {"n_prompt_tokens": progress["total"]}
            return bool(done.error) or not hear(_take(chunk, done))

        self._server.handle_chat_completions({**body, **_STREAMED}, receive)
        if done.error:
            raise self._refused(done.error, least)
        return done

    def _window(self, context: int) -> int:
        """llama.cpp tells the window, which the weights may limit, when it is exceeded."""
        told = self._server.handle_completions({"prompt": [1] * (context + 1), "max_tokens": 1})
        return int(told["error"]["n_ctx"])

    def _refused(self, error: Mapping[str, Any], least: int) -> ModelUnavailable:
        tokens = error.get("n_prompt_tokens")
        if tokens is None:
            return ModelUnavailable(
                f"The local model {self._name} could not be asked: {error.get('message', error)}",
                hint="Try other weights with --model local:PATH.gguf, or another model.",
                may_have_cost=False,
            )
        return ModelUnavailable(
            f"The question is too long for the local model {self._name}: it has {tokens} tokens "
            f"and an answer needs {least} at least, but {self.window} is all there is room for.",
            hint="Raise the setting local_context (BRICKYARD_LOCAL_CONTEXT) if the weights allow "
            "more, split the recipe, or choose a model with a longer context by --model.",
            may_have_cost=False,
        )


_STREAMED = {
    "stream": True,
    "stream_options": {"include_usage": True},
    "return_progress": True,
    "cache_prompt": False,
}
"""An answer must not depend on what was asked before, so no prompt is kept."""


def _take(chunk: Mapping[str, Any], done: Generated) -> str:
    """Note what a chunk says; the piece of the answer in it."""
    usage = chunk.get("usage")
    if usage:
        done.input_tokens = usage["prompt_tokens"]
        done.output_tokens = usage["completion_tokens"]
    piece = ""
    for choice in chunk.get("choices", ()):
        piece += choice["delta"].get("content") or ""
        done.finish = choice["finish_reason"] or done.finish
    done.text += piece
    return piece


def _start(weights: Path, context: int, threads: int) -> Any:
    """llama.cpp always listens; here on a socket in a private folder that is gone at once."""
    llama: Any = importlib.import_module(_PACKAGE)
    parameters = llama.CommonParams()
    parameters.model.path = str(weights)
    parameters.n_ctx, parameters.n_parallel = context, 1
    parameters.n_batch = parameters.n_ubatch = BATCH
    parameters.cpuparams.n_threads = parameters.cpuparams_batch.n_threads = threads
    parameters.verbosity = -1
    parameters.warmup = parameters.ui = False
    parameters.cache_ram_mib = 0
    parameters.force_pure_content_parser = True
    with tempfile.TemporaryDirectory(prefix="brickyard-") as private:
        parameters.hostnames = [str(Path(private) / "llama.sock")]
        try:
            return llama.Server(parameters)
        except RuntimeError as error:
            raise ModelUnavailable(
                f"llama.cpp cannot use the weights {weights}: {error}",
                hint="The file must be a GGUF model that fits into memory.",
                may_have_cost=False,
            ) from error


def installed() -> bool:
    return importlib.util.find_spec(_PACKAGE) is not None


def check_installed() -> None:
    """ModelUnavailable, with the command that installs it, if llama.cpp is not there."""
    if not installed():
        raise ModelUnavailable(
            "The local model needs llama.cpp, which is not installed here.",
            hint=INSTALL,
            may_have_cost=False,
        )

"""From a name to a model, and which name when none is given."""

import importlib
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from brickyard.errors import BadInput, ModelUnavailable, did_you_mean
from brickyard.models.base import Model
from brickyard.record.store import Record
from brickyard.settings import Settings

CASSETTE = "cassette.jsonl"
QUESTIONS = "questions"

NAMES = {
    "replay": "answers from the record or a cassette only; replay:FILE reads that cassette",
    "local": "llama.cpp in this process; local:PATH.gguf uses other weights than the default ones",
    "claude-cli": "the `claude` program; claude-cli:MODEL names its model",
    "claude-sdk": "persistent `claude` programs with tools (extra `sdk`); claude-sdk:MODEL too",
    "handoff": "each question becomes a file, answered by a person or an agent",
    "scripted:module:function": "a Python function answers",
    "provider/model": "such as anthropic/…, openai/…, ollama/…, any name DSPy or LiteLLM knows",
}

_OWN_MACHINE = ("localhost", "127.0.0.1", "::1")

BY_KEY = {
    "ANTHROPIC_API_KEY": "anthropic/claude-sonnet-5-5",
    "OPENAI_API_KEY": "openai/gpt-5.6",
    "GEMINI_API_KEY": "gemini/gemini-3.8-flash",
    "DEEPSEEK_API_KEY": "deepseek/deepseek-v4-pro",
    "MISTRAL_API_KEY": "mistral/mistral-large-latest",
    "OPENROUTER_API_KEY": "openrouter/anthropic/claude-sonnet-5.5",
}

WAYS = (
    "--model NAME",
    "`model` in brickyard.toml, or BRICKYARD_MODEL",
    "`base_url` there, or BRICKYARD_BASE_URL, for an OpenAI-style server",
    f"a {CASSETTE} in the recipe",
    f"one of {', '.join(BY_KEY)} in the environment",
    "--model claude-cli or claude-sdk, with the `claude` program and its login",
    "without any key, --model local, which runs on this machine",
    "without any model, --model handoff, which writes each question to a file",
)


@dataclass(frozen=True)
class Choice:
    """`why` is told to the person; `cassette` is the recipe's, when it is replayed."""

    name: str
    why: str
    cassette: Path | None = None


def pick(
    explicit: str,
    settings: Settings,
    recipe_folder: Path,
    environ: Mapping[str, str] | None = None,
) -> Choice:
    """What was asked for, then the settings, the recipe's cassette, the environment."""
    cassette = recipe_folder / CASSETTE
    taped = cassette if cassette.is_file() else None
    if explicit:
        return Choice(explicit, "as given by --model", taped if explicit == "replay" else None)
    if settings.model:
        why = "from brickyard.toml or BRICKYARD_MODEL"
        return Choice(settings.model, why, taped if settings.model == "replay" else None)
    if settings.base_url:
        return Choice("default", "the server that the setting base_url names")
    if taped:
        return Choice("replay", f"answers from {CASSETTE} of this recipe", taped)
    if settings.models.code:
        return Choice(settings.models.code, "named for code in the setting models")
    if keys := found(os.environ if environ is None else environ):
        return keys[0]
    raise ModelUnavailable(
        "No model is set, and none was found.",
        hint=f"Any of these sets one: {'; '.join(WAYS)}. `brickyard doctor` shows what is there.",
        may_have_cost=False,
    )


def found(environ: Mapping[str, str]) -> tuple[Choice, ...]:
    """The models whose keys are in the environment, the first of which is the default."""
    return tuple(
        Choice(name, f"because {key} is set") for key, name in BY_KEY.items() if environ.get(key)
    )


def choose(name: str, settings: Settings, record: Record, home: Path) -> Model:
    """The model with this name; what it needs is imported now or at its first question."""
    check_name(name, settings)
    kind, _, rest = name.partition(":")
    if kind in _MAKERS:
        return _MAKERS[kind](rest, record, home)
    if kind in _CLAUDE:
        return _claude(kind, rest, settings)
    if kind == "local":
        return _local(rest, settings)
    return _dspy(name, settings)


def check_name(name: str, settings: Settings) -> None:
    """BadInput for what names no model; what a provider has, only the provider knows."""
    kinds = (*_MAKERS, *_CLAUDE, "local")
    own, _, after = name.partition("/")
    if after and own in kinds:
        raise BadInput(f"There is no model '{name}'.", hint=f"Write {own}:{after}.")
    if name.partition(":")[0] in kinds or settings.base_url or "/" in name.strip("/"):
        return
    own = ("replay", "local", "claude-cli", "claude-sdk", "handoff", "scripted")
    raise BadInput(
        f"There is no model '{name}'.{did_you_mean(name, (*own, *BY_KEY.values()))}",
        hint="There are: " + "; ".join(f"{item} ({text})" for item, text in NAMES.items()),
    )


def _replay(rest: str, record: Record, home: Path) -> Model:
    from brickyard.models.replay import Replay
    from brickyard.record.cassette import read_cassette

    return Replay(read_cassette(Path(rest)) if rest else record.answers)


def _handoff(rest: str, record: Record, home: Path) -> Model:
    from brickyard.models.handoff import Handoff

    return Handoff(home / QUESTIONS)


def _scripted(rest: str, record: Record, home: Path) -> Model:
    from brickyard.models.scripted import Scripted

    module, _, attribute = rest.partition(":")
    try:
        function = getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError, ValueError, SyntaxError) as error:
        raise BadInput(
            f"The script of 'scripted:{rest}' cannot be loaded: {error}",
            hint="Name it as scripted:module:function, with the module on the Python path.",
        ) from error
    return Scripted(function, name=f"scripted:{rest}")


def _claude(kind: str, model: str, settings: Settings) -> Model:
    """The program is looked for now: better before a run has begun than at its first question."""
    from brickyard.models.claude_program import check_sdk, find_program

    if kind == "claude-sdk":
        check_sdk()
        from brickyard.models.claude_sdk import ClaudeSdk as Backend
    else:
        find_program(settings.claude_program)
        from brickyard.models.claude_cli import ClaudeCli as Backend
    return Backend(
        model,
        program=settings.claude_program,
        processes=settings.claude_processes,
        usd_per_call=settings.usd_per_call,
    )


def _local(rest: str, settings: Settings) -> Model:
    from brickyard.models.local import Local
    from brickyard.models.local_engine import check_installed
    from brickyard.models.local_weights import find_weights, weights_folder

    check_installed()
    folder = weights_folder(settings.cache_folder)
    weights = find_weights(rest, settings.local_model, folder)
    return Local(weights, context=settings.local_context)


_CLAUDE = ("claude-cli", "claude-sdk")
_MAKERS: dict[str, Callable[[str, Record, Path], Model]] = {
    "replay": _replay,
    "handoff": _handoff,
    "scripted": _scripted,
}


def _dspy(name: str, settings: Settings) -> Model:
    from brickyard.models.dspy_lm import DspyModel

    own = name.startswith("ollama") or urlsplit(settings.base_url).hostname in _OWN_MACHINE
    return DspyModel(
        name,
        base_url=settings.base_url,
        api_key=settings.api_key,
        usd_per_call=0.0 if own else settings.usd_per_call,
    )

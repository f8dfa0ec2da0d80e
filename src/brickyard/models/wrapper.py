"""What all wrappers share, and how to see through them to the model that answers."""

from collections.abc import Iterable
from contextlib import AsyncExitStack
from typing import Protocol, runtime_checkable

from brickyard.models.base import Model, Reply, Request


class Wrapper:
    """A model around another. `name` is the inner one's: a wrapper never changes who answers."""

    def __init__(self, inner: Model) -> None:
        self.inner = inner

    @property
    def name(self) -> str:
        return self.inner.name

    @property
    def inners(self) -> Iterable[Model]:
        """All that may answer; one, unless the wrapper chooses."""
        return (self.inner,)

    def toward(self, request: Request) -> Model:
        """Where this request goes next."""
        return self.inner

    async def complete(self, request: Request) -> Reply:
        return await self.inner.complete(request)


@runtime_checkable
class UsesTools(Protocol):
    uses_tools: bool


@runtime_checkable
class UsesGrammar(Protocol):
    uses_grammar: bool


@runtime_checkable
class CachesPrompts(Protocol):
    """Its provider keeps the beginning of a question that was marked, and takes less for it."""

    caches_prompts: bool


@runtime_checkable
class Priced(Protocol):
    """Says what a call counts for before its price is known."""

    usd_per_call: float


@runtime_checkable
class Closing(Protocol):
    """Keeps something open between calls; a call after `aclose` opens it again."""

    async def aclose(self) -> None: ...


def backend_for(model: Model, request: Request) -> Model:
    """The model, beneath all wrappers, that answers this request."""
    while isinstance(model, Wrapper):
        model = model.toward(request)
    return model


def uses_tools(model: Model, request: Request) -> bool:
    """Whether who answers can call `request.tools`; others are better not burdened with them."""
    backend = backend_for(model, request)
    return isinstance(backend, UsesTools) and backend.uses_tools


def uses_grammar(model: Model, request: Request) -> bool:
    """Whether who answers can be held to `request.grammar`."""
    backend = backend_for(model, request)
    return isinstance(backend, UsesGrammar) and backend.uses_grammar


def caches_prompts(model: Model) -> bool:
    """Whether this backend's provider reads a beginning once that several questions share."""
    return isinstance(model, CachesPrompts) and model.caches_prompts


def usual_usd(model: Model) -> float | None:
    """What a call of this backend counts for before its price is known, if it says so."""
    return model.usd_per_call if isinstance(model, Priced) else None


async def close(model: Model) -> None:
    """Close every backend beneath, once each, even if another fails to close."""
    async with AsyncExitStack() as stack:
        for backend in {id(found): found for found in backends(model)}.values():
            if isinstance(backend, Closing):
                stack.push_async_callback(backend.aclose)


def backends(model: Model) -> Iterable[Model]:
    if not isinstance(model, Wrapper):
        return (model,)
    return tuple(found for inner in model.inners for found in backends(inner))

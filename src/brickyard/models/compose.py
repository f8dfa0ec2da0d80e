"""The one place where a model gets its wrappers.

Outermost first, and why each is where it is:

- Traced: it sees every question, whoever answers it, from the record or not.
- Routed: chooses the model; each has what follows for itself, and all share one budget.
- Withheld: a question that holds a key goes no further, and is not even looked up.
- Recorded: a known answer needs no leave, no slot, no wait and no money.
- Capped: what the record knows takes no turn; a replay's answers take one, as its questions do.
- Shown: only what the record does not know is sent, and a person may want to see it before.
- Retrying: a try that failed gives back its slot, and reserves anew when it is made again.
- Staggered: who waits for another's answer to begin holds no slot, and is let go when it fails.
- Limited: a slot is held for a try, not for the pause between two.
- Rated: inside the slot, so that a call is sent when it was counted.
- Cancellable: after all waiting, a last look whether to go on.
- Breaker: counts tries, not questions; behind the limits, so that who waited there looks again.
- Budgeted: reserves only what is sent now.
- Idle: what it cuts off may have cost, so the reservation stays.
- Masked: next to the backend, so that nothing above ever sees a key.
"""

import random
import time
from collections.abc import Callable

from brickyard.events import Listener, silent
from brickyard.models.backends import Backends, Routed
from brickyard.models.base import Model, Request
from brickyard.models.limits import (
    Budgeted,
    Cancellable,
    Capped,
    Leave,
    Limited,
    Rated,
    Shown,
    Staggered,
    Turns,
)
from brickyard.models.prices import price_of
from brickyard.models.recorded import Masked, Recorded, Withheld
from brickyard.models.replay import Replay
from brickyard.models.retry import Breaker, Idle, Retrying
from brickyard.models.tokens import input_tokens, most_tokens
from brickyard.models.trace import Trace, Traced
from brickyard.models.wrapper import caches_prompts, usual_usd
from brickyard.record.clock import Clock
from brickyard.record.masking import NOTHING, Mask
from brickyard.record.store import Record
from brickyard.settings import Settings

ESCALATE = "escalate"


def compose(
    backend: Model,
    record: Record,
    run: str,
    settings: Settings,
    listener: Listener = silent,
    is_cancelled: Callable[[], bool] = lambda: False,
    *,
    mask: Mask = NOTHING,
    leave: Leave | None = None,
    turns: Callable[[Request], Turns] | None = None,
    clock: Clock | None = None,
    chance: Callable[[], float] = random.random,
) -> Model:
    """One model with its wrappers; `clock` is what pauses are measured and waited by.

    A replay reads the record itself and spends nothing: storing its answers again, under the name
    `replay`, would only double them.
    """
    if isinstance(backend, Replay):
        replayed = Cancellable(backend.heard_by(listener), is_cancelled)
        return Withheld(Capped(replayed, turns) if turns else replayed, mask)
    clock = clock or Clock(now=time.monotonic)
    model: Model = Masked(backend, mask)
    model = Idle(model, settings.idle_seconds)
    model = _budgeted(model, usual_usd(backend), record, run, settings)
    model = Breaker(model, settings.breaker_calls)
    model = Cancellable(model, is_cancelled)
    if settings.requests_per_minute or settings.tokens_per_minute:
        limits = {"requests": settings.requests_per_minute, "tokens": settings.tokens_per_minute}
        model = Rated(model, clock=clock, **limits)
    model = Limited(model, settings.concurrency)
    if caches_prompts(backend):
        model = Staggered(model, clock=clock)
    model = Retrying(
        model,
        tries=settings.tries,
        most_seconds=settings.retry_seconds,
        clock=clock,
        chance=chance,
        listener=listener,
    )
    if leave:
        model = Shown(model, leave)
    if turns:
        model = Capped(model, turns)
    return Withheld(Recorded(model, record, listener=listener), mask)


def compose_all(backends: Backends, composed: Callable[[Model], Model], trace: Trace) -> Model:
    """All models of a run behind one; the same backend under two names has one stack."""
    stacks = {id(model): composed(model) for model in (backends.usual, *backends.others.values())}
    by_work = {work: stacks[id(model)] for work, model in backends.others.items()}
    escalated = by_work.pop(ESCALATE, None)
    usual = stacks[id(backends.usual)]
    model = Routed(usual, by_work, escalated) if by_work or escalated else usual
    return Traced(model, trace)


def _budgeted(
    model: Model, usd: float | None, record: Record, run: str, settings: Settings
) -> Budgeted:
    def reserved(request: Request) -> float:
        """The list price of the longest that it may take; else what a call counts for."""
        usual = settings.usd_per_call if usd is None else usd
        price = price_of(model.name) if usual else None
        longest = most_tokens(request) - input_tokens(request)
        return max(usual, price.of(input_tokens(request), longest)) if price else usual

    return Budgeted(
        model,
        record.budget,
        run,
        max_calls=settings.max_calls,
        max_usd=settings.max_usd,
        max_tokens=settings.max_total_tokens,
        estimate=reserved,
    )

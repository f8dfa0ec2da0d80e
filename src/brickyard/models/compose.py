"""The one place where a model gets its wrappers, outermost first."""

from collections.abc import Callable
from typing import Protocol, runtime_checkable

from brickyard.events import Listener, silent
from brickyard.models.base import Model
from brickyard.models.budgeted import Budgeted
from brickyard.models.limited import Cancellable, Limited
from brickyard.models.recorded import Recorded
from brickyard.models.replay import Replay
from brickyard.record.store import Record
from brickyard.settings import Settings


@runtime_checkable
class Priced(Protocol):
    """A model that says what a call counts for before its price is known."""

    usd_per_call: float


def compose(
    backend: Model,
    record: Record,
    run: str,
    settings: Settings,
    listener: Listener = silent,
    is_cancelled: Callable[[], bool] = lambda: False,
) -> Model:
    """Known answers first; then a slot, a last look whether to go on, and a reservation.

    A replay reads the record itself and spends nothing: storing its answers again, under the name
    `replay`, would only double them.
    """
    if isinstance(backend, Replay):
        return Cancellable(backend.heard_by(listener), is_cancelled)
    usd = backend.usd_per_call if isinstance(backend, Priced) else settings.usd_per_call
    budgeted = Budgeted(
        backend,
        record.budget,
        run,
        max_calls=settings.max_calls,
        max_usd=settings.max_usd,
        estimate=lambda request: usd,
    )
    limited = Limited(Cancellable(budgeted, is_cancelled), settings.concurrency)
    return Recorded(limited, record, listener=listener)

"""The seams of a run, each wrapped as it should be: the one place where they are put together."""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from brickyard.ask.ask import Asker
from brickyard.context import BuildContext
from brickyard.doors.prove.building import Opened
from brickyard.engine.local import LocalEngine
from brickyard.events import Listener
from brickyard.models.backends import Backends
from brickyard.models.base import Model, Request
from brickyard.models.compose import compose, compose_all
from brickyard.models.limits import Leave, Turns
from brickyard.models.trace import Trace
from brickyard.recipe.lock import Lock
from brickyard.record import Record, Run
from brickyard.record.masking import Mask
from brickyard.sandbox import Limited, Recorded, Sandbox
from brickyard.sandbox import choose as choose_sandbox
from brickyard.sandbox.needs import Needs, environment
from brickyard.sandbox.toolchain import toolchain
from brickyard.settings import Settings


@dataclass(frozen=True)
class Seams:
    """What the seams of one run are made of; `leave` may refuse a question before it is sent,
    and `turns` says which phase it takes a turn of."""

    record: Record
    run: Run
    models: Backends
    settings: Settings
    mask: Mask
    trace: Trace
    tell: Listener
    leave: Leave | None = None
    turns: Callable[[Request], Turns] | None = None

    async def context(
        self,
        packages: tuple[str, ...],
        needs: Needs | None,
        lock: Lock,
        again: Mapping[str, int],
        wheels: tuple[Path, ...] = (),
    ) -> BuildContext:
        """What every step works with; `again` is as in `ask.ask.generation`."""
        limited = await open_sandbox(packages, self.settings, self.tell, needs, wheels)
        return BuildContext(
            asker=Asker(
                compose_all(self.models, self._composed, self.trace),
                listener=self.tell,
                feedback=self.settings.feedback,
                parameters=self.settings.parameters,
                again=again,
            ),
            sandbox=Recorded(limited, self.record.verdicts, listener=self.tell),
            engine=LocalEngine(),
            settings=self.settings,
            lock=lock,
            tell=self.tell,
        )

    def _composed(self, backend: Model) -> Model:
        return compose(
            backend,
            self.record,
            self.run.id,
            self.settings,
            self.tell,
            lambda: self.record.runs.cancelled(self.run.id),
            mask=self.mask,
            leave=self.leave,
            turns=self.turns,
        )


def opening(packages: tuple[str, ...], settings: Settings, listener: Listener) -> Opened:
    """Sandboxes that have what somebody needs, and nothing else."""

    async def opened(needs: Needs) -> Sandbox:
        return await open_sandbox(packages, settings, listener, needs)

    return opened


async def open_sandbox(
    packages: tuple[str, ...],
    settings: Settings,
    listener: Listener,
    needs: Needs | None = None,
    wheels: tuple[Path, ...] = (),
) -> Sandbox:
    """As many at once as the machine has cores, each with our tools, these packages and `wheels`;
    where it is said what somebody `needs`, with that alone."""
    cache = settings.cache_folder
    tools = await (
        toolchain(cache, packages, wheels=wheels) if needs is None else environment(cache, needs)
    )
    bare = await choose_sandbox(settings.sandbox, tools, listener=listener)
    return Limited(bare, settings.sandboxes or os.cpu_count() or 1, listener=listener)

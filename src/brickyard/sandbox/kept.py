"""Running below a keeper: what the backends without a process namespace have in common."""

import asyncio
import json
import os
import shutil
import signal
import sys
from pathlib import Path
from typing import Any

from brickyard.sandbox.base import Limits, Outcome
from brickyard.sandbox.child import Child, end
from brickyard.sandbox.names import Names
from brickyard.sandbox.processes import begun_with
from brickyard.sandbox.scratch import LAUNCHER, launch, new_nonce, variables
from brickyard.sandbox.supervisor import Start, supervise
from brickyard.values import Value

_KEEPER = Path(__file__).with_name("keeper.py")
_PATIENCE_SECONDS = 15.0
_ROUNDS = 3


class Place(Value):
    """Where a run lies on the host, because nothing can be mounted."""

    folder: Path
    environment: Path
    names: Names

    @property
    def inside(self) -> Names:
        return self.names.below(self.folder)

    @property
    def home(self) -> Path:
        return Path(self.inside.home)

    @property
    def temporary(self) -> Path:
        return self.folder / "tmp"

    def prepare(self) -> None:
        """The tools are called by a link: their real place is below a folder named after us."""
        self.temporary.mkdir()
        for path in (self.inside.launcher, self.inside.environment):
            Path(path).parent.mkdir(parents=True)
        shutil.copyfile(LAUNCHER, self.inside.launcher)
        Path(self.inside.environment).symlink_to(self.environment)


async def run_kept(
    place: Place,
    command: tuple[str, ...],
    limits: Limits,
    *,
    policy: dict[str, Any] | None = None,
    filter: bytes = b"",
) -> Outcome:
    """Run `command` at `place`, below sandlock if there is a policy for it."""
    environment = variables(place.inside, str(place.temporary))
    if policy is not None:
        policy = {**policy, "env": environment}
    nonce = new_nonce()
    start = Start(
        argv=(
            sys.executable,
            "-I",
            str(_KEEPER),
            str(os.getpid()),
            "" if policy is None else json.dumps(policy),
            f"{place.inside.environment}/bin/python",
            *launch(nonce, limits, command, place.inside, filter=filter, processes=-1),
        ),
        environment=environment,
        nonce=nonce,
        folders=(place.temporary, place.home),
    )
    own = f"TMPDIR={place.temporary}"
    return await supervise(start, limits, lambda child: _stop(child, own))


async def _stop(child: Child, own: str) -> None:
    """The keeper ends all that is below it, then itself; if it could not, we do, by `own`."""
    child.send(signal.SIGTERM)
    try:
        async with asyncio.timeout(_PATIENCE_SECONDS):
            await child.wait()
    except TimeoutError:
        child.send(signal.SIGKILL)
        await child.wait()
    if child.killed:
        for _ in range(_ROUNDS):
            for pid in begun_with(own):
                await end(pid)

"""Running below a keeper: what the backends without a process namespace have in common."""

import asyncio
import json
import os
import re
import shutil
import signal
import sys
from pathlib import Path
from typing import Any

from brickyard.sandbox.base import Limits, Outcome
from brickyard.sandbox.child import Child, end
from brickyard.sandbox.processes import begun_with
from brickyard.sandbox.scratch import BOX, LAUNCHER, TRUSTED, launch, new_nonce, variables
from brickyard.sandbox.supervisor import Start, supervise
from brickyard.values import Value

_KEEPER = Path(__file__).with_name("keeper.py")
_PATIENCE_SECONDS = 15.0
_ROUNDS = 3


class Place(Value):
    """Where a run lies on the host, because nothing can be mounted."""

    folder: Path
    environment: Path

    @property
    def box(self) -> Path:
        return self.folder / "src"

    @property
    def trusted(self) -> Path:
        return self.folder / "trusted"

    @property
    def temporary(self) -> Path:
        return self.folder / "tmp"

    @property
    def layer(self) -> Path:
        """Where sandlock keeps what is written to the box."""
        return self.folder / "layer"

    @property
    def launcher(self) -> Path:
        return self.folder / "launcher.py"

    def prepare(self) -> None:
        self.temporary.mkdir()
        shutil.copyfile(LAUNCHER, self.launcher)

    def translate(self, argument: str) -> str:
        """`/trusted` and `/box` in an argument as they are called on the host."""
        for name, path in ((TRUSTED, self.trusted), (BOX, self.box)):
            argument = re.sub(rf"(?<![\w./-]){name}(?![\w.-])", lambda _, p=path: str(p), argument)
        return argument


async def run_kept(
    place: Place,
    command: tuple[str, ...],
    limits: Limits,
    *,
    policy: dict[str, Any] | None = None,
    filter: bytes = b"",
) -> Outcome:
    """Run `command` at `place`, below sandlock if there is a policy for it."""
    environment = variables(str(place.environment), str(place.box), str(place.temporary))
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
            str(place.environment / "bin" / "python"),
            *launch(
                nonce,
                limits,
                tuple(map(place.translate, command)),
                launcher=str(place.launcher),
                filter=filter,
                source="",
                box=str(place.box),
                processes=-1,
            ),
        ),
        environment=environment,
        nonce=nonce,
        folders=(place.temporary, place.box, place.layer),
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

"""Watches one sandboxed process from outside: wall clock, idleness, output, memory, processes, and
that all is gone."""

import asyncio
import time
from collections.abc import Callable, Coroutine, Mapping
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

from brickyard.errors import SandboxBroken
from brickyard.sandbox import hints
from brickyard.sandbox.base import Limits, Outcome
from brickyard.sandbox.cgroup import Group, Groups, groups_here
from brickyard.sandbox.child import Child
from brickyard.sandbox.processes import killed_for_memory
from brickyard.sandbox.watch import Cut, Killed, Watch, clock, disk, output, tree
from brickyard.values import Value

KILLED = 137
Stop = Callable[[Child], Coroutine[Any, Any, None]]


class Start(Value):
    """How a backend starts its process, and the nonce that says that the program is reached."""

    argv: tuple[str, ...]
    environment: Mapping[str, str]
    nonce: str
    descriptors: tuple[int, ...] = ()
    folders: tuple[Path, ...] = ()
    """Folders of the host that the program writes to, whose size nothing else caps."""
    counters: Path = Path("/proc/vmstat")
    """Where the kernel counts whom it has killed because this machine had no memory left."""


async def supervise(
    start: Start, limits: Limits, stop: Stop, *, groups: Groups | None = None
) -> Outcome:
    """Run to the end or to a cap; whatever happens, `stop` then leaves nothing running.

    The program runs in a control group of its own where this machine has any for us.
    """
    groups = groups or groups_here()
    async with AsyncExitStack() as stack:
        group = await stack.enter_async_context(groups.new(limits)) if groups else None
        return await _supervise(start, limits, stop, group)


async def _supervise(start: Start, limits: Limits, stop: Stop, group: Group | None) -> Outcome:
    argv = group.entering(start.argv) if group else start.argv
    try:
        child = Child(argv, dict(start.environment), start.descriptors)
    except OSError as error:
        raise SandboxBroken(
            f"{start.argv[0]} does not start: {error}", hint=hints.for_error(error)
        ) from error
    watch = Watch(limits, start.nonce)
    before = killed_for_memory(start.counters)
    try:
        await _watch(child, watch, start.folders)
    finally:
        await _surely(stop(child))
        code = await child.wait()
        child.close()
    if group and group.ran_out():
        watch.cut = watch.cut or "memory"
    if code == KILLED and not watch.cut and killed_for_memory(start.counters) > before:
        raise SandboxBroken(
            "This machine ran out of memory while the program ran.", hint=hints.MEMORY
        )
    return _outcome(code, watch)


async def _surely(work: Coroutine[Any, Any, None]) -> None:
    """Finish `work` even when we are cancelled meanwhile, once or more; then be cancelled."""
    task = asyncio.create_task(work)
    cancelled = False
    while not task.done():
        try:
            await asyncio.shield(task)
        except asyncio.CancelledError:
            cancelled = True
    task.result()
    if cancelled:
        raise asyncio.CancelledError


async def _watch(child: Child, watch: Watch, folders: tuple[Path, ...]) -> None:
    jobs = (
        output(child, watch),
        clock(watch),
        tree(child, watch),
        *([disk(folders, watch)] if folders else []),
    )
    tasks = [asyncio.create_task(job) for job in jobs]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        watch.ended = time.monotonic()
    finally:
        for task in tasks:
            task.cancel()
        results = await asyncio.gather(*tasks, return_exceptions=True)
    for result in results:
        if isinstance(result, Cut):
            watch.cut = watch.cut or result.reason
        elif isinstance(result, Killed) and watch.started.is_set():
            raise SandboxBroken(
                "The sandbox was killed from outside while the program ran.",
                hint="Run again; if it happens again, see whether this machine has run out of "
                "memory, or who ends its processes.",
            )
        elif isinstance(result, Exception) and not isinstance(result, Killed):
            raise result


def _outcome(code: int, watch: Watch) -> Outcome:
    if not watch.started.is_set():
        said = bytes(watch.stderr[-2000:]).decode(errors="replace").strip()
        did = "did not begin in time" if watch.cut == "start" else "ended before the program began"
        how = f"exit {code}, {watch.cut}" if watch.cut else f"exit {code}"
        raise SandboxBroken(
            f"The sandbox {did} ({how}): {said or 'it said nothing'}", hint=hints.for_words(said)
        )
    return Outcome(
        exit=KILLED if watch.cut else code,
        stdout=bytes(watch.stdout),
        stderr=bytes(watch.stderr),
        cut=watch.cut,
        seconds=watch.ended - watch.began,
        peak_mb=watch.peak >> 20,
    )

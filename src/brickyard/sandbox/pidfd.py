"""Ending a process for certain: by a descriptor that can never mean another one."""

import asyncio
import os
import signal
from contextlib import suppress


async def until_dead(pid: int, how: signal.Signals) -> None:
    """Send `how` to `pid`, and come back when it is no more."""
    try:
        descriptor = os.pidfd_open(pid)
    except ProcessLookupError:
        return
    loop = asyncio.get_running_loop()
    dead = loop.create_future()
    loop.add_reader(descriptor, lambda: dead.done() or dead.set_result(None))
    try:
        with suppress(ProcessLookupError):
            signal.pidfd_send_signal(descriptor, how)
        await dead
    finally:
        loop.remove_reader(descriptor)
        os.close(descriptor)

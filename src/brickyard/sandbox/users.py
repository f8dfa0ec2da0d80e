"""Users for sandboxes of root: one each, because a user's processes are counted together."""

import fcntl
import os
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from brickyard.errors import SandboxBroken
from brickyard.sandbox.hints import for_error
from brickyard.values import Value

NOBODY = 65534
RANGE = range(60578, 61184)
"""Numbers that no distribution gives to anyone."""
_LOCKS = Path("/run/brickyard-users")


class OwnUser(Value):
    """A user number that is ours as long as `descriptor`, or a copy of it, is open."""

    user: int
    descriptor: int


@contextmanager
def own_user(locks: Path = _LOCKS) -> Generator[OwnUser]:
    """A user number that no other running sandbox has, in this process or any other."""
    try:
        locks.mkdir(mode=0o700, parents=True, exist_ok=True)
        taken = next(filter(None, (_take(locks, user) for user in RANGE)), None)
    except OSError as error:
        raise SandboxBroken(
            f"No lock for a sandbox's user in {locks}: {error}", hint=for_error(error)
        ) from error
    if taken is None:
        raise SandboxBroken(
            f"All {len(RANGE)} users for sandboxes are in use.",
            hint="Wait until other builds on this machine have ended, then run again.",
        )
    try:
        yield taken
    finally:
        os.close(taken.descriptor)


def _take(locks: Path, user: int) -> OwnUser | None:
    flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW
    descriptor = os.open(locks / str(user), flags, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        return None
    return OwnUser(user=user, descriptor=descriptor)

"""Who failed: what the machine refuses us around a sandboxed program is never the program's."""

from collections.abc import Generator
from contextlib import contextmanager

from brickyard.errors import SandboxBroken
from brickyard.sandbox import hints


@contextmanager
def not_the_program() -> Generator[None]:
    """A full disk, no descriptor, no process left: the sandbox broke, with what to do about it."""
    try:
        yield
    except OSError as error:
        raise SandboxBroken(
            f"The sandbox could not be made: {error}", hint=hints.for_error(error)
        ) from error

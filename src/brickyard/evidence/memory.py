"""Conclusions from runs in a sandbox, remembered where the sandbox remembers: only what passed.

A key says everything that a conclusion was drawn from, and which text of Brickyard drew it.
"""

import hashlib
import sys
from functools import cache
from pathlib import Path
from typing import Generic, TypeVar

from brickyard.record.keys import digest
from brickyard.sandbox.base import Remembering, Sandbox
from brickyard.values import Value

V = TypeVar("V", bound=Value)


class Conclusion(Generic[V]):
    """One that may be known; `about` is JSON."""

    def __init__(self, sandbox: Sandbox, kind: type[V], *about: object) -> None:
        self._memory = sandbox if isinstance(sandbox, Remembering) else None
        self._kind = kind
        self._key = digest([kind.__name__, ours(), *about]) if self._memory else ""

    def recall(self) -> V | None:
        known = self._memory.recall(self._key) if self._memory else None
        return None if known is None else self._kind.model_validate_json(known)

    def keep(self, value: V) -> None:
        if self._memory:
            self._memory.keep(self._key, value.model_dump_json())


@cache
def ours() -> str:
    """The text of Brickyard, and the Python that reads it: another may conclude otherwise."""
    root = Path(__file__).parents[1]
    files = {path.relative_to(root).as_posix(): path for path in root.rglob("*.py")}
    texts = (path.read_bytes() for _, path in sorted(files.items()))
    return hashlib.sha256(sys.version.encode() + b"\0".join(texts)).hexdigest()

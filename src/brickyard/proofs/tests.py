"""The tests of a build as a value: rendered, seen to fail, with what the lock keeps of them."""

from collections.abc import Sequence
from typing import Any

from pydantic import Field

from brickyard.evidence.support import support_files
from brickyard.files import Files
from brickyard.recipe.lock import LockedTests
from brickyard.recipe.lock_names import acceptance
from brickyard.red.batches import Batch
from brickyard.red.seen import Red
from brickyard.values import AllowedOutput, Dispute, TestLevel, TestModule, Value, WrittenCase

Kept = tuple[dict[str, Any], ...]
"""What a kind of proof goes by, as locks and built projects keep it."""


class Tests(Value):
    """The accepted tests: rendered, proven RED, with what the lock keeps of them."""

    __test__ = False

    batch: Batch | None = None
    cases: tuple[WrittenCase, ...] = ()
    modules: tuple[TestModule, ...] = ()
    red: Red = Red()
    refused: dict[str, str] = Field(default_factory=dict)
    locked: dict[str, LockedTests] = Field(default_factory=dict)
    disputes: tuple[Dispute, ...] = ()
    allowed: tuple[AllowedOutput, ...] = ()
    kept: dict[str, Kept] = Field(default_factory=dict)
    """Requirement → what its kind of proof goes by besides tests: rules, measurements."""
    files: Files = Files()
    """What the project holds beside code and tests, because a requirement asks for it."""

    @property
    def project_files(self) -> Files:
        """What of this the project carries."""
        sources = {module.path: module.source for module in self.modules}
        return self.files | sources | support_files(self.modules)

    @property
    def acceptance_cases(self) -> tuple[WrittenCase, ...]:
        decide = (module for module in self.modules if module.level is TestLevel.ACCEPTANCE)
        return tuple(case for module in decide for case in module.cases)


def with_allowed(tests: Tests, allowed: Sequence[AllowedOutput]) -> Tests:
    """The tests, and in the lock beside each requirement's own, what its words allow."""
    every = tuple(dict.fromkeys((*tests.allowed, *allowed)))
    locked = dict(tests.locked)
    for id in {one.requirement for one in allowed}:
        own = tuple(one for one in every if one.requirement == id)
        if kept := locked.get(acceptance(id)):
            locked[acceptance(id)] = kept.model_copy(update={"allowed": own})
    return tests.model_copy(update={"allowed": every, "locked": locked})

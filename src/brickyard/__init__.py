"""Brickyard builds Python software from recipes, and proves by execution that it is right.

    result = await brickyard.build("recipes/purse", model="anthropic/claude-sonnet-4-5")
    assert result.exit_code == 0

Names are imported when they are used, so that `import brickyard` is light and touches no disk.
"""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from brickyard.errors import (
        BadInput,
        BrickyardError,
        NotMet,
        Pending,
        Stopped,
        Unavailable,
        Waiting,
    )
    from brickyard.events import Event
    from brickyard.files import Files
    from brickyard.flow.prove import prove_again
    from brickyard.flow.results import Result
    from brickyard.flow.session import build, check, opened, plan
    from brickyard.models.base import Model, Reply, Request
    from brickyard.models.scripted import Scripted
    from brickyard.recipe import read
    from brickyard.settings import Settings
    from brickyard.values import Brick, Finding, Matrix, Plan, Recipe, Requirement, WrittenCase

_HOMES = {
    "brickyard.errors": "BadInput BrickyardError NotMet Pending Stopped Unavailable Waiting",
    "brickyard.events": "Event",
    "brickyard.files": "Files",
    "brickyard.models.base": "Model Reply Request",
    "brickyard.models.scripted": "Scripted",
    "brickyard.recipe": "read",
    "brickyard.flow.results": "Result",
    "brickyard.settings": "Settings",
    "brickyard.values": "Brick Finding Matrix Plan Recipe Requirement WrittenCase",
    "brickyard.flow.prove": "prove_again",
    "brickyard.flow.session": "build check opened plan",
}

__all__ = [
    "BadInput",
    "Brick",
    "BrickyardError",
    "Event",
    "Files",
    "Finding",
    "Matrix",
    "Model",
    "NotMet",
    "Pending",
    "Plan",
    "Recipe",
    "Reply",
    "Request",
    "Requirement",
    "Result",
    "Scripted",
    "Settings",
    "Stopped",
    "Unavailable",
    "Waiting",
    "WrittenCase",
    "build",
    "check",
    "opened",
    "plan",
    "prove_again",
    "read",
]


def __getattr__(name: str) -> Any:
    for module, names in _HOMES.items():
        if name in names.split():
            return getattr(importlib.import_module(module), name)
    raise AttributeError(f"module 'brickyard' has no attribute {name!r}")

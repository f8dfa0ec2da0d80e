"""What a rule of the honesty gate found, and how a rule is written."""

import ast
from collections.abc import Callable, Iterator
from typing import NamedTuple

from brickyard.gates.honest.scopes import Scope


class Found(NamedTuple):
    rule: str
    message: str
    is_allowed: bool = False
    """The recipe asks for it: worth a warning, not a refusal."""


Rule = Callable[[ast.AST, Scope], Iterator[Found]]

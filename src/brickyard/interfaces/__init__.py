"""What a brick promises: parsed, checked, compared with code."""

from brickyard.interfaces.comparison import compare
from brickyard.interfaces.model import Interface, InterfaceError, Operation
from brickyard.interfaces.parsing import parse
from brickyard.interfaces.plans import check_plan
from brickyard.interfaces.slices import normalised

__all__ = [
    "Interface",
    "InterfaceError",
    "Operation",
    "check_plan",
    "compare",
    "normalised",
    "parse",
]

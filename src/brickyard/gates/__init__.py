"""Checks that fail closed: no result means not passed."""

from brickyard.gates.base import GateResult
from brickyard.gates.formatting import format_code
from brickyard.gates.run import GATES, run_gates
from brickyard.gates.static import StaticRule, breaks, can_fail, check_static

__all__ = [
    "GATES",
    "GateResult",
    "StaticRule",
    "breaks",
    "can_fail",
    "check_static",
    "format_code",
    "run_gates",
]

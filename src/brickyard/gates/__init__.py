"""Checks that fail closed: no result means not passed."""

from brickyard.gates.allowed import NOTHING_MORE, Allowed, allowed_by
from brickyard.gates.base import GateResult
from brickyard.gates.formatting import format_code
from brickyard.gates.run import GATES, run_gates
from brickyard.gates.said import weighed
from brickyard.gates.static import StaticRule, breaks, can_fail, check_static

__all__ = [
    "GATES",
    "NOTHING_MORE",
    "Allowed",
    "GateResult",
    "StaticRule",
    "allowed_by",
    "breaks",
    "can_fail",
    "check_static",
    "format_code",
    "run_gates",
    "weighed",
]

"""What a brick promises: parsed, checked, filled with wrong bodies, compared with code."""

from brickyard.interfaces.bodies import STAND_INS
from brickyard.interfaces.comparison import compare
from brickyard.interfaces.model import Interface, InterfaceError, Operation
from brickyard.interfaces.parsing import parse
from brickyard.interfaces.plans import check_plan
from brickyard.interfaces.slices import normalised
from brickyard.interfaces.variants import (
    DISGUISES,
    IMPOSTORS,
    REACHED,
    impostor,
    probe,
    skeleton,
    stand_ins,
)

__all__ = [
    "DISGUISES",
    "IMPOSTORS",
    "REACHED",
    "STAND_INS",
    "Interface",
    "InterfaceError",
    "Operation",
    "check_plan",
    "compare",
    "impostor",
    "normalised",
    "parse",
    "probe",
    "skeleton",
    "stand_ins",
]

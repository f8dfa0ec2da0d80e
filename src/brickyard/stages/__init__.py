"""The stages, one file each, in the flow's names; `pipeline.py` puts them in order."""

from brickyard.stages.accept import accept
from brickyard.stages.advice import advised
from brickyard.stages.check import check
from brickyard.stages.code import code
from brickyard.stages.comply import Complied, comply
from brickyard.stages.package import Package, package, unpackaged
from brickyard.stages.plan import plan
from brickyard.stages.prove import HoldOuts, Proved, challenge
from brickyard.stages.services import require_loopback
from brickyard.stages.settled import agreed, settled
from brickyard.stages.tests import Tests, tests
from brickyard.stages.whole import Whole, join
from brickyard.stages.yard import Yard

__all__ = [
    "Complied",
    "HoldOuts",
    "Package",
    "Proved",
    "Tests",
    "Whole",
    "Yard",
    "accept",
    "advised",
    "agreed",
    "challenge",
    "check",
    "code",
    "comply",
    "join",
    "package",
    "plan",
    "require_loopback",
    "settled",
    "tests",
    "unpackaged",
]

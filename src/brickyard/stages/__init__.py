"""The stages, one file each, in the flow's names; `pipeline.py` puts them in order."""

from brickyard.stages.accept import accept
from brickyard.stages.advice import advised
from brickyard.stages.amended import amend
from brickyard.stages.check import check
from brickyard.stages.code import Laid, code
from brickyard.stages.comply import Complied, comply
from brickyard.stages.package import Package, package, unpackaged
from brickyard.stages.plan import plan
from brickyard.stages.prove import Proved, prove
from brickyard.stages.services import require_loopback
from brickyard.stages.tests import Tests, tests
from brickyard.stages.whole import Whole, join, joined
from brickyard.stages.yard import Yard

__all__ = [
    "Complied",
    "Laid",
    "Package",
    "Proved",
    "Tests",
    "Whole",
    "Yard",
    "accept",
    "advised",
    "amend",
    "check",
    "code",
    "comply",
    "join",
    "joined",
    "package",
    "plan",
    "prove",
    "require_loopback",
    "tests",
    "unpackaged",
]

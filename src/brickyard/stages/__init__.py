"""The stages, one file each, in the flow's names; `pipeline.py` puts them in order."""

from brickyard.stages.accept import accept
from brickyard.stages.check import check
from brickyard.stages.code import Laid, code
from brickyard.stages.comply import comply
from brickyard.stages.package import Package, package
from brickyard.stages.plan import plan
from brickyard.stages.tests import Tests, tests
from brickyard.stages.whole import Whole, join
from brickyard.stages.yard import Yard

__all__ = [
    "Laid",
    "Package",
    "Tests",
    "Whole",
    "Yard",
    "accept",
    "check",
    "code",
    "comply",
    "join",
    "package",
    "plan",
    "tests",
]

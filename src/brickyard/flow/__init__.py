"""The flow of a build: its stages by name. `pipeline.py` puts them in order."""

from brickyard.context import BuildContext
from brickyard.decompose.plan import plan, require_parts_stay
from brickyard.drafts.code import code
from brickyard.flow.accept import accept
from brickyard.flow.before import seen_before
from brickyard.flow.challenge import Challenged, HoldOuts, challenge
from brickyard.flow.check import check
from brickyard.flow.comply import Complied, advised, comply
from brickyard.flow.join import Joined, join
from brickyard.flow.tests import tests
from brickyard.packaging.package import Package, package, unpackaged
from brickyard.plans.agreed import agreed, settled
from brickyard.plans.carried import carry
from brickyard.plans.delta import replan
from brickyard.plans.examples import weigh
from brickyard.proofs.external import require_loopback
from brickyard.proofs.tests import Tests

__all__ = [
    "BuildContext",
    "Challenged",
    "Complied",
    "HoldOuts",
    "Joined",
    "Package",
    "Tests",
    "accept",
    "advised",
    "agreed",
    "carry",
    "challenge",
    "check",
    "code",
    "comply",
    "join",
    "package",
    "plan",
    "replan",
    "require_loopback",
    "require_parts_stay",
    "seen_before",
    "settled",
    "tests",
    "unpackaged",
    "weigh",
]

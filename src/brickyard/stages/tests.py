"""tests (RED): cases from requirements and interfaces, never from code, each seen to fail."""

from collections.abc import Sequence

from pydantic import Field

from brickyard.evidence.cases import validate
from brickyard.evidence.contradictions import contradictions
from brickyard.evidence.red import Red, red
from brickyard.evidence.render import code_module, render
from brickyard.gates.static import StaticRule, can_fail
from brickyard.recipe.lock import LockedTests
from brickyard.stages.batches import Batch, batches, inputs, question, serving
from brickyard.stages.batches import interfaces as interfaces_of
from brickyard.stages.yard import Yard
from brickyard.tasks.cases import MEND_CASES, WRITE_CASES, CasesIn, MendCasesIn
from brickyard.tasks.properties import WRITE_PROPERTY, PropertyIn
from brickyard.tasks.rules import WRITE_RULES, RulesIn, RulesOut
from brickyard.tasks.views import wanted
from brickyard.values import Case, Kind, Plan, Recipe, Requirement, TestLevel, TestModule, Value

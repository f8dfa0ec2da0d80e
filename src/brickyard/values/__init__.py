"""The values that stages take and return: frozen, typed, JSON-ready. Words as in the docs."""

from brickyard.values.base import Finding, Severity, Value, counted, listed
from brickyard.values.evidence import (
    Failure,
    Matrix,
    Proof,
    ProofLevel,
    Proven,
    Row,
    Unmet,
    Verdict,
    Where,
)
from brickyard.values.kinds import Kind
from brickyard.values.plan import (
    Brick,
    Decomposition,
    Part,
    Plan,
    PlannedPermission,
    PlannedProof,
    Strategy,
)
from brickyard.values.recipe import (
    Clause,
    Component,
    Level,
    Recipe,
    RecipeType,
    Requirement,
    SilencedRule,
)
from brickyard.values.tests import (
    AllowedOutput,
    Dispute,
    TestLevel,
    TestModule,
    WrittenCase,
)

__all__ = [
    "AllowedOutput",
    "Brick",
    "Clause",
    "Component",
    "Decomposition",
    "Dispute",
    "Failure",
    "Finding",
    "Kind",
    "Level",
    "Matrix",
    "Part",
    "Plan",
    "PlannedPermission",
    "PlannedProof",
    "Proof",
    "ProofLevel",
    "Proven",
    "Recipe",
    "RecipeType",
    "Requirement",
    "Row",
    "Severity",
    "SilencedRule",
    "Strategy",
    "TestLevel",
    "TestModule",
    "Unmet",
    "Value",
    "Verdict",
    "Where",
    "WrittenCase",
    "counted",
    "listed",
]

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
from brickyard.values.plan import Brick, Plan, PlannedPermission, PlannedProof
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
    "Dispute",
    "Failure",
    "Finding",
    "Kind",
    "Level",
    "Matrix",
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

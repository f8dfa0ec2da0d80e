"""What execution proves: cases, tests, RED, GREEN, covered lines, the matrix. No model here."""

from brickyard.evidence.cases import validate
from brickyard.evidence.contradictions import contradictions
from brickyard.evidence.covered import covered
from brickyard.evidence.matrix import matrix
from brickyard.evidence.outside import judge_outside
from brickyard.evidence.proving import prove_tests
from brickyard.evidence.red import Red, red, roots
from brickyard.evidence.render import render
from brickyard.evidence.reports import TestOutcome, TestRun
from brickyard.evidence.runs import run_tests, run_variants
from brickyard.evidence.written import code_module

__all__ = [
    "Red",
    "TestOutcome",
    "TestRun",
    "code_module",
    "contradictions",
    "covered",
    "judge_outside",
    "matrix",
    "prove_tests",
    "red",
    "render",
    "roots",
    "run_tests",
    "run_variants",
    "validate",
]

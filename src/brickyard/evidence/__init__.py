"""What execution proves: cases, tests, RED, GREEN, covered lines, the matrix. No model here."""

from brickyard.evidence.covered import covered
from brickyard.evidence.matrix import matrix
from brickyard.evidence.proving import judge_modules, prove_tests
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
    "covered",
    "judge_modules",
    "matrix",
    "prove_tests",
    "red",
    "render",
    "roots",
    "run_tests",
    "run_variants",
]

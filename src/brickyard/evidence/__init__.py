"""Tests run inside a sandbox: what passed, and where that was judged. No model here."""

from brickyard.evidence.proving import judge_modules, prove_tests
from brickyard.evidence.reports import TestOutcome, TestRun
from brickyard.evidence.runs import run_tests, run_variants
from brickyard.evidence.support import render

__all__ = [
    "TestOutcome",
    "TestRun",
    "judge_modules",
    "prove_tests",
    "render",
    "run_tests",
    "run_variants",
]

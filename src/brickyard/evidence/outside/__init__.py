"""Verdicts reached outside the process in which generated code runs."""

from brickyard.evidence.outside.judging import judge_modules, judge_outside

__all__ = ["judge_modules", "judge_outside"]

"""Tests and code disagree: causes are settled, not tests, by somebody who sees no code."""

from brickyard.disputes.rulings import OF_ONE, Ruled, groups, most_questions, rule

__all__ = ["OF_ONE", "Ruled", "groups", "most_questions", "rule"]

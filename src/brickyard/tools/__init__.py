"""Functions that a model may call while it answers; each runs what a stage will run anyway."""

from brickyard.tools.code import patterns_tool, syntax_tool, testing_tool

__all__ = ["patterns_tool", "syntax_tool", "testing_tool"]

"""Functions that a model may call while it answers; each runs what a stage will run anyway."""

from brickyard.tools.patterns import patterns_tool
from brickyard.tools.syntax import syntax_tool
from brickyard.tools.tests import testing_tool

__all__ = ["patterns_tool", "syntax_tool", "testing_tool"]

"""A kit for tests of your own: scripted answers, and a server on loopback that speaks like a model.

docs/testing.md shows both at work.
"""

from brickyard.testing.loopback import Loopback
from brickyard.testing.loopback_answers import from_cassette, from_script
from brickyard.testing.loopback_values import Asked, Fault, Said, ToolCall
from brickyard.testing.scripts import Answer, inputs_of, script

__all__ = [
    "Answer",
    "Asked",
    "Fault",
    "Loopback",
    "Said",
    "ToolCall",
    "from_cassette",
    "from_script",
    "inputs_of",
    "script",
]

"""Runs code that nobody trusts: files in, a command, an outcome out."""

from brickyard.sandbox.base import NO_FILES, Limits, Outcome, Sandbox
from brickyard.sandbox.choice import BACKENDS, Tried, choose, install_command, try_all
from brickyard.sandbox.toolchain import Toolchain
from brickyard.sandbox.wrapped import Limited, Recorded, Verdicts

__all__ = [
    "BACKENDS",
    "NO_FILES",
    "Limited",
    "Limits",
    "Outcome",
    "Recorded",
    "Sandbox",
    "Toolchain",
    "Tried",
    "Verdicts",
    "choose",
    "install_command",
    "try_all",
]

"""A model for a hundred bricks that answers rightly, and dies with its process where it is told."""

import os
import signal

import sample

from brickyard.models.base import Request
from brickyard.testing import script

BRICKS = 100
CALLS = "KIT_HUNDRED_CALLS"
"""The variable that says after how many calls the process is killed; for ever, if it is not set."""

_right = script(sample.answers(BRICKS))
_left = [int(os.environ.get(CALLS, "-1"))]


def mortal(request: Request) -> str:
    _left[0] -= 1
    if not _left[0]:
        os.kill(os.getpid(), signal.SIGKILL)
    answer = _right(request)
    assert isinstance(answer, str)
    return answer

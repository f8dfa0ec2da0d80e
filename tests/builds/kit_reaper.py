"""Runs a command and comes back when it and every process that it left behind are gone.

usage: kit_reaper.py COMMAND...    exits as the command did, with 137 if it was killed; with 99 if
something that it had started went on to an end of its own, instead of being ended with it
"""

import ctypes
import os
import signal
import subprocess
import sys
from collections.abc import Iterator

SET_SUBREAPER = 36
OUTLIVED = 99
ENDED = (-signal.SIGKILL, 128 + signal.SIGTERM)


def main(command: list[str]) -> int:
    ctypes.CDLL(None).prctl(SET_SUBREAPER, 1, 0, 0, 0)
    code = subprocess.Popen(command).wait()
    list(orphans(os.WNOHANG))
    if not all(ended in ENDED for ended in orphans()):
        return OUTLIVED
    return code if code >= 0 else 128 - code


def orphans(options: int = 0) -> Iterator[int]:
    """How each of those ended that came to us because their parent was gone."""
    try:
        while (found := os.waitpid(-1, options))[0]:
            yield os.waitstatus_to_exitcode(found[1])
    except ChildProcessError:
        return


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

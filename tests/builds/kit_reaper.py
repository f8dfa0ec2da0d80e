"""Runs a command and comes back only when it and every process that it left behind are gone.

usage: kit_reaper.py COMMAND...    exits as the command did, 137 when it was killed
"""

import ctypes
import os
import subprocess
import sys

SET_SUBREAPER = 36


def main(command: list[str]) -> int:
    ctypes.CDLL(None).prctl(SET_SUBREAPER, 1, 0, 0, 0)
    code = subprocess.Popen(command).wait()
    try:
        while True:
            os.wait()
    except ChildProcessError:
        return code if code >= 0 else 128 - code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

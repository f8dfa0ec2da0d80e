"""A person at a terminal is shown the diff and asked; real terminals, no run."""

import fcntl
import os
import pty
import select
import subprocess
import sys
import termios

import pytest

ASK = r"""
import asyncio
from brickyard.doors.prove.verdicts import Repair
from brickyard.cli.agree import asking
from brickyard.cli.progress import Progress

diff = "--- a/x.py\n+++ b/x.py\n@@ -1 +1 @@\n-a = 1\n+a = 2  # \x1b[2J\n"
repair = Repair(diff=diff, files=("x.py",), mended=("R2",), notes=("1 file is not committed.",))
progress = Progress()
agree = asking(progress)

async def asked():
    with progress:
        return agree(repair)

print("nobody" if agree is None else f"said {asyncio.run(asked())}")
"""


PERMIT = r"""
from brickyard.cli.agree import permitting
from brickyard.cli.progress import Progress
from brickyard.recipe.permissions import Wish

progress = Progress()
permit = permitting(progress)
wish = Wish(name="security-network", words=("asks the city",))
with progress:
    print(f"said {permit(wish)}")
"""


def at_a_terminal(typed: bytes, ask: str = ASK) -> str:
    person, terminal = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-c", ask],
        stdin=terminal,
        stdout=terminal,
        stderr=terminal,
        start_new_session=True,
        preexec_fn=_controlled,
        env={**os.environ, "COLUMNS": "200", "NO_COLOR": "1"},
    )
    os.close(terminal)
    seen = ""
    while "[y/N]" not in seen and (piece := _read(person)):
        seen += piece
    os.write(person, typed)
    while piece := _read(person, typed):
        seen += piece
    os.close(person)
    process.wait(timeout=60)
    return seen


def _controlled() -> None:
    """Ctrl-C reaches only the terminal's own process."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


def _read(person: int, typed: bytes = b"") -> str:
    """What comes next; a person whose key was not heard hits it again."""
    while typed and not select.select([person], [], [], 1)[0]:
        os.write(person, typed)
    try:
        return os.read(person, 4096).decode()
    except OSError:
        return ""


@pytest.mark.parametrize(("typed", "said"), [(b"y\n", "said True"), (b"\n", "said False")])
def test_a_permission_is_asked_for_with_the_words_and_what_it_allows(
    typed: bytes, said: str
) -> None:
    seen = at_a_terminal(typed, PERMIT)

    assert said in seen
    before = seen.partition("Allow it for this build?")[0]
    assert "security-network (open connections, or listen for them)" in before
    assert "“asks the city”" in before


@pytest.mark.parametrize(("typed", "said"), [(b"y\n", "said True"), (b"n\n", "said False")])
def test_a_diff_is_shown_before_the_question(typed: bytes, said: str) -> None:
    seen = at_a_terminal(typed)

    assert said in seen
    assert "+a = 2" in seen.partition("Apply these edits?")[0]
    assert "1 line added, 1 removed; with it R2 would be met" in seen
    assert "Note: 1 file is not committed." in seen
    assert "\x1b[2J" not in seen, "what stands in a diff does not reach the terminal"


def test_an_interrupt_at_the_question_is_neither_yes_nor_no() -> None:
    seen = at_a_terminal(b"\x03")

    assert "KeyboardInterrupt" in seen
    assert "said" not in seen


def test_nobody_is_asked_without_a_terminal() -> None:
    done = subprocess.run(
        [sys.executable, "-c", ASK], stdin=subprocess.DEVNULL, capture_output=True, check=True
    )
    assert done.stdout == b"nobody\n"

"""`docs/faults.md`: a table a backend, each row as a test saw it happen."""

import re
from pathlib import Path

from kit_backends import BACKENDS
from kit_faults import TROUBLES, Seen

from brickyard.errors import AnswerRefused

PATH = Path(__file__).parents[3] / "docs" / "faults.md"
INTRO = """\
# When a model fails

Each row is what a test saw: the real backend asks a server on loopback (`brickyard.testing`) that
fails in this way. `pytest tests/models/backends --write-docs` writes this page; a test fails when
it is not what happens. The answers of earlier questions are in the record in every row, and none
of them was asked or paid for again.

- **Exit** is the exit code of the command: 0 done, 1 not met, 3 the environment failed.
- **Tries** is how often the model was asked. What may pass is tried three times, with a pause that
  the provider names or that doubles (settings `tries`, `retry_seconds`); an answer that cannot be
  used goes back with its errors twice (setting `feedback`).
- What may have been paid counts as spent, even if no answer came. Within one try the `claude`
  program sends a question twice if the stream is dropped or the answer is empty; that counts once.
"""
HEAD = (
    "| what happens | what you see | what to do | exit | tries | running again |\n"
    "| --- | --- | --- | --- | --- | --- |\n"
)
NOTHING_LEFT = "asks nothing: the answer is there"
GOES_ON = "asks this question, and goes on"
NOT_AGAIN = "says the same and asks nothing; another model or `max_tokens` is asked anew"


def row(name: str, first: Seen) -> str:
    error = first.error
    if error is None:
        cells = [name, "the build goes on", "nothing", "0", str(first.tries), NOTHING_LEFT]
    else:
        again = NOT_AGAIN if isinstance(error, AnswerRefused) else GOES_ON
        told = [_cell(error.message), _cell(error.hint)]
        cells = [name, *told, str(error.exit_code), str(first.tries), again]
    return f"| {' | '.join(cells)} |"


def _cell(text: str) -> str:
    """Without what differs each time, on one line."""
    text = re.sub(r"127\.0\.0\.1:\d+", "127.0.0.1:PORT", text)
    return re.sub(r"@@[0-9a-f]{6}", "@@MARKER", text).replace("|", "\\|").replace("\n", " ")


Rows = dict[tuple[str, str], str]


def read() -> Rows:
    """The rows of the page by backend and trouble."""
    titles = {f"## {backend.title}": backend.id for backend in BACKENDS}
    rows: Rows = {}
    current = ""
    for line in PATH.read_text("utf-8").splitlines() if PATH.exists() else ():
        if line.startswith("## "):
            current = titles.get(line, line)
        elif line.startswith("| ") and not line.startswith(("| what happens", "| ---")):
            rows[current, line.split(" | ")[0].removeprefix("| ")] = line
    return rows


def whole(rows: Rows) -> str:
    """The page with these rows; those of no backend or trouble are left out."""
    parts = [INTRO]
    for backend in BACKENDS:
        found = [rows.get((backend.id, trouble.name), "") for trouble in TROUBLES]
        table = "\n".join(line for line in found if line)
        parts.append(f"## {backend.title}\n\n{HEAD}{table}\n")
    return "\n".join(parts)

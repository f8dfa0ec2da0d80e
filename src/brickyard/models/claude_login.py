"""Whether the `claude` program could ask its model, found out without asking."""

import json
import subprocess
from collections.abc import Mapping
from pathlib import Path

from brickyard.models.claude_program import environment, has_key

SECONDS = 30.0


def login(program: Path, environ: Mapping[str, str]) -> str:
    """How the program is logged in, or an empty text if it is not."""
    if has_key(environ):
        return "with the key in the environment"
    try:
        asked = subprocess.run(
            [program, "auth", "status"],
            env=environment(environ, None),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=SECONDS,
            check=False,
        )
        status = json.loads(asked.stdout)
    except (OSError, subprocess.TimeoutExpired, ValueError):
        return ""
    return "with its own login" if status.get("loggedIn") else ""

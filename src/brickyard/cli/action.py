"""What action.yml runs: its inputs as a command, and what the page of the job shows.

Inputs come from the environment as `INPUT_*`, never as text of a script. `docs/ci.md` has the use
of it; `python -I -m brickyard.cli.action` runs it anywhere.
"""

import json
import os
import secrets
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

from brickyard.errors import BadInput, BrickyardError
from brickyard.reports.output import show_error
from brickyard.values import Value

TEST, PROVE = MODES = ("test", "prove")
OWN_EVENTS = ("push", "merge_group", "schedule", "workflow_dispatch", "release")
"""What starts these is in the repository; of a pull request that has to be seen."""
AUTO = "auto"
_NOTHING = {"0" * 40, "0" * 64, ""}

Environ = Mapping[str, str]


class Inputs(Value):
    """As in action.yml, where each is described."""

    mode: str = TEST
    folder: str = "."
    recipe: str = ""
    code: str = ""
    since: str = AUTO
    model: str = ""
    proof: str = ""
    sandbox: str = AUTO
    junit: str = ""
    sarif: str = ""
    summary: str = ""
    badge: str = ""


def main(environ: Environ = os.environ) -> int:
    """Run the command; the exit code is its own."""
    try:
        inputs = read_inputs(environ)
        if inputs.mode == PROVE:
            refuse_foreign(environ)
        return _run(inputs, environ)
    except BrickyardError as error:
        show_error(error)
        _annotate(error.message)
        _append(environ, "GITHUB_STEP_SUMMARY", f"## ❌ Brickyard\n\n{error.message}\n")
        _append(environ, "GITHUB_OUTPUT", f"exit-code={error.exit_code}\n")
        return error.exit_code


def read_inputs(environ: Environ) -> Inputs:
    """An input that is left empty is as if it were not given, but for `since`."""
    given = {
        name: environ[variable].strip()
        for name in Inputs.model_fields
        if (variable := f"INPUT_{name.upper()}") in environ
    }
    inputs = Inputs(**{name: text for name, text in given.items() if text or name == "since"})
    if inputs.mode not in MODES:
        raise BadInput(f"mode is {inputs.mode!r}.", hint=f"Give one of: {', '.join(MODES)}.")
    return inputs


# ---------------------------------------------------------------- whose code it is


def refuse_foreign(environ: Environ) -> None:
    """A key of a model is only for code of the repository itself; what is not known is refused."""
    name = environ.get("GITHUB_EVENT_NAME", "")
    if name in OWN_EVENTS:
        return
    own = environ.get("GITHUB_REPOSITORY", "")
    if name == "pull_request":
        source = _inner(read_event(environ), "pull_request", "head", "repo", "full_name")
        if own and source == own:
            return
        what = f"This pull request comes from {source or 'a repository that is gone'}, not {own}"
    else:
        what = f"The event is {name or 'not known'}, which may bring code from anywhere"
    raise BadInput(
        f"{what}: mode prove has a key, and is refused.",
        hint="Use mode test, which needs none; or run mode prove on push and on pull_request, for "
        "branches of the repository itself.",
    )


def read_event(environ: Environ) -> dict[str, Any]:
    """What started the workflow; nothing where that cannot be read."""
    try:
        event = json.loads(Path(environ.get("GITHUB_EVENT_PATH", "")).read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return cast("dict[str, Any]", event) if isinstance(event, dict) else {}


def since(inputs: Inputs, environ: Environ) -> str:
    """The revision that a change begins at: as given, or by the event; empty for everything."""
    if inputs.since != AUTO:
        return inputs.since
    event = read_event(environ)
    found = {
        "pull_request": _inner(event, "pull_request", "base", "sha"),
        "merge_group": _inner(event, "merge_group", "base_sha"),
        "push": "" if event.get("forced") else _inner(event, "before"),
    }.get(environ.get("GITHUB_EVENT_NAME", ""), "")
    return "" if found in _NOTHING else found


def _inner(value: Any, *names: str) -> str:
    for name in names:
        value = cast("dict[str, Any]", value).get(name) if isinstance(value, dict) else None
    return value if isinstance(value, str) else ""


# ---------------------------------------------------------------- the command


def command(inputs: Inputs, environ: Environ, summary: Path) -> list[str]:
    """What `brickyard` is called with; no input can become another option."""
    options = {
        "--sandbox": inputs.sandbox,
        "--proof": inputs.proof,
        "--junit": inputs.junit,
        "--sarif": inputs.sarif,
        "--badge": inputs.badge,
        "--summary": str(summary),
    }
    target = inputs.folder
    if inputs.mode == PROVE:
        target = inputs.recipe or str(Path(inputs.folder) / "recipe")
        options |= {"--code": inputs.code or inputs.folder, "--model": inputs.model}
        options |= {"--since": since(inputs, environ)}
    given = [f"{option}={value}" for option, value in options.items() if value]
    return [inputs.mode, *given, "--", target]


def _run(inputs: Inputs, environ: Environ) -> int:
    with tempfile.TemporaryDirectory() as folder:
        summary = Path(folder) / "summary.md"
        code = _called(command(inputs, environ, summary))
        if summary.is_file():
            text = summary.read_text("utf-8")
        else:
            text = f"## ❌ Brickyard\n\nEnded with exit code {code}: the log says why.\n"
    _append(environ, "GITHUB_STEP_SUMMARY", text)
    _append(environ, "GITHUB_OUTPUT", f"exit-code={code}\n")
    if inputs.summary:
        _write(Path(inputs.summary), text)
    return code


def _called(arguments: list[str]) -> int:
    """Isolated, so that no module of the checkout is taken for one of ours; what is printed there
    cannot give commands to the runner."""
    token = secrets.token_hex(16)
    print(f"::stop-commands::{token}", flush=True)
    try:
        return subprocess.run(
            [sys.executable, "-I", "-m", "brickyard", *arguments], check=False
        ).returncode
    finally:
        print(f"::{token}::", flush=True)


def _annotate(message: str) -> None:
    escaped = message.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    print(f"::error title=Brickyard::{escaped}", flush=True)


def _append(environ: Environ, variable: str, text: str) -> None:
    """To a file of the runner; outside of one there is none."""
    if path := environ.get(variable, ""):
        with Path(path).open("a", encoding="utf-8") as file:
            file.write(text)


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, "utf-8")
    except OSError as error:
        raise BadInput(
            f"{path} cannot be written: {error.strerror}.", hint="Choose another `summary`."
        ) from error


if __name__ == "__main__":
    sys.exit(main())

"""The lock as it was at a revision. git is asked to name and read objects, and for nothing else.

No command here compares, checks out, fetches or refreshes anything, so no hook, filter, pager or
difference tool has a part in it; what the repository's configuration could start is turned off
besides.
"""

import os
import re
import shutil
import subprocess
from pathlib import Path

from brickyard.errors import BadInput, Unavailable
from brickyard.values import Value

SECONDS = 60.0
_KEPT = ("PATH", "HOME", "XDG_CONFIG_HOME")
_OFF = (
    "core.fsmonitor=false",
    "core.hooksPath=/dev/null",
    "core.pager=cat",
    "diff.external=",
    "protocol.allow=never",
)
_ENVIRONMENT = {
    "LC_ALL": "C",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_OPTIONAL_LOCKS": "0",
}
_PLAIN = re.compile(r"[^\x00-\x20\x7f-][^\x00-\x1f\x7f]{0,200}")


class Revision(Value):
    """One commit, and a file as it was there; None where it was not."""

    name: str
    """As it was given."""
    commit: str
    text: str | None = None


def file_at(folder: Path, name: str, revision: str) -> Revision:
    """The file of this name in a folder of a git repository, as it was at a revision."""
    if not _PLAIN.fullmatch(revision):
        raise BadInput(
            f"{revision!r} is no name of a revision.",
            hint="Give a branch, a tag or a commit after --since, such as main or HEAD~1.",
        )
    program = shutil.which("git")
    if program is None:
        raise BadInput(
            "There is no git program here, and --since asks for a revision of it.",
            hint="Install git, or leave out --since: then everything is proven.",
        )
    git = _Git(program, folder)
    prefix = git.prefix()
    commit = git.commit(revision)
    return Revision(name=revision, commit=commit, text=git.text(f"{commit}:{prefix}{name}"))


class _Git:
    def __init__(self, program: str, folder: Path) -> None:
        self.folder = folder
        self.start = [program, "--no-pager", *(part for each in _OFF for part in ("-c", each))]
        self.environment = {name: os.environ[name] for name in _KEPT if name in os.environ}

    def prefix(self) -> str:
        """Where the folder is, seen from the top of its repository."""
        done = self.run("rev-parse", "--show-prefix")
        if done.returncode:
            said = _said(done) or "it said nothing"
            raise BadInput(
                f"{self.folder} is in no git repository that can be read: {said}",
                hint="Leave out --since: then everything is proven.",
            )
        return os.fsdecode(done.stdout).removesuffix("\n")

    def commit(self, revision: str) -> str:
        done = self.run("rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}")
        if done.returncode:
            raise BadInput(
                f"The git repository of {self.folder} knows no single commit {revision!r}.",
                hint="Fetch it first: a CI often has the last commit alone "
                "(actions/checkout: `fetch-depth: 0`).",
            )
        return done.stdout.decode().strip()

    def text(self, place: str) -> str | None:
        """None where there is no such file; one that cannot be read is an error."""
        if self.run("rev-parse", "--verify", "--quiet", place).returncode:
            return None
        done = self.run("cat-file", "blob", place)
        if done.returncode:
            raise BadInput(
                f"git cannot read {place}: {_said(done)}",
                hint="Fetch it first: a partial clone does not have every file.",
            )
        return done.stdout.decode("utf-8", "replace")

    def run(self, *arguments: str) -> subprocess.CompletedProcess[bytes]:
        try:
            return subprocess.run(
                [*self.start, *arguments],
                cwd=self.folder,
                env=self.environment | _ENVIRONMENT,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                check=False,
                timeout=SECONDS,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise Unavailable(
                f"git did not answer: {error}", hint="Run again, or leave out --since."
            ) from error


def _said(done: subprocess.CompletedProcess[bytes]) -> str:
    lines = done.stderr.decode("utf-8", "replace").strip().splitlines()
    return lines[0][:200] if lines else ""

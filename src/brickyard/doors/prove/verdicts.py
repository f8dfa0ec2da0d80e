"""What is said of each requirement of somebody's code, and on what it rests."""

from enum import StrEnum

from pydantic import Field

from brickyard.values import Failure, Finding, Level, Proven, Value

CONTRADICTED = "code wrong"


class Said(StrEnum):
    MET = "met"
    WRONG = "wrong"
    NOT_THERE = "not there"
    NOT_JUDGED = "not judged"


class Silence(Value):
    """What the recipe leaves open and the code decides: a sentence for whoever writes it."""

    requirement: str
    sentence: str
    code_does: str


class OwnTest(Value):
    """A test that lies beside the code and names a requirement: in process, by who wrote both."""

    test: str
    requirement: str
    passed: bool
    reason: str = ""
    is_red: bool = False
    """Whether it was seen to fail on code that only pretends."""

    @property
    def counts(self) -> bool:
        return self.passed and self.is_red

    @property
    def is_doubt(self) -> bool:
        """It ran and saw something else than its author expects; not merely could not be run."""
        return self.reason.startswith(("AssertionError", "Failed: DID NOT RAISE"))


class Shown(Value):
    """One requirement: the verdict, the proofs that it has, and where it fails, how."""

    requirement: str
    level: Level
    text: str
    said: Said
    reason: str = ""
    checks: int = 0
    proofs: dict[str, Proven] = Field(default_factory=dict)
    failure: Failure | None = None
    """The smallest check that fails."""
    lines: dict[str, tuple[int, ...]] = Field(default_factory=dict)
    tests: tuple[str, ...] = ()
    file: str = ""
    line: int = 0
    """Where what fails meets the code, as it lies in the sandbox, if that is known."""
    own: tuple[OwnTest, ...] = ()
    """Beside its proofs: it is never met by these."""
    examples: int = 0
    """The recipe's own that hold, beside its proofs too; one that fails makes it wrong."""
    is_kept: bool = False
    """Whether it was not played, because no change since a revision reaches it."""


class Since(Value):
    """What a change since a revision reaches; the rest keeps the verdict of the lock there."""

    revision: str
    commit: str
    kept: tuple[str, ...] = ()
    reached: dict[str, str] = Field(default_factory=dict)
    """Requirement → why."""
    everything: str = ""
    """Why all are reached."""
    unexecuted: tuple[str, ...] = ()
    """Functions that changed and that no case executes."""
    seconds: float = 0.0


class Proved(Value):
    """What execution showed of somebody's code."""

    recipe: str
    package: str
    name: str
    version: str
    code: str
    """The digest of the tree."""
    rows: tuple[Shown, ...]
    silences: tuple[Silence, ...] = ()
    unsettled: tuple[Failure, ...] = ()
    changed: int = 0
    noticed: int = 0
    survivors: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()
    """What gates found in the text of the code; no verdict rests on it."""
    since: Since | None = None

    @property
    def met(self) -> bool:
        return all(row.said is Said.MET for row in self.rows if row.level is Level.MUST)

    @property
    def met_ids(self) -> tuple[str, ...]:
        return tuple(row.requirement for row in self.rows if row.said is Said.MET)

    @property
    def exit_code(self) -> int:
        return 0 if self.met else 1

    def timed(self, seconds: float) -> "Proved":
        """With the seconds that it took, where only what a change reaches was played."""
        if self.since is None:
            return self
        since = self.since.model_copy(update={"seconds": round(seconds, 1)})
        return self.model_copy(update={"since": since})


class Repair(Value):
    """Edits that mend somebody's code, and what became of them."""

    diff: str = ""
    files: tuple[str, ...] = ()
    """What it changes, as the diff names it, seen from `folder`."""
    folder: str = ""
    patch: str = ""
    """A file that holds the diff."""
    mended: tuple[str, ...] = ()
    """Requirements that are met with the edits and were not before."""
    left: tuple[str, ...] = ()
    """Those that are wrong or not there even so."""
    rounds: int = 0
    applied: bool = False
    notes: tuple[str, ...] = ()

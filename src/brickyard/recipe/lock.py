"""`brickyard.lock`: what was accepted, and the inputs each part was accepted for.

Inputs are named digests of meaning (requirement text, interface, dependencies' interfaces), never
of prompts: a new model or a better prompt does not rebuild what was accepted, and a later edit can
tell which input changed.
"""

import json
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any, Literal, cast

from pydantic import Field, ValidationError

from brickyard.errors import BadInput
from brickyard.files import write_atomically
from brickyard.recipe.lock_names import is_of_brick, owner
from brickyard.record.keys import digest
from brickyard.values import (
    AllowedOutput,
    Clause,
    Kind,
    Plan,
    Recipe,
    Requirement,
    Value,
    WrittenCase,
)

Part = Literal["plan", "tests", "code"]
PARTS: tuple[Part, ...] = ("plan", "tests", "code")
"""What of a lock a person may have made anew."""

LOCK = "brickyard.lock"
FORMAT = 2


class LockedPlan(Value):
    inputs: dict[str, str]
    plan: Plan
    words: dict[str, str] = Field(default_factory=dict)
    """What the recipe said, by the names of `inputs`: a later change is shown beside it."""


class LockedTests(Value):
    """The accepted tests of one requirement or brick: cases, or a pytest module."""

    inputs: dict[str, str]
    cases: tuple[WrittenCase, ...] = ()
    source: str = ""
    rules: tuple[dict[str, Any], ...] = ()
    """What another kind of proof goes by: rules, measurements, cases of a service."""
    files: dict[str, str] = Field(default_factory=dict)
    allowed: tuple[AllowedOutput, ...] = ()
    """Output that the recipe's words allow, though no case of it notices."""
    silent: bool = False
    """Of hold-outs: all that were drawn asked for what the requirement does not settle."""


class LockedCode(Value):
    inputs: dict[str, str]
    source: str


class LockedReach(Value):
    """What a later change is held against: the code as it was proven, and who executed what of it.

    All by digests of meaning: lines that moved, comments and formatting change none of them.
    """

    proof: str
    """The level that it was proven at."""
    whole: dict[str, str] = Field(default_factory=dict)
    """File → its digest; of Python that can be read, of all but the bodies of functions."""
    functions: dict[str, dict[str, str]] = Field(default_factory=dict)
    """File → function → the digest of its body."""
    shared: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    """File → functions that every requirement's cases execute, by importing at least."""
    executed: dict[str, dict[str, tuple[str, ...]]] = Field(default_factory=dict)
    """Requirement → file → functions that its cases execute besides."""
    hidden: dict[str, str] = Field(default_factory=dict)
    """Requirement → why its cases may execute more."""


class LockedProof(Value):
    """What `prove` was accepted for: cases whatever came of them, and what is known of failures."""

    code: str
    """Where the code was, seen from the recipe."""
    package: str
    inputs: dict[str, str]
    cases: tuple[WrittenCase, ...] = ()
    held_out: tuple[WrittenCase, ...] = ()
    failures: tuple[dict[str, Any], ...] = ()
    silences: tuple[dict[str, Any], ...] = ()
    said: dict[str, str] = Field(default_factory=dict)
    """Requirement → verdict: what a later proof is compared with."""
    reach: LockedReach | None = None
    lines: dict[str, dict[str, tuple[int, ...]]] = Field(default_factory=dict)
    """Older locks have it in the place of `reach`; lines are lost when code moves."""


class Lock(Value):
    """`tests` by their names (`lock_names`), `code` by brick."""

    format: int = FORMAT
    recipe: str = ""
    plan: LockedPlan | None = None
    interfaces: dict[str, str] = Field(default_factory=dict)
    tests: dict[str, LockedTests] = Field(default_factory=dict)
    code: dict[str, LockedCode] = Field(default_factory=dict)
    proved: LockedProof | None = None

    def plan_for(self, inputs: Mapping[str, str]) -> Plan | None:
        return self.plan.plan if self.plan and self.plan.inputs == inputs else None

    def tests_for(self, name: str, inputs: Mapping[str, str]) -> LockedTests | None:
        locked = self.tests.get(name)
        return locked if locked and locked.inputs == inputs else None

    def code_for(self, brick: str, inputs: Mapping[str, str]) -> str | None:
        locked = self.code.get(brick)
        return locked.source if locked and locked.inputs == inputs else None

    def without(self, ids: Collection[str], recipe: Recipe) -> "Lock":
        """As if nothing of these requirements, and of the bricks that serve them, was accepted."""
        known = {part.id: item.id for item in recipe.requirements for part in (item, *item.clauses)}
        bricks = {
            brick.name
            for brick in (self.plan.plan.bricks if self.plan else ())
            if {known.get(part) for part in brick.serves} & {*ids}
        }
        tests = {
            name: locked
            for name, locked in self.tests.items()
            if owner(name) not in (bricks if is_of_brick(name) else ids)
        }
        code = {name: locked for name, locked in self.code.items() if name not in bricks}
        return self.model_copy(update={"tests": tests, "code": code})

    def refreshed(self, parts: Collection[str]) -> "Lock":
        """As if no plan, no tests or no code had been accepted."""
        empty: dict[str, Any] = {"plan": None, "tests": {}, "code": {}}
        return self.model_copy(update={part: empty[part] for part in parts})

    def text(self) -> str:
        """Stable, one value a line where it matters, so that a diff in review reads well."""
        dumped = self.model_dump(mode="json", exclude_defaults=True)
        return json.dumps({**dumped, "format": self.format}, indent=1, sort_keys=True) + "\n"

    @property
    def digest(self) -> str:
        return digest(self.text())

    def write(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        write_atomically(folder / LOCK, self.text().encode())


def read_lock(folder: Path) -> Lock:
    """The lock beside the recipe, an empty one where there is none."""
    path = folder / LOCK
    try:
        return parse_lock(path.read_text("utf-8"), str(path))
    except FileNotFoundError:
        return Lock()
    except UnicodeDecodeError as error:
        raise _unreadable(str(path), error) from error


def parse_lock(text: str, path: str) -> Lock:
    """The text of a lock; `path` is what it is called where it cannot be used."""
    try:
        raw: Any = json.loads(text)
        known = cast("dict[str, Any]", raw) if isinstance(raw, dict) else {}
        if known.get("format", 0) > FORMAT:
            raise BadInput(
                f"{path} was written by a newer Brickyard (format {known['format']}).",
                hint="Update Brickyard, or remove the lock to build from scratch.",
            )
        if known.get("format", FORMAT) != FORMAT:
            raise BadInput(
                f"{path} was written by an older Brickyard (format {known['format']}).",
                hint="Remove the lock to build from scratch.",
            )
        return Lock.model_validate_json(text)
    except json.JSONDecodeError as error:
        raise BadInput(
            f"{path}:{error.lineno}:{error.colno}: the lock is not JSON: {error.msg}",
            hint="Restore it from version control, or remove it to build from scratch.",
        ) from error
    except ValidationError as error:
        raise _unreadable(path, error) from error


def _unreadable(path: str, error: Exception) -> BadInput:
    return BadInput(
        f"{path}: the lock cannot be read: {str(error).splitlines()[0]}",
        hint="Restore it from version control, or remove it to build from scratch.",
    )


def meaning(item: Requirement | Clause) -> str:
    """The digest of what a requirement says; where it stands in the file does not matter."""
    if isinstance(item, Clause):
        return digest(" ".join(item.text.split()))
    return digest(
        [
            item.level.value,
            item.kind.value,
            " ".join(item.text.split()),
            [[clause.id, " ".join(clause.text.split())] for clause in item.clauses],
        ]
    )


def plan_inputs(recipe: Recipe) -> dict[str, str]:
    """What a plan is accepted for: every requirement, the design, the kind of thing it is."""
    return {
        "name": recipe.name,
        "type": recipe.type.value,
        "packages": digest(sorted(recipe.packages)),
        "context": digest(" ".join(recipe.context.split())),
        "design": digest(" ".join(recipe.design.split())),
        **{f"requirement {item.id}": meaning(as_written(item)) for item in recipe.requirements},
    }


def words_of(recipe: Recipe) -> dict[str, str]:
    """The recipe's words by the names of `plan_inputs`; digests tell that they changed, not how."""
    return {
        "packages": ", ".join(sorted(recipe.packages)),
        "context": recipe.context,
        "design": recipe.design,
        **{f"requirement {item.id}": _words(as_written(item)) for item in recipe.requirements},
    }


def _words(item: Requirement) -> str:
    clauses = (f"{clause.id}: {clause.text}" for clause in item.clauses)
    return "\n".join([f"{item.level.value} {item.kind.value}", item.text, *clauses])


def as_written(item: Requirement) -> Requirement:
    """Without what a plan said about it: a plan is not accepted for its own words."""
    update = {"kind": Kind.BEHAVIOUR, "kind_by": ""}
    return item.model_copy(update=update) if item.kind_by == "plan" else item

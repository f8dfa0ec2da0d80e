"""What a change reaches: requirements whose cases execute what is no longer as it was proven.

The lock at a revision says what was proven then, of which code, and which functions the cases of
each requirement executed. It is held against the code as it is now, so code that was changed before
that revision and not proven since counts as changed, too.
"""

from collections.abc import Iterable, Mapping, Sequence

from pydantic import Field

from brickyard.cases import CaseResult, Names, smallest
from brickyard.doors.prove.marks import Marks
from brickyard.doors.prove.proof import Kept, inputs, unlocked
from brickyard.doors.prove.revision import Revision
from brickyard.doors.prove.verdicts import Said, Shown, Since
from brickyard.errors import BadInput
from brickyard.recipe.lock import LOCK, LockedReach, parse_lock
from brickyard.values import ProofLevel, Recipe, Requirement, Value, listed

Functions = Mapping[str, Iterable[str]]
"""File → functions of it."""

_LEVELS = [level.value for level in ProofLevel]


class Reached(Value):
    """What is told of it, and of each requirement that is not reached its row and its evidence."""

    told: Since | None = None
    rows: dict[str, Shown] = Field(default_factory=dict)
    kept: Kept = Kept()


EVERYTHING = Reached()


def reached(
    recipe: Recipe,
    ids: Iterable[str],
    names: Names,
    marks: Marks,
    told: Since,
    before: Kept,
    now: Kept,
    level: ProofLevel,
) -> Reached:
    """`before` is of the lock at the revision, `now` of the one that lies there."""
    known = before.reach
    why = told.everything or _everything(recipe, before, marks, level)
    if why or known is None:
        return Reached(told=told.model_copy(update={"everything": why}))
    change = _Change(recipe, names, known, marks, before, now)
    found = {id: change.reaches(id) for id in ids}
    kept = tuple(id for id, reason in found.items() if not reason)
    update = {
        "kept": kept,
        "reached": {id: reason for id, reason in found.items() if reason},
        "unexecuted": change.unexecuted(),
    }
    return Reached(
        told=told.model_copy(update=update),
        rows={id: _row(recipe.requirement(id), before) for id in kept},
        kept=_of(before, recipe, kept).model_copy(update={"reach": known}),
    )


def at_revision(revision: Revision) -> tuple[Since, Kept]:
    """What the lock says there; where there is none that can be used, everything is reached."""
    told = Since(revision=revision.name, commit=revision.commit)
    if revision.text is None:
        why = f"{LOCK} is not in that commit"
        return told.model_copy(update={"everything": why}), Kept()
    try:
        lock = parse_lock(revision.text, f"{LOCK} at {revision.name}")
    except BadInput as error:
        return told.model_copy(update={"everything": error.message}), Kept()
    return told, unlocked(lock.proved)


def _everything(recipe: Recipe, before: Kept, marks: Marks, level: ProofLevel) -> str:
    """Why every requirement is reached; nothing if that is not so."""
    reach = before.reach
    if reach is None:
        return "its lock does not say which functions the cases execute: prove it again, and commit"
    if reach.proof not in _LEVELS or _LEVELS.index(reach.proof) < _LEVELS.index(level):
        return f"it was proven at the level {reach.proof}, and {level.value} is asked for"
    if before.inputs.get("context") != inputs(recipe)["context"]:
        return "the recipe's words around its requirements changed"
    changes = [
        f"{file} is gone" if file not in marks.whole else _changed(file, reach, marks)
        for file in sorted({*reach.whole, *marks.whole})
        if reach.whole.get(file) != marks.whole.get(file)
    ]
    return listed(changes)


def _changed(file: str, before: LockedReach, now: Marks) -> str:
    if file not in before.whole:
        return f"{file} is new"
    is_python = file in before.functions and file in now.functions
    return f"{file} changed{' outside of the bodies of its functions' if is_python else ''}"


class _Change:
    """One change, asked about one requirement after the other."""

    def __init__(
        self,
        recipe: Recipe,
        names: Names,
        reach: LockedReach,
        marks: Marks,
        before: Kept,
        now: Kept,
    ) -> None:
        self.recipe, self.reach, self.before, self.now = recipe, reach, before, now
        self.words = inputs(recipe)
        self.fitting = before.usable(recipe, names, [item.id for item in recipe.requirements])
        self.functions = {
            (file, name)
            for file, each in marks.functions.items()
            for name, mark in each.items()
            if reach.functions.get(file, {}).get(name) != mark
        }

    def reaches(self, id: str) -> str:
        """Why it does; nothing if it does not."""
        if self.before.inputs.get(id) != self.words[id]:
            return "its words changed" if id in self.before.inputs else "it is new"
        own, there = (_of(kept, self.recipe, (id,)) for kept in (self.before, self.now))
        if own != there:
            return "the lock holds other cases, rulings or another verdict for it"
        if id not in self.reach.executed or own.said.get(id, "") not in [*Said]:
            return "there is no case of which it is known what it executes"
        if id in self.reach.hidden:
            return f"not all that its cases execute was seen: {self.reach.hidden[id]}"
        if own != _of(self.fitting, self.recipe, (id,)):
            return "a case of it no longer fits the code's interface"
        changed = self.functions & {*_pairs(self.reach.shared), *_pairs(self.reach.executed[id])}
        return f"{_listed(changed)} changed" if changed else ""

    def unexecuted(self) -> tuple[str, ...]:
        executed = {*_pairs(self.reach.shared)}
        for functions in self.reach.executed.values():
            executed.update(_pairs(functions))
        return tuple(f"{name} ({file})" for file, name in sorted(self.functions - executed))


def _pairs(functions: Functions) -> Iterable[tuple[str, str]]:
    return ((file, name) for file, names in functions.items() for name in names)


def _listed(functions: Iterable[tuple[str, str]]) -> str:
    return listed([f"{name} ({file})" for file, name in sorted(functions)])


def _of(kept: Kept, recipe: Recipe, ids: Iterable[str]) -> Kept:
    """Cases, hold-outs, failures and verdicts of these requirements alone."""
    own = {*ids}
    return Kept(
        cases=tuple(one for one in kept.cases if _owner(recipe, one.requirement) in own),
        held_out=tuple(one for one in kept.held_out if _owner(recipe, one.requirement) in own),
        failures=tuple(one for one in kept.failures if one.requirement in own),
        said={id: said for id, said in kept.said.items() if id in own},
    )


def _owner(recipe: Recipe, id: str) -> str:
    try:
        return recipe.requirement(id).id
    except KeyError:
        return ""


def _row(item: Requirement, before: Kept) -> Shown:
    said = Said(before.said[item.id])
    failing = [one for one in before.failures if one.requirement == item.id]
    why = smallest(failing).reason if failing else "It was so when it was last proven."
    return Shown(
        requirement=item.id,
        level=item.level,
        text=item.text,
        said=said,
        reason="" if said is Said.MET else why,
        failure=smallest(failing) if failing else None,
        is_kept=True,
    )


# ---------------------------------------------------------------- what is kept of it


def reach_of(
    marks: Marks,
    level: ProofLevel,
    results: Mapping[str, Sequence[CaseResult]],
    carried: Reached,
) -> LockedReach:
    """`results`: of each requirement that was played; what is carried over is as it was."""
    executed: dict[str, set[tuple[str, str]]] = {}
    hidden: dict[str, str] = {}
    for id, found in results.items():
        executed[id] = {pair for one in found for pair in _pairs(one.functions)}
        if why := next((one.hidden for one in found if one.hidden), ""):
            hidden[id] = why
    lowest, before = level.value, carried.kept.reach
    if before is not None:
        for id in carried.rows:
            executed[id] = {*_pairs(before.shared), *_pairs(before.executed[id])}
        lowest = min(lowest, before.proof, key=_LEVELS.index) if carried.rows else lowest
    written = {*_pairs(marks.functions)}
    executed = {id: pairs & written for id, pairs in executed.items()}
    every = [*executed.values()]
    shared = every[0].intersection(*every) if every else set[tuple[str, str]]()
    return LockedReach(
        proof=lowest,
        whole=marks.whole,
        functions=marks.functions,
        shared=_grouped(shared),
        executed={id: _grouped(pairs - shared) for id, pairs in executed.items()},
        hidden=hidden,
    )


def _grouped(pairs: Iterable[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for file, name in sorted(pairs):
        found.setdefault(file, []).append(name)
    return {file: tuple(names) for file, names in found.items()}

"""The question that puts WHAT and HOW apart, and what the machine refuses of its answers."""

import difflib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated

from pydantic import Field

from brickyard.ask.microtask import Microtask, Raw
from brickyard.doors.unmix.places import HOW, WHAT, Place, places
from brickyard.files import Files
from brickyard.recipe import Parsed, check
from brickyard.recipe.parsing import DESIGN, REQUIREMENTS, parse
from brickyard.recipe.words import levels_in, strongest
from brickyard.values import Requirement, Value, listed


class UnmixIn(Value):
    requirements: Annotated[str, Raw]
    design: Annotated[str, Raw]
    places: tuple[Place, ...]


class Moved(Value):
    """A place that was mixed and is no longer."""

    place: int
    requirement: str = Field(
        default="",
        description="of what stood in the design: the id of the requirement that says it",
    )
    words: str = Field(
        default="", description="of a how: the words of the new design.md that say it, copied"
    )


class Left(Value):
    """A place that stays as it is, because it is not mixed after all."""

    place: int
    why: str = Field(description="one sentence")


class UnmixOut(Value):
    moved: tuple[Moved, ...] = ()
    left: tuple[Left, ...] = ()
    texts: Files = Field(description="requirements.md and design.md, both whole")


UNMIX = Microtask(
    name="unmix",
    called="what and how apart in",
    work="plan",
    instructions="""\
`requirements` says what software has to do, `design` how it is built; whoever tests the software
sees only the first. `places` are those where a rule found one in the other. Put each where it
belongs, and write both files whole:
- A requirement or clause that says how: keep what can be seen from outside, with its id, its level
  and every fact of it, and move the how to `design`, where it fits. Quote the words there that say
  it now.
- A sentence of the design that says what is wanted: make it a requirement with a new id of the same
  family and the level that it has, at the end of the list where it fits; or name the requirement
  that says it already. The design keeps what is left of it, and may name that id.
- A place that is not mixed, because the words mean something else or users really see them (a
  format, a name that they type), stays as it is, in `left`, with the reason.
Change nothing else: no other line, no id, no level, no order, no comment. A machine compares.""",
    input=UnmixIn,
    output=UnmixOut,
    example=UnmixOut(
        moved=(
            Moved(place=1, words="Names are kept in a hash map"),
            Moved(place=2, requirement="R3"),
        ),
        texts=Files(
            {
                "requirements.md": "# Greeter\n\n- R1 (MUST): each known name is greeted with its"
                " title.\n- R2 (MUST): an unknown name is greeted without one.\n- R3 (SHOULD): the"
                " greeting ends with a full stop.\n",
                "design.md": "# Design\n\n- `greeter`: makes the greeting (R3). Names are kept in a"
                " hash map.\n",
            }
        ),
    ),
)


@dataclass(frozen=True)
class Mixed:
    """A recipe as it is, and the places of it that are mixed."""

    requirements: str
    design: str
    parsed: Parsed

    @cached_property
    def places(self) -> tuple[Place, ...]:
        return places(self.parsed, self.requirements, self.design)

    @property
    def question(self) -> UnmixIn:
        return UnmixIn(requirements=self.requirements, design=self.design, places=self.places)

    @cached_property
    def _bare(self) -> Parsed:
        """Of these two files alone: examples and the like are not asked about."""
        return _parsed(Files({REQUIREMENTS: self.requirements, DESIGN: self.design}), self.parsed)

    # ------------------------------------------------------------ what is refused

    def faults(self, answer: UnmixOut) -> Iterator[str]:
        """A sentence for everything that the machine refuses."""
        if {*answer.texts} != {REQUIREMENTS, DESIGN}:
            yield f"`texts` holds {REQUIREMENTS} and {DESIGN}, both whole, and nothing else."
            return
        yield from self._unsettled(answer)
        new = _parsed(answer.texts, self.parsed)
        for file, before in ((REQUIREMENTS, self.requirements), (DESIGN, self.design)):
            yield from self._lines(file, before, answer.texts[file], answer)
        yield from self._requirements(new, answer)
        yield from self._moved(new, answer)
        yield from self._still(new, answer)

    def _unsettled(self, answer: UnmixOut) -> Iterator[str]:
        told = [one.place for one in (*answer.moved, *answer.left)]
        for one in self.places:
            if told.count(one.number) != 1:
                yield f"Place {one.number} stands in `moved` or in `left`, once."
        for number in {*told} - {one.number for one in self.places}:
            yield f"There is no place {number}."

    def _lines(self, file: str, before: str, after: str, answer: UnmixOut) -> Iterator[str]:
        """Only lines of what is moved may change, and only what moves in may be added."""
        moved = {one.place for one in answer.moved}
        own = [one for one in self.places if one.number in moved and one.file == file]
        open_ = {line for one in own for line in range(one.first, one.last + 1)}
        comes_in = any(one.number in moved and one.file != file for one in self.places)
        old, new = before.split("\n"), after.split("\n")
        for kind, first, last, start, end in difflib.SequenceMatcher(
            None, old, new, autojunk=False
        ).get_opcodes():
            if kind == "equal":
                continue
            came = new[start:end]
            lost = [
                n
                for n in range(first + 1, last + 1)
                if n not in open_ and not _stays(old[n - 1], came if comes_in else [])
            ]
            if lost:
                line = old[lost[0] - 1].strip()
                yield f"{file}, line {lost[0]} was not mixed and stays: “{line}”"
            elif (
                not comes_in and "".join(came).strip() and open_.isdisjoint(range(first, last + 2))
            ):
                yield f"{file}: “{came[0].strip()}” is new, and nothing had to be moved here."

    def _requirements(self, new: Parsed, answer: UnmixOut) -> Iterator[str]:
        """None is lost, renumbered or reordered; level, kind and all that was not mixed stay."""
        named = {one.requirement for one in answer.moved if one.requirement}
        pairs = _pairs(self.parsed.requirements, new.requirements, self._mixed(answer), named)
        missing = [old.id for old, now in pairs if now is None]
        if missing:
            yield f"{listed(missing)} is lost or has another id: every requirement keeps its own."
        kept = [(old, now) for old, now in pairs if now is not None]
        order = [new.requirements.index(now) for _, now in kept]
        if order != sorted(order):
            yield "The requirements stand in another order."
        known = {now.id for _, now in kept}
        for extra in (one.id for one in new.requirements if one.id not in known | named):
            yield f"{extra} is new, and nothing in the design was to become a requirement."
        for old, now in kept:
            yield from self._kept(old, now, self._mixed(answer))
        if _plain(new.context) != _plain(self._bare.context):
            yield f"The prose of {REQUIREMENTS} around the requirements is not mixed and stays."
        gone = {one.name for one in self.parsed.components} - {one.name for one in new.components}
        if gone:
            yield f"The design loses its component {listed(sorted(gone))}."
        if [one.reason for one in new.silences] != [one.reason for one in self.parsed.silences]:
            yield "The comments to Brickyard stay as they are."

    def _mixed(self, answer: UnmixOut) -> set[str]:
        moved = {one.place for one in answer.moved}
        return {one.id for one in self.places if one.number in moved and one.id}

    def _kept(self, old: Requirement, now: Requirement, mixed: set[str]) -> Iterator[str]:
        if (old.level, old.kind, old.attested_by) != (now.level, now.kind, now.attested_by):
            becomes = f"{now.level}, {now.kind}"
            yield f"{old.id} is a {old.level} of kind {old.kind}; it becomes {becomes}."
        if old.id not in mixed and _plain(old.text) != _plain(now.text):
            yield f"{old.id} was not mixed, and its words change."
        if [one.id for one in old.clauses] != _ids_like(old, now):
            clauses = listed([one.id for one in now.clauses]) or "none"
            yield f"{old.id} has other clauses: {clauses}."
            return
        for before, after in zip(old.clauses, now.clauses, strict=True):
            if before.id not in mixed and _plain(before.text) != _plain(after.text):
                yield f"{before.id} was not mixed, and its words change."

    def _moved(self, new: Parsed, answer: UnmixOut) -> Iterator[str]:
        """What leaves one file has come into the other."""
        known = {one.number: one for one in self.places}
        now = {one.id: one for one in new.requirements}
        design = _plain(new.design)
        for one in (each for each in answer.moved if each.place in known):
            place = known[one.place]
            if place.file == REQUIREMENTS:
                if not one.words.strip() or _plain(one.words) not in design:
                    yield f"Place {one.place}: “{one.words}” does not stand in the new {DESIGN}."
            elif one.requirement not in now:
                yield f"Place {one.place}: there is no requirement '{one.requirement}'."
            else:
                level = strongest(levels_in(place.words))
                found = now[one.requirement].level
                if level and found is not level:
                    yield f"Place {one.place} is a {level}, and {one.requirement} is a {found}."

    def _still(self, new: Parsed, answer: UnmixOut) -> Iterator[str]:
        """Nothing else is mixed afterwards, and nothing is an error that was none."""
        left = {one.place for one in answer.left}
        stay = {(one.file, one.says) for one in self.places if one.number in left}
        after = places(new, answer.texts[REQUIREMENTS], answer.texts[DESIGN])
        for one in after:
            if (one.file, one.says) not in stay:
                yield f"{one.file}, line {one.first} is mixed now: '{one.says}'."
        before = {one.message for one in check([self.parsed]) if one.blocks}
        for found in check([new]):
            if found.blocks and found.message not in before and found.rule not in (HOW, WHAT):
                yield f"{found.file}, line {found.line}: {found.message}"


def _parsed(texts: Files, before: Parsed) -> Parsed:
    found = parse(texts[REQUIREMENTS], texts[DESIGN], "{}")
    silent = [one for one in found.findings if not one.file.endswith("components.json")]
    return found.model_copy(update={"findings": tuple(silent), "manifest": before.manifest})


def _stays(line: str, new: Sequence[str]) -> bool:
    """Whether a line holds nothing, or all of it stands in a line to which something was added."""
    text = line.strip().rstrip(".")
    return not text or any(text in one for one in new)


def _pairs(
    old: Sequence[Requirement], new: Sequence[Requirement], mixed: set[str], named: set[str]
) -> list[tuple[Requirement, Requirement | None]]:
    """Each requirement beside what it has become; an id made of its words follows its place."""
    by_id = {one.id: one for one in new}
    ids = {one.id for one in old}
    fresh = [one for one in new if one.id not in ids | named and one.id.startswith("auto-")]
    found: list[tuple[Requirement, Requirement | None]] = []
    for one in old:
        now = by_id.get(one.id)
        if now is None and one.id in mixed and one.id.startswith("auto-") and fresh:
            now = fresh.pop(0)
        found.append((one, now))
    return found


def _ids_like(old: Requirement, now: Requirement) -> list[str]:
    """The clauses' ids; those made of the requirement's own follow it."""
    return [one.id.replace(now.id, old.id, 1) for one in now.clauses]


def _plain(text: str) -> str:
    return " ".join(text.split()).strip(" .").casefold()

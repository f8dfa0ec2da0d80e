"""Recipes by people who knew nothing of our rules, beside their own lists of what they hold.

Each folder is as it came, with its author's `author.json`. What we read otherwise than the author
stands in `misses.txt`, so that a step back shows, and a step forward too.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from brickyard.recipe import check, load, measures
from brickyard.recipe.provable import limits
from brickyard.values import Finding, Level, Requirement

HERE = Path(__file__).parent / "strangers"
FOLDERS = sorted(path.parent.name for path in HERE.glob("*/author.json"))
ACCEPTED = HERE / "misses.txt"


def author_of(name: str) -> dict[str, Any]:
    return json.loads((HERE / name / "author.json").read_text("utf-8"))


def level_of(wanted: dict[str, Any]) -> Level:
    return Level((wanted["level"] or "must").upper())


def begins(found: Requirement, starts: str) -> bool:
    """The sentence begins so; a title may stand in a line above it."""
    lines = [" ".join(line.split()) for line in found.text.split("\n")]
    return any(line.startswith(" ".join(starts.split()).rstrip(".")) for line in lines[:2])


def match(wanted: dict[str, Any], found: list[Requirement]) -> Requirement | None:
    """The one with the author's id; where the author gave none, the one that begins so."""
    if wanted["id"]:
        return next((one for one in found if one.id == wanted["id"]), None)
    return next((one for one in found if begins(one, wanted["starts"])), None)


def plain_name(component: str) -> str:
    return component.casefold().removesuffix(".py").strip("`")


def misses(name: str) -> Iterator[str]:
    """Each difference between the author's list and ours, as one line."""
    author, parsed = author_of(name), load(HERE / name)
    left = list(parsed.requirements)
    for wanted in author["requirements"]:
        found = match(wanted, left)
        called = wanted["id"] or wanted["starts"]
        if found is None:
            yield f"{name}: {called}: not found"
            continue
        left.remove(found)
        if found.level is not level_of(wanted):
            yield f"{name}: {called}: level {found.level}, the author says {level_of(wanted)}"
        if not begins(found, wanted["starts"]):
            yield f"{name}: {called}: begins '{found.text[:40]}', not '{wanted['starts'][:40]}'"
    yield from (f"{name}: {one.id} (line {one.line}): the author does not count it" for one in left)
    if all(wanted["level"] for wanted in author["requirements"]):
        said = [found for found in parsed.findings if found.rule == "no-level"]
        yield from (f"{name}: {found.message} The author wrote them." for found in said)
    ours = [plain_name(part.name) for part in parsed.components]
    theirs = [plain_name(part) for part in author["components"]]
    yield from (f"{name}: component {part}: not found" for part in theirs if part not in ours)
    yield from (
        f"{name}: component {part}: the author does not name it"
        for part in ours
        if part not in theirs
    )


def findings(name: str) -> list[Finding]:
    parsed = load(HERE / name)
    return [*check([parsed]), *limits(parsed)]


def musts_left_open(name: str) -> set[str]:
    author = author_of(name)
    musts = {one["id"] for one in author["requirements"] if level_of(one) is Level.MUST}
    return musts & {*author["gaps"]}


def test_what_is_read_otherwise_than_its_author_meant_it_is_known() -> None:
    seen = [line for name in FOLDERS for line in misses(name)]
    wanted = sum(len(author_of(name)["requirements"]) for name in FOLDERS)
    print(f"\n{len(FOLDERS)} recipes, {wanted} requirements, {len(seen)} misses")
    print(*seen, sep="\n")
    assert seen == ACCEPTED.read_text("utf-8").splitlines()


@pytest.mark.parametrize("name", FOLDERS)
def test_only_what_the_author_left_open_of_a_must_is_refused(name: str) -> None:
    errors = [found for found in findings(name) if found.blocks]
    assert {found.requirement for found in errors} == musts_left_open(name), errors
    assert {found.rule for found in errors} <= {"says-nothing"}


@pytest.mark.parametrize("name", FOLDERS)
def test_what_the_author_left_open_of_less_than_a_must_is_told(name: str) -> None:
    told = {found.requirement for found in findings(name) if found.rule == "says-nothing"}
    assert {*author_of(name)["gaps"]} <= told


@pytest.mark.parametrize("name", FOLDERS)
def test_levels_that_the_author_did_not_write_are_spoken_of_once(name: str) -> None:
    unwritten = [one for one in author_of(name)["requirements"] if one["level"] is None]
    said = [found for found in findings(name) if found.rule == "no-level"]
    assert (1 if unwritten else 0) <= len(said) <= 1


SPEEDS = {
    "dicepool O3",
    "habitlog QR-1",
    "invoicer INV-19",
    "jot NFR-2",
    "linkcheck US-16",
    "quizbank Q-3",
    "ratebox RB-13",
    "renamer R17",
    "slotfinder SF-17",
    "textwrapper TW-17",
    "unitly NFR-2",
}
"""All requirements of strangers that say how fast something must be."""


def test_of_all_their_sentences_only_speeds_are_limits() -> None:
    items = {
        f"{name} {item.id}": item for name in FOLDERS for item in load(HERE / name).requirements
    }
    texts = {name: measures.said(item) for name, item in items.items()}
    nothing = measures.Thresholds()
    assert {name for name, text in texts.items() if measures.limits(text) != nothing} == SPEEDS
    assert len([text for text in texts.values() if measures.thresholds(text) != nothing]) > 20

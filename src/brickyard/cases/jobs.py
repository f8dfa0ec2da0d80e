"""What goes into the sandboxes: scripts to play, values to make apart, and what is judged.

A job to play holds scripts and what they name, nothing else: no expectation, and no number, order
or size that depends on one.
"""

import hashlib
import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from brickyard.cases.script import Play
from brickyard.cases.sheets import Sheet, Variant, read_names
from brickyard.files import Files

Wire = dict[str, Any]
"""JSON as it goes into a sandbox."""

PEOPLE = """
alice amara anna ben bruno carla carlos chen clara daniel elena emil farid fatima greta hana henry
ines ivan jana jonas julia karim lara leon lucia marco maria mei milan nadia nina noah olga omar
paula pedro priya rosa sami sara sofia tariq theo tomas vera victor yara yusuf zoe
"""
"""Names of homes, as a user's machine has them."""


SHARED = 8
"""Rows of one table that are played in one process, one after the other, at most."""


@dataclass(frozen=True)
class Entry:
    """One row to be played, in one way."""

    sheet: Sheet
    at: int
    variant: Variant


def entries(sheets: Sequence[Sheet], seed: int) -> list[Entry]:
    """Every row in every way, and one run of each requirement as a process; mixed by the seed."""
    found = [
        Entry(sheet, at, variant)
        for sheet in sheets
        for variant in sheet.variants
        for at in range(sheet.count)
    ]
    found += _as_processes(sheets, seed)
    if seed:
        found = _mixed(found, random.Random(seed))
    return found


def _as_processes(sheets: Sequence[Sheet], seed: int) -> list[Entry]:
    """One row that runs the command for each requirement of each file; none of them twice."""
    running: dict[tuple[str, str], list[Sheet]] = {}
    for sheet in sheets:
        for id in sheet.case.requirements if sheet.runs else ():
            running.setdefault((sheet.path, id), []).append(sheet)
    found: dict[tuple[str, int], Entry] = {}
    for (path, id), each in running.items():
        choice = random.Random(f"{seed} {path} {id}")
        sheet = choice.choice(each)
        at = choice.randrange(sheet.count)
        found[sheet.test, at] = Entry(sheet, at, Variant(process=True))
    return [*found.values()]


def _mixed(found: list[Entry], chance: random.Random) -> list[Entry]:
    """Cases in another order, and the rows of each; those that share a process stay together."""
    chance.shuffle(found)
    first: dict[object, int] = {}
    for at, entry in enumerate(found):
        first.setdefault(_kin(entry), at)
    return sorted(found, key=lambda entry: first[_kin(entry)])


def _kin(entry: Entry) -> object:
    return entry.sheet.test, entry.variant


def _groups(found: Sequence[Entry]) -> list[int]:
    """The number of the process that each row is played in: a few rows of one case share one."""
    groups: list[int] = []
    kin, taken = None, 0
    for entry in found:
        if _kin(entry) != kin or taken == SHARED:
            kin, taken = _kin(entry), 0
            groups.append(groups[-1] + 1 if groups else 0)
        else:
            groups.append(groups[-1])
        taken += 1
    return groups


def play_job(
    package: Files, found: Sequence[Entry], scripts: Mapping[str, Wire], each: float, seed: int
) -> Wire:
    """`scripts`: test → what is played of it; one that is played for several goes in once."""
    every, at = shared(scripts)
    rows = [
        _row(entry, at[entry.sheet.test], scripts[entry.sheet.test]) | {"group": group}
        for entry, group in zip(found, _groups(found), strict=True)
    ]
    sheets = list({entry.sheet.test: entry.sheet for entry in found}.values())
    return job("player", package.digest, every, rows, each, seed) | _about_package(sheets, package)


def shared(scripts: Mapping[str, Wire]) -> tuple[list[Wire], dict[str, int]]:
    """Each script once, and for each test the number of its own."""
    every = {id(script): script for script in scripts.values()}
    numbers = {key: number for number, key in enumerate(every)}
    return [*every.values()], {test: numbers[id(script)] for test, script in scripts.items()}


def _row(entry: Entry, script: int, about: Wire) -> Wire:
    columns: Sequence[str] = about["columns"]
    return {
        "script": script,
        "cells": entry.sheet.cells(entry.at, columns),
        "values": entry.sheet.values(entry.at, columns),
        "through": entry.variant.through,
        "switch": entry.variant.switch,
        "process": entry.variant.process,
        "change": entry.sheet.change,
    }


def play_script(sheet: Sheet) -> Wire:
    script = sheet.flow.script
    return {
        "columns": script.columns,
        "imports": sheet.imports(sheet.inside_names),
        "helpers": script.helpers,
        "plays": [wired(play) for play in script.plays],
        "is_async": sheet.case.is_async,
        "command": sheet.names.command,
    }


def wired(play: Play) -> Wire:
    inside = [wired(each) for each in play.inside]
    return {"text": play.text, "inside": inside, "is_block": play.is_block}


def _about_package(sheets: Sequence[Sheet], package: Files) -> Wire:
    """The modules to import before the first fork, and the names that classes go by."""
    offers: dict[str, set[str]] = {}
    for names in {id(sheet.names): sheet.names for sheet in sheets}.values():
        for name, module in names.offers.items():
            offers.setdefault(module, set()).add(names.there(name))
    commands = {sheet.names.command.partition(":")[0] for sheet in sheets} - {""}
    there = {module for module in {*offers, *commands} if _is_in(package, module)}
    return {
        "changer": "",
        "changes": {},
        "cover": False,
        "timed": False,
        "handed": False,
        "package": sheets[0].names.package,
        "modules": sorted(there),
        "offers": {module: sorted(offers[module]) for module in sorted(there & offers.keys())},
    }


def _is_in(package: Files, module: str) -> bool:
    """One that is not would be imported in vain."""
    place = f"src/{module.replace('.', '/')}"
    return f"{place}.py" in package or f"{place}/__init__.py" in package


def job(
    work: str, digest: str, scripts: list[Wire], rows: list[Wire], each: float, seed: int
) -> Wire:
    """Ids say nothing of what is expected, and code cannot know them before it reads the job."""
    body = hashlib.sha256(f"{work}{digest}{seed}{json.dumps([scripts, rows])}".encode()).hexdigest()
    ids = [hashlib.sha256(f"{body} {at}".encode()).hexdigest()[:32] for at in range(len(rows))]
    return {
        "nonce": hashlib.sha256(f"{body} nonce".encode()).hexdigest()[:32],
        "work": work,
        "warm": [],
        "people": random.Random(body).sample(PEOPLE.split(), 3),
        "each": each,
        "seed": seed,
        "scripts": scripts,
        "rows": [
            {"id": id, "group": at, **row}
            for at, (id, row) in enumerate(zip(ids, rows, strict=True))
        ],
    }


def rows_job(digest: str, sheets: Sequence[Sheet], each: float) -> Wire:
    """Tables whose rows are not written out."""
    scripts: list[Wire] = [
        {
            "imports": sheet.imports(read_names([sheet.computed, *sheet.helpers]), package=False),
            "classes": {},
            "helpers": sheet.helpers,
        }
        for sheet in sheets
    ]
    rows = [{"script": at, "computed": sheet.computed} for at, sheet in enumerate(sheets)]
    return job("judge", digest, scripts, rows, each, 0)

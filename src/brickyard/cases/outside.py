"""What is outside of a script, made ready: for the judge, and for what must be made apart."""

from collections.abc import Iterable, Iterator, Sequence, Set
from functools import cached_property

from brickyard.cases.jobs import Entry, Wire, job, shared, wired
from brickyard.cases.kinds import names_of
from brickyard.cases.model import Assign, Delete, Do, Helper
from brickyard.cases.script import Judged, Loop, Outside, Play
from brickyard.cases.sheets import Encoded, Sheet, needs, numbered, read_names, texts_of, tops
from brickyard.cases.source import source

_NOTHING: Wire = {
    "asks": (),
    "does": "",
    "items": "",
    "target": "",
    "play": 0,
    "needs": 0,
    "steps": (),
    "made": False,
}
_COMPARED = {"==": "_same(%s, %s)", "!=": "not _same(%s, %s)"}
_APART = ("asks", "does", "items", "target", "play", "needs")
_JUDGED = ("kind", "line", "operands", "ops", "name", "truth", "turned", "needs")
_LOOP = ("kind", "line", "target", "items", "play")
_DONE = ("kind", "line", "made", "needs")


class Marked:
    """The steps outside of a case, marked with what only the package can make or tell.

    `truths`: places of checks whose truth only the objects of the package can tell.
    """

    def __init__(self, sheet: Sheet, truths: Set[int]) -> None:
        self.sheet, self.truths, self._at = sheet, truths, 0
        self._made = set(self.made_columns)
        self.steps = [self._one(step) for step in sheet.flow.outside]

    @cached_property
    def made_columns(self) -> set[str]:
        table = self.sheet.case.table
        rows = table.rows if table else ()
        return {
            column
            for at, column in enumerate(self.sheet.columns)
            if any(self.sheet.is_made(row[at]) for row in rows)
        }

    def _one(self, step: Outside) -> Wire:
        match step:
            case Judged():
                return self._judged(step)
            case Loop():
                return self._loop(step)
            case Assign() | Do() | Delete() | Helper():
                return self._done(step)

    def _judged(self, step: Judged) -> Wire:
        is_truth, self._at = self._at in self.truths, self._at + 1
        texts = [operand.text for operand in step.operands]
        is_made = [self.sheet.is_made(text, self._made) for text in texts]
        if step.ops == ("raises",):
            is_made[0] = False
        pairs = list(zip(texts, is_made, strict=True))
        made = [text for text, is_so in pairs if is_so]
        last = max(map(needs, texts))
        return _NOTHING | {
            "kind": "judged",
            "line": step.line,
            "operands": [{"text": text, "made": is_so} for text, is_so in pairs],
            "ops": step.ops,
            "judges": step.play,
            "name": step.name,
            "truth": is_truth,
            "turned": not needs(texts[0]) and last > 0,
            "asks": [_compared(texts, step.ops)] if is_truth else made,
            "needs": max(last, step.play) if is_truth else last,
            "reads": read_names(texts),
            "binds": {step.name} - {""},
        }

    def _loop(self, step: Loop) -> Wire:
        return _NOTHING | {
            "kind": "loop",
            "line": step.line,
            "target": step.target,
            "items": "" if step.play else step.items,
            "play": step.play,
            "needs": max(step.play, needs(step.items)),
            "steps": [self._one(each) for each in step.outside],
            "reads": set[str]() if step.play else read_names([step.items]),
            "binds": names_of(step.target),
        }

    def _done(self, step: Assign | Do | Delete | Helper) -> Wire:
        text = source((step,))
        read = read_names([text])
        is_made = self.sheet.is_made(text, self._made)
        match step:
            case Assign():
                bound = names_of(step.target)
                binds = bound or read
            case Helper():
                binds = bound = {step.name}
            case _:
                bound, binds = set[str](), read
        self._made = self._made | bound if is_made else self._made - bound
        return _NOTHING | {
            "kind": "done",
            "line": step.line,
            "does": text,
            "made": is_made,
            "needs": needs(text),
            "reads": read,
            "binds": binds,
        }

    @cached_property
    def read(self) -> set[str]:
        return _all_read(self.steps)

    @cached_property
    def apart(self) -> Wire:
        """A script that makes what is asked for, and plays as much as that takes."""
        sheet = self.sheet
        steps, _ = _sliced(self.steps, set())
        texts = [text for step in steps for text in _texts(step)]
        last = max(map(_last, steps), default=0)
        plays = [play for number, play in tops(sheet.flow.script.plays) if number <= last]
        read = read_names([*texts, *texts_of(plays)])
        return {
            "columns": [column for column in sheet.columns if column in read],
            "imports": sheet.imports(read | read_names([*sheet.helpers, *sheet.written_cells])),
            "helpers": sheet.helpers,
            "plays": [wired(play) for play in plays],
            "is_async": sheet.case.is_async,
            "command": sheet.names.command,
            "steps": steps,
        }

    @cached_property
    def judge_script(self) -> Wire:
        sheet = self.sheet
        names = self.read | read_names([*sheet.helpers, *sheet.written_cells])
        known = sheet.names
        plays = sheet.flow.script.plays
        return {
            "imports": sheet.imports(names, package=False),
            "classes": {
                name: f"{known.offers[name]}.{known.there(name)}"
                for name in names & known.offers.keys()
            },
            "helpers": sheet.helpers,
            "line": sheet.case.line,
            "lines": sheet.flow.lines,
            "texts": [play.text for _, play in numbered(plays)],
            "raising": sorted(sheet.raising),
            "plays": [_numbered(number, play) for number, play in tops(plays)],
            "steps": [_judge_step(step) for step in self.steps],
        }

    @cached_property
    def judge_columns(self) -> list[str]:
        """Columns that what is outside reads, and whose values need no package."""
        columns = [column for column in self.sheet.columns if column in self.read]
        return [column for column in columns if column not in self.made_columns]


def judge_job(
    digest: str,
    found: Sequence[tuple[Entry, Encoded, Sequence[Wire], Sequence[Wire] | str]],
    marked: dict[str, Marked],
    each: float,
) -> Wire:
    """For each row: why it was not read, what was told of its plays, what was made apart."""
    every, at = shared({test: one.judge_script for test, one in marked.items()})
    columns = {test: one.judge_columns for test, one in marked.items()}
    rows = [
        {
            "script": at[entry.sheet.test],
            "cells": entry.sheet.cells(entry.at, columns[entry.sheet.test]),
            "values": entry.sheet.values(entry.at, columns[entry.sheet.test]),
            "unread": unread,
            "told": told,
            "apart": apart,
        }
        for entry, unread, told, apart in found
    ]
    return job("judge", digest, every, rows, each, 0)


def _compared(texts: Sequence[str], ops: Sequence[str]) -> str:
    if not ops:
        return f"bool({texts[0]})"
    pairs = zip(texts, ops, texts[1:], strict=False)
    return " and ".join(_COMPARED.get(op, f"(%s) {op} (%s)") % (a, b) for a, op, b in pairs)


def _sliced(steps: Sequence[Wire], wanted: set[str]) -> tuple[list[Wire], set[str]]:
    """Only what the values and truths that are asked for are made of."""
    kept: list[Wire] = []
    for step in reversed(steps):
        inner, more = _sliced(step["steps"], wanted)
        if step["asks"] or inner or (step["does"] and step["binds"] & wanted):
            wanted = wanted | more | step["reads"]
            kept.append({name: step[name] for name in _APART} | {"steps": inner})
    return kept[::-1], wanted


def _texts(step: Wire) -> Iterator[str]:
    yield from step["asks"]
    yield from filter(None, (step["does"], step["items"]))
    for inner in step["steps"]:
        yield from _texts(inner)


def _last(step: Wire) -> int:
    return max([step["needs"], step["play"], *map(_last, step["steps"])])


def _all_read(steps: Iterable[Wire]) -> set[str]:
    return {name for step in steps for name in step["reads"] | _all_read(step["steps"])}


def _numbered(number: int, play: Play) -> Wire:
    return {
        "number": number,
        "inside": [_numbered(at, each) for at, each in tops(play.inside, number + 1)],
    }


def _judge_step(step: Wire) -> Wire:
    match step["kind"]:
        case "judged":
            return {name: step[name] for name in _JUDGED} | {"play": step["judges"]}
        case "loop":
            inner = [_judge_step(each) for each in step["steps"]]
            return {name: step[name] for name in _LOOP} | {"steps": inner}
        case _:
            return {name: step[name] for name in _DONE} | {"text": step["does"]}

"""Cases played in a sandbox and judged outside of it, where the package's code is not."""

import json
import re
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from importlib.resources import files as package_data
from typing import Any, Literal

from pydantic import Field

from brickyard.cases import jobs
from brickyard.cases.jobs import Entry, Wire
from brickyard.cases.model import Case, Cases, Names
from brickyard.cases.outside import Marked, judge_job
from brickyard.cases.rendering import row_ids
from brickyard.cases.reports import Judgement, Played, Report, T, Told
from brickyard.cases.sheets import Sheet
from brickyard.cases.truths import truths
from brickyard.files import Files
from brickyard.sandbox.base import NO_FILES, Limits, Sandbox
from brickyard.values import Value, Where

OUTPUT_BYTES = 64_000_000
SHARE = 8
"""One row may take this part of the time for all."""

JUDGE_SECONDS = 5.0
"""What one row takes to be judged, at most."""

_UNKNOWN = "what importing the package executes is not known"

_SHIPPED = (
    "clock.py",
    "equality.py",
    "support.py",
    "words.py",
    *(
        f"inside/{name}.py"
        for name in (
            "crossing",
            "decoded",
            "driver",
            "handed",
            "judge",
            "lines",
            "player",
            "sizes",
            "standins",
            "steps",
            "streams",
            "texts",
        )
    ),
)


class CaseFile(Value):
    """One file of cases; the ids of its tests are those of its rendered functions."""

    path: str
    cases: Cases
    names: Names


class RowResult(Value):
    """One row of a table, or the one row of a case without. `row`: its id as rendered."""

    row: str
    passed: bool
    reason: str = ""
    line: int = 0
    expected: str = ""
    got: str = ""


class CaseResult(Value):
    """`reason`: the first difference. `unsteady`: what was played several times came out apart."""

    test: str
    passed: bool
    reason: str = ""
    rows: tuple[RowResult, ...] = ()
    judged: Where = Where.OUTSIDE
    unsteady: bool = False
    unlike: tuple[int, ...] = ()
    """Lines where Python's own `==` says something else than the one equality."""
    lines: dict[str, tuple[int, ...]] = Field(default_factory=dict)
    """File below the source → lines of it that were executed, where that was asked for."""
    functions: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    """File below the source → functions of it that were entered, by its import, too, and to make
    what is expected."""
    hidden: str = ""
    """Why more may have been executed than was seen."""


class Altered(Value):
    """What is changed in the running package before a case is played, and the code that does it.

    `changer` names a module among `files` with a class `Changer(job, source)` that has a method
    `change(name)`; what each name stands for is in `changes`.
    """

    changer: str
    files: Files
    changes: dict[str, Any]


async def judge(
    sandbox: Sandbox,
    package: Files,
    files: Sequence[CaseFile],
    *,
    seconds: float,
    seed: int = 0,
    fresh: bool = False,
    cover: bool = False,
) -> dict[str, CaseResult]:
    """Test id → result; at most three runs, and one more where a table is computed."""
    judging = Judging(sandbox, package, seconds, seed, fresh, cover=cover)
    return await judging.all([sheet for file in files for sheet in sheets_of(file)])


async def judge_altered(
    sandbox: Sandbox,
    package: Files,
    files: Sequence[CaseFile],
    altered: Altered,
    tests: Mapping[str, Collection[str]],
    *,
    seconds: float,
) -> dict[str, dict[str, CaseResult]]:
    """Change → test → result, for the tests that are wanted of each change: all in one run."""
    known = {sheet.test: sheet for file in files for sheet in sheets_of(file)}
    sheets = [known[test].altered(change) for change, wanted in tests.items() for test in wanted]
    found = await Judging(sandbox, package, seconds, 0, False, altered=altered).all(sheets)
    results: dict[str, dict[str, CaseResult]] = {change: {} for change in tests}
    for sheet in sheets:
        test = sheet.test.removeprefix(f"{sheet.change} ")
        results[sheet.change][test] = found[sheet.test].model_copy(update={"test": test})
    return results


def _refused(test: str, why: str) -> CaseResult:
    return CaseResult(test=test, passed=False, reason=why, hidden="it was not played")


def sheets_of(file: CaseFile) -> list[Sheet]:
    return [
        Sheet(f"{file.path}::{function_name(case)}", file.path, case, file.cases, file.names)
        for case in file.cases.cases
    ]


def function_name(case: Case) -> str:
    """What a case is called as a test."""
    return case.name if case.name.startswith("test_") else f"test_{case.name}"


_Found = dict[str, list[tuple[Entry, Judgement]]]
"""Test → each of its rows, in each way in which it was played, with what came of it."""


class Judging:
    def __init__(
        self,
        sandbox: Sandbox,
        package: Files,
        seconds: float,
        seed: int,
        fresh: bool,
        *,
        cover: bool = False,
        altered: Altered | None = None,
        watched: Literal["", "timed", "handed"] = "",
    ) -> None:
        self.sandbox, self.package, self.seconds = sandbox, package, seconds
        self.seed, self.fresh, self.cover, self.altered = seed, fresh, cover, altered
        self.watched = watched
        self.lines: dict[str, dict[str, set[int]]] = {}
        self.functions: dict[str, dict[str, set[str]]] = {}
        self.hidden: dict[str, str] = {}
        self.imported: dict[str, list[str]] | None = None
        self.people = set[str]()
        self.marked: dict[str, Marked] = {}
        self.asked = (0.0, 0.0)
        """The longest that a row's objects took to tell what they equal, where it is timed."""

    async def all(self, sheets: list[Sheet]) -> dict[str, CaseResult]:
        refused = await self._work_out_tables(sheets)
        played = [sheet for sheet in sheets if sheet.test not in refused]
        rows = await self._rows(played) if played else {}
        return {
            sheet.test: _refused(sheet.test, refused[sheet.test])
            if sheet.test in refused
            else self._result(sheet, rows[sheet.test])
            for sheet in sheets
        }

    async def _work_out_tables(self, sheets: list[Sheet]) -> dict[str, str]:
        """Test → why its rows are not known."""
        computed = [sheet for sheet in sheets if sheet.computed]
        refused = {
            sheet.test: "the rows of its table need the package: write them out"
            for sheet in computed
            if sheet.is_made(sheet.computed)
        }
        plain = [sheet for sheet in computed if sheet.test not in refused]
        if not plain:
            return refused
        job = jobs.rows_job(self.package.digest, plain, JUDGE_SECONDS)
        for sheet, told in zip(plain, await self._run(job, NO_FILES, Judgement), strict=True):
            width = len(sheet.columns)
            if isinstance(told, str) or told.rows is None:
                refused[sheet.test] = told if isinstance(told, str) else told.reason
            elif not told.rows or any(len(row) != width for row in told.rows):
                refused[sheet.test] = f"the rows of its table are not all {width} values"
            else:
                named = (zip(sheet.columns, row, strict=True) for row in told.rows)
                sheet.rows = [dict(row) for row in named]
        return refused

    async def _rows(self, sheets: list[Sheet]) -> "_Found":
        entries = jobs.entries(sheets, self.seed)
        known = {sheet.text: sheet for sheet in sheets}
        played = {text: jobs.play_script(sheet) for text, sheet in known.items()}
        scripts = {sheet.test: played[sheet.text] for sheet in sheets}
        told = await self.play(entries, scripts)
        found: _Found = {sheet.test: [] for sheet in sheets}
        good: list[tuple[Entry, Played]] = []
        for entry, one in zip(entries, told, strict=True):
            self._entered(entry, one)
            if entry.variant.through != entry.sheet.through:
                continue
            if isinstance(one, str) or not one.fits(entry.sheet.flow.script.plays):
                why = one if isinstance(one, str) else "it told of other plays than it has"
                found[entry.sheet.test].append((entry, _failed(why)))
            else:
                good.append((entry, one))
                self._executed(entry.sheet.test, one)
        self.marked = self.mark(sheets, good)
        for (entry, _), judgement in zip(good, await self.judged(good), strict=True):
            found[entry.sheet.test].append((entry, judgement))
        return found

    def mark(
        self, sheets: Sequence[Sheet], good: Sequence[tuple[Entry, Played]]
    ) -> dict[str, Marked]:
        """What the objects of the package are is known only when they were seen."""
        told: dict[str, list[list[Report]]] = {}
        for entry, one in good:
            told.setdefault(entry.sheet.test, []).append(one.told)
        known: dict[object, Marked] = {}
        found: dict[str, Marked] = {}
        for sheet in sheets:
            asked = frozenset(truths(sheet, told.get(sheet.test, ())))
            key = (sheet.text, asked)
            if key not in known:
                known[key] = Marked(sheet, asked)
            found[sheet.test] = known[key]
        return found

    def _executed(self, test: str, one: Played) -> None:
        executed = self.lines.setdefault(test, {})
        for file, lines in one.lines.items():
            executed.setdefault(file, set()).update(lines)

    def _entered(self, entry: Entry, one: Played | str | None) -> None:
        """Functions of the package, where the row is judged; as a process it is played besides."""
        if isinstance(one, Played) and one.imported is not None:
            self.imported = one.imported
        way, test = entry.variant, entry.sheet.test
        if one is None or way.process or way.through != entry.sheet.through:
            return
        if hidden := "a check ended early" if isinstance(one, str) else one.hidden:
            self.hidden[test] = hidden
        entered = self.functions.setdefault(test, {})
        for file, names in one.functions.items() if isinstance(one, Played) else ():
            entered.setdefault(file, set()).update(names)

    def _all_entered(self, test: str) -> dict[str, tuple[str, ...]]:
        own, imported = self.functions.get(test, {}), self.imported or {}
        return {
            file: tuple(sorted({*own.get(file, ()), *imported.get(file, ())}))
            for file in sorted({*own, *imported})
        }

    async def play(
        self, entries: Sequence[Entry], scripts: Mapping[str, Wire]
    ) -> list[Played | str]:
        each = self.seconds / SHARE
        job = jobs.play_job(self.package, entries, scripts, each, self.seed)
        self.people.update(job["people"])
        job["cover"] = self.cover
        if self.watched:
            job[self.watched] = True
        if self.altered is not None:
            changer = self.altered.changer
            job |= {"changer": changer, "changes": self.altered.changes, "warm": [changer]}
        return await self._run(job, self.package, Played)

    async def _apart(self, entries: Sequence[Entry]) -> list[list[Wire] | str]:
        """For each row what was made apart for it, or why nothing was."""
        scripts = {test: one.apart for test, one in self.marked.items() if one.apart["steps"]}
        asking = [entry for entry in entries if entry.sheet.test in scripts]
        told = iter(await self.play(asking, scripts) if asking else [])
        found: list[list[Wire] | str] = []
        for entry in entries:
            one = next(told) if entry.sheet.test in scripts else None
            self._entered(entry, one)
            if isinstance(one, Played) and one.unread is not None:
                one = "what they are made of cannot be read"
            reports = one.told if isinstance(one, Played) else ()
            took = [each.took for each in reports if each.took and isinstance(each.value, bool)]
            self.asked = max(self.asked, (sum(t[0] for t in took), sum(t[-1] for t in took)))
            found.append(one if isinstance(one, str) else [_wire(each) for each in reports])
        return found

    async def judged(self, good: Sequence[tuple[Entry, Played]]) -> list[Judgement]:
        apart = await self._apart([entry for entry, _ in good])
        rows = [
            (entry, one.unread, [_wire(report) for report in one.told], made)
            for (entry, one), made in zip(good, apart, strict=True)
        ]
        if not rows:
            return []
        job = judge_job(self.package.digest, rows, self.marked, JUDGE_SECONDS)
        told = await self._run(job, NO_FILES, Judgement)
        return [_failed(one) if isinstance(one, str) else one for one in told]

    async def _run(self, job: Wire, package: Files, kind: type[T]) -> list[T | str]:
        outcome = await self.sandbox.run(
            package,
            ("python", "-I", "-S", "/trusted/start.py", str(self.seed), job["work"]),
            Limits(seconds=self.seconds, output_bytes=OUTPUT_BYTES, sound=(0,), fresh=self.fresh),
            readonly=Files(
                {f"brickyard/cases/{name}": _source(name) for name in _SHIPPED}
                | {"start.py": _source("inside/start.py"), "job.json": json.dumps(job)}
                | (dict(self.altered.files) if self.altered is not None and package else {})
            ),
        )
        return Told(kind, job, outcome, self.seconds).all()

    # ------------------------------------------------------------ results

    def _result(self, sheet: Sheet, judged: list[tuple[Entry, Judgement]]) -> CaseResult:
        ids = _row_ids(sheet)
        rows: list[RowResult] = []
        unsteady = False
        for at in range(sheet.count):
            found = [(entry, one) for entry, one in judged if entry.at == at]
            row, sometimes = self._row(ids[at], found)
            rows.append(row)
            unsteady = unsteady or sometimes
        wrong = next((row for row in rows if not row.passed), None)
        lines = {line for _, one in judged for line in one.unlike or ()}
        seen = self.marked[sheet.test].truths or any(each.seen for each in sheet.judged)
        unknown = _UNKNOWN if self.cover and self.imported is None else ""
        return CaseResult(
            test=sheet.test,
            passed=wrong is None,
            reason=_first(wrong) if wrong else "",
            rows=tuple(rows),
            judged=Where.IN_PROCESS if seen else Where.OUTSIDE,
            unsteady=unsteady,
            unlike=tuple(sorted(lines)),
            lines={
                file: tuple(sorted(numbers))
                for file, numbers in sorted(self.lines.get(sheet.test, {}).items())
            },
            functions=self._all_entered(sheet.test),
            hidden=self.hidden.get(sheet.test, unknown),
        )

    def _row(self, id: str, found: list[tuple[Entry, Judgement]]) -> tuple[RowResult, bool]:
        """The ways in which it was played, together: all must be right."""
        plain = [one for entry, one in found if not entry.variant.process]
        process = [one for entry, one in found if entry.variant.process]
        wrong = next((one for one in plain if one.reason), None)
        before = ""
        sometimes = wrong is not None and any(not one.reason for one in plain)
        if sometimes:
            before = "it fails sometimes: "
        elif wrong is None and (wrong := next((one for one in process if one.reason), None)):
            before = "as a process of its own the command does something else: "
        if wrong is None:
            return RowResult(row=id, passed=True), False
        return RowResult(
            row=id,
            passed=False,
            reason=self._normal(before + wrong.reason),
            line=wrong.line,
            expected=self._normal(wrong.expected),
            got=self._normal(wrong.got),
        ), sometimes

    def _normal(self, text: str) -> str:
        """Without addresses, and without the folders of this run."""
        people = "|".join(map(re.escape, sorted(self.people))) or "-"
        text = re.sub(rf"(/[\w.-]+)*/({people})/(notes|lib|tmp)/", "", text)
        return re.sub(r"\b0x[0-9a-f]{6,}", "0x…", text)


def _first(row: RowResult) -> str:
    line = f"line {row.line}: " if row.line else ""
    return f"{f'[{row.row}] ' if row.row else ''}{line}{row.reason}"


def _failed(why: str) -> Judgement:
    return Judgement(id="", reason=why)


def _wire(report: Report) -> Wire:
    return report.model_dump(exclude_unset=True, exclude={"took"})


def _row_ids(sheet: Sheet) -> list[str]:
    """As pytest calls them."""
    if sheet.case.table is None:
        return [""]
    if sheet.rows is None:
        return row_ids(sheet.case.table.rows)
    return [
        "-".join(
            str(value) if value is None or isinstance(value, bool | int | str) else f"{name}{at}"
            for name, value in row.items()
        )
        for at, row in enumerate(sheet.rows)
    ]


@cache
def _source(name: str) -> str:
    return (package_data("brickyard.cases") / name).read_text("utf-8")

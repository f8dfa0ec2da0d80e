"""What execution shows of somebody's code: GREEN with its lines, RED by disguises, mutants.

Everything is played in a sandbox and judged outside of it; no test file runs beside the code.
"""

import ast
import random
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files as package_data
from itertools import islice
from typing import Any

from pydantic import Field

from brickyard.cases import (
    Altered,
    Case,
    CaseFile,
    CaseResult,
    function_name,
    judge,
    judge_altered,
)
from brickyard.doors.prove.surface import source_of
from brickyard.files import Files
from brickyard.mutants.mutations import Mutant, mutants
from brickyard.mutants.sensitive import Kill, Mutated
from brickyard.sandbox.base import Sandbox
from brickyard.values import Value

IMPOSTORS = ("none", "zero", "empty", "list", "true", "first")
"""Each case fails on at least one of these."""

DISGUISES = {
    "none": "returns None",
    "zero": "returns 0",
    "empty": "returns an empty string",
    "list": "returns an empty list",
    "true": "returns True",
    "first": "returns its first argument",
    "hollow": "returns an empty value of the right type",
    "anything": "returns an object that accepts whatever is done to it",
    "crash": "raises some exception",
}
"""None of these may pass all cases of a requirement."""

FEW_ROWS = 2
"""Rows of a table that are played on a disguise, unless these do not tell."""

MUTANTS_EACH = 2
"""Mutants that each requirement's cases are tried on at first."""

ROUNDS = 6
"""How often a requirement whose cases noticed nothing is given other mutants, and more of them."""

TESTS_EACH = 4
"""Cases of one requirement that are tried on one mutant; more of them in later rounds."""

CAP = 12
_UNFIT = "(exit code 77)"
_WORDS = re.compile(r"[A-Za-z_]\w*")

Results = Mapping[str, CaseResult]


class Proofs(Value):
    """Test → result; test → the disguises that pass it; what small changes to the code showed."""

    green: dict[str, CaseResult] = Field(default_factory=dict)
    passes: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    mutants: tuple[Mutated, ...] = ()
    unmutated: dict[str, str] = Field(default_factory=dict)
    """Requirement → why none of its lines was changed."""

    @property
    def refused(self) -> frozenset[str]:
        """Tests that prove nothing: they pass although every operation only pretends."""
        return frozenset(test for test in self.passes if proves_nothing(test, self.passes))

    def noticed(self, tests: Collection[str]) -> int:
        """How many mutants one of these tests told by a difference that it saw."""
        return sum(
            any(kill.how == "assertion" and kill.test in tests for kill in one.killed)
            for one in self.mutants
        )


async def green(
    sandbox: Sandbox, code: Files, files: Sequence[CaseFile], seconds: float
) -> dict[str, CaseResult]:
    """Every case on the code as it is, with the lines that it executes."""
    found = await judge(sandbox, code, files, seconds=seconds, cover=True)
    bodies = {path: _body_lines(source) for path, source in _modules(code).items()}
    return {
        test: one.model_copy(update={"lines": _inside(one.lines, bodies)})
        for test, one in found.items()
    }


# ---------------------------------------------------------------- RED


async def red(
    sandbox: Sandbox,
    code: Files,
    files: Sequence[CaseFile],
    owners: Mapping[str, str],
    seconds: float,
) -> dict[str, tuple[str, ...]]:
    """Of the tests in `owners` (test → requirement): the disguises that were seen to pass each.

    Every test meets the first disguise, and every disguise one test of each requirement; only what
    passes there meets more.
    """
    short = [_shortened(file) for file in files]
    first, *others = DISGUISES
    best = _longest(files, owners)
    passes = await _disguised(
        sandbox, code, short, {first: [*owners], **dict.fromkeys(others, best)}, seconds
    )
    weak = [test for test in owners if first in passes[test]]
    doubtful = {(owners[test], kind) for test in best for kind in passes[test]}
    wanted = {
        kind: [test for test, id in owners.items() if test in weak or (id, kind) in doubtful]
        for kind in DISGUISES
    }
    again = await _disguised(sandbox, code, files, wanted, seconds)
    met = {(kind, test) for kind, tests in wanted.items() for test in tests}
    return {
        test: tuple(
            kind
            for kind in DISGUISES
            if kind in (again if (kind, test) in met else passes).get(test, ())
        )
        for test in owners
    }


def _longest(files: Sequence[CaseFile], owners: Mapping[str, str]) -> list[str]:
    """For each requirement the test with the most rows."""
    rows = {
        f"{file.path}::{function_name(case)}": len(case.table.rows) if case.table else 1
        for file in files
        for case in file.cases.cases
    }
    best: dict[str, str] = {}
    for test, owner in sorted(owners.items()):
        if owner not in best or rows[test] > rows[best[owner]]:
            best[owner] = test
    return [*best.values()]


async def _disguised(
    sandbox: Sandbox,
    code: Files,
    files: Sequence[CaseFile],
    wanted: Mapping[str, list[str]],
    seconds: float,
) -> dict[str, tuple[str, ...]]:
    """Test → the disguises, of those that it met, that pass it."""
    asked = {kind: tests for kind, tests in wanted.items() if tests}
    if not asked:
        return {}
    altered = _altered({kind: {"disguise": kind} for kind in asked})
    shown = await judge_altered(sandbox, code, files, altered, asked, seconds=seconds)
    every = dict.fromkeys(test for tests in asked.values() for test in tests)
    return {
        test: tuple(kind for kind, found in shown.items() if test in found and found[test].passed)
        for test in every
    }


def proves_nothing(test: str, passes: Mapping[str, Sequence[str]]) -> bool:
    return set(IMPOSTORS) <= {*passes.get(test, ())}


def fooled(owners: Mapping[str, str], passes: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Requirement → the disguise that passes all of its tests that prove something."""
    groups: dict[str, list[set[str]]] = {}
    for test, owner in owners.items():
        if test in passes and not proves_nothing(test, passes):
            groups.setdefault(owner, []).append({*passes[test]})
    return {
        owner: f"Code in which every operation {DISGUISES[min(common)]} passes all its cases."
        for owner, sets in groups.items()
        if (common := set[str].intersection(*sets))
    }


def _shortened(file: CaseFile) -> CaseFile:
    cases = tuple(_few(case) for case in file.cases.cases)
    return file.model_copy(update={"cases": file.cases.model_copy(update={"cases": cases})})


def _few(case: Case) -> Case:
    """Rows from all over the table: its writer put like beside like."""
    table = case.table
    if table is None or len(table.rows) <= FEW_ROWS:
        return case
    step = len(table.rows) / FEW_ROWS
    rows = tuple(table.rows[int(at * step)] for at in range(FEW_ROWS))
    return case.model_copy(update={"table": table.model_copy(update={"rows": rows})})


# ---------------------------------------------------------------- mutants


async def sensitive(
    sandbox: Sandbox,
    code: Files,
    files: Sequence[CaseFile],
    found: Results,
    owners: Mapping[str, str],
    *,
    seconds: float,
    most: int,
) -> tuple[tuple[Mutated, ...], dict[str, str]]:
    """Small changes to lines that the tests in `owners` execute; at least one a requirement."""
    texts = _texts(files)
    choice = _Choice(code, found, owners, texts, most)
    own = frozenset(name for file in files for name in file.names.classes)
    told: dict[str, Mutated] = {}

    async def tried(wanted: Mapping[str, list[str]]) -> None:
        altered = _altered({"": choice.about, **{name: {"mutant": name} for name in wanted}})
        results = await judge_altered(sandbox, code, files, altered, wanted, seconds=seconds)
        for name, outcomes in results.items():
            if not any(_UNFIT in one.reason for one in outcomes.values()):
                now = _told(*choice.every[name], outcomes, own)
                before = told[name].killed if name in told else ()
                told[name] = now.model_copy(update={"killed": (*before, *now.killed)})

    for round in range(ROUNDS):
        open_ = [id for id in choice.requirements if not choice.is_noticed(id, told.values())]
        if wanted := choice.next(open_, MUTANTS_EACH + round * 2, TESTS_EACH * (1 + round)):
            await tried(wanted)
    survivors = {name: choice.others(name) for name, one in told.items() if not one.killed}
    if left := {name: tests for name, tests in survivors.items() if tests}:
        await tried(left)
    return tuple(told.values()), choice.untouched()


class _Choice:
    """The mutants that there are, and which of them are tried on which tests; always the same."""

    def __init__(
        self,
        code: Files,
        found: Results,
        owners: Mapping[str, str],
        texts: Mapping[str, frozenset[str]],
        most: int,
    ) -> None:
        self.found, self.owners, self.most = found, owners, most
        self.words: dict[str, set[str]] = {}
        for test, owner in owners.items():
            self.words.setdefault(owner, set()).update(texts[test])
        self.requirements = [*dict.fromkeys(owners.values())]
        lines: dict[str, set[int]] = {}
        for test in owners:
            for file, numbers in found[test].lines.items():
                lines.setdefault(file, set()).update(numbers)
        self.about = {"lines": {file: sorted(each) for file, each in lines.items()}, "cap": CAP}
        sources = _modules(code)
        self.every: dict[str, tuple[str, Mutant]] = {
            f"{file}:{one.name}": (file, one)
            for file, numbers in sorted(lines.items())
            for one in mutants(sources[file], file, sorted(numbers), CAP, file)
        }
        self.tried: set[tuple[str, str]] = set()
        """Mutant and requirement: what one does not notice, another may."""
        self.order = sorted(self.every)
        random.Random(code.digest).shuffle(self.order)
        self.shared = {name: len(self.owners_of(name)) for name in self.order}

    def owners_of(self, name: str) -> set[str]:
        return {self.owners[test] for test in self.noticing(name)}

    def tests_of(self, name: str, requirement: str, most: int = TESTS_EACH) -> list[str]:
        """The requirement's tests that can notice, those that execute least first."""
        can = [test for test in self.noticing(name) if self.owners[test] == requirement]
        return can[:most]

    def others(self, name: str) -> list[str]:
        """Tests of any requirement that can notice what the first did not."""
        return self.noticing(name)[: 4 * TESTS_EACH]

    def noticing(self, name: str) -> list[str]:
        file, mutant = self.every[name]
        lines = {test: self.found[test].lines for test in self.owners}
        can = [t for t in lines if not mutant.seen_on.isdisjoint(lines[t].get(file, ()))]
        return sorted(can, key=lambda test: (sum(map(len, lines[test].values())), test))

    def next(self, requirements: Sequence[str], each: int, tests: int) -> dict[str, list[str]]:
        """Mutant → tests: so many for each requirement, tried on its own tests."""
        wanted: dict[str, list[str]] = {}
        for id in requirements:
            own = self.most // max(1, len(requirements)) + MUTANTS_EACH
            found = ((name, self.tests_of(name, id, tests)) for name in self.near(id))
            able = ((name, some) for name, some in found if some)
            for name, some in islice(able, min(each, own)):
                wanted[name] = [*wanted.get(name, ()), *some]
                self.tried.add((name, id))
        return wanted

    def near(self, id: str) -> list[str]:
        """Those not tried yet; first of functions that the requirement's cases call themselves,
        and of lines that few others execute."""
        fresh = [name for name in self.order if (name, id) not in self.tried]
        words = self.words[id]

        def far(name: str) -> tuple[bool, int]:
            return self.every[name][1].function.split(".")[-1] not in words, self.shared[name]

        return sorted(fresh, key=far)

    def is_noticed(self, requirement: str, told: Iterable[Mutated]) -> bool:
        return any(
            kill.how == "assertion" and self.owners[kill.test] == requirement
            for one in told
            for kill in one.killed
        )

    def untouched(self) -> dict[str, str]:
        """Requirements whose tests execute no line that could be changed."""
        return {
            id: "No line of Python that its cases execute could be changed."
            for id in self.requirements
            if not any(self.tests_of(name, id) for name in self.every)
        }


def _texts(files: Sequence[CaseFile]) -> dict[str, frozenset[str]]:
    """Test → the names that its case uses."""
    return {
        f"{file.path}::{function_name(case)}": frozenset(_WORDS.findall(case.model_dump_json()))
        for file in files
        for case in file.cases.cases
    }


def _told(file: str, mutant: Mutant, outcomes: Results, own: frozenset[str]) -> Mutated:
    kills = [
        Kill(test=test, how="assertion" if _is_difference(one, own) else "crash")
        for test, one in outcomes.items()
        if not one.passed
    ]
    return Mutated(
        file=f"src/{file}",
        line=mutant.line,
        function=mutant.function,
        before=mutant.before,
        after=mutant.after,
        killed=tuple(kills),
    )


def _is_difference(one: CaseResult, own: frozenset[str]) -> bool:
    """Something else came than was expected: a value, or an exception of the package's own; not
    merely an end, a hang or a breakdown."""
    return any(
        row.expected and (row.expected != "no exception" or row.got.partition(":")[0] in own)
        for row in one.rows
        if not row.passed
    )


def _altered(changes: dict[str, Any]) -> Altered:
    changer = "brickyard.doors.prove.inside.changing"
    return Altered(changer=changer, files=inside_files(), changes=changes)


@cache
def inside_files() -> Files:
    """Under names that no package has: what is proven may well be called `exchange`."""
    root = package_data("brickyard")
    names = (
        "doors/prove/inside/changing.py",
        "mutants/inside/exchange.py",
        "mutants/mutations.py",
        "mutants/changes.py",
        "red/stand_ins.py",
    )
    return Files({f"brickyard/{name}": (root / name).read_text("utf-8") for name in names})


# ---------------------------------------------------------------- lines


def _modules(code: Files) -> dict[str, str]:
    """Files of Python that can be read, below the source; in the encoding that each declares."""
    found = {
        path.removeprefix("src/"): source_of(text)
        for path, text in code.items()
        if path.startswith("src/") and path.endswith(".py")
    }
    return {path: source for path, source in found.items() if source is not None}


def _body_lines(source: str) -> set[int]:
    lines: set[int] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines.update(range(node.body[0].lineno, (node.end_lineno or node.lineno) + 1))
    return lines


def _inside(
    lines: Mapping[str, Sequence[int]], bodies: Mapping[str, set[int]]
) -> dict[str, tuple[int, ...]]:
    """Only lines of function bodies: what runs at import says nothing about a requirement."""
    kept = {
        file: tuple(line for line in numbers if line in bodies.get(file, ()))
        for file, numbers in lines.items()
    }
    return {file: numbers for file, numbers in kept.items() if numbers}

"""Drift: which proof a requirement lost since it was built, and the place in the files of now."""

import ast
from collections.abc import Iterable, Iterator, Mapping
from difflib import SequenceMatcher

from brickyard.coverage.gate import statements, within_functions
from brickyard.files import Files
from brickyard.flow.again.accepted import failed, with_failures
from brickyard.flow.again.proving import marks
from brickyard.gates.base import trees
from brickyard.values import Level, Matrix, Proof, Proven, Row, Value, Verdict

Marks = Mapping[str, str]
"""File → a mark for each of its lines, as they were built."""


class Lost(Value):
    """Requirements that are not proven any more, all for one reason."""

    requirements: tuple[str, ...]
    proof: str
    reason: str
    had: bool = True
    """Whether the build had this proof."""
    file: str = ""
    line: int = 0
    changed: str = ""
    changed_line: int = 0
    """The first place where code that its tests executed was changed since the build."""

    @property
    def sentence(self) -> str:
        names, one = ", ".join(self.requirements), len(self.requirements) == 1
        if self.had:
            return f"{names} lost {'its' if one else 'their'} proof: {self.reason}"
        return f"{names} {'has' if one else 'have'} no proof: {self.reason}"


def hold_lines(now: Matrix, before: Matrix, built: Marks, code: Files) -> Matrix:
    """The matrix in which a line that still stands there and is no longer executed is a loss."""
    known = {row.requirement: row for row in before.rows}
    place = MovedLines(built, code)
    wrong: dict[str, Proven] = {}
    for row in now.rows:
        gone = place.left(known[row.requirement], row) if row.requirement in known else {}
        if gone and row.verdict is not Verdict.NOT_MET:
            why = f"{_told(gone)} no longer covered"
            wrong[row.requirement] = failed(why, lines=gone)
    return with_failures(now, "covered", wrong)


class MovedLines:
    """Lines of the code as it was built, found again in the code as it is."""

    def __init__(self, built: Marks, code: Files) -> None:
        self._moved = {path: moved(built[path], code[path]) for path in code if path in built}
        self._last = {path: text.count("\n") for path, text in code.items()}
        self._trees = trees(code)
        self._statements = {path: statements(tree) for path, tree in self._trees.items()}

    def left(self, before: Row, now: Row) -> dict[str, list[int]]:
        """File → statements that the tests of a requirement executed, and do not execute now."""
        found: dict[str, list[int]] = {}
        for path, lines in before.lines.items():
            known, here = self._statements.get(path, {}), self._moved.get(path, {})
            executed = {known.get(line) for line in now.lines.get(path, ())}
            stand = {known[here[line]] for line in lines if here.get(line) in known}
            if stand - executed:
                found[path] = sorted(stand - executed)
        return found

    def changed(self, before: Row | None) -> tuple[str, int]:
        """Where the first line that the tests of a requirement executed stood, and is not now."""
        for path, lines in before.lines.items() if before else ():
            here = self._moved.get(path, {})
            gone = next((line for line in lines if path in self._moved and line not in here), 0)
            if gone:
                above = [now for was, now in here.items() if was < gone]
                return path, max(1, min(max(above, default=0) + 1, self._last[path]))
        return "", 0

    def untested(self, now: Matrix) -> Iterator[tuple[str, list[int]]]:
        """New statements within functions that no acceptance test executes."""
        for path, tree in self._trees.items():
            known, old = self._statements[path], {*self._moved.get(path, {}).values()}
            executed = {known.get(n) for row in now.rows for n in row.lines.get(path, ())}
            new = {first for first in known.values() if first not in old} & within_functions(tree)
            if new - executed:
                yield path, sorted(new - executed)


def moved(built: str, text: str) -> dict[int, int]:
    """Line as it was built → the same line now; nothing for one that was changed or taken out."""
    matcher = SequenceMatcher(None, built.split(), marks(text), autojunk=False)
    return {
        was + each + 1: now + each + 1
        for was, now, size in matcher.get_matching_blocks()
        for each in range(size)
    }


def drift(now: Matrix, before: Matrix, tests: Files, places: MovedLines) -> tuple[Lost, ...]:
    """What was met and is not, or must be met; requirements with one reason are told together."""
    known = {row.requirement: row for row in before.rows}
    found: dict[tuple[str, str, bool], list[Row]] = {}
    for row in now.rows:
        was = known.get(row.requirement)
        if row.verdict is Verdict.NOT_MET and (row.level is Level.MUST or _was_met(was)):
            proof = _open(row)
            had = _had(was, proof)
            found.setdefault((proof, row.reason, had), []).append(row)
    lost: list[Lost] = []
    for (proof, reason, had), rows in found.items():
        changed, line = places.changed(known.get(rows[0].requirement))
        one = Lost(
            requirements=tuple(row.requirement for row in rows),
            proof=proof,
            reason=reason,
            had=had,
            changed=changed,
            changed_line=line,
        )
        lost.append(_placed(one, rows[0], tests))
    return tuple(lost)


def still_unmet(now: Matrix, before: Matrix) -> list[str]:
    """Requirements, not MUSTs, that the build did not meet either."""
    was = {row.requirement for row in before.rows if not _was_met(row)}
    return [
        row.requirement
        for row in now.rows
        if row.verdict is Verdict.NOT_MET and row.level is not Level.MUST and row.requirement in was
    ]


def _was_met(row: Row | None) -> bool:
    return row is not None and row.verdict is not Verdict.NOT_MET


def _had(row: Row | None, proof: str) -> bool:
    return row is not None and proof in row.proofs and row.proofs[proof].state is Proof.PASSED


def _open(row: Row) -> str:
    """The proof that the reason speaks of."""
    wrong = [
        (name, proven.detail)
        for name, proven in row.proofs.items()
        if proven.state in (Proof.FAILED, Proof.MISSING)
    ]
    same = [name for name, detail in wrong if row.reason.startswith(detail)]
    return (same or [name for name, _ in wrong] or [""])[0]


def _placed(lost: Lost, row: Row, tests: Files) -> Lost:
    """With the line that is not covered, or the test that fails, where there is one."""
    for path, lines in row.proofs[lost.proof].data.get("lines", {}).items():
        return lost.model_copy(update={"file": path, "line": lines[0]})
    for test in row.tests:
        path, _, name = test.partition("::")
        if lost.reason.startswith(f"{name} ") and path in tests:
            return lost.model_copy(update={"file": path, "line": _line_of(name, tests[path])})
    return lost


def _line_of(name: str, source: str) -> int:
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    nodes = (node for node in ast.parse(source).body if isinstance(node, kinds))
    return next((node.lineno for node in nodes if node.name == name), 0)


def _told(gone: Mapping[str, Iterable[int]]) -> str:
    parts = [f"{spans(lines)} of {path}" for path, lines in gone.items()]
    many = len(parts) > 1 or parts[0].startswith("lines")
    return f"{' and '.join(parts)} {'are' if many else 'is'}"


def spans(lines: Iterable[int]) -> str:
    """`line 3`, `lines 3-5, 9`."""
    found: list[list[int]] = []
    for line in sorted(lines):
        if found and line == found[-1][-1] + 1:
            found[-1].append(line)
        else:
            found.append([line])
    told = [f"{each[0]}-{each[-1]}" if len(each) > 1 else str(each[0]) for each in found]
    return f"line{'s' if sum(map(len, found)) > 1 else ''} {', '.join(told)}"

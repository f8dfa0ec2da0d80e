"""A project proven again, as text: the matrix, what was changed, what lost its proof, what next."""

from collections.abc import Iterator
from typing import Any

from brickyard.flow.again.drift import Lost
from brickyard.flow.again.reprove import Reproven
from brickyard.reports.text import in_process_only, noted, sheet, written
from brickyard.values import Proof


def again_text(result: Reproven, *, width: int = 0, colour: bool = False) -> str:
    return sheet(result.name, result.matrix, lines(result), width=width, colour=colour)


def again_document(result: Reproven) -> dict[str, Any]:
    """What `--json` prints: docs/test-command.md says what each key means."""
    dumped = result.model_dump(mode="json")
    lost = [
        {**each, "sentence": item.sentence}
        for each, item in zip(dumped["lost"], result.lost, strict=True)
    ]
    rows = dumped.pop("matrix")["rows"]
    held = {"holds": result.holds, "exit_code": result.exit_code}
    return {**dumped, **held, "lost": lost, "matrix": rows}


def lines(result: Reproven) -> list[str]:
    changes = result.changes
    told = [
        f"{what}: {path}"
        for what, paths in (
            ("edited", changes.edited),
            ("deleted", changes.deleted),
            ("added", changes.added),
        )
        for path in paths
    ]
    for lost in result.lost:
        told.append(_located(lost.sentence, lost.file, lost.line))
        told += _check(lost, result)
    for gate in result.gates:
        if not gate.passed:
            told.append(f"Gate {gate.gate} did not pass: {gate.detail}")
            told += [
                _located(f"  {found.message}", found.file, found.line)
                for found in gate.findings
                if found.blocks
            ]
    told += [*in_process_only(result.matrix), *noted(result.gates)]
    told += [f"Note: {note}" for note in (*_left_out(result), *result.notes)]
    return [*told, _verdict(result), *_next(result)]


def _check(lost: Lost, result: Reproven) -> Iterator[str]:
    """Which of the two it is, and the check that shows it."""
    row = next(row for row in result.matrix.rows if row.requirement in lost.requirements)
    if row.failure:
        yield from written(row.failure)
    yield f"  {'It is' if len(lost.requirements) == 1 else 'They are'} {row.said}."


def _located(text: str, file: str, line: int) -> str:
    if not file or f" {file}" in text:
        return text
    return f"{text} ({file}:{line})" if line else f"{text} ({file})"


def _left_out(result: Reproven) -> list[str]:
    """Proofs that the level has and that are not made here, with the reason."""
    found = {
        f"{name} is not proven again. {proven.detail}": None
        for row in result.matrix.rows
        for name, proven in row.proofs.items()
        if proven.state is Proof.NOT_APPLICABLE and proven.detail
    }
    return [*found]


def _verdict(result: Reproven) -> str:
    if result.holds:
        return f"{result.name} {result.version}: every proof holds, at the level {result.proof}."
    ids = {id for lost in result.lost for id in lost.requirements}
    gates = [gate.gate for gate in result.gates if not gate.passed]
    said = [f"{len(ids)} of {len(result.matrix.rows)} requirements without proof"] if ids else []
    said += [f"gates not passed: {', '.join(gates)}"] if gates else []
    return f"{result.name} {result.version}: {'; '.join(said)}."


def _next(result: Reproven) -> list[str]:
    if result.holds:
        return []
    tests = [path for path in result.changes.edited if path.startswith("tests/")]
    gone = [path for path in result.changes.deleted if path.startswith("tests/")]
    if gone:
        return [
            "Next: restore the tests that were deleted, from version control or from the sdist."
        ]
    if tests and any(lost.proof == "traced" for lost in result.lost):
        return [
            "Next: restore the tests, give --allow-edited-tests to have them judged as they are, "
            "or change the recipe and build again."
        ]
    return ["Next: mend the code where it says so, or change the recipe and build again."]

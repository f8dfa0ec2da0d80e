"""The tests that were accepted, as they lie in the project now: those that may still prove."""

from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import Any

from pydantic import Field

from brickyard.evidence.support import CLOCK, CONFTEST, FILES
from brickyard.flow.again.present import Present
from brickyard.flow.again.proving import Proving
from brickyard.proofs.matrix import held_to, how_unmet, needed_for
from brickyard.proofs.written import code_module, marked_tests
from brickyard.red.seen import roots
from brickyard.values import (
    Matrix,
    Proof,
    ProofLevel,
    Proven,
    TestLevel,
    TestModule,
    Value,
    Verdict,
)


class Accepted(Value):
    """The modules to run, and why others are not run: requirement → reason.

    Tests of a brick decide no requirement: what is wrong with those is in `notes`.
    """

    modules: tuple[TestModule, ...] = ()
    refused: dict[str, str] = Field(default_factory=dict)
    notes: tuple[str, ...] = ()


def accepted(ground: Proving, present: Present, *, allow_edited: bool) -> Accepted:
    """An edited file proves nothing, unless it is allowed; then it is judged as it is now."""
    kept: list[TestModule] = []
    refused: dict[str, str] = {}
    notes = [
        f"{path} was changed: the tests are run here with Brickyard's own."
        for path in FILES
        if allow_edited and path in _changed(present)
    ]
    ids = roots(ground.recipe)
    for module in ground.tests.modules:
        found = _as_it_is(module, ground, present, allow_edited=allow_edited)
        if isinstance(found, TestModule):
            kept.append(found)
        elif module.level is TestLevel.BRICK:
            notes.append(f"{found} It is not run; tests of a brick decide no requirement.")
        else:
            refused |= {ids[id]: found for id in module.tests.values() if ids[id] not in refused}
    return Accepted(modules=tuple(kept), refused=refused, notes=tuple(notes))


def _as_it_is(
    module: TestModule, ground: Proving, present: Present, *, allow_edited: bool
) -> TestModule | str:
    """The module with its source, or why it cannot be taken."""
    path = module.path
    if path in present.changes.deleted:
        return f"{path} was deleted."
    source = present.files[path]
    helpers = _changed_helpers(source, present)
    if helpers and not allow_edited:
        return f"{helpers[0]} is not the helper that was accepted."
    if path not in present.changes.edited:
        return _unchanged(module, source)
    if not allow_edited:
        return f"{path} is not the test that was accepted."
    found = code_module(
        path,
        source,
        package=ground.plan.package,
        known=roots(ground.recipe),
        level=module.level,
        brick=module.brick,
    )
    if isinstance(found, TestModule):
        return found.model_copy(update={"bricks": module.bricks})
    return f"{path}:{found[0].line} cannot be used as a test: {found[0].message}."


def _changed_helpers(source: str, present: Present) -> list[str]:
    """Of the helper files that this test leans on."""
    used = [path for path in FILES if f"from {PurePosixPath(path).stem} import" in source]
    return [path for path in (CONFTEST, CLOCK, *used) if path in _changed(present)]


def _changed(present: Present) -> tuple[str, ...]:
    return (*present.changes.edited, *present.changes.deleted)


def _unchanged(module: TestModule, source: str) -> TestModule | str:
    """What BUILD.json says of its tests must be what the file says."""
    try:
        there = marked_tests(source)
    except (SyntaxError, ValueError) as error:
        return f"{module.path} is not valid Python: {error}."
    said = {test.split("::")[-1]: id for test, id in module.tests.items()}
    if there != said:
        wrong = sorted({*there.items()} ^ {*said.items()})[0][0]
        return f"BUILD.json and {module.path} do not agree on what {wrong} proves."
    return module.model_copy(update={"source": source})


def without(matrix: Matrix, refused: Mapping[str, str]) -> Matrix:
    """The matrix in which no requirement is met whose tests are not those that were accepted."""
    return with_failures(matrix, "traced", {id: failed(why) for id, why in refused.items()})


def failed(why: str, **data: Any) -> Proven:
    return Proven(state=Proof.FAILED, detail=why, data=data)


def with_failures(matrix: Matrix, proof: str, wrong: Mapping[str, Proven]) -> Matrix:
    """Requirement → how this proof failed; it is told before what else is wrong with it."""
    rows = (
        row.model_copy(
            update={
                "proofs": {**row.proofs, proof: wrong[row.requirement]},
                "verdict": Verdict.NOT_MET,
                "reason": wrong[row.requirement].detail,
                "unmet": how_unmet(proof, wrong[row.requirement]),
                "failure": None,
            }
        )
        if row.requirement in wrong
        else row
        for row in matrix.rows
    )
    return Matrix(rows=tuple(rows))


def held_to_proofs(matrix: Matrix, level: ProofLevel) -> Matrix:
    """The matrix in which nothing is met while a proof that its kind needs failed or is missing."""
    return Matrix(
        rows=tuple(
            row if row.verdict is Verdict.NOT_MET else held_to(row, needed_for(row.kind, level))
            for row in matrix.rows
        )
    )

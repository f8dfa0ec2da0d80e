"""reprove: a built project, as it is now, proven again; no model is asked, nothing is written."""

import asyncio
from collections.abc import Iterable, Sequence
from pathlib import Path

from brickyard.context import Tools
from brickyard.errors import BadInput, SandboxBroken
from brickyard.events import StageStarted
from brickyard.flow.again.accepted import Accepted, accepted, held_to_proofs, without
from brickyard.flow.again.drift import Lost, MovedLines, drift, hold_lines, spans, still_unmet
from brickyard.flow.again.present import Changes, Present, read_present, shipped
from brickyard.flow.again.proving import Proving, read_proving
from brickyard.flow.comply import comply
from brickyard.gates import GateResult, allowed_by
from brickyard.gates.base import judged, sources
from brickyard.gates.run import check_gates
from brickyard.packaging.manifest import BuildManifest, read_manifest
from brickyard.packaging.project import main_path, told_by_us
from brickyard.proofs.external import no_loopback
from brickyard.red.batches import part_of, visible
from brickyard.red.seen import Red, red, roots
from brickyard.sandbox.toolchain import pins
from brickyard.settings import Settings
from brickyard.values import Kind, Matrix, ProofLevel, TestModule, Value

_TOML = "brickyard.toml in the project is not read: what is proven does not choose how."


class Ground(Value):
    """A built project: what was proven of it, what that takes, and how it lies there now."""

    built: BuildManifest
    proving: Proving
    present: Present

    def measured(self, settings: Settings, proof: ProofLevel | str = "") -> Settings:
        """Settings by which it is judged as it was when it was built; `proof` may be another."""
        level = ProofLevel(proof) if proof else self.built.proof
        return settings.model_copy(update={"proof": level, **self.proving.measures.model_dump()})


class Reproven(Value):
    """What of a built project is proven now; `lost` says what is not, and why."""

    project: str
    name: str
    version: str
    proof: ProofLevel
    changes: Changes
    matrix: Matrix
    gates: tuple[GateResult, ...]
    lost: tuple[Lost, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def holds(self) -> bool:
        """Nothing that was met or must be is without its proof, and every gate passed."""
        return not self.lost and bool(self.gates) and all(gate.passed for gate in self.gates)

    @property
    def exit_code(self) -> int:
        return 0 if self.holds else 1


def survey(project: Path) -> Ground:
    """The project in this folder; BadInput if it is none that could be proven again."""
    built = read_manifest(project)
    proving = read_proving(built, project)
    present = read_present(project, built)
    if told_by_us(proving.recipe, proving.plan, present.files):
        present = present.model_copy(update={"made": (main_path(proving.plan),)})
    if not sources(present.code):
        raise BadInput(
            f"{project} has no code below src/.", hint="Restore it, or build the recipe again."
        )
    return Ground(built=built, proving=proving, present=present)


async def reprove(
    ground: Ground, project: Path, context: Tools, *, allow_edited_tests: bool = False
) -> Reproven:
    """Hashes, gates, RED, GREEN, coverage, mutants and rules, on the files as they are."""
    known, present = ground.proving, ground.present
    taken = accepted(known, present, allow_edited=allow_edited_tests)
    await _insist_on_loopback(known, taken.modules, context)
    tests = known.tests.model_copy(
        update={
            "modules": taken.modules,
            "red": await _red(
                taken.modules, known, context, accepted_before=not allow_edited_tests
            ),
        }
    )
    context.tell(StageStarted(stage="gates"))
    allowed = allowed_by(known.recipe)
    gates = await check_gates(
        present.code, known.plan, context.sandbox, allowed=allowed, level=context.settings.proof
    )
    complied = await comply(
        known.recipe, known.plan, tests, present.code, context, project=present.files
    )
    before = Matrix(rows=ground.built.matrix)
    now = without(complied.matrix, taken.refused)
    now = hold_lines(now, before, known.lines, present.code)
    now = held_to_proofs(now, context.settings.proof)
    own = [_TOML] if (project / "brickyard.toml").exists() else []
    return Reproven(
        project=str(project),
        name=ground.built.name,
        version=ground.built.version,
        proof=context.settings.proof,
        changes=present.changes,
        matrix=now,
        gates=(*gates, shipped(known, present), *_of_old(complied.gates, present.changes)),
        lost=drift(now, before, present.files, MovedLines(known.lines, present.code)),
        notes=(*_notes(ground, taken, now, before), *own),
    )


async def _red(
    modules: Sequence[TestModule], known: Proving, context: Tools, *, accepted_before: bool
) -> Red:
    """RED on the interfaces of the plan, as the build saw it: each test with the bricks it uses."""
    context.tell(StageStarted(stage="red"))
    groups: dict[tuple[str, ...], list[TestModule]] = {}
    for module in modules:
        ids = [*module.tests.values()]
        seen = module.bricks or visible(known.plan, known.recipe, ids)
        groups.setdefault(seen, []).append(module)
    parts = roots(known.recipe)
    seconds = context.settings.test_seconds
    found = await asyncio.gather(
        *(
            red(
                context.sandbox,
                part_of(known.plan, seen),
                group,
                seconds=seconds,
                roots=parts,
                accepted_before=accepted_before,
            )
            for seen, group in groups.items()
        )
    )
    return Red(
        accepted=tuple(test for each in found for test in each.accepted),
        refused={test: why for each in found for test, why in each.refused.items()},
        requirements={id: why for each in found for id, why in each.requirements.items()},
    )


async def _insist_on_loopback(
    known: Proving, modules: Sequence[TestModule], context: Tools
) -> None:
    """A stand-in that cannot listen is the sandbox's fault, not the code's."""
    outside = {item.id for item in known.recipe.requirements if item.kind is Kind.EXTERNAL}
    named = roots(known.recipe)
    if not any(named[id] in outside for module in modules for id in module.tests.values()):
        return
    if why := await no_loopback(context.sandbox):
        raise SandboxBroken(
            f"The stand-in of a service cannot run: {why}",
            hint="Use a sandbox that has a network of its own: `--sandbox bubblewrap`.",
        )


def _of_old(gates: Iterable[GateResult], changes: Changes) -> Iterable[GateResult]:
    """What judges the tests is not held to modules that were added: those have none."""
    for gate in gates:
        kept = [each for each in gate.findings if each.file not in changes.added]
        yield gate if len(kept) == len(gate.findings) else judged(gate.gate, kept)


def _notes(ground: Ground, taken: Accepted, now: Matrix, before: Matrix) -> Iterable[str]:
    """What a person may want to know, and what fails nothing."""
    yield from taken.notes
    executed = {path for row in now.rows for path in row.lines}
    unused = {path for path in ground.present.changes.added if path not in executed}
    for path in ground.present.changes.added:
        if path in unused and path in sources(ground.present.code):
            yield f"{path} is new: no acceptance test executes it."
    places = MovedLines(ground.proving.lines, ground.present.code)
    for path, lines in places.untested(now):
        if path in unused:
            continue
        one = len(lines) == 1
        count = "1 new line" if one else f"{len(lines)} new lines"
        yield f"{count} of {path} {'is' if one else 'are'} executed by no acceptance test: " + (
            f"{spans(lines)}."
        )
    for path in ground.present.changes.added:
        if path.startswith("tests/"):
            yield f"{path} was not there when it was built: it proves nothing here and is not run."
    for id in still_unmet(now, before):
        yield f"{id} is not met, as when it was built."
    if pins(ground.proving.recipe.packages) != ground.built.toolchain:
        yield "The tools are not those that it was built with."

"""A small project, built once by scripted answers, to edit copies of and prove them again."""

import asyncio
import fcntl
import json
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from brickyard.context import Prover
from brickyard.drafts.question import CodeOut
from brickyard.events import silent
from brickyard.files import Files
from brickyard.flow.again.reprove import Reproven, reprove, survey
from brickyard.flow.session import build
from brickyard.models.scripted import Scripted
from brickyard.plans.question import PlannedBrick, PlanOut
from brickyard.proofs.artefact import ArtefactRulesOut
from brickyard.proofs.files import ArtefactRule
from brickyard.record import Record
from brickyard.red.question import CasesOut
from brickyard.sandbox import Recorded, Sandbox, choose
from brickyard.sandbox.toolchain import default_cache, toolchain
from brickyard.settings import Settings
from brickyard.testing import Answer, script
from brickyard.values import ProofLevel

CODE = "src/tolls/fares.py"
R1, R2 = "tests/acceptance/test_r1.py", "tests/acceptance/test_r2.py"
REQUIREMENTS = """# Tolls

- R1 (MUST, behaviour): `fare` returns 0 below six years, and 3 for all others but those of R2.
- R2 (MUST, behaviour): `fare` returns 2 above 64 years, and 3 at 64.
- R3 (SHOULD, artefact): The README says how to install it.
"""
HEAD = '"""Fares."""\n\n\ndef fare(age: int) -> int:\n    """Return the fare."""\n'
BODY = """\
    if age < 6:
        return 0
    if age > 64:
        return 2
    return 3
"""
EXAMPLES = {"R1": ((5, 0), (6, 3), (30, 3)), "R2": ((65, 2), (64, 3), (90, 2))}


def _cases(id: str, prefix: str = "pays") -> str:
    return "\n\n".join(
        f"@proves({id})\ndef {prefix}_{paid}_at_{age}():\n    assert fare({age}) == {paid}\n"
        for age, paid in EXAMPLES[id]
    )


def _all_cases(prefix: str) -> Answer:
    return lambda inputs: CasesOut(
        cases="\n\n".join(_cases(id, prefix) for id in inputs["ids"] if id in EXAMPLES)
    )


ANSWERS: dict[str, Answer] = {
    "plan": lambda inputs: PlanOut(
        bricks=(PlannedBrick(name="fares", spec="Knows fares.", serves=("R1", "R2", "R3")),),
        interfaces=Files({"fares.py": f"{HEAD}    ...\n"}),
    ),
    "write-cases": _all_cases("pays"),
    "draw-hold-outs": _all_cases("held"),
    "strengthen-cases": lambda inputs: CasesOut(cases=""),
    "write-artefact-rules": lambda inputs: ArtefactRulesOut(
        rules=(ArtefactRule(rule="has_heading", path="README.md", text="Install"),)
    ),
    "write-code": lambda inputs: CodeOut(code=Files({"tolls/fares.py": HEAD + BODY})),
}


def built(folder: Path) -> Path:
    """The project; parallel workers build it once."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        project = folder / "tolls"
        if not (project / "BUILD.json").exists():
            asyncio.run(_build(folder, project))
        return project


async def _build(folder: Path, project: Path) -> None:
    recipe = folder / "recipe"
    recipe.mkdir()
    manifest = {"name": "tolls", "version": "1.0.0", "type": "library"}
    Files(
        {
            "requirements.md": REQUIREMENTS,
            "design.md": "# Tolls\n\nOne module.\n",
            "components.json": json.dumps(manifest),
        }
    ).write(recipe)
    model = Scripted(script(ANSWERS), name="tolls")
    home, full = folder / ".brickyard", Settings(proof=ProofLevel.FULL)
    result = await build(recipe, out=project, model=model, home=home, settings=full)
    assert result.exit_code == 0, result


@dataclass(frozen=True)
class Project:
    """A copy of the built project; what is executed twice is read back from the record."""

    folder: Path
    record: Path

    def edit(self, path: str, change: Callable[[str], str]) -> "Project":
        target = self.folder / path
        before = target.read_text("utf-8")
        assert change(before) != before
        target.write_text(change(before), "utf-8")
        return self

    def edit_build(self, change: Callable[[dict[str, Any]], object]) -> "Project":
        content = json.loads((self.folder / "BUILD.json").read_text("utf-8"))
        change(content)
        (self.folder / "BUILD.json").write_text(json.dumps(content), "utf-8")
        return self

    def contents(self) -> dict[str, bytes]:
        paths = (path for path in self.folder.rglob("*") if path.is_file())
        return {str(path.relative_to(self.folder)): path.read_bytes() for path in paths}

    async def proven(self, proof: str = "quick", **options: Any) -> Reproven:
        ground = survey(self.folder)
        settings = ground.measured(Settings(), proof)
        with Record.open(self.record) as record:
            sandbox: Sandbox = await choose(
                "auto", await toolchain(default_cache()), listener=silent
            )
            recorded = Recorded(sandbox, record.verdicts, listener=silent)
            return await reprove(ground, self.folder, Prover(recorded, settings), **options)


def copied(project: Path, folder: Path) -> Project:
    shutil.copytree(project, folder)
    return Project(folder, project.parent / ".brickyard")

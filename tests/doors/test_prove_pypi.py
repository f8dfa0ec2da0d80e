"""Packages that many people use, proven by recipes of their documentation alone.

Recipes, cases, hold-outs and rulings are by readers who saw texts and signatures; docs/prove.md
tells how, and what each finding is. Here they are played again on the packages as installed.
"""

import importlib.util
import json
import shutil
from pathlib import Path

import pytest

from brickyard.flow.prove import prove_code_again
from brickyard.recipe.lock import read_lock
from brickyard.settings import Settings
from brickyard.values import ProofLevel

PACKAGES = Path(__file__).parent / "pypi"
NAMES = sorted(path.name for path in PACKAGES.iterdir() if path.is_dir())


def installed(name: str) -> Path:
    found = importlib.util.find_spec(name)
    assert found is not None
    assert found.origin is not None
    origin = Path(found.origin)
    return origin.parent if origin.name == "__init__.py" else origin


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
async def test_what_was_said_of_a_package_is_said_again(name: str, tmp_path: Path) -> None:
    recipe = tmp_path / "recipe"
    shutil.copytree(PACKAGES / name, recipe)
    lock = json.loads((recipe / "brickyard.lock").read_text("utf-8"))
    lock["proved"]["code"] = str(installed(name))
    (recipe / "brickyard.lock").write_text(json.dumps(lock), "utf-8")

    found = await prove_code_again(tmp_path, settings=Settings(proof=ProofLevel.QUICK))

    assert found is not None
    assert [row.requirement for row in found.lost] == []
    assert found.notes == ()


def test_what_is_not_met_is_what_the_page_tells() -> None:
    said = {name: read_lock(PACKAGES / name).proved for name in NAMES}
    unmet = {
        name: {id: word for id, word in proof.said.items() if word != "met"}
        for name, proof in said.items()
        if proof is not None
    }
    page = (Path(__file__).parents[2] / "docs" / "prove.md").read_text("utf-8")
    for name, found in unmet.items():
        row = next(line for line in page.splitlines() if line.startswith(f"| {name} "))
        told = [cell.strip() for cell in row.split("|")[-2].split(",") if cell.strip() != "none"]
        assert told == [f"{id} {word}" for id, word in found.items()]

"""Five packages proven blind by strangers' cases, and 25 wrong versions of them.

Recipes and code were written by people who did not know of each other; the cases in the locks by
readers who saw requirements and signatures alone, the wrong versions by someone who saw the code
and was told to misread one requirement (trials/VARIANTS.md).
"""

import shutil
from pathlib import Path

import pytest
from prove_kit import commit, git, readers, ruling

from brickyard.disputes.question import Ruling
from brickyard.doors.prove.again import Again
from brickyard.files import Files
from brickyard.flow.prove import prove, prove_code_again
from brickyard.recipe.lock import read_lock
from brickyard.repair.question import MendOut
from brickyard.settings import Settings

TRIALS = Path(__file__).parent / "trials"
CHECKS = {"cronline": 636, "ledger": 423, "csvdiff": 304, "ledger2": 378, "csvdiff2": 303}
"""Rows of all cases and hold-outs of a package, as they were first played."""

MISREAD = {
    ("cronline", 1): "req_5",
    ("cronline", 2): "req_6",
    ("cronline", 3): "req_8",
    ("cronline", 4): "req_13",
    ("cronline", 5): "req_15",
    ("ledger", 1): "R2",
    ("ledger", 2): "R9",
    ("ledger", 3): "R13",
    ("ledger", 4): "R15",
    ("ledger", 5): "R17",
    ("csvdiff", 1): "auto-compare-values-1377d8",
    ("csvdiff", 2): "auto-read-utf-83f529",
    ("csvdiff", 3): "auto-name-file-9d1c31",
    ("csvdiff", 4): "auto-list-removed-32162a",
    ("csvdiff", 5): "auto-end-exit-f0e133",
    ("ledger2", 1): "R1",
    ("ledger2", 2): "R10",
    ("ledger2", 3): "R12",
    ("ledger2", 4): "R14",
    ("ledger2", 5): "R16",
    ("csvdiff2", 1): "auto-match-rows-13c6c4",
    ("csvdiff2", 2): "auto-let-user-e1a415",
    ("csvdiff2", 3): "auto-refuse-file-a64cde",
    ("csvdiff2", 4): "auto-give-numbers-2ea91d",
    ("csvdiff2", 5): "auto-show-added-4126ee",
}


def laid(name: str, folder: Path, variant: int = 0) -> Path:
    shutil.copytree(TRIALS / name / "recipe", folder / "recipe")
    shutil.copytree(TRIALS / name / "code", folder / "code")
    if variant:
        changed = TRIALS / name / "variants" / str(variant)
        shutil.copytree(changed, folder / "code", dirs_exist_ok=True)
    return folder


async def again(folder: Path, proof: str) -> Again:
    found = await prove_code_again(folder, settings=Settings(proof=proof))  # pyright: ignore
    assert found is not None
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", CHECKS)
async def test_right_code_keeps_its_proofs(name: str, tmp_path: Path) -> None:
    found = await again(laid(name, tmp_path), "standard")

    assert [row.requirement for row in found.lost] == []
    fell = {"csvdiff": 2}.get(name, 0)
    held = sum(row.checks for row in found.proved.rows)
    assert held == CHECKS[name] - fell


@pytest.mark.slow
@pytest.mark.parametrize(("name", "variant"), MISREAD, ids=str)
async def test_a_misread_requirement_is_named(name: str, variant: int, tmp_path: Path) -> None:
    found = await again(laid(name, tmp_path, variant), "quick")

    assert MISREAD[name, variant] in {row.requirement for row in found.lost}
    many = {("ledger2", 2): 12, ("csvdiff2", 3): 4, ("csvdiff2", 4): 4}
    assert len(found.lost) <= many.get((name, variant), 3), "a balance of today reaches much"


@pytest.mark.slow
@pytest.mark.parametrize(("name", "variant"), [("cronline", 4), ("ledger", 3)], ids=str)
async def test_what_a_change_does_not_reach_is_not_lost(
    name: str, variant: int, tmp_path: Path
) -> None:
    """Playing what is reached finds what playing everything finds."""
    place, settings = laid(name, tmp_path / "code"), Settings(proof="quick")  # pyright: ignore
    about = {"home": tmp_path / "home", "settings": settings}
    await prove(place / "recipe", place / "code", model=readers(), **about)  # pyright: ignore
    git(place, "init", "--quiet")
    commit(place)
    shutil.copytree(TRIALS / name / "variants" / str(variant), place / "code", dirs_exist_ok=True)

    whole = await again(place, "quick")
    part = await prove_code_again(place, settings=settings, since="HEAD")

    assert part is not None
    found = [[(row.requirement, row.said, row.reason) for row in one.lost] for one in (part, whole)]
    assert found[0] == found[1]
    assert part.proved.since is not None
    assert part.proved.since.kept


@pytest.mark.slow
@pytest.mark.parametrize("variant", [1, 2, 3, 4, 5])
async def test_a_misread_requirement_is_mended_by_what_was_right(
    variant: int, tmp_path: Path
) -> None:
    laid("ledger", tmp_path, variant)
    package, right = tmp_path / "code" / "ledger", TRIALS / "ledger" / "code" / "ledger"
    changed = [
        path.name
        for path in package.iterdir()
        if path.read_bytes() != (right / path.name).read_bytes()
    ]
    rule = ruling(Ruling.CODE_WRONG, quote="One currency, one book.")
    whole = {f"ledger/{name}": (right / name).read_text() for name in changed}
    answer = MendOut(cause="It is so.", code=Files(whole))

    result = await prove(
        tmp_path / "recipe",
        tmp_path / "code",
        model=readers(rule=rule, mend=lambda _: answer),
        home=tmp_path / "home",
        settings=Settings(proof="quick"),  # pyright: ignore
        repair=True,
        yes=True,
    )

    assert result.repair is not None
    assert MISREAD["ledger", variant] in result.repair.mended
    assert (result.exit_code, result.repair.rounds) == (0, 1)
    for path in package.iterdir():
        assert path.read_bytes() == (right / path.name).read_bytes()


def test_what_was_first_said_of_each() -> None:
    """The one MUST that is not met is a true finding: é on a stream that is ASCII is a crash."""
    said = {name: read_lock(TRIALS / name / "recipe").proved for name in CHECKS}
    unmet = {
        (name, id): word
        for name, proof in said.items()
        if proof is not None
        for id, word in proof.said.items()
        if word != "met"
    }
    assert unmet == {
        ("csvdiff", "auto-report-text-7948eb"): "wrong",
        ("ledger", "R18"): "not judged",
    }

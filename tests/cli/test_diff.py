"""`brickyard diff` and `build --dry-run`: what changed, and what it would cost, with no model."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from brickyard.cli import cli
from brickyard.recipe.changes import changes_since, renamed_id
from brickyard.recipe.lock import Lock, LockedPlan, plan_inputs, words_of
from brickyard.values import Brick, Clause, Kind, Level, Plan, Recipe, RecipeType, Requirement

REQUIREMENTS = """# Sums

Whole numbers only.

- R1 (MUST): `one` adds 1.
- R2 (MUST): `two` adds 2.
  - R2.a: also to 0.
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "requirements.md").write_text(REQUIREMENTS)
    (tmp_path / "design.md").write_text("# Sums\n\nOne module.\n")
    manifest = {"name": "sums", "version": "1.0.0", "type": "library"}
    (tmp_path / "components.json").write_text(json.dumps(manifest))
    return tmp_path


def accept(folder: Path) -> None:
    from brickyard import recipe as recipes
    from brickyard.flow.check import check

    found, _ = check(recipes.load_all([folder]))
    interface = '"""S."""\n\n\ndef one(value: int) -> int:\n    """Add 1."""\n    ...\n'
    brick = Brick(name="sums_of", spec="Adds.", serves=("R1", "R2"), interface=interface)
    plan = Plan(package="sums", bricks=(brick,))
    locked = LockedPlan(inputs=plan_inputs(found), plan=plan, words=words_of(found))
    Lock(recipe="sums", plan=locked).write(folder)


def said(*arguments: str) -> str:
    done = CliRunner().invoke(cli, [*arguments])
    assert done.exit_code == 0, done.output
    return done.output


def edit(folder: Path, old: str, new: str) -> None:
    path = folder / "requirements.md"
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new))


def test_each_change_is_told_by_its_requirement(folder: Path) -> None:
    accept(folder)
    edit(folder, "adds 1.", "adds 1, or 2.")
    edit(folder, "- R2 (MUST): `two` adds 2.\n  - R2.a: also to 0.\n", "- R3 (MUST): `three`.\n")
    edit(folder, "Whole numbers", "Natural numbers")
    told = said("diff", str(folder))
    assert "R1 edited\n  - `one` adds 1.\n  + `one` adds 1, or 2.\n" in told
    assert "R2 removed\n" in told
    assert "R3 added\n" in told
    assert "context edited\n" in told
    assert "  + Natural numbers only.\n" in told


def test_what_says_the_same_elsewhere_is_no_change(folder: Path) -> None:
    accept(folder)
    edit(folder, "- R1 (MUST): `one` adds 1.\n", "")
    path = folder / "requirements.md"
    path.write_text(path.read_text() + "- R1 (MUST): `one`\n  adds 1.\n")
    assert "Nothing" in said("diff", str(folder))


def test_another_id_and_another_level_are_told_as_such(folder: Path) -> None:
    accept(folder)
    edit(folder, "R2 (MUST)", "R7 (MUST)")
    edit(folder, "R2.a", "R7.a")
    edit(folder, "R1 (MUST)", "R1 (SHOULD)")
    told = said("diff", str(folder))
    assert told == "R2 is now called R7\nR1 has another level\n"
    document = json.loads(said("diff", str(folder), "--json"))
    assert document["renamed"] == {"R2": "R7"}
    assert document["relevelled"] == ["R1"]


def test_words_that_name_a_requirement_by_its_new_id_say_the_same(folder: Path) -> None:
    edit(folder, "`one` adds 1.", "`one` adds 1, R2 apart, and R2.a.")
    edit(folder, "Whole numbers", "Whole numbers (R2)")
    accept(folder)
    for before in ("R2 (MUST)", "R2.a: also", "R2 apart, and R2.a", "(R2)"):
        edit(folder, before, before.replace("R2", "R12"))
    assert said("diff", str(folder)) == "R2 is now called R12\n"
    edit(folder, "R12 apart, and R12.a", "R12 apart, and R121.a")
    told = said("diff", str(folder))
    assert "R1 edited" in told
    assert "  + `one` adds 1, R12 apart, and R121.a." in told


def test_a_requirement_that_names_another_renamed_one_is_only_renamed(folder: Path) -> None:
    edit(folder, "- R2 (MUST)", "- R3 (MUST): as R2 does, and R3 too.\n- R2 (MUST)")
    accept(folder)
    edit(folder, "R3 (MUST): as R2 does, and R3", "R13 (MUST): as R12 does, and R13")
    edit(folder, "- R2 (MUST)", "- R12 (MUST)")
    edit(folder, "R2.a: also", "R12.a: also")
    told = said("diff", str(folder))
    assert sorted(told.splitlines()) == ["R2 is now called R12", "R3 is now called R13"]


def test_without_a_lock_there_is_nothing_to_differ_from(folder: Path) -> None:
    done = CliRunner().invoke(cli, ["diff", str(folder)])
    assert done.exit_code != 0
    assert "nothing was built" in str(done.exception)


def test_a_dry_run_names_each_question_and_writes_nothing(folder: Path) -> None:
    accept(folder)
    edit(folder, "adds 1.", "adds 1, or 2.")
    before = sorted(folder.rglob("*"))
    told = said("build", str(folder), "--dry-run", "-m", "anthropic/claude-sonnet-4-5")
    assert "To be asked: what changes in the plan of R1" in told
    assert "To be asked: cases for R1" in told
    assert "cases for R2" not in told
    assert sorted(folder.rglob("*")) == before


WORDS = st.text("abc de", min_size=1, max_size=12).map(str.strip).filter(bool)


def requirement(id: str, text: str, clauses: list[str]) -> Requirement:
    parts = (Clause(id=f"{id}.{n}", text=one) for n, one in enumerate(clauses))
    return Requirement(
        id=id, level=Level.MUST, kind=Kind.BEHAVIOUR, text=text, clauses=tuple(parts)
    )


@given(
    st.lists(st.tuples(WORDS, st.lists(WORDS, max_size=2)), unique_by=lambda one: str(one)),
    st.randoms(use_true_random=False),
)
def test_new_ids_in_another_order_are_only_renamed(
    said: list[tuple[str, list[str]]], random: object
) -> None:
    before = [requirement(f"R{n}", *one) for n, one in enumerate(said)]
    after = [requirement(f"NEW-{n}", *one) for n, one in enumerate(said)]
    random.shuffle(after)  # pyright: ignore
    common = {"name": "x", "version": "1", "type": RecipeType.LIBRARY}
    old = Recipe(**common, requirements=tuple(before))
    new = Recipe(**common, requirements=tuple(after))
    locked = LockedPlan(
        inputs=plan_inputs(old), plan=Plan(package="x", bricks=()), words=words_of(old)
    )
    changes = changes_since(locked, new)
    assert not changes.told
    for item in before:
        owner = next(one for one in after if one.id == changes.renamed[item.id])
        assert (owner.text, [c.text for c in owner.clauses]) == (
            item.text,
            [c.text for c in item.clauses],
        )
        for clause, now in zip(item.clauses, owner.clauses, strict=True):
            assert renamed_id(clause.id, changes.renamed) == now.id

"""WHAT and HOW put apart by a scripted model: what the machine refuses, and what is written."""

from pathlib import Path
from typing import Any

import pytest
from unmix_kit import (
    DESIGN,
    GOOD,
    HOW,
    MOVED,
    NEW_DESIGN,
    NEW_REQUIREMENTS,
    REQUIREMENTS,
    fixed,
    texts,
    write,
)

from brickyard.doors.unmix.question import Left, Moved, UnmixOut
from brickyard.errors import AnswerRefused, BadInput
from brickyard.files import Files
from brickyard.flow.fix import Fix, fix
from brickyard.models.scripted import Scripted
from brickyard.recipe import check, load
from brickyard.testing import script


@pytest.fixture
def recipe(tmp_path: Path) -> Path:
    return write(tmp_path / "greeter")


async def test_both_files_are_rewritten_and_nothing_is_mixed_afterwards(recipe: Path) -> None:
    found, model = await fixed(recipe, GOOD)

    assert (found.applied, model.calls) == (True, 1)
    assert [(one.file, one.id, one.rule) for one in found.places] == [
        ("requirements.md", "R1", "how-in-requirements"),
        ("requirements.md", "R2.b", "how-in-requirements"),
        ("design.md", "", "what-in-design"),
    ]
    assert (recipe / "requirements.md").read_text("utf-8") == NEW_REQUIREMENTS
    assert (recipe / "design.md").read_text("utf-8") == NEW_DESIGN
    mixed = ("how-in-requirements", "what-in-design")
    assert not [one for one in check([load(recipe)]) if one.rule in mixed]
    for line in (
        "-- `greeter`: makes",
        "+- R4 (MUST): a greeting",
        "+- R1 (MUST): each known name is greeted",
    ):
        assert line in found.diff


async def test_without_a_yes_nothing_is_written(recipe: Path) -> None:
    found, _ = await fixed(recipe, GOOD, agree=False)

    assert (found.applied, bool(found.diff)) == (False, True)
    assert (recipe / "requirements.md").read_text("utf-8") == REQUIREMENTS
    assert (recipe / "design.md").read_text("utf-8") == DESIGN


async def test_what_is_not_mixed_asks_nothing(tmp_path: Path) -> None:
    found, model = await fixed(write(tmp_path / "x", NEW_REQUIREMENTS, NEW_DESIGN), GOOD)

    assert (found, model.calls) == (Fix(), 0)


REFUSED = {
    "a lost requirement": (
        texts(NEW_REQUIREMENTS.replace("- R3 (COULD): it parts.\n", "")),
        "R3 is lost or has another id",
    ),
    "another id": (texts(NEW_REQUIREMENTS.replace("R1 (", "R7 (")), "R1 is lost or has another"),
    "another level": (
        texts(NEW_REQUIREMENTS.replace("R1 (MUST)", "R1 (SHOULD)")),
        "R1 is a MUST of kind behaviour; it becomes SHOULD",
    ),
    "another kind": (
        texts(NEW_REQUIREMENTS.replace("R1 (MUST)", "R1 (MUST, static)")),
        "it becomes MUST, static",
    ),
    "another order": (
        texts(
            NEW_REQUIREMENTS.replace("- R3 (COULD): it parts.\n", "").replace(
                "- R1", "- R3 (COULD): it parts.\n- R1"
            )
        ),
        "The requirements stand in another order.",
    ),
    "a changed sentence": (
        texts(NEW_REQUIREMENTS.replace("it parts", "it never parts")),
        "R3 was not mixed, and its words change.",
    ),
    "a changed clause": (
        texts(NEW_REQUIREMENTS.replace("`Hello, X.`", "`Hi, X.`")),
        "R2.a was not mixed, and its words change.",
    ),
    "a lost clause": (
        texts(NEW_REQUIREMENTS.replace("  - pages on the network are read\n", "")),
        "R2 has other clauses: R2.a.",
    ),
    "a requirement out of nothing": (
        texts(NEW_REQUIREMENTS + "- R5 (MUST): it sings.\n"),
        "R5 is new, and nothing in the design",
    ),
    "changed prose": (
        texts(NEW_REQUIREMENTS.replace("It greets.", "It shouts.")),
        "The prose of requirements.md around the requirements",
    ),
    "a lost comment": (
        texts(NEW_REQUIREMENTS.replace("<!-- brickyard: allow vague: everybody knows -->\n", "")),
        "The comments to Brickyard stay as they are.",
    ),
    "a changed line of the design": (
        texts(design=NEW_DESIGN.replace("# Design", "# The design")),
        "design.md, line 1 was not mixed and stays",
    ),
    "a lost component": (
        texts(design="\n".join(NEW_DESIGN.split("\n")[:5]) + f"\n\n{HOW}\n"),
        "The design loses its component names.",
    ),
    "a how that is nowhere": (
        texts(design=NEW_DESIGN.replace(f" {HOW}", "")),
        "“kept in a hash map” does not stand in the new design.md",
    ),
    "a new error": (
        texts(NEW_REQUIREMENTS.replace("a greeting ends with a full stop", "TBD")),
        "R4 leaves open what is wanted",
    ),
    "a what that becomes weaker": (
        texts(NEW_REQUIREMENTS.replace("R4 (MUST)", "R4 (COULD)")),
        "Place 3 is a MUST, and R4 is a COULD.",
    ),
    "a what that is nowhere": (
        texts(NEW_REQUIREMENTS.replace("- R4 (MUST): a greeting ends with a full stop.\n", "")),
        "Place 3: there is no requirement 'R4'.",
    ),
    "one file": (Files({"design.md": NEW_DESIGN}), "`texts` holds requirements.md and design.md"),
}


@pytest.mark.parametrize("case", REFUSED)
async def test_an_answer_that_changes_more_than_was_mixed_is_sent_back(
    recipe: Path, case: str
) -> None:
    wrong, said = REFUSED[case]
    found, model = await fixed(recipe, GOOD.model_copy(update={"texts": wrong}), GOOD)

    assert (found.applied, model.calls) == (True, 2)
    assert said in model.said
    assert (recipe / "requirements.md").read_text("utf-8") == NEW_REQUIREMENTS


async def test_an_answer_that_stays_wrong_writes_nothing(recipe: Path) -> None:
    with pytest.raises(AnswerRefused):
        await fixed(recipe, GOOD.model_copy(update={"texts": REFUSED["a lost requirement"][0]}))

    assert (recipe / "requirements.md").read_text("utf-8") == REQUIREMENTS


@pytest.mark.parametrize(
    ("moved", "said"),
    [
        (MOVED[:2], "Place 3 stands in `moved` or in `left`, once."),
        ((*MOVED, MOVED[0]), "Place 1 stands in `moved`"),
        ((*MOVED, Moved(place=9)), "There is no place 9."),
    ],
)
async def test_every_place_is_spoken_of_once(
    recipe: Path, moved: tuple[Moved, ...], said: str
) -> None:
    _, model = await fixed(recipe, GOOD.model_copy(update={"moved": moved}), GOOD)

    assert said in model.said


async def test_what_is_mixed_still_or_anew_is_sent_back(recipe: Path) -> None:
    still = GOOD.model_copy(
        update={
            "texts": texts(
                NEW_REQUIREMENTS.replace(
                    "is greeted with", "found in a binary tree is greeted with"
                ),
                NEW_DESIGN,
            )
        }
    )
    _, model = await fixed(recipe, still, GOOD)

    assert "requirements.md, line 6 is mixed now: 'in a binary tree'" in model.said


async def test_what_is_not_mixed_after_all_stays_with_a_reason(recipe: Path) -> None:
    left = (Left(place=2, why="Users name the library."),)
    kept = NEW_REQUIREMENTS.replace(
        "pages on the network are read", "read using the `requests` library"
    )
    answer = UnmixOut(moved=(MOVED[0], MOVED[2]), left=left, texts=texts(kept))
    found, model = await fixed(recipe, answer)

    assert (found.applied, model.calls, found.left) == (True, 1, left)
    assert "read using the" in (recipe / "requirements.md").read_text("utf-8")


async def test_what_is_left_may_not_be_touched(recipe: Path) -> None:
    left = (Left(place=2, why="Users name the library."),)
    wrong = UnmixOut(moved=(MOVED[0], MOVED[2]), left=left, texts=texts())
    _, model = await fixed(recipe, wrong, GOOD)

    assert "R2.b was not mixed, and its words change." in model.said


async def test_line_ends_and_the_end_of_a_file_stay_as_they_were(tmp_path: Path) -> None:
    folder = write(
        tmp_path / "x",
        "\ufeff" + REQUIREMENTS.replace("\n", "\r\n"),
        DESIGN.rstrip("\n"),
    )
    await fixed(folder, GOOD)

    assert (folder / "requirements.md").read_bytes() == (
        "\ufeff" + NEW_REQUIREMENTS.replace("\n", "\r\n")
    ).encode()
    assert (folder / "design.md").read_text("utf-8") == NEW_DESIGN.rstrip("\n")


async def test_a_file_that_was_changed_meanwhile_is_not_written_over(recipe: Path) -> None:
    def answer(inputs: dict[str, Any]) -> UnmixOut:
        (recipe / "design.md").write_text(f"{DESIGN}\nMore.\n", "utf-8")
        return GOOD

    model = Scripted(script({"unmix": answer}))
    with pytest.raises(BadInput, match="was changed meanwhile"):
        await fix(recipe, agree=lambda _: True, model=model, home=recipe.parent / "home")

    assert (recipe / "requirements.md").read_text("utf-8") == REQUIREMENTS


async def test_a_requirement_without_an_id_keeps_its_place_and_level(tmp_path: Path) -> None:
    before = "- MUST greet names that it finds in a hash map.\n- MUST part.\n"
    after = before.replace(" that it finds in a hash map", " that it knows")
    design = DESIGN.replace(" It MUST end with a full stop.", "")
    answer = UnmixOut(
        moved=(Moved(place=1, words="kept in a hash map"),),
        texts=texts(after, design.replace("knows the titles.", f"knows the titles. {HOW}")),
    )
    folder = write(tmp_path / "x", before, design)
    found, model = await fixed(folder, answer)

    assert (found.applied, model.calls) == (True, 1)


async def test_a_spec_of_another_tool_is_never_changed(tmp_path: Path) -> None:
    folder = tmp_path / "specs" / "001-x"
    folder.mkdir(parents=True)
    (folder / "spec.md").write_text("- **FR-001**: It MUST look in a hash map.\n", "utf-8")
    with pytest.raises(BadInput, match="never changed"):
        await fix(folder, home=tmp_path / "home")


async def test_nothing_is_added_where_nothing_moves_in(tmp_path: Path) -> None:
    before = REQUIREMENTS.replace(" is looked up in a hash map and greeted", " is greeted")
    before = before.replace("read using the `requests` library", "pages on the network are read")
    alone = (Moved(place=1, requirement="R4"),)
    design = DESIGN.replace(" It MUST end with a full stop.", " See R4.")
    right = UnmixOut(moved=alone, texts=texts(design=design))
    wrong = UnmixOut(moved=alone, texts=texts(design=f"{design}\nIt runs on Mars.\n"))
    found, model = await fixed(write(tmp_path / "x", before), wrong, right)

    assert (found.applied, model.calls) == (True, 2)
    assert "“It runs on Mars.” is new, and nothing had to be moved here." in model.said

"""Recipes from folders, and recipes that depend on each other."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from recipe_kit import write_recipe

from brickyard.errors import BadInput
from brickyard.recipe import check, load, load_all, read
from brickyard.recipe.graph import cycles


def manifest(name: str, *dependencies: str) -> dict[str, str]:
    fields = {"name": name, "version": "1", "type": "core", "dependencies": list(dependencies)}
    return {"components.json": json.dumps(fields)}


def test_a_good_recipe_is_read(tmp_path: Path) -> None:
    recipe = read(write_recipe(tmp_path / "greeter"))
    assert recipe.name == "greeter"
    assert [one.id for one in recipe.requirements] == ["R1"]
    assert [one.name for one in recipe.components] == ["greeter"]


def test_every_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadInput) as caught:
        read(tmp_path)
    assert [found.file for found in caught.value.findings] == [
        str(tmp_path / name) for name in ("requirements.md", "design.md", "components.json")
    ]
    assert {found.rule for found in caught.value.findings} == {"file-missing"}
    assert "3 errors" in caught.value.message


def test_files_are_named_below_the_folder_as_the_person_gave_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_recipe(tmp_path / "recipes" / "x", {"design.md": False})
    monkeypatch.chdir(tmp_path)
    (found,) = check([load(Path("recipes/x"))])
    assert found.file == "recipes/x/design.md"


def test_text_that_is_not_utf8_is_named_with_line_and_byte(tmp_path: Path) -> None:
    folder = write_recipe(tmp_path / "x", {"requirements.md": b"- R1 (MUST): go\n- caf\xe9\n"})
    (found,) = check([load(folder)])
    assert (found.rule, found.line) == ("not-utf8", 2)
    assert "byte 21 is 0xe9" in found.message


def test_several_broken_files_are_all_named_at_once(tmp_path: Path) -> None:
    folder = write_recipe(
        tmp_path / "x",
        {"requirements.md": "", "design.md": b"\xff", "components.json": "{"},
    )
    with pytest.raises(BadInput) as caught:
        read(folder)
    rules = {found.rule for found in caught.value.findings}
    assert rules == {"file-empty", "not-utf8", "json-malformed"}


def test_a_folder_in_place_of_a_file_is_refused(tmp_path: Path) -> None:
    folder = write_recipe(tmp_path / "x", {"design.md": False})
    (folder / "design.md").mkdir()
    (found,) = check([load(folder)])
    assert found.rule == "file-missing"
    assert "cannot be read" in found.message


@pytest.mark.parametrize("name", ["nowhere", "a-file"])
def test_a_path_that_is_no_folder_is_refused(name: str, tmp_path: Path) -> None:
    (tmp_path / "a-file").write_text("x")
    with pytest.raises(BadInput) as caught:
        read(tmp_path / name)
    assert [found.rule for found in caught.value.findings] == ["folder-missing"]


def test_a_dependency_beside_the_recipe_is_found_and_checked_too(tmp_path: Path) -> None:
    write_recipe(tmp_path / "a", manifest("a", "b"))
    write_recipe(tmp_path / "b", manifest("b", "c"))
    write_recipe(tmp_path / "c", manifest("c"))
    recipes = load_all([tmp_path / "a"])
    assert [Path(one.folder).name for one in recipes] == ["a", "b", "c"]
    assert not check(recipes)


def test_a_missing_dependency_is_an_error_that_names_the_nearest_one(tmp_path: Path) -> None:
    write_recipe(tmp_path / "a", manifest("a", "money"))
    write_recipe(tmp_path / "b", manifest("moneys"))
    (found,) = check(load_all([tmp_path / "a", tmp_path / "b"]))
    assert found.rule == "dependency-missing"
    assert found.suggestion.startswith("Did you mean 'moneys'?")
    assert str(tmp_path / "money") in found.suggestion


def test_a_circle_is_shown_from_name_to_the_same_name(tmp_path: Path) -> None:
    write_recipe(tmp_path / "b", manifest("b", "a"))
    write_recipe(tmp_path / "a", manifest("a", "b"))
    (found,) = check(load_all([tmp_path / "b"]))
    assert found.rule == "dependency-cycle"
    assert "a → b → a" in found.message


def test_a_recipe_that_depends_on_itself_is_a_circle(tmp_path: Path) -> None:
    (found,) = check([load(write_recipe(tmp_path / "a", manifest("a", "A")))])
    assert "a → a" in found.message


GRAPHS = st.dictionaries(
    st.sampled_from("abcdef"), st.lists(st.sampled_from("abcdef"), max_size=4), max_size=6
)


@settings(deadline=None)
@given(GRAPHS)
def test_circles_are_found_exactly_when_there_are_some(edges: dict[str, list[str]]) -> None:
    found = cycles(edges)
    for circle in found:
        assert all(
            below in edges[above]
            for above, below in zip(circle, (*circle[1:], circle[0]), strict=True)
        )
    left = dict(edges)
    while free := [name for name in left if not set(left[name]) & left.keys()]:
        for name in free:
            del left[name]
    assert bool(found) == bool(left)

"""Where the record of a build is, and from which folders its run is found again."""

import json
import os
from pathlib import Path

import pytest
import sample
from cli_kit import RIGHT, Done, brickyard

from brickyard.record import Record, find_home, read_cassette
from brickyard.record.home import homes, note_home, user_home


def waits(recipe: Path, cwd: Path) -> str:
    """A build of this recipe, started in this folder, that waits; its run."""
    ended = brickyard("build", recipe, "-m", "handoff", cwd=cwd)
    assert ended.returncode == 4, ended.stderr
    return ended.stderr.partition("Run ")[2].partition(":")[0]


def listed(cwd: Path, *more: object) -> list[str]:
    ended = brickyard("runs", "--json", *more, cwd=cwd)
    return [run["id"] for run in json.loads(ended.stdout)]


def test_outside_of_repositories_a_run_is_found_from_where_it_was_started_and_from_its_recipe(
    adders: Path,
) -> None:
    run = waits(Path("adders"), adders.parent)
    assert not (adders / ".brickyard").exists()
    assert not (adders.parent / ".brickyard").exists()
    (adders / "deep").mkdir()
    for place in (adders.parent, adders, adders / "deep"):
        assert listed(place) == [run]
        assert "plan of adders" in brickyard("answer", cwd=place).stdout
        assert run in brickyard("runs", "show", cwd=place).stdout
        assert f"Run {run}: waiting" in brickyard("report", cwd=place).stdout


def test_a_folder_that_has_nothing_to_do_with_it_does_not_see_a_run(
    adders: Path, tmp_path: Path
) -> None:
    run = waits(adders, adders.parent)
    other = tmp_path / "other"
    other.mkdir()
    assert listed(other) == []
    said = brickyard("runs", cwd=other).stdout
    assert "No runs yet" in said
    assert "has runs of other folders" in said
    assert listed(other, "--home", user_home()) == [run]
    assert "Nothing waits" in brickyard("answer", cwd=other).stdout
    ended = brickyard("report", cwd=other)
    assert (ended.returncode, "Looked in: " in ended.stderr) == (2, True)


def test_two_recipes_of_one_folder_are_both_found_and_the_latest_is_the_one(tmp_path: Path) -> None:
    runs = [waits(sample.write_recipe(tmp_path / name, 1), tmp_path) for name in ("one", "two")]
    assert sorted(listed(tmp_path)) == sorted(runs)
    assert (listed(tmp_path / "one"), listed(tmp_path / "two")) == ([runs[0]], [runs[1]])
    assert runs[1] in brickyard("runs", "show", cwd=tmp_path).stdout


def test_in_a_repository_the_record_lies_beside_git_and_is_found_from_every_folder_in_it(
    adders: Path,
) -> None:
    root = adders.parent
    (root / ".git").mkdir()
    (root / "docs").mkdir()
    run = waits(adders, root / "docs")
    assert (root / ".brickyard" / "record.db").is_file()
    assert (root / ".brickyard" / ".gitignore").read_text("utf-8") == "*\n"
    assert not user_home().exists()
    for place in (root, adders, root / "docs"):
        assert listed(place) == [run]


def test_a_recipe_of_another_repository_is_found_from_where_the_build_was_started(
    adders: Path, tmp_path: Path
) -> None:
    here = tmp_path / "here"
    for root in (adders, here):
        (root / ".git").mkdir(parents=True)
    run = waits(adders, here)
    assert (adders / ".brickyard" / "record.db").is_file()
    assert not (here / ".brickyard").exists()
    assert (listed(here), listed(adders)) == ([run], [run])
    own = waits(sample.write_recipe(here / "own", 1), here)
    assert listed(here) == [own]


def test_a_record_that_an_older_build_left_in_the_recipe_is_still_the_one(adders: Path) -> None:
    Record.open(adders / ".brickyard").close()
    run = waits(adders, adders.parent)
    assert not (user_home() / "record.db").exists()
    assert (listed(adders), listed(adders.parent)) == ([run], [run])


def test_a_record_in_a_recipe_is_found_from_the_folder_above_without_a_note(adders: Path) -> None:
    with Record.open(adders / ".brickyard") as record:
        run = record.runs.start(recipe=str(adders), out="", model="m", options="{}")
    assert listed(adders.parent) == [run.id]


def test_a_run_says_where_its_record_is_and_so_does_the_list(adders: Path) -> None:
    ended = brickyard("build", adders, "-m", "handoff", "--home", adders / "kept", cwd=adders)
    assert "\nThe record is kept\n" in ended.stderr
    assert "The record is kept." in brickyard("runs", "--home", "kept", cwd=adders).stdout


def test_resuming_goes_on_with_the_run_from_either_folder(adders: Path) -> None:
    run = waits(adders, adders.parent)
    for place in (adders.parent, adders):
        ended = brickyard("runs", "resume", cwd=place)
        assert (ended.returncode, f"Run {run}" in ended.stderr) == (4, True)
    assert listed(adders) == [run]
    with Record.open(user_home()) as record:
        later = record.runs.start(recipe=str(adders), out="", model="m", options="{}")
        record.runs.end(later.id, "done")
    assert f"Run {run}" in brickyard("runs", "resume", cwd=adders).stderr
    ended = brickyard("runs", "resume", later.id, cwd=adders)
    assert ended.returncode == 2


def test_a_cassette_from_the_users_own_record_holds_the_answers_of_this_folder_alone(
    tmp_path: Path,
) -> None:
    def built(name: str) -> Done:
        recipe = sample.write_recipe(tmp_path / name / "adders", 1)
        design = recipe / "design.md"
        design.write_text(design.read_text("utf-8") + f"\nFor {name}.\n", "utf-8")
        return brickyard("plan", recipe, "-m", RIGHT, cwd=recipe.parent)

    assert [built(name).returncode for name in ("one", "two")] == [0, 0]
    with Record.open(user_home()) as record:
        assert len(list(record.answers.all())) == 2
    file = tmp_path / "c.jsonl"
    ended = brickyard("cassette", "export", file, cwd=tmp_path / "one")
    assert ended.stdout == f"1 answers are in {file}.\n"
    (answer,) = read_cassette(file)
    assert "For one." in answer.request


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file to another")
def test_the_record_of_another_user_is_not_looked_at(tmp_path: Path) -> None:
    """It says what is to be run, and with which settings."""
    for home in (tmp_path / "evil" / ".brickyard", tmp_path / ".brickyard"):
        with Record.open(home):
            pass
        os.chown(home / "record.db", 1234, 1234)
    assert homes(tmp_path) == (user_home(),)
    assert find_home(tmp_path / "evil") == user_home()


def test_a_note_that_cannot_be_left_ends_no_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    note_home(tmp_path, tmp_path / "elsewhere")
    assert homes(tmp_path) == (user_home(),)


def test_without_the_variable_the_users_own_record_is_in_the_usual_state_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    for value in ("", "relative/path"):
        monkeypatch.setenv("XDG_STATE_HOME", value)
        assert find_home(tmp_path) == tmp_path / ".local/state/brickyard"

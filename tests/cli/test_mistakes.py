"""What a person mistypes, and what is said about it before anything is asked."""

import json
import os
import re
import stat
from pathlib import Path

import pytest
from cli_kit import RIGHT, brickyard

from brickyard.errors import BadInput
from brickyard.settings import Settings

# ---------------------------------------------------------------- names


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["bild", "x"], "There is no command 'bild'. Did you mean 'build'?"),
        (["zzz"], "There is no command 'zzz'."),
        (["build", "x", "--jsn"], "No such option '--jsn'. Did you mean '--json'"),
        (["build", "x", "--proof", "ful"], "'ful' is not one of"),
        (["build", "x", "-m", "handof"], "There is no model 'handof'. Did you mean 'handoff'?"),
    ],
)
def test_a_misspelt_name_gets_a_suggestion(adders: Path, arguments: list[str], words: str) -> None:
    given = [str(adders) if word == "x" else word for word in arguments]
    ended = brickyard(*given)
    assert ended.returncode == 2
    assert words in ended.stderr


def test_a_misspelt_setting_is_named_with_its_line_and_a_suggestion(adders: Path) -> None:
    file = adders / "brickyard.toml"
    file.write_text('max_calls = 3\nmodle = "replay"\n', "utf-8")
    ended = brickyard("build", adders)
    assert ended.returncode == 2
    assert f"{file}:2: setting 'modle': there is no such setting." in ended.stderr
    assert "Did you mean 'model'?" in ended.stderr
    file.write_text('[models]\n\nplna = "replay"\n', "utf-8")
    ended = brickyard("build", adders)
    assert f"{file}:1: setting 'models': 'plna' is no kind of work" in ended.stderr
    assert "Did you mean 'plan'?" in ended.stderr


@pytest.mark.parametrize(
    ("variable", "near"),
    [("BRICKYARD_MODLE", "BRICKYARD_MODEL"), ("BRICKYARD_MAX_USDS", "BRICKYARD_MAX_USD")],
)
def test_a_misspelt_variable_is_refused(tmp_path: Path, variable: str, near: str) -> None:
    with pytest.raises(BadInput, match=f"{variable} is no variable.*Did you mean '{near}'"):
        Settings.load(tmp_path, {variable: "1"})


def test_a_variable_that_is_near_to_none_of_ours_is_left_alone(tmp_path: Path) -> None:
    assert Settings.load(tmp_path, {"BRICKYARD_RELEASE_NOTES": "x"}) == Settings()


def test_a_wrong_value_is_said_of_where_it_came_from(tmp_path: Path) -> None:
    (tmp_path / "brickyard.toml").write_text("concurrency = 0\n", "utf-8")
    with pytest.raises(BadInput, match=r"brickyard\.toml:1: setting 'concurrency'"):
        Settings.load(tmp_path, {})
    with pytest.raises(BadInput, match=r"^BRICKYARD_CONCURRENCY: setting 'concurrency'"):
        Settings.load(tmp_path, {"BRICKYARD_CONCURRENCY": "many"})


# ---------------------------------------------------------------- plans


HEAD = {"module": "adders", "created_at": "2026-01-31T10:00:00", "model": "m"}
BRICK = {
    "name": "a",
    "description": "d",
    "contract_path": "a.contract.md",
    "type": "python_module",
    "spec_path": "a.impl_spec.md",
    "target_dir": "src/adders/a",
    "clauses": ["R1"],
    "depends_on": [],
}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{\n  "module": "a",\n  "bricks": [}\n', "plan.json:3:14: this is not JSON: "),
        ("", "plan.json:1:1: this is not JSON: Expecting value."),
        ("[]", "the plan: it has to be an object"),
        (json.dumps(HEAD), "bricks: it is missing"),
        (
            json.dumps({**HEAD, "bricks": [BRICK, {**BRICK, "clauses": 3}]}, indent=2),
            "plan.json:25: error [plan.field] bricks[1].clauses: it has to be a list",
        ),
        (
            json.dumps({**HEAD, "bricks": [{**BRICK, "clause": ["R1"]}]}, indent=2),
            "plan.json:17: error [plan.field] bricks[0].clause: there is no such field. "
            "Did you mean 'clauses'?",
        ),
        (
            json.dumps({"modul": "a", **HEAD, "bricks": []}, indent=1),
            "plan.json:2: error [plan.field] modul: there is no such field. Did you mean 'module'?",
        ),
    ],
)
def test_a_plan_that_cannot_be_read_is_told_with_place_or_field(
    adders: Path, text: str, words: str
) -> None:
    file = adders / "plan.json"
    file.write_text(text, "utf-8")
    for command in ("build", "analyze"):
        ended = brickyard(command, adders, "-m", RIGHT, "--use-plan", file)
        assert ended.returncode == 2, ended.stderr
        assert words in ended.stderr
        assert "validation error" not in ended.stderr


def test_a_plan_that_is_no_text_or_no_file_is_told(adders: Path) -> None:
    file = adders / "plan.json"
    file.write_bytes(b"\xff\xfe")
    assert "not UTF-8 at byte 0" in brickyard("build", adders, "--use-plan", file).stderr
    ended = brickyard("build", adders, "--use-plan", adders / "none")
    assert "none does not exist" in ended.stderr
    (adders / "other").mkdir()
    ended = brickyard("build", adders, "--use-plan", adders / "other")
    assert "other/plan.json does not exist" in ended.stderr


# ---------------------------------------------------------------- places that cannot be written


def link(out: Path) -> None:
    out.symlink_to(out.parent / "nowhere")


def link_to_folder(out: Path) -> None:
    (out.parent / "there").mkdir()
    out.symlink_to(out.parent / "there")


def file(out: Path) -> None:
    out.write_text("in the way", "utf-8")


@pytest.mark.parametrize("spoil", [link, link_to_folder, file])
def test_an_output_that_cannot_be_written_is_refused_before_anything_is_asked(
    adders: Path, spoil: object
) -> None:
    assert callable(spoil)
    out = adders / "out"
    spoil(out)
    ended = brickyard("build", adders, "-m", "scripted:cli_kit:unheard", "-o", out)
    assert (ended.returncode, str(out) in ended.stderr, "--out" in ended.stderr) == (2, True, True)
    assert "Run " not in ended.stderr


def test_a_folder_in_which_nothing_can_be_made_is_refused_for_output_and_record(
    adders: Path,
) -> None:
    """In /proc nobody can make a folder, not even root."""
    for option in ("--out", "--home"):
        ended = brickyard("build", adders, "-m", RIGHT, option, "/proc/brickyard")
        assert ended.returncode == 2, ended.stderr
        assert "/proc" in ended.stderr
        assert "cannot be" in ended.stderr
        assert option in ended.stderr
        assert "Run " not in ended.stderr


@pytest.mark.skipif(os.getuid() == 0, reason="root may write everywhere")
def test_a_folder_without_permission_is_refused(adders: Path) -> None:
    locked = adders / "locked"
    locked.mkdir()
    locked.chmod(stat.S_IRUSR | stat.S_IXUSR)
    for option in ("--out", "--home"):
        ended = brickyard("build", adders, "-m", RIGHT, option, locked / "x")
        assert (ended.returncode, "Permission denied" in ended.stderr) == (2, True)


# ---------------------------------------------------------------- one document


@pytest.mark.parametrize(
    "arguments",
    [
        ["build", "nowhere", "-m", "replay"],
        ["plan", "nowhere", "-m", "replay"],
        ["analyze", "nowhere"],
        ["test", "nowhere"],
        ["runs", "show"],
        ["runs", "resume"],
        ["report"],
        ["answer", "abc"],
        ["cassette", "export", "c.jsonl"],
        ["init", "."],
        ["build", "nowhere", "--prof", "full"],
    ],
)
def test_with_json_an_error_is_one_document_too(tmp_path: Path, arguments: list[str]) -> None:
    (tmp_path / "here").mkdir()
    (tmp_path / "here" / "file").touch()
    ended = brickyard(*arguments, "--json", cwd=tmp_path / "here")
    document = json.loads(ended.stdout)
    assert ended.returncode == document["exit_code"] == 2
    assert document["error"]
    assert document["error"].partition("\n")[0] in re.sub(r"\s+", " ", ended.stderr)


def test_a_fault_of_ours_ends_with_3_and_no_traceback(
    adders: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("a fault")

    monkeypatch.setattr("brickyard.cli.check.load_all", broken)
    ended = brickyard("check", adders)
    assert ended.returncode == 3
    assert "Brickyard itself failed: ZeroDivisionError: a fault" in ended.stderr
    assert "--debug" in ended.stderr
    with pytest.raises(ZeroDivisionError):
        brickyard("--debug", "check", adders)

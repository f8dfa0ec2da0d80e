"""What a person sees on a terminal of 80 columns."""

import re
from pathlib import Path

import pytest
from cli_kit import brickyard, plain, terminal
from sample import write_recipe

from brickyard.cli import COMMANDS, GROUPS
from brickyard.flow.results import Result
from brickyard.reports.output import program, say_commands, shown, typed, wrapped
from brickyard.reports.text import as_text
from brickyard.values import Kind, Level, Matrix, Proof, Proven, Row, Unmet, Verdict
from brickyard.values.kinds import NAMES, PROOFS


def widest(text: str) -> int:
    return max(len(line) for line in plain(text).splitlines())


def row(id: str, kind: Kind) -> Row:
    return Row(
        requirement=id,
        level=Level.SHOULD,
        kind=kind,
        text="x",
        tests=("t",) * 12,
        lines={"a": tuple(range(120))},
        verdict=Verdict.NOT_MET,
        unmet=Unmet.NOT_JUDGED,
        reason="It is not as it should be, " * 8,
        proofs={
            name: Proven(state=Proof.FAILED if name in PROOFS[kind] else Proof.NOT_APPLICABLE)
            for name in NAMES
        },
    )


def result(*ids: str) -> Result:
    rows = tuple(row(id, kind) for id, kind in zip(ids, Kind, strict=True))
    return Result(run="r", status="not met", recipe="x", matrix=Matrix(rows=rows))


SHORT = ("R1", "R2", "R3", "R4", "R5", "R6", "R7")
LONG = ("FR-006", "auto-print-number-3f2a9c", *SHORT[2:])


@pytest.mark.parametrize("ids", [SHORT, LONG])
def test_the_matrix_of_every_kind_of_proof_fits_into_80_columns(ids: tuple[str, ...]) -> None:
    text = as_text(result(*ids), width=80)
    assert widest(text) <= 80
    header = text.splitlines()[1].split()
    assert (header[:3], header[-1]) == (["id", "level", "kind"], "verdict")
    assert "held" in header
    (line,) = [line for line in text.splitlines() if re.match("R3 +SHOULD", line)]
    marks = ["✗", "✗", "✗", "✗", "✗", "n/a", "n/a"]
    assert line.split()[:10] == ["R3", "SHOULD", "performance", *marks]


def test_where_there_is_room_tests_and_lines_are_counted_too() -> None:
    header = as_text(result(*SHORT), width=100).splitlines()[1]
    assert header.split()[-3:] == ["tests", "lines", "verdict"]


def test_sentences_break_at_words_on_a_terminal_and_nowhere_else() -> None:
    text = as_text(result(*SHORT), width=80)
    assert "should be, It is not" in re.sub(r"\s+", " ", text)
    assert not re.search(r"\bshou$", text, re.MULTILINE)
    assert widest(as_text(result(*SHORT))) > 200


def test_what_is_wrapped_keeps_its_indent_and_its_long_words() -> None:
    path = "/a" * 50
    assert wrapped(f"  see {path} there", 40) == f"  see\n    {path}\n    there"
    assert wrapped("a\n\nb", 10) == "a\n\nb"
    assert wrapped("x " * 99, 0) == "x " * 99


@pytest.fixture
def recipe(tmp_path: Path) -> Path:
    """One that `check` says much about."""
    folder = tmp_path / "tidy"
    assert brickyard("init", folder).returncode == 0
    text = (folder / "requirements.md").read_text("utf-8").replace("R2 (SHOULD)", "R1 (SHOULD)")
    (folder / "requirements.md").write_text(text, "utf-8")
    return folder


def test_no_color_is_kept_to_by_errors_findings_and_lists(recipe: Path) -> None:
    code, coloured = terminal("check", "tidy", cwd=recipe.parent)
    assert (code, "\x1b[31m" in coloured) == (2, True)
    code, bare = terminal("check", "tidy", cwd=recipe.parent, NO_COLOR="1")
    assert (code, "\x1b" in bare) == (2, False)
    assert plain(coloured) == bare
    assert "\x1b[31m" in terminal("report", cwd=recipe)[1]
    assert "\x1b" not in terminal("report", cwd=recipe, NO_COLOR="1")[1]


@pytest.mark.parametrize("arguments", [[], ["--help"], *([name, "--help"] for name in COMMANDS)])
def test_help_fits_into_80_columns(arguments: list[str]) -> None:
    ended = brickyard(*arguments, COLUMNS="80")
    assert ended.returncode == 0
    assert widest(ended.stdout) <= 80


@pytest.mark.parametrize(
    "shell", ["bash", *(pytest.param(name, marks=pytest.mark.slow) for name in ("zsh", "fish"))]
)
def test_shells_can_complete_commands_and_options(shell: str, tmp_path: Path) -> None:
    code, source = terminal(cwd=tmp_path, _BRICKYARD_COMPLETE=f"{shell}_source")
    assert (code, "_BRICKYARD_COMPLETE" in source) == (0, True)
    words = {"COMP_WORDS": "brickyard buil", "COMP_CWORD": "buil" if shell == "fish" else "1"}
    _, offered = terminal(cwd=tmp_path, _BRICKYARD_COMPLETE=f"{shell}_complete", **words)
    assert "build" in offered
    words = {"COMP_WORDS": "brickyard build --js", "COMP_CWORD": "--js" if shell == "fish" else "2"}
    _, offered = terminal(cwd=tmp_path, _BRICKYARD_COMPLETE=f"{shell}_complete", **words)
    assert "--json-events" in offered


def test_every_command_is_in_one_group_of_the_first_screen() -> None:
    assert sorted(name for names in GROUPS.values() for name in names) == sorted(COMMANDS)
    first = brickyard().stdout
    assert all(f"\n{title}:\n" in first for title in GROUPS)
    assert len(first.splitlines()) <= 40


@pytest.mark.slow
def test_what_a_first_session_does_not_show_is_no_wider_than_the_terminal_either(
    tmp_path: Path,
) -> None:
    write_recipe(tmp_path / "hello", 1)
    for arguments, code in (
        (["analyze", "hello"], 0),
        (["build", "hello", "-m", "handoff"], 4),
        (["report"], 0),
        (["build", "hello", "-m", "nonsense"], 2),
        (["doctor"], 0),
    ):
        ended, text = terminal(*arguments, cwd=tmp_path)
        assert ended == code, text
        assert widest(_without_paths(text)) <= 80, text


def _without_paths(text: str) -> str:
    """A path is never broken, so that it can be copied."""
    return re.sub(r"`?/[^\s`]+`?", "/", text)


def test_what_can_be_typed_next_is_explained_beside_or_below(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    commands = {"check a": "says what is wrong", "build a/longer/path": "builds it"}
    monkeypatch.setattr("brickyard.reports.output.program", lambda: "brickyard")
    for width, beside in ((80, True), (40, False), (0, True)):
        monkeypatch.setattr("brickyard.reports.output.columns", lambda _, width=width: width)
        say_commands(commands)
        said = capsys.readouterr().out
        assert ("  brickyard check a              says what is wrong\n" in said) is beside
        assert ("  brickyard check a\n      says what is wrong\n" in said) is not beside


def test_a_path_is_shown_as_it_is_typed_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", "/home/someone")
    assert shown(tmp_path / "a" / "b") == "a/b"
    assert shown("/home/someone/.local/x") == "~/.local/x"
    assert shown("/x") == "/x"
    assert (typed("a/b"), typed("a b"), typed("/home/someone/.x")) == ("a/b", "'a b'", "~/.x")


def test_commands_are_printed_as_the_program_was_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = tmp_path / ".venv" / "bin" / "brickyard"
    script.parent.mkdir(parents=True)
    script.touch(0o755)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.argv", [str(script), "demo"])
    assert program() == ".venv/bin/brickyard"
    monkeypatch.setenv("PATH", str(script.parent))
    assert program() == "brickyard"
    monkeypatch.setattr("sys.argv", ["/x/brickyard/__main__.py"])
    monkeypatch.setattr("sys.executable", str(tmp_path / ".venv/bin/python"))
    assert program() == ".venv/bin/python -m brickyard"

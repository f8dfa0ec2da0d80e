"""Edits of somebody's files, and what an answer may do: no sandbox, no model."""

import subprocess
from pathlib import Path

import pytest
from prove_kit import TIMES, edit, write_code

from brickyard.doors.prove.allowed import Allowed
from brickyard.doors.prove.code import read_code
from brickyard.doors.prove.stays import interface_changes
from brickyard.doors.prove.surface import read_surface
from brickyard.files import Files, as_text
from brickyard.repair.edits import Unusable, edited, kept_form, read_edits, shown, unified
from brickyard.repair.question import END, NEW, OLD, MendOut

MINE = "clockwork/times.py"
LINE = "    total = (parse_time(start) + minutes) % DAY"
CHANGED = edit(LINE, LINE.replace("%", "//"))
LATER = "def later(start: str, minutes: int) -> str:"


def answered(
    folder: Path, edits: dict[str, str], code: dict[str, str] | None = None, may_add: bool = False
) -> tuple[Files, list[str]]:
    found = read_code(folder if folder.suffix else write_code(folder))
    rules = Allowed(code=found, interfaces=read_surface(found).interfaces, may_add=may_add)
    seen = {MINE: TIMES, "clockwork.py": TIMES, "clockwork/cli.py": ""}
    given = Files({path: seen[path] for path in seen if f"src/{path}" in found.files})
    answer = MendOut(cause="It is so.", edits=Files(edits), code=Files(code or {}))
    return rules.edited(answer, given, found.files)


@pytest.mark.parametrize(
    ("edits", "why"),
    [
        ({"other/times.py": CHANGED}, "only files of the package"),
        ({"clockwork.py": CHANGED}, "it is there, but|no such file"),
        ({"recipe/requirements.md": edit("# Clockwork", "# Nothing")}, "only files of the package"),
        ({"clockwork-0.3.dist-info/METADATA": CHANGED}, "only files of the package"),
        ({"clockwork/tests/test_times.py": CHANGED}, "tests are never edited"),
        ({"clockwork/test_times.py": CHANGED}, "tests are never edited"),
        ({"clockwork/conftest.py": CHANGED}, "tests are never edited"),
        ({"clockwork/data.json": CHANGED}, "only Python files"),
        ({"clockwork/brickyard.lock": CHANGED}, "only Python files"),
        ({"clockwork/__pycache__/x.py": CHANGED}, "only Python files"),
        ({"clockwork/__init__.py": CHANGED}, "it was not shown"),
        ({"clockwork/new.py": CHANGED}, "there is no such file"),
        ({MINE: edit("    total = nothing", "")}, "do not stand in the file like this"),
        ({MINE: edit(LINE.strip(), "total = 1")}, "do not stand in the file like this"),
        ({MINE: edit('        raise InvalidTime(f"no time: {text!r}")', "")}, "occur 2 times"),
        ({MINE: edit("", "x = 1")}, "no old lines"),
        ({MINE: CHANGED + CHANGED}, "overlap"),
        ({MINE: edit(LINE, "    total = (")}, "no Python"),
        ({MINE: edit(LATER, "def _later(start: str, minutes: int) -> str:")}, "later` is public"),
        ({MINE: edit(LATER, "def later(start: str, by: int) -> str:")}, "keep its signature"),
        ({MINE: edit(LATER, "def later(start: str, minutes: int):")}, "keep its signature"),
        ({MINE: edit("class InvalidTime(ValueError):", "class InvalidTime:")}, "keep its sig"),
        ({MINE: edit(LINE, f"{LINE}\n\n\ndef more():\n    pass\n")}, "is a new public name"),
        ({MINE: edit(LINE, LINE)}, "change nothing"),
        ({MINE: f"total = 1\n{CHANGED}"}, "outside of an edit"),
        ({MINE: CHANGED.replace(END, "")}, "has no"),
        ({MINE: CHANGED.replace(NEW, OLD)}, "does not follow"),
        ({MINE: ""}, "there is no edit"),
        ({}, "There is no edit"),
    ],
)
def test_what_an_answer_may_not_do_is_told(tmp_path: Path, edits: dict[str, str], why: str) -> None:
    _, problems = answered(tmp_path, edits)

    assert len(problems) == 1
    assert any(part in problems[0] for part in why.split("|"))


def test_a_new_file_may_be_added_and_one_that_is_there_is_no_new_one(tmp_path: Path) -> None:
    files, problems = answered(tmp_path, {MINE: CHANGED}, {"clockwork/_help.py": "X = 1\n"})
    assert (problems, files["src/clockwork/_help.py"]) == ([], "X = 1\n")

    (tmp_path / "code" / "src" / "clockwork" / "test_x.py").write_text("")
    _, problems = answered(tmp_path, {}, {"clockwork/__init__.py": "X = 1\n"})
    assert "it was not shown" in problems[0]


def test_a_package_that_is_one_file_has_room_for_no_other(tmp_path: Path) -> None:
    (tmp_path / "clockwork.py").write_text(TIMES)
    files, problems = answered(tmp_path / "clockwork.py", {"clockwork.py": CHANGED})
    assert (problems, "// DAY" in files["src/clockwork.py"]) == ([], True)

    _, problems = answered(tmp_path / "clockwork.py", {}, {"clockwork/more.py": "x = 1\n"})
    assert "only files of the package" in problems[0]


def test_a_file_behind_a_link_is_not_edited(tmp_path: Path) -> None:
    package = write_code(tmp_path) / "src" / "clockwork"
    (package / "times.py").rename(package / "real.py")
    (package / "times.py").symlink_to("real.py")
    found = read_code(tmp_path / "code")
    rules = Allowed(code=found, interfaces=read_surface(found).interfaces)

    answer = MendOut(cause="So.", edits=Files({MINE: CHANGED}))
    _, problems = rules.edited(answer, Files({MINE: TIMES}), found.files)

    assert "it is a symbolic link" in problems[0]


def test_values_and_docstrings_may_change_and_private_names_come_and_go() -> None:
    before = {"a/b.py": 'DAY: int = 1\n\n\ndef f(x: int = 1) -> int:\n    """One."""\n'}
    after = {"a/b.py": 'DAY = 2\n\n\ndef f(x: int = 2) -> int:\n    """Two."""\n\n\n_x = 1\n'}

    assert interface_changes(before, after, may_add=False) == []


@pytest.mark.parametrize(
    ("signature", "is_fine"),
    [
        ("(a: int, b: int = 1, c: int = 2)", True),
        ("(a: int, b: int = 1, *, c: int = 2)", True),
        ("(a: int, b: int = 1, **more: int)", True),
        ("(a: int, c: int = 2, b: int = 1)", False),
        ("(a: int, b: int = 1, *, c: int)", False),
        ("(a: int)", False),
        ("(a: int, b: int)", False),
    ],
)
def test_what_is_added_may_be_left_out_by_all_who_call(signature: str, is_fine: bool) -> None:
    before = {"a.py": "def f(a: int, b: int = 1): ...\n"}
    after = {"a.py": f"def f{signature}: ...\n"}

    assert (interface_changes(before, after, may_add=True) == []) is is_fine
    assert interface_changes(before, after, may_add=False)


# ---------------------------------------------------------------- texts


def test_several_edits_are_all_of_the_text_as_it_was() -> None:
    text = "a\nb\nc\nd\n"
    assert edited(text, read_edits(edit("d", "a") + edit("a\nb", "x"))) == "x\nc\na\n"
    assert edited("a\nb", read_edits(edit("b", "c"))) == "a\nc"


def test_lines_that_look_like_marks_of_others_are_text() -> None:
    underline = "Title\n=======\n"
    assert edited(f"{underline}a\n", read_edits(edit(f"{underline}a", "b"))) == "b\n"


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"a = 1\r\nb = 2\r\n", b"a = 1\r\nb = 3\r\nc = 4\r\n"),
        (b"\xef\xbb\xbfa = 1\nb = 2\n", b"\xef\xbb\xbfa = 1\nb = 3\nc = 4\n"),
        (b"a = 1\r\nb = 2\n", b"a = 1\r\nb = 3\nc = 4\n"),
        (b"a = 1\nb = 2", b"a = 1\nb = 3\nc = 4"),
        (
            b"# coding: latin-1\n# \xe4\nb = 2\n",
            b"# coding: latin-1\n# \xe4\nb = 3\nc = 4\n",
        ),
    ],
)
def test_a_file_keeps_its_form(content: bytes, expected: bytes) -> None:
    raw = as_text(content)
    new = edited(shown(raw), read_edits(edit("b = 2", "b = 3\nc = 4")))

    assert kept_form(raw, new) == as_text(expected)


def test_what_the_encoding_cannot_say_is_refused() -> None:
    raw = "# coding: ascii\na = 1\n"
    with pytest.raises(Unusable, match="has no"):
        kept_form(raw, "# coding: ascii\na = 'é'\n")
    with pytest.raises(Unusable, match="must stay"):
        kept_form("# coding: latin-1\na = 1\n", "a = 2\n")


def test_a_diff_is_one_that_git_takes(tmp_path: Path) -> None:
    before = {"crlf.py": "a\r\nb\r\nc", "same.py": "x\n", "bytes.py": as_text(b"\xff\n")}
    after = {
        "crlf.py": "a\r\nB\r\nc\n",
        "same.py": "x\n",
        "new/one.py": "n\n",
        "bytes.py": as_text(b"\xfe\n"),
    }
    Files(before).write(tmp_path)
    diff = unified(before, after).encode("utf-8", "surrogateescape")

    subprocess.run(["git", "apply", "-"], input=diff, cwd=tmp_path, check=True)

    found = {str(p.relative_to(tmp_path)): p.read_bytes() for p in tmp_path.rglob("*.py")}
    assert found == {path: text.encode("utf-8", "surrogateescape") for path, text in after.items()}

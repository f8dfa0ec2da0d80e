"""What an answer to a repair may change: files that it was shown, by edits or as a whole."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brickyard.drafts.question import Contested, RepairOut
from brickyard.files import Files
from brickyard.flow.join import edited
from brickyard.repair.question import END, NEW, OLD

SHOWN = Files({"p/a.py": "x = 1\ny = 2\n", "p/b.py": "z = 3\n"})


def edit(old: str, new: str) -> str:
    return f"{OLD}\n{old}\n{NEW}\n{new}\n{END}\n"


def answer(edits: dict[str, str], code: dict[str, str] | None = None) -> RepairOut:
    return RepairOut(edits=Files(edits), code=Files(code or {}))


def test_edits_and_whole_files_change_what_they_name_and_nothing_else() -> None:
    found, problems = edited(
        answer({"p/a.py": edit("x = 1", "x = 10")}, {"p/b.py": "z = 30\n"}), SHOWN
    )
    assert problems == []
    assert found == Files({"p/a.py": "x = 10\ny = 2\n", "p/b.py": "z = 30\n"})


@pytest.mark.parametrize(
    ("edits", "code", "why"),
    [
        ({"p/c.py": edit("x = 1", "x = 2")}, {}, "none of the files in `code`: p/a.py, p/b.py"),
        ({}, {"tests/test_a.py": "x = 1\n"}, "none of the files in `code`"),
        ({}, {"src/p/a.py": "x = 1\n"}, "none of the files in `code`"),
        ({"p/a.py": edit("x = 1", "x = 2")}, {"p/a.py": "x = 2\n"}, "give one of the two"),
        ({"p/a.py": edit("x = 5", "x = 2")}, {}, "p/a.py: "),
        ({"p/a.py": "x = 2\n"}, {}, "outside of an edit"),
        ({"p/a.py": f"{OLD}\nx = 1\n{NEW}\n"}, {}, "has no"),
        ({}, {}, "changes no file and disputes nothing"),
    ],
)
def test_what_an_answer_may_not_do_is_told(
    edits: dict[str, str], code: dict[str, str], why: str
) -> None:
    _, problems = edited(answer(edits, code), SHOWN)
    assert len(problems) == 1
    assert why in problems[0]


def test_an_answer_of_disputes_alone_is_a_good_answer() -> None:
    disputed = Contested(test="check_1", reason="R1 says otherwise.")
    assert edited(RepairOut(disputes=(disputed,)), SHOWN) == (Files(), [])


TEXT = st.text(alphabet=st.characters(codec="utf-8", exclude_characters="\r"), max_size=200)


@given(TEXT, TEXT)
def test_whatever_stands_in_an_answer_only_shown_files_change(edits: str, code: str) -> None:
    found, problems = edited(answer({"p/a.py": edits}, {"p/b.py": code}), SHOWN)
    assert set(found) <= set(SHOWN)
    assert "p/a.py" in found or problems
    assert found.get("p/b.py") == code


@given(st.lists(st.sampled_from(["a", "b", "c", ""]), min_size=1, max_size=8), st.data())
def test_an_edit_of_lines_that_stand_there_once_takes_their_place(
    lines: list[str], data: st.DataObject
) -> None:
    unique = [f"{line}{number}" for number, line in enumerate(lines)]
    first = data.draw(st.integers(0, len(unique) - 1))
    last = data.draw(st.integers(first, len(unique) - 1))
    old = unique[first : last + 1]
    shown = Files({"p/a.py": "\n".join(unique) + "\n"})
    found, problems = edited(answer({"p/a.py": edit("\n".join(old), "new")}), shown)
    assert problems == []
    assert found["p/a.py"] == "\n".join([*unique[:first], "new", *unique[last + 1 :]]) + "\n"

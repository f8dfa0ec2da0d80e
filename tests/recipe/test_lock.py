"""A lock that cannot be used says why, and what to do."""

import json
from pathlib import Path

import pytest

from brickyard.errors import BadInput
from brickyard.recipe.lock import LOCK, Lock, read_lock


@pytest.mark.parametrize(
    ("text", "said", "hint"),
    [
        (json.dumps({"format": 1}), "an older Brickyard (format 1)", "Remove the lock"),
        (json.dumps({"format": 99}), "a newer Brickyard (format 99)", "Update Brickyard"),
        ("{\n", "brickyard.lock:2:1: the lock is not JSON", "Restore it from version control"),
        ("[]", "the lock cannot be read", "Restore it from version control"),
        (json.dumps({"bricks": {}}), "the lock cannot be read", "Restore it"),
    ],
)
def test_it_is_refused(text: str, said: str, hint: str, tmp_path: Path) -> None:
    (tmp_path / LOCK).write_text(text, "utf-8")

    with pytest.raises(BadInput) as caught:
        read_lock(tmp_path)

    assert said in caught.value.message
    assert hint in caught.value.hint


def test_where_there_is_none_it_is_empty_and_what_was_written_is_read(tmp_path: Path) -> None:
    assert read_lock(tmp_path) == Lock()
    Lock().write(tmp_path)
    assert read_lock(tmp_path) == Lock()

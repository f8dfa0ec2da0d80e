"""Generated files as a value: what a path may be, and a digest that records depend on."""

import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brickyard.files import Files, as_bytes, as_text, check_path

ODD = ["", "/a", "~a", "a//b", "a/", "./a", "a/..", "..", "a/../b", "a\\b", "c:d", "a\nb"]
ODD += [" a", "a /b", "x" * 256, "/".join(["x" * 50] * 6)]


def test_the_digest_is_the_one_that_stored_verdicts_were_keyed_by() -> None:
    files = Files({"src/b.py": "é\n", "a": ""})
    assert files.digest == "d75f3ae3982570dd15c911ffd89a751ddf155d3cd313df50fd8997155e54a4f9"


def test_the_digest_tells_paths_and_texts_apart() -> None:
    assert Files({"a": "bc"}).digest != Files({"ab": "c"}).digest
    assert (Files({"a": "x"}) | {"a": "y"}).digest == Files({"a": "y"}).digest


@pytest.mark.parametrize("path", ODD)
def test_a_path_that_could_mean_something_else_is_refused(path: str) -> None:
    with pytest.raises(ValueError, match=r"path|empty"):
        check_path(path)


@pytest.mark.parametrize("path", ["a", ".env", "a-b/c_d.e/1", "ü/ö", "…", "a b/c", "x" * 255])
def test_a_plain_path_is_taken_as_it_is(path: str) -> None:
    assert check_path(path) == path


@given(st.text(st.sampled_from("ab._-/ \\:\n~"), max_size=12))
def test_what_is_taken_stays_inside(path: str) -> None:
    try:
        check_path(path)
    except ValueError:
        return
    parts = path.split("/")
    assert parts
    assert not {"", ".", ".."}.intersection(parts)
    assert all(part == part.strip() for part in parts)


@pytest.mark.parametrize(
    "paths", [("a", "a/b"), ("a/b", "a"), ("a/b", "a/b/c/d"), ("a/b/c/d", "x", "a")]
)
def test_nothing_is_both_a_file_and_a_folder(paths: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="both a file and a folder"):
        Files(dict.fromkeys(paths, ""))


@given(st.binary(max_size=200))
def test_any_bytes_survive_as_text(content: bytes) -> None:
    assert as_bytes(as_text(content)) == content


@given(st.text(max_size=50))
def test_what_is_text_stays_the_text_that_it_is(text: str) -> None:
    assert as_text(text.encode()) == text


@given(st.binary(max_size=50), st.binary(max_size=50))
def test_other_bytes_have_another_digest(one: bytes, other: bytes) -> None:
    digests = {Files({"a": as_text(content)}).digest for content in (one, other)}
    assert len(digests) == len({one, other})


@given(st.binary(max_size=200))
def test_any_bytes_are_written_as_they_were(content: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        Files({"a/b.bin": as_text(content)}).write(Path(folder))
        assert (Path(folder) / "a" / "b.bin").read_bytes() == content

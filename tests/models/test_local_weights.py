"""Which weights `local` means, and that they are read once and refused when they are others."""

import hashlib
import os
import sys
from pathlib import Path

import pytest

from brickyard.errors import BadInput, ModelUnavailable
from brickyard.models.choose import choose
from brickyard.models.local_weights import (
    DEFAULT,
    Published,
    WeightsMissing,
    find_weights,
)
from brickyard.record import Record
from brickyard.settings import Settings

CONTENT = b"weights " * 100
SMALL = Published(
    title="Small",
    file="small.gguf",
    repository="someone/small",
    size=len(CONTENT),
    sha256=hashlib.sha256(CONTENT).hexdigest(),
    licence="MIT",
)


def put(path: Path, content: bytes = CONTENT) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return path


def test_the_default_weights_are_pinned() -> None:
    assert DEFAULT.address("https://hub/") == (
        "https://hub/Qwen/Qwen2.5-Coder-1.5B-Instruct-GGUF/resolve/main/"
        "qwen2.5-coder-1.5b-instruct-q4_k_m.gguf"
    )
    assert DEFAULT.size == 1_117_320_768
    assert len(bytes.fromhex(DEFAULT.sha256)) == 32


def test_without_a_path_the_setting_comes_before_the_cache(tmp_path: Path) -> None:
    cached = put(tmp_path / "cache" / SMALL.file)
    elsewhere = put(tmp_path / "elsewhere.gguf")
    assert find_weights("", "", cached.parent, SMALL).path == cached
    assert find_weights("", str(elsewhere), cached.parent, SMALL).path == elsewhere


def test_weights_that_are_nowhere_come_with_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(WeightsMissing, match="Small") as caught:
        find_weights("", "", tmp_path, SMALL)
    assert isinstance(caught.value, ModelUnavailable)
    assert caught.value.exit_code == 3
    assert not caught.value.may_have_cost
    for way in ("`brickyard weights`", "BRICKYARD_LOCAL_MODEL", "--model local:PATH.gguf"):
        assert way in caught.value.hint


@pytest.mark.parametrize("by_setting", [True, False])
def test_without_a_path_other_weights_than_the_pinned_are_refused(
    tmp_path: Path, by_setting: bool
) -> None:
    path = put(tmp_path / SMALL.file, CONTENT[:-1] + b"!")
    with pytest.raises(BadInput, match="is not Small: its sha256 is") as caught:
        find_weights("", str(path) if by_setting else "", tmp_path, SMALL)
    assert f"--model local:{path}" in caught.value.hint


def test_a_path_takes_any_weights(tmp_path: Path) -> None:
    path = put(tmp_path / "own.gguf", b"other")
    found = find_weights(str(path), "", tmp_path / "cache", SMALL)
    assert found.name == f"local:own.gguf@{hashlib.sha256(b'other').hexdigest()[:12]}"


@pytest.mark.parametrize("given", ["no.gguf", "own.gguf@0123456789ab"])
def test_a_path_without_a_file_is_bad_input(tmp_path: Path, given: str) -> None:
    with pytest.raises(BadInput, match="There are no weights at"):
        find_weights(str(tmp_path / given), "", tmp_path, SMALL)


def test_a_file_is_hashed_once_and_again_when_it_has_changed(tmp_path: Path) -> None:
    path, cache = put(tmp_path / "own.gguf", b"first"), tmp_path / "cache"
    first = find_weights(str(path), "", cache)
    seen = path.stat()
    path.write_bytes(b"other")
    os.utime(path, ns=(seen.st_atime_ns, seen.st_mtime_ns))
    assert find_weights(str(path), "", cache) == first
    os.utime(path, ns=(seen.st_atime_ns, seen.st_mtime_ns + 1))
    assert find_weights(str(path), "", cache).sha256 == hashlib.sha256(b"other").hexdigest()
    path.write_bytes(b"longer than before")
    os.utime(path, ns=(seen.st_atime_ns, seen.st_mtime_ns + 1))
    assert find_weights(str(path), "", cache).sha256 != hashlib.sha256(b"other").hexdigest()


@pytest.mark.parametrize("broken", ["", "{", "[]", '{"path": 1}', '{"path": "/"}'])
def test_a_broken_stamp_is_written_anew(tmp_path: Path, broken: str) -> None:
    path, cache = put(tmp_path / "own.gguf"), tmp_path / "cache"
    first = find_weights(str(path), "", cache)
    (stamp,) = cache.rglob("*.json")
    written = stamp.read_text("utf-8")
    stamp.write_text(broken, "utf-8")
    assert find_weights(str(path), "", cache) == first
    assert stamp.read_text("utf-8") == written


def test_a_cache_that_cannot_be_written_costs_only_time(tmp_path: Path) -> None:
    path, cache = put(tmp_path / "own.gguf"), put(tmp_path / "a file")
    assert find_weights(str(path), "", cache).sha256 == SMALL.sha256


def test_weights_used_once_are_found_by_their_name(tmp_path: Path) -> None:
    path, cache = put(tmp_path / "deep" / "own.gguf"), tmp_path / "cache"
    first = find_weights(str(path), "", cache)
    assert find_weights(first.name.removeprefix("local:"), "", cache) == first
    path.unlink()
    with pytest.raises(BadInput, match="There are no weights"):
        find_weights(first.name.removeprefix("local:"), "", cache)


def test_a_name_with_a_path_chooses_the_local_model(record: Record, tmp_path: Path) -> None:
    path = put(tmp_path / "own.gguf", b"other")
    settings = Settings(cache=str(tmp_path / "cache"))
    model = choose(f"local:{path}", settings, record, tmp_path)
    assert model.name == f"local:own.gguf@{hashlib.sha256(b'other').hexdigest()[:12]}"
    assert choose(model.name, settings, record, tmp_path).name == model.name


def test_without_llama_the_error_is_the_command_that_installs_it(
    record: Record, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "xllamacpp", None)
    with pytest.raises(ModelUnavailable, match=r"needs llama\.cpp") as caught:
        choose("local", Settings(cache=str(tmp_path)), record, tmp_path)
    assert caught.value.hint == "pip install 'xllamacpp>=0.2'"

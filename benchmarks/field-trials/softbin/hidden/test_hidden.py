"""Hidden acceptance tests of softbin: by its public interface and its documented files alone."""

import errno
import json
import os
import stat
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

from softbin import (
    Bin,
    BinBusy,
    BinError,
    Entry,
    NoSuchEntry,
    NothingThere,
    Problem,
    TargetBlocked,
    TargetExists,
    UnsafePath,
    UnsupportedKind,
)

T = datetime(2024, 5, 1, 10, 0, 0, tzinfo=timezone.utc)
STAMP = "20240501T100000Z"


class Clock:
    def __init__(self, now=T):
        self.now = now
        self.calls = 0

    def __call__(self):
        self.calls += 1
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def root(tmp_path):
    path = tmp_path.resolve() / "proj"
    path.mkdir()
    return path


@pytest.fixture
def bin_(root, clock):
    return Bin(root, clock=clock)


def put(path, text="text"):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def tree(top):
    """Everything below a folder: kind and contents by relative path, links not followed."""
    found = {}
    for folder, folders, files in os.walk(top):
        for name in folders + files:
            path = Path(folder) / name
            mode = path.lstat().st_mode
            if stat.S_ISLNK(mode):
                value = ("link", os.readlink(path))
            elif stat.S_ISDIR(mode):
                value = ("folder", "")
            elif stat.S_ISREG(mode):
                value = ("file", path.read_bytes())
            else:
                value = ("other", "")
            found[path.relative_to(top).as_posix()] = value
    return found


def record(root, entry_id):
    return root / ".softbin" / "info" / f"{entry_id}.json"


def contents(root, entry_id):
    return root / ".softbin" / "files" / entry_id


def kept_in_bin(root):
    return [name for name in tree(root / ".softbin") if "/" in name]


def ids(entries):
    return [entry.id for entry in entries]


# -- discarding


def test_discard_file_entry_and_record(root, clock, bin_):
    """MUST move a file ... and return an entry; the record is as the design shows it; the time is
    UTC in whole seconds, whatever the zone of the clock."""
    clock.now = datetime(2024, 5, 1, 12, 0, 0, 999999, tzinfo=timezone(timedelta(hours=2)))
    put(root / "docs/plan.txt", "hello wörld")
    os.chmod(root / "docs/plan.txt", 0o640)
    os.utime(root / "docs/plan.txt", ns=(10**18, 10**18 + 5000))
    entry = bin_.discard("docs/plan.txt", note="für Jürgen")
    assert entry == Entry(f"{STAMP}-001", "docs/plan.txt", "file", 12, T, "für Jürgen")
    assert entry.discarded.utcoffset() == timedelta(0)
    assert not (root / "docs/plan.txt").exists() and (root / "docs").is_dir()
    kept = contents(root, entry.id)
    assert kept.read_text(encoding="utf-8") == "hello wörld"
    assert stat.S_IMODE(kept.stat().st_mode) == 0o640 and kept.stat().st_mtime_ns == 10**18 + 5000
    data = {
        "discarded": "2024-05-01T10:00:00Z", "id": f"{STAMP}-001", "kind": "file", "note": "für Jürgen",
        "original": "docs/plan.txt", "size": 12, "version": 1,
    }
    text = json.dumps(data, ensure_ascii=False, indent=2, sort_keys=True) + "\n"
    assert record(root, entry.id).read_bytes() == text.encode("utf-8")
    assert bin_.get(entry.id) == entry and bin_.entries() == [entry]
    assert not (root / ".softbin/lock").exists()


def test_discard_folder_size_and_contents(tmp_path, root, bin_):
    """MUST move ... a whole folder with its contents, permissions and modification times; size is
    the sum of the regular files at any depth, links not followed; pipes inside are moved along."""
    big = put(tmp_path / "big.bin", "x" * 1000)
    put(root / "maps/a.txt", "12345")
    put(root / "maps/deep/er/b.txt", "1234567")
    (root / "maps/empty").mkdir()
    os.symlink(big, root / "maps/link")
    os.mkfifo(root / "maps/pipe")
    os.chmod(root / "maps/deep/er/b.txt", 0o600)
    os.utime(root / "maps/deep/er/b.txt", ns=(10**18, 10**18))
    before = {name[5:]: value for name, value in tree(root).items() if name.startswith("maps/")}
    entry = bin_.discard("maps")
    assert (entry.kind, entry.size, entry.original, entry.note) == ("folder", 12, "maps", "")
    kept = contents(root, entry.id)
    assert tree(kept) == before
    moved = (kept / "deep/er/b.txt").stat()
    assert stat.S_IMODE(moved.st_mode) == 0o600 and moved.st_mtime_ns == 10**18
    assert bin_.restore(entry.id) == root / "maps"
    assert tree(root / "maps") == before and big.read_text() == "x" * 1000


def test_links_are_things_of_their_own(tmp_path, root, bin_):
    """MUST treat a symbolic link as a thing of its own: target untouched, dangling links too."""
    outside = tmp_path / "outside"
    put(outside / "keep.txt")
    os.symlink(outside, root / "to_folder")
    os.symlink("nowhere", root / "dangling")
    first, second = bin_.discard("to_folder"), bin_.discard("dangling")
    assert [(e.kind, e.size, e.original) for e in (first, second)] == [("link", 0, "to_folder"), ("link", 0, "dangling")]
    assert tree(outside) == {"keep.txt": ("file", b"text")}
    assert ids(bin_.entries()) == [second.id, first.id]
    assert bin_.check() == []
    bin_.restore(second.id)
    bin_.restore(first.id)
    assert os.readlink(root / "dangling") == "nowhere" and os.readlink(root / "to_folder") == str(outside)


def test_relative_paths_belong_to_the_root(tmp_path, root, clock, monkeypatch):
    """MUST read relative paths as relative to the root, never to the current directory, and accept
    absolute ones; the root itself is resolved once."""
    elsewhere = tmp_path / "elsewhere"
    put(elsewhere / "a.txt", "other")
    put(root / "a.txt", "mine")
    put(root / "sub/b.txt", "mine too")
    monkeypatch.chdir(root)
    bin_ = Bin(".", clock=clock)
    monkeypatch.chdir(elsewhere)
    assert bin_.root == root
    first = bin_.discard("a.txt")
    second = bin_.discard(root / "sub" / "b.txt")
    assert (first.original, second.original) == ("a.txt", "sub/b.txt")
    assert (elsewhere / "a.txt").read_text() == "other"
    assert bin_.restore(first.id, to="new/a.txt") == root / "new/a.txt"
    assert bin_.restore(second.id, to=str(root / "c.txt")) == root / "c.txt"
    assert sorted(os.listdir(elsewhere)) == ["a.txt"]


def test_linked_folders_within_the_root(tmp_path, root, clock):
    """MUST read paths...; design: the resolved parent makes `original`, links before `..` too, and
    a root given through a link is resolved."""
    put(root / "real/x", "1")
    put(root / "deep/real/y", "2")
    put(root / "deep/b.txt", "3")
    put(root / "b.txt", "not this")
    os.symlink("real", root / "alias")
    os.symlink("deep/real", root / "alias2")
    os.symlink(root, tmp_path / "shortcut")
    bin_ = Bin(tmp_path / "shortcut", clock=clock)
    assert bin_.root == root
    assert bin_.discard("alias/x").original == "real/x"
    assert bin_.discard("alias2/../b.txt").original == "deep/b.txt"
    assert bin_.discard(tmp_path / "shortcut" / "deep" / "real" / "y").original == "deep/real/y"
    assert bin_.discard("deep/../b.txt").original == "b.txt"
    assert bin_.discard("alias").kind == "link"
    assert (root / "real").is_dir()


@pytest.mark.parametrize(
    "path",
    ["", ".", "..", "sub/..", "sub/deep/..", "../other.txt", "sub/../../other.txt", "out/other.txt",
     "out/../other.txt", ".softbin", ".softbin/files", ".softbin/info/none.json", "sub/../.softbin", "inner/files"],
)
def test_unsafe_paths_are_refused(tmp_path, root, bin_, path):
    """MUST refuse, without changing anything, whatever is not safely within the root."""
    put(tmp_path / "other.txt")
    put(tmp_path / "away/here/other.txt")
    put(tmp_path / "away/other.txt")
    put(root / "sub/deep/x.txt")
    put(root / "gone.txt")
    os.symlink(tmp_path / "away/here", root / "out")
    os.symlink(".softbin", root / "inner")
    entry = bin_.discard("gone.txt")
    before = tree(tmp_path)
    with pytest.raises(UnsafePath) as info:
        bin_.discard(path)
    assert str(info.value) == f"not allowed: {path}"
    with pytest.raises(UnsafePath) as info:
        bin_.restore(entry.id, to=path, on_conflict="replace")
    assert str(info.value) == f"not allowed: {path}"
    assert tree(tmp_path) == before


def test_unsafe_absolute_paths_and_lookalikes(tmp_path, root, bin_):
    """MUST refuse ... the root itself, what is outside; names that only look like root or bin are fine."""
    sibling = put(tmp_path / "proj2/x.txt")
    put(root / ".softbin2/x.txt")
    put(root / "a.softbin")
    os.symlink(".softbin", root / "linked_bin")
    before = tree(tmp_path)
    for path in (sibling, root, tmp_path, root / ".softbin", root.parent / "missing.txt"):
        with pytest.raises(UnsafePath) as info:
            bin_.discard(path)
        assert str(info.value) == f"not allowed: {path}"
    assert tree(tmp_path) == before
    assert bin_.discard(".softbin2/x.txt").original == ".softbin2/x.txt"
    assert bin_.discard("a.softbin").kind == "file"
    assert bin_.discard("linked_bin").kind == "link"
    assert len(bin_.entries()) == 3


def test_nothing_there_and_unsupported_kind(root, bin_):
    """MUST refuse a path where nothing exists, and things that are neither file, folder nor link,
    each with its own error; nothing is created."""
    os.mkfifo(root / "pipe")
    with pytest.raises(NothingThere) as info:
        bin_.discard("no/such.txt")
    assert str(info.value) == "nothing there: no/such.txt"
    with pytest.raises(UnsupportedKind) as info:
        bin_.discard(root / "pipe")
    assert str(info.value) == f"neither file, folder nor link: {root / 'pipe'}"
    assert os.listdir(root) == ["pipe"]


def test_same_path_ten_times_in_one_second(root, bin_):
    """MUST give every entry its own id ... discarding the same path ten times gives ten entries
    that can all be restored."""
    made = []
    for n in range(10):
        put(root / "same.txt", str(n))
        made.append(bin_.discard("same.txt"))
    assert ids(made) == [f"{STAMP}-{n:03}" for n in range(1, 11)]
    assert ids(bin_.entries()) == ids(made)[::-1]
    for n, entry in enumerate(made):
        assert bin_.restore(entry.id, to=f"back/{n}").read_text() == str(n)
    assert bin_.entries() == []


def test_lowest_free_number(root, bin_):
    """MUST give every entry its own id; design: the lowest number for which neither record nor
    contents exist."""
    for name in ("a", "b", "c"):
        put(root / name)
        bin_.discard(name)
    bin_.erase(f"{STAMP}-002")
    put(contents(root, f"{STAMP}-004"), "contents without record")
    for name, number in (("d", "002"), ("e", "005")):
        put(root / name)
        assert bin_.discard(name).id == f"{STAMP}-{number}"
    assert contents(root, f"{STAMP}-004").read_text() == "contents without record"


def test_too_many_in_one_second(root, clock, bin_):
    """MUST give every entry its own id; design: BinError when 999 is taken too, nothing lost."""
    put(root / "first")
    bin_.discard("first")
    for n in range(2, 1000):
        record(root, f"{STAMP}-{n:03}").touch()
    put(root / "last")
    with pytest.raises(BinError) as info:
        bin_.discard("last")
    assert str(info.value) == "too many entries in one second"
    assert (root / "last").read_text() == "text" and not (root / ".softbin/lock").exists()
    clock.now = T + timedelta(seconds=1)
    assert bin_.discard("last").id == "20240501T100001Z-001"


def test_failed_move_leaves_no_trace(root, bin_, monkeypatch):
    """MUST leave the item where it was, and no trace in the bin's records, when the move fails."""
    put(root / "old")
    old = bin_.discard("old")
    put(root / "docs/a.txt", "still here")
    before = tree(root)
    boom = OSError(errno.EXDEV, "other device")
    rename = os.rename

    def failing(src, dst, *args, **kwargs):
        if ".softbin/files" in os.fspath(dst):
            raise boom
        return rename(src, dst, *args, **kwargs)

    with monkeypatch.context() as patch:
        patch.setattr(os, "rename", failing)
        with pytest.raises(OSError) as info:
            bin_.discard("docs/a.txt")
    assert info.value is boom
    assert tree(root) == before
    assert bin_.entries() == [old] and bin_.check() == []
    assert bin_.discard("docs/a.txt").id == f"{STAMP}-002"


@pytest.mark.parametrize("note", ["x" * 201, "a\nb", "a\r", "\n"])
def test_bad_notes_are_refused_first(root, bin_, note):
    """SHOULD accept a short note of at most 200 characters on a single line, refuse others; the note
    is checked before anything else."""
    put(root / "a.txt")
    for path in ("a.txt", "../outside", "missing"):
        with pytest.raises(ValueError) as info:
            bin_.discard(path, note=note)
        assert str(info.value) == "note must be a single line of at most 200 characters"
    assert tree(root) == {"a.txt": ("file", b"text")}
    assert bin_.discard("a.txt", note="ü" * 200).note == "ü" * 200


# -- looking


def test_listing_order_and_patterns(root, clock, bin_):
    """MUST list the entries newest first, optionally by a pattern on the original path, with upper
    and lower case kept apart; additional keys in a record are ignored."""
    made = {}
    for seconds, name in ((5, "docs/Plan.txt"), (0, "plan.txt"), (5, "docs/deep/plan.TXT"), (9, "img.png")):
        clock.now = T + timedelta(seconds=seconds)
        put(root / name)
        made[name] = bin_.discard(name)
    assert [e.original for e in bin_.entries()] == ["img.png", "docs/deep/plan.TXT", "docs/Plan.txt", "plan.txt"]
    assert [e.original for e in bin_.entries("*.txt")] == ["docs/Plan.txt", "plan.txt"]
    assert [e.original for e in bin_.entries("docs/*")] == ["docs/deep/plan.TXT", "docs/Plan.txt"]
    assert [e.original for e in bin_.entries("plan.*")] == ["plan.txt"]
    assert [e.original for e in bin_.entries("[di]*[gT]")] == ["img.png", "docs/deep/plan.TXT"]
    image = made["img.png"]
    data = json.loads(record(root, image.id).read_text(encoding="utf-8"))
    record(root, image.id).write_text(json.dumps(data | {"owner": ["additional"]}), encoding="utf-8")
    assert bin_.get(image.id) == image and bin_.entries("i*") == [image] and bin_.check() == []


def test_looking_creates_nothing(tmp_path, root, clock):
    """MUST NOT create anything in the root by merely opening or listing; a root must be a folder."""
    put(root / "a.txt")
    bin_ = Bin(str(root), clock=clock)
    assert bin_.entries() == [] and bin_.entries("*") == []
    assert bin_.check() == [] and bin_.check(repair=True) == []
    assert bin_.purge(keep_bytes=0) == [] and bin_.purge(older_than=timedelta(0), dry_run=True) == []
    for call in (bin_.get, bin_.erase, bin_.restore):
        with pytest.raises(NoSuchEntry):
            call(f"{STAMP}-001")
    assert os.listdir(root) == ["a.txt"]
    for bad in (root / "a.txt", tmp_path / "missing"):
        with pytest.raises(NotADirectoryError):
            Bin(bad)
    assert not (tmp_path / "missing").exists()


@pytest.mark.parametrize(
    "change",
    [None, b"", b"[]", b'"text"', b"{", b"\xff\xfe", {"version": 2}, {"kind": "pipe"}, {"size": "4"}, {"note": None},
     {"id": f"{STAMP}-009"}, {"discarded": "2024-05-01 10:00:00"}, {"discarded": "2024-05-01T10:00:00+00:00"},
     {"original": 5}, "without note", "without version", "without contents"],
)
def test_damaged_records_are_left_out(root, bin_, change):
    """MUST keep the listing usable when single records are damaged or incomplete: left out, not raised."""
    for name in ("good", "bad"):
        put(root / name)
    good, bad = bin_.discard("good"), bin_.discard("bad")
    path = record(root, bad.id)
    data = json.loads(path.read_text(encoding="utf-8"))
    if change is None:
        path.unlink()
    elif isinstance(change, bytes):
        path.write_bytes(change)
    elif isinstance(change, dict):
        path.write_text(json.dumps(data | change), encoding="utf-8")
    elif change == "without contents":
        contents(root, bad.id).unlink()
    else:
        del data[change.split()[1]]
        path.write_text(json.dumps(data), encoding="utf-8")
    assert bin_.entries() == [good] and bin_.entries("*") == [good]
    for call in (bin_.get, bin_.restore, bin_.erase):
        with pytest.raises(NoSuchEntry) as info:
            call(bad.id)
        assert str(info.value) == f"no such entry: {bad.id}"
    assert bin_.purge(keep_bytes=0, dry_run=True) == [good]


@pytest.mark.parametrize(
    "entry_id",
    ["../x", "", "x", ".", f"{STAMP}-002", f"{STAMP}-001\n", f" {STAMP}-001", f"{STAMP}-1", f"{STAMP}-0001",
     "20240501t100000z-001", f"../info/{STAMP}-001", f"{STAMP}-001/", "٢٠٢٤٠٥٠١T100000Z-001"],
)
def test_unknown_and_malformed_ids(root, bin_, entry_id):
    """MUST answer an unknown or malformed id with one and the same error, without looking outside."""
    put(root / "a.txt")
    entry = bin_.discard("a.txt")
    data = json.loads(record(root, entry.id).read_text(encoding="utf-8"))
    for trap in ("../x", "٢٠٢٤٠٥٠١T100000Z-001"):
        put(root / ".softbin/info" / f"{trap}.json", json.dumps(data | {"id": trap}))
        put(root / ".softbin/files" / trap)
    before = tree(root)
    for call in (bin_.get, bin_.restore, bin_.erase):
        with pytest.raises(NoSuchEntry) as info:
            call(entry_id)
        assert str(info.value) == f"no such entry: {entry_id}"
    assert tree(root) == before


# -- restoring


def test_restore_to_original_place(root, bin_):
    """MUST put an entry back to its original path, making missing parent folders; afterwards the
    entry is gone."""
    path = put(root / "a/b/c.txt", "abc")
    os.chmod(path, 0o604)
    os.utime(path, ns=(10**18, 10**18 + 1000))
    entry = bin_.discard("a/b/c.txt")
    (root / "a/b").rmdir()
    (root / "a").rmdir()
    result = bin_.restore(entry.id)
    assert result == path and isinstance(result, Path) and result.is_absolute()
    assert path.read_text() == "abc" and path.stat().st_mtime_ns == 10**18 + 1000
    assert stat.S_IMODE(path.stat().st_mode) == 0o604
    assert bin_.entries() == [] and bin_.check() == []
    assert kept_in_bin(root) == []
    with pytest.raises(NoSuchEntry):
        bin_.restore(entry.id)


@pytest.mark.parametrize("occupant", ["file", "folder", "empty folder", "dangling link", "pipe"])
@pytest.mark.parametrize("kind", ["file", "folder"])
def test_restore_refuses_existing_target(root, bin_, occupant, kind):
    """MUST by default refuse when something already exists at the target (a dangling link counts,
    and an existing folder is not merged or moved into), leaving both as they were."""
    target = root / "docs/thing"
    put(target / "in" if kind == "folder" else target, "discarded")
    entry = bin_.discard("docs/thing")
    if occupant == "file":
        put(target, "new")
    elif occupant == "folder":
        put(target / "other.txt", "new")
    elif occupant == "empty folder":
        target.mkdir()
    elif occupant == "pipe":
        os.mkfifo(target)
    else:
        os.symlink("nowhere", target)
    before = tree(root)
    for call in (lambda: bin_.restore(entry.id), lambda: bin_.restore(entry.id, to="docs/../docs/thing")):
        with pytest.raises(TargetExists) as info:
            call()
        assert str(info.value) == "target exists: docs/thing"
    assert tree(root) == before and bin_.entries() == [entry]


@pytest.mark.parametrize(
    ("name", "kind", "free"),
    [("plan.txt", "file", "plan (restored 1).txt"), ("a.tar.gz", "file", "a.tar (restored 1).gz"),
     (".env", "file", ".env (restored 1)"), ("README", "file", "README (restored 1)"),
     ("maps", "folder", "maps (restored 1)"), ("maps.v2", "folder", "maps.v2 (restored 1)"),
     ("v1.d", "link", "v1 (restored 1).d")],
)
def test_restore_under_a_free_name(root, bin_, name, kind, free):
    """MUST on request restore under a free name next to the target instead, numbered from 1; the
    kind of the entry decides where the number stands."""
    target = root / "docs" / name
    if kind == "folder":
        put(target / "in", "old")
    elif kind == "link":
        put(root / "elsewhere/in", "old")
        target.parent.mkdir()
        os.symlink("../elsewhere", target)
    else:
        put(target, "old")
    entry = bin_.discard(target)
    put(target, "new")
    assert bin_.restore(entry.id, on_conflict="rename") == root / "docs" / free
    assert target.read_text() == "new" and sorted(os.listdir(root / "docs")) == sorted([name, free])
    restored = root / "docs" / free
    assert (restored.read_text() if kind == "file" else (restored / "in").read_text()) == "old"
    assert restored.is_symlink() == (kind == "link") and bin_.entries() == []


def test_free_name_takes_the_lowest_number(root, bin_):
    """MUST ... restore under a free name next to the target, numbered from 1; a dangling link is not free."""
    put(root / "a.txt", "old")
    entry = bin_.discard("a.txt")
    put(root / "x/b.txt", "new")
    os.symlink("nowhere", root / "x/b (restored 1).txt")
    put(root / "x/b (restored 3).txt", "three")
    assert bin_.restore(entry.id, to="x/b.txt", on_conflict="rename") == root / "x/b (restored 2).txt"
    assert (root / "x/b (restored 2).txt").read_text() == "old" and (root / "x/b.txt").read_text() == "new"
    put(root / "a.txt", "again")
    entry = bin_.discard("a.txt")
    assert bin_.restore(entry.id, on_conflict="rename") == root / "a.txt"


def test_replace_discards_what_is_there(root, clock, bin_):
    """MUST on request replace what is there, by discarding that first; the clock is read at most once."""
    put(root / "docs/plan.txt", "first")
    entry = bin_.discard("docs/plan.txt")
    put(root / "docs/plan.txt/in/side", "a folder now")
    clock.now, clock.calls = T + timedelta(seconds=7), 0
    assert bin_.restore(entry.id, on_conflict="replace") == root / "docs/plan.txt"
    assert clock.calls <= 1
    assert (root / "docs/plan.txt").read_text() == "first"
    assert bin_.entries() == [
        Entry("20240501T100007Z-001", "docs/plan.txt", "folder", 12, T + timedelta(seconds=7),
              f"replaced by restore of {entry.id}")]
    bin_.restore("20240501T100007Z-001", to="back")
    assert (root / "back/in/side").read_text() == "a folder now" and bin_.check() == []
    put(root / "free.txt")
    entry = bin_.discard("free.txt")
    assert bin_.restore(entry.id, on_conflict="replace") == root / "free.txt" and bin_.entries() == []


def test_replace_refuses_a_pipe(root, bin_):
    """MUST on request replace ... so that nothing is lost that way either: UnsupportedKind for a pipe."""
    put(root / "docs/a")
    entry = bin_.discard("docs/a")
    os.mkfifo(root / "docs/a")
    before = tree(root)
    with pytest.raises(UnsupportedKind) as info:
        bin_.restore(entry.id, to=root / "docs" / "a", on_conflict="replace")
    assert str(info.value) == "neither file, folder nor link: docs/a"
    assert tree(root) == before and bin_.entries() == [entry]


@pytest.mark.parametrize("on_conflict", ["refuse", "rename", "replace"])
def test_blocked_parents(root, bin_, on_conflict):
    """MUST put an entry back ... making missing parent folders; design: TargetBlocked when the
    nearest existing ancestor is no folder."""
    put(root / "docs/deep/a.txt")
    put(root / "other")
    entry = bin_.discard("docs/deep/a.txt")
    (root / "docs/deep").rmdir()
    (root / "docs").rmdir()
    put(root / "docs", "now a file")
    before = tree(root)
    with pytest.raises(TargetBlocked) as info:
        bin_.restore(entry.id, on_conflict=on_conflict)
    assert str(info.value) == "parent is not a folder: docs/deep/a.txt"
    with pytest.raises(TargetBlocked) as info:
        bin_.restore(entry.id, to="other/a.txt", on_conflict=on_conflict)
    assert str(info.value) == "parent is not a folder: other/a.txt"
    assert tree(root) == before and bin_.entries() == [entry]


def test_restore_checks_in_order(root, bin_):
    """MUST put an entry back ... by the same safety rules; design: on_conflict, then the id, then the
    path rules, also for a path that was read from the record."""
    put(root / "a.txt")
    entry = bin_.discard("a.txt")
    data = json.loads(record(root, entry.id).read_text(encoding="utf-8"))
    record(root, entry.id).write_text(json.dumps(data | {"original": "../evil.txt"}), encoding="utf-8")
    before = tree(root.parent)
    with pytest.raises(ValueError) as info:
        bin_.restore("nonsense", on_conflict="merge")
    assert str(info.value) == "on_conflict must be 'refuse', 'rename' or 'replace'"
    with pytest.raises(NoSuchEntry):
        bin_.restore(f"{STAMP}-077", to="../evil.txt")
    with pytest.raises(UnsafePath) as info:
        bin_.restore(entry.id)
    assert str(info.value) == "not allowed: ../evil.txt"
    assert tree(root.parent) == before
    assert bin_.restore(entry.id, to="good.txt").read_text() == "text"


# -- emptying


def fill(root, clock, bin_, *sizes):
    """One entry a minute, oldest first."""
    made = []
    for minute, size in enumerate(sizes):
        clock.now = T + timedelta(minutes=minute)
        put(root / f"f{minute}", "x" * size)
        made.append(bin_.discard(f"f{minute}"))
    return made


def test_purge_by_age_is_strict(root, clock, bin_):
    """MUST purge by age (strictly older than a given span); the clock is truncated to seconds first."""
    made = fill(root, clock, bin_, 1, 1, 1)
    clock.now = T + timedelta(hours=1, minutes=1, microseconds=900000)
    clock.calls = 0
    assert bin_.purge(older_than=timedelta(hours=1)) == [made[0]]
    assert clock.calls <= 1
    assert ids(bin_.entries()) == [made[2].id, made[1].id] and bin_.check() == []
    clock.now = T + timedelta(hours=1, minutes=1, seconds=1)
    assert bin_.purge(older_than=timedelta(hours=1)) == [made[1]]
    clock.now = T + timedelta(minutes=2)
    assert bin_.purge(older_than=timedelta(0)) == [] and bin_.entries() == [made[2]]


def test_purge_by_size_keeps_what_just_fits(root, clock, bin_):
    """MUST purge ... by total size (oldest first until the rest fits); entries that just fit stay;
    zero is a limit, and empty entries newer than the last one removed stay."""
    made = fill(root, clock, bin_, 4, 1, 3, 2)
    assert bin_.purge(keep_bytes=10) == []
    assert bin_.purge(keep_bytes=9) == [made[0]]
    assert bin_.purge(keep_bytes=5) == [made[1]]
    assert bin_.purge(keep_bytes=5) == [] and ids(bin_.entries()) == [made[3].id, made[2].id]
    assert bin_.purge(keep_bytes=1) == [made[2], made[3]]
    assert bin_.entries() == [] and bin_.check() == []
    made = fill(root, clock, bin_, 0, 5, 0)
    assert bin_.purge(keep_bytes=0) == made[:2]
    assert bin_.purge(keep_bytes=0) == [] and bin_.entries() == [made[2]]


def test_purge_by_both_and_dry_run(root, clock, bin_):
    """MUST purge by ... both, age first; MUST offer a dry run that names the same entries in the
    same order and removes nothing."""
    made = fill(root, clock, bin_, 1, 2, 4, 8)
    clock.now = T + timedelta(minutes=10)
    before = tree(root)
    limits = {"older_than": timedelta(minutes=8, seconds=30), "keep_bytes": 11}
    planned = bin_.purge(**limits, dry_run=True)
    assert planned == [made[0], made[1], made[2]]
    assert bin_.purge(older_than=timedelta(minutes=8, seconds=30), keep_bytes=12, dry_run=True) == made[:2]
    assert bin_.purge(older_than=timedelta(minutes=6), keep_bytes=14, dry_run=True) == made
    assert tree(root) == before
    assert bin_.purge(**limits) == planned and bin_.entries() == [made[3]]


def test_purge_needs_a_limit(root, clock, bin_):
    """MUST purge ... Without any limit given, or with a negative one, the call is refused."""
    for made in (False, True):
        if made:
            fill(root, clock, bin_, 3)
        for dry_run in (False, True):
            with pytest.raises(ValueError) as info:
                bin_.purge(dry_run=dry_run)
            assert str(info.value) == "give older_than or keep_bytes"
            for limits in ({"keep_bytes": -1}, {"older_than": timedelta(microseconds=-1)},
                           {"older_than": timedelta(0), "keep_bytes": -1}):
                with pytest.raises(ValueError) as info:
                    bin_.purge(**limits, dry_run=dry_run)
                assert str(info.value) == "limits must not be negative"
    assert len(bin_.entries()) == 1


def test_removing_never_follows_links(tmp_path, root, bin_):
    """MUST NEVER follow links out of the bin when really removing; MUST be able to erase one entry."""
    outside = tmp_path / "outside"
    put(outside / "keep/precious.txt")
    for name in ("one", "two"):
        put(root / name / "file.txt")
        os.symlink(outside, root / name / "link")
        os.symlink(outside / "keep", root / f"{name}_link")
    one, two = bin_.discard("one"), bin_.discard("two")
    one_link, two_link = bin_.discard("one_link"), bin_.discard("two_link")
    assert bin_.erase(one.id) == one and bin_.erase(one_link.id) == one_link
    assert ids(bin_.entries()) == [two_link.id, two.id] and bin_.check() == []
    with pytest.raises(NoSuchEntry):
        bin_.erase(one.id)
    assert bin_.purge(keep_bytes=0) == [two]
    assert bin_.erase(two_link.id) == two_link
    assert kept_in_bin(root) == []
    assert (outside / "keep/precious.txt").read_text() == "text"


# -- trust


def test_check_and_repair(root, bin_):
    """MUST find and name what a crash may leave behind, and on request repair it without ever
    deleting contents."""
    for name in ("a", "b", "c", "d"):
        put(root / name, name)
        bin_.discard(name)
    contents(root, f"{STAMP}-001").unlink()
    record(root, f"{STAMP}-002").unlink()
    record(root, f"{STAMP}-003").write_text("{", encoding="utf-8")
    info = root / ".softbin/info"
    put(info / "junk.tmp")
    put(info / "old.json.bad")
    put(info / "zzz.json", "[]")
    put(root / ".softbin/files/half/moved", "folder")
    before = tree(root)
    expected = [
        Problem("orphan-contents", f"files/{STAMP}-002"),
        Problem("orphan-contents", "files/half"),
        Problem("missing-contents", f"info/{STAMP}-001.json"),
        Problem("bad-record", f"info/{STAMP}-003.json"),
        Problem("leftover", "info/junk.tmp"),
        Problem("bad-record", "info/zzz.json"),
    ]
    assert bin_.check() == expected
    assert tree(root) == before
    assert bin_.check(repair=True) == expected
    assert bin_.check() == [] and bin_.check(repair=True) == []
    assert sorted(os.listdir(info)) == sorted(
        [f"{STAMP}-003.json.bad", f"{STAMP}-004.json", "old.json.bad", "zzz.json.bad"])
    assert (info / f"{STAMP}-003.json.bad").read_text() == "{"
    assert os.listdir(root / ".softbin/files") == [f"{STAMP}-004"]
    assert (root / f"recovered-{STAMP}-002").read_text() == "b"
    assert (root / f"recovered-{STAMP}-003").read_text() == "c"
    assert (root / "recovered-half/moved").read_text() == "folder"
    assert ids(bin_.entries()) == [f"{STAMP}-004"] and not (root / ".softbin/lock").exists()


def test_recovered_names_do_not_clash(root, bin_):
    """MUST ... repair without ever deleting contents: a taken name gets the lowest number from 2."""
    for name in ("a", "b"):
        put(root / name, name)
        bin_.discard(name)
    record(root, f"{STAMP}-001").unlink()
    record(root, f"{STAMP}-002").write_bytes(b"\xff")
    put(root / f"recovered-{STAMP}-001", "mine")
    put(root / f"recovered-{STAMP}-001-2", "mine too")
    (root / f"recovered-{STAMP}-002").mkdir()
    assert [p.kind for p in bin_.check(repair=True)] == ["orphan-contents", "bad-record"]
    assert (root / f"recovered-{STAMP}-001").read_text() == "mine"
    assert (root / f"recovered-{STAMP}-001-2").read_text() == "mine too"
    assert (root / f"recovered-{STAMP}-001-3").read_text() == "a"
    assert os.listdir(root / f"recovered-{STAMP}-002") == []
    assert (root / f"recovered-{STAMP}-002-2").read_text() == "b"
    assert bin_.check() == []


def test_lock_refuses_changes_but_not_reading(root, bin_):
    """MUST let only one change happen at a time: every changing call is refused with BinBusy while
    the lock file exists, reading still works, argument checks come first."""
    for name in ("a.txt", "b.txt"):
        put(root / name)
    entry = bin_.discard("a.txt")
    os.mkfifo(root / "pipe")
    put(root / ".softbin/lock", "")
    before = tree(root)
    for call in (
        lambda: bin_.discard("b.txt"), lambda: bin_.restore(entry.id), lambda: bin_.erase(entry.id),
        lambda: bin_.purge(keep_bytes=0), lambda: bin_.check(repair=True),
    ):
        with pytest.raises(BinBusy) as info:
            call()
        assert str(info.value) == "bin is busy: .softbin/lock exists"
    for error, call in (
        (ValueError, lambda: bin_.discard("b.txt", note="\n")), (UnsafePath, lambda: bin_.discard("..")),
        (NothingThere, lambda: bin_.discard("c.txt")), (UnsupportedKind, lambda: bin_.discard("pipe")),
        (NoSuchEntry, lambda: bin_.erase("x")), (ValueError, lambda: bin_.purge()),
    ):
        with pytest.raises(error):
            call()
    assert bin_.entries() == [entry] and bin_.get(entry.id) == entry and bin_.check() == []
    assert bin_.purge(keep_bytes=0, dry_run=True) == [entry]
    assert tree(root) == before


def test_lock_is_held_while_moving_and_released_after_failure(root, clock, bin_, monkeypatch):
    """MUST let only one change happen at a time ... and the lock is released also after a failed call."""
    for name in ("a.txt", "b.txt", "c.txt"):
        put(root / name)
    rename, seen = os.rename, []

    def watching(src, dst, *args, **kwargs):
        if ".softbin/files" in os.fspath(dst) and not seen:
            seen.append("")
            try:
                Bin(root, clock=clock).discard("b.txt")
            except BinBusy as error:
                seen[0] = str(error)
        return rename(src, dst, *args, **kwargs)

    with monkeypatch.context() as patch:
        patch.setattr(os, "rename", watching)
        entry = bin_.discard("a.txt")
    assert seen == ["bin is busy: .softbin/lock exists"]
    assert (root / "b.txt").exists() and not (root / ".softbin/lock").exists()
    put(root / "a.txt", "in the way")
    with pytest.raises(TargetExists):
        bin_.restore(entry.id)
    with pytest.raises(NoSuchEntry):
        bin_.erase(f"{STAMP}-009")
    assert not (root / ".softbin/lock").exists()
    assert bin_.discard("b.txt").id == f"{STAMP}-002"


def test_the_clock_must_know_its_zone(root):
    """COULD be tested without waiting: the clock must know its time zone, else ValueError."""
    put(root / "a.txt")
    bin_ = Bin(root, clock=lambda: datetime(2024, 5, 1, 10, 0, 0))
    with pytest.raises(ValueError) as info:
        bin_.discard("a.txt")
    assert str(info.value) == "clock must return an aware datetime"
    assert (root / "a.txt").read_text() == "text" and bin_.entries() == []
    start = datetime.now(timezone.utc).replace(microsecond=0)
    entry = Bin(root).discard("a.txt")
    assert start <= entry.discarded <= datetime.now(timezone.utc)
    assert entry.discarded.microsecond == 0 and entry.id.startswith(entry.discarded.strftime("%Y%m%dT%H%M%SZ-"))
    with pytest.raises(ValueError) as info:
        bin_.purge(older_than=timedelta(days=1))
    assert str(info.value) == "clock must return an aware datetime"
    assert bin_.entries() == [entry]

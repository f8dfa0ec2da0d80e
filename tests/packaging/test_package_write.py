import itertools
import json
import re
import resource
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from brickyard.errors import BadInput
from brickyard.files import Files
from brickyard.packaging.manifest import digests
from brickyard.packaging.package import Package, write_project
from brickyard.packaging.write import MARKER
from brickyard.sandbox.bubblewrap import programs


def project(*, wheels: dict[str, bytes] | None = None, **texts: str) -> Package:
    files = Files({path.replace("__", "/"): text for path, text in texts.items()})
    wheels = {"a-1.whl": b"wheel"} if wheels is None else wheels
    built = json.dumps({"files": digests(files, wheels)})
    return Package(files=files | {"BUILD.json": built}, wheels=wheels)


def tree(folder: Path) -> dict[str, bytes]:
    found = [path for path in sorted(folder.rglob("*")) if path.is_file()]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


def test_a_new_folder_holds_the_project_and_its_wheel(tmp_path):
    made = project(README="hello", src__a="x = 1")
    write_project(made, tmp_path / "deep" / "out")
    assert tree(tmp_path / "deep" / "out") == {
        "BUILD.json": made.files["BUILD.json"].encode(),
        "README": b"hello",
        "dist/a-1.whl": b"wheel",
        "src/a": b"x = 1",
    }


def test_writing_again_removes_what_is_no_longer_part_and_leaves_what_is_not_ours(tmp_path):
    write_project(project(README="old", src__gone="x", src__kept="y", old__alone="z"), tmp_path)
    (tmp_path / "notes.txt").write_text("mine")
    second = project(README="new", src__kept="y", wheels={"a-2.whl": b"new"})
    write_project(second, tmp_path)
    assert set(tree(tmp_path)) == {"BUILD.json", "README", "dist/a-2.whl", "notes.txt", "src/kept"}
    assert (tmp_path / "README").read_text() == "new"
    assert not (tmp_path / "old").exists()


def test_a_file_may_become_a_folder_and_a_folder_a_file(tmp_path):
    write_project(project(docs="old"), tmp_path)
    write_project(project(docs__a="new"), tmp_path)
    assert set(tree(tmp_path)) == {"BUILD.json", "dist/a-1.whl", "docs/a"}
    write_project(project(docs__a__b="newer"), tmp_path)
    assert set(tree(tmp_path)) == {"BUILD.json", "dist/a-1.whl", "docs/a/b"}


def test_a_folder_that_holds_other_things_is_refused(tmp_path):
    (tmp_path / "thesis.tex").write_text("mine")
    with pytest.raises(BadInput, match=r"holds no BUILD\.json"):
        write_project(project(README="x"), tmp_path)
    assert tree(tmp_path) == {"thesis.tex": b"mine"}


def test_edited_files_are_refused_by_name_unless_forced(tmp_path):
    write_project(project(README="old", src__a="1", src__b="2"), tmp_path)
    (tmp_path / "src/a").write_text("edited")
    (tmp_path / "dist/a-1.whl").write_bytes(b"edited")
    before = tree(tmp_path)
    with pytest.raises(BadInput, match=r"dist/a-1\.whl, src/a"):
        write_project(project(README="new", src__b="2"), tmp_path)
    assert tree(tmp_path) == before
    write_project(project(README="new", src__b="2"), tmp_path, force=True)
    assert set(tree(tmp_path)) == {"BUILD.json", "README", "dist/a-1.whl", "src/b"}


def test_a_file_that_is_not_ours_where_ours_is_to_go_is_refused(tmp_path):
    write_project(project(README="old"), tmp_path)
    (tmp_path / "LICENSE").write_text("mine")
    with pytest.raises(BadInput, match="LICENSE"):
        write_project(project(README="old", LICENSE="ours"), tmp_path)


def test_a_file_edited_to_what_will_be_written_anyway_is_no_conflict(tmp_path):
    write_project(project(README="old"), tmp_path)
    (tmp_path / "README").write_text("new")
    write_project(project(README="new"), tmp_path)
    assert (tmp_path / "README").read_text() == "new"


@pytest.mark.parametrize("link", ["src", "src/a", "dist", "BUILD.json", MARKER])
def test_nothing_is_written_through_a_symbolic_link(link, tmp_path):
    out, aside = tmp_path / "out", tmp_path / "aside"
    write_project(project(src__a="1"), out)
    path = out / link
    if path.exists():
        path.rename(aside)
    else:
        aside.write_text("{}")
    path.symlink_to(aside)
    before = tree(tmp_path / "aside") if aside.is_dir() else aside.read_bytes()
    with pytest.raises(BadInput, match="symbolic link"):
        write_project(project(src__a="2"), out, force=True)
    assert before == (tree(tmp_path / "aside") if aside.is_dir() else aside.read_bytes())


def test_a_target_that_is_itself_a_link_or_a_file_is_refused(tmp_path):
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    (tmp_path / "file").write_text("x")
    for name in ("link", "file"):
        with pytest.raises(BadInput, match="not a plain folder"):
            write_project(project(README="x"), tmp_path / name)


@pytest.mark.parametrize(
    "content", ["", "{", "[]", '{"files": 1}', '{"files": {"../x": "a"}}', '{"files": {"a": 1}}']
)
def test_a_record_that_cannot_be_read_is_refused(content, tmp_path):
    (tmp_path / "BUILD.json").write_text(content)
    with pytest.raises(BadInput, match="cannot be read"):
        write_project(project(README="x"), tmp_path)


def test_a_marker_that_names_a_path_outside_is_refused(tmp_path):
    (tmp_path / MARKER).write_text('{"../victim": ["00"]}')
    with pytest.raises(BadInput, match="cannot be read"):
        write_project(project(README="x"), tmp_path)


class Killed(BaseException):
    """Ends a write at once: nothing in the code under test catches it or cleans up after it."""


class Killer:
    """Kills the write at its `left`-th change of the disk, and is at rest otherwise."""

    left = -1

    def __call__(self, event: str, arguments: tuple[object, ...]) -> None:
        if self.left >= 0 and event in ("os.rename", "os.remove", "os.mkdir", "os.rmdir"):
            self.left -= 1
            if self.left < 0:
                raise Killed


def complete(package: Package, out: Path) -> bool:
    built = out / "BUILD.json"
    return built.exists() and built.read_text() == package.files["BUILD.json"]


def test_a_write_that_is_killed_at_any_change_is_mended_by_the_next(tmp_path):
    first = project(README="1", src__a="1", src__gone="1", old__alone="1")
    second = project(README="2", src__a="2", src__new="2")
    third = project(README="3", src__a="3", src__late="3")
    killer, kills = Killer(), 0
    sys.addaudithook(killer)
    for fresh, at in itertools.product((True, False), range(1, 24)):
        out = tmp_path / f"{fresh}{at}"
        if not fresh:
            write_project(first, out)
        killer.left = at
        try:
            write_project(second, out)
        except Killed:
            kills += 1
        killer.left = -1
        left = tree(out)
        assert "BUILD.json" in left or not any(path.endswith(".whl") for path in left)
        if complete(second, out):
            texts = {path: text.encode() for path, text in second.files.items()}
            assert {path: left[path] for path in texts} == texts
            assert left.get("dist/a-1.whl", b"wheel") == b"wheel"
        write_project(third, out)
        assert set(tree(out)) == {"BUILD.json", "README", "dist/a-1.whl", "src/a", "src/late"}
        assert (out / "BUILD.json").read_text() == third.files["BUILD.json"]
    assert kills > 15


@contextmanager
def room(size: int) -> Iterator[None]:
    """No file may become larger than this: the system itself refuses, as a full disk does."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.mark.parametrize("size", [100, 300_000], ids=["at the marker", "at the wheel"])
def test_an_output_that_runs_full_is_left_as_it_was(size, tmp_path):
    first = project(README="1", src__a="1")
    second = project(README="2", deep__src__b="2", wheels={"a-1.whl": b"w" * 400_000})
    write_project(first, tmp_path / "there")
    before = tree(tmp_path / "there")
    for out in ("there", "empty", "deep/new"):
        (tmp_path / "empty").mkdir(exist_ok=True)
        with room(size), pytest.raises(OSError, match="too large"):
            write_project(second, tmp_path / out)
    assert tree(tmp_path) == {f"there/{path}": content for path, content in before.items()}
    assert not (tmp_path / "there/deep").exists()
    assert not (tmp_path / "deep/new").exists()
    write_project(second, tmp_path / "there")
    assert (tmp_path / "there/dist/a-1.whl").stat().st_size == 400_000


ON_A_FULL_DISK = """
import json, sys
from pathlib import Path
sys.path.insert(0, "TESTS")
from test_package_write import project, tree
from brickyard.packaging.package import write_project

full = Path("FULL")
out = full / "out"
first = project(README="1" * 3000, docs="1" * 3000, src__a="1" * 9000)
second = project(
    README="2" * 9000, docs__a="2" * 9000, src__a="2" * 9000, wheels={"a-1.whl": b"w" * 60_000}
)
write_project(first, out)
before, ends = tree(full), []
for pages in range(40):
    with open(full / "filler", "wb", buffering=0) as filler:
        while True:
            try:
                filler.write(bytes(4096))
            except OSError:
                break
        filler.truncate(max(0, filler.tell() - pages * 4096))
    try:
        write_project(second, out)
        ends.append("done")
    except OSError as error:
        ends.append(error.strerror)
    (full / "filler").unlink()
    if ends[-1] == "done":
        break
    assert tree(full) == before, f"with {pages} pages left: {sorted(tree(full))}"
print(json.dumps([ends, sorted(tree(out))]))
"""


def test_on_a_disk_that_is_full_the_old_project_stays_whatever_room_is_left(tmp_path):
    """A real file system of 200 kB, with from no page to just enough left for a larger project."""
    (program, *_) = programs()
    places = {"TESTS": str(Path(__file__).parent), "FULL": str(tmp_path)}
    script = re.sub("TESTS|FULL", lambda found: places[found[0]], ON_A_FULL_DISK)
    inside = ("--ro-bind", "/", "/", "--dev", "/dev", "--size", "200000", "--tmpfs", str(tmp_path))
    ended = subprocess.run(
        [program, *inside, sys.executable, "-c", script],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    ends, files = json.loads(ended.stdout)
    assert set(ends[:-1]) == {"No space left on device"}
    assert len(ends) > 10
    assert ends[-1] == "done"
    assert files == ["BUILD.json", "README", "dist/a-1.whl", "docs/a", "src/a"]

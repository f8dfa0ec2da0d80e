"""Hidden acceptance tests for chapno, by its public interface alone."""

import hashlib
import os
import stat
from pathlib import Path

import pytest

from chapno.chapters import Chapter, Refused, parse_name, scan
from chapno.cli import main
from chapno.links import correct, dangling
from chapno.numbering import close, move, open_at
from chapno.plan import ApplyFailed, Rename, apply, make_plan, replace_content

TO_3 = {"02-x.md": "03-x.md"}


def fill(folder, files):
    """Write files into the folder, made if needed; return it."""
    folder.mkdir(exist_ok=True)
    for name, content in files.items():
        if isinstance(content, str):
            content = content.encode("utf-8")
        (folder / name).write_bytes(content)
    return folder


def contents(folder):
    """Everything directly in the folder: bytes of files, kinds of other things."""
    seen = {}
    for entry in sorted(os.listdir(folder)):
        path = folder / entry
        if path.is_symlink():
            seen[entry] = "link"
        elif path.is_dir():
            seen[entry] = "folder"
        else:
            seen[entry] = path.read_bytes()
    return seen


def run(capsys, *arguments):
    capsys.readouterr()
    code = main([str(argument) for argument in arguments])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def numbered(*numbers, width=2):
    return [Chapter(number, width, "x") for number in numbers]


def close_plan(folder, **options):
    found = scan(folder)
    return make_plan(found, close(found.chapters), **options)


def refusal(call, *arguments, **options):
    with pytest.raises(Refused) as caught:
        call(*arguments, **options)
    return str(caught.value)


# What a chapter is


@pytest.mark.parametrize(
    "name, chapter",
    [
        ("01-arrival.md", Chapter(1, 2, "arrival")),
        ("00-preface.md", Chapter(0, 2, "preface")),
        ("0123-A_b-c.md", Chapter(123, 4, "A_b-c")),
        ("007-9-lives-.md", Chapter(7, 3, "9-lives-")),
        ("1-a.md", None),
        ("12345-a.md", None),
        ("01-.md", None),
        ("01--a.md", None),
        ("01-_a.md", None),
        ("01_a.md", None),
        ("01-a.MD", None),
        ("01-a.b.md", None),
        ("01-a b.md", None),
        ("01-caf\u00e9.md", None),
        ("\u0660\u0661-a.md", None),
        ("x01-a.md", None),
        ("01-a.md\n", None),
        ("01-a.md.bak", None),
    ],
)
def test_chapter_names(name, chapter):
    """What a chapter is: two to four digits, hyphen, ASCII slug beginning with a letter or digit, .md."""
    assert parse_name(name) == chapter
    if chapter is not None:
        assert chapter.name == name


def test_scan_lists_chapters_markdown_and_notes(tmp_path):
    """What a chapter is: directly in the folder; SHOULD note other Markdown files beginning with a digit."""
    folder = fill(
        tmp_path / "book",
        {
            "10-last.md": "", "02-b.md": "", "03 draft.md": "", "3-x.md": "", "notes.md": "",
            ".hidden.md": "", "4.txt": "",
        },
    )
    fill(folder / "old", {"07-deep.md": ""})
    (folder / "5-folder.md").mkdir()
    (folder / "6-link.md").symlink_to(folder / "notes.md")
    found = scan(folder)
    assert found.chapters == (Chapter(2, 2, "b"), Chapter(10, 2, "last"))
    assert found.markdown == ("02-b.md", "03 draft.md", "10-last.md", "3-x.md", "notes.md")
    assert found.notes == (
        "ignored 03 draft.md: not a chapter name",
        "ignored 3-x.md: not a chapter name",
    )


def test_different_numbers_of_digits(tmp_path, capsys):
    """MUST refuse a folder whose chapters do not all have the same number of digits, naming one of each kind."""
    folder = fill(tmp_path / "book", {"01-a.md": "", "02-b.md": "", "0100-z.md": "", "002-b.md": ""})
    before = contents(folder)
    message = "chapter numbers of different length: 002-b.md, 01-a.md"
    assert run(capsys, "close", folder) == (1, "", f"chapno: {message}\n")
    assert contents(folder) == before
    (folder / "002-b.md").unlink()
    assert refusal(scan, folder) == "chapter numbers of different length: 01-a.md, 0100-z.md"


def test_the_same_number_twice(tmp_path, capsys):
    """MUST refuse a folder in which two chapters have the same number, naming both."""
    folder = fill(
        tmp_path / "book",
        {"07-a.md": "", "07-b.md": "", "05-c.md": "", "05-b.md": "", "05-a.md": "", "01-z.md": ""},
    )
    before = contents(folder)
    assert run(capsys, "open", folder, "9") == (
        1, "", "chapno: chapter 5 exists twice: 05-a.md, 05-b.md\n")
    assert contents(folder) == before


def test_chapter_0_stays_and_its_links_are_corrected(tmp_path, capsys):
    """MUST leave chapter 0 where it is in every command; links in it are corrected all the same."""
    folder = fill(tmp_path / "book", {"00-pre.md": "[a](02-a.md) [p](00-pre.md)\n", "02-a.md": "A\n"})
    assert run(capsys, "close", folder) == (
        0,
        "rename 02-a.md -> 01-a.md\nlinks 00-pre.md (1)\nrenamed: 1, files with links: 1, links: 1\n",
        "",
    )
    assert contents(folder) == {"00-pre.md": b"[a](01-a.md) [p](00-pre.md)\n", "01-a.md": b"A\n"}
    assert dict(open_at(numbered(0, 1), 1)) == {1: 2}
    assert dict(move(numbered(0, 1, 2), 2, 1)) == {2: 1, 1: 2}


def test_commands_that_name_chapter_0(tmp_path, capsys):
    """MUST refuse commands that name chapter 0, before all other checks of the numbers."""
    folder = fill(tmp_path / "book", {"00-pre.md": "", "01-a.md": ""})
    before = contents(folder)
    refused = (1, "", "chapno: chapter 0 stays where it is\n")
    assert run(capsys, "open", folder, "00") == refused
    assert run(capsys, "move", folder, "0", "1") == refused
    assert run(capsys, "move", folder, "9", "0") == refused
    assert run(capsys, "move", folder, "0", "9") == refused
    assert contents(folder) == before


# Renumbering


def test_close_numbers():
    """MUST close gaps on `close`: the chapters from 1 up keep their order and get 1, 2, 3 and so on."""
    assert dict(close(numbered(1, 3, 4, 9))) == {3: 2, 4: 3, 9: 4}
    assert dict(close(numbered(0, 5, 6))) == {5: 1, 6: 2}
    assert dict(close(numbered(0, 1, 2))) == {}
    assert dict(close([])) == {}


def test_open_moves_the_unbroken_run_only():
    """MUST make room on `open AT`: chapters behind the next gap stay; a free AT needs nothing."""
    assert dict(open_at(numbered(1, 2, 3, 5, 6), 2)) == {2: 3, 3: 4}
    assert dict(open_at(numbered(1, 2, 3, 5, 6), 5)) == {5: 6, 6: 7}
    assert dict(open_at(numbered(1, 2, 3, 5, 6), 4)) == {}
    assert dict(open_at(numbered(1, 2, 3, 5, 6), 40)) == {}


def test_move_numbers():
    """MUST move one chapter on `move FROM TO`, those in between shifting by one; bad FROM and TO are refused."""
    chapters = numbered(0, 1, 2, 4, 5, 7)
    assert dict(move(chapters, 2, 5)) == {2: 5, 4: 3, 5: 4}
    assert dict(move(chapters, 5, 1)) == {5: 1, 1: 2, 2: 3, 4: 5}
    assert dict(move(chapters, 1, 6)) == {1: 6, 2: 1, 4: 3, 5: 4}
    assert dict(move(chapters, 7, 3)) == {7: 3, 4: 5, 5: 6}
    assert dict(move(chapters, 4, 4)) == {}
    assert refusal(move, chapters, 3, 9) == "there is no chapter 3"
    assert refusal(move, chapters, 3, 3) == "there is no chapter 3"
    assert refusal(move, chapters, 4, 8) == "cannot move to 8: the last chapter is 7"


def test_numbers_that_need_more_digits(tmp_path, capsys):
    """MUST refuse a renumbering that needs more digits than the file names have."""
    assert refusal(open_at, numbered(97, 98, 99), 97) == "chapter number 100 does not fit in 2 digits"
    assert dict(open_at(numbered(96, 97, 99), 96)) == {96: 97, 97: 98}
    assert dict(open_at(numbered(99, width=3), 99)) == {99: 100}
    folder = fill(tmp_path / "book", {"99-end.md": "x"})
    assert run(capsys, "open", folder, "99") == (1, "", "chapno: chapter number 100 does not fit in 2 digits\n")
    assert contents(folder) == {"99-end.md": b"x"}


# Links


@pytest.mark.parametrize(
    "text, expected, count",
    [
        ("[a](02-x.md)", "[a](03-x.md)", 1),
        ("![a](./02-x.md#part-2)", "![a](./03-x.md#part-2)", 1),
        ("[a](02-x.md \"02-x.md (old)\")", "[a](03-x.md \"02-x.md (old)\")", 1),
        ("[a](./02-x.md#b 'T') and [c](02-x.md)", "[a](./03-x.md#b 'T') and [c](03-x.md)", 2),
        ("[02-x.md](02-x.md)", "[02-x.md](03-x.md)", 1),
        ("`[a](02-x.md)`", "`[a](03-x.md)`", 1),
        ("[l]: 02-x.md", "[l]: 03-x.md", 1),
        ("t\n   [l l]:\t./02-x.md#a  \"t\"\n", "t\n   [l l]:\t./03-x.md#a  \"t\"\n", 1),
        ("[l]: 02-x.md and more 02-x.md\n", "[l]: 03-x.md and more 02-x.md\n", 1),
    ],
)
def test_links_that_are_corrected(text, expected, count):
    """MUST correct inline links and link definitions, with or without ./, a fragment or a title."""
    assert correct(text, TO_3) == (expected, count)


@pytest.mark.parametrize(
    "text",
    [
        "see 02-x.md, (02-x.md) or [02-x.md]",
        "[a](../02-x.md) [b](old/02-x.md) [c](/02-x.md) [d](././02-x.md)",
        "[a](https://example.org/02-x.md)",
        "[a](02-X.md) [b](02-x.MD) [c](02-x.mdx) [d](102-x.md) [e](02-xx.md)",
        "[a](<02-x.md>) [b](02%2Dx.md)",
        "[a](02-x.md\n\"title\")",
        "    [l]: 02-x.md",
        "text [l]: 02-x.md",
        "[l]: old/02-x.md",
    ],
)
def test_text_that_is_left_alone(text):
    """MUST leave alone web addresses, links through other folders and chapter names in running text."""
    assert correct(text, TO_3) == (text, 0)


@pytest.mark.parametrize(
    "text, count",
    [
        ("```\n@\n```\n@\n", 1),
        ("```md\r\n@\r\n```  \r\n@\r\n", 1),
        ("~~~\r@\r```\r@\r~~~\r@\r", 1),
        ("   ````\n```\n@\n   `````\n@\n@", 2),
        ("```\n``` no\n@\n", 0),
        ("```\n    ```\n@\n", 0),
        ("```\n@\n@", 0),
        ("    ```\n@\n", 1),
        ("``\n@\n", 1),
        ("\ufeff```\n@\n```\n@", 1),
    ],
)
def test_fenced_code_blocks(text, count):
    """MUST leave alone fenced code blocks."""
    source = text.replace("@", "[a](02-x.md)")
    changed, links = correct(source, TO_3)
    assert links == count
    pieces = source.rsplit("02-x.md", count) if count else [source]
    assert changed == "03-x.md".join(pieces)


def test_all_links_change_at_the_same_time():
    """MUST correct all at the same time, so that no link is changed twice."""
    renames = {"02-x.md": "03-x.md", "03-x.md": "04-x.md", "04-x.md": "02-x.md"}
    text = "[a](02-x.md) [b](03-x.md#f)\n[c]: ./04-x.md\n"
    assert correct(text, renames) == ("[a](03-x.md) [b](04-x.md#f)\n[c]: ./02-x.md\n", 3)


def test_other_bytes_and_permissions_are_kept(tmp_path, capsys):
    """MUST keep every other byte and the permissions of a corrected file."""
    data = b"\xef\xbb\xbf[a]: 03-b.md\r\none\rtwo \xc3\xa9\n\n\t[b](03-b.md)  "
    folder = fill(tmp_path / "book", {"01-a.md": "", "03-b.md": "B", "notes.md": data})
    os.chmod(folder / "notes.md", 0o640)
    code, out, err = run(capsys, "close", folder)
    assert (code, err) == (0, "")
    assert (folder / "notes.md").read_bytes() == data.replace(b"03-b.md", b"02-b.md")
    assert stat.S_IMODE((folder / "notes.md").stat().st_mode) == 0o640
    assert sorted(contents(folder)) == ["01-a.md", "02-b.md", "notes.md"]


def test_files_without_such_links_are_not_written(tmp_path, capsys):
    """MUST not write files without such links at all; only files directly in the folder are corrected."""
    folder = fill(
        tmp_path / "book",
        {"03-b.md": "see 03-b.md\r\n", "notes.md": "[x](old/03-b.md)", "to.txt": "[x](03-b.md)",
         ".hid.md": "[x](03-b.md)"},
    )
    fill(folder / "old", {"deep.md": "[x](03-b.md)"})
    old_times = {}
    for name in ("03-b.md", "notes.md"):
        os.utime(folder / name, ns=(10**18, 10**18))
        old_times[name] = (folder / name).stat().st_ino
    assert run(capsys, "close", folder) == (
        0, "rename 03-b.md -> 01-b.md\nrenamed: 1, files with links: 0, links: 0\n", "")
    for name, old_name in (("01-b.md", "03-b.md"), ("notes.md", "notes.md")):
        status = (folder / name).stat()
        assert (status.st_mtime_ns, status.st_ino) == (10**18, old_times[old_name])
    assert (folder / "to.txt").read_text() == (folder / ".hid.md").read_text() == "[x](03-b.md)"
    assert (folder / "old" / "deep.md").read_text() == "[x](03-b.md)"


def test_notes_on_standard_error(tmp_path, capsys):
    """SHOULD and COULD note: other files beginning with a digit, then links missing before the run, with their lines."""
    text = (
        "a\u2028b\x0c\r\n[x](09-gone.md) [y](./08-gone.md#f)\r```\n[z](07-gone.md)\n```\n"
        "[l]: 06-gone.md\n[k](01-here.md) [j](9-x.md) [i](old/05-gone.md)\n"
    )
    assert dangling(text, {"01-here.md"}) == [(2, "09-gone.md"), (2, "08-gone.md"), (6, "06-gone.md")]
    folder = fill(
        tmp_path / "book",
        {"01-a.md": "", "03-b.md": "", "2-old.md": "[z](09-z.md)", "notes.md": "x\n[n](02-b.md)\n[o](03-b.md)\n"},
    )
    assert run(capsys, "close", folder) == (
        0,
        "rename 03-b.md -> 02-b.md\nlinks notes.md (1)\nrenamed: 1, files with links: 1, links: 1\n",
        "note: ignored 2-old.md: not a chapter name\n"
        "note: 2-old.md:1: link to missing 09-z.md\n"
        "note: notes.md:2: link to missing 02-b.md\n",
    )
    assert (folder / "notes.md").read_bytes() == b"x\n[n](02-b.md)\n[o](02-b.md)\n"


# Safety


def test_dry_run_prints_the_same_and_changes_nothing(tmp_path, capsys):
    """MUST with --dry-run check and print everything as in a real run and change nothing."""
    folder = fill(
        tmp_path / "book",
        {"01-arrival.md": "[s](03-storm.md) [c](./05-calm.md#end)\n", "03-storm.md": "S\n", "05-calm.md": "C\n"},
    )
    before = contents(folder)
    lines = "rename 03-storm.md -> 02-storm.md\nrename 05-calm.md -> 03-calm.md\nlinks 01-arrival.md (2)\n"
    dry = (0, lines + "would rename: 2, files with links: 1, links: 2\n", "")
    assert run(capsys, "close", folder, "--dry-run") == dry
    assert run(capsys, "close", "-n", folder) == dry
    assert contents(folder) == before
    assert run(capsys, "close", folder) == (0, lines + "renamed: 2, files with links: 1, links: 2\n", "")
    assert contents(folder) == {
        "01-arrival.md": b"[s](02-storm.md) [c](./03-calm.md#end)\n", "02-storm.md": b"S\n", "03-calm.md": b"C\n"}


def test_lines_are_sorted_by_old_name_and_show_the_new_one(tmp_path, capsys):
    """MUST print one line for each rename and each corrected file and a summary."""
    folder = fill(
        tmp_path / "book", {"01-x.md": "[n](02-y.md)", "02-y.md": "[n](03-z.md)", "03-z.md": "[n](01-x.md)"})
    assert run(capsys, "move", folder, "03", "1") == (
        0,
        "rename 01-x.md -> 02-x.md\nrename 02-y.md -> 03-y.md\nrename 03-z.md -> 01-z.md\n"
        "links 02-x.md (1)\nlinks 03-y.md (1)\nlinks 01-z.md (1)\n"
        "renamed: 3, files with links: 3, links: 3\n",
        "",
    )
    assert contents(folder) == {"01-z.md": b"[n](02-x.md)", "02-x.md": b"[n](03-y.md)", "03-y.md": b"[n](01-z.md)"}


def test_chapters_of_one_slug_change_places(tmp_path, capsys):
    """MUST move one chapter, and none overwrites another; no link is changed twice."""
    folder = fill(tmp_path / "book", {"01-x.md": "one [b](02-x.md) [a](01-x.md)", "02-x.md": "two"})
    code, out, err = run(capsys, "move", folder, "1", "2")
    assert (code, err) == (0, "")
    assert contents(folder) == {"01-x.md": b"two", "02-x.md": b"one [b](01-x.md) [a](02-x.md)"}


def test_nothing_to_do(tmp_path, capsys):
    """MUST say so when there is nothing to do; then no file is read, notes are shown."""
    folder = fill(tmp_path / "book", {"01-a.md": b"\xff", "02-b.md": "[x](09-z.md)", "3-x.md": ""})
    before = contents(folder)
    nothing = (0, "nothing to do\n", "note: ignored 3-x.md: not a chapter name\n")
    assert run(capsys, "close", folder) == nothing
    assert run(capsys, "open", folder, "3", "--dry-run") == nothing
    assert run(capsys, "move", folder, "2", "02", "--max", "1") == nothing
    plan = make_plan(scan(folder), {})
    assert (plan.renames, plan.rewrites, plan.seen) == ((), (), ())
    (folder / "later.md").write_text("")
    apply(plan)
    (folder / "later.md").unlink()
    assert contents(folder) == before


def test_folders_that_are_refused(tmp_path, capsys, monkeypatch):
    """MUST refuse a folder that does not exist, is no folder, a symbolic link, the root or the home folder."""
    home = fill(tmp_path / "home", {"03-a.md": ""})
    (tmp_path / "other").mkdir()
    monkeypatch.setenv("HOME", str(home))
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "other")
    broken = tmp_path / "broken"
    broken.symlink_to(tmp_path / "gone")
    around = tmp_path / "other" / ".." / "home"
    assert refusal(scan, tmp_path / "none") == f"{tmp_path / 'none'} does not exist"
    assert refusal(scan, home / "03-a.md") == f"{home / '03-a.md'} is not a folder"
    assert refusal(scan, link) == f"{link} is a symbolic link"
    assert refusal(scan, broken) == f"{broken} is a symbolic link"
    assert refusal(scan, Path("/")) == "/ is the root folder"
    assert refusal(scan, around) == f"{around} is the home folder"
    assert run(capsys, "close", home) == (1, "", f"chapno: {home} is the home folder\n")
    assert sorted(os.listdir(home)) == ["03-a.md"]


def test_things_with_a_chapters_name_and_left_overs(tmp_path, capsys):
    """MUST refuse when a folder or symbolic link has a chapter's name, or temporary files lie about."""
    folder = fill(tmp_path / "book", {"01-a.md": "", "1000-z.md": ""})
    (folder / "03-c.md").mkdir()
    (folder / "02-b.md").symlink_to(folder / "nowhere")
    assert refusal(scan, folder) == "02-b.md is a symbolic link"
    (folder / "02-b.md").unlink()
    assert refusal(scan, folder) == "03-c.md is not a regular file"
    (folder / ".chapno-write").mkdir()
    fill(folder, {".chapno-02-b.md": ""})
    before = contents(folder)
    message = "chapno: left over from an interrupted run: .chapno-02-b.md\n"
    assert run(capsys, "close", folder, "-n") == (1, "", message)
    assert run(capsys, "open", folder, "50") == (1, "", message)
    assert contents(folder) == before


def test_write_protected_files(tmp_path, capsys):
    """MUST refuse, before anything is changed, when a file to be renamed or corrected lacks the owner's write permission."""
    folder = fill(
        tmp_path / "book",
        {"01-a.md": "no link", "03-b.md": "", "05-c.md": "", "notes.md": "[c](05-c.md)", "z.md": b"\xff"},
    )
    os.chmod(folder / "01-a.md", 0o444)
    os.chmod(folder / "05-c.md", 0o464)
    before = contents(folder)
    assert run(capsys, "close", folder) == (1, "", "chapno: 05-c.md is write-protected\n")
    assert run(capsys, "close", folder, "-n") == (1, "", "chapno: 05-c.md is write-protected\n")
    os.chmod(folder / "05-c.md", 0o644)
    os.chmod(folder / "notes.md", 0o444)
    assert run(capsys, "close", folder) == (1, "", "chapno: z.md is not valid UTF-8\n")
    (folder / "z.md").write_bytes(b"ok")
    assert run(capsys, "close", folder) == (1, "", "chapno: notes.md is write-protected\n")
    (folder / "z.md").write_bytes(before["z.md"])
    assert contents(folder) == before
    (folder / "z.md").write_bytes(b"ok")
    os.chmod(folder / "notes.md", 0o644)
    assert run(capsys, "close", folder)[0] == 0
    assert stat.S_IMODE((folder / "01-a.md").stat().st_mode) == 0o444


def test_files_too_large_or_not_utf8(tmp_path, capsys):
    """MUST refuse when a Markdown file to be searched for links is larger than 4 MiB or not valid UTF-8."""
    exactly = (b"x" * 1023 + b"\n") * 4096
    folder = fill(tmp_path / "book", {"02-a.md": "", "big.md": exactly + b"y", "bad.md": b"\xc3"})
    assert run(capsys, "close", folder) == (1, "", "chapno: bad.md is not valid UTF-8\n")
    (folder / "bad.md").write_bytes(b"\xc3\xa9")
    assert run(capsys, "close", folder) == (1, "", "chapno: big.md is larger than 4 MiB\n")
    assert (folder / "02-a.md").exists()
    (folder / "big.md").write_bytes(exactly)
    assert run(capsys, "close", folder)[0] == 0
    assert sorted(contents(folder)) == ["01-a.md", "bad.md", "big.md"]


def test_more_than_50_renames(tmp_path, capsys):
    """MUST refuse to rename more than 50 files in a run unless --max allows more."""
    folder = fill(tmp_path / "book", {f"{number:02d}-x.md": "" for number in range(2, 53)})
    os.chmod(folder / "02-x.md", 0o444)
    refused = (1, "", "chapno: 51 files to rename, limit is 50 (see --max)\n")
    assert run(capsys, "close", folder) == refused
    assert run(capsys, "close", folder, "--dry-run") == refused
    os.chmod(folder / "02-x.md", 0o644)
    assert run(capsys, "close", folder, "-n", "--max", "51")[0] == 0
    assert len(close_plan(folder, max_renames=51).renames) == 51
    (folder / "52-x.md").unlink()
    assert run(capsys, "close", folder, "--max", "49") == (
        1, "", "chapno: 50 files to rename, limit is 49 (see --max)\n")
    code, out, err = run(capsys, "close", folder)
    assert (code, out.splitlines()[-1], err) == (0, "renamed: 50, files with links: 0, links: 0", "")
    assert sorted(os.listdir(folder))[-1] == "50-x.md"


def test_what_a_plan_holds(tmp_path):
    """Links and Safety: a plan names renames, corrected files and all Markdown files seen, and changes nothing."""
    files = {"02-b.md": "[s](02-b.md)", "04-a.md": "", "notes.md": "[a](04-a.md)\n[b](02-b.md)"}
    folder = fill(tmp_path / "book", files)
    plan = close_plan(folder)
    assert plan.renames == (Rename("02-b.md", "01-b.md"), Rename("04-a.md", "02-a.md"))
    assert [(r.old_name, r.new_name, r.links, r.before, r.after) for r in plan.rewrites] == [
        ("02-b.md", "01-b.md", 1, b"[s](02-b.md)", b"[s](01-b.md)"),
        ("notes.md", "notes.md", 2, b"[a](04-a.md)\n[b](02-b.md)", b"[a](02-a.md)\n[b](01-b.md)"),
    ]
    assert plan.seen == tuple(
        (name, hashlib.sha256(text.encode()).hexdigest()) for name, text in sorted(files.items()))
    assert contents(folder) == {name: text.encode() for name, text in files.items()}


@pytest.mark.parametrize(
    "changes, named",
    [
        ({"notes.md": "[a](03-b.md)X"}, "notes.md"),
        ({"notes.md": None}, "notes.md"),
        ({"zzz.md": ""}, "zzz.md"),
        ({"notes.md": "", "extra.md": ""}, "extra.md"),
        ({"plain.md": "Plain"}, "plain.md"),
    ],
)
def test_a_folder_changed_since_the_plan(tmp_path, changes, named):
    """MUST refuse to carry out a plan if a Markdown file was added, removed or changed since it was made."""
    folder = fill(tmp_path / "book", {"03-b.md": "", "notes.md": "[a](03-b.md)", "plain.md": "plain"})
    plan = close_plan(folder)
    for name, text in changes.items():
        if text is None:
            (folder / name).unlink()
        else:
            (folder / name).write_text(text)
    before = contents(folder)
    assert refusal(apply, plan) == f"folder changed since the plan was made: {named}"
    assert contents(folder) == before


def test_apply_renames_through_temporary_names_and_ignores_other_files(tmp_path):
    """MUST move: all names go through temporary ones; only Markdown files count as changes."""
    folder = fill(tmp_path / "book", {"02-a.md": "[b](03-b.md)", "03-b.md": ""})
    plan = close_plan(folder)
    fill(folder, {"new.txt": "", ".new.md": ""})
    calls = []

    def rename(old, new):
        calls.append((Path(old).name, Path(new).name))
        os.rename(old, new)

    def write(path, data):
        calls.append((Path(path).name, data))
        Path(path).write_bytes(data)

    apply(plan, rename=rename, write=write)
    assert calls == [
        ("02-a.md", ".chapno-02-a.md"),
        ("03-b.md", ".chapno-03-b.md"),
        (".chapno-02-a.md", "01-a.md"),
        (".chapno-03-b.md", "02-b.md"),
        ("01-a.md", b"[b](02-b.md)"),
    ]


@pytest.mark.parametrize("at", [1, 2, 3, 4, 5, 6])
def test_a_failed_rename_is_put_back(tmp_path, at):
    """MUST after a failure half-way put back all names and contents before reporting the failure."""
    folder = fill(tmp_path / "book", {"02-a.md": "[c](06-c.md)", "04-b.md": "B", "06-c.md": "C"})
    before = contents(folder)
    plan = close_plan(folder)
    calls = []

    def rename(old, new):
        calls.append(old)
        if len(calls) == at:
            raise OSError("disk on fire")
        os.rename(old, new)

    with pytest.raises(ApplyFailed) as caught:
        apply(plan, rename=rename)
    assert caught.value.restored is True
    assert str(caught.value) == "failed, everything put back: disk on fire"
    assert contents(folder) == before


def test_a_failed_write_is_put_back(tmp_path):
    """MUST after a failure half-way put back all contents, also of the file whose writing failed."""
    folder = fill(tmp_path / "book", {"02-a.md": "[s](02-a.md)", "notes.md": "[a](02-a.md)", "z.md": "[a](02-a.md)"})
    before = contents(folder)
    plan = close_plan(folder)
    calls = []

    def write(path, data):
        calls.append(Path(path).name)
        if len(calls) == 2:
            Path(path).write_bytes(b"half")
            raise OSError("full")
        Path(path).write_bytes(data)

    with pytest.raises(ApplyFailed) as caught:
        apply(plan, write=write)
    assert caught.value.restored is True
    assert str(caught.value) == "failed, everything put back: full"
    assert calls == ["01-a.md", "notes.md", "notes.md", "01-a.md"]
    assert contents(folder) == before


def test_undoing_goes_on_when_it_fails_itself(tmp_path):
    """MUST after a failure put back: if a part of that fails the rest is still put back, and it is said so."""
    folder = fill(tmp_path / "book", {"02-a.md": "[s](02-a.md)", "04-b.md": ""})
    before = contents(folder)
    plan = close_plan(folder)
    errors = ["first", "second", "third", "fourth"]

    def write(path, data):
        raise OSError(errors.pop(0))

    with pytest.raises(ApplyFailed) as caught:
        apply(plan, write=write)
    assert caught.value.restored is False
    assert str(caught.value) == f"failed and could not be put back, see {plan.folder}: first"
    assert contents(folder) == before


def test_success_and_a_failed_run_have_their_own_exit_codes(tmp_path, capsys):
    """MUST tell a failed run apart by the exit code: here the temporary name is too long for the file system."""
    assert run(capsys, "--help")[0] == 0
    assert run(capsys, "move", "--help")[0] == 0
    long = "04-" + "b" * 244 + ".md"
    folder = fill(tmp_path / "book", {"02-a.md": "A", long: "B", "notes.md": "[a](02-a.md)"})
    before = contents(folder)
    code, out, err = run(capsys, "close", folder)
    assert (code, out) == (3, "")
    assert err.startswith("chapno: failed, everything put back: ")
    assert contents(folder) == before


def test_replace_content_keeps_permissions_and_cleans_up(tmp_path):
    """MUST keep permissions of corrected files; no temporary file of the run is left."""
    folder = fill(tmp_path / "book", {"a.md": "old"})
    os.chmod(folder / "a.md", 0o604)
    replace_content(folder / "a.md", b"new\r\n")
    assert (folder / "a.md").read_bytes() == b"new\r\n"
    assert stat.S_IMODE((folder / "a.md").stat().st_mode) == 0o604
    (folder / "sub").mkdir()
    with pytest.raises(OSError):
        replace_content(folder / "sub", b"x")
    assert sorted(os.listdir(folder)) == ["a.md", "sub"]


@pytest.mark.parametrize(
    "arguments",
    [
        ["rename", "@"], ["close"], ["close", "@", "1"], ["open", "@"], ["open", "@", "3a"], ["open", "@", "+3"],
        ["open", "@", "-1"], ["open", "@", "1.0"], ["move", "@", "2"], ["move", "@", "2", "x"],
        ["close", "@", "--max", "0"], ["close", "@", "--max", "many"], ["close", "@", "--force"],
    ],
)
def test_wrong_usage(tmp_path, capsys, arguments):
    """MUST tell wrong usage apart by the exit code; AT, FROM, TO are digits only, N is at least 1."""
    folder = fill(tmp_path / "book", {"02-a.md": ""})
    code, out, err = run(capsys, *[folder if argument == "@" else argument for argument in arguments])
    assert (code, out) == (2, "") and err != ""
    assert contents(folder) == {"02-a.md": b""}

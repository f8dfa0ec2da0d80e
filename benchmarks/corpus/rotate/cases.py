@proves(R1)
def write_adds_lines():
    """Each write adds the line and a line end."""
    log = Log(Path("logs"), "app", 100, 2)
    log.write("one")
    assert read("logs/app.log") == "one\n"
    log.write("two")
    assert read("logs/app.log") == "one\ntwo\n"
    assert not Path("logs/app.1.log").exists()
    assert log.lines() == ["one", "two"]


@proves("R1.a")
def making_a_log_touches_nothing():
    """The folder is made by the first write, not before."""
    log = Log(Path("logs"), "app", 100, 2)
    assert not Path("logs").exists()
    assert log.files() == []
    assert not Path("logs").exists()
    log.write("x")
    assert read("logs/app.log") == "x\n"


@proves("R1.a")
def write_makes_parents():
    """The folder is made with its parents."""
    log = Log(Path("a/b/c"), "sys", 100, 2)
    log.write("x")
    assert read("a/b/c/sys.log") == "x\n"
    assert log.files() == ["sys.log"]


@proves("R1.a")
def write_goes_on():
    """A file that is there already is gone on with."""
    write("logs/app.log", "old\n")
    log = Log(Path("logs"), "app", 100, 2)
    log.write("new")
    assert read("logs/app.log") == "old\nnew\n"
    assert log.lines() == ["old", "new"]


@proves("R1.b")
def line_with_a_line_end():
    """A line that contains a line end is refused, nothing on disk changes."""
    log = Log(Path("logs"), "app", 100, 2)
    with raises(ValueError):
        log.write("a\nb")
    with raises(ValueError):
        log.write("\n")
    with raises(ValueError):
        log.write("a\n")
    with raises(ValueError):
        log.write("\na")
    assert not Path("logs").exists()
    log.write("ok")
    assert read("logs/app.log") == "ok\n"
    with raises(ValueError):
        log.write("x\ny")
    assert read("logs/app.log") == "ok\n"


@proves("R1.b")
def bad_line_does_not_rotate():
    """A refused line does not rotate either."""
    log = Log(Path("logs"), "app", 3, 2)
    log.write("ab")
    assert read("logs/app.log") == "ab\n"
    with raises(ValueError):
        log.write("long\nlong")
    assert read("logs/app.log") == "ab\n"
    assert not Path("logs/app.1.log").exists()
    assert log.files() == ["app.log"]


@proves("R1.b")
def empty_line():
    """The empty line is fine."""
    log = Log(Path("logs"), "app", 100, 2)
    log.write("")
    assert read("logs/app.log") == "\n"
    log.write("a")
    assert read("logs/app.log") == "\na\n"
    log.write("")
    assert read("logs/app.log") == "\na\n\n"
    assert log.lines() == ["", "a", ""]


@proves("R1.c")
def refuses_bad_numbers():
    """max_bytes below 1 and keep below 0 are refused."""
    with raises(ValueError):
        Log(Path("logs"), "app", 0, 2)
    with raises(ValueError):
        Log(Path("logs"), "app", -1, 2)
    with raises(ValueError):
        Log(Path("logs"), "app", 10, -1)
    log = Log(Path("logs"), "app", 1, 0)
    log.write("x")
    assert read("logs/app.log") == "x\n"


@proves("R2.a")
def exactly_max_bytes_is_not_too_large():
    """A file of exactly max_bytes stays, one more byte rotates."""
    log = Log(Path("logs"), "app", 6, 2)
    log.write("ab")
    assert read("logs/app.log") == "ab\n"
    log.write("cd")
    assert read("logs/app.log") == "ab\ncd\n"
    assert not Path("logs/app.1.log").exists()
    log.write("e")
    assert read("logs/app.1.log") == "ab\ncd\n"
    assert read("logs/app.log") == "e\n"
    assert not Path("logs/app.2.log").exists()


@proves(R2)
def one_byte_too_many():
    """The line end counts."""
    log = Log(Path("logs"), "app", 5, 2)
    log.write("ab")
    assert read("logs/app.log") == "ab\n"
    log.write("cd")
    assert read("logs/app.1.log") == "ab\n"
    assert read("logs/app.log") == "cd\n"
    log.write("x")
    assert read("logs/app.1.log") == "ab\n"
    assert read("logs/app.log") == "cd\nx\n"
    assert not Path("logs/app.2.log").exists()
    log.write("")
    assert read("logs/app.1.log") == "cd\nx\n"
    assert read("logs/app.2.log") == "ab\n"
    assert read("logs/app.log") == "\n"


@proves("R2.a")
def sizes_are_bytes():
    """Characters of several bytes count as such."""
    log = Log(Path("logs"), "app", 5, 3)
    log.write("éé")
    assert read("logs/app.log") == "éé\n"
    log.write("")
    assert read("logs/app.1.log") == "éé\n"
    assert read("logs/app.log") == "\n"
    log.write("€")
    assert read("logs/app.log") == "\n€\n"
    assert not Path("logs/app.2.log").exists()
    log.write("a")
    assert read("logs/app.1.log") == "\n€\n"
    assert read("logs/app.2.log") == "éé\n"
    assert read("logs/app.log") == "a\n"


@proves("R2.b")
def large_line_into_an_empty_place():
    """A line larger than max_bytes is written whole without rotating where there is nothing."""
    log = Log(Path("logs"), "app", 3, 2)
    log.write("abcdef")
    assert read("logs/app.log") == "abcdef\n"
    assert not Path("logs/app.1.log").exists()
    log.write("g")
    assert read("logs/app.1.log") == "abcdef\n"
    assert read("logs/app.log") == "g\n"
    assert not Path("logs/app.2.log").exists()
    log.write("hijklm")
    assert read("logs/app.1.log") == "g\n"
    assert read("logs/app.2.log") == "abcdef\n"
    assert read("logs/app.log") == "hijklm\n"


@proves("R2.b")
def large_line_into_an_empty_file():
    """An empty file is not rotated."""
    write("logs/app.log", "")
    log = Log(Path("logs"), "app", 3, 2)
    log.write("abcdef")
    assert read("logs/app.log") == "abcdef\n"
    assert not Path("logs/app.1.log").exists()


@proves(R2)
def file_that_is_too_large_already():
    """A file that is larger already is rotated by the next write."""
    write("logs/app.log", "0123456789\n")
    log = Log(Path("logs"), "app", 4, 2)
    log.write("x")
    assert read("logs/app.1.log") == "0123456789\n"
    assert read("logs/app.log") == "x\n"
    assert not Path("logs/app.2.log").exists()


@proves(R2)
def size_is_asked_of_the_disk():
    """Two logs on the same files agree."""
    log = Log(Path("logs"), "app", 4, 2)
    other = Log(Path("logs"), "app", 4, 2)
    log.write("a")
    assert read("logs/app.log") == "a\n"
    other.write("b")
    assert read("logs/app.log") == "a\nb\n"
    log.write("c")
    assert read("logs/app.1.log") == "a\nb\n"
    assert read("logs/app.log") == "c\n"
    other.write("d")
    assert read("logs/app.log") == "c\nd\n"
    other.write("e")
    assert read("logs/app.1.log") == "c\nd\n"
    assert read("logs/app.2.log") == "a\nb\n"
    assert read("logs/app.log") == "e\n"


@proves(R3)
def old_files_move_up():
    """Old files move up by one, the oldest is deleted."""
    log = Log(Path("logs"), "app", 1, 2)
    log.write("a")
    assert read("logs/app.log") == "a\n"
    log.write("b")
    assert read("logs/app.1.log") == "a\n"
    assert read("logs/app.log") == "b\n"
    log.write("c")
    assert read("logs/app.1.log") == "b\n"
    assert read("logs/app.2.log") == "a\n"
    assert read("logs/app.log") == "c\n"
    log.write("d")
    assert read("logs/app.1.log") == "c\n"
    assert read("logs/app.2.log") == "b\n"
    assert read("logs/app.log") == "d\n"
    assert not Path("logs/app.3.log").exists()


@proves(R3)
def keep_one():
    """With keep 1 there is one old file."""
    log = Log(Path("logs"), "app", 1, 1)
    log.write("a")
    assert read("logs/app.log") == "a\n"
    log.write("b")
    assert read("logs/app.1.log") == "a\n"
    assert read("logs/app.log") == "b\n"
    log.write("c")
    assert read("logs/app.1.log") == "b\n"
    assert read("logs/app.log") == "c\n"
    assert not Path("logs/app.2.log").exists()
    assert log.lines() == ["b", "c"]


@proves(R3)
def keep_none():
    """With keep 0 the current file is deleted."""
    log = Log(Path("logs"), "app", 2, 0)
    log.write("a")
    assert read("logs/app.log") == "a\n"
    log.write("b")
    assert read("logs/app.log") == "b\n"
    assert not Path("logs/app.1.log").exists()
    assert log.rotate() is True
    assert not Path("logs/app.log").exists()
    assert not Path("logs/app.1.log").exists()
    assert log.rotate() is False
    log.write("c")
    assert read("logs/app.log") == "c\n"


@proves("R3.a")
def rotate_at_once():
    """rotate() turns the current file into an old one, and there is no current file then."""
    log = Log(Path("logs"), "app", 100, 3)
    log.write("a")
    log.write("b")
    assert log.rotate() is True
    assert read("logs/app.1.log") == "a\nb\n"
    assert not Path("logs/app.log").exists()
    assert not Path("logs/app.2.log").exists()
    assert log.files() == ["app.1.log"]
    log.write("c")
    assert read("logs/app.1.log") == "a\nb\n"
    assert read("logs/app.log") == "c\n"
    assert log.rotate() is True
    assert read("logs/app.1.log") == "c\n"
    assert read("logs/app.2.log") == "a\nb\n"
    assert not Path("logs/app.log").exists()
    assert not Path("logs/app.3.log").exists()


@proves("R3.a")
def rotate_without_a_current_file():
    """Without a current file nothing is done."""
    write("logs/app.1.log", "old\n")
    log = Log(Path("logs"), "app", 100, 3)
    assert log.rotate() is False
    assert read("logs/app.1.log") == "old\n"
    assert not Path("logs/app.log").exists()
    assert not Path("logs/app.2.log").exists()
    log.write("x")
    assert log.rotate() is True
    assert read("logs/app.1.log") == "x\n"
    assert read("logs/app.2.log") == "old\n"
    assert log.rotate() is False
    assert read("logs/app.1.log") == "x\n"
    assert read("logs/app.2.log") == "old\n"
    assert not Path("logs/app.log").exists()


@proves("R3.a")
def rotate_an_empty_file():
    """An empty current file is not rotated."""
    write("logs/app.log", "")
    write("logs/app.1.log", "old\n")
    log = Log(Path("logs"), "app", 100, 3)
    assert log.rotate() is False
    assert read("logs/app.1.log") == "old\n"
    assert read("logs/app.log") == ""
    assert not Path("logs/app.2.log").exists()
    log.write("")
    assert read("logs/app.log") == "\n"
    assert log.rotate() is True
    assert read("logs/app.1.log") == "\n"
    assert read("logs/app.2.log") == "old\n"
    assert not Path("logs/app.log").exists()


@proves("R3.a")
def rotate_without_a_folder():
    """Without a folder rotate() does nothing."""
    log = Log(Path("logs"), "app", 100, 3)
    assert log.rotate() is False
    assert not Path("logs").exists()
    log.write("x")
    assert log.rotate() is True
    assert read("logs/app.1.log") == "x\n"


@proves("R3.b")
def gap_ends_the_move():
    """Only files before the gap move, the one that moves into it ends it."""
    write("logs/app.log", "now\n")
    write("logs/app.1.log", "one\n")
    write("logs/app.3.log", "three\n")
    log = Log(Path("logs"), "app", 100, 5)
    assert log.rotate() is True
    assert read("logs/app.1.log") == "now\n"
    assert read("logs/app.2.log") == "one\n"
    assert read("logs/app.3.log") == "three\n"
    assert not Path("logs/app.log").exists()
    assert not Path("logs/app.4.log").exists()
    assert log.files() == ["app.1.log", "app.2.log", "app.3.log"]


@proves("R3.b")
def gap_at_one():
    """Where number 1 is missing no old file moves."""
    write("logs/app.log", "now\n")
    write("logs/app.2.log", "two\n")
    log = Log(Path("logs"), "app", 100, 5)
    assert log.rotate() is True
    assert read("logs/app.1.log") == "now\n"
    assert read("logs/app.2.log") == "two\n"
    assert not Path("logs/app.log").exists()
    assert not Path("logs/app.3.log").exists()


@proves("R3.b")
def gap_before_the_last():
    """Where a gap takes the move up, nothing is deleted."""
    write("logs/app.log", "now\n")
    write("logs/app.1.log", "one\n")
    write("logs/app.3.log", "three\n")
    log = Log(Path("logs"), "app", 100, 3)
    assert log.rotate() is True
    assert read("logs/app.1.log") == "now\n"
    assert read("logs/app.2.log") == "one\n"
    assert read("logs/app.3.log") == "three\n"
    log.write("x")
    assert log.rotate() is True
    assert read("logs/app.1.log") == "x\n"
    assert read("logs/app.2.log") == "now\n"
    assert read("logs/app.3.log") == "one\n"
    assert not Path("logs/app.log").exists()
    assert not Path("logs/app.4.log").exists()


@proves(R4)
def files_in_order():
    """The current file first, then the old ones by number."""
    write("logs/app.log", "0\n")
    write("logs/app.1.log", "1\n")
    write("logs/app.2.log", "2\n")
    write("logs/app.3.log", "3\n")
    log = Log(Path("logs"), "app", 1, 12)
    assert log.files() == ["app.log", "app.1.log", "app.2.log", "app.3.log"]
    log.write("x")
    assert log.files() == ["app.log", "app.1.log", "app.2.log", "app.3.log", "app.4.log"]


@proves(R4)
def files_up_to_the_gap():
    """Files behind a gap are not named and their lines not read."""
    write("logs/app.log", "0\n")
    write("logs/app.1.log", "1\n")
    write("logs/app.2.log", "2\n")
    write("logs/app.4.log", "4\n")
    log = Log(Path("logs"), "app", 100, 9)
    assert log.files() == ["app.log", "app.1.log", "app.2.log"]
    assert log.lines() == ["2", "1", "0"]


@proves(R4)
def files_without_a_current_one():
    """Without a current file the old ones are named."""
    write("logs/app.1.log", "a\n")
    write("logs/app.2.log", "b\n")
    write("logs/other.log", "x\n")
    write("logs/app.log.bak", "x\n")
    log = Log(Path("logs"), "app", 100, 9)
    assert log.files() == ["app.1.log", "app.2.log"]
    assert log.lines() == ["b", "a"]


@proves(R4)
def no_files_at_all():
    """Nothing there gives empty lists."""
    log = Log(Path("logs"), "app", 100, 9)
    assert log.files() == []
    assert log.lines() == []
    log.write("x")
    assert log.files() == ["app.log"]
    assert log.lines() == ["x"]


@proves(R4)
def lines_oldest_first():
    """The lines of all files, the oldest first."""
    log = Log(Path("logs"), "app", 4, 3)
    log.write("a")
    log.write("b")
    log.write("c")
    log.write("d")
    log.write("e")
    assert log.files() == ["app.log", "app.1.log", "app.2.log"]
    assert log.lines() == ["a", "b", "c", "d", "e"]


@proves(R4)
def more_than_ten_old_files():
    """Numbers are ordered as numbers."""
    log = Log(Path("logs"), "app", 1, 11)
    log.write("0")
    log.write("1")
    log.write("2")
    log.write("3")
    log.write("4")
    log.write("5")
    log.write("6")
    log.write("7")
    log.write("8")
    log.write("9")
    log.write("10")
    log.write("11")
    log.write("12")
    assert log.files() == [
        "app.log",
        "app.1.log",
        "app.2.log",
        "app.3.log",
        "app.4.log",
        "app.5.log",
        "app.6.log",
        "app.7.log",
        "app.8.log",
        "app.9.log",
        "app.10.log",
        "app.11.log",
    ]
    assert log.lines() == ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"]


@proves("R4.a")
def above_keep_is_not_part():
    """Old files above keep are neither named nor touched."""
    write("logs/app.log", "0\n")
    write("logs/app.1.log", "1\n")
    write("logs/app.2.log", "2\n")
    write("logs/app.3.log", "3\n")
    log = Log(Path("logs"), "app", 100, 1)
    assert log.files() == ["app.log", "app.1.log"]
    assert log.lines() == ["1", "0"]
    assert log.rotate() is True
    assert read("logs/app.1.log") == "0\n"
    assert read("logs/app.2.log") == "2\n"
    assert read("logs/app.3.log") == "3\n"
    assert not Path("logs/app.log").exists()
    assert not Path("logs/app.4.log").exists()
    assert log.files() == ["app.1.log"]
    assert log.lines() == ["0"]


@proves("R4.a")
def keep_none_touches_no_old_file():
    """With keep 0 old files are not part of the log."""
    write("logs/app.log", "0\n")
    write("logs/app.1.log", "1\n")
    log = Log(Path("logs"), "app", 100, 0)
    assert log.files() == ["app.log"]
    assert log.lines() == ["0"]
    assert log.rotate() is True
    assert read("logs/app.1.log") == "1\n"
    assert not Path("logs/app.log").exists()
    assert not Path("logs/app.2.log").exists()
    assert log.files() == []
    assert log.lines() == []

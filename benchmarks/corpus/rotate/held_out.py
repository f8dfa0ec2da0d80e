@proves(R1)
def h_carriage_return_is_part_of_a_line():
    """Only /n ends a line."""
    log = Log(Path("logs"), "app", 100, 1)
    log.write("a\rb")
    assert read("logs/app.log") == "a\rb\n"
    log.write("c\u2028d")
    assert read("logs/app.log") == "a\rb\nc\u2028d\n"
    log.write("e\x0b")
    assert read("logs/app.log") == "a\rb\nc\u2028d\ne\x0b\n"
    assert log.lines() == ["a\rb", "c\u2028d", "e\x0b"]


@proves(R1)
def h_spaces_are_kept():
    """Lines are written as they are."""
    log = Log(Path("logs"), "app", 100, 1)
    log.write("  x\t")
    assert read("logs/app.log") == "  x\t\n"
    log.write(" ")
    assert read("logs/app.log") == "  x\t\n \n"
    assert log.lines() == ["  x\t", " "]


@proves(R1)
def h_name_with_points():
    """A name with points and another log beside it."""
    write("logs/my.log", "m\n")
    log = Log(Path("logs"), "my.app", 5, 1)
    log.write("abcd")
    assert read("logs/my.app.log") == "abcd\n"
    assert read("logs/my.log") == "m\n"
    log.write("e")
    assert read("logs/my.app.1.log") == "abcd\n"
    assert read("logs/my.app.log") == "e\n"
    assert log.files() == ["my.app.log", "my.app.1.log"]
    assert log.lines() == ["abcd", "e"]


@proves(R2)
def h_four_byte_characters():
    """A character of four bytes and its line end fill five."""
    log = Log(Path("logs"), "app", 10, 2)
    log.write("😀")
    assert read("logs/app.log") == "😀\n"
    log.write("😀")
    assert read("logs/app.log") == "😀\n😀\n"
    assert not Path("logs/app.1.log").exists()
    log.write("")
    assert read("logs/app.1.log") == "😀\n😀\n"
    assert read("logs/app.log") == "\n"


@proves(R2)
def h_max_one():
    """With max_bytes 1 one empty line fits."""
    log = Log(Path("logs"), "app", 1, 3)
    log.write("")
    assert read("logs/app.log") == "\n"
    log.write("")
    assert read("logs/app.1.log") == "\n"
    assert read("logs/app.log") == "\n"
    log.write("ab")
    assert read("logs/app.1.log") == "\n"
    assert read("logs/app.2.log") == "\n"
    assert read("logs/app.log") == "ab\n"
    log.write("")
    assert read("logs/app.1.log") == "ab\n"
    assert read("logs/app.2.log") == "\n"
    assert read("logs/app.3.log") == "\n"
    assert read("logs/app.log") == "\n"


@proves(R2)
def h_existing_file_filled_up():
    """What is in the file already counts."""
    write("logs/app.log", "1234\n")
    log = Log(Path("logs"), "app", 8, 1)
    log.write("ab")
    assert read("logs/app.log") == "1234\nab\n"
    assert not Path("logs/app.1.log").exists()
    log.write("")
    assert read("logs/app.1.log") == "1234\nab\n"
    assert read("logs/app.log") == "\n"


@proves(R3)
def h_rotate_full_house():
    """At the limit the oldest goes, by rotate() too."""
    write("logs/app.log", "0\n")
    write("logs/app.1.log", "1\n")
    write("logs/app.2.log", "2\n")
    write("logs/app.3.log", "3\n")
    log = Log(Path("logs"), "app", 100, 3)
    assert log.rotate() is True
    assert read("logs/app.1.log") == "0\n"
    assert read("logs/app.2.log") == "1\n"
    assert read("logs/app.3.log") == "2\n"
    assert not Path("logs/app.log").exists()
    assert not Path("logs/app.4.log").exists()
    assert log.rotate() is False
    assert read("logs/app.1.log") == "0\n"
    assert read("logs/app.2.log") == "1\n"
    assert read("logs/app.3.log") == "2\n"


@proves(R3)
def h_gap_and_write():
    """A write that rotates into a gap leaves what is behind it."""
    write("logs/app.log", "0\n")
    write("logs/app.1.log", "1\n")
    write("logs/app.4.log", "4\n")
    log = Log(Path("logs"), "app", 2, 4)
    log.write("x")
    assert read("logs/app.1.log") == "0\n"
    assert read("logs/app.2.log") == "1\n"
    assert read("logs/app.4.log") == "4\n"
    assert read("logs/app.log") == "x\n"
    assert not Path("logs/app.3.log").exists()
    log.write("y")
    assert read("logs/app.1.log") == "x\n"
    assert read("logs/app.2.log") == "0\n"
    assert read("logs/app.3.log") == "1\n"
    assert read("logs/app.4.log") == "4\n"
    assert read("logs/app.log") == "y\n"
    log.write("z")
    assert read("logs/app.1.log") == "y\n"
    assert read("logs/app.2.log") == "x\n"
    assert read("logs/app.3.log") == "0\n"
    assert read("logs/app.4.log") == "1\n"
    assert read("logs/app.log") == "z\n"
    assert not Path("logs/app.5.log").exists()


@proves(R3)
def h_rotate_then_empty_write():
    """An empty line makes a file that is not empty."""
    log = Log(Path("logs"), "app", 100, 1)
    log.write("")
    assert log.rotate() is True
    assert read("logs/app.1.log") == "\n"
    assert not Path("logs/app.log").exists()
    log.write("a")
    assert log.rotate() is True
    assert read("logs/app.1.log") == "a\n"
    assert not Path("logs/app.log").exists()
    assert not Path("logs/app.2.log").exists()
    assert log.lines() == ["a"]


@proves(R4)
def h_gap_within_keep_hides():
    """Numbers behind a gap are hidden until the gap closes."""
    write("logs/app.log", "0\n")
    write("logs/app.1.log", "1\n")
    write("logs/app.3.log", "3\n")
    log = Log(Path("logs"), "app", 100, 3)
    assert log.files() == ["app.log", "app.1.log"]
    assert log.rotate() is True
    assert log.files() == ["app.1.log", "app.2.log", "app.3.log"]
    assert log.lines() == ["3", "1", "0"]


@proves(R4)
def h_empty_current_file_is_named():
    """An empty file is there, but has no lines."""
    write("logs/app.log", "")
    write("logs/app.1.log", "b\nc\n")
    write("logs/app.3.log", "no\n")
    write("logs/app.01.log", "no\n")
    log = Log(Path("logs"), "app", 100, 2)
    assert log.files() == ["app.log", "app.1.log"]
    assert log.lines() == ["b", "c"]


@proves(R4)
def h_other_keep_on_same_files():
    """Another log with a smaller keep sees fewer files."""
    log = Log(Path("logs"), "app", 1, 3)
    log.write("a")
    log.write("b")
    log.write("c")
    log.write("d")
    assert log.files() == ["app.log", "app.1.log", "app.2.log", "app.3.log"]
    small = Log(Path("logs"), "app", 1, 1)
    assert small.files() == ["app.log", "app.1.log"]
    assert small.lines() == ["c", "d"]
    small.write("e")
    assert read("logs/app.1.log") == "d\n"
    assert read("logs/app.2.log") == "b\n"
    assert read("logs/app.3.log") == "a\n"
    assert read("logs/app.log") == "e\n"
    assert log.lines() == ["a", "b", "d", "e"]

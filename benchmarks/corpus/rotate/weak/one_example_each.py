"""One plain example of each requirement."""


@proves(R1)
def one_line():
    """One line."""
    log = Log(Path("logs"), "app", 100, 2)
    log.write("one")
    assert read("logs/app.log") == "one\n"


@proves(R2)
def one_rotation():
    """A full file is rotated."""
    log = Log(Path("logs"), "app", 4, 2)
    log.write("abc")
    log.write("def")
    assert read("logs/app.log") == "def\n"


@proves(R3)
def one_old_file():
    """The old file is there."""
    log = Log(Path("logs"), "app", 100, 2)
    log.write("a")
    assert log.rotate() is True
    assert read("logs/app.1.log") == "a\n"


@proves(R4)
def one_list():
    """Two lines."""
    log = Log(Path("logs"), "app", 100, 2)
    log.write("a")
    log.write("b")
    assert log.lines() == ["a", "b"]

"""Only what methods return or raise; no file is ever looked at, and no limit is met exactly."""


@proves(R1)
def bad_line():
    """A line end is refused."""
    log = Log(Path("logs"), "app", 100, 2)
    with raises(ValueError):
        log.write("a\nb")


@proves(R1)
def bad_size():
    """A size of 0 is refused."""
    with raises(ValueError):
        Log(Path("logs"), "app", 0, 2)


@proves(R2)
def two_files():
    """Two long lines are in two files."""
    log = Log(Path("logs"), "app", 5, 2)
    log.write("0123456789")
    log.write("0123456789")
    assert log.files() == ["app.log", "app.1.log"]


@proves(R3)
def says_true():
    """rotate says True."""
    log = Log(Path("logs"), "app", 100, 2)
    log.write("a")
    assert log.rotate() is True


@proves(R3)
def says_false():
    """rotate says False."""
    log = Log(Path("logs"), "app", 100, 2)
    assert log.rotate() is False


@proves(R4)
def one_name():
    """There is one file."""
    log = Log(Path("logs"), "app", 100, 2)
    log.write("a")
    assert log.files() == ["app.log"]

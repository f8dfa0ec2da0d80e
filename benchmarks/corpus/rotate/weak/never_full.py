"""A large limit and a large keep: nothing is ever deleted, no gap, no old files of others, ASCII only."""


@proves(R1)
def three_lines():
    """Three lines."""
    log = Log(Path("logs"), "app", 1000, 50)
    log.write("a")
    log.write("b")
    log.write("c")
    assert read("logs/app.log") == "a\nb\nc\n"


@proves(R1)
def into_a_file():
    """A file is gone on with."""
    write("logs/app.log", "a\n")
    log = Log(Path("logs"), "app", 1000, 50)
    log.write("b")
    assert read("logs/app.log") == "a\nb\n"


@proves(R2)
def no_rotation():
    """Small lines stay in one file."""
    log = Log(Path("logs"), "app", 1000, 50)
    log.write("a")
    log.write("b")
    assert read("logs/app.log") == "a\nb\n"
    assert not Path("logs/app.1.log").exists()


@proves(R3)
def moves_twice():
    """Two rotations."""
    log = Log(Path("logs"), "app", 1000, 50)
    log.write("a")
    assert log.rotate() is True
    log.write("b")
    assert log.rotate() is True
    assert read("logs/app.1.log") == "b\n"
    assert read("logs/app.2.log") == "a\n"


@proves(R4)
def lists_three():
    """Three files."""
    log = Log(Path("logs"), "app", 1000, 50)
    log.write("a")
    assert log.rotate() is True
    log.write("b")
    assert log.rotate() is True
    log.write("c")
    assert log.files() == ["app.log", "app.1.log", "app.2.log"]
    assert log.lines() == ["a", "b", "c"]

"""Mostly errors, by their messages, without looking whether the file stays; of what is right one listing."""


@proves(R1)
def add_nothing():
    """Nothing."""
    r = run("add", " ")
    assert r.exit == 2
    assert "nothing to add" in r.stderr


@proves(R1)
def add_again():
    """Again."""
    write("todo.txt", "[ ] a\n")
    r = run("add", "a")
    assert r.exit == 1
    assert "already there: 1" in r.stderr


@proves(R2)
def list_nothing():
    """Nothing to do."""
    r = run("list")
    assert r.exit == 0
    assert r.stdout == "nothing to do\n"


@proves(R2)
def list_one():
    """A listing."""
    write("todo.txt", "[ ] a\n")
    r = run("list")
    assert r.exit == 0
    assert r.stdout == "1. a\n"


@proves(R3)
def done_unknown():
    """Unknown."""
    write("todo.txt", "[ ] a\n")
    r = run("done", "7")
    assert r.exit == 2
    assert "no task 7" in r.stderr


@proves(R4)
def bad_line():
    """A bad line."""
    write("todo.txt", "hello\n")
    r = run("clear")
    assert r.exit == 2
    assert "line 1 is not a task" in r.stderr

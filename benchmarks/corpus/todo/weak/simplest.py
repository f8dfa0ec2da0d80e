"""One task, one command each: no order, no urgent task, no tie, no error."""


@proves(R1)
def adds_one():
    """One task."""
    r = run("add", "a")
    assert r.exit == 0
    assert r.stdout == "added 1: a\n"
    assert read("todo.txt") == "[ ] a\n"


@proves(R2)
def lists_one():
    """One task."""
    write("todo.txt", "[ ] a\n")
    r = run("list")
    assert r.exit == 0
    assert r.stdout == "1. a\n"


@proves(R3)
def does_one():
    """One task."""
    write("todo.txt", "[ ] a\n")
    r = run("done", "1")
    assert r.exit == 0
    assert r.stdout == "done: 1\n"
    assert read("todo.txt") == "[x] a\n"


@proves(R4)
def clears_one():
    """One task of two."""
    write("todo.txt", "[x] a\n[ ] b\n")
    r = run("clear")
    assert r.exit == 0
    assert r.stdout == "removed: 1\n"
    assert read("todo.txt") == "[ ] b\n"

"""Looks at exit codes and a word of the output, never at the file or the whole output."""


@proves(R1)
def add_ends_well():
    """It is added."""
    r = run("add", "a")
    assert r.exit == 0
    assert "added" in r.stdout


@proves(R1)
def add_nothing_ends_with_2():
    """Nothing is added."""
    r = run("add", "")
    assert r.exit == 2


@proves(R2)
def list_ends_well():
    """It is listed."""
    write("todo.txt", "[ ] a\n")
    r = run("list")
    assert r.exit == 0
    assert "a" in r.stdout


@proves(R3)
def done_ends_well():
    """It is done."""
    write("todo.txt", "[ ] a\n")
    r = run("done", "1")
    assert r.exit == 0
    assert "done" in r.stdout


@proves(R3)
def done_ends_with_2():
    """There is none."""
    r = run("done", "5")
    assert r.exit == 2


@proves(R4)
def clear_ends_well():
    """It is cleared."""
    write("todo.txt", "[x] a\n")
    r = run("clear")
    assert r.exit == 0
    assert "removed" in r.stdout


@proves(R4)
def unknown_ends_with_2():
    """An unknown command."""
    r = run("frob")
    assert r.exit == 2

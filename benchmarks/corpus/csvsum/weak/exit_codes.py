"""Looks at exit codes and at a word of the output, never at the whole of it."""


@proves(R1)
def sum_ends_with_zero():
    """A sum is printed."""
    write("f.csv", "g,x\na,1\nb,2\n")
    r = run("f.csv", "x")
    assert r.exit == 0
    assert "3" in r.stdout


@proves(R2)
def groups_end_with_zero():
    """Groups are printed."""
    write("f.csv", "g,x\na,1\nb,2\n")
    r = run("f.csv", "x", "--by", "g")
    assert r.exit == 0
    assert "a: " in r.stdout
    assert "b: " in r.stdout
    assert "total" in r.stdout


@proves(R3)
def bad_cell_ends_with_two():
    """A bad cell ends with 2."""
    write("f.csv", "g,x\na,one\n")
    r = run("f.csv", "x")
    assert r.exit == 2


@proves(R3)
def bad_row_ends_with_two():
    """A bad row ends with 2."""
    write("f.csv", "g,x\na\n")
    r = run("f.csv", "x")
    assert r.exit == 2


@proves(R4)
def no_file_ends_with_two():
    """No file ends with 2."""
    r = run("f.csv", "x")
    assert r.exit == 2

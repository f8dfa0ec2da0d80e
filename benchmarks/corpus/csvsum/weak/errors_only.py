"""Almost only errors: of sums and groups one column with one row each."""


@proves(R1)
def one_row():
    """One number."""
    write("f.csv", "x\n5\n")
    r = run("f.csv", "x")
    assert r.exit == 0
    assert r.stdout == "5.00\n"


@proves(R2)
def one_group():
    """One group."""
    write("f.csv", "g,x\na,5\n")
    r = run("f.csv", "x", "--by", "g")
    assert r.exit == 0
    assert r.stdout == "a: 5.00\ntotal: 5.00\n"


@proves(R3)
def a_bad_cell():
    """A bad cell."""
    write("f.csv", "x\nfive\n")
    r = run("f.csv", "x")
    assert r.exit == 2
    assert r.stdout == ""
    assert "not a number: five" in r.stderr


@proves(R3)
def a_long_row():
    """A long row."""
    write("f.csv", "x\n5,6\n")
    r = run("f.csv", "x")
    assert r.exit == 2
    assert r.stdout == ""
    assert "2 fields instead of 1" in r.stderr


@proves(R4)
def no_such_file():
    """No such file."""
    r = run("no.csv", "x")
    assert r.exit == 2
    assert r.stdout == ""
    assert "csvsum: " in r.stderr


@proves(R4)
def no_such_name():
    """No such column."""
    write("f.csv", "x\n5\n")
    r = run("f.csv", "y")
    assert r.exit == 2
    assert r.stdout == ""
    assert "csvsum: no column y" in r.stderr


@proves(R4)
def no_arguments():
    """No arguments."""
    r = run()
    assert r.exit == 2
    assert r.stdout == ""
    assert "csvsum: " in r.stderr

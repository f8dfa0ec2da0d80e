"""Only tidy files of whole numbers: no rounding, quotes, blank lines, spaces, ties, empty cells; one error each."""


@proves(R1)
def sum_of_three():
    """Three numbers."""
    write("f.csv", "g,x\na,1\nb,2\nc,3\n")
    r = run("f.csv", "x")
    assert r.exit == 0
    assert r.stdout == "6.00\n"


@proves(R2)
def three_groups():
    """Three groups."""
    write("f.csv", "g,x\na,3\nb,2\nc,1\n")
    r = run("f.csv", "x", "--by", "g")
    assert r.exit == 0
    assert r.stdout == "a: 3.00\nb: 2.00\nc: 1.00\ntotal: 6.00\n"


@proves(R3)
def a_word():
    """A word is no number."""
    write("f.csv", "g,x\na,one\n")
    r = run("f.csv", "x")
    assert r.exit == 2
    assert r.stdout == ""
    assert "csvsum: line 2: not a number: one\n" in r.stderr


@proves(R4)
def no_column():
    """No such column."""
    write("f.csv", "g,x\na,1\n")
    r = run("f.csv", "y")
    assert r.exit == 2
    assert r.stdout == ""
    assert "csvsum: no column y\n" in r.stderr

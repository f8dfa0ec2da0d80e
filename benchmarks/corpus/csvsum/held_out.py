@proves(R1)
def decimals_that_floats_miss():
    """A sum that binary fractions would miss."""
    write("f.csv", "x\n1.005\n0.01\n-0.01\n")
    r = run("f.csv", "x")
    assert r.exit == 0
    assert r.stdout == "1.01\n"


@proves(R1)
def one_column_with_spaces():
    """In a file of one column, blank and quoted blank records are no rows."""
    write("f.csv", '  x  \n 1 \n" "\n\n"2"')
    r = run("f.csv", "x")
    assert r.exit == 0
    assert r.stdout == "3.00\n"


@proves(R1)
def line_break_in_a_name():
    """A header over two lines, with an empty first name."""
    write("f.csv", '"","a\nb",c\n1,2,3\n')
    r = run("f.csv", "a\nb")
    assert r.exit == 0
    assert r.stdout == "2.00\n"


@proves(R2)
def group_by_the_column_itself():
    """Grouped by itself, cells that differ as text are different groups."""
    write("f.csv", "x\n1\n1.0\n 1\n\n+2\n")
    r = run("f.csv", "x", "--by", "x")
    assert r.exit == 0
    assert r.stdout == "+2: 2.00\n1: 2.00\n1.0: 1.00\ntotal: 5.00\n"


@proves(R2)
def group_named_total():
    """A group may be called total; its column may stand after the other."""
    write("f.csv", "x,g\n2,total\n-5,a b\n1,\n")
    r = run("f.csv", "x", "--by", "g")
    assert r.exit == 0
    assert r.stdout == "total: 2.00\n(none): 1.00\na b: -5.00\ntotal: -2.00\n"


@proves(R2)
def group_rounding():
    """Groups and total are rounded each for itself; zero has no sign."""
    write("f.csv", "g,x\na,-0.001\nb,-0.004\nc,0.005\nc,\nd,  \n")
    r = run("f.csv", "x", "--by", "g")
    assert r.exit == 0
    assert r.stdout == "c: 0.01\na: 0.00\nb: 0.00\ntotal: 0.00\n"


@proves(R3)
def multi_line_header_and_row():
    """Lines of a quoted header and of the row itself."""
    write("f.csv", '"a\nb",x\n1,2\n\n"p\nq",3,"r\ns"\n')
    r = run("f.csv", "x")
    assert r.exit == 2
    assert r.stdout == ""
    assert "csvsum: line 5: 3 fields instead of 2\n" in r.stderr


@proves(R3)
def bad_cell_over_lines_before():
    """A row with a later bad row in another column's text is no error."""
    write("f.csv", '"n",x\n"not, a number",1\n"",1.\n')
    r = run("f.csv", "x")
    assert r.exit == 2
    assert r.stdout == ""
    assert "csvsum: line 3: not a number: 1.\n" in r.stderr


@proves(R3)
def short_row_of_one_word():
    """A single word is a row of one field, and comes before a missing group and column."""
    write("f.csv", "\n\na,b\n  \nword\n1,z\n")
    r = run("f.csv", "q", "--by", "r")
    assert r.exit == 2
    assert r.stdout == ""
    assert "csvsum: line 5: 1 fields instead of 2\n" in r.stderr


@proves(R4)
def missing_group():
    """A missing group is named although all cells are empty."""
    write("f.csv", "a,b\n,\n")
    r = run("f.csv", "a", "--by", "c d")
    assert r.exit == 2
    assert r.stdout == ""
    assert "csvsum: no column c d\n" in r.stderr


@proves(R4)
def missing_file_with_group():
    """A missing file in a missing folder, with a group."""
    r = run("d/no.csv", "x", "--by", "y")
    assert r.exit == 2
    assert r.stdout == ""
    assert "csvsum: " in r.stderr


@proves(R4)
def group_twice_needed():
    """A group without a column, and an unknown option, are wrong use."""
    write("f.csv", "g,x\n1,2\n")
    r = run("f.csv", "--by", "g")
    assert r.exit == 2
    assert r.stdout == ""
    assert "csvsum: " in r.stderr
    r = run("--unknown", "f.csv", "x")
    assert r.exit == 2
    assert r.stdout == ""
    assert "csvsum: " in r.stderr

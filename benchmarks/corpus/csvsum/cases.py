@proves(R1)
def sums_a_column():
    """The sum of one column."""
    write("f.csv", "name,amount\na,1\nb,2.5\n")
    r = run("f.csv", "amount")
    assert r.exit == 0
    assert r.stdout == "3.50\n"


@proves(R1)
def signs_and_leading_zeros():
    """Signs and leading zeros are part of numbers."""
    write("f.csv", "x\n+5\n-7.25\n007\n-0\n")
    r = run("f.csv", "x")
    assert r.exit == 0
    assert r.stdout == "4.75\n"


@proves(R1)
def exact_until_shown():
    """Nothing is rounded before the end."""
    write("f.csv", "x\n0.004\n0.004\n")
    r = run("f.csv", "x")
    assert r.exit == 0
    assert r.stdout == "0.01\n"


@proves(R1)
def halves():
    """Halves are rounded away from zero, less is dropped."""
    write("f0.csv", "x\n2.665\n")
    write("f1.csv", "x\n0.125\n")
    write("f2.csv", "x\n-0.125\n")
    write("f3.csv", "x\n0.1249999999999999999999999999999\n")
    r = run("f0.csv", "x")
    assert r.exit == 0
    assert r.stdout == "2.67\n"
    r = run("f1.csv", "x")
    assert r.exit == 0
    assert r.stdout == "0.13\n"
    r = run("f2.csv", "x")
    assert r.exit == 0
    assert r.stdout == "-0.13\n"
    r = run("f3.csv", "x")
    assert r.exit == 0
    assert r.stdout == "0.12\n"


@proves(R1)
def zero_has_no_sign():
    """What rounds to zero is shown without a sign."""
    write("f.csv", "x\n-0.004\n")
    r = run("f.csv", "x")
    assert r.exit == 0
    assert r.stdout == "0.00\n"


@proves(R1)
def no_separators():
    """Thousands are not separated, and many digits are exact."""
    write("f.csv", "x\n99999999999999999999999999999999.99\n0.01\n")
    r = run("f.csv", "x")
    assert r.exit == 0
    assert r.stdout == "100000000000000000000000000000000.00\n"


@proves(R1)
def empty_cells_left_out():
    """Empty cells and cells of spaces are left out."""
    write("f.csv", "a,b\n1,2\n1,\n1,   \n1,3\n")
    r = run("f.csv", "b")
    assert r.exit == 0
    assert r.stdout == "5.00\n"


@proves(R1)
def nothing_to_add_up():
    """Without numbers, or without rows, the sum is zero."""
    write("f0.csv", "a,b\n1,\n")
    write("f1.csv", "a,b")
    r = run("f0.csv", "b")
    assert r.exit == 0
    assert r.stdout == "0.00\n"
    r = run("f1.csv", "b")
    assert r.exit == 0
    assert r.stdout == "0.00\n"


@proves(R1)
def first_of_the_same_name():
    """The first column of a name counts."""
    write("f.csv", "a,b,a\n1,2,4\n8,16,32\n")
    r = run("f.csv", "a")
    assert r.exit == 0
    assert r.stdout == "9.00\n"


@proves(R1)
def capitals_told_apart():
    """Names differ in capitals."""
    write("f.csv", "X,x\n1,2\n")
    r = run("f.csv", "x")
    assert r.exit == 0
    assert r.stdout == "2.00\n"


@proves(R1)
def spaces_around():
    """Spaces around names and cells count for nothing."""
    write("f.csv", "a , b \n1,  2 \n1, +3\n")
    r = run("f.csv", "b")
    assert r.exit == 0
    assert r.stdout == "5.00\n"


@proves(R1)
def quotes():
    """Quoted fields and names."""
    write("f0.csv", '"na""me, of it",x\n"a, b","1.5"\n"two\nlines",2\n"say ""hi""",3\n')
    write("f1.csv", '"x, y",z\n1,2\n')
    r = run("f0.csv", "x")
    assert r.exit == 0
    assert r.stdout == "6.50\n"
    r = run("f1.csv", "x, y")
    assert r.exit == 0
    assert r.stdout == "1.00\n"


@proves(R1)
def blank_lines_skipped():
    """Blank lines are skipped wherever they stand."""
    write("f.csv", '\n   \na,b\n\n1,2\n""\n"  "\n3,4\n\n')
    r = run("f.csv", "b")
    assert r.exit == 0
    assert r.stdout == "6.00\n"


@proves(R2)
def groups_highest_first():
    """Groups come in the order of their sums, then the total."""
    write("f.csv", "g,x\na,1\nb,2\na,4\nc,-1\n")
    r = run("f.csv", "x", "--by", "g")
    assert r.exit == 0
    assert r.stdout == "a: 5.00\nb: 2.00\nc: -1.00\ntotal: 6.00\n"


@proves(R2)
def equal_sums_by_name():
    """Equal sums come in the order of code points."""
    write("f.csv", "g,x\nä,1\nb,1\nB,1\na,1\n")
    r = run("f.csv", "x", "--by", "g")
    assert r.exit == 0
    assert r.stdout == "B: 1.00\na: 1.00\nb: 1.00\nä: 1.00\ntotal: 4.00\n"


@proves(R2)
def order_by_exact_sums():
    """Sums that look alike are ordered exactly, and the total is exact too."""
    write("f.csv", "g,x\na,0.001\nb,0.004\n")
    r = run("f.csv", "x", "--by", "g")
    assert r.exit == 0
    assert r.stdout == "b: 0.00\na: 0.00\ntotal: 0.01\n"


@proves(R2)
def empty_group_names():
    """An empty name is shown and ordered as (none)."""
    write("f0.csv", "g,x\n ,1\n!,1\nA,1\n,2\n")
    write("f1.csv", "g,x\n,1\n!,1\nA,1\n")
    r = run("f0.csv", "x", "--by", "g")
    assert r.exit == 0
    assert r.stdout == "(none): 3.00\n!: 1.00\nA: 1.00\ntotal: 5.00\n"
    r = run("f1.csv", "x", "--by", "g")
    assert r.exit == 0
    assert r.stdout == "!: 1.00\n(none): 1.00\nA: 1.00\ntotal: 3.00\n"


@proves(R2)
def group_of_empty_cells():
    """A group whose cells are all empty has no line, one with sum zero has."""
    write("f.csv", "g,x\na,\nb,3\nb,\nc,1\nc,-1\n")
    r = run("f.csv", "x", "--by", "g")
    assert r.exit == 0
    assert r.stdout == "b: 3.00\nc: 0.00\ntotal: 3.00\n"


@proves(R2)
def group_names_stripped():
    """Spaces around group names count for nothing, capitals do."""
    write("f.csv", "g,x\n a ,1\na,2\nA,1\n")
    r = run("f.csv", "x", "--by", "g")
    assert r.exit == 0
    assert r.stdout == "a: 3.00\nA: 1.00\ntotal: 4.00\n"


@proves(R2)
def no_groups():
    """Without rows there is the total alone."""
    write("f.csv", "g,x\n")
    r = run("f.csv", "x", "--by", "g")
    assert r.exit == 0
    assert r.stdout == "total: 0.00\n"


@proves(R3)
def not_a_number():
    """A bad cell is named with its line."""
    write("f.csv", "a,x\n1,2\n1, abc \n1,def\n")
    r = run("f.csv", "x")
    assert r.exit == 2
    assert r.stdout == ""
    assert "csvsum: line 3: not a number: abc\n" in r.stderr


@proves(R3)
def what_is_no_number():
    """Other forms are no numbers."""
    write("0.csv", 'x\n"1e3"\n')
    write("1.csv", 'x\n".5"\n')
    write("2.csv", 'x\n"5."\n')
    write("3.csv", 'x\n"--1"\n')
    write("4.csv", 'x\n"1 000"\n')
    write("5.csv", 'x\n"1,5"\n')
    write("6.csv", 'x\n"NaN"\n')
    write("7.csv", 'x\n"1_0"\n')
    write("8.csv", 'x\n"+"\n')
    write("9.csv", 'x\n"٣"\n')
    write("10.csv", 'x\n"- 1"\n')
    write("11.csv", 'x\n"0x1"\n')
    r = run("0.csv", "x")
    assert r.exit == 2
    assert r.stdout == ""
    assert "csvsum: line 2: not a number: 1e3\n" in r.stderr
    r = run("1.csv", "x")
    assert r.exit == 2
    assert r.stdout == ""
    assert "csvsum: line 2: not a number: .5\n" in r.stderr
    r = run("2.csv", "x")
    assert r.exit == 2
    assert r.stdout == ""
    assert "csvsum: line 2: not a number: 5.\n" in r.stderr
    r = run("3.csv", "x")
    assert r.exit == 2
    assert r.stdout == ""
    assert "csvsum: line 2: not a number: --1\n" in r.stderr
    r = run("4.csv", "x")
    assert r.exit == 2
    assert r.stdout == ""
    assert "csvsum: line 2: not a number: 1 000\n" in r.stderr
    r = run("5.csv", "x")
    assert r.exit == 2
    assert r.stdout == ""
    assert "csvsum: line 2: not a number: 1,5\n" in r.stderr
    r = run("6.csv", "x")
    assert r.exit == 2
    assert r.stdout == ""
    assert "csvsum: line 2: not a number: NaN\n" in r.stderr
    r = run("7.csv", "x")
    assert r.exit == 2
    assert r.stdout == ""
    assert "csvsum: line 2: not a number: 1_0\n" in r.stderr
    r = run("8.csv", "x")
    assert r.exit == 2
    assert r.stdout == ""
    assert "csvsum: line 2: not a number: +\n" in r.stderr
    r = run("9.csv", "x")
    assert r.exit == 2
    assert r.stdout == ""
    assert "csvsum: line 2: not a number: ٣\n" in r.stderr
    r = run("10.csv", "x")
    assert r.exit == 2
    assert r.stdout == ""
    assert "csvsum: line 2: not a number: - 1\n" in r.stderr
    r = run("11.csv", "x")
    assert r.exit == 2
    assert r.stdout == ""
    assert "csvsum: line 2: not a number: 0x1\n" in r.stderr


@proves(R3)
def too_many_fields():
    """A row with more fields than the header."""
    write("f.csv", "a,x\n1,2\n1,2,3\n")
    r = run("f.csv", "x")
    assert r.exit == 2
    assert r.stdout == ""
    assert "csvsum: line 3: 3 fields instead of 2\n" in r.stderr


@proves(R3)
def too_few_fields():
    """A row with fewer fields than the header."""
    write("f.csv", "a,b,x\n1,2,3\n,\n")
    r = run("f.csv", "x")
    assert r.exit == 2
    assert r.stdout == ""
    assert "csvsum: line 3: 2 fields instead of 3\n" in r.stderr


@proves(R3)
def line_numbers_with_blanks_and_quotes():
    """Blank lines and lines within quotes are counted; a row has the line of its beginning."""
    write("f.csv", '\na,x\n\n"one\ntwo\nthree",1\n\n"four\nfive",bad\n')
    r = run("f.csv", "x")
    assert r.exit == 2
    assert r.stdout == ""
    assert "csvsum: line 8: not a number: bad\n" in r.stderr


@proves(R3)
def fields_before_cells():
    """A wrong number of fields is reported before a bad cell above it."""
    write("f.csv", "a,x\n1,bad\n1,2\n1,2,3\n1\n")
    r = run("f.csv", "x")
    assert r.exit == 2
    assert r.stdout == ""
    assert "csvsum: line 4: 3 fields instead of 2\n" in r.stderr


@proves(R3)
def fields_before_columns():
    """A wrong number of fields is reported before a missing column."""
    write("f.csv", "a,x\n1,2\n1\n")
    r = run("f.csv", "y")
    assert r.exit == 2
    assert r.stdout == ""
    assert "csvsum: line 3: 1 fields instead of 2\n" in r.stderr


@proves(R3)
def column_before_cells():
    """A missing group column is reported before a bad cell, and nothing is printed."""
    write("f.csv", "a,x\n1,bad\n")
    r = run("f.csv", "x", "--by", "g")
    assert r.exit == 2
    assert r.stdout == ""
    assert "csvsum: no column g\n" in r.stderr


@proves(R3)
def bad_cell_with_groups():
    """With groups a bad cell prints nothing but the error."""
    write("f.csv", "g,x\na,1\nb,2x\n")
    r = run("f.csv", "x", "--by", "g")
    assert r.exit == 2
    assert r.stdout == ""
    assert "csvsum: line 3: not a number: 2x\n" in r.stderr


@proves(R4)
def missing_file():
    """A file that is not there."""
    r = run("no.csv", "x")
    assert r.exit == 2
    assert r.stdout == ""
    assert "csvsum: " in r.stderr


@proves(R4)
def folder_as_file():
    """A folder cannot be read."""
    write("d/f.csv", "x\n1\n")
    r = run("d", "x")
    assert r.exit == 2
    assert r.stdout == ""
    assert "csvsum: " in r.stderr


@proves(R4)
def no_header():
    """An empty file and a file of blank lines have no header."""
    write("e.csv", "")
    write("b.csv", '\n  \n""\n')
    r = run("e.csv", "x")
    assert r.exit == 2
    assert r.stdout == ""
    assert "csvsum: " in r.stderr
    r = run("b.csv", "x")
    assert r.exit == 2
    assert r.stdout == ""
    assert "csvsum: " in r.stderr


@proves(R4)
def missing_columns():
    """The missing column is named; capitals are told apart."""
    write("f0.csv", "a,b\n1,2\n")
    write("f1.csv", "a,b\n1,2\n")
    r = run("f0.csv", "c")
    assert r.exit == 2
    assert r.stdout == ""
    assert "csvsum: no column c\n" in r.stderr
    r = run("f1.csv", "A")
    assert r.exit == 2
    assert r.stdout == ""
    assert "csvsum: no column A\n" in r.stderr


@proves(R4)
def column_before_group():
    """The column is named before the group."""
    write("f.csv", "a,b\n1,2\n")
    r = run("f.csv", "x", "--by", "y")
    assert r.exit == 2
    assert r.stdout == ""
    assert "csvsum: no column x\n" in r.stderr


@proves(R4)
def wrong_use():
    """Missing and surplus arguments and unknown options are wrong use."""
    write("f.csv", "x,y\n1,2\n")
    r = run()
    assert r.exit == 2
    assert r.stdout == ""
    assert "csvsum: " in r.stderr
    r = run("f.csv")
    assert r.exit == 2
    assert r.stdout == ""
    assert "csvsum: " in r.stderr
    r = run("f.csv", "x", "y")
    assert r.exit == 2
    assert r.stdout == ""
    assert "csvsum: " in r.stderr
    r = run("f.csv", "x", "--by")
    assert r.exit == 2
    assert r.stdout == ""
    assert "csvsum: " in r.stderr
    r = run("f.csv", "x", "--sum")
    assert r.exit == 2
    assert r.stdout == ""
    assert "csvsum: " in r.stderr

@proves(R1)
def add_makes_the_file():
    """The first add makes the file and the item."""
    r = run("stock.json", "add", "apple", "5")
    assert r.exit == 0
    assert r.stdout == "apple: 5\n"
    assert read("stock.json") == '{\n  "apple": 5\n}\n'


@proves(R1)
def add_to_an_item():
    """Adding raises the quantity of the item, others stay."""
    write("stock.json", '{\n  "apple": 5,\n  "pear": 2\n}\n')
    r = run("stock.json", "add", "apple", "7")
    assert r.exit == 0
    assert r.stdout == "apple: 12\n"
    assert read("stock.json") == '{\n  "apple": 12,\n  "pear": 2\n}\n'
    r = run("stock.json", "add", "plum", "1")
    assert r.exit == 0
    assert r.stdout == "plum: 1\n"
    assert read("stock.json") == '{\n  "apple": 12,\n  "pear": 2,\n  "plum": 1\n}\n'


@proves(R1)
def take_from_an_item():
    """Taking lowers the quantity."""
    write("stock.json", '{\n  "apple": 5,\n  "pear": 2\n}\n')
    r = run("stock.json", "take", "apple", "2")
    assert r.exit == 0
    assert r.stdout == "apple: 3\n"
    assert read("stock.json") == '{\n  "apple": 3,\n  "pear": 2\n}\n'
    r = run("stock.json", "take", "pear", "1")
    assert r.exit == 0
    assert r.stdout == "pear: 1\n"
    assert read("stock.json") == '{\n  "apple": 3,\n  "pear": 1\n}\n'


@proves(R1)
def names_are_cleaned():
    """Names are taken in lower case and without surrounding spaces, and printed so."""
    write("stock.json", '{\n  "apple": 5,\n  "pear": 2\n}\n')
    r = run("stock.json", "add", "  Apple ", "1")
    assert r.exit == 0
    assert r.stdout == "apple: 6\n"
    assert read("stock.json") == '{\n  "apple": 6,\n  "pear": 2\n}\n'
    r = run("stock.json", "take", "PEAR", "1")
    assert r.exit == 0
    assert r.stdout == "pear: 1\n"
    assert read("stock.json") == '{\n  "apple": 6,\n  "pear": 1\n}\n'
    r = run("stock.json", "add", "Green Tea", "3")
    assert r.exit == 0
    assert r.stdout == "green tea: 3\n"
    assert read("stock.json") == '{\n  "apple": 6,\n  "green tea": 3,\n  "pear": 1\n}\n'


@proves("R1.a")
def quantity_limits():
    """1 and 9999 are quantities."""
    r = run("stock.json", "add", "nut", "9999")
    assert r.exit == 0
    assert r.stdout == "nut: 9999\n"
    r = run("stock.json", "take", "nut", "9999")
    assert r.exit == 0
    assert r.stdout == "nut: 0\n"
    r = run("stock.json", "add", "nut", "1")
    assert r.exit == 0
    assert r.stdout == "nut: 1\n"
    assert read("stock.json") == '{\n  "nut": 1\n}\n'


@proves("R1.a")
def quantity_out_of_range():
    """0, 10000 and numbers below 0 are no quantities."""
    write("stock.json", '{\n  "apple": 5,\n  "pear": 2\n}\n')
    r = run("stock.json", "add", "apple", "0")
    assert r.exit == 2
    assert r.stdout == ""
    assert "inventory: " in r.stderr
    assert read("stock.json") == '{\n  "apple": 5,\n  "pear": 2\n}\n'
    r = run("stock.json", "add", "apple", "10000")
    assert r.exit == 2
    assert r.stdout == ""
    assert "inventory: " in r.stderr
    assert read("stock.json") == '{\n  "apple": 5,\n  "pear": 2\n}\n'
    r = run("stock.json", "take", "apple", "0")
    assert r.exit == 2
    assert r.stdout == ""
    assert "inventory: " in r.stderr
    assert read("stock.json") == '{\n  "apple": 5,\n  "pear": 2\n}\n'
    r = run("stock.json", "add", "apple", "-1")
    assert r.exit == 2
    assert r.stdout == ""
    assert "inventory: " in r.stderr
    assert read("stock.json") == '{\n  "apple": 5,\n  "pear": 2\n}\n'
    r = run("stock.json", "take", "apple", "-1")
    assert r.exit == 2
    assert r.stdout == ""
    assert "inventory: " in r.stderr
    assert read("stock.json") == '{\n  "apple": 5,\n  "pear": 2\n}\n'


@proves("R1.a")
def quantity_in_digits_only():
    """Signs, points, spaces, words and other digits are no quantities."""
    write("stock.json", '{\n  "apple": 5,\n  "pear": 2\n}\n')
    r = run("stock.json", "add", "apple", "+5")
    assert r.exit == 2
    assert r.stdout == ""
    assert "inventory: " in r.stderr
    assert read("stock.json") == '{\n  "apple": 5,\n  "pear": 2\n}\n'
    r = run("stock.json", "add", "apple", "1.5")
    assert r.exit == 2
    assert r.stdout == ""
    assert "inventory: " in r.stderr
    assert read("stock.json") == '{\n  "apple": 5,\n  "pear": 2\n}\n'
    r = run("stock.json", "add", "apple", " 5")
    assert r.exit == 2
    assert r.stdout == ""
    assert "inventory: " in r.stderr
    r = run("stock.json", "take", "apple", "1_0")
    assert r.exit == 2
    assert r.stdout == ""
    assert "inventory: " in r.stderr
    r = run("stock.json", "add", "apple", "x")
    assert r.exit == 2
    assert r.stdout == ""
    assert "inventory: " in r.stderr
    r = run("stock.json", "add", "apple", "")
    assert r.exit == 2
    assert r.stdout == ""
    assert "inventory: " in r.stderr
    r = run("stock.json", "add", "apple", "٥")
    assert r.exit == 2
    assert r.stdout == ""
    assert "inventory: " in r.stderr
    r = run("stock.json", "add", "apple", "1e3")
    assert r.exit == 2
    assert r.stdout == ""
    assert "inventory: " in r.stderr
    assert read("stock.json") == '{\n  "apple": 5,\n  "pear": 2\n}\n'


@proves("R1.b")
def at_most_9999():
    """An add up to 9999 is done, above it is impossible."""
    write("stock.json", '{\n  "nut": 9998\n}\n')
    r = run("stock.json", "add", "nut", "1")
    assert r.exit == 0
    assert r.stdout == "nut: 9999\n"
    assert read("stock.json") == '{\n  "nut": 9999\n}\n'
    r = run("stock.json", "add", "nut", "1")
    assert r.exit == 1
    assert r.stdout == ""
    assert "inventory: " in r.stderr
    assert read("stock.json") == '{\n  "nut": 9999\n}\n'
    r = run("stock.json", "add", "nut", "9999")
    assert r.exit == 1
    assert r.stdout == ""
    assert "inventory: " in r.stderr
    assert read("stock.json") == '{\n  "nut": 9999\n}\n'


@proves("R1.c")
def take_all_leaves_zero():
    """An item of which all is taken stays with 0."""
    write("stock.json", '{\n  "apple": 5,\n  "pear": 2\n}\n')
    r = run("stock.json", "take", "pear", "2")
    assert r.exit == 0
    assert r.stdout == "pear: 0\n"
    assert read("stock.json") == '{\n  "apple": 5,\n  "pear": 0\n}\n'
    r = run("stock.json", "take", "pear", "1")
    assert r.exit == 1
    assert r.stdout == ""
    assert "inventory: " in r.stderr
    assert read("stock.json") == '{\n  "apple": 5,\n  "pear": 0\n}\n'
    r = run("stock.json", "add", "pear", "4")
    assert r.exit == 0
    assert r.stdout == "pear: 4\n"
    assert read("stock.json") == '{\n  "apple": 5,\n  "pear": 4\n}\n'


@proves("R1.c")
def take_too_much():
    """Taking more than there is is impossible and changes nothing."""
    write("stock.json", '{\n  "apple": 5,\n  "pear": 2\n}\n')
    r = run("stock.json", "take", "apple", "6")
    assert r.exit == 1
    assert r.stdout == ""
    assert "inventory: " in r.stderr
    assert read("stock.json") == '{\n  "apple": 5,\n  "pear": 2\n}\n'
    r = run("stock.json", "take", "apple", "5")
    assert r.exit == 0
    assert r.stdout == "apple: 0\n"


@proves("R1.c")
def take_of_an_unknown_item():
    """Taking what the file does not have is impossible, also without a file."""
    write("stock.json", '{\n  "apple": 5,\n  "pear": 2\n}\n')
    r = run("stock.json", "take", "plum", "1")
    assert r.exit == 1
    assert r.stdout == ""
    assert "inventory: " in r.stderr
    assert read("stock.json") == '{\n  "apple": 5,\n  "pear": 2\n}\n'
    r = run("none.json", "take", "apple", "1")
    assert r.exit == 1
    assert r.stdout == ""
    assert "inventory: " in r.stderr
    assert not Path("none.json").exists()


@proves(R2)
def drop_an_item_with_zero():
    """An item with 0 is removed from the file."""
    write("stock.json", '{\n  "apple": 5,\n  "pear": 0\n}\n')
    r = run("stock.json", "drop", "pear")
    assert r.exit == 0
    assert r.stdout == "pear: dropped\n"
    assert read("stock.json") == '{\n  "apple": 5\n}\n'
    r = run("stock.json", "drop", "pear")
    assert r.exit == 1
    assert r.stdout == ""
    assert "inventory: " in r.stderr
    assert read("stock.json") == '{\n  "apple": 5\n}\n'


@proves(R2)
def drop_the_last_item():
    """After the last drop the object is empty."""
    write("stock.json", '{\n  "pear": 0\n}\n')
    r = run("stock.json", "drop", " PEAR ")
    assert r.exit == 0
    assert r.stdout == "pear: dropped\n"
    assert read("stock.json") == "{}\n"
    r = run("stock.json", "list")
    assert r.exit == 0
    assert r.stdout == "nothing\n"


@proves(R2)
def drop_an_item_with_more():
    """An item with a higher quantity cannot be dropped."""
    write("stock.json", '{\n  "apple": 5,\n  "pear": 2\n}\n')
    r = run("stock.json", "drop", "apple")
    assert r.exit == 1
    assert r.stdout == ""
    assert "inventory: " in r.stderr
    assert read("stock.json") == '{\n  "apple": 5,\n  "pear": 2\n}\n'
    r = run("stock.json", "drop", "pear")
    assert r.exit == 1
    assert r.stdout == ""
    assert "inventory: " in r.stderr
    assert read("stock.json") == '{\n  "apple": 5,\n  "pear": 2\n}\n'
    r = run("stock.json", "take", "pear", "2")
    assert r.exit == 0
    assert r.stdout == "pear: 0\n"
    r = run("stock.json", "drop", "pear")
    assert r.exit == 0
    assert r.stdout == "pear: dropped\n"
    assert read("stock.json") == '{\n  "apple": 5\n}\n'


@proves(R2)
def drop_an_unknown_item():
    """What the file does not have cannot be dropped, and no file is made."""
    write("stock.json", '{\n  "apple": 5,\n  "pear": 2\n}\n')
    r = run("stock.json", "drop", "plum")
    assert r.exit == 1
    assert r.stdout == ""
    assert "inventory: " in r.stderr
    assert read("stock.json") == '{\n  "apple": 5,\n  "pear": 2\n}\n'
    r = run("none.json", "drop", "apple")
    assert r.exit == 1
    assert r.stdout == ""
    assert "inventory: " in r.stderr
    assert not Path("none.json").exists()


@proves(R2)
def drop_of_one():
    """A quantity of 1 is not 0."""
    write("stock.json", '{\n  "a": 1,\n  "b": 0\n}\n')
    r = run("stock.json", "drop", "a")
    assert r.exit == 1
    assert r.stdout == ""
    assert "inventory: " in r.stderr
    assert read("stock.json") == '{\n  "a": 1,\n  "b": 0\n}\n'
    r = run("stock.json", "drop", "b")
    assert r.exit == 0
    assert r.stdout == "b: dropped\n"
    assert read("stock.json") == '{\n  "a": 1\n}\n'


@proves(R3)
def list_in_alphabetical_order():
    """All items by name, whatever their order in the file and their quantity."""
    write("stock.json", '{"pear": 0, "apple": 3, "fig": 10}')
    r = run("stock.json", "list")
    assert r.exit == 0
    assert r.stdout == "apple: 3\nfig: 10\npear: 0\n"


@proves(R3)
def list_low():
    """Only items with at most N, the lowest first, equal ones by name."""
    write(
        "stock.json",
        (
            "{\n"
            '  "apple": 5,\n'
            '  "cherry": 5,\n'
            '  "date": 100,\n'
            '  "fig": 0,\n'
            '  "nut": 6,\n'
            '  "pear": 2,\n'
            '  "plum": 0\n'
            "}\n"
        ),
    )
    r = run("stock.json", "list", "--low", "5")
    assert r.exit == 0
    assert r.stdout == "fig: 0\nplum: 0\npear: 2\napple: 5\ncherry: 5\n"
    r = run("stock.json", "list", "--low", "4")
    assert r.exit == 0
    assert r.stdout == "fig: 0\nplum: 0\npear: 2\n"
    r = run("stock.json", "list", "--low", "0")
    assert r.exit == 0
    assert r.stdout == "fig: 0\nplum: 0\n"


@proves(R3)
def list_low_by_number():
    """Quantities are ordered as numbers."""
    write("stock.json", '{\n  "a": 10,\n  "b": 100,\n  "c": 9\n}\n')
    r = run("stock.json", "list", "--low", "9999")
    assert r.exit == 0
    assert r.stdout == "c: 9\na: 10\nb: 100\n"
    r = run("stock.json", "list")
    assert r.exit == 0
    assert r.stdout == "a: 10\nb: 100\nc: 9\n"


@proves("R3.a")
def nothing_to_list():
    """An empty object, a missing file and no low item give `nothing`."""
    write("stock.json", "{}\n")
    r = run("stock.json", "list")
    assert r.exit == 0
    assert r.stdout == "nothing\n"
    assert read("stock.json") == "{}\n"
    r = run("stock.json", "list", "--low", "3")
    assert r.exit == 0
    assert r.stdout == "nothing\n"
    r = run("none.json", "list")
    assert r.exit == 0
    assert r.stdout == "nothing\n"
    assert not Path("none.json").exists()
    r = run("none.json", "list", "--low", "0")
    assert r.exit == 0
    assert r.stdout == "nothing\n"
    assert not Path("none.json").exists()


@proves("R3.a")
def nothing_low():
    """Where no item is low enough it prints `nothing`."""
    write("stock.json", '{\n  "apple": 5,\n  "pear": 2\n}\n')
    r = run("stock.json", "list", "--low", "1")
    assert r.exit == 0
    assert r.stdout == "nothing\n"
    r = run("stock.json", "list", "--low", "2")
    assert r.exit == 0
    assert r.stdout == "pear: 2\n"


@proves("R3.b")
def low_in_range():
    """N is from 0 to 9999 in digits only."""
    write("stock.json", '{\n  "apple": 5,\n  "pear": 2\n}\n')
    r = run("stock.json", "list", "--low", "0")
    assert r.exit == 0
    assert r.stdout == "nothing\n"
    r = run("stock.json", "list", "--low", "9999")
    assert r.exit == 0
    assert r.stdout == "pear: 2\napple: 5\n"
    r = run("stock.json", "list", "--low", "10000")
    assert r.exit == 2
    assert r.stdout == ""
    assert "inventory: " in r.stderr
    r = run("stock.json", "list", "--low", "-1")
    assert r.exit == 2
    assert r.stdout == ""
    assert "inventory: " in r.stderr
    r = run("stock.json", "list", "--low", "+1")
    assert r.exit == 2
    assert r.stdout == ""
    assert "inventory: " in r.stderr
    r = run("stock.json", "list", "--low", "1.0")
    assert r.exit == 2
    assert r.stdout == ""
    assert "inventory: " in r.stderr
    r = run("stock.json", "list", "--low", "")
    assert r.exit == 2
    assert r.stdout == ""
    assert "inventory: " in r.stderr
    r = run("stock.json", "list", "--low", "x")
    assert r.exit == 2
    assert r.stdout == ""
    assert "inventory: " in r.stderr
    r = run("stock.json", "list", "--low", "٣")
    assert r.exit == 2
    assert r.stdout == ""
    assert "inventory: " in r.stderr
    assert read("stock.json") == '{\n  "apple": 5,\n  "pear": 2\n}\n'


@proves("R4.a")
def no_or_unknown_command():
    """No command, an unknown one and one in capitals are wrong."""
    write("stock.json", '{\n  "apple": 5,\n  "pear": 2\n}\n')
    r = run()
    assert r.exit == 2
    assert r.stdout == ""
    assert "inventory: " in r.stderr
    r = run("stock.json")
    assert r.exit == 2
    assert r.stdout == ""
    assert "inventory: " in r.stderr
    r = run("stock.json", "remove", "apple", "1")
    assert r.exit == 2
    assert r.stdout == ""
    assert "inventory: " in r.stderr
    assert read("stock.json") == '{\n  "apple": 5,\n  "pear": 2\n}\n'
    r = run("stock.json", "ADD", "apple", "1")
    assert r.exit == 2
    assert r.stdout == ""
    assert "inventory: " in r.stderr
    assert read("stock.json") == '{\n  "apple": 5,\n  "pear": 2\n}\n'
    r = run("stock.json", "")
    assert r.exit == 2
    assert r.stdout == ""
    assert "inventory: " in r.stderr
    assert read("stock.json") == '{\n  "apple": 5,\n  "pear": 2\n}\n'


@proves("R4.a")
def wrong_number_of_arguments():
    """Too few and too many arguments are wrong."""
    write("stock.json", '{\n  "apple": 5,\n  "pear": 2\n}\n')
    r = run("stock.json", "add", "apple")
    assert r.exit == 2
    assert r.stdout == ""
    assert "inventory: " in r.stderr
    r = run("stock.json", "add")
    assert r.exit == 2
    assert r.stdout == ""
    assert "inventory: " in r.stderr
    r = run("stock.json", "add", "apple", "1", "2")
    assert r.exit == 2
    assert r.stdout == ""
    assert "inventory: " in r.stderr
    r = run("stock.json", "take", "apple")
    assert r.exit == 2
    assert r.stdout == ""
    assert "inventory: " in r.stderr
    r = run("stock.json", "take", "apple", "1", "1")
    assert r.exit == 2
    assert r.stdout == ""
    assert "inventory: " in r.stderr
    r = run("stock.json", "drop")
    assert r.exit == 2
    assert r.stdout == ""
    assert "inventory: " in r.stderr
    r = run("stock.json", "drop", "apple", "pear")
    assert r.exit == 2
    assert r.stdout == ""
    assert "inventory: " in r.stderr
    r = run("stock.json", "list", "apple")
    assert r.exit == 2
    assert r.stdout == ""
    assert "inventory: " in r.stderr
    r = run("stock.json", "list", "--low")
    assert r.exit == 2
    assert r.stdout == ""
    assert "inventory: " in r.stderr
    r = run("stock.json", "list", "--low", "3", "4")
    assert r.exit == 2
    assert r.stdout == ""
    assert "inventory: " in r.stderr
    assert read("stock.json") == '{\n  "apple": 5,\n  "pear": 2\n}\n'


@proves("R4.a")
def empty_names():
    """A name that is empty or only spaces is wrong, also without a file."""
    write("stock.json", '{\n  "apple": 5,\n  "pear": 2\n}\n')
    r = run("stock.json", "add", "", "1")
    assert r.exit == 2
    assert r.stdout == ""
    assert "inventory: " in r.stderr
    assert read("stock.json") == '{\n  "apple": 5,\n  "pear": 2\n}\n'
    r = run("stock.json", "add", "   ", "1")
    assert r.exit == 2
    assert r.stdout == ""
    assert "inventory: " in r.stderr
    assert read("stock.json") == '{\n  "apple": 5,\n  "pear": 2\n}\n'
    r = run("stock.json", "take", " ", "1")
    assert r.exit == 2
    assert r.stdout == ""
    assert "inventory: " in r.stderr
    assert read("stock.json") == '{\n  "apple": 5,\n  "pear": 2\n}\n'
    r = run("stock.json", "drop", "")
    assert r.exit == 2
    assert r.stdout == ""
    assert "inventory: " in r.stderr
    assert read("stock.json") == '{\n  "apple": 5,\n  "pear": 2\n}\n'
    r = run("none.json", "add", " ", "1")
    assert r.exit == 2
    assert r.stdout == ""
    assert "inventory: " in r.stderr
    assert not Path("none.json").exists()


@proves("R4.a")
def file_is_no_object():
    """A file that is no JSON or no object is wrong for every command."""
    write("stock.json", "[1, 2]\n")
    write("empty.json", "")
    write("text.json", '"apple"')
    write("number.json", "7")
    write("half.json", '{"a": 0')
    r = run("stock.json", "list")
    assert r.exit == 2
    assert r.stdout == ""
    assert "inventory: " in r.stderr
    assert read("stock.json") == "[1, 2]\n"
    r = run("stock.json", "add", "apple", "1")
    assert r.exit == 2
    assert r.stdout == ""
    assert "inventory: " in r.stderr
    assert read("stock.json") == "[1, 2]\n"
    r = run("empty.json", "list")
    assert r.exit == 2
    assert r.stdout == ""
    assert "inventory: " in r.stderr
    r = run("text.json", "add", "a", "1")
    assert r.exit == 2
    assert r.stdout == ""
    assert "inventory: " in r.stderr
    r = run("number.json", "list", "--low", "3")
    assert r.exit == 2
    assert r.stdout == ""
    assert "inventory: " in r.stderr
    r = run("half.json", "drop", "a")
    assert r.exit == 2
    assert r.stdout == ""
    assert "inventory: " in r.stderr


@proves("R4.a")
def file_with_bad_quantities():
    """Quantities that are no whole numbers from 0 to 9999 are wrong."""
    write("a.json", '{"a": -1}')
    write("b.json", '{"a": 10000}')
    write("c.json", '{"a": 1.5}')
    write("d.json", '{"a": "5"}')
    write("e.json", '{"a": true}')
    write("f.json", '{"a": 1, "b": null}')
    write("g.json", '{"a": 0, "b": 9999}')
    r = run("a.json", "list")
    assert r.exit == 2
    assert r.stdout == ""
    assert "inventory: " in r.stderr
    r = run("b.json", "list")
    assert r.exit == 2
    assert r.stdout == ""
    assert "inventory: " in r.stderr
    r = run("c.json", "list")
    assert r.exit == 2
    assert r.stdout == ""
    assert "inventory: " in r.stderr
    r = run("d.json", "list")
    assert r.exit == 2
    assert r.stdout == ""
    assert "inventory: " in r.stderr
    r = run("e.json", "list")
    assert r.exit == 2
    assert r.stdout == ""
    assert "inventory: " in r.stderr
    r = run("f.json", "add", "x", "1")
    assert r.exit == 2
    assert r.stdout == ""
    assert "inventory: " in r.stderr
    r = run("g.json", "list")
    assert r.exit == 0
    assert r.stdout == "a: 0\nb: 9999\n"


@proves("R4.b")
def wrong_use_makes_no_file():
    """With exit code 2 no file is made."""
    r = run("stock.json", "add", "apple", "0")
    assert r.exit == 2
    assert r.stdout == ""
    assert "inventory: " in r.stderr
    assert not Path("stock.json").exists()
    r = run("stock.json", "add", "apple")
    assert r.exit == 2
    assert r.stdout == ""
    assert "inventory: " in r.stderr
    assert not Path("stock.json").exists()
    r = run("stock.json", "what")
    assert r.exit == 2
    assert r.stdout == ""
    assert "inventory: " in r.stderr
    assert not Path("stock.json").exists()
    r = run("stock.json", "drop", "apple")
    assert r.exit == 1
    assert r.stdout == ""
    assert "inventory: " in r.stderr
    assert not Path("stock.json").exists()
    r = run("stock.json", "add", "apple", "1")
    assert r.exit == 0
    assert r.stdout == "apple: 1\n"
    assert read("stock.json") == '{\n  "apple": 1\n}\n'


@proves("R4.b")
def impossible_changes_nothing():
    """With exit code 1 or 2 the file stays to the letter."""
    write("stock.json", '{"b":1,"a":0}')
    r = run("stock.json", "take", "b", "9")
    assert r.exit == 1
    assert r.stdout == ""
    assert "inventory: " in r.stderr
    assert read("stock.json") == '{"b":1,"a":0}'
    r = run("stock.json", "drop", "b")
    assert r.exit == 1
    assert r.stdout == ""
    assert "inventory: " in r.stderr
    assert read("stock.json") == '{"b":1,"a":0}'
    r = run("stock.json", "add", "b", "9999")
    assert r.exit == 1
    assert r.stdout == ""
    assert "inventory: " in r.stderr
    assert read("stock.json") == '{"b":1,"a":0}'
    r = run("stock.json", "add", "b", "x")
    assert r.exit == 2
    assert r.stdout == ""
    assert "inventory: " in r.stderr
    assert read("stock.json") == '{"b":1,"a":0}'


@proves(R4)
def wrong_use_before_impossible():
    """A bad quantity for an item that is not there is a wrong use."""
    write("stock.json", '{\n  "apple": 5,\n  "pear": 2\n}\n')
    r = run("stock.json", "take", "plum", "0")
    assert r.exit == 2
    assert r.stdout == ""
    assert "inventory: " in r.stderr
    assert read("stock.json") == '{\n  "apple": 5,\n  "pear": 2\n}\n'
    r = run("stock.json", "take", "plum", "1")
    assert r.exit == 1
    assert r.stdout == ""
    assert "inventory: " in r.stderr
    assert read("stock.json") == '{\n  "apple": 5,\n  "pear": 2\n}\n'
    r = run("stock.json", "list")
    assert r.exit == 0
    assert r.stdout == "apple: 5\npear: 2\n"


@proves("R4.c")
def file_is_written_in_order():
    """After a change the file is in alphabetical order, one item on a line."""
    write("stock.json", '{"pear":0,"apple":3}')
    r = run("stock.json", "add", "fig", "1")
    assert r.exit == 0
    assert r.stdout == "fig: 1\n"
    assert read("stock.json") == '{\n  "apple": 3,\n  "fig": 1,\n  "pear": 0\n}\n'
    r = run("stock.json", "take", "apple", "1")
    assert r.exit == 0
    assert r.stdout == "apple: 2\n"
    assert read("stock.json") == '{\n  "apple": 2,\n  "fig": 1,\n  "pear": 0\n}\n'
    r = run("stock.json", "drop", "pear")
    assert r.exit == 0
    assert r.stdout == "pear: dropped\n"
    assert read("stock.json") == '{\n  "apple": 2,\n  "fig": 1\n}\n'


@proves("R4.c")
def list_never_writes():
    """list leaves a file as it is written."""
    write("stock.json", '{"b":1,   "a":0}')
    r = run("stock.json", "list")
    assert r.exit == 0
    assert r.stdout == "a: 0\nb: 1\n"
    assert read("stock.json") == '{"b":1,   "a":0}'
    r = run("stock.json", "list", "--low", "0")
    assert r.exit == 0
    assert r.stdout == "a: 0\n"
    assert read("stock.json") == '{"b":1,   "a":0}'


@proves(R1)
def rules_do_not_change_their_argument():
    """The functions of stock return new dictionaries."""
    one = add({"a": 1}, "b", 2)
    assert one == {"a": 1, "b": 2}
    two = take(one, "b", 2)
    assert two == {"a": 1, "b": 0}
    assert drop(two, "b") == {"a": 1}
    assert one.get("b") == 2
    assert two.get("b") == 0
    with raises(Impossible):
        take(one, "a", 5)
    assert listed(one) == ["a: 1", "b: 2"]
    assert listed(two, 0) == ["b: 0"]

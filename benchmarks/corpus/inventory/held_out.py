@proves(R1)
def h_quantity_with_leading_zero():
    """Digits only, with a zero in front, is a whole number."""
    r = run("stock.json", "add", "bolt", "007")
    assert r.exit == 0
    assert r.stdout == "bolt: 7\n"
    assert read("stock.json") == '{\n  "bolt": 7\n}\n'
    r = run("stock.json", "take", "bolt", "03")
    assert r.exit == 0
    assert r.stdout == "bolt: 4\n"
    assert read("stock.json") == '{\n  "bolt": 4\n}\n'


@proves(R1)
def h_accents_in_names():
    """Names of other alphabets are taken in lower case and stored as json.dumps does."""
    r = run("stock.json", "add", "ÄPFEL", "3")
    assert r.exit == 0
    assert r.stdout == "äpfel: 3\n"
    assert read("stock.json") == '{\n  "\\u00e4pfel": 3\n}\n'
    r = run("stock.json", "take", " äpfel", "1")
    assert r.exit == 0
    assert r.stdout == "äpfel: 2\n"
    assert read("stock.json") == '{\n  "\\u00e4pfel": 2\n}\n'


@proves(R1)
def h_full_and_empty_again():
    """From nothing to 9999 and back to 0 in steps."""
    r = run("stock.json", "add", "x", "5000")
    assert r.exit == 0
    assert r.stdout == "x: 5000\n"
    r = run("stock.json", "add", "x", "5000")
    assert r.exit == 1
    assert r.stdout == ""
    assert "inventory: " in r.stderr
    assert read("stock.json") == '{\n  "x": 5000\n}\n'
    r = run("stock.json", "add", "x", "4999")
    assert r.exit == 0
    assert r.stdout == "x: 9999\n"
    r = run("stock.json", "take", "x", "9998")
    assert r.exit == 0
    assert r.stdout == "x: 1\n"
    r = run("stock.json", "take", "x", "2")
    assert r.exit == 1
    assert r.stdout == ""
    assert "inventory: " in r.stderr
    assert read("stock.json") == '{\n  "x": 1\n}\n'
    r = run("stock.json", "take", "x", "1")
    assert r.exit == 0
    assert r.stdout == "x: 0\n"
    assert read("stock.json") == '{\n  "x": 0\n}\n'


@proves(R2)
def h_drop_then_add_again():
    """A dropped item is new again."""
    write("stock.json", '{\n  "nut": 0,\n  "oil": 1\n}\n')
    r = run("stock.json", "drop", "nut")
    assert r.exit == 0
    assert r.stdout == "nut: dropped\n"
    assert read("stock.json") == '{\n  "oil": 1\n}\n'
    r = run("stock.json", "take", "nut", "1")
    assert r.exit == 1
    assert r.stdout == ""
    assert "inventory: " in r.stderr
    assert read("stock.json") == '{\n  "oil": 1\n}\n'
    r = run("stock.json", "add", "NUT", "2")
    assert r.exit == 0
    assert r.stdout == "nut: 2\n"
    assert read("stock.json") == '{\n  "nut": 2,\n  "oil": 1\n}\n'
    r = run("stock.json", "drop", "nut")
    assert r.exit == 1
    assert r.stdout == ""
    assert "inventory: " in r.stderr


@proves(R2)
def h_drop_with_spaces_inside():
    """Spaces inside of a name stay."""
    write("stock.json", '{\n  "red wine": 0,\n  "redwine": 0\n}\n')
    r = run("stock.json", "drop", "  Red Wine  ")
    assert r.exit == 0
    assert r.stdout == "red wine: dropped\n"
    assert read("stock.json") == '{\n  "redwine": 0\n}\n'
    r = run("stock.json", "drop", "red  wine")
    assert r.exit == 1
    assert r.stdout == ""
    assert "inventory: " in r.stderr
    assert read("stock.json") == '{\n  "redwine": 0\n}\n'


@proves(R3)
def h_low_ties_everywhere():
    """Equal quantities by name, at the limit too."""
    write("stock.json", '{"c": 7, "b": 7, "e": 8, "a": 7, "d": 1}')
    r = run("stock.json", "list", "--low", "7")
    assert r.exit == 0
    assert r.stdout == "d: 1\na: 7\nb: 7\nc: 7\n"
    r = run("stock.json", "list", "--low", "6")
    assert r.exit == 0
    assert r.stdout == "d: 1\n"
    r = run("stock.json", "list", "--low", "007")
    assert r.exit == 0
    assert r.stdout == "d: 1\na: 7\nb: 7\nc: 7\n"


@proves(R3)
def h_list_names_with_spaces():
    """A name that begins like another comes behind it."""
    write("stock.json", '{\n  "tea": 1,\n  "tea bag": 3,\n  "teapot": 2\n}\n')
    r = run("stock.json", "list")
    assert r.exit == 0
    assert r.stdout == "tea: 1\ntea bag: 3\nteapot: 2\n"
    r = run("stock.json", "list", "--low", "2")
    assert r.exit == 0
    assert r.stdout == "tea: 1\nteapot: 2\n"


@proves(R4)
def h_help_is_no_command():
    """A lone argument is a FILE without a command, even if it looks like an option."""
    r = run("--help")
    assert r.exit == 2
    assert r.stdout == ""
    assert "inventory: " in r.stderr
    r = run("list")
    assert r.exit == 2
    assert r.stdout == ""
    assert "inventory: " in r.stderr
    r = run("stock.json", "--help")
    assert r.exit == 2
    assert r.stdout == ""
    assert "inventory: " in r.stderr
    r = run("stock.json", "list", "--lo", "3")
    assert r.exit == 2
    assert r.stdout == ""
    assert "inventory: " in r.stderr
    r = run("stock.json", "list", "--low", "3", "--low", "4")
    assert r.exit == 2
    assert r.stdout == ""
    assert "inventory: " in r.stderr


@proves(R4)
def h_bad_file_before_impossible():
    """A bad file is a wrong use also where the item is not in it."""
    write("stock.json", '{"a": [1]}')
    write("nested.json", '{"a": {"b": 1}}')
    write("false.json", '{"a": false}')
    r = run("stock.json", "take", "zz", "1")
    assert r.exit == 2
    assert r.stdout == ""
    assert "inventory: " in r.stderr
    assert read("stock.json") == '{"a": [1]}'
    r = run("stock.json", "drop", "zz")
    assert r.exit == 2
    assert r.stdout == ""
    assert "inventory: " in r.stderr
    assert read("stock.json") == '{"a": [1]}'
    r = run("nested.json", "list")
    assert r.exit == 2
    assert r.stdout == ""
    assert "inventory: " in r.stderr
    r = run("false.json", "list")
    assert r.exit == 2
    assert r.stdout == ""
    assert "inventory: " in r.stderr


@proves(R4)
def h_rewrites_compact_file():
    """A change rewrites the whole file, with non-ASCII names escaped."""
    write("stock.json", '{"ü":4,"b":1,"a":2}')
    r = run("stock.json", "take", "b", "1")
    assert r.exit == 0
    assert r.stdout == "b: 0\n"
    assert read("stock.json") == '{\n  "a": 2,\n  "b": 0,\n  "\\u00fc": 4\n}\n'

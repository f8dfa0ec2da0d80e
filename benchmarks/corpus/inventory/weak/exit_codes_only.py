"""Only exit codes: what is printed and what is in the file is never looked at."""


@proves(R1)
def add_code():
    """add is done, take of too much is not."""
    r = run("stock.json", "add", "apple", "5")
    assert r.exit == 0
    r = run("stock.json", "take", "apple", "9")
    assert r.exit == 1


@proves(R1)
def take_code():
    """take of an unknown item is impossible."""
    write("stock.json", '{\n  "apple": 5,\n  "pear": 2\n}\n')
    r = run("stock.json", "take", "plum", "1")
    assert r.exit == 1


@proves(R2)
def drop_code():
    """drop of a full item is impossible, of an empty one it is done."""
    write("stock.json", '{\n  "apple": 5,\n  "pear": 0\n}\n')
    r = run("stock.json", "drop", "apple")
    assert r.exit == 1
    r = run("stock.json", "drop", "pear")
    assert r.exit == 0


@proves(R3)
def list_code():
    """A bad N is wrong."""
    write("stock.json", '{\n  "apple": 5,\n  "pear": 2\n}\n')
    r = run("stock.json", "list")
    assert r.exit == 0
    r = run("stock.json", "list", "--low", "x")
    assert r.exit == 2


@proves(R4)
def no_command_code():
    """No command is wrong."""
    r = run("stock.json")
    assert r.exit == 2


@proves(R4)
def bad_file_code():
    """A bad file is wrong."""
    write("stock.json", "[]")
    r = run("stock.json", "list")
    assert r.exit == 2

"""Only that some words are in the output of commands that are done: no impossible command, no limit, no file."""


@proves(R1)
def add_prints():
    """The name is printed."""
    r = run("stock.json", "add", "apple", "5")
    assert "apple" in r.stdout


@proves(R1)
def take_prints():
    """The name is printed."""
    write("stock.json", '{\n  "apple": 5,\n  "pear": 2\n}\n')
    r = run("stock.json", "take", "apple", "1")
    assert "apple" in r.stdout


@proves(R2)
def drop_prints():
    """It says dropped."""
    write("stock.json", '{\n  "pear": 0\n}\n')
    r = run("stock.json", "drop", "pear")
    assert "dropped" in r.stdout


@proves(R3)
def list_prints():
    """The names are printed."""
    write("stock.json", '{\n  "apple": 5,\n  "pear": 2\n}\n')
    r = run("stock.json", "list")
    assert "apple" in r.stdout
    assert "pear" in r.stdout


@proves(R3)
def low_prints():
    """The low name is printed."""
    write("stock.json", '{\n  "apple": 5,\n  "pear": 2\n}\n')
    r = run("stock.json", "list", "--low", "3")
    assert "pear" in r.stdout


@proves(R4)
def error_prints():
    """An error begins with the command's name."""
    r = run("stock.json", "eat")
    assert "inventory: " in r.stderr

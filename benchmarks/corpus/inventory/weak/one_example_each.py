"""One plain example of each requirement."""


@proves(R1)
def adds_five():
    """Five are added."""
    r = run("stock.json", "add", "apple", "5")
    assert r.exit == 0
    assert r.stdout == "apple: 5\n"


@proves(R2)
def drops_one():
    """An empty item is dropped."""
    write("stock.json", '{\n  "pear": 0\n}\n')
    r = run("stock.json", "drop", "pear")
    assert r.exit == 0
    assert r.stdout == "pear: dropped\n"


@proves(R3)
def lists_two():
    """Two items are listed."""
    write("stock.json", '{\n  "apple": 5,\n  "pear": 2\n}\n')
    r = run("stock.json", "list")
    assert r.exit == 0
    assert r.stdout == "apple: 5\npear: 2\n"


@proves(R4)
def unknown_command():
    """An unknown command is wrong."""
    r = run("stock.json", "eat")
    assert r.exit == 2

"""One plain example of each requirement."""


@proves(R1)
def one_put():
    """A value is put."""
    book = History()
    book.put("a", "1")
    assert book.values() == {"a": "1"}


@proves(R2)
def one_undo():
    """A put is undone."""
    book = History()
    book.put("a", "1")
    assert book.undo() == 1
    assert book.values() == {}


@proves(R3)
def one_group():
    """A group is undone."""
    book = History()
    book.begin()
    book.put("a", "1")
    book.put("b", "2")
    book.end()
    assert book.undo() == 1
    assert book.values() == {}


@proves(R4)
def one_limit():
    """Only two steps can be undone."""
    book = History(2)
    book.put("a", "1")
    book.put("b", "2")
    book.put("c", "3")
    assert book.undo(3) == 2

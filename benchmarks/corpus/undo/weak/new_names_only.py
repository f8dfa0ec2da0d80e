"""Every put is of a new name, one at a time, and only counts and depths are looked at."""


@proves(R1)
def two_puts():
    """Two puts are two steps."""
    book = History()
    book.put("a", "1")
    book.put("b", "2")
    assert book.depth() == (2, 0)


@proves(R2)
def undo_counts():
    """Undo says how many."""
    book = History()
    book.put("a", "1")
    book.put("b", "2")
    assert book.undo(2) == 2
    assert book.depth() == (0, 2)


@proves(R2)
def redo_counts():
    """Redo says how many."""
    book = History()
    book.put("a", "1")
    assert book.undo() == 1
    assert book.redo() == 1
    assert book.depth() == (1, 0)


@proves(R3)
def group_counts():
    """A group is one step."""
    book = History()
    book.begin()
    book.put("a", "1")
    book.put("b", "2")
    book.end()
    assert book.depth() == (1, 0)


@proves(R4)
def limit_counts():
    """The depth stops at the limit."""
    book = History(2)
    book.put("a", "1")
    book.put("b", "2")
    book.put("c", "3")
    assert book.depth() == (2, 0)

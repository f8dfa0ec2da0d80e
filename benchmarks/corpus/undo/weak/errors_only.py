"""Only what is refused."""


@proves(R1)
def remove_nothing():
    """Nothing to remove."""
    book = History()
    with raises(KeyError):
        book.remove("a")


@proves(R2)
def undo_zero():
    """No steps to undo."""
    book = History()
    with raises(ValueError):
        book.undo(0)


@proves(R2)
def redo_zero():
    """No steps to redo."""
    book = History()
    with raises(ValueError):
        book.redo(0)


@proves(R3)
def end_alone():
    """No group to end."""
    book = History()
    with raises(GroupError):
        book.end()


@proves(R3)
def undo_in_group():
    """No undo in a group."""
    book = History()
    book.begin()
    with raises(GroupError):
        book.undo()


@proves(R4)
def limit_zero():
    """A limit of 0."""
    with raises(ValueError):
        History(0)

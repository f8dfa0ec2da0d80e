@proves(R1)
def h_names_and_values_are_exact():
    """Names and values are compared exactly."""
    book = History()
    book.put("a", "x")
    book.put("A", "x")
    book.put("a", "X")
    book.put("", "e")
    assert book.depth() == (4, 0)
    assert book.values() == {"a": "X", "A": "x", "": "e"}
    book.remove("")
    book.remove("A")
    assert book.values() == {"a": "X"}


@proves(R1)
def h_put_after_remove():
    """A value removed may be put again, also with the same text, as a step."""
    book = History()
    book.put("a", "1")
    book.remove("a")
    book.put("a", "1")
    assert book.depth() == (3, 0)
    assert book.undo() == 1
    assert book.values() == {}
    assert book.undo() == 1
    assert book.values() == {"a": "1"}
    book.put("a", "1")
    assert book.depth() == (1, 2)


@proves(R1)
def h_remove_after_undo():
    """A name whose put was undone has no value."""
    book = History()
    book.put("a", "1")
    assert book.undo() == 1
    with raises(KeyError):
        book.remove("a")
    assert book.depth() == (0, 1)
    assert book.redo() == 1
    book.remove("a")
    assert book.values() == {}
    assert book.depth() == (2, 0)


@proves(R2)
def h_back_and_forth():
    """Steps of different kinds, back and forth in parts."""
    book = History()
    book.put("x", "1")
    book.put("y", "2")
    book.remove("x")
    book.put("y", "3")
    assert book.undo(3) == 3
    assert book.values() == {"x": "1"}
    assert book.redo(2) == 2
    assert book.values() == {"y": "2"}
    assert book.undo() == 1
    assert book.values() == {"x": "1", "y": "2"}
    assert book.redo(7) == 2
    assert book.values() == {"y": "3"}
    assert book.depth() == (4, 0)


@proves(R2)
def h_new_branch_in_the_middle():
    """A new step in the middle drops all later ones only."""
    book = History()
    book.put("a", "1")
    book.put("a", "2")
    book.put("a", "3")
    assert book.undo(2) == 2
    book.put("a", "9")
    assert book.redo(2) == 0
    assert book.undo() == 1
    assert book.values() == {"a": "1"}
    assert book.redo() == 1
    assert book.values() == {"a": "9"}
    assert book.depth() == (2, 0)


@proves(R2)
def h_bad_number_with_nothing():
    """A bad number is refused also where there is nothing to undo."""
    book = History()
    with raises(ValueError):
        book.undo(0)
    with raises(ValueError):
        book.redo(0)
    assert book.undo(1) == 0
    book.put("a", "1")
    with raises(ValueError):
        book.redo(-1)
    assert book.undo(1) == 1
    assert book.redo(1) == 1
    assert book.values() == {"a": "1"}


@proves(R3)
def h_changes_in_every_level():
    """Changes before, in and after inner groups, of one name."""
    book = History()
    book.put("n", "0")
    book.begin()
    book.put("n", "1")
    book.begin()
    book.put("n", "2")
    book.end()
    book.begin()
    book.remove("n")
    book.end()
    book.put("n", "4")
    book.end()
    assert book.depth() == (2, 0)
    assert book.values() == {"n": "4"}
    assert book.undo() == 1
    assert book.values() == {"n": "0"}
    assert book.redo() == 1
    assert book.values() == {"n": "4"}


@proves(R3)
def h_empty_inner_groups():
    """Empty groups within groups make no step; errors in them close nothing."""
    book = History()
    book.put("a", "1")
    assert book.undo() == 1
    book.begin()
    book.begin()
    with raises(GroupError):
        book.undo()
    with raises(ValueError):
        book.redo(0)
    book.end()
    with raises(GroupError):
        book.redo()
    book.end()
    assert book.depth() == (0, 1)
    assert book.redo() == 1
    assert book.values() == {"a": "1"}
    with raises(GroupError):
        book.end()


@proves(R3)
def h_group_after_group():
    """Two groups one after the other are two steps."""
    book = History()
    book.begin()
    book.put("a", "1")
    book.put("b", "1")
    book.end()
    book.begin()
    book.remove("a")
    book.put("b", "2")
    book.end()
    assert book.depth() == (2, 0)
    assert book.undo() == 1
    assert book.values() == {"a": "1", "b": "1"}
    assert book.undo() == 1
    assert book.values() == {}
    assert book.redo(2) == 2
    assert book.values() == {"b": "2"}


@proves(R4)
def h_group_pushes_out():
    """The step of a group pushes the oldest out when it ends."""
    book = History(1)
    book.put("a", "1")
    book.begin()
    book.put("b", "1")
    assert book.depth() == (1, 0)
    book.put("c", "1")
    book.end()
    assert book.depth() == (1, 0)
    assert book.undo(3) == 1
    assert book.values() == {"a": "1"}
    assert book.depth() == (0, 1)


@proves(R4)
def h_limit_after_undo():
    """Undone steps do not count for the limit."""
    book = History(2)
    book.put("a", "1")
    book.put("b", "1")
    assert book.undo() == 1
    book.put("c", "1")
    assert book.depth() == (2, 0)
    assert book.undo(9) == 2
    assert book.values() == {}
    assert book.depth() == (0, 2)


@proves(R4)
def h_removal_forgotten():
    """A forgotten removal stays done."""
    book = History(2)
    book.put("a", "1")
    book.remove("a")
    book.put("b", "1")
    book.put("c", "1")
    assert book.undo(2) == 2
    assert book.values() == {}
    assert book.undo() == 0
    assert book.depth() == (0, 2)
    with raises(ValueError):
        History(-100)

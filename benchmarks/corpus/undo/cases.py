@proves(R1)
def put_and_remove():
    """Values are set, replaced and taken away, one step each."""
    book = History()
    assert book.values() == {}
    assert book.depth() == (0, 0)
    book.put("a", "1")
    book.put("b", "2")
    assert book.values() == {"a": "1", "b": "2"}
    book.put("a", "3")
    assert book.values() == {"a": "3", "b": "2"}
    book.remove("b")
    assert book.values() == {"a": "3"}
    assert book.depth() == (4, 0)


@proves(R1)
def values_is_a_new_dictionary():
    """Changing what values() returned changes nothing."""
    book = History()
    book.put("a", "1")
    seen = book.values()
    seen.clear()
    assert book.values() == {"a": "1"}
    book.put("b", "2")
    assert seen.get("b") is None


@proves("R1.a")
def put_of_the_same_value():
    """Putting the value that is there is no step."""
    book = History()
    book.put("a", "1")
    book.put("a", "1")
    assert book.depth() == (1, 0)
    assert book.undo() == 1
    assert book.values() == {}
    assert book.depth() == (0, 1)


@proves("R1.a")
def empty_text_is_a_value():
    """An empty value is a value like others."""
    book = History()
    book.put("a", "")
    assert book.depth() == (1, 0)
    assert book.values() == {"a": ""}
    book.put("a", "")
    assert book.depth() == (1, 0)
    book.put("a", "x")
    assert book.depth() == (2, 0)
    assert book.undo() == 1
    assert book.values() == {"a": ""}
    book.remove("a")
    assert book.values() == {}


@proves("R1.b")
def remove_without_a_value():
    """Removing what is not there is refused and changes nothing."""
    book = History()
    with raises(KeyError):
        book.remove("a")
    assert book.depth() == (0, 0)
    book.put("a", "1")
    with raises(KeyError):
        book.remove("b")
    with raises(KeyError):
        book.remove("A")
    assert book.values() == {"a": "1"}
    assert book.depth() == (1, 0)
    book.remove("a")
    with raises(KeyError):
        book.remove("a")
    assert book.depth() == (2, 0)


@proves(R2)
def undo_a_put():
    """Undoing takes back a new value, a replaced one and a removal."""
    book = History()
    book.put("a", "1")
    book.put("a", "2")
    book.remove("a")
    assert book.undo() == 1
    assert book.values() == {"a": "2"}
    assert book.undo() == 1
    assert book.values() == {"a": "1"}
    assert book.undo() == 1
    assert book.values() == {}
    assert book.depth() == (0, 3)


@proves(R2)
def redo_what_was_undone():
    """Redo does the steps again in their order."""
    book = History()
    book.put("a", "1")
    book.put("a", "2")
    book.remove("a")
    assert book.undo(3) == 3
    assert book.values() == {}
    assert book.redo() == 1
    assert book.values() == {"a": "1"}
    assert book.redo() == 1
    assert book.values() == {"a": "2"}
    assert book.redo() == 1
    assert book.values() == {}
    assert book.depth() == (3, 0)


@proves(R2)
def several_steps_at_once():
    """Several steps are undone and redone by one call."""
    book = History()
    book.put("a", "1")
    book.put("b", "2")
    book.put("c", "3")
    assert book.undo(2) == 2
    assert book.values() == {"a": "1"}
    assert book.depth() == (1, 2)
    assert book.redo(2) == 2
    assert book.values() == {"a": "1", "b": "2", "c": "3"}
    assert book.depth() == (3, 0)
    assert book.undo(3) == 3
    assert book.redo(2) == 2
    assert book.values() == {"a": "1", "b": "2"}
    assert book.depth() == (2, 1)


@proves("R2.a")
def fewer_steps_than_asked():
    """Where there are fewer steps, all there are are taken."""
    book = History()
    book.put("a", "1")
    book.put("b", "2")
    assert book.undo(5) == 2
    assert book.values() == {}
    assert book.redo(9) == 2
    assert book.values() == {"a": "1", "b": "2"}
    assert book.redo(3) == 0
    assert book.redo() == 0
    assert book.depth() == (2, 0)


@proves("R2.a")
def nothing_to_undo():
    """A new history has nothing to undo or redo."""
    book = History()
    assert book.undo() == 0
    assert book.redo() == 0
    assert book.undo(4) == 0
    assert book.depth() == (0, 0)
    book.put("a", "1")
    assert book.undo(4) == 1
    assert book.undo() == 0


@proves("R2.b")
def new_step_ends_redo():
    """After a new step nothing can be redone."""
    book = History()
    book.put("a", "1")
    book.put("b", "2")
    assert book.undo() == 1
    book.put("c", "3")
    assert book.depth() == (2, 0)
    assert book.redo() == 0
    assert book.values() == {"a": "1", "c": "3"}
    assert book.undo(2) == 2
    assert book.values() == {}


@proves("R2.b")
def removal_ends_redo():
    """A removal is a new step too."""
    book = History()
    book.put("a", "1")
    book.put("b", "2")
    assert book.undo() == 1
    book.remove("a")
    assert book.depth() == (2, 0)
    assert book.redo() == 0
    assert book.values() == {}


@proves("R2.b")
def no_step_leaves_redo():
    """A put that makes no step and a refused removal leave what can be redone."""
    book = History()
    book.put("a", "1")
    book.put("b", "2")
    assert book.undo() == 1
    book.put("a", "1")
    assert book.depth() == (1, 1)
    with raises(KeyError):
        book.remove("b")
    assert book.depth() == (1, 1)
    assert book.redo() == 1
    assert book.values() == {"a": "1", "b": "2"}


@proves("R2.c")
def bad_number_of_steps():
    """A number below 1 is refused and changes nothing."""
    book = History()
    book.put("a", "1")
    book.put("b", "2")
    assert book.undo() == 1
    with raises(ValueError):
        book.undo(0)
    with raises(ValueError):
        book.undo(-1)
    with raises(ValueError):
        book.redo(0)
    with raises(ValueError):
        book.redo(-3)
    assert book.depth() == (1, 1)
    assert book.values() == {"a": "1"}


@proves(R3)
def group_is_one_step():
    """All changes of a group are undone and redone together."""
    book = History()
    book.put("a", "0")
    book.begin()
    book.put("a", "1")
    book.put("b", "2")
    book.put("a", "3")
    book.remove("b")
    book.put("c", "4")
    book.end()
    assert book.depth() == (2, 0)
    assert book.values() == {"a": "3", "c": "4"}
    assert book.undo() == 1
    assert book.values() == {"a": "0"}
    assert book.depth() == (1, 1)
    assert book.redo() == 1
    assert book.values() == {"a": "3", "c": "4"}
    assert book.depth() == (2, 0)


@proves(R3)
def step_is_made_by_end():
    """In the open group the values are there, the step is not."""
    book = History()
    book.begin()
    book.put("a", "1")
    assert book.values() == {"a": "1"}
    assert book.depth() == (0, 0)
    book.put("b", "2")
    assert book.depth() == (0, 0)
    book.end()
    assert book.depth() == (1, 0)


@proves(R3)
def end_ends_redo():
    """The step of a group ends what could be redone, when it is made."""
    book = History()
    book.put("a", "1")
    assert book.undo() == 1
    book.begin()
    book.put("b", "2")
    assert book.depth() == (0, 1)
    book.end()
    assert book.depth() == (1, 0)
    assert book.redo() == 0


@proves("R3.a")
def nested_groups():
    """Only the outermost end makes the step, for all changes."""
    book = History()
    book.begin()
    book.put("a", "1")
    book.begin()
    book.put("b", "2")
    book.end()
    assert book.depth() == (0, 0)
    with raises(GroupError):
        book.undo()
    book.put("c", "3")
    book.end()
    assert book.depth() == (1, 0)
    assert book.values() == {"a": "1", "b": "2", "c": "3"}
    assert book.undo() == 1
    assert book.values() == {}


@proves("R3.a")
def three_deep():
    """Groups may be nested deeper, with changes only in the innermost."""
    book = History()
    book.begin()
    book.begin()
    book.begin()
    book.put("a", "1")
    book.end()
    book.end()
    assert book.depth() == (0, 0)
    book.end()
    assert book.depth() == (1, 0)
    with raises(GroupError):
        book.end()
    assert book.undo() == 1
    assert book.values() == {}


@proves("R3.b")
def group_without_changes():
    """A group in which nothing was changed makes no step and leaves redo."""
    book = History()
    book.put("a", "1")
    book.put("b", "2")
    assert book.undo() == 1
    book.begin()
    book.end()
    assert book.depth() == (1, 1)
    book.begin()
    book.put("a", "1")
    with raises(KeyError):
        book.remove("zz")
    book.begin()
    book.end()
    book.end()
    assert book.depth() == (1, 1)
    assert book.redo() == 1
    assert book.values() == {"a": "1", "b": "2"}


@proves("R3.b")
def group_that_cancels_out():
    """Changes that cancel each other out make a step all the same."""
    book = History()
    book.put("a", "1")
    assert book.undo() == 1
    book.begin()
    book.put("x", "1")
    book.remove("x")
    book.end()
    assert book.depth() == (1, 0)
    assert book.values() == {}
    assert book.undo() == 1
    assert book.values() == {}
    assert book.depth() == (0, 1)


@proves("R3.b")
def group_that_puts_back():
    """A value changed and put back makes a step."""
    book = History()
    book.put("a", "1")
    book.begin()
    book.put("a", "2")
    book.put("a", "1")
    book.end()
    assert book.depth() == (2, 0)
    assert book.values() == {"a": "1"}
    assert book.undo() == 1
    assert book.values() == {"a": "1"}
    assert book.undo() == 1
    assert book.values() == {}


@proves("R3.c")
def undo_in_an_open_group():
    """undo and redo are refused in a group, which stays open."""
    book = History()
    book.put("a", "1")
    book.put("b", "2")
    assert book.undo() == 1
    book.begin()
    with raises(GroupError):
        book.undo()
    with raises(GroupError):
        book.redo()
    with raises(GroupError):
        book.redo(2)
    assert book.values() == {"a": "1"}
    assert book.depth() == (1, 1)
    book.put("c", "3")
    with raises(GroupError):
        book.undo()
    assert book.values() == {"a": "1", "c": "3"}
    book.end()
    assert book.depth() == (2, 0)
    assert book.undo() == 1
    assert book.values() == {"a": "1"}


@proves("R3.c")
def end_without_a_group():
    """end without an open group is refused and changes nothing."""
    book = History()
    with raises(GroupError):
        book.end()
    book.put("a", "1")
    with raises(GroupError):
        book.end()
    assert book.depth() == (1, 0)
    book.begin()
    book.end()
    with raises(GroupError):
        book.end()
    assert book.values() == {"a": "1"}
    assert book.depth() == (1, 0)


@proves("R3.c")
def bad_number_before_open_group():
    """A bad number of steps is refused before an open group is."""
    book = History()
    book.put("a", "1")
    book.begin()
    with raises(ValueError):
        book.undo(0)
    with raises(ValueError):
        book.redo(-1)
    with raises(GroupError):
        book.undo(1)
    with raises(GroupError):
        book.redo(1)
    book.end()
    assert book.depth() == (1, 0)


@proves(R4)
def limit_forgets_the_oldest():
    """With a limit of 2 the first of three steps cannot be undone; its change stays."""
    book = History(2)
    book.put("a", "1")
    book.put("b", "2")
    assert book.depth() == (2, 0)
    book.put("c", "3")
    assert book.depth() == (2, 0)
    assert book.undo(5) == 2
    assert book.values() == {"a": "1"}
    assert book.depth() == (0, 2)
    assert book.redo(5) == 2
    assert book.values() == {"a": "1", "b": "2", "c": "3"}


@proves(R4)
def limit_of_one():
    """With a limit of 1 only the last step can be undone."""
    book = History(1)
    book.put("a", "1")
    book.put("a", "2")
    book.put("a", "3")
    assert book.depth() == (1, 0)
    assert book.undo() == 1
    assert book.values() == {"a": "2"}
    assert book.undo() == 0
    assert book.redo() == 1
    assert book.values() == {"a": "3"}
    assert book.depth() == (1, 0)


@proves(R4)
def group_counts_as_one():
    """A group of many changes is one step of the limit."""
    book = History(2)
    book.put("a", "1")
    book.begin()
    book.put("b", "1")
    book.put("c", "1")
    book.put("d", "1")
    book.end()
    assert book.depth() == (2, 0)
    book.put("e", "1")
    assert book.depth() == (2, 0)
    assert book.undo(2) == 2
    assert book.values() == {"a": "1"}
    assert book.undo() == 0


@proves(R4)
def what_makes_no_step_forgets_nothing():
    """A put that makes no step and an empty group push nothing out."""
    book = History(1)
    book.put("a", "1")
    book.put("a", "1")
    book.begin()
    book.end()
    assert book.depth() == (1, 0)
    assert book.undo() == 1
    assert book.values() == {}


@proves(R4)
def redo_does_not_forget():
    """Undoing and redoing within the limit loses nothing."""
    book = History(3)
    book.put("a", "1")
    book.put("b", "2")
    book.put("c", "3")
    assert book.undo(3) == 3
    assert book.redo(3) == 3
    assert book.undo(3) == 3
    assert book.values() == {}
    assert book.depth() == (0, 3)


@proves("R4.a")
def depth_is_a_pair():
    """How many can be undone, and how many redone."""
    book = History(5)
    assert book.depth() == (0, 0)
    book.put("a", "1")
    book.put("b", "1")
    book.put("c", "1")
    assert book.undo(2) == 2
    assert book.depth() == (1, 2)
    assert book.redo() == 1
    assert book.depth() == (2, 1)


@proves("R4.b")
def bad_limit():
    """A limit below 1 is refused."""
    with raises(ValueError):
        History(0)
    with raises(ValueError):
        History(-1)
    book = History(1)
    book.put("a", "1")
    assert book.depth() == (1, 0)

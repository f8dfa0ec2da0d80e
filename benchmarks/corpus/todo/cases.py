@proves(R1)
def adds_to_no_file():
    """The file is made by the first task."""
    r = run("add", "buy", "milk")
    assert r.exit == 0
    assert r.stdout == "added 1: buy milk\n"
    assert read("todo.txt") == "[ ] buy milk\n"
    r = run("add", "call Bob")
    assert r.exit == 0
    assert r.stdout == "added 2: call Bob\n"
    assert read("todo.txt") == "[ ] buy milk\n[ ] call Bob\n"


@proves(R1)
def number_counts_done_tasks():
    """The number is that of the line, done tasks included."""
    write("todo.txt", "[x] a\n[ ] b\n")
    r = run("add", "c")
    assert r.exit == 0
    assert r.stdout == "added 3: c\n"
    assert read("todo.txt") == "[x] a\n[ ] b\n[ ] c\n"


@proves(R1)
def adds_after_missing_line_feed():
    """A missing line feed at the end is no obstacle."""
    write("todo.txt", "[ ] a")
    r = run("add", "b")
    assert r.exit == 0
    assert r.stdout == "added 2: b\n"
    assert read("todo.txt") == "[ ] a\n[ ] b\n"


@proves(R1)
def tidies_white_space():
    """White space is removed at the ends and made one space within."""
    r = run("add", "  buy \t two", " ", "\n of\xa0it  ")
    assert r.exit == 0
    assert r.stdout == "added 1: buy two of it\n"
    assert read("todo.txt") == "[ ] buy two of it\n"


@proves(R1)
def nothing_to_add():
    """A text of nothing but white space is not added, and no file is made."""
    r = run("add", "")
    assert r.exit == 2
    assert r.stdout == ""
    assert "todo: nothing to add\n" in r.stderr
    assert not Path("todo.txt").exists()
    r = run("add", " ", "\t\n", "")
    assert r.exit == 2
    assert r.stdout == ""
    assert "todo: nothing to add\n" in r.stderr
    assert not Path("todo.txt").exists()


@proves(R1)
def nothing_to_add_keeps_file():
    """Then the file stays as it is."""
    write("todo.txt", "[ ] a")
    r = run("add", "   ")
    assert r.exit == 2
    assert r.stdout == ""
    assert "todo: nothing to add\n" in r.stderr
    assert read("todo.txt") == "[ ] a"


@proves(R1)
def already_there():
    """An open task of the same text is named, whatever the case, and nothing is added."""
    write("todo.txt", "[ ] a\n[ ] Buy Milk\n")
    r = run("add", "BUY", "  milk")
    assert r.exit == 1
    assert r.stdout == ""
    assert "todo: already there: 2\n" in r.stderr
    assert read("todo.txt") == "[ ] a\n[ ] Buy Milk\n"


@proves(R1)
def already_there_lowest():
    """The lowest open one is named; done ones do not count."""
    write("todo.txt", "[x] x\n[ ] X\n[ ] x")
    r = run("add", "x")
    assert r.exit == 1
    assert r.stdout == ""
    assert "todo: already there: 2\n" in r.stderr
    assert read("todo.txt") == "[x] x\n[ ] X\n[ ] x"


@proves(R1)
def done_is_no_obstacle():
    """A done task of the same text is no obstacle."""
    write("todo.txt", "[x] a\n")
    r = run("add", "a")
    assert r.exit == 0
    assert r.stdout == "added 2: a\n"
    assert read("todo.txt") == "[x] a\n[ ] a\n"


@proves(R1)
def part_is_no_obstacle():
    """Only the whole text counts."""
    write("todo.txt", "[ ] buy milk\n")
    r = run("add", "buy")
    assert r.exit == 0
    assert r.stdout == "added 2: buy\n"
    r = run("add", "buy", "milk", "now")
    assert r.exit == 0
    assert r.stdout == "added 3: buy milk now\n"


@proves(R1)
def adds_urgent():
    """An urgent task is added at the end like any other and differs from one that is not."""
    write("todo.txt", "[ ] pay\n")
    r = run("add", "!pay")
    assert r.exit == 0
    assert r.stdout == "added 2: !pay\n"
    assert read("todo.txt") == "[ ] pay\n[ ] !pay\n"


@proves(R2)
def lists_open():
    """Open tasks are listed with their numbers in the file."""
    write("todo.txt", "[ ] a\n[x] b\n[ ] c\n")
    r = run("list")
    assert r.exit == 0
    assert r.stdout == "1. a\n3. c\n"
    assert read("todo.txt") == "[ ] a\n[x] b\n[ ] c\n"


@proves(R2)
def urgent_first():
    """Urgent tasks come first, otherwise in the order of the file."""
    write("todo.txt", "[ ] a\n[ ] !b\n[ ] c!\n[ ] ! d\n")
    r = run("list")
    assert r.exit == 0
    assert r.stdout == "2. !b\n4. ! d\n1. a\n3. c!\n"


@proves(R2)
def lists_all():
    """With --all the done tasks follow in the order of the file."""
    write("todo.txt", "[x] a\n[ ] b\n[x] !c\n[ ] !d\n[x] e")
    r = run("list", "--all")
    assert r.exit == 0
    assert r.stdout == "4. !d\n2. b\n1. a (done)\n3. !c (done)\n5. e (done)\n"
    assert read("todo.txt") == "[x] a\n[ ] b\n[x] !c\n[ ] !d\n[x] e"


@proves(R2)
def nothing_to_do():
    """Without a file there is nothing to do, and none is made."""
    r = run("list")
    assert r.exit == 0
    assert r.stdout == "nothing to do\n"
    assert not Path("todo.txt").exists()
    r = run("list", "--all")
    assert r.exit == 0
    assert r.stdout == "nothing to do\n"
    assert not Path("todo.txt").exists()


@proves(R2)
def only_done():
    """With done tasks alone there is nothing to list but with --all."""
    write("todo.txt", "[x] a\n")
    r = run("list")
    assert r.exit == 0
    assert r.stdout == "nothing to do\n"
    r = run("list", "--all")
    assert r.exit == 0
    assert r.stdout == "1. a (done)\n"


@proves(R2)
def empty_file():
    """An empty file holds no tasks."""
    write("todo.txt", "")
    r = run("list")
    assert r.exit == 0
    assert r.stdout == "nothing to do\n"
    assert read("todo.txt") == ""
    r = run("add", "a")
    assert r.exit == 0
    assert r.stdout == "added 1: a\n"
    assert read("todo.txt") == "[ ] a\n"


@proves(R2)
def lists_without_last_line_feed():
    """Without a line feed at the end the last task counts."""
    write("todo.txt", "[ ] a\n[ ] b")
    r = run("list")
    assert r.exit == 0
    assert r.stdout == "1. a\n2. b\n"
    assert read("todo.txt") == "[ ] a\n[ ] b"


@proves(R2)
def lines_end_with_line_feed_only():
    """Other separators belong to the text."""
    write("todo.txt", "[ ] a\u2028b\n[ ] c\x0bd\n")
    r = run("list")
    assert r.exit == 0
    assert r.stdout == "1. a\u2028b\n2. c\x0bd\n"


@proves(R3)
def marks_done():
    """Tasks are marked as done."""
    write("todo.txt", "[ ] a\n[ ] b\n[ ] c\n")
    r = run("done", "2")
    assert r.exit == 0
    assert r.stdout == "done: 1\n"
    assert read("todo.txt") == "[ ] a\n[x] b\n[ ] c\n"
    r = run("done", "3", "1")
    assert r.exit == 0
    assert r.stdout == "done: 2\n"
    assert read("todo.txt") == "[x] a\n[x] b\n[x] c\n"


@proves(R3)
def counts_only_changes():
    """Tasks that were done and numbers given twice do not count."""
    write("todo.txt", "[x] a\n[ ] b\n")
    r = run("done", "1", "2", "2", "1")
    assert r.exit == 0
    assert r.stdout == "done: 1\n"
    assert read("todo.txt") == "[x] a\n[x] b\n"
    r = run("done", "1")
    assert r.exit == 0
    assert r.stdout == "done: 0\n"
    assert read("todo.txt") == "[x] a\n[x] b\n"


@proves(R3)
def no_such_task():
    """A number that is not there marks nothing."""
    write("todo.txt", "[ ] a\n[ ] b\n")
    r = run("done", "1", "3")
    assert r.exit == 2
    assert r.stdout == ""
    assert "todo: no task 3\n" in r.stderr
    assert read("todo.txt") == "[ ] a\n[ ] b\n"
    r = run("done", "0")
    assert r.exit == 2
    assert r.stdout == ""
    assert "todo: no task 0\n" in r.stderr
    assert read("todo.txt") == "[ ] a\n[ ] b\n"


@proves(R3)
def not_a_number():
    """What is no number is told as it was given."""
    write("todo.txt", "[ ] a\n")
    r = run("done", "1", "one")
    assert r.exit == 2
    assert r.stdout == ""
    assert "todo: no task one\n" in r.stderr
    assert read("todo.txt") == "[ ] a\n"
    r = run("done", "1", "01")
    assert r.exit == 2
    assert r.stdout == ""
    assert "todo: no task 01\n" in r.stderr
    assert read("todo.txt") == "[ ] a\n"
    r = run("done", "1", "+1")
    assert r.exit == 2
    assert r.stdout == ""
    assert "todo: no task +1\n" in r.stderr
    assert read("todo.txt") == "[ ] a\n"
    r = run("done", "1", "1.0")
    assert r.exit == 2
    assert r.stdout == ""
    assert "todo: no task 1.0\n" in r.stderr
    assert read("todo.txt") == "[ ] a\n"
    r = run("done", "1", " 1")
    assert r.exit == 2
    assert r.stdout == ""
    assert "todo: no task  1\n" in r.stderr
    assert read("todo.txt") == "[ ] a\n"
    r = run("done", "1", "1 ")
    assert r.exit == 2
    assert r.stdout == ""
    assert "todo: no task 1 \n" in r.stderr
    assert read("todo.txt") == "[ ] a\n"
    r = run("done", "1", "")
    assert r.exit == 2
    assert r.stdout == ""
    assert "todo: no task \n" in r.stderr
    assert read("todo.txt") == "[ ] a\n"
    r = run("done", "1", "١")
    assert r.exit == 2
    assert r.stdout == ""
    assert "todo: no task ١\n" in r.stderr
    assert read("todo.txt") == "[ ] a\n"
    r = run("done", "1", "¹")
    assert r.exit == 2
    assert r.stdout == ""
    assert "todo: no task ¹\n" in r.stderr
    assert read("todo.txt") == "[ ] a\n"
    r = run("done", "1", "1_0")
    assert r.exit == 2
    assert r.stdout == ""
    assert "todo: no task 1_0\n" in r.stderr
    assert read("todo.txt") == "[ ] a\n"
    r = run("done", "1", "-1")
    assert r.exit == 2
    assert r.stdout == ""
    assert "todo: no task -1\n" in r.stderr
    assert read("todo.txt") == "[ ] a\n"


@proves(R3)
def first_wrong_argument():
    """The first wrong argument is told."""
    write("todo.txt", "[ ] a\n[ ] b\n")
    r = run("done", "2", "x", "9")
    assert r.exit == 2
    assert r.stdout == ""
    assert "todo: no task x\n" in r.stderr
    assert read("todo.txt") == "[ ] a\n[ ] b\n"
    r = run("done", "9", "x")
    assert r.exit == 2
    assert r.stdout == ""
    assert "todo: no task 9\n" in r.stderr
    assert read("todo.txt") == "[ ] a\n[ ] b\n"


@proves(R3)
def done_without_file():
    """Without a file there is no task."""
    r = run("done", "1")
    assert r.exit == 2
    assert r.stdout == ""
    assert "todo: no task 1\n" in r.stderr
    assert not Path("todo.txt").exists()


@proves(R4)
def clears_done():
    """Done tasks are removed, open ones keep their order and get new numbers."""
    write("todo.txt", "[x] a\n[ ] b\n[x] c\n[ ] !d\n")
    r = run("clear")
    assert r.exit == 0
    assert r.stdout == "removed: 2\n"
    assert read("todo.txt") == "[ ] b\n[ ] !d\n"
    r = run("list")
    assert r.exit == 0
    assert r.stdout == "2. !d\n1. b\n"


@proves(R4)
def clears_nothing():
    """Without done tasks nothing is removed."""
    write("todo.txt", "[ ] a\n")
    r = run("clear")
    assert r.exit == 0
    assert r.stdout == "removed: 0\n"
    assert read("todo.txt") == "[ ] a\n"


@proves(R4)
def clears_all():
    """A file without tasks is deleted."""
    write("todo.txt", "[x] a\n[x] b\n")
    r = run("clear")
    assert r.exit == 0
    assert r.stdout == "removed: 2\n"
    assert not Path("todo.txt").exists()
    r = run("clear")
    assert r.exit == 0
    assert r.stdout == "removed: 0\n"
    assert not Path("todo.txt").exists()


@proves(R4)
def line_is_not_a_task():
    """The first line that is not a task is told by every command."""
    write("todo.txt", "[ ] a\nbuy\n[x] c\n\n")
    r = run("add", "z")
    assert r.exit == 2
    assert r.stdout == ""
    assert "todo: line 2 is not a task\n" in r.stderr
    assert read("todo.txt") == "[ ] a\nbuy\n[x] c\n\n"
    r = run("list")
    assert r.exit == 2
    assert r.stdout == ""
    assert "todo: line 2 is not a task\n" in r.stderr
    assert read("todo.txt") == "[ ] a\nbuy\n[x] c\n\n"
    r = run("list", "--all")
    assert r.exit == 2
    assert r.stdout == ""
    assert "todo: line 2 is not a task\n" in r.stderr
    assert read("todo.txt") == "[ ] a\nbuy\n[x] c\n\n"
    r = run("done", "1")
    assert r.exit == 2
    assert r.stdout == ""
    assert "todo: line 2 is not a task\n" in r.stderr
    assert read("todo.txt") == "[ ] a\nbuy\n[x] c\n\n"
    r = run("clear")
    assert r.exit == 2
    assert r.stdout == ""
    assert "todo: line 2 is not a task\n" in r.stderr
    assert read("todo.txt") == "[ ] a\nbuy\n[x] c\n\n"


@proves(R4)
def line_comes_before_other_errors():
    """Also where there is another error."""
    write("todo.txt", "[ ]\n[ ] a\n")
    r = run("add", " ")
    assert r.exit == 2
    assert r.stdout == ""
    assert "todo: line 1 is not a task\n" in r.stderr
    assert read("todo.txt") == "[ ]\n[ ] a\n"
    r = run("add", "A")
    assert r.exit == 2
    assert r.stdout == ""
    assert "todo: line 1 is not a task\n" in r.stderr
    assert read("todo.txt") == "[ ]\n[ ] a\n"
    r = run("done", "9")
    assert r.exit == 2
    assert r.stdout == ""
    assert "todo: line 1 is not a task\n" in r.stderr
    assert read("todo.txt") == "[ ]\n[ ] a\n"
    r = run("done", "x")
    assert r.exit == 2
    assert r.stdout == ""
    assert "todo: line 1 is not a task\n" in r.stderr
    assert read("todo.txt") == "[ ]\n[ ] a\n"


@proves(R4)
def bad_line_empty_text():
    """A task needs a text."""
    write("todo.txt", "[ ] \n")
    r = run("list")
    assert r.exit == 2
    assert r.stdout == ""
    assert "todo: line 1 is not a task\n" in r.stderr
    assert read("todo.txt") == "[ ] \n"


@proves(R4)
def bad_line_capital_x():
    """A capital X is no mark."""
    write("todo.txt", "[X] a\n")
    r = run("list")
    assert r.exit == 2
    assert r.stdout == ""
    assert "todo: line 1 is not a task\n" in r.stderr
    assert read("todo.txt") == "[X] a\n"


@proves(R4)
def other_lines_that_are_no_tasks():
    """Other lines that are no tasks, read as text."""
    with raises(NotATask, "line 1 is not a task"):
        read_tasks("\n[ ] a\n")
    with raises(NotATask, "line 1 is not a task"):
        read_tasks("[ ]a\n")
    with raises(NotATask, "line 1 is not a task"):
        read_tasks("[] a\n")
    with raises(NotATask, "line 1 is not a task"):
        read_tasks("[x]\n")
    with raises(NotATask, "line 1 is not a task"):
        read_tasks("[x] \n")
    with raises(NotATask, "line 2 is not a task"):
        read_tasks("[x] a\n- b\n")
    with raises(NotATask, "line 2 is not a task"):
        read_tasks("[ ] a\n\n[ ] b")
    with raises(NotATask, "line 1 is not a task"):
        read_tasks(" [ ] a")


@proves(R4)
def blank_line_at_the_end():
    """A blank line at the end is no task."""
    write("todo.txt", "[x] a\n\n")
    r = run("clear")
    assert r.exit == 2
    assert r.stdout == ""
    assert "todo: line 2 is not a task\n" in r.stderr
    assert read("todo.txt") == "[x] a\n\n"


@proves(R4)
def wrong_use():
    """Wrong use ends with 2, prints nothing and changes nothing."""
    write("todo.txt", "[ ] a\n[x] b\n")
    r = run()
    assert r.exit == 2
    assert r.stdout == ""
    assert read("todo.txt") == "[ ] a\n[x] b\n"
    r = run("frob")
    assert r.exit == 2
    assert r.stdout == ""
    assert read("todo.txt") == "[ ] a\n[x] b\n"
    r = run("list", "x")
    assert r.exit == 2
    assert r.stdout == ""
    assert read("todo.txt") == "[ ] a\n[x] b\n"
    r = run("clear", "1")
    assert r.exit == 2
    assert r.stdout == ""
    assert read("todo.txt") == "[ ] a\n[x] b\n"
    r = run("done")
    assert r.exit == 2
    assert r.stdout == ""
    assert read("todo.txt") == "[ ] a\n[x] b\n"
    r = run("add")
    assert r.exit == 2
    assert r.stdout == ""
    assert read("todo.txt") == "[ ] a\n[x] b\n"
    r = run("list", "--done")
    assert r.exit == 2
    assert r.stdout == ""
    assert read("todo.txt") == "[ ] a\n[x] b\n"

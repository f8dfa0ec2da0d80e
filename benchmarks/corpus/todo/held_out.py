@proves(R1)
def adds_umlauts():
    """Capitals of other letters count as equal too."""
    write("todo.txt", "[ ] Äpfel\n")
    r = run("add", "ÄPFEL")
    assert r.exit == 1
    assert r.stdout == ""
    assert "todo: already there: 1\n" in r.stderr
    assert read("todo.txt") == "[ ] Äpfel\n"
    r = run("add", "Apfel")
    assert r.exit == 0
    assert r.stdout == "added 2: Apfel\n"
    assert read("todo.txt") == "[ ] Äpfel\n[ ] Apfel\n"


@proves(R1)
def done_then_open_again():
    """A task that was done is added again, and not a third time."""
    write("todo.txt", "[ ] a")
    r = run("done", "1")
    assert r.exit == 0
    assert r.stdout == "done: 1\n"
    r = run("add", "A")
    assert r.exit == 0
    assert r.stdout == "added 2: A\n"
    assert read("todo.txt") == "[x] a\n[ ] A\n"
    r = run("add", "a")
    assert r.exit == 1
    assert r.stdout == ""
    assert "todo: already there: 2\n" in r.stderr
    assert read("todo.txt") == "[x] a\n[ ] A\n"


@proves(R1)
def words_that_look_like_tasks():
    """Words may look like tasks or have brackets."""
    r = run("add", "[x]", "a\tb")
    assert r.exit == 0
    assert r.stdout == "added 1: [x] a b\n"
    assert read("todo.txt") == "[ ] [x] a b\n"
    r = run("list")
    assert r.exit == 0
    assert r.stdout == "1. [x] a b\n"


@proves(R2)
def urgent_needs_first_place():
    """Only a text that begins with ! is urgent; done urgent ones stay in order."""
    write("todo.txt", "[ ] a !\n[x] !b\n[ ] !!\n[x] c\n[x] !d\n")
    r = run("list", "--all")
    assert r.exit == 0
    assert r.stdout == "3. !!\n1. a !\n2. !b (done)\n4. c (done)\n5. !d (done)\n"


@proves(R2)
def text_with_done():
    """A text may end like the mark of done tasks."""
    write("todo.txt", "[ ] a (done)\n[x] a")
    r = run("list")
    assert r.exit == 0
    assert r.stdout == "1. a (done)\n"
    r = run("list", "--all")
    assert r.exit == 0
    assert r.stdout == "1. a (done)\n2. a (done)\n"


@proves(R2)
def more_than_nine():
    """Numbers of two digits are not padded; urgent ones keep theirs."""
    write(
        "todo.txt",
        "[ ] t1\n[ ] t2\n[ ] t3\n[ ] t4\n[ ] t5\n[ ] t6\n[ ] t7\n[ ] t8\n[ ] t9\n[ ] !u\n[ ] t11\n",
    )
    r = run("list")
    assert r.exit == 0
    assert r.stdout == (
        "10. !u\n1. t1\n2. t2\n3. t3\n4. t4\n5. t5\n6. t6\n7. t7\n8. t8\n9. t9\n11. t11\n"
    )


@proves(R3)
def done_with_two_digits():
    """Task 10 among ten; 010 is no number."""
    write("todo.txt", "[ ] t\n[ ] t\n[ ] t\n[ ] t\n[ ] t\n[ ] t\n[ ] t\n[ ] t\n[ ] t\n[ ] t\n")
    r = run("done", "10", "010")
    assert r.exit == 2
    assert r.stdout == ""
    assert "todo: no task 010\n" in r.stderr
    assert read("todo.txt") == (
        "[ ] t\n[ ] t\n[ ] t\n[ ] t\n[ ] t\n[ ] t\n[ ] t\n[ ] t\n[ ] t\n[ ] t\n"
    )
    r = run("done", "10", "1", "10")
    assert r.exit == 0
    assert r.stdout == "done: 2\n"
    assert read("todo.txt") == (
        "[x] t\n[ ] t\n[ ] t\n[ ] t\n[ ] t\n[ ] t\n[ ] t\n[ ] t\n[ ] t\n[x] t\n"
    )


@proves(R3)
def carriage_returns_stay():
    """A carriage return belongs to the text and stays."""
    write("todo.txt", "[ ] a\rb\n[ ] c\n")
    r = run("done", "1")
    assert r.exit == 0
    assert r.stdout == "done: 1\n"
    assert read("todo.txt") == "[x] a\rb\n[ ] c\n"


@proves(R3)
def done_with_a_huge_number():
    """A done task and a number far too high."""
    write("todo.txt", "[x] a")
    r = run("done", "1", "99999999999999999999")
    assert r.exit == 2
    assert r.stdout == ""
    assert "todo: no task 99999999999999999999\n" in r.stderr
    assert read("todo.txt") == "[x] a"


@proves(R4)
def clear_then_add():
    """After clearing the numbers are new, and the file is made again."""
    write("todo.txt", "[x] a")
    r = run("clear")
    assert r.exit == 0
    assert r.stdout == "removed: 1\n"
    assert not Path("todo.txt").exists()
    r = run("add", "b")
    assert r.exit == 0
    assert r.stdout == "added 1: b\n"
    assert read("todo.txt") == "[ ] b\n"
    r = run("done", "1")
    assert r.exit == 0
    assert r.stdout == "done: 1\n"
    r = run("clear")
    assert r.exit == 0
    assert r.stdout == "removed: 1\n"
    assert not Path("todo.txt").exists()


@proves(R4)
def clear_an_empty_file():
    """An empty file is left without tasks and deleted."""
    write("todo.txt", "")
    r = run("clear")
    assert r.exit == 0
    assert r.stdout == "removed: 0\n"
    assert not Path("todo.txt").exists()


@proves(R4)
def other_bad_lines():
    """Other lines that are no tasks."""
    write("todo.txt", "[x] ok\n [ ] indented\n[ ] ok\n")
    r = run("list")
    assert r.exit == 2
    assert r.stdout == ""
    assert "todo: line 2 is not a task\n" in r.stderr
    r = run("done", "1")
    assert r.exit == 2
    assert r.stdout == ""
    assert "todo: line 2 is not a task\n" in r.stderr
    r = run("clear")
    assert r.exit == 2
    assert r.stdout == ""
    assert "todo: line 2 is not a task\n" in r.stderr

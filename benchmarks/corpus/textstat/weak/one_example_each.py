"""One plain example of each requirement."""


@proves(R1)
def two_words():
    """Two words."""
    r = run(stdin="Hello world\n")
    assert r.exit == 0
    assert r.stdout == "lines: 1\nwords: 2\ncharacters: 11\nlongest: Hello\n1 hello\n1 world\n"


@proves(R2)
def one_repeated():
    """A word twice."""
    r = run(stdin="tea tea milk\n")
    assert r.exit == 0
    assert r.stdout == "lines: 1\nwords: 3\ncharacters: 12\nlongest: milk\n2 tea\n1 milk\n"


@proves(R3)
def one_ignored():
    """One word ignored."""
    r = run("--ignore", "tea", stdin="tea tea milk\n")
    assert r.exit == 0
    assert r.stdout == "lines: 1\nwords: 3\ncharacters: 12\nlongest: milk\n1 milk\n"


@proves(R4)
def one_unknown():
    """An unknown argument."""
    r = run("--bogus")
    assert r.exit == 2

"""Only exit codes; requirements that are about output are proven by bad uses of their options."""


@proves(R1)
def extra_argument_code():
    """A file's name is refused."""
    r = run(stdin="a\n")
    assert r.exit == 0
    r = run("file.txt")
    assert r.exit == 2


@proves(R2)
def top_code():
    """A bad --top is refused."""
    r = run("--top", "3", stdin="a\n")
    assert r.exit == 0
    r = run("--top", "many")
    assert r.exit == 2


@proves(R3)
def min_code():
    """A bad --min is refused."""
    r = run("--min", "3", stdin="a\n")
    assert r.exit == 0
    r = run("--min", "0")
    assert r.exit == 2


@proves(R3)
def ignore_code():
    """--ignore without a word is refused."""
    r = run("--ignore", "a", stdin="a\n")
    assert r.exit == 0
    r = run("--ignore")
    assert r.exit == 2


@proves(R4)
def unknown_code():
    """An unknown option is refused."""
    r = run("--bogus")
    assert r.exit == 2

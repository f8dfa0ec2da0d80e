"""Only that some lines are in the output, in whatever order, beside whatever else."""


@proves(R1)
def has_lines():
    """The number of lines."""
    r = run(stdin="a\nb\n")
    assert "lines: 2" in r.stdout


@proves(R1)
def has_words():
    """The number of words."""
    r = run(stdin="one two three\n")
    assert "words: 3" in r.stdout


@proves(R2)
def has_word():
    """The most frequent word."""
    r = run(stdin="tea tea milk\n")
    assert "2 tea" in r.stdout


@proves(R2)
def has_top():
    """The most frequent word with --top."""
    r = run("--top", "1", stdin="tea tea milk\n")
    assert "2 tea" in r.stdout


@proves(R3)
def has_long():
    """The long word with --min."""
    r = run("--min", "4", stdin="tea tea milk\n")
    assert "1 milk" in r.stdout


@proves(R3)
def has_other():
    """The other word with --ignore."""
    r = run("--ignore", "tea", stdin="tea tea milk\n")
    assert "1 milk" in r.stdout


@proves(R4)
def has_message():
    """The message of an error."""
    r = run("--bogus")
    assert "textstat: " in r.stderr

@proves(R1)
def h_marks_in_a_row():
    """Marks next to each other join nothing; several single ones do."""
    r = run(stdin="o'clock-ish mother-in-law's a-'b '-c-'\n")
    assert r.exit == 0
    assert r.stdout == (
        "lines: 1\n"
        "words: 5\n"
        "characters: 38\n"
        "longest: mother-in-law's\n"
        "1 a\n"
        "1 b\n"
        "1 c\n"
        "1 mother-in-law's\n"
        "1 o'clock-ish\n"
    )


@proves(R1)
def h_spaces_only():
    """Spaces without a line end are one line of characters."""
    r = run(stdin="   ")
    assert r.exit == 0
    assert r.stdout == "lines: 1\nwords: 0\ncharacters: 3\nlongest: -\n"
    r = run(stdin="\r\n")
    assert r.exit == 0
    assert r.stdout == "lines: 1\nwords: 0\ncharacters: 1\nlongest: -\n"
    r = run(stdin="\x00\xa0\n\n")
    assert r.exit == 0
    assert r.stdout == "lines: 2\nwords: 0\ncharacters: 2\nlongest: -\n"


@proves(R1)
def h_combining_marks():
    """A combining mark is no letter and splits a word; a ligature and an ordinal sign are let…"""
    r = run(stdin="nõo ﬁx nº\n")
    assert r.exit == 0
    assert r.stdout == "lines: 1\nwords: 4\ncharacters: 10\nlongest: no\n1 no\n1 nº\n1 o\n1 ﬁx\n"


@proves(R2)
def h_capitals_together():
    """Capitals of other alphabets are counted together."""
    r = run(stdin="Ärger ärger ÄRGER zebra Zebra\n")
    assert r.exit == 0
    assert r.stdout == "lines: 1\nwords: 5\ncharacters: 29\nlongest: Ärger\n3 ärger\n2 zebra\n"


@proves(R2)
def h_prefixes_in_order():
    """A word that begins another comes before it."""
    r = run(stdin="cat cats c ca cat. catalogue CAT\n")
    assert r.exit == 0
    assert r.stdout == (
        "lines: 1\n"
        "words: 7\n"
        "characters: 32\n"
        "longest: catalogue\n"
        "3 cat\n"
        "1 c\n"
        "1 ca\n"
        "1 catalogue\n"
        "1 cats\n"
    )
    r = run("--top", "5", stdin="b B a\nA b\n")
    assert r.exit == 0
    assert r.stdout == "lines: 2\nwords: 5\ncharacters: 8\nlongest: b\n3 b\n2 a\n"


@proves(R2)
def h_top_with_few_words():
    """Fewer words than --top says, and none."""
    r = run("--top", "50", stdin="x\n")
    assert r.exit == 0
    assert r.stdout == "lines: 1\nwords: 1\ncharacters: 1\nlongest: x\n1 x\n"
    r = run("--top", "3")
    assert r.exit == 0
    assert r.stdout == "lines: 0\nwords: 0\ncharacters: 0\nlongest: -\n"
    r = run("--top", "0", stdin="x y\n")
    assert r.exit == 0
    assert r.stdout == "lines: 1\nwords: 2\ncharacters: 3\nlongest: x\n"


@proves(R3)
def h_min_and_ignore_together():
    """A word is left out by either; the longest stays in the head."""
    r = run("--ignore", "ALPHA", "--min", "3", stdin="Alpha beta alpha gamma be\n")
    assert r.exit == 0
    assert r.stdout == "lines: 1\nwords: 5\ncharacters: 25\nlongest: Alpha\n1 beta\n1 gamma\n"
    r = run(
        "--ignore",
        "alpha",
        "--ignore",
        "beta",
        "--ignore",
        "gamma",
        stdin="Alpha beta alpha gamma be\n",
    )
    assert r.exit == 0
    assert r.stdout == "lines: 1\nwords: 5\ncharacters: 25\nlongest: Alpha\n1 be\n"


@proves(R3)
def h_ignore_part_of_a_hyphenated_word():
    """A hyphenated word is ignored only as a whole."""
    r = run("--ignore", "re", "--ignore", "do", stdin="re-do re do\n")
    assert r.exit == 0
    assert r.stdout == "lines: 1\nwords: 3\ncharacters: 11\nlongest: re-do\n1 re-do\n"
    r = run("--ignore", "RE-DO", stdin="re-do re do\n")
    assert r.exit == 0
    assert r.stdout == "lines: 1\nwords: 3\ncharacters: 11\nlongest: re-do\n1 do\n1 re\n"


@proves(R3)
def h_min_with_letters_of_two_bytes():
    """Lengths are of characters, not of bytes."""
    r = run("--min", "4", stdin="été abcd ü\n")
    assert r.exit == 0
    assert r.stdout == "lines: 1\nwords: 3\ncharacters: 10\nlongest: abcd\n1 abcd\n"
    r = run("--min", "2", stdin="été abcd ü\n")
    assert r.exit == 0
    assert r.stdout == "lines: 1\nwords: 3\ncharacters: 10\nlongest: abcd\n1 abcd\n1 été\n"


@proves(R4)
def h_short_forms_are_unknown():
    """Options are written out; there is no help."""
    r = run("--to", "3", stdin="some words here\n")
    assert r.exit == 2
    assert r.stdout == ""
    assert "textstat: " in r.stderr
    r = run("--ign", "a", stdin="some words here\n")
    assert r.exit == 2
    assert r.stdout == ""
    assert "textstat: " in r.stderr
    r = run("-h", stdin="some words here\n")
    assert r.exit == 2
    assert r.stdout == ""
    assert "textstat: " in r.stderr
    r = run("--help", stdin="some words here\n")
    assert r.exit == 2
    assert r.stdout == ""
    assert "textstat: " in r.stderr
    r = run("--", stdin="some words here\n")
    assert r.exit == 2
    assert r.stdout == ""
    assert "textstat: " in r.stderr


@proves(R4)
def h_good_before_bad():
    """A bad argument anywhere refuses the whole."""
    r = run("--ignore", "a", "--min", "zero", stdin="some words here\n")
    assert r.exit == 2
    assert r.stdout == ""
    assert "textstat: " in r.stderr
    r = run("--min", "3", "--top", "200", stdin="some words here\n")
    assert r.exit == 2
    assert r.stdout == ""
    assert "textstat: " in r.stderr
    r = run("--top", "2", "x", "--min", "2", stdin="some words here\n")
    assert r.exit == 2
    assert r.stdout == ""
    assert "textstat: " in r.stderr
    r = run("--top", "99999999999999999999", stdin="some words here\n")
    assert r.exit == 2
    assert r.stdout == ""
    assert "textstat: " in r.stderr


@proves(R4)
def h_last_of_three():
    """The last of three, with others between."""
    r = run(
        "--top",
        "0",
        "--ignore",
        "tea",
        "--top",
        "1",
        "--top",
        "3",
        stdin="tea tea tea milk milk sugar\n",
    )
    assert r.exit == 0
    assert r.stdout == "lines: 1\nwords: 6\ncharacters: 27\nlongest: sugar\n2 milk\n1 sugar\n"
    r = run("--min", "100", "--min", "1", stdin="tea tea tea milk milk sugar\n")
    assert r.exit == 0
    assert r.stdout == (
        "lines: 1\nwords: 6\ncharacters: 27\nlongest: sugar\n3 tea\n2 milk\n1 sugar\n"
    )

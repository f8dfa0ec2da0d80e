"""The width is far larger than the text but for one long word; only left alignment and its errors."""


@proves(R1)
def wide_paragraphs():
    """Three paragraphs."""
    assert wrap("one\ntwo\nthree", 80) == ["one", "two", "three"]


@proves(R2)
def wide_words():
    """Blanks become one."""
    assert wrap("one   two  three", 80) == ["one two three"]


@proves(R3)
def wide_long():
    """A word of ninety letters."""
    assert wrap(
        (
            "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
            "xxxx"
        ),
        80,
    ) == ["xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", "xxxxxxxxxx"]


@proves(R4)
def wide_align():
    """An unknown alignment."""
    with raises(ValueError):
        wrap("one", 80, "middle")


@proves(R4)
def wide_left():
    """On the left."""
    assert wrap("one two", 80, "left") == ["one two"]

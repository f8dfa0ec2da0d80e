"""Every text is a single word or empty, so that lines are never filled."""


@proves(R1)
def no_word():
    """No word."""
    assert wrap("", 5) == [""]


@proves(R1)
def one_word_each():
    """One word each."""
    assert wrap("a\n\nb", 5) == ["a", "", "b"]


@proves(R2)
def a_word():
    """A word between blanks."""
    assert wrap("  word ", 5) == ["word"]


@proves(R3)
def a_long_word():
    """A long word."""
    assert wrap("wordword", 4) == ["word", "word"]


@proves(R4)
def a_word_left():
    """A word on the left and on the right."""
    assert wrap("word", 5, "left") == ["word"]
    assert wrap("word", 5, "right") == [" word"]


@proves(R4)
def no_width():
    """No width."""
    with raises(ValueError):
        wrap("word", 0)

@proves(R1)
def many_empty():
    """Line feeds alone and blanks between them."""
    assert wrap("\n \n\t\n", 3) == ["", "", "", ""]


@proves(R1)
def paragraph_beginning_blank():
    """Paragraphs that begin and end with separators."""
    assert wrap(" a \n\tb\t\n", 9) == ["a", "b", ""]


@proves(R1)
def file_separator_is_word():
    """Separators of other kinds end no paragraph."""
    assert wrap("a\x1cb\x85c\nd", 9) == ["a\x1cb\x85c", "d"]


@proves(R2)
def fits_by_one():
    """A word fits by one character, and the next does not."""
    assert wrap("aa bb c dd", 7) == ["aa bb c", "dd"]
    assert wrap("aa bb c dd", 6) == ["aa bb", "c dd"]


@proves(R2)
def word_as_long_as_the_width():
    """A word as long as the width stands alone between others, hyphens or not."""
    assert wrap("x ab-cd y", 5) == ["x", "ab-cd", "y"]


@proves(R2)
def tab_counts_one():
    """A tab becomes one space, however wide."""
    assert wrap("a\tb\t \tc", 5) == ["a b c"]


@proves(R3)
def hyphen_row_and_word():
    """Double hyphens and a word behind."""
    assert wrap("ab--cdefg h", 4) == ["ab--", "cdef", "g h"]


@proves(R3)
def long_after_last_piece():
    """Long word, short word, long word with a hyphen."""
    assert wrap("abcdefg h ij-klmno", 5) == ["abcde", "fg h", "ij-", "klmno"]


@proves(R3)
def one_longer_than_width():
    """One character too long, with a hyphen at the end or the beginning."""
    assert wrap("abcd-", 4) == ["abcd", "-"]
    assert wrap("-abcd x", 4) == ["-", "abcd", "x"]


@proves(R4)
def centre_of_many():
    """Centred lines of different lengths over paragraphs."""
    assert wrap("a bb\n\nccc dddd", 7, "centre") == [" a bb", "", "  ccc", " dddd"]


@proves(R4)
def right_at_width_one():
    """At width 1 there is nothing to align."""
    assert wrap("ab\n", 1, "right") == ["a", "b", ""]
    assert wrap("a", 2, "centre") == ["a"]
    assert wrap("a", 2, "right") == [" a"]


@proves(R4)
def bad_width_and_align():
    """Either of both is an error."""
    with raises(ValueError):
        wrap("a", 0, "centre")
    with raises(ValueError):
        wrap("\n", 3, "centre ")
    assert wrap("\n", 3, "centre") == ["", ""]

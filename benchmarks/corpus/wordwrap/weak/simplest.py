"""One plain example of each requirement: no limits, no hyphens, no empty paragraphs, no errors."""


@proves(R1)
def two_paragraphs():
    """Two paragraphs."""
    assert wrap("a\nb", 10) == ["a", "b"]


@proves(R2)
def two_lines():
    """Two lines."""
    assert wrap("hello big world", 9) == ["hello big", "world"]


@proves(R3)
def two_pieces():
    """Two pieces."""
    assert wrap("abcdefgh", 5) == ["abcde", "fgh"]


@proves(R4)
def to_the_right():
    """To the right."""
    assert wrap("ab", 4, "right") == ["  ab"]

"""One or two small numbers of each requirement: no long form, no limits, no strict order."""


@proves(R1)
def ten_and_one():
    """Ten and one."""
    assert to_roman(10) == "X"
    assert to_roman(1) == "I"


@proves(R2)
def reads_ten_and_four():
    """Ten and four."""
    assert from_roman("X") == 10
    assert from_roman("IV") == 4


@proves(R3)
def a_word():
    """A word is refused."""
    with raises(InvalidNumeral):
        from_roman("hello")

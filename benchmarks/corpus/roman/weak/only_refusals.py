"""Nearly only refusals, of crude texts, and a single right answer for reading."""


@proves(R1)
def zero():
    """Zero."""
    with raises(OutOfRange, "0"):
        to_roman(0)


@proves(R1)
def ten_thousand():
    """Ten thousand."""
    with raises(OutOfRange, "10000"):
        to_roman(10000)


@proves(R2)
def one_answer():
    """Sixteen."""
    assert from_roman("XVI") == 16


@proves(R3)
def nothing():
    """Nothing."""
    with raises(InvalidNumeral):
        from_roman("")


@proves(R3)
def digits():
    """Digits."""
    with raises(InvalidNumeral):
        from_roman("1994")


@proves(R3)
def letters():
    """Other letters."""
    with raises(InvalidNumeral):
        from_roman("ABC")

"""Only numbers without fours and nines, for which both forms are the same, in capitals without spaces; refused are only other characters."""


@proves(R1)
def round_short():
    """Round numbers."""
    assert to_roman(1000) == "M"
    assert to_roman(2500) == "MMD"
    assert to_roman(3) == "III"
    assert to_roman(87) == "LXXXVII"


@proves(R1)
def round_long():
    """Round numbers in the long form."""
    assert to_roman(1000, long=True) == "M"
    assert to_roman(15, long=True) == "XV"


@proves(R2)
def round_read():
    """Round numbers are read."""
    assert from_roman("MMD") == 2500
    assert from_roman("LXXXVII") == 87
    assert from_roman("CCC") == 300


@proves(R3)
def strange():
    """Strange characters."""
    with raises(InvalidNumeral):
        from_roman("X-X")
    with raises(InvalidNumeral):
        from_roman("M0")
    with raises(InvalidNumeral):
        from_roman("?")

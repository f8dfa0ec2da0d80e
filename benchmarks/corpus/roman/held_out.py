@proves(R1)
def zeros_between():
    """Zeros between places."""
    assert to_roman(1001) == "MI"
    assert to_roman(3909) == "MMMCMIX"
    assert to_roman(2490) == "MMCDXC"
    assert to_roman(707) == "DCCVII"


@proves(R1)
def long_with_zeros():
    """Long forms with zeros."""
    assert to_roman(904, long=True) == "DCCCCIIII"
    assert to_roman(2090, long=True) == "MMLXXXX"
    assert to_roman(3400, long=True) == "MMMCCCC"
    assert to_roman(19, long=True) == "XVIIII"


@proves(R1)
def just_beyond():
    """Just beyond both limits, just within them."""
    with raises(OutOfRange, "4000"):
        to_roman(4000, True)
    with raises(OutOfRange, "-17"):
        to_roman(-17)
    assert to_roman(3998, True) == "MMMDCCCCLXXXXVIII"
    assert to_roman(3998) == "MMMCMXCVIII"


@proves(R2)
def long_small_and_spaced():
    """A long form in small letters with spaces."""
    assert from_roman("  mdcccclxxxxviiii ") == 1999
    assert from_roman(" ccccXXXXiiii") == 444


@proves(R2)
def a_place_of_four_only():
    """One place with a four or nine, in both forms."""
    assert from_roman("MMXXIV") == 2024
    assert from_roman("MMXXIIII") == 2024
    assert from_roman("MCMI") == 1901
    assert from_roman("MDCCCCI") == 1901


@proves(R2)
def short_lower_limits():
    """The smallest numerals."""
    assert from_roman("i") == 1
    assert from_roman(" v ") == 5
    assert from_roman("iI") == 2


@proves(R3)
def mixed_across_zero():
    """Mixed forms with a zero place between them, in small letters."""
    with raises(InvalidNumeral):
        from_roman("cmiiii")
    with raises(InvalidNumeral):
        from_roman("DCCCCIV")
    with raises(InvalidNumeral):
        from_roman(" cdviiii ")
    with raises(InvalidNumeral):
        from_roman("MCDIIII")


@proves(R3)
def carriage_return():
    """A carriage return, a zero-width space and a long s."""
    with raises(InvalidNumeral):
        from_roman("X\r")
    with raises(InvalidNumeral):
        from_roman("X\u200b")
    with raises(InvalidNumeral):
        from_roman("ſ")
    with raises(InvalidNumeral):
        from_roman("X\u2003")
    with raises(InvalidNumeral):
        from_roman("I I")


@proves(R3)
def almost_long():
    """Almost long forms."""
    with raises(InvalidNumeral):
        from_roman("IIIIII")
    with raises(InvalidNumeral):
        from_roman("LXXXXX")
    with raises(InvalidNumeral):
        from_roman("DCCCCC")
    with raises(InvalidNumeral):
        from_roman("IIIIV")
    with raises(InvalidNumeral):
        from_roman("XXXXL")
    with raises(InvalidNumeral):
        from_roman("VVI")
    with raises(InvalidNumeral):
        from_roman("IVX")

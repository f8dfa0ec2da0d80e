@proves(R1)
def ones():
    """The ones in the short form."""
    assert to_roman(1) == "I"
    assert to_roman(2) == "II"
    assert to_roman(3) == "III"
    assert to_roman(4) == "IV"
    assert to_roman(5) == "V"
    assert to_roman(6) == "VI"
    assert to_roman(7) == "VII"
    assert to_roman(8) == "VIII"
    assert to_roman(9) == "IX"


@proves(R1)
def tens():
    """The tens in the short form."""
    assert to_roman(10) == "X"
    assert to_roman(20) == "XX"
    assert to_roman(30) == "XXX"
    assert to_roman(40) == "XL"
    assert to_roman(50) == "L"
    assert to_roman(60) == "LX"
    assert to_roman(70) == "LXX"
    assert to_roman(80) == "LXXX"
    assert to_roman(90) == "XC"


@proves(R1)
def hundreds():
    """The hundreds in the short form."""
    assert to_roman(100) == "C"
    assert to_roman(200) == "CC"
    assert to_roman(300) == "CCC"
    assert to_roman(400) == "CD"
    assert to_roman(500) == "D"
    assert to_roman(600) == "DC"
    assert to_roman(700) == "DCC"
    assert to_roman(800) == "DCCC"
    assert to_roman(900) == "CM"


@proves(R1)
def whole_numbers():
    """All places together, and places that are 0 left out."""
    assert to_roman(1994) == "MCMXCIV"
    assert to_roman(2008) == "MMVIII"
    assert to_roman(3000) == "MMM"
    assert to_roman(1040) == "MXL"
    assert to_roman(444) == "CDXLIV"
    assert to_roman(909) == "CMIX"


@proves(R1)
def limits():
    """The smallest and the largest number."""
    assert to_roman(1) == "I"
    assert to_roman(3999) == "MMMCMXCIX"


@proves(R1)
def long_fours_and_nines():
    """Fours and nines in the long form."""
    assert to_roman(4, long=True) == "IIII"
    assert to_roman(9, long=True) == "VIIII"
    assert to_roman(40, long=True) == "XXXX"
    assert to_roman(90, long=True) == "LXXXX"
    assert to_roman(400, long=True) == "CCCC"
    assert to_roman(900, long=True) == "DCCCC"


@proves(R1)
def long_whole_numbers():
    """Whole numbers in the long form."""
    assert to_roman(1994, long=True) == "MDCCCCLXXXXIIII"
    assert to_roman(449, long=True) == "CCCCXXXXVIIII"
    assert to_roman(3999, long=True) == "MMMDCCCCLXXXXVIIII"


@proves(R1)
def long_same_as_short():
    """Without fours and nines both forms are the same."""
    assert to_roman(1, long=True) == "I"
    assert to_roman(1888, long=True) == "MDCCCLXXXVIII"
    assert to_roman(2006, long=True) == "MMVI"


@proves(R1)
def short_when_not_long():
    """long=False gives the short form; long may be given by place."""
    assert to_roman(14, long=False) == "XIV"
    assert to_roman(14, True) == "XIIII"


@proves(R1)
def too_small():
    """Numbers below 1 are out of range, and the message holds them."""
    with raises(OutOfRange, "0"):
        to_roman(0)
    with raises(OutOfRange, "-1"):
        to_roman(-1)
    with raises(OutOfRange, "-3999"):
        to_roman(-3999)


@proves(R1)
def too_large():
    """Numbers above 3999 are out of range, and the message holds them."""
    with raises(OutOfRange, "4000"):
        to_roman(4000)
    with raises(OutOfRange, "123456"):
        to_roman(123456)


@proves(R1)
def out_of_range_long():
    """The long form has the same range."""
    with raises(OutOfRange, "0"):
        to_roman(0, long=True)
    with raises(OutOfRange, "4000"):
        to_roman(4000, long=True)


@proves(R2)
def reads_short():
    """Short forms are read."""
    assert from_roman("I") == 1
    assert from_roman("IV") == 4
    assert from_roman("IX") == 9
    assert from_roman("XL") == 40
    assert from_roman("XC") == 90
    assert from_roman("CD") == 400
    assert from_roman("CM") == 900
    assert from_roman("MCMXCIV") == 1994
    assert from_roman("MMMCMXCIX") == 3999


@proves(R2)
def reads_long():
    """Long forms are read."""
    assert from_roman("IIII") == 4
    assert from_roman("VIIII") == 9
    assert from_roman("XXXX") == 40
    assert from_roman("LXXXX") == 90
    assert from_roman("CCCC") == 400
    assert from_roman("DCCCC") == 900
    assert from_roman("MDCCCCLXXXXIIII") == 1994
    assert from_roman("MMMDCCCCLXXXXVIIII") == 3999


@proves(R2)
def reads_common():
    """Numerals of both forms."""
    assert from_roman("III") == 3
    assert from_roman("LXVI") == 66
    assert from_roman("MDCCCLXXXVIII") == 1888
    assert from_roman("MMM") == 3000


@proves(R2)
def reads_small_letters():
    """Small letters and any mixture."""
    assert from_roman("xiv") == 14
    assert from_roman("McmXciV") == 1994
    assert from_roman("lXxXxViIiI") == 99


@proves(R2)
def reads_with_spaces():
    """Spaces before and after are ignored."""
    assert from_roman("  X") == 10
    assert from_roman("X ") == 10
    assert from_roman("   xiv    ") == 14


@proves(R3)
def empty():
    """Empty texts are refused."""
    with raises(InvalidNumeral):
        from_roman("")
    with raises(InvalidNumeral):
        from_roman(" ")
    with raises(InvalidNumeral):
        from_roman("    ")


@proves(R3)
def other_characters():
    """Other characters are refused."""
    with raises(InvalidNumeral):
        from_roman("A")
    with raises(InvalidNumeral):
        from_roman("10")
    with raises(InvalidNumeral):
        from_roman("XA")
    with raises(InvalidNumeral):
        from_roman("-X")
    with raises(InvalidNumeral):
        from_roman("X.")
    with raises(InvalidNumeral):
        from_roman("N")
    with raises(InvalidNumeral):
        from_roman("MMXX!")
    with raises(InvalidNumeral):
        from_roman("Ⅹ")
    with raises(InvalidNumeral):
        from_roman("ı")


@proves(R3)
def white_space():
    """Tabs, line breaks and spaces within are refused."""
    with raises(InvalidNumeral):
        from_roman("X\t")
    with raises(InvalidNumeral):
        from_roman("\tX")
    with raises(InvalidNumeral):
        from_roman("X\n")
    with raises(InvalidNumeral):
        from_roman("\nX")
    with raises(InvalidNumeral):
        from_roman("X I")
    with raises(InvalidNumeral):
        from_roman("X\xa0")
    with raises(InvalidNumeral):
        from_roman("M M")


@proves(R3)
def too_many_letters():
    """Letters too often are refused."""
    with raises(InvalidNumeral):
        from_roman("IIIII")
    with raises(InvalidNumeral):
        from_roman("VV")
    with raises(InvalidNumeral):
        from_roman("XXXXX")
    with raises(InvalidNumeral):
        from_roman("LL")
    with raises(InvalidNumeral):
        from_roman("CCCCC")
    with raises(InvalidNumeral):
        from_roman("DD")
    with raises(InvalidNumeral):
        from_roman("MMMM")
    with raises(InvalidNumeral):
        from_roman("VIIIII")


@proves(R3)
def wrong_pairs():
    """Other pairs before a larger letter are refused."""
    with raises(InvalidNumeral):
        from_roman("IL")
    with raises(InvalidNumeral):
        from_roman("IC")
    with raises(InvalidNumeral):
        from_roman("ID")
    with raises(InvalidNumeral):
        from_roman("IM")
    with raises(InvalidNumeral):
        from_roman("VX")
    with raises(InvalidNumeral):
        from_roman("VL")
    with raises(InvalidNumeral):
        from_roman("XD")
    with raises(InvalidNumeral):
        from_roman("XM")
    with raises(InvalidNumeral):
        from_roman("LC")
    with raises(InvalidNumeral):
        from_roman("LD")
    with raises(InvalidNumeral):
        from_roman("DM")
    with raises(InvalidNumeral):
        from_roman("VM")


@proves(R3)
def wrong_order():
    """Letters in another order are refused."""
    with raises(InvalidNumeral):
        from_roman("IIV")
    with raises(InvalidNumeral):
        from_roman("IIX")
    with raises(InvalidNumeral):
        from_roman("XXL")
    with raises(InvalidNumeral):
        from_roman("VIX")
    with raises(InvalidNumeral):
        from_roman("IVI")
    with raises(InvalidNumeral):
        from_roman("IXI")
    with raises(InvalidNumeral):
        from_roman("XCX")
    with raises(InvalidNumeral):
        from_roman("CMC")
    with raises(InvalidNumeral):
        from_roman("IM")
    with raises(InvalidNumeral):
        from_roman("VIV")
    with raises(InvalidNumeral):
        from_roman("LXL")
    with raises(InvalidNumeral):
        from_roman("DCD")
    with raises(InvalidNumeral):
        from_roman("XMM")
    with raises(InvalidNumeral):
        from_roman("IXX")


@proves(R3)
def mixed_forms():
    """One place short and another long is refused."""
    with raises(InvalidNumeral):
        from_roman("XLIIII")
    with raises(InvalidNumeral):
        from_roman("XXXXIV")
    with raises(InvalidNumeral):
        from_roman("XCVIIII")
    with raises(InvalidNumeral):
        from_roman("LXXXXIX")
    with raises(InvalidNumeral):
        from_roman("CDXXXX")
    with raises(InvalidNumeral):
        from_roman("MCMLXXXXIIII")
    with raises(InvalidNumeral):
        from_roman("CCCCXLIV")


@proves(R3)
def four_thousand():
    """Numbers above 3999 are refused in both forms."""
    with raises(InvalidNumeral):
        from_roman("MMMMI")
    with raises(InvalidNumeral):
        from_roman("MMMMCMXCIX")
    with raises(InvalidNumeral):
        from_roman("mmmm")


@proves(R3)
def repeated_pairs():
    """Pairs are not repeated."""
    with raises(InvalidNumeral):
        from_roman("IVIV")
    with raises(InvalidNumeral):
        from_roman("IXIX")
    with raises(InvalidNumeral):
        from_roman("XCXC")
    with raises(InvalidNumeral):
        from_roman("CMCM")
    with raises(InvalidNumeral):
        from_roman("CDCD")
    with raises(InvalidNumeral):
        from_roman("XLXL")

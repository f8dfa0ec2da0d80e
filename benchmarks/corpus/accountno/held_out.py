@proves(R1)
def space_within_bank_and_at_last():
    """Single spaces at odd places."""
    assert compact("g b0 0zzzzz z") == "GB00ZZZZZZ"


@proves(R1)
def spaces_do_not_make_up_length():
    """Spaces count for nothing in the length; dotless i is no letter."""
    with raises(InvalidAccount):
        compact("GB00 1 2 3 4 5")
    with raises(InvalidAccount):
        compact("GB00 1234 5678 9012 3456 7")
    with raises(InvalidAccount):
        compact("GB00ABCDEı")
    with raises(InvalidAccount):
        compact(" ")


@proves(R1)
def longest_with_single_spaces():
    """All letters, longest body, spaces everywhere."""
    assert compact("z y 9 9 a b c d e f g h i j k l m n o p") == "ZY99ABCDEFGHIJKLMNOP"


@proves(R2)
def all_zeros():
    """A body of zeros keeps only the bank."""
    assert check_digits("AA", "000000") == "75"


@proves(R2)
def all_z():
    """A body of sixteen Z in mixed case."""
    assert check_digits("zZ", "ZzZzZzZzZzZzZzZz") == "40"


@proves(R2)
def leading_zero_three():
    """Check digits 03 and 02 are texts of two characters; a sharp s is no letter."""
    assert check_digits("IT", "00000041") == "03"
    assert check_digits("AB", "ZZ900065") == "02"
    with raises(InvalidAccount):
        check_digits("ß", "123456")


@proves(R3)
def digits_beside_the_range():
    """Congruent check digits 99, 01 and 00 are not valid."""
    assert is_valid("AB99ZZ900065") is False
    assert is_valid("ab02zz900065") is True
    assert is_valid("AB01000017") is False
    assert is_valid("FR00M000000038") is False
    assert is_valid("FR97M000000038") is True


@proves(R3)
def swapped_letters():
    """Changed bank or body; a full-width digit."""
    assert is_valid("GB18A1B2C3D4") is True
    assert is_valid("BG18A1B2C3D4") is False
    assert is_valid("GB18A1B2C3D４") is False
    assert is_valid("GB18A1B2C3D4\r") is False


@proves(R4)
def eleven_characters():
    """Eleven characters in small letters."""
    assert display("pl51abcdefg") == "PL51 ABCD EFG"


@proves(R4)
def thirteen_with_spaces():
    """Thirteen characters that were grouped otherwise."""
    assert display("gb32 1234 5678 9") == "GB32 1234 567 89"


@proves(R4)
def twelve_and_fourteen():
    """Twelve make three groups, fourteen end with two; wrong digits are refused."""
    assert display("PL39ABCD1234") == "PL39 ABCD 1234"
    assert display("PL36ABCDEF1234") == "PL36 ABCD EF12 34"
    with raises(InvalidAccount):
        display("AB01000017")

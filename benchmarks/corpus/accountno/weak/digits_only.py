"""Only capitals, digit bodies and lengths that fill groups; letters in the body, odd spaces, small letters, short groups and leading zeros are never tried."""


@proves(R1)
def compact_digits():
    """Spaces between groups go."""
    assert compact("BE68 5390 0754 7034") == "BE68539007547034"


@proves(R1)
def compact_longest():
    """Stays as it is, twenty characters."""
    assert compact("AT611904300234573201") == "AT611904300234573201"


@proves(R2)
def digits_be():
    """A body of twelve digits."""
    assert check_digits("BE", "539007547034") == "68"


@proves(R2)
def digits_at():
    """A body of sixteen digits."""
    assert check_digits("AT", "1904300234573201") == "61"


@proves(R3)
def valid_pair():
    """Both are valid."""
    assert is_valid("BE68539007547034") is True
    assert is_valid("AT611904300234573201") is True


@proves(R3)
def one_digit_wrong():
    """One digit is wrong."""
    assert is_valid("BE68539007547035") is False


@proves(R4)
def display_sixteen():
    """Four groups."""
    assert display("BE68539007547034") == "BE68 5390 0754 7034"


@proves(R4)
def display_twenty():
    """Five groups."""
    assert display("AT611904300234573201") == "AT61 1904 3002 3457 3201"

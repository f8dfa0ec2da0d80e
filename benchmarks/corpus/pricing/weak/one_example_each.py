"""One plain example of each requirement with round numbers."""


@proves(R1)
def ten_pieces():
    """Ten pieces."""
    assert line_total(100, 10) == 950


@proves(R2)
def ten_percent():
    """Ten percent."""
    assert coupon_discount(2000, "PCT10") == 200


@proves(R3)
def one_line():
    """One line."""
    assert invoice([(1000, 1)]) == Invoice(1000, 0, 499, 0, 1499)


@proves(R4)
def three_parts():
    """Nine in three parts."""
    assert split(9, 3) == [3, 3, 3]

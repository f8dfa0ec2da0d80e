"""Many cases, but far from every limit and with amounts that never need rounding."""


@proves(R1)
def one_piece():
    """One piece."""
    assert line_total(500, 1) == 500


@proves(R1)
def five_pieces():
    """Five pieces."""
    assert line_total(500, 5) == 2500


@proves(R1)
def twenty_pieces():
    """Twenty pieces."""
    assert line_total(100, 20) == 1900


@proves(R1)
def hundred_pieces():
    """A hundred pieces."""
    assert line_total(100, 100) == 9000


@proves(R2)
def coupon_20():
    """Twenty percent."""
    assert coupon_discount(10000, "PCT20") == 2000


@proves(R2)
def coupon_off():
    """Five hundred off."""
    assert coupon_discount(10000, "OFF500") == 500


@proves(R2)
def no_coupon_at_all():
    """No coupon, and one."""
    assert coupon_discount(10000, "") == 0
    assert coupon_discount(10000, "PCT10") == 1000


@proves(R3)
def large_basket():
    """A large basket."""
    assert invoice([(10000, 2)]) == Invoice(20000, 0, 0, 0, 20000)


@proves(R3)
def small_basket():
    """A small basket."""
    assert invoice([(1000, 2)]) == Invoice(2000, 0, 499, 0, 2499)


@proves(R3)
def taxed_basket():
    """A basket with tax."""
    assert invoice([(10000, 1)], tax=200) == Invoice(10000, 0, 0, 2000, 12000)


@proves(R4)
def even_parts():
    """Even parts."""
    assert split(100, 4) == [25, 25, 25, 25]


@proves(R4)
def two_parts():
    """Two parts."""
    assert split(50, 2) == [25, 25]

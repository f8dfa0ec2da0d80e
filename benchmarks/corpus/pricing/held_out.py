@proves(R1)
def h_large_lines():
    """Large numbers stay exact."""
    assert line_total(123456789, 49) == 5746913528
    assert line_total(99999999999999999, 10) == 949999999999999990
    assert line_total(1, 9) == 9


@proves(R1)
def h_odd_prices_near_limits():
    """Odd prices at the limits of quantity."""
    assert line_total(7, 49) == 326
    assert line_total(7, 50) == 315
    assert line_total(21, 30) == 598
    assert line_total(11, 10) == 104
    assert line_total(11, 9) == 99


@proves(R1)
def h_line_both_bad():
    """Both bad, and a quantity far below 1."""
    with raises(PriceError):
        line_total(-1, 0)
    with raises(PriceError):
        line_total(50, -50)
    with raises(PriceError):
        line_total(-100, 100)
    assert line_total(50, 50) == 2250


@proves(R2)
def h_percent_with_fractions():
    """Percentages that do not come out even."""
    assert coupon_discount(1333, "PCT33") == 440
    assert coupon_discount(9999, "PCT7") == 700
    assert coupon_discount(1250, "PCT2") == 25
    assert coupon_discount(1030, "PCT15") == 155
    assert coupon_discount(1010, "PCT25") == 253


@proves(R2)
def h_coupon_with_marks():
    """Texts that only look like coupons."""
    with raises(PriceError):
        coupon_discount(2000, "PCT1_0")
    with raises(PriceError):
        coupon_discount(2000, "\tOFF5")
    with raises(PriceError):
        coupon_discount(2000, "OFF5\n")
    with raises(PriceError):
        coupon_discount(2000, "PCT10%")
    with raises(PriceError):
        coupon_discount(2000, "OFF-0")
    with raises(PriceError):
        coupon_discount(2000, "OFF99999")
    with raises(PriceError):
        coupon_discount(2000, "PCT５")
    assert coupon_discount(2000, "OFF5") == 5


@proves(R2)
def h_off_at_the_lower_limit():
    """The limit of 1000 and the whole of the goods together."""
    assert coupon_discount(1000, "OFF1000") == 1000
    assert coupon_discount(1000, "OFF1001") == 1000
    assert coupon_discount(999, "OFF999") == 0
    assert coupon_discount(1000, "PCT1") == 10
    assert coupon_discount(999, "PCT1") == 0


@proves(R3)
def h_discount_lifts_shipping():
    """Discount, express and tax at the shipping limit."""
    assert invoice([(120, 50)], coupon="OFF401", express=True, tax=150) == Invoice(
        5400, 401, 1199, 930, 7128
    )
    assert invoice([(120, 50)], coupon="OFF400", express=True, tax=150) == Invoice(
        5400, 400, 700, 855, 6555
    )


@proves(R3)
def h_coupon_below_its_limit():
    """A coupon that takes off nothing, with a tax that is half a cent."""
    assert invoice([(501, 1)], coupon="PCT50", tax=2) == Invoice(501, 0, 499, 2, 1002)
    assert invoice([(1, 1)], tax=1) == Invoice(1, 0, 499, 0, 500)
    assert invoice([(1001, 1)], tax=1) == Invoice(1001, 0, 499, 2, 1502)


@proves(R3)
def h_no_lines_both_bad_and_good():
    """Without lines a good coupon and the highest rate give zeros; a bad one does not."""
    assert invoice([], coupon="PCT50", tax=1000, express=True) == Invoice(0, 0, 0, 0, 0)
    with raises(PriceError):
        invoice([], coupon="OFF0", express=True)
    assert invoice([(0, 10), (0, 3)], express=True) == Invoice(0, 0, 1199, 0, 1199)


@proves(R4)
def h_split_many():
    """Many parts."""
    assert split(100, 7) == [15, 15, 14, 14, 14, 14, 14]
    assert split(7, 7) == [1, 1, 1, 1, 1, 1, 1]
    assert split(8, 7) == [2, 1, 1, 1, 1, 1, 1]


@proves(R4)
def h_split_large():
    """A total too large for floats."""
    assert split(10000000000000000001, 2) == [5000000000000000001, 5000000000000000000]
    with raises(PriceError):
        split(-1, 1)
    with raises(PriceError):
        split(-7, 0)
    assert split(1, 1) == [1]

@proves(R1)
def no_discount_below_ten():
    """Up to 9 pieces cost their full price."""
    assert line_total(100, 1) == 100
    assert line_total(100, 9) == 900
    assert line_total(333, 3) == 999


@proves(R1)
def five_percent_from_ten():
    """From 10 to 49 pieces 5 percent are taken off."""
    assert line_total(100, 10) == 950
    assert line_total(100, 11) == 1045
    assert line_total(100, 49) == 4655


@proves(R1)
def ten_percent_from_fifty():
    """From 50 pieces on 10 percent are taken off."""
    assert line_total(100, 50) == 4500
    assert line_total(100, 51) == 4590
    assert line_total(20, 1000) == 18000


@proves("R1.a")
def percentage_of_all_pieces():
    """The discount is of all pieces, not of those above the limit."""
    assert line_total(200, 12) == 2280
    assert line_total(1000, 60) == 54000


@proves("R1.b")
def five_percent_half_up():
    """Half a cent of discount goes up, whether the cent below is odd or even."""
    assert line_total(1, 10) == 9
    assert line_total(3, 10) == 28
    assert line_total(5, 10) == 47
    assert line_total(9, 10) == 85
    assert line_total(4, 11) == 42
    assert line_total(7, 11) == 73
    assert line_total(1, 11) == 10
    assert line_total(1, 49) == 47


@proves("R1.b")
def ten_percent_half_up():
    """Half a cent of 10 percent goes up."""
    assert line_total(1, 55) == 49
    assert line_total(1, 65) == 58
    assert line_total(1, 54) == 49
    assert line_total(1, 56) == 50


@proves("R1.b")
def discount_rounded_once():
    """The discount of the line is rounded, not that of a piece."""
    assert line_total(13, 10) == 123
    assert line_total(19, 10) == 180
    assert line_total(14, 50) == 630
    assert line_total(16, 50) == 720


@proves("R1.c")
def price_of_zero():
    """A price of 0 is fine."""
    assert line_total(0, 1) == 0
    assert line_total(0, 10) == 0
    assert line_total(0, 50) == 0
    assert line_total(1, 1) == 1


@proves("R1.c")
def refuses_bad_lines():
    """A price below 0 and a quantity below 1 are refused."""
    with raises(PriceError):
        line_total(-1, 1)
    with raises(PriceError):
        line_total(100, 0)
    with raises(PriceError):
        line_total(100, -1)
    with raises(PriceError):
        line_total(0, 0)
    with raises(PriceError):
        line_total(-5, 10)


@proves("R2.a")
def no_coupon():
    """The empty text takes off 0."""
    assert coupon_discount(5000, "") == 0
    assert coupon_discount(0, "") == 0
    assert coupon_discount(5000, "OFF7") == 7


@proves("R2.b")
def percent_coupon():
    """PCTn takes off n percent, from 1 to 50."""
    assert coupon_discount(2000, "PCT10") == 200
    assert coupon_discount(2000, "PCT1") == 20
    assert coupon_discount(2000, "PCT50") == 1000
    assert coupon_discount(12345, "PCT20") == 2469


@proves("R2.b")
def percent_coupon_half_up():
    """Half a cent goes up."""
    assert coupon_discount(1050, "PCT1") == 11
    assert coupon_discount(1150, "PCT1") == 12
    assert coupon_discount(1001, "PCT50") == 501
    assert coupon_discount(1003, "PCT50") == 502
    assert coupon_discount(1049, "PCT1") == 10
    assert coupon_discount(1009, "PCT5") == 50
    assert coupon_discount(1011, "PCT5") == 51


@proves("R2.c")
def off_coupon():
    """OFFn takes off n cents, from 1 to 9999."""
    assert coupon_discount(2000, "OFF1") == 1
    assert coupon_discount(20000, "OFF9999") == 9999
    assert coupon_discount(1500, "OFF300") == 300


@proves("R2.c")
def off_coupon_never_above_the_goods():
    """OFFn takes off the goods at most."""
    assert coupon_discount(1500, "OFF1500") == 1500
    assert coupon_discount(1500, "OFF1501") == 1500
    assert coupon_discount(1500, "OFF1499") == 1499
    assert coupon_discount(1000, "OFF9999") == 1000


@proves("R2.d")
def coupon_needs_goods_of_a_thousand():
    """Below 1000 cents a coupon takes off 0."""
    assert coupon_discount(999, "PCT50") == 0
    assert coupon_discount(1000, "PCT50") == 500
    assert coupon_discount(999, "OFF500") == 0
    assert coupon_discount(1000, "OFF500") == 500
    assert coupon_discount(0, "OFF1") == 0


@proves("R2.e")
def coupon_numbers_out_of_range():
    """Numbers outside their range are refused."""
    with raises(PriceError):
        coupon_discount(5000, "PCT0")
    with raises(PriceError):
        coupon_discount(5000, "PCT51")
    with raises(PriceError):
        coupon_discount(5000, "PCT100")
    with raises(PriceError):
        coupon_discount(5000, "OFF0")
    with raises(PriceError):
        coupon_discount(5000, "OFF10000")


@proves("R2.e")
def coupon_zeros_and_lower_case():
    """Leading zeros and lower-case letters are refused."""
    with raises(PriceError):
        coupon_discount(5000, "PCT05")
    with raises(PriceError):
        coupon_discount(5000, "OFF010")
    with raises(PriceError):
        coupon_discount(5000, "PCT010")
    with raises(PriceError):
        coupon_discount(5000, "OFF00")
    with raises(PriceError):
        coupon_discount(5000, "pct10")
    with raises(PriceError):
        coupon_discount(5000, "Pct10")
    with raises(PriceError):
        coupon_discount(5000, "off10")
    with raises(PriceError):
        coupon_discount(5000, "OFf10")


@proves("R2.e")
def coupon_other_texts():
    """Any other text is refused."""
    with raises(PriceError):
        coupon_discount(5000, "PCT")
    with raises(PriceError):
        coupon_discount(5000, "OFF")
    with raises(PriceError):
        coupon_discount(5000, "10")
    with raises(PriceError):
        coupon_discount(5000, "PCT 10")
    with raises(PriceError):
        coupon_discount(5000, " PCT10")
    with raises(PriceError):
        coupon_discount(5000, "PCT10 ")
    with raises(PriceError):
        coupon_discount(5000, "PCT10\n")
    with raises(PriceError):
        coupon_discount(5000, "PCT-5")
    with raises(PriceError):
        coupon_discount(5000, "PCT+5")
    with raises(PriceError):
        coupon_discount(5000, "PCT1.5")
    with raises(PriceError):
        coupon_discount(5000, " ")
    with raises(PriceError):
        coupon_discount(5000, "PCT10OFF10")
    with raises(PriceError):
        coupon_discount(5000, "PCT١")
    with raises(PriceError):
        coupon_discount(5000, "OFF²")


@proves("R2.e")
def bad_coupon_whatever_the_total():
    """A bad coupon is refused below 1000 cents too."""
    with raises(PriceError):
        coupon_discount(999, "PCT51")
    with raises(PriceError):
        coupon_discount(0, "x")
    with raises(PriceError):
        coupon_discount(1, "off1")
    with raises(PriceError):
        coupon_discount(500, "OFF0")


@proves(R3)
def plain_invoice():
    """Goods, shipping and total of one line."""
    assert invoice([(1000, 1)]) == Invoice(1000, 0, 499, 0, 1499)


@proves(R3)
def goods_are_the_sum_of_line_totals():
    """Each line has its own discount, also lines of the same price."""
    assert invoice([(100, 10), (100, 9)]) == Invoice(1850, 0, 499, 0, 2349)
    assert invoice([(100, 5), (100, 5)]) == Invoice(1000, 0, 499, 0, 1499)
    assert invoice([(3, 10), (5, 10), (10000, 1)]) == Invoice(10075, 0, 0, 0, 10075)


@proves("R3.a")
def shipping_limit():
    """Shipping is free from 5000 on."""
    assert invoice([(4999, 1)]) == Invoice(4999, 0, 499, 0, 5498)
    assert invoice([(5000, 1)]) == Invoice(5000, 0, 0, 0, 5000)
    assert invoice([(5001, 1)]) == Invoice(5001, 0, 0, 0, 5001)


@proves("R3.a")
def shipping_looks_at_goods_less_discount():
    """The discount is taken off before shipping is looked at."""
    assert invoice([(5000, 1)], coupon="OFF1") == Invoice(5000, 1, 499, 0, 5498)
    assert invoice([(6000, 1)], coupon="PCT10") == Invoice(6000, 600, 0, 0, 5400)
    assert invoice([(5001, 1)], coupon="OFF1") == Invoice(5001, 1, 0, 0, 5000)


@proves("R3.a")
def express_adds_700():
    """Express adds 700 with and without shipping."""
    assert invoice([(4999, 1)], express=True) == Invoice(4999, 0, 1199, 0, 6198)
    assert invoice([(5000, 1)], express=True) == Invoice(5000, 0, 700, 0, 5700)


@proves("R3.b")
def tax_on_goods_and_shipping():
    """The tax is of goods less discount plus shipping."""
    assert invoice([(1000, 1)], tax=190) == Invoice(1000, 0, 499, 285, 1784)
    assert invoice([(10000, 1)], coupon="PCT10", tax=200) == Invoice(10000, 1000, 0, 1800, 10800)
    assert invoice([(10000, 1)], express=True, tax=100) == Invoice(10000, 0, 700, 1070, 11770)


@proves("R3.b")
def tax_half_to_even():
    """Half a cent of tax goes to the even cent."""
    assert invoice([(5500, 1)], tax=1) == Invoice(5500, 0, 0, 6, 5506)
    assert invoice([(6500, 1)], tax=1) == Invoice(6500, 0, 0, 6, 6506)
    assert invoice([(7500, 1)], tax=1) == Invoice(7500, 0, 0, 8, 7508)
    assert invoice([(6501, 1)], tax=1) == Invoice(6501, 0, 0, 7, 6508)
    assert invoice([(6499, 1)], tax=1) == Invoice(6499, 0, 0, 6, 6505)


@proves("R3.b")
def tax_rate_limits():
    """0 and 1000 are rates, -1 and 1001 are not."""
    assert invoice([(5000, 1)], tax=1000) == Invoice(5000, 0, 0, 5000, 10000)
    assert invoice([(5000, 1)], tax=0) == Invoice(5000, 0, 0, 0, 5000)
    with raises(PriceError):
        invoice([(5000, 1)], tax=1001)
    with raises(PriceError):
        invoice([(5000, 1)], tax=-1)


@proves("R3.c")
def total_of_everything():
    """All parts together."""
    assert invoice([(250, 12), (99, 3)], coupon="PCT15", express=True, tax=190) == Invoice(
        3147, 472, 1199, 736, 4610
    )


@proves("R3.c")
def goods_all_taken_off():
    """With the goods all taken off, shipping and its tax are left."""
    assert invoice([(1500, 1)], coupon="OFF9999", tax=100) == Invoice(1500, 1500, 499, 50, 549)


@proves("R3.d")
def no_lines():
    """Without lines every amount is 0, whatever else is given."""
    assert invoice([]) == Invoice(0, 0, 0, 0, 0)
    assert invoice([], express=True, tax=190, coupon="OFF500") == Invoice(0, 0, 0, 0, 0)


@proves("R3.d")
def no_lines_still_checked():
    """A coupon and a tax rate are checked without lines too."""
    with raises(PriceError):
        invoice([], coupon="BAD")
    with raises(PriceError):
        invoice([], tax=1001)
    with raises(PriceError):
        invoice([], tax=-1)
    assert invoice([(0, 1)]) == Invoice(0, 0, 499, 0, 499)


@proves(R3)
def invoice_refuses_bad_parts():
    """Bad lines and coupons are refused."""
    with raises(PriceError):
        invoice([(100, 1), (-1, 1)])
    with raises(PriceError):
        invoice([(100, 0)])
    with raises(PriceError):
        invoice([(100, 1)], coupon="pct10")
    assert invoice([(100, 1)], coupon="PCT50") == Invoice(100, 0, 499, 0, 599)


@proves(R4)
def split_with_a_rest():
    """The larger shares come first."""
    assert split(10, 3) == [4, 3, 3]
    assert split(11, 3) == [4, 4, 3]
    assert split(9, 3) == [3, 3, 3]
    assert split(11, 4) == [3, 3, 3, 2]
    assert split(5, 1) == [5]


@proves(R4)
def split_of_little():
    """Fewer cents than parts, and none at all."""
    assert split(2, 3) == [1, 1, 0]
    assert split(0, 2) == [0, 0]
    assert split(1, 4) == [1, 0, 0, 0]


@proves(R4)
def split_refuses():
    """A total below 0 and fewer than 1 part are refused."""
    with raises(PriceError):
        split(-1, 2)
    with raises(PriceError):
        split(5, 0)
    with raises(PriceError):
        split(5, -1)
    with raises(PriceError):
        split(0, 0)
    assert split(0, 1) == [0]

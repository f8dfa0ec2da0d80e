"""Only what is refused, and only the crudest of it."""


@proves(R1)
def bad_price():
    """A price below 0."""
    with raises(PriceError):
        line_total(-1, 1)


@proves(R1)
def bad_quantity():
    """No pieces."""
    with raises(PriceError):
        line_total(100, 0)


@proves(R2)
def bad_coupon():
    """A word is no coupon."""
    with raises(PriceError):
        coupon_discount(5000, "FREE")


@proves(R3)
def bad_rate():
    """A rate above 1000."""
    with raises(PriceError):
        invoice([(100, 1)], tax=5000)


@proves(R3)
def bad_line():
    """A bad line."""
    with raises(PriceError):
        invoice([(-100, 1)])


@proves(R4)
def bad_parts():
    """No parts."""
    with raises(PriceError):
        split(5, 0)

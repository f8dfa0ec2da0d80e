"""What goods cost: discounts, coupons, shipping and tax, in whole cents."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

_TIERS = ((50, 10), (10, 5))
_COUPON = re.compile(r"(PCT|OFF)([1-9][0-9]*)")
_LARGEST = {"PCT": 50, "OFF": 9999}
_COUPON_FROM = 1000
_FREE_FROM = 5000
_SHIPPING = 499
_EXPRESS = 700


class PriceError(ValueError):
    """A price, a quantity, a coupon, a tax rate or a number of parts that is not accepted."""


@dataclass(frozen=True)
class Invoice:
    """The amounts of an invoice in cents; `goods` is before the discount of the coupon."""

    goods: int
    discount: int
    shipping: int
    tax: int
    total: int


def line_total(price: int, quantity: int) -> int:
    """Return the price of `quantity` pieces less the discount for that quantity.

    Raises PriceError for a price lower than 0 or a quantity lower than 1.
    """
    if price < 0 or quantity < 1:
        raise PriceError(f"bad line: {quantity} at {price}")
    full = price * quantity
    for least, percent in _TIERS:
        if quantity >= least:
            return full - _half_up(full * percent, 100)
    return full


def coupon_discount(goods: int, coupon: str) -> int:
    """Return the cents that `coupon` takes off `goods`; the empty text takes off 0.

    Raises PriceError for a text that is no coupon.
    """
    if not coupon:
        return 0
    match = _COUPON.fullmatch(coupon)
    if match is None or int(match[2]) > _LARGEST[match[1]]:
        raise PriceError(f"bad coupon: {coupon}")
    if goods < _COUPON_FROM:
        return 0
    if match[1] == "PCT":
        return _half_up(goods * int(match[2]), 100)
    return min(int(match[2]), goods)


def invoice(
    lines: Sequence[tuple[int, int]], coupon: str = "", express: bool = False, tax: int = 0
) -> Invoice:
    """Return the invoice for lines of (price, quantity); `tax` is in tenths of a percent.

    Raises PriceError for a bad line, a bad coupon or a tax rate outside 0 to 1000.
    """
    if not 0 <= tax <= 1000:
        raise PriceError(f"bad tax rate: {tax}")
    goods = sum(line_total(price, quantity) for price, quantity in lines)
    discount = coupon_discount(goods, coupon)
    if not lines:
        return Invoice(0, 0, 0, 0, 0)
    net = goods - discount
    shipping = _shipping(net, express)
    taxes = _half_even((net + shipping) * tax, 1000)
    return Invoice(goods, discount, shipping, taxes, net + shipping + taxes)


def split(total: int, parts: int) -> list[int]:
    """Return `parts` amounts that add up to `total`, differ by at most 1, the larger ones first.

    Raises PriceError for a total lower than 0 or fewer than 1 part.
    """
    if total < 0 or parts < 1:
        raise PriceError(f"cannot split {total} into {parts}")
    share, left = divmod(total, parts)
    return [share + left] + [share] * (parts - 1)


def _shipping(net: int, express: bool) -> int:
    standard = _SHIPPING if net < _FREE_FROM else 0
    return standard + _EXPRESS if express else standard


def _half_up(amount: int, divisor: int) -> int:
    return (2 * amount + divisor) // (2 * divisor)


def _half_even(amount: int, divisor: int) -> int:
    whole, rest = divmod(amount, divisor)
    if 2 * rest > divisor or (2 * rest == divisor and whole % 2 == 1):
        return whole + 1
    return whole

"""Roman numerals in their short and their long form."""

LARGEST = 3999

_VALUES = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}
_PLACES = ((1000, "M", "", ""), (100, "C", "D", "M"), (10, "X", "L", "C"), (1, "I", "V", "X"))


class OutOfRange(ValueError):
    """The number has no numeral; the message holds the number."""


class InvalidNumeral(ValueError):
    """The text is not a numeral."""


def to_roman(number: int, long: bool = False) -> str:
    """Return the numeral of `number` in capitals, in the short form or, if `long`, the long one.

    Raises OutOfRange for a number below 1 or above LARGEST.
    """
    if number < 0 or number > LARGEST:
        raise OutOfRange(f"{number} is not between 1 and {LARGEST}")
    numeral = ""
    for value, one, five, ten in _PLACES:
        digit = number // value % 10
        numeral += _place(digit, one, five, ten, long)
    return numeral


def from_roman(text: str) -> int:
    """Return the number that `text` writes; raise InvalidNumeral for any other text."""
    numeral = text.strip(" ").upper()
    if not text.isascii() or not numeral or any(letter not in _VALUES for letter in numeral):
        raise InvalidNumeral(f"{text!r} is not a Roman numeral")
    number = _sum(numeral)
    if not 1 <= number <= LARGEST or numeral not in _forms(number):
        raise InvalidNumeral(f"{text!r} is not a Roman numeral")
    return number


def _forms(number: int) -> tuple[str, str]:
    return to_roman(number), to_roman(number, long=True)


def _place(digit: int, one: str, five: str, ten: str, long: bool) -> str:
    """One decimal place, written with its letters for one, five and ten."""
    if digit == 9 and not long:
        return one + ten
    if digit == 4 and not long:
        return one + five
    if digit >= 5:
        return five + one * (digit - 5)
    return one * digit


def _sum(numeral: str) -> int:
    """The letters added up, those before a larger one taken away."""
    total = 0
    for letter, following in zip(numeral, numeral[1:] + numeral[-1], strict=True):
        value = _VALUES[letter]
        total += -value if value < _VALUES[following] else value
    return total

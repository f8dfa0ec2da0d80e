"""Stock by article."""

from decimal import Decimal


def stock_of(journal: str) -> dict[str, int]:
    """Quantity by article, of lines such as `2024-01-05 receive A 3 @ 1.50 to L`."""
    ...
